import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import {
  countPictures,
  findPictureBytes,
  hasPicture,
  insertPicture,
  type PictureRow,
  putFirst,
  removePicture,
  selectPictures,
} from './media-queries.ts';
import { ownListing } from './own-listing.ts';
import { makePicture } from './picture.ts';
import { lockListings } from './version-queries.ts';

export const MOST_PICTURES = 8;

/** The pictures of your listing, in their order. */
export const listPictures = async (ctx: Ctx, { listing_id }: { listing_id: number }): Promise<PictureRow[]> => {
  await ownListing(ctx, listing_id);
  return selectPictures(ctx.sql, listing_id);
};

const refuseLocked = ({ unlocked_sections }: { unlocked_sections: string[] }): void => {
  if (!unlocked_sections.includes('media')) throw new Refusal('section_locked');
};

/** Adds a picture to your listing, where its plan includes them: at most eight, each made anew before it is kept. */
export const addPicture = async (
  ctx: Ctx<Caller>,
  { listing_id, alt, sent }: { listing_id: number; alt: string; sent: Buffer },
): Promise<void> => {
  refuseLocked(await ownListing(ctx, listing_id));
  if ((await countPictures(ctx.sql, listing_id)) >= MOST_PICTURES) throw new Refusal('too_many_pictures');
  const picture = await makePicture(sent);
  await inTransaction(ctx, async (ctx) => {
    const listing = await ownListing(ctx, listing_id);
    refuseLocked(listing);
    await lockListings(ctx.sql, [listing_id]);
    if ((await countPictures(ctx.sql, listing_id)) >= MOST_PICTURES) throw new Refusal('too_many_pictures');
    await insertPicture({ ...picture, site_id: listing.site_id, listing_id, alt, at: ctx.clock.now() }, ctx.sql);
  });
};

const found = (there: boolean): void => {
  if (!there) throw new Refusal('picture_not_found');
};

export const deletePicture = async (ctx: Ctx<Caller>, { listing_id, id }: { listing_id: number; id: number }): Promise<void> => {
  await ownListing(ctx, listing_id);
  found(await removePicture(ctx.sql, listing_id, id));
};

/** Shows a picture before the others. */
export const showFirst = async (ctx: Ctx<Caller>, { listing_id, id }: { listing_id: number; id: number }): Promise<void> => {
  await ownListing(ctx, listing_id);
  found(await putFirst(ctx.sql, listing_id, id));
};

/** Refuses a picture that is not, or no longer, shown on the site. */
export const refuseUnshown = async ({ sql, site }: Ctx, { hash }: { hash: string }): Promise<void> =>
  found(await hasPicture(sql, site.id, hash));

/** A picture by its content's hash, on the site it belongs to. */
export const readPicture = async ({ sql, site }: Ctx, { hash }: { hash: string }): Promise<Buffer> => {
  const bytes = await findPictureBytes(sql, site.id, hash);
  if (!bytes) throw new Refusal('picture_not_found');
  return bytes;
};
