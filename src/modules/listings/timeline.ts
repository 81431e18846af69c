import type { Ctx } from '../../kernel/context.ts';
import { ownListing } from './own-listing.ts';
import { type Happening, selectHappenings } from './timeline-queries.ts';

const SHOWN = 30;

/** What happened to your listing: its moves, edits and updates, newest first. */
export const timelineOf = async (ctx: Ctx, { listing_id }: { listing_id: number }): Promise<Happening[]> => {
  await ownListing(ctx, listing_id);
  return selectHappenings(ctx.sql, listing_id, SHOWN);
};
