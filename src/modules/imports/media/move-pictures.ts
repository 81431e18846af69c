import type { Sql } from 'postgres';
import { type Media, type MediaRef, MediaStoreError, objectName, sha256Of } from '../../../integrations/media/store.ts';
import { mapConcurrently } from '../../../kernel/concurrency.ts';
import { clearBrandPictureBytes, writeBrandPictureBytes } from '../../content/brand/queries.ts';
import { clearLogoBytes, writeLogoBytes } from '../../drafts/logo/queries.ts';
import {
  clearPictureBytes,
  type StoredPictureRef,
  selectStoredPictures,
  unmarkUnusedMedia,
  writePictureBytes,
} from '../../listings/media/queries.ts';
import { findBytes } from './find-bytes.ts';

interface MoveCtx {
  sql: Sql;
  media: Media;
  /** Says what is wrong with a picture. */
  report(sentence: string): void;
}

const PICTURES_PER_BATCH = 200;
const CONCURRENCY = 8;

/** Calls `work` for the pictures of all sites, a few at the same time. Returns how often it returned each outcome. */
const forEachPicture = async <O extends string>(sql: Sql, work: (picture: StoredPictureRef) => Promise<O>): Promise<Record<O, number>> => {
  const counts = {} as Record<O, number>;
  let after: MediaRef = { site_id: 0, hash: '' };
  for (;;) {
    const batch = await selectStoredPictures(sql, after, PICTURES_PER_BATCH);
    for (const outcome of await mapConcurrently(CONCURRENCY, batch, work)) counts[outcome] = (counts[outcome] ?? 0) + 1;
    if (batch.length < PICTURES_PER_BATCH) return counts;
    after = batch.at(-1)!;
  }
};

const writeToRows = (sql: Sql, ref: MediaRef, bytes: Buffer): Promise<unknown> =>
  sql.begin(async (tx) => {
    await writePictureBytes(tx, ref, bytes);
    await writeLogoBytes(tx, ref, bytes);
    await writeBrandPictureBytes(tx, ref, bytes);
  });

const clearRows = (sql: Sql, ref: MediaRef): Promise<unknown> =>
  sql.begin(async (tx) => {
    await clearPictureBytes(tx, ref);
    await clearLogoBytes(tx, ref);
    await clearBrandPictureBytes(tx, ref);
  });

type MoveOutcome = 'moved' | 'already_there' | 'missing' | 'damaged';

/** Copies a picture to where pictures belong now, and reads it again. */
const copyPicture = async (ctx: MoveCtx, picture: StoredPictureRef): Promise<MoveOutcome> => {
  const { sql, media, report } = ctx;
  const is_there = media.store ? await media.store.has(picture) : picture.only_in_database;
  if (is_there) return 'already_there';
  const bytes = await findBytes(ctx, picture);
  if (!bytes) {
    report(`${objectName(picture)} is missing: neither the database nor a store has it.`);
    return 'missing';
  }
  if (sha256Of(bytes) !== picture.hash) {
    report(`${objectName(picture)} is damaged: its content has another hash. It stays where it is.`);
    return 'damaged';
  }
  if (!media.store) {
    await writeToRows(sql, picture, bytes);
    return 'moved';
  }
  await unmarkUnusedMedia(sql, picture);
  await media.store.put(picture, bytes);
  // Reading compares the hash.
  if (!(await media.store.get(picture))) throw new MediaStoreError(`${media.store.name} does not return what it stored.`);
  return 'moved';
};

/** Deletes the copies of a picture where pictures were before, after reading it from where they are now. */
const deleteOldCopies = async ({ sql, media }: MoveCtx, picture: StoredPictureRef): Promise<void> => {
  if (media.store) {
    if (!(await media.store.get(picture))) return;
    if (picture.in_database) await clearRows(sql, picture);
  }
  await media.previous?.delete(picture);
};

/**
 * Moves all pictures to the configured store. It may be interrupted and run again, while servers run: they read a picture from its row or
 * the store before until the copies there are deleted.
 */
export const movePictures = (ctx: MoveCtx, { delete_old }: { delete_old: boolean }): Promise<Record<MoveOutcome, number>> =>
  forEachPicture(ctx.sql, async (picture) => {
    const outcome = await copyPicture(ctx, picture);
    if (delete_old && (outcome === 'moved' || outcome === 'already_there')) await deleteOldCopies(ctx, picture);
    return outcome;
  });

type CheckOutcome = 'ok' | 'missing' | 'damaged';

/** Reads every picture and compares its hash. */
export const checkPictures = (ctx: MoveCtx): Promise<Record<CheckOutcome, number>> =>
  forEachPicture(ctx.sql, async (picture): Promise<CheckOutcome> => {
    const bytes = await findBytes(ctx, picture);
    const outcome = !bytes ? 'missing' : sha256Of(bytes) === picture.hash ? 'ok' : 'damaged';
    if (outcome !== 'ok') ctx.report(`${objectName(picture)} is ${outcome}.`);
    return outcome;
  });
