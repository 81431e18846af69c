import { type Caller, type Ctx, inTransaction } from '../../../kernel/context.ts';
import { Refusal, requireFound } from '../../../kernel/errors.ts';
import { lockListingsForEdit } from '../history/queries.ts';
import { requireOwnListing } from '../owner/listings.ts';
import { processPicture } from './image-processing.ts';
import type { PictureBytes } from './queries.ts';
import {
  countPictures,
  deletePictureRow,
  findPictureBytes,
  insertPicture,
  type PictureRow,
  selectPictures,
  updateAltText,
  updatePictureOrder,
} from './queries.ts';
import { storePicture } from './stored-pictures.ts';

export const MAX_PICTURES = 8;

/** The pictures of the caller's listing, in order. */
export const listPictures = async (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<PictureRow[]> => {
  await requireOwnListing(ctx, listing_id);
  return selectPictures(ctx.sql, listing_id);
};

const requireMediaSection = ({ unlocked_sections }: { unlocked_sections: string[] }): void => {
  if (!unlocked_sections.includes('media')) throw new Refusal('section_locked');
};

/** Adds a picture to the caller's listing if its plan includes media. It comes last and has no alt text yet. */
export const addPicture = async (ctx: Ctx<Caller>, { listing_id, sent }: { listing_id: number; sent: Buffer }): Promise<void> => {
  requireMediaSection(await requireOwnListing(ctx, listing_id));
  if ((await countPictures(ctx.sql, listing_id)) >= MAX_PICTURES) throw new Refusal('too_many_pictures');
  const picture = await storePicture(ctx, ctx.site.id, await processPicture(sent));
  await inTransaction(ctx, async (ctx) => {
    const listing = await requireOwnListing(ctx, listing_id);
    requireMediaSection(listing);
    await lockListingsForEdit(ctx.sql, [listing_id]);
    if ((await countPictures(ctx.sql, listing_id)) >= MAX_PICTURES) throw new Refusal('too_many_pictures');
    await insertPicture({ ...picture, site_id: listing.site_id, listing_id, at: ctx.clock.now() }, ctx.sql);
  });
};

const requirePicture = (exists: boolean): void => {
  if (!exists) throw new Refusal('picture_not_found');
};

export const deletePicture = async (ctx: Ctx<Caller>, { listing_id, id }: { listing_id: number; id: number }): Promise<void> => {
  await requireOwnListing(ctx, listing_id);
  requirePicture(await deletePictureRow(ctx.sql, listing_id, id));
};

export const setAltText = async (
  ctx: Ctx<Caller>,
  { listing_id, id, alt }: { listing_id: number; id: number; alt: string },
): Promise<void> => {
  await requireOwnListing(ctx, listing_id);
  requirePicture(await updateAltText(ctx.sql, listing_id, id, alt));
};

/** Moves a picture to an index, counted from 0. */
export const movePicture = (ctx: Ctx<Caller>, { listing_id, id, to }: { listing_id: number; id: number; to: number }): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await requireOwnListing(ctx, listing_id);
    await lockListingsForEdit(ctx.sql, [listing_id]);
    const ids = (await selectPictures(ctx.sql, listing_id)).map((picture) => picture.id);
    requirePicture(ids.includes(id));
    await updatePictureOrder(ctx.sql, listing_id, ids.filter((one) => one !== id).toSpliced(to, 0, id));
  });

/** The row of a picture that the site shows, by the hash of its content. */
export const findPicture = async ({ sql, site }: Ctx, { hash }: { hash: string }): Promise<PictureBytes> =>
  requireFound('picture_not_found', await findPictureBytes(sql, site.id, hash));
