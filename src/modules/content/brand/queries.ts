import type { Db } from '../../../kernel/context.ts';
import { findValue } from '../../../kernel/database.ts';
import type { ProcessedPicture } from '../../listings/media/image-processing.ts';

/** Stores a picture of a brand, unless the site has it already. */
export const insertBrandPicture = (sql: Db, site_id: number, { hash, width, height, bytes }: ProcessedPicture, at: Date) => sql`
  insert into brand_pictures (site_id, hash, width, height, bytes, created_at)
  values (${site_id}, ${hash}, ${width}, ${height}, ${bytes}, ${at}) on conflict (site_id, hash) do nothing`;

export const findBrandPicture = (sql: Db, site_id: number, hash: string): Promise<Buffer | null> =>
  findValue<Buffer>(sql`select bytes from brand_pictures where site_id = ${site_id} and hash = ${hash}`);
