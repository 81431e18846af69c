import type { MediaRef } from '../../../integrations/media/store.ts';
import type { Db } from '../../../kernel/context.ts';
import { findRow } from '../../../kernel/database.ts';
import type { ProcessedPicture } from '../../listings/media/image-processing.ts';
import type { PictureBytes, StoredBytes } from '../../listings/media/queries.ts';

/** Stores a picture of a brand, unless the site has it already. */
export const insertBrandPicture = (
  sql: Db,
  site_id: number,
  { hash, width, height, bytes }: StoredBytes<ProcessedPicture>,
  at: Date,
) => sql`
  insert into brand_pictures (site_id, hash, width, height, bytes, created_at)
  values (${site_id}, ${hash}, ${width}, ${height}, ${bytes}, ${at}) on conflict (site_id, hash) do nothing`;

export const findBrandPicture = (sql: Db, site_id: number, hash: string): Promise<PictureBytes | undefined> =>
  findRow(sql<PictureBytes[]>`select bytes from brand_pictures where site_id = ${site_id} and hash = ${hash}`);

/** Sets the bytes of a picture if its row has none. */
export const writeBrandPictureBytes = (sql: Db, { site_id, hash }: MediaRef, bytes: Buffer) => sql`
  update brand_pictures set bytes = ${bytes} where site_id = ${site_id} and hash = ${hash} and bytes is null`;

export const clearBrandPictureBytes = (sql: Db, { site_id, hash }: MediaRef) => sql`
  update brand_pictures set bytes = null where site_id = ${site_id} and hash = ${hash} and bytes is not null`;
