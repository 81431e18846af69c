import type { Caller, Ctx } from '../../../kernel/context.ts';
import { ownListing } from '../../listings/own-listing.ts';
import { type KeptReview, selectReviews } from './review-queries.ts';

/** Reviews that were drafted of one of the caller's listings, the newest first. For its owner alone. */
export const ownReviews = async (
  ctx: Ctx<Caller>,
  { listing_id }: { listing_id: number },
): Promise<{ listing: { id: number; name: string; slug: string }; reviews: KeptReview[] }> => {
  const { id, name, slug } = await ownListing(ctx, listing_id);
  return { listing: { id, name, slug }, reviews: await selectReviews(ctx.sql, id) };
};
