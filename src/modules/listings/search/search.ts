import type { Ctx, Db } from '../../../kernel/context.ts';
import { invalidInput } from '../../../kernel/errors.ts';
import { COUNT_LIMIT, exactPage, type JsonText, type ListResponse, listResponse, type Paging } from '../../../kernel/responses.ts';
import { ttlCache, ttlValue } from '../../../kernel/ttl-cache.ts';
import { identifyPage, identifyWebsite } from '../addresses.ts';
import { type FilterableAttribute, parseAttributeFilter, splitConditions } from '../attributes/filter.ts';
import { selectApplicableKeys, selectFilterableAttributes, selectTermCounts } from '../attributes/queries.ts';
import { selectByBitmaps } from '../browse/bitmaps/queries.ts';
import {
  countFacetMatches,
  countFilteredListings,
  type FacetCounts,
  findCategorySubtree,
  hasFacets,
  type ListingFilter,
  type ListingSort,
  MAX_COUNTED,
  selectFacetCounts,
  selectFilteredIds,
  selectFilteredListings,
  selectShelfPage,
  WHOLE_SITE,
} from '../browse/queries.ts';
import type { ListingSummary, SearchListings } from '../schema.ts';
import { planAttempts, planFirstAttempt, planQuery } from './plan.ts';
import { lookUpWords, type SearchMatches, selectCommonWords, selectSearchMatches } from './queries.ts';
import { type DictionaryMatches, firstLookups, furtherLookups, parseSearchQuery } from './query.ts';
import { AS_TYPED, type QueryReading, readQuery, type SearchAttempt, type WordCounter } from './terms.ts';

const MINUTE_MS = 60_000;
/** Word counts by database. They are estimates for the whole database, not for a site. */
const cachedCounts = new WeakMap<Db, () => Promise<Map<string, number>>>();

const cacheCounts = (sql: Db) => {
  const load = ttlValue(MINUTE_MS, async () => new Map((await selectCommonWords({ sql })).map(({ word, count }) => [word, count])));
  cachedCounts.set(sql, load);
  return load;
};

/** Listings per common word, cached for a minute: outdated counts make a search slower, never wrong. */
export const loadWordCounts = async ({ sql }: Pick<Ctx, 'sql'>): Promise<WordCounter> => {
  const counts = await (cachedCounts.get(sql) ?? cacheCounts(sql))();
  return (word) => counts.get(word) ?? 0;
};

/** Attributes change a few times a year. As answers, they are cached for less than a second. */
const ATTRIBUTES_TTL_MS = 600;
const cachedAttributes = new WeakMap<Db, ReturnType<typeof ttlCache<FilterableAttribute[]>>>();

const loadFilterableAttributes = ({ sql, site }: Ctx): Promise<FilterableAttribute[]> => {
  const cache = cachedAttributes.get(sql) ?? ttlCache<FilterableAttribute[]>({ ttl_ms: ATTRIBUTES_TTL_MS });
  cachedAttributes.set(sql, cache);
  return cache.get(String(site.id), () => selectFilterableAttributes(sql, site.id));
};

const NO_COUNTS: FacetCounts = { category: {}, stage: {}, pricing_model: {}, attributes: {}, is_cut: false };

type ListingSummaries = JsonText<ListResponse<ListingSummary>>;

/** Finds listings by words, tolerating typing errors; without `q` it browses them. */
export const searchListings = async (ctx: Ctx, input: SearchListings): Promise<ListingSummaries> => {
  const filter = await resolveFilter(ctx, input);
  if (!filter) return listResponse(input, [], 0);
  return input.q ? (await findByWords(ctx, filter, input.q, input.sort, input)).list : browse(ctx, filter, input.sort, input);
};

export interface SearchResults {
  results: ListResponse<ListingSummary>;
  reading: QueryReading;
  counts: FacetCounts;
}

/** The first results for the text typed so far, and how it was understood. */
export const suggestListings = async (ctx: Ctx, q: string, per_page: number) => {
  const { list, reading } = await findByWords(ctx, { ...WHOLE_SITE, status: 'live' }, q, 'relevance', { page: 1, per_page });
  return { items: list.parse().items, reading };
};

/** The same for the search page, with how many of the results have each category, stage and pricing model. */
export const searchWithCounts = async (ctx: Ctx, input: SearchListings): Promise<SearchResults> => {
  const filter = await resolveFilter(ctx, input);
  if (!filter) return { results: exactPage(input, [], 0), reading: AS_TYPED, counts: NO_COUNTS };
  if (!input.q) {
    const [list, listing_ids] = await Promise.all([
      browse(ctx, filter, input.sort, input),
      selectFilteredIds(ctx, filter, MAX_COUNTED + 1),
    ]);
    const is_cut = listing_ids.length > MAX_COUNTED;
    return { results: list.parse(), reading: AS_TYPED, counts: await countFacets(ctx, listing_ids.slice(0, MAX_COUNTED), is_cut) };
  }
  const { list, reading, listing_ids, is_cut } = await findByWords(ctx, filter, input.q, input.sort, input, true);
  return { results: list.parse(), reading, counts: await countFacets(ctx, listing_ids, is_cut) };
};

const countFacets = async (ctx: Ctx, listing_ids: number[], is_cut: boolean): Promise<FacetCounts> => {
  const [rows, terms] = await Promise.all([selectFacetCounts(ctx, listing_ids), selectTermCounts(ctx.sql, listing_ids)]);
  const countsOf = (name: string) =>
    Object.fromEntries(rows.flatMap(({ facet, value, count }) => (facet === name ? [[value, count]] : [])));
  const attributes = Object.fromEntries(terms.map(({ term, ...counted }) => [term, counted]));
  return { category: countsOf('category'), stage: countsOf('stage'), pricing_model: countsOf('pricing_model'), attributes, is_cut };
};

