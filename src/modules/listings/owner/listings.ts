import type { Caller, Ctx } from '../../../kernel/context.ts';
import { requireFound } from '../../../kernel/errors.ts';
import { JsonText, type ListResponse, listResponse, type Paging } from '../../../kernel/responses.ts';
import { buildFreePlanEmbed } from '../badges/render.ts';
import {
  countOwnListings,
  findOwnListing,
  findOwnListingKey,
  type OwnListingKey,
  type SiblingListing,
  selectOwnListings,
  selectSiblingListings,
} from './queries.ts';
import type { OwnListing, OwnSummary } from './schema.ts';

const NOT_OWN = 'You have no listing with this id. list_my_listings shows them all.';

/** The caller's listings in any status, newest first. */
export const listOwnListings = async (ctx: Ctx<Caller>, paging: Paging): Promise<JsonText<ListResponse<OwnSummary>>> => {
  const [items, count] = await Promise.all([selectOwnListings(ctx, paging), countOwnListings(ctx)]);
  return listResponse(paging, items, count);
};

/** One of the caller's listings with status, plan, unlocked sections and content. */
export const getOwnListing = async (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<JsonText<OwnListing>> => {
  const own = JSON.parse(requireFound('listing_not_found', await findOwnListing(ctx, listing_id), NOT_OWN)) as OwnListing;
  if (own.badge) own.badge.embed_html = buildFreePlanEmbed(ctx.site, own);
  return new JsonText(JSON.stringify(own));
};

/** One of the caller's listings. The refusal is the same for other people's listings and for unknown ids. */
export const requireOwnListing = async (ctx: Ctx<Caller>, listing_id: number): Promise<OwnListingKey> =>
  requireFound('listing_not_found', await findOwnListingKey(ctx, listing_id), NOT_OWN);

/** The same company's listings that the caller owns on other sites: the possible targets of `apply_to`. */
export const listSiblingListings = async (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<SiblingListing[]> =>
  selectSiblingListings(ctx, await requireOwnListing(ctx, listing_id));
