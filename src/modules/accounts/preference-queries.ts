import type { Db } from '../../kernel/context.ts';
import type { MailKind } from './mail-kinds.ts';

export const selectSwitchedOff = async (sql: Db, account_id: number): Promise<string[]> => {
  const rows = await sql<{ kind: string }[]>`select kind from mail_switched_off where account_id = ${account_id}`;
  return rows.map(({ kind }) => kind);
};

/** Switches a kind off for an account that is still there. */
export const insertSwitchedOff = async (sql: Db, account_id: number, kinds: MailKind[], at: Date): Promise<void> => {
  await sql`
    insert into mail_switched_off (account_id, kind, off_at)
    select a.id, k, ${at} from accounts a, unnest(${kinds}::text[]) k where a.id = ${account_id} on conflict do nothing`;
};

export const deleteSwitchedOff = async (sql: Db, account_id: number, kinds: MailKind[]): Promise<void> => {
  await sql`delete from mail_switched_off where account_id = ${account_id} and kind = any(${kinds}::text[])`;
};

export interface Reader {
  n: number;
  account_id: number;
}

/** Of letters that may be switched off, those whose reader has an account and wants them. */
export const selectWanted = (sql: Db, letters: { n: number; email_key: string; kind: MailKind }[]): Promise<Reader[]> => sql<Reader[]>`
  select i.n, a.id as account_id
  from json_to_recordset(${JSON.stringify(letters)}::text::json) as i (n integer, email_key text, kind text)
  join accounts a on a.email_key = i.email_key
  where not exists (select from mail_switched_off o where o.account_id = a.id and o.kind = i.kind) order by i.n`;
