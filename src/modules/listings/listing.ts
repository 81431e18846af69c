import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { JsonText } from '../../kernel/json.ts';
import { type ListAnswer, type Paging, wholeList } from '../../kernel/paging.ts';
import { findCategory } from '../catalog/queries.ts';
import { findProfile, findPublicListing, findSummary, type ListingKey, selectAlternatives, selectComparisonRows } from './queries.ts';
import type { Alternative, Category, Comparison, Listing } from './schema.ts';
import { browseShelf } from './search.ts';
import { findMergedInto } from './team-queries.ts';

export { searchListings } from './search.ts';

/** A listing's full public profile; paid sections only where they are unlocked (SPEC 2.2). */
export const getListing = async (ctx: Ctx, { slug }: { slug: string }): Promise<JsonText<Listing>> => {
  const profile = await findProfile(ctx, slug);
  const into = profile ? null : await findMergedInto(ctx, slug);
  if (into) throw new Refusal('listing_not_found', { detail: `This listing was merged into "${into}".` });
  if (!profile) throw new Refusal('listing_not_found');
  return new JsonText(profile);
};

const publicListing = async (ctx: Ctx, slug: string): Promise<ListingKey> => {
  const listing = await findPublicListing(ctx, slug);
  if (!listing)
    throw new Refusal('listing_not_found', { detail: `No public listing has the slug "${slug}". Find it with search_listings.` });
  return listing;
};

/** What else does the same: alternatives the owner approved, then others of the same primary category. */
export const listAlternatives = async (ctx: Ctx, { slug }: { slug: string }): Promise<JsonText<ListAnswer<Alternative>>> =>
  wholeList(await selectAlternatives(ctx, await publicListing(ctx, slug)));

/** Two listings side by side on the attributes of their categories. */
export const compareListings = async (ctx: Ctx, { a, b }: { a: string; b: string }): Promise<JsonText<Comparison>> => {
  const [first, second] = await Promise.all([publicListing(ctx, a), publicListing(ctx, b)]);
  const [left, right, rows] = await Promise.all([
    findSummary(ctx, first.id),
    findSummary(ctx, second.id),
    selectComparisonRows(ctx, first.id, second.id),
  ]);
  return new JsonText(`{"a":${left},"b":${right},"rows":[${rows.join(',')}]}`);
};

/** A category with its live listings, most voted first. */
export const getCategory = async (ctx: Ctx, { slug, ...paging }: { slug: string } & Paging): Promise<JsonText<Category>> => {
  const category = await findCategory(ctx, slug);
  if (!category) throw new Refusal('category_not_found');
  const listings = await browseShelf(ctx, category.id, 'votes', paging, category.live);
  return new JsonText(`${category.json.slice(0, -1)},"listings":${listings.text}}`);
};
