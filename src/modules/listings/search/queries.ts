import type { Ctx, Db } from '../../../kernel/context.ts';
import { selectColumn } from '../../../kernel/database.ts';
import { offsetOf, type Paging } from '../../../kernel/responses.ts';
import {
  facetMatches,
  type ListingFilter,
  type ListingSort,
  orderClause,
  rankColumn,
  rankedListing,
  rankedListings,
} from '../browse/queries.ts';
import { joinCounts, summaryColumns } from '../profile/queries.ts';
import { MAX_CANDIDATES, type QueryPlan } from './plan.ts';
import type { DictionaryLookup, DictionaryMatches } from './query.ts';
import { MAX_COMPLETIONS } from './terms.ts';

/** Writes a constant limit into the statement: PostgreSQL plans better with a known number, and can still reuse the plan. */
const literal = (sql: Db, limit: number) => sql.unsafe(String(limit));

/** Appended to a prefix, it sorts after every word with that prefix. */
const AFTER_PREFIX = '\u{10ffff}';

/**
 * Looks words up in the site's dictionary: which are known, their corrections, and completions of the last. The input is one JSON
 * text so that PostgreSQL can reuse one plan for any number of words. Results come as one space-separated text per word because
 * sending hundreds of rows takes longer than finding them.
 */
export const lookUpWords = async ({ sql, site }: Ctx, lookups: DictionaryLookup[], last: string): Promise<DictionaryMatches> => {
  const request = JSON.stringify(lookups.map(({ word, unknown, known }) => ({ word, unknown: `{${unknown}}`, known: `{${known}}` })));
  const rows = await sql<
    { word: string; in_name: boolean | null; in_names: string | null; in_texts: string | null; completions: string | null }[]
  >`
    with input as materialized (
      select a.word, a.unknown::integer[], a.known::integer[],
        (select s.in_name from search_words s where s.site_id = ${site.id} and s.word = a.word) as in_name
      from json_to_recordset(${request}::text::json) as a (word text, unknown text, known text)
    )
    select a.word, a.in_name, c.in_names, c.in_texts,
      case when a.word = ${last} then (select string_agg(t.word, ' ') from (select s.word from search_words s
        where s.site_id = ${site.id} and s.word > ${last}::text and s.word < ${last + AFTER_PREFIX}::text order by s.word limit ${literal(sql, MAX_COMPLETIONS + 1)}) t) end as completions
    from input a cross join lateral (
      select string_agg(s.word, ' ') filter (where s.in_name) as in_names, string_agg(s.word, ' ') filter (where not s.in_name) as in_texts
      from search_words s
      where s.site_id = ${site.id} and s.variants && case when a.in_name then a.known else a.unknown end
        and s.word <> a.word and abs(length(s.word) - length(a.word)) <= 2 and (s.in_name or a.in_name is null)) c`;
  const splitWords = (text: string | null) => text?.split(' ') ?? [];
  return new Map(
    rows.map(({ word, in_name, in_names, in_texts, completions }) => [
      word,
      {
        is_known: in_name !== null,
        in_name: in_name === true,
        name_corrections: splitWords(in_names),
        text_corrections: splitWords(in_texts),
        completions: splitWords(completions),
      },
    ]),
  );
};

/** How many listings have each of the most common words, estimated from PostgreSQL's statistics. */
export const selectCommonWords = ({ sql }: Pick<Ctx, 'sql'>) => sql<{ word: string; count: number }[]>`
  select word, (share * (select greatest(reltuples, 0) from pg_class where oid = 'listing_words'::regclass))::int as count
  from pg_stats s, unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as t (word, share)
  where s.schemaname = current_schema() and s.tablename = 'listing_words' and s.attname = 'words' and word is not null`;

/** Listings whose search document is of an earlier version. */
export const selectOutdatedDocuments = (sql: Db, version: number, limit: number): Promise<number[]> =>
  selectColumn<number>(sql`select listing_id from listing_words where version < ${version} limit ${limit}`);

