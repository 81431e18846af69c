import type { Ctx } from '../../../kernel/context.ts';
import { findRow } from '../../../kernel/database.ts';

/** A text that the team uses again. */
export interface SavedReply {
  id: number;
  title: string;
  body: string;
}

export const selectSavedReplies = ({ sql, site }: Ctx): Promise<SavedReply[]> => sql<SavedReply[]>`
  select id, title, body from saved_replies where site_id = ${site.id} order by title, id`;

export const findReply = ({ sql, site }: Ctx, id: number): Promise<SavedReply | undefined> =>
  findRow(sql<SavedReply[]>`select id, title, body from saved_replies where site_id = ${site.id} and id = ${id}`);

/** Undefined if the site has a reply with this title. */
export const insertReply = ({ sql, site, clock }: Ctx, { title, body }: Omit<SavedReply, 'id'>): Promise<SavedReply | undefined> =>
  findRow(sql<SavedReply[]>`
    insert into saved_replies (site_id, title, body, created_at) values (${site.id}, ${title}, ${body}, ${clock.now()})
    on conflict (site_id, title) do nothing returning id, title, body`);

export const deleteReplyRow = ({ sql, site }: Ctx, id: number): Promise<SavedReply | undefined> =>
  findRow(sql<SavedReply[]>`delete from saved_replies where site_id = ${site.id} and id = ${id} returning id, title, body`);
