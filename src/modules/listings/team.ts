import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { prefixQueryOf } from '../../kernel/words.ts';
import { refuseStrangers } from '../accounts/team.ts';
import { findForTeam, findMergedInto, selectForTeam, type TeamListing, type TeamListingRow } from './team-queries.ts';
import type { FindListings } from './team-schema.ts';
import { type Happening, selectHappenings } from './timeline-queries.ts';

/** Listings of the site in any status, by name, slug or domain. For the site's team. */
export const findListings = async (ctx: Ctx<Caller>, input: FindListings): Promise<{ listings: TeamListingRow[]; has_more: boolean }> => {
  await refuseStrangers(ctx);
  const rows = await selectForTeam(ctx, input, input.q ? prefixQueryOf(input.q) : null);
  return { listings: rows.slice(0, input.per_page), has_more: rows.length > input.per_page };
};

const SHOWN = 50;

/** One listing with all that happened to it. For the site's team. */
export const openListing = async (ctx: Ctx<Caller>, { id }: { id: number }): Promise<{ listing: TeamListing; happenings: Happening[] }> => {
  await refuseStrangers(ctx);
  const listing = await findForTeam(ctx, id);
  if (!listing) throw new Refusal('listing_not_found');
  return { listing, happenings: await selectHappenings(ctx.sql, id, SHOWN) };
};

/** The slug of the listing that one was merged into; null where it was not. */
export const mergedInto = (ctx: Ctx, { slug }: { slug: string }): Promise<string | null> => findMergedInto(ctx, slug);