/** How many matches of each source are ranked. */
const MAX_RANKED = 200;
/** With this many matches, no corrections are tried. */
const ENOUGH_MATCHES = 3;
/** How many of the first listings in sort order are scanned for common words: more if the index is not used at all. */
const SCAN_DEPTH = 1_000;
const MAX_SCAN_DEPTH = 3_000;

export interface SearchMatches {
  items: string[];
  count: number;
  /** There are more matches than were checked. */
  more: boolean;
  /** All matches that were checked, if asked for. */
  listing_ids: number[];
}

/**
 * A page of search results, ranked. The number of listings checked is bounded: all matches if they are few; otherwise those with
 * the words in their name, and the first ones in sort order.
 */
export const selectSearchMatches = async (
  ctx: Ctx,
  filter: ListingFilter,
  plan: QueryPlan,
  sort: ListingSort,
  paging: Paging,
  with_ids = false,
): Promise<SearchMatches> => {
  const { sql, site } = ctx;
  const { key, near_keys, as_typed, corrected, name_prefix, is_unfinished } = plan;
  const order = orderClause(sql, filter, sort, sql`p.rank`);
  const ranking =
    sort === 'relevance' ? sql`p.tier desc, case when p.tier <> 3 then p.cover end desc, p.closeness desc, p.weight desc, ${order}` : order;
  const [ranked, ranked_and_one] = [literal(sql, MAX_RANKED), literal(sql, MAX_RANKED + 1)];
  /** An input value by name. The subquery hides it from the planner, so that all searches share one plan: planning takes longer than running it. */
  const inputValue = (name: string) => sql`(select ${sql(name)} from input)`;
  const listings_in_order = rankedListings(ctx, { ...filter, facets: {} }, sort, inputValue('category_id'));
  /** All that ranking needs of a listing, so that none is fetched twice. */
  const candidateColumns = sql`select w.listing_id, w.name_key, w.name_words, w.words, ${rankColumn(sql, filter, sort)} as rank`;
  const joinRanked = sql`cross join lateral ${rankedListing(ctx, filter, sort, inputValue('category_id'))} p`;
  // The index finds the rare words; a bounded number of its results is checked for the others.
  const fromIndex = (query_column: string, where = sql`w.words`) =>
    sql`(select w.* from listing_words w where w.site_id = ${site.id} and ${where} @@ ${inputValue(query_column)} limit ${literal(sql, MAX_CANDIDATES)}) w`;
  const rows = await sql<{ json: string | null; count: number; more: boolean; listing_ids: number[] | null }[]>`
    with input as materialized (
      select ${as_typed.index_query}::tsquery as typed_index, ${as_typed.query}::tsquery as typed, ${plan.name_index_query}::tsquery as name_index,
        ${corrected?.index_query ?? null}::tsquery as corrected_index, ${corrected?.query ?? null}::tsquery as corrected,
        ${plan.exact}::tsquery as exact, ${plan.adjacent}::tsquery as adjacent, ${(corrected ?? as_typed).query}::tsquery as widest, ${plan.terms}::tsquery as terms,
        ${key}::text as key, ${near_keys.one}::text[] as one_error, ${near_keys.two}::text[] as two_errors,
        ${[key, ...near_keys.one, ...near_keys.two]}::text[] as names, ${name_prefix}::text as name_prefix, ${name_prefix && name_prefix + AFTER_PREFIX}::text as after,
        ${filter.category_id}::integer as category_id, ${as_typed.index_query === null ? MAX_SCAN_DEPTH : SCAN_DEPTH}::integer as scan_depth,
        ${paging.per_page}::integer as per_page, ${offsetOf(paging)}::integer as "offset"
    ), typed as materialized (
      ${candidateColumns} from ${fromIndex('typed_index')} ${joinRanked} where w.words @@ ${inputValue('typed')} limit ${ranked_and_one}
    ), by_prefix as materialized (
      ${candidateColumns} from listing_words w ${joinRanked}
      where w.site_id = ${site.id} and w.name_key >= ${inputValue('name_prefix')} and w.name_key < ${inputValue('after')} limit ${ranked}
    ), totals as materialized (
      select (select count(*) from typed) > ${MAX_RANKED} or (select count(*) from by_prefix) >= ${MAX_RANKED} or ${as_typed.may_exceed_limit}::boolean as many,
        (select count(*) from typed) < ${ENOUGH_MATCHES} and ${is_unfinished}::boolean as few
    ), by_name as materialized (
      ${candidateColumns} from ${fromIndex('name_index', sql`w.name_words`)} ${joinRanked}
      where (select many or few from totals) and w.words @@ ${inputValue('typed')} limit ${ranked}
    ), first as materialized (
      ${candidateColumns} from (select p.listing_id from ${listings_in_order} p where (select many or few from totals) order by ${orderClause(sql, filter, sort)}
        limit ${inputValue('scan_depth')}) s
      join listing_words w on w.listing_id = s.listing_id ${joinRanked} where (w.words @@ ${inputValue('typed')}) is true limit ${ranked}
    ), by_facet as materialized (
      ${candidateColumns} from ${facetMatches(ctx, filter, literal(sql, SCAN_DEPTH))} s
      join listing_words w on w.listing_id = s.listing_id ${joinRanked}
      where (select many or few from totals) and (w.words @@ ${inputValue('typed')}) is true limit ${ranked}
    ), corrected as materialized (
      ${candidateColumns} from ${fromIndex('corrected_index', sql`w.name_words`)} ${joinRanked}
      where (select count(*) from typed) + (select count(*) from by_prefix) + (select count(*) from by_name) + (select count(*) from first) < ${ENOUGH_MATCHES}
        and w.words @@ ${inputValue('corrected')} limit ${ranked}
    ), near as materialized (
      ${candidateColumns} from listing_words w ${joinRanked} where w.site_id = ${site.id} and w.name_key = any(${inputValue('names')}::text[]) limit ${ranked}
    ), candidates as materialized (
      select distinct on (listing_id) * from (
        select * from typed union all select * from by_prefix union all select * from by_name union all select * from first union all select * from by_facet
        union all select * from corrected union all select * from near) c
    ), scored as (
      select w.listing_id, w.rank, case
          when w.name_key = a.key then 9
          when w.name_key = any(a.one_error) then 8
          when w.name_words @@ a.exact then 7
          when w.name_key = any(a.two_errors) then 6
          when w.name_words @@ a.typed then 5
          when w.words @@ a.typed then 3
          when w.name_words @@ a.widest then 2
          else 1 end as tier,
        -- Of several words: some in the name and the others in the tagline, then next to each other, then all in the tagline.
        case when a.adjacent is null then 0
          when w.name_words @@ a.terms and ts_filter(w.words, '{a,b}') @@ a.typed then 3
          when w.words @@ a.adjacent then 2
          when ts_filter(w.words, '{a,b}') @@ a.typed then 1
          else 0 end as closeness,
        (10 * least(1, length(a.key)::real / greatest(length(w.name_key), 1)))::int as cover,
        (100 * ts_rank('{0.1,0.2,0.5,1}', w.words, a.terms))::int as weight
      from candidates w, input a
    ), page as materialized (
      select p.listing_id, row_number() over (order by ${ranking}) as place from scored p order by place limit ${inputValue('per_page')} offset ${inputValue('offset')}
    )
    select j.json, (select count(*)::int from candidates) as count, ${with_ids ? sql`(select array_agg(listing_id) from candidates)` : sql`null::bigint[]`} as listing_ids,
      totals.many or ${is_unfinished || name_prefix !== null}::boolean as more from totals left join (
      select page.place, row_to_json(t)::text as json from page cross join lateral (
        select ${summaryColumns(sql, site.root)} from listings l ${joinCounts(sql)} where l.id = page.listing_id) t
    ) j on true order by j.place`;
  return {
    items: rows.flatMap((row) => row.json ?? []),
    count: rows[0]!.count,
    more: rows[0]!.more,
    listing_ids: rows[0]!.listing_ids ?? [],
  };
};
