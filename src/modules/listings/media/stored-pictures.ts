import { type Media, type MediaRef, MediaStoreError, objectName } from '../../../integrations/media/store.ts';
import type { Ctx, Db } from '../../../kernel/context.ts';
import { Refusal, requireFound } from '../../../kernel/errors.ts';
import { type PictureBytes, type StoredBytes, unmarkUnusedMedia } from './queries.ts';

export interface MediaCtx {
  sql: Db;
  integrations: { media: Media };
}

const orUnavailable = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause) => {
    throw cause instanceof MediaStoreError ? new Refusal('media_unavailable', { cause }) : cause;
  });

/**
 * Puts a picture into the store of this deployment, if it has one. Called before the row is written and outside of transactions: an object
 * without a row is deleted later, but a row without its object would be a lost picture.
 */
export const storePicture = async <P extends { hash: string; bytes: Buffer }>(
  { sql, integrations }: MediaCtx,
  site_id: number,
  picture: P,
): Promise<StoredBytes<P>> => {
  const { store } = integrations.media;
  if (!store) return picture;
  const ref = { site_id, hash: picture.hash };
  // Waits if the object is being deleted right now.
  await unmarkUnusedMedia(sql, ref);
  await orUnavailable(store.put(ref, picture.bytes));
  return { ...picture, bytes: null };
};

/** A picture from the store, or from the one before if it has not been moved yet. Null: it is in neither. */
export const readFromStores = async ({ store, previous }: Media, ref: MediaRef): Promise<Buffer | null> => {
  const found = await store?.get(ref).catch((error) => {
    if (!previous) throw error;
    return null;
  });
  return found ?? (await previous?.get(ref)) ?? null;
};

/** The bytes of a picture that has this row. */
export const readStoredPicture = async (
  { integrations, site }: Pick<Ctx, 'site'> & Pick<MediaCtx, 'integrations'>,
  hash: string,
  { bytes }: PictureBytes,
): Promise<Buffer> =>
  bytes ?? requireFound('picture_not_found', await orUnavailable(readFromStores(integrations.media, { site_id: site.id, hash })));

/** The public address of a picture in the store; null if the service sends it. While pictures are being moved, it sends all of them. */
export const findPublicUrl = (
  { integrations: { media }, site }: Pick<Ctx, 'site'> & Pick<MediaCtx, 'integrations'>,
  hash: string,
  { bytes }: PictureBytes,
): string | null => (bytes || media.previous || !media.base_url ? null : `${media.base_url}/${objectName({ site_id: site.id, hash })}`);
