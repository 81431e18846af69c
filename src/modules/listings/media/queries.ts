import type { Db } from '../../../kernel/context.ts';
import { findValue, firstValue, hasRows } from '../../../kernel/database.ts';
import type { ProcessedPicture } from './image-processing.ts';

export const countPictures = (sql: Db, listing_id: number): Promise<number> =>
  firstValue<number>(sql`select count(*)::int as count from listing_media where listing_id = ${listing_id}`);

interface NewPicture extends ProcessedPicture {
  site_id: number;
  listing_id: number;
  /** Empty until the owner describes the picture. */
  alt?: string;
  at: Date;
}

/** Appends a picture, unless the listing has it already. */
export const insertPicture = ({ site_id, listing_id, hash, alt = '', width, height, bytes, at }: NewPicture, sql: Db) => sql`
  insert into listing_media (site_id, listing_id, hash, alt, width, height, position, bytes, created_at)
  values (${site_id}, ${listing_id}, ${hash}, ${alt}, ${width}, ${height},
    (select coalesce(max(position), 0) + 1 from listing_media where listing_id = ${listing_id}), ${bytes}, ${at})
  on conflict (listing_id, hash) do nothing`;

export interface PictureRow {
  id: number;
  hash: string;
  alt: string;
  width: number;
  height: number;
}

export const selectPictures = (sql: Db, listing_id: number): Promise<PictureRow[]> => sql<PictureRow[]>`
  select id, hash, alt, width, height from listing_media where listing_id = ${listing_id} order by position, id`;

export const deletePictureRow = (sql: Db, listing_id: number, id: number): Promise<boolean> =>
  hasRows(sql`delete from listing_media where listing_id = ${listing_id} and id = ${id} returning id`);

export const updateAltText = (sql: Db, listing_id: number, id: number, alt: string): Promise<boolean> =>
  hasRows(sql`update listing_media set alt = ${alt} where listing_id = ${listing_id} and id = ${id} returning id`);

export const updatePictureOrder = (sql: Db, listing_id: number, ids: number[]) => sql`
  update listing_media p set position = o.position
  from unnest(${ids}::bigint[]) with ordinality o (id, position) where p.listing_id = ${listing_id} and p.id = o.id`;

/** Pictures of removed listings are not shown. */
const fromVisiblePictures = (sql: Db, site_id: number, hash: string) => sql`
  from listing_media p join listings l on l.id = p.listing_id
  where p.site_id = ${site_id} and p.hash = ${hash} and l.status <> 'removed' limit 1`;

export const findPictureBytes = (sql: Db, site_id: number, hash: string): Promise<Buffer | null> =>
  findValue<Buffer>(sql`select p.bytes ${fromVisiblePictures(sql, site_id, hash)}`);

export const hasPicture = (sql: Db, site_id: number, hash: string): Promise<boolean> =>
  hasRows(sql`select ${fromVisiblePictures(sql, site_id, hash)}`);
