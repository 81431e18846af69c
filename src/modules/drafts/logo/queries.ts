import type { MediaRef } from '../../../integrations/media/store.ts';
import type { Db } from '../../../kernel/context.ts';
import { findRow } from '../../../kernel/database.ts';
import type { PictureBytes } from '../../listings/media/queries.ts';
import type { DraftRow } from '../queries.ts';

/** Older versions of a listing may show an earlier logo, so the last few are kept. */
const LOGOS_KEPT = 5;

export const insertLogo = async (
  sql: Db,
  { id, site_id }: Pick<DraftRow, 'id' | 'site_id'>,
  { hash, bytes, at }: { hash: string; bytes: Buffer | null; at: Date },
): Promise<void> => {
  await sql`
    insert into draft_logos (site_id, draft_id, hash, bytes, created_at) values (${site_id}, ${id}, ${hash}, ${bytes}, ${at})
    on conflict (draft_id, hash) do update set created_at = excluded.created_at`;
  await sql`
    delete from draft_logos where draft_id = ${id} and hash not in (
      select hash from draft_logos where draft_id = ${id} order by created_at desc, hash limit ${LOGOS_KEPT})`;
};

export const findLogoBytes = (sql: Db, site_id: number, hash: string): Promise<PictureBytes | undefined> =>
  findRow(sql<PictureBytes[]>`
    select p.bytes from draft_logos p join drafts d on d.id = p.draft_id left join listing_heads l on l.id = d.listing_id
    where p.site_id = ${site_id} and p.hash = ${hash} and l.status is distinct from 'removed' limit 1`);

/** The bytes of a logo, also of a removed listing, from a row that has them if there is one. */
export const selectLogoBytes = (sql: Db, site_id: number, hash: string): Promise<PictureBytes | undefined> =>
  findRow(sql<PictureBytes[]>`
    select bytes from draft_logos where site_id = ${site_id} and hash = ${hash} order by bytes is null limit 1`);

/** Sets the bytes of a logo's rows that are empty. */
export const writeLogoBytes = (sql: Db, { site_id, hash }: MediaRef, bytes: Buffer) => sql`
  update draft_logos set bytes = ${bytes} where site_id = ${site_id} and hash = ${hash} and bytes is null`;

export const clearLogoBytes = (sql: Db, { site_id, hash }: MediaRef) => sql`
  update draft_logos set bytes = null where site_id = ${site_id} and hash = ${hash} and bytes is not null`;
