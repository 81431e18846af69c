import type { Db } from '../../kernel/context.ts';
import type { Picture } from './picture.ts';

export const countPictures = async (sql: Db, listing_id: number): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from listing_media where listing_id = ${listing_id}`;
  return row!.count;
};

interface NewPicture extends Picture {
  site_id: number;
  listing_id: number;
  alt: string;
  at: Date;
}

/** Puts a picture behind the others. The same one again only has its words changed. */
export const insertPicture = ({ site_id, listing_id, hash, alt, width, height, bytes, at }: NewPicture, sql: Db) => sql`
  insert into listing_media (site_id, listing_id, hash, alt, width, height, position, bytes, created_at)
  values (${site_id}, ${listing_id}, ${hash}, ${alt}, ${width}, ${height},
    (select coalesce(max(position), 0) + 1 from listing_media where listing_id = ${listing_id}), ${bytes}, ${at})
  on conflict (listing_id, hash) do update set alt = excluded.alt`;

export interface PictureRow {
  id: number;
  hash: string;
  alt: string;
  width: number;
  height: number;
}

export const selectPictures = (sql: Db, listing_id: number): Promise<PictureRow[]> => sql<PictureRow[]>`
  select id, hash, alt, width, height from listing_media where listing_id = ${listing_id} order by position, id`;

export const removePicture = async (sql: Db, listing_id: number, id: number): Promise<boolean> =>
  (await sql`delete from listing_media where listing_id = ${listing_id} and id = ${id} returning id`).length > 0;

/** Puts a picture before all others. */
export const putFirst = async (sql: Db, listing_id: number, id: number): Promise<boolean> =>
  (
    await sql`
      update listing_media set position = (select min(position) - 1 from listing_media where listing_id = ${listing_id})
      where listing_id = ${listing_id} and id = ${id} returning id`
  ).length > 0;

/** Those of removed listings are not shown to anybody. */
const shown = (sql: Db, site_id: number, hash: string) => sql`
  from listing_media p join listings l on l.id = p.listing_id
  where p.site_id = ${site_id} and p.hash = ${hash} and l.status <> 'removed' limit 1`;

export const findPictureBytes = async (sql: Db, site_id: number, hash: string): Promise<Buffer | undefined> => {
  const [row] = await sql<{ bytes: Buffer }[]>`select p.bytes ${shown(sql, site_id, hash)}`;
  return row?.bytes;
};

export const hasPicture = async (sql: Db, site_id: number, hash: string): Promise<boolean> =>
  (await sql`select ${shown(sql, site_id, hash)}`).length > 0;
