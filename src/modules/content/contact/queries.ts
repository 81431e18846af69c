import type { Ctx, Db } from '../../../kernel/context.ts';
import { findRow, firstRow } from '../../../kernel/database.ts';
import { offsetOf, type Paging } from '../../../kernel/responses.ts';
import type { MessageStatus } from './states.ts';

export interface MessageInput {
  name: string;
  email: string;
  subject: string;
  body: string;
}

export interface ContactMessage extends MessageInput {
  id: number;
  status: MessageStatus;
  answer: string | null;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = ['id', 'name', 'email', 'subject', 'body', 'status', 'answer', 'created_at', 'updated_at'] as const;

export const insertMessage = async ({ sql, site, clock, caller }: Ctx, { name, email, subject, body }: MessageInput): Promise<number> => {
  const at = clock.now();
  const rows = await sql<{ id: number }[]>`
    insert into contact_messages (site_id, account_id, name, email, subject, body, created_at, updated_at)
    values (${site.id}, ${caller?.account_id ?? null}, ${name}, ${email}, ${subject}, ${body}, ${at}, ${at}) returning id`;
  return firstRow(rows).id;
};

/** Messages to the team, open ones first; one more than the page holds, to know whether there are others. */
export const selectMessages = ({ sql, site }: Ctx, paging: Paging): Promise<ContactMessage[]> => sql<ContactMessage[]>`
  select ${sql(COLUMNS)} from contact_messages where site_id = ${site.id}
  order by (status = 'open') desc, id desc limit ${paging.per_page + 1} offset ${offsetOf(paging)}`;

export const findMessage = ({ sql, site }: Ctx, id: number): Promise<ContactMessage | undefined> =>
  findRow(sql`select ${sql(COLUMNS)} from contact_messages where site_id = ${site.id} and id = ${id}`);

export const writeAnswer = (sql: Db, id: number, answer: string) => sql`update contact_messages set answer = ${answer} where id = ${id}`;

/** Messages that wait for the team. Counting stops at a limit. */
export const openMessages = ({ sql, site }: Ctx, limit: number) => sql`
  select from contact_messages where site_id = ${site.id} and status = 'open' limit ${limit}`;
