import type { Ctx } from '../../kernel/context.ts';
import { offsetOf, type Paging } from '../../kernel/paging.ts';
import { type Asked, MOST_BEGINNINGS, MOST_SEEN } from './asking.ts';
import { summaryColumns } from './queries.ts';
import type { Findings, Lookup } from './question.ts';
import { orderOf, placesOf, rankOf, type Shelf, type Sort } from './shelf-queries.ts';

/** What sorts after every word with the same beginning. */
const AFTER = '\u{10ffff}';

/**
 * Looks words up in the site's dictionary: which are known, what they may be misspelt from, how the last may go on. What is
 * asked travels as one JSON text because PostgreSQL then plans the same for any number of words, and so only once; what is
 * found comes as one text a word (no word has a space) because hundreds of rows take longer to send than to find.
 */
export const lookUp = async ({ sql, site }: Ctx, lookups: Lookup[], last: string): Promise<Findings> => {
  const asked = JSON.stringify(lookups.map(({ word, one, most }) => ({ word, one: `{${one}}`, most: `{${most}}` })));
  const rows = await sql<{ word: string; in_name: boolean | null; near: string | null; begins: string | null }[]>`
    with asked as materialized (
      select a.word, a.one::integer[], a.most::integer[],
        (select s.in_name from search_words s where s.site_id = ${site.id} and s.word = a.word) as in_name
      from json_to_recordset(${asked}::text::json) as a (word text, one text, most text)
    )
    select a.word, a.in_name,
      (select string_agg(s.word, ' ') from search_words s
        where s.site_id = ${site.id} and s.variants && case when a.in_name is null then a.most else a.one end
          and s.word <> a.word and abs(length(s.word) - length(a.word)) <= 2 and (s.in_name or a.in_name is null)) as near,
      case when a.word = ${last} then (select string_agg(t.word, ' ') from (select s.word from search_words s
        where s.site_id = ${site.id} and s.word > ${last}::text and s.word < ${last + AFTER}::text order by s.word limit ${MOST_BEGINNINGS + 1}) t) end as begins
    from asked a`;
  const list = (text: string | null) => text?.split(' ') ?? [];
  return new Map(
    rows.map(({ word, in_name, near, begins }) => [
      word,
      { known: in_name !== null, named: in_name === true, near: list(near), begins: list(begins) },
    ]),
  );
};

/** How many listings have each of the commonest words, as PostgreSQL's own statistics estimate it. */
export const selectCommonWords = ({ sql }: Ctx): Promise<{ word: string; count: number }[]> => sql<{ word: string; count: number }[]>`
  select word, (share * (select greatest(reltuples, 0) from pg_class where oid = 'listing_words'::regclass))::int as count
  from pg_stats s, unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as t (word, share)
  where s.schemaname = current_schema() and s.tablename = 'listing_words' and s.attname = 'words' and word is not null`;

/** Matches ranked from one source. */
const MOST_RANKED = 200;
/** With this many listings found, no other words are tried. */
const ENOUGH = 3;
/** How far down a shelf listings with common words are looked for: further where the index is not asked at all. */
const FAR = 1_000;
const FURTHEST = 3_000;

export interface Matches {
  items: string[];
  count: number;
  /** More match than were looked at. */
  more: boolean;
}

/**
 * A page of what answers a question, ranked. However many listings match, a bounded number is looked at: all, where they are
 * few; otherwise those with the words in their name, and the first ones of the shelf.
 */
