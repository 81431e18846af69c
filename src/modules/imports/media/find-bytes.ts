import type { Media, MediaRef } from '../../../integrations/media/store.ts';
import type { Db } from '../../../kernel/context.ts';
import { findBrandPicture } from '../../content/brand/queries.ts';
import { selectLogoBytes } from '../../drafts/logo/queries.ts';
import { selectPictureBytes } from '../../listings/export/queries.ts';
import { readFromStores } from '../../listings/media/stored-pictures.ts';

const readFromRows = async (sql: Db, { site_id, hash }: MediaRef): Promise<Buffer | null> =>
  (await selectPictureBytes(sql, site_id, hash))?.bytes ??
  (await findBrandPicture(sql, site_id, hash))?.bytes ??
  (await selectLogoBytes(sql, site_id, hash))?.bytes ??
  null;

/** The bytes of a picture wherever they are, shown or not; null if they are nowhere. */
export const findBytes = async ({ sql, media }: { sql: Db; media: Media }, ref: MediaRef): Promise<Buffer | null> =>
  (await readFromRows(sql, ref)) ?? readFromStores(media, ref);
