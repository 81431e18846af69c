import type { MediaRef } from '../../../integrations/media/store.ts';
import type { Db } from '../../../kernel/context.ts';
import { findRow, firstRow, firstValue, hasRows } from '../../../kernel/database.ts';
import type { ProcessedPicture } from './image-processing.ts';

/** A picture whose bytes are null is outside of the database. */
export type StoredBytes<P extends { bytes: Buffer }> = Omit<P, 'bytes'> & { bytes: Buffer | null };

/** The bytes in the row of a picture; null if they are in a store. */
export interface PictureBytes {
  bytes: Buffer | null;
}

export const countPictures = (sql: Db, listing_id: number): Promise<number> =>
  firstValue<number>(sql`select count(*)::int as count from listing_media where listing_id = ${listing_id}`);

interface NewPicture extends StoredBytes<ProcessedPicture> {
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

export const findPictureBytes = (sql: Db, site_id: number, hash: string): Promise<PictureBytes | undefined> =>
  findRow(sql<PictureBytes[]>`select p.bytes ${fromVisiblePictures(sql, site_id, hash)}`);

/** Sets the bytes of a picture's rows that are empty. */
export const writePictureBytes = async (sql: Db, { site_id, hash }: MediaRef, bytes: Buffer): Promise<void> => {
  await sql`update listing_media set bytes = ${bytes} where site_id = ${site_id} and hash = ${hash} and bytes is null`;
  await sql`update listing_logos set bytes = ${bytes} where site_id = ${site_id} and hash = ${hash} and bytes is null`;
};

/** Removes the bytes from a picture's rows. */
export const clearPictureBytes = async (sql: Db, { site_id, hash }: MediaRef): Promise<void> => {
  await sql`update listing_media set bytes = null where site_id = ${site_id} and hash = ${hash} and bytes is not null`;
  await sql`update listing_logos set bytes = null where site_id = ${site_id} and hash = ${hash} and bytes is not null`;
};

export interface StoredPictureRef extends MediaRef {
  /** Whether a row has its bytes, and whether all rows have them. */
  in_database: boolean;
  only_in_database: boolean;
}

/** The pictures of all sites and modules, in order. */
export const selectStoredPictures = (sql: Db, after: MediaRef, limit: number): Promise<StoredPictureRef[]> => sql<StoredPictureRef[]>`
  select site_id, hash, bool_or(in_database) as in_database, bool_and(in_database) as only_in_database from stored_pictures
  where (site_id, hash) > (${after.site_id}, ${after.hash}) group by site_id, hash order by site_id, hash limit ${limit}`;

export interface PictureCounts {
  in_database: number;
  outside: number;
}

export const countStoredPictures = async (sql: Db): Promise<PictureCounts> =>
  firstRow(
    await sql<PictureCounts[]>`
    select count(*) filter (where in_database)::int as in_database, count(*) filter (where not in_database)::int as outside
    from stored_pictures`,
  );

/** By a picture, or by a dump of the public data. */
const isUsed = (sql: Db) => sql`(exists (select from stored_pictures p where p.site_id = o.site_id and p.hash = o.hash)
  or exists (select from dataset_objects d where d.site_id = o.site_id and d.hash = o.hash))`;

/** Notes which of these objects no row names, and forgets it for those that a row names again. */
export const markUnusedMedia = async (sql: Db, refs: MediaRef[]): Promise<void> => {
  const objects = sql`unnest(${refs.map(({ site_id }) => site_id)}::int[], ${refs.map(({ hash }) => hash)}::text[]) o (site_id, hash)`;
  await sql`delete from unused_media u using ${objects} where u.site_id = o.site_id and u.hash = o.hash and ${isUsed(sql)}`;
  await sql`
    insert into unused_media (site_id, hash, found_at) select o.site_id, o.hash, now() from ${objects} where not ${isUsed(sql)}
    on conflict do nothing`;
};

export const unmarkUnusedMedia = (sql: Db, { site_id, hash }: MediaRef) => sql`
  delete from unused_media where site_id = ${site_id} and hash = ${hash}`;

/** Locks an object that has been unused for long, so that nobody stores it again while it is deleted. */
export const lockUnusedMedia = (sql: Db, hours: number): Promise<MediaRef | undefined> =>
  findRow(sql<MediaRef[]>`
    select site_id, hash from unused_media o where found_at < now() - make_interval(hours => ${hours}) and not ${isUsed(sql)}
    order by found_at limit 1 for update skip locked`);