export const selectMatches = async (ctx: Ctx, shelf: Shelf, asked: Asked, sort: Sort, paging: Paging): Promise<Matches> => {
  const { sql, site } = ctx;
  const { key, near_keys, near_first, exact, terms, typed, mended, meant, unfinished, named, begins } = asked;
  const places = placesOf(ctx, shelf);
  const order = orderOf(sql, shelf, sort, sql`p.rank`);
  const best = sort === 'relevance' ? sql`p.tier desc, case when p.tier > 2 then p.cover end desc, p.weight desc, ${order}` : order;
  const widest = (meant ?? mended ?? typed).query;
  /** A listing with all it is judged by, so that no one is fetched twice. */
  const found = sql`select w.listing_id, w.name_key, w.name_words, w.words, ${rankOf(sql, shelf, sort)} as rank`;
  const placed = sql`join ${places} p on p.listing_id = w.listing_id`;
  // The index is asked for what is rare, and of what it gathers a bounded number is looked at for the rest.
  const among = (filed: string | null, where = sql`w.words`) =>
    sql`(select w.* from listing_words w where w.site_id = ${site.id} and ${where} @@ ${filed}::tsquery limit ${MOST_SEEN}) w`;
  const having = (query: string | undefined) => sql`w.words @@ ${query ?? null}::tsquery`;
  const rows = await sql<{ json: string | null; count: number; more: boolean }[]>`
    with typed as materialized (
      ${found} from ${among(typed.filed)} ${placed} where ${having(typed.query)} limit ${MOST_RANKED + 1}
    ), begun as materialized (
      ${found} from listing_words w ${placed}
      where w.site_id = ${site.id} and w.name_key >= ${begins}::text and w.name_key < ${begins + AFTER}::text limit ${MOST_RANKED}
    ), told as materialized (
      select (select count(*) from typed) > ${MOST_RANKED} or (select count(*) from begun) >= ${MOST_RANKED} or ${typed.many}::boolean as many,
        (select count(*) from typed) < ${ENOUGH} and ${unfinished}::boolean as few
    ), named as materialized (
      ${found} from ${among(named, sql`w.name_words`)} ${placed} where (select many or few from told) and ${having(typed.query)} limit ${MOST_RANKED}
    ), first as materialized (
      ${found} from (select * from ${places} p where (select many or few from told) order by ${orderOf(sql, shelf, sort)} limit ${typed.filed === null ? FURTHEST : FAR}) p
      join listing_words w on w.listing_id = p.listing_id where (${having(typed.query)}) is true limit ${MOST_RANKED}
    ), told_then as materialized (
      select (select count(*) from typed) + (select count(*) from begun) + (select count(*) from named) + (select count(*) from first) < ${ENOUGH} as few
    ), mended as materialized (
      ${found} from ${among(mended?.filed ?? null)} ${placed} where (select few from told_then) and ${having(mended?.query)} limit ${MOST_RANKED}
    ), meant as materialized (
      ${found} from ${among(meant?.filed ?? null)} ${placed}
      where (select few and (select count(*) < ${mended ? 1 : ENOUGH} from mended) from told_then) and ${having(meant?.query)} limit ${MOST_RANKED}
    ), near as materialized (
      ${found} from listing_words w ${placed}
      where w.site_id = ${site.id} and w.name_key = any(${[key, ...near_keys.one, ...near_keys.two]}::text[]) limit ${MOST_RANKED}
    ), candidates as materialized (
      select distinct on (listing_id) * from (
        select * from typed union all select * from begun union all select * from named union all select * from first
        union all select * from mended union all select * from meant union all select * from near) c
    ), judged as (
      select w.listing_id, w.rank, case
          when w.name_key = ${key} then 9
          when ${near_first} and w.name_key = any(${near_keys.one}::text[]) then 8
          when w.name_words @@ ${exact}::tsquery then 7
          when w.name_key = any(${near_keys.two}::text[]) then 6
          when w.name_words @@ ${typed.query}::tsquery then 5
          when w.name_key = any(${near_keys.one}::text[]) then 4
          when w.name_words @@ ${widest}::tsquery then 3
          when w.words @@ ${typed.query}::tsquery then 2
          else 1 end as tier,
        (10 * least(1, length(${key}::text)::real / greatest(length(w.name_key), 1)))::int as cover,
        (100 * ts_rank('{0.1,0.2,0.5,1}', w.words, ${terms}::tsquery))::int as weight
      from candidates w
    ), page as materialized (
      select p.listing_id, row_number() over (order by ${best}) as place from judged p order by place limit ${paging.per_page} offset ${offsetOf(paging)}
    )
    select j.json, (select count(*)::int from candidates) as count, told.many or ${unfinished || begins !== null}::boolean as more from told left join (
      select page.place, row_to_json(t)::text as json from page cross join lateral (
        select ${summaryColumns(sql, site.root)} from listings l left join listing_counts n on n.listing_id = l.id where l.id = page.listing_id) t
    ) j on true order by j.place`;
  return { items: rows.flatMap((row) => row.json ?? []), count: rows[0]!.count, more: rows[0]!.more };
};
