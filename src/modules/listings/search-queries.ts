import type { Ctx } from '../../kernel/context.ts';
import { offsetOf, type Paging } from '../../kernel/paging.ts';
import { summaryColumns } from './queries.ts';
import { type Asked, type Finding, MOST_BEGINNINGS, type Question } from './question.ts';
import { orderOf, placesOf, type Shelf, type Sort } from './shelf-queries.ts';

/** Looks a question's words up in the site's dictionary: which are known, what they may be misspelt from, how the last may go on. */
export const lookUp = ({ sql, site }: Ctx, { lookups, words }: Question): Promise<Finding[]> => {
  const last = words.at(-1)!;
  return sql<Finding[]>`
    with asked as materialized (
      select a.word, a.one::integer[], a.most::integer[], exists (select 1 from search_words s where s.site_id = ${site.id} and s.word = a.word) as known
      from unnest(${lookups.map(({ word }) => word)}::text[], ${lookups.map(({ one }) => `{${one}}`)}::text[],
        ${lookups.map(({ all }) => `{${all}}`)}::text[]) as a (word, one, most)
    )
    select a.word as asked, a.word, 'known' as how from asked a where a.known
    union all
    select a.word, s.word, 'near' from asked a
    cross join lateral (select s.word from search_words s
      where s.site_id = ${site.id} and s.variants && case when a.known then a.one else a.most end
        and s.word <> a.word and abs(length(s.word) - length(a.word)) <= 2 and (s.in_name or not a.known)) s
    union all
    (select ${last}::text, s.word, 'begins' from search_words s
      where s.site_id = ${site.id} and s.word > ${last}::text and s.word < ${`${last}\u{10ffff}`}::text order by s.word limit ${MOST_BEGINNINGS + 1})`;
};

/** Matches ranked for one question. */
export const MOST_RANKED = 300;
/** With this many listings that have the words as typed, none with other words is looked for. */
const ENOUGH = 20;
/** How far down a shelf matches of common words are looked for. */
const FURTHEST = 2_000;

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
  const places = placesOf(ctx, shelf);
  const best = sort === 'relevance' ? sql`p.tier desc, case when p.tier > 3 then p.cover end desc, p.weight desc,` : sql``;
  const order = sql`${best} ${orderOf(sql, shelf, sort)}`;
  const { key, near_keys, exact, typed, meant, typed_filed, meant_filed, begins } = asked;
  const rows = await sql<{ json: string | null; count: number; more: boolean }[]>`
    with typed as materialized (
      select w.listing_id from listing_words w join ${places} p on p.listing_id = w.listing_id
      where w.site_id = ${site.id} and w.words @@ ${typed_filed}::tsquery and (w.words @@ ${typed}::tsquery) is true limit ${MOST_RANKED + 1}
    ), told as materialized (
      select count(*) as found, count(*) > ${MOST_RANKED} or ${typed_filed === null || begins !== null}::boolean as many from typed
    ), meant as materialized (
      select w.listing_id from listing_words w join ${places} p on p.listing_id = w.listing_id
      where (select found < ${ENOUGH} and not many from told) and w.site_id = ${site.id}
        and w.words @@ ${meant_filed}::tsquery and (w.words @@ ${meant}::tsquery) is true limit ${MOST_RANKED}
    ), named as materialized (
      select w.listing_id from listing_words w join ${places} p on p.listing_id = w.listing_id
      where (select many from told) and w.site_id = ${site.id} and w.name_words @@ ${typed_filed}::tsquery and (w.words @@ ${typed}::tsquery) is true
      limit ${MOST_RANKED}
    ), begun as materialized (
      select w.listing_id from listing_words w join ${places} p on p.listing_id = w.listing_id
      where w.site_id = ${site.id} and w.name_key >= ${begins}::text and w.name_key < ${`${begins}\u{10ffff}`}::text limit ${MOST_RANKED}
    ), first as materialized (
      select p.listing_id from (select p.listing_id from ${places} p where (select many from told) order by ${orderOf(sql, shelf, sort)} limit ${FURTHEST}) p
      join listing_words w on w.listing_id = p.listing_id where (w.words @@ ${typed}::tsquery) is true
    ), near as materialized (
      select w.listing_id from listing_words w join ${places} p on p.listing_id = w.listing_id
      where w.site_id = ${site.id} and w.name_key = any(${[key, ...near_keys.one, ...near_keys.two]}::text[]) limit ${MOST_RANKED}
    ), candidates as (
      select listing_id from typed union select listing_id from meant union select listing_id from named
      union select listing_id from begun union select listing_id from first union select listing_id from near
    ), judged as (
      select p.*, case
          when w.name_key = ${key} then 9
          when w.name_key = any(${near_keys.one}::text[]) then 8
          when w.name_words @@ ${exact}::tsquery then 7
          when w.name_key = any(${near_keys.two}::text[]) then 6
          when w.name_words @@ ${typed}::tsquery then 5
          when w.name_words @@ ${meant}::tsquery then 4
          when w.words @@ ${typed}::tsquery then 3
          else 2 end as tier,
        round(least(1.0, length(${key}::text)::numeric / greatest(length(w.name_key), 1)), 1) as cover,
        round(ts_rank('{0.1,0.2,0.5,1}', w.words, ${meant}::tsquery)::numeric, 2) as weight
      from candidates c join listing_words w on w.listing_id = c.listing_id join ${places} p on p.listing_id = c.listing_id
    ), page as materialized (
      select p.listing_id, row_number() over (order by ${order}) as place from judged p order by place limit ${paging.per_page} offset ${offsetOf(paging)}
    )
    select j.json, (select count(*)::int from candidates) as count, told.many as more from told left join (
      select page.place, row_to_json(t)::text as json from page cross join lateral (
        select ${summaryColumns(sql, site.root)} from listings l left join listing_counts n on n.listing_id = l.id where l.id = page.listing_id) t
    ) j on true order by j.place`;
  const items = rows.flatMap((row) => row.json ?? []);
  return { items, count: rows[0]!.count, more: rows[0]!.more };
};
