import type { Caller, Ctx } from '../../../kernel/context.ts';
import { requireFound } from '../../../kernel/errors.ts';
import { JsonText, type ListResponse, listResponse, type Paging, unpagedList } from '../../../kernel/responses.ts';
import { prefixQueryOf } from '../../../kernel/words.ts';
import { requireTeam } from '../../accounts/team.ts';
import { findCategoryPage } from '../browse/queries.ts';
import { type ListingEvent, selectListingEvents } from '../history/queries.ts';
import type { Alternative, FindListingsForTeam, Listing } from '../schema.ts';
import {
  findListingPlan,
  findMergedInto,
  findProfile,
  findProfileForTeam,
  findPublicListing,
  findTeamListing,
  type ListingKey,
  type ListingPlan,
  selectAlternatives,
  selectComparisonRows,
  selectSummariesOf,
  selectTeamListings,
  type TeamListing,
  type TeamListingRow,
} from './queries.ts';
import type { Category, CompareListings, Comparison } from './schema.ts';

export { countCategoryFacets, listFilterableAttributes, searchListings, searchWithCounts, suggestListings } from '../search/search.ts';
export type { QueryReading } from '../search/terms.ts';

/** A listing's full public profile. Paid sections are null unless they are unlocked. */
export const getListing = async (ctx: Ctx, { slug }: { slug: string }): Promise<JsonText<Listing>> => {
  const profile = await findProfile(ctx, slug);
  const merged_into = profile ? null : await findMergedInto(ctx, slug);
  const detail = merged_into ? `This listing was merged into "${merged_into}".` : undefined;
  return new JsonText(requireFound('listing_not_found', profile, detail));
};

export const getListingPlan = async (ctx: Ctx, { slug }: { slug: string }): Promise<ListingPlan> =>
  requireFound('listing_not_found', await findListingPlan(ctx, slug));

const noPublicListing = (slug: string): string => `No public listing has the slug "${slug}". Find it with search_listings.`;

const requirePublicListing = async (ctx: Ctx, slug: string): Promise<ListingKey> =>
  requireFound('listing_not_found', await findPublicListing(ctx, slug), noPublicListing(slug));

export const getListingName = async (ctx: Ctx, { slug }: { slug: string }): Promise<string> => (await requirePublicListing(ctx, slug)).name;

/** Alternatives the owner approved first, then others of the same primary category. */
export const listAlternatives = async (ctx: Ctx, { slug }: { slug: string }): Promise<JsonText<ListResponse<Alternative>>> =>
  unpagedList(await selectAlternatives(ctx, await requirePublicListing(ctx, slug)));

/** Two to five listings side by side on the attributes of their categories. One named twice is shown once. */
export const compareListings = async (ctx: Ctx, { a, b, c, d, e }: CompareListings): Promise<JsonText<Comparison>> => {
  const slugs = [...new Set([a, b, c, d, e].filter((slug) => slug !== undefined))];
  const [found, rows] = await Promise.all([selectSummariesOf(ctx, slugs), selectComparisonRows(ctx, slugs)]);
  const listings = slugs.map((slug) => requireFound('listing_not_found', found.get(slug), noPublicListing(slug)));
  return new JsonText(`{"listings":[${listings.join(',')}],"rows":[${rows.join(',')}]}`);
};

/** A category with its live listings, most voted first. */
export const getCategory = async (ctx: Ctx, { slug, ...paging }: { slug: string } & Paging): Promise<JsonText<Category>> => {
  const { category, live, ...items } = requireFound('category_not_found', await findCategoryPage(ctx, slug, paging));
  const listings = listResponse(paging, items, live);
  return new JsonText(`${category.slice(0, -1)},"listings":${listings.text}}`);
};

/** Listings of the site in any status, by name, slug or domain. For the site's team. */
export const findListingsForTeam = async (
  ctx: Ctx<Caller>,
  input: FindListingsForTeam,
): Promise<{ listings: TeamListingRow[]; has_more: boolean }> => {
  await requireTeam(ctx);
  const rows = await selectTeamListings(ctx, input, input.q ? prefixQueryOf(input.q) : null);
  return { listings: rows.slice(0, input.per_page), has_more: rows.length > input.per_page };
};

const MAX_TEAM_EVENTS = 50;

/** One listing with its history. For the site's team. */
export const getListingForTeam = async (
  ctx: Ctx<Caller>,
  { id }: { id: number },
): Promise<{ listing: TeamListing; happenings: ListingEvent[] }> => {
  await requireTeam(ctx);
  const listing = requireFound('listing_not_found', await findTeamListing(ctx, id));
  return { listing, happenings: await selectListingEvents(ctx.sql, id, MAX_TEAM_EVENTS) };
};

/** A listing in any status as its public page will show it. For the site's team. */
export const previewListing = async (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<Listing> => {
  await requireTeam(ctx);
  return JSON.parse(requireFound('listing_not_found', await findProfileForTeam(ctx, listing_id))) as Listing;
};

export const getMergedInto = (ctx: Ctx, { slug }: { slug: string }): Promise<string | null> => findMergedInto(ctx, slug);
