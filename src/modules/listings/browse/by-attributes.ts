import type { Ctx, Db } from '../../../kernel/context.ts';
import { type JsonText, type ListResponse, listResponse, offsetOf, type Paging } from '../../../kernel/responses.ts';
import { ttlValue } from '../../../kernel/ttl-cache.ts';
import type { TermCondition } from '../attributes/filter.ts';
import { selectCommonTerms } from '../attributes/queries.ts';
import type { ListingSummary } from '../schema.ts';
import {
  countListingsAmong,
  type ListingFilter,
  type ListingSort,
  scanForPage,
  selectListingsAmong,
  selectStatingListings,
} from './queries.ts';

const MINUTE_MS = 60_000;

type TermCounts = Map<string | null, number>;
/** Counts of terms by database. They are estimates for the whole database, not for a site. */
const cachedCounts = new WeakMap<Db, () => Promise<TermCounts>>();

const cacheCounts = (sql: Db) => {
  const load = ttlValue(MINUTE_MS, async () => new Map((await selectCommonTerms(sql)).map(({ term, count }) => [term, count])));
  cachedCounts.set(sql, load);
  return load;
};

/** The share of listings that fulfil the conditions, if these are independent. Outdated counts make a list slower, never wrong. */
const estimateShare = async ({ sql }: Ctx, conditions: TermCondition[]): Promise<number> => {
  const counts = await (cachedCounts.get(sql) ?? cacheCounts(sql))();
  const countOf = (term: string | undefined): number => (term === undefined ? 0 : (counts.get(term) ?? 0));
  const all = Math.max(counts.get(null) ?? 0, 1);
  const shareOf = ({ any }: TermCondition): number =>
    Math.min(1, any.reduce((sum, { has, not }) => sum + countOf(has) - countOf(not), 0) / all);
  return conditions.reduce((share, condition) => share * shareOf(condition), 1);
};

/** From this share on a page is found sooner by looking through the list in order than by collecting all matches. */
const COMMON_SHARE = 0.03;

/**
 * A page of live listings that state the attributes of a filter. What is common is found by looking through the list in order; then the
 * total is only known to be more than what was seen. What is rare is collected by the index of terms, counted and sorted.
 */
export const browseByAttributes = async (
  ctx: Ctx,
  filter: ListingFilter,
  sort: ListingSort,
  paging: Paging,
): Promise<JsonText<ListResponse<ListingSummary>>> => {
  if ((await estimateShare(ctx, filter.facets.attributes!)) >= COMMON_SHARE) {
    const items = await scanForPage(ctx, filter, sort, paging);
    const seen = offsetOf(paging) + paging.per_page;
    if (items.length === paging.per_page) return listResponse(paging, items, seen + 1, seen);
  }
  const listing_ids = await selectStatingListings(ctx, filter);
  const [items, count] = await Promise.all([
    selectListingsAmong(ctx, filter, listing_ids, sort, paging),
    countListingsAmong(ctx, filter, listing_ids),
  ]);
  return listResponse(paging, items, count);
};