/** The same counts for the first listings of a category. */
export const countCategoryFacets = async (ctx: Ctx, { slug }: { slug: string }): Promise<FacetCounts> => {
  const category = await findCategorySubtree(ctx, slug);
  if (!category) return NO_COUNTS;
  const listing_ids = await selectFilteredIds(ctx, { ...WHOLE_SITE, ...category }, MAX_COUNTED + 1);
  return countFacets(ctx, listing_ids.slice(0, MAX_COUNTED), listing_ids.length > MAX_COUNTED);
};

/** What the listings of a category (or of the whole site) can be filtered by, and what they are filtered by already. */
export const listFilterableAttributes = async (
  ctx: Ctx,
  { category, attributes = '' }: Pick<SearchListings, 'category' | 'attributes'>,
): Promise<FilterableAttribute[]> => {
  const [all, applicable] = await Promise.all([loadFilterableAttributes(ctx), selectApplicableKeys(ctx, category ?? null)]);
  const set = splitConditions(attributes).map(({ key }) => key);
  return all.filter(({ key }) => applicable.includes(key) || set.includes(key));
};

/** Null if no listing can match. An unknown category is refused. */
const resolveFilter = async (
  ctx: Ctx,
  { status, category, stage, country, pricing_model, domain, attributes }: SearchListings,
): Promise<ListingFilter | null> => {
  const known_domain = domain === undefined ? undefined : identifyWebsite(domain);
  if (known_domain === null) return null;
  const website = known_domain === undefined ? undefined : { domain: known_domain, page: identifyPage(domain!) };
  const category_filter = category === undefined ? WHOLE_SITE : await findCategorySubtree(ctx, category);
  if (!category_filter)
    throw invalidInput({
      path: 'category',
      code: 'unknown_category',
      message: 'is not the slug of a category; list_categories shows them all',
      actual: category,
    });
  const conditions = attributes ? parseAttributeFilter(attributes, await loadFilterableAttributes(ctx)) : [];
  return {
    status,
    category_id: category_filter.category_id,
    category_ids: category_filter.category_ids,
    facets: { stage, country, pricing_model, website, attributes: conditions.length > 0 ? conditions : undefined },
  };
};

const browse = async (ctx: Ctx, filter: ListingFilter, sort: ListingSort, paging: Paging): Promise<ListingSummaries> => {
  // Upcoming listings are few, and a domain has one or two.
  if (filter.status === 'live' && filter.facets.website === undefined && hasFacets(filter)) {
    const { items, total } = await selectByBitmaps(ctx, filter, sort, paging);
    return listResponse(paging, items, total);
  }
  if (filter.status === 'live' && !hasFacets(filter)) {
    const { live, ...items } = await selectShelfPage(ctx, filter.category_id, sort, paging);
    return listResponse(paging, items, live);
  }
  const facet_matches = await countFacetMatches(ctx, filter);
  const [items, count] = await Promise.all([
    selectFilteredListings(ctx, filter, sort, paging, facet_matches),
    countFilteredListings(ctx, filter, COUNT_LIMIT, facet_matches),
  ]);
  return listResponse(paging, items, count);
};

interface WordMatches {
  list: ListingSummaries;
  reading: QueryReading;
  listing_ids: number[];
  is_cut: boolean;
}

const noMatches = (paging: Paging): WordMatches => ({
  list: listResponse(paging, [], 0),
  reading: AS_TYPED,
  listing_ids: [],
  is_cut: false,
});

/** Listings must have all words, as typed or as they were very likely meant; if none has, those with some of the words are found. */
const findByWords = async (
  ctx: Ctx,
  filter: ListingFilter,
  q: string,
  sort: ListingSort,
  paging: Paging,
  with_ids = false,
): Promise<WordMatches> => {
  const query = parseSearchQuery(q);
  if (!query) return noMatches(paging);
  const last = query.words.at(-1)!;
  const [countListings, first_matches] = await Promise.all([loadWordCounts(ctx), lookUpWords(ctx, firstLookups(query), last)]);
  const match = (matches: DictionaryMatches, attempt: SearchAttempt) =>
    selectSearchMatches(ctx, filter, planQuery(query, matches, countListings, attempt), sort, paging, with_ids);
  const found = (result: SearchMatches, matches: DictionaryMatches, attempt: SearchAttempt): WordMatches => ({
    list: toPage(paging, result),
    reading: result.items[0] ? readQuery(query, matches, attempt, JSON.parse(result.items[0]) as ListingSummary) : AS_TYPED,
    listing_ids: result.listing_ids,
    is_cut: result.more,
  });

  const first_attempt = planFirstAttempt(query, first_matches);
  if (first_attempt) {
    const first = await match(first_matches, first_attempt);
    if (first.count >= first_attempt.required || query.is_literal) return found(first, first_matches, first_attempt);
  } else if (query.is_literal) return noMatches(paging);
  const matches = new Map([...first_matches, ...(await lookUpWords(ctx, furtherLookups(query), last))]);
  for (const attempt of planAttempts(query, matches)) {
    const result = await match(matches, attempt);
    if (result.count > 0) return found(result, matches, attempt);
  }
  return noMatches(paging);
};

const toPage = (paging: Paging, { items, count, more }: SearchMatches): ListingSummaries =>
  listResponse(paging, items, more ? count + 1 : count, more ? count : COUNT_LIMIT);
