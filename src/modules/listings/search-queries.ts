import type { Ctx, Db } from '../../kernel/context.ts';
import { offsetOf, type Paging } from '../../kernel/paging.ts';
import type { Asked } from './asking.ts';
import { summaryColumns } from './queries.ts';
import type { Findings, Lookup } from './question.ts';
import { orderOf, placeOf, placesOf, rankOf, type Shelf, type Sort, wishedOf } from './shelf-queries.ts';
import { MOST_BEGINNINGS } from './terms.ts';
import { MOST_SEEN } from './wanted.ts';

/** A limit of ours, written out: PostgreSQL plans better with a number it knows, and then keeps the plan. */
const written = (sql: Db, limit: number) => sql.unsafe(String(limit));

/** What sorts after every word with the same beginning. */
const AFTER = '\u{10ffff}';

/**
 * Looks words up in the site's dictionary: which are known, what they may be misspelt from, how the last may go on. What is
 * asked travels as one JSON text because PostgreSQL then plans the same for any number of words, and so only once; what is
 * found comes as one text a word (no word has a space) because hundreds of rows take longer to send than to find.
 */
export const lookUp = async ({ sql, site }: Ctx, lookups: Lookup[], last: string): Promise<Findings> => {
  const asked = JSON.stringify(lookups.map(({ word, unknown, known }) => ({ word, unknown: `{${unknown}}`, known: `{${known}}` })));
  const rows = await sql<{ word: string; in_name: boolean | null; near: string | null; begins: string | null }[]>`
    with asked as materialized (
      select a.word, a.unknown::integer[], a.known::integer[],
        (select s.in_name from search_words s where s.site_id = ${site.id} and s.word = a.word) as in_name
      from json_to_recordset(${asked}::text::json) as a (word text, unknown text, known text)
    )
    select a.word, a.in_name,
      (select string_agg(s.word, ' ') from search_words s
        where s.site_id = ${site.id} and s.variants && case when a.in_name then a.known else a.unknown end
          and s.word <> a.word and abs(length(s.word) - length(a.word)) <= 2 and (s.in_name or a.in_name is null)) as near,
      case when a.word = ${last} then (select string_agg(t.word, ' ') from (select s.word from search_words s
        where s.site_id = ${site.id} and s.word > ${last}::text and s.word < ${last + AFTER}::text order by s.word limit ${written(sql, MOST_BEGINNINGS + 1)}) t) end as begins
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
  const { key, near_keys, typed, meant, begins, unfinished } = asked;
  const order = orderOf(sql, shelf, sort, sql`p.rank`);
  const best = sort === 'relevance' ? sql`p.tier desc, case when p.tier > 2 then p.cover end desc, p.weight desc, ${order}` : order;
  const [ranked, ranked_and_one] = [written(sql, MOST_RANKED), written(sql, MOST_RANKED + 1)];
  /** What is asked, by name. Hidden in a subquery so that every question has the same plan: planning it takes longer than answering. */
  const the = (name: string) => sql`(select ${sql(name)} from asked)`;
  const shelfwise = placesOf(ctx, { ...shelf, wishes: {} }, the('category_id'));
  /** A listing with all it is judged by, so that no one is fetched twice. */
  const found = sql`select w.listing_id, w.name_key, w.name_words, w.words, ${rankOf(sql, shelf, sort)} as rank`;
  const placed = sql`cross join lateral ${placeOf(ctx, shelf, the('category_id'))} p`;
  // The index is asked for what is rare, and of what it gathers a bounded number is looked at for the rest.
  const among = (filed: string, where = sql`w.words`) =>
    sql`(select w.* from listing_words w where w.site_id = ${site.id} and ${where} @@ ${the(filed)} limit ${written(sql, MOST_SEEN)}) w`;
  const rows = await sql<{ json: string | null; count: number; more: boolean }[]>`
    with asked as materialized (
      select ${typed.filed}::tsquery as typed_filed, ${typed.query}::tsquery as typed, ${asked.named}::tsquery as named_filed,
        ${meant?.filed ?? null}::tsquery as meant_filed, ${meant?.query ?? null}::tsquery as meant,
        ${asked.exact}::tsquery as exact, ${(meant ?? typed).query}::tsquery as widest, ${asked.terms}::tsquery as terms,
        ${key}::text as key, ${near_keys.one}::text[] as one_error, ${near_keys.two}::text[] as two_errors,
        ${[key, ...near_keys.one, ...near_keys.two]}::text[] as names, ${begins}::text as begins, ${begins && begins + AFTER}::text as after,
        ${shelf.category_id}::integer as category_id, ${typed.filed === null ? FURTHEST : FAR}::integer as far,
        ${paging.per_page}::integer as per_page, ${offsetOf(paging)}::integer as "offset"
    ), typed as materialized (
      ${found} from ${among('typed_filed')} ${placed} where w.words @@ ${the('typed')} limit ${ranked_and_one}
    ), begun as materialized (
      ${found} from listing_words w ${placed}
      where w.site_id = ${site.id} and w.name_key >= ${the('begins')} and w.name_key < ${the('after')} limit ${ranked}
    ), told as materialized (
      select (select count(*) from typed) > ${MOST_RANKED} or (select count(*) from begun) >= ${MOST_RANKED} or ${typed.many}::boolean as many,
        (select count(*) from typed) < ${ENOUGH} and ${unfinished}::boolean as few
    ), named as materialized (
      ${found} from ${among('named_filed', sql`w.name_words`)} ${placed}
      where (select many or few from told) and w.words @@ ${the('typed')} limit ${ranked}
    ), first as materialized (
      ${found} from (select p.listing_id from ${shelfwise} p where (select many or few from told) order by ${orderOf(sql, shelf, sort)}
        limit ${the('far')}) s
      join listing_words w on w.listing_id = s.listing_id ${placed} where (w.words @@ ${the('typed')}) is true limit ${ranked}
    ), wished as materialized (
      ${found} from ${wishedOf(ctx, shelf, written(sql, FAR))} s
      join listing_words w on w.listing_id = s.listing_id ${placed}
      where (select many or few from told) and (w.words @@ ${the('typed')}) is true limit ${ranked}
    ), meant as materialized (
      ${found} from ${among('meant_filed', sql`w.name_words`)} ${placed}
      where (select count(*) from typed) + (select count(*) from begun) + (select count(*) from named) + (select count(*) from first) < ${ENOUGH}
        and w.words @@ ${the('meant')} limit ${ranked}
    ), near as materialized (
      ${found} from listing_words w ${placed} where w.site_id = ${site.id} and w.name_key = any(${the('names')}::text[]) limit ${ranked}
    ), candidates as materialized (
      select distinct on (listing_id) * from (
        select * from typed union all select * from begun union all select * from named union all select * from first union all select * from wished
        union all select * from meant union all select * from near) c
    ), judged as (
      select w.listing_id, w.rank, case
          when w.name_key = a.key then 9
          when ${asked.near_first} and w.name_key = any(a.one_error) then 8
          when w.name_words @@ a.exact then 7
          when w.name_key = any(a.two_errors) then 6
          when w.name_words @@ a.typed then 5
          when w.name_key = any(a.one_error) then 4
          when w.name_words @@ a.widest then 3
          when w.words @@ a.typed then 2
          else 1 end as tier,
        (10 * least(1, length(a.key)::real / greatest(length(w.name_key), 1)))::int as cover,
        (100 * ts_rank('{0.1,0.2,0.5,1}', w.words, a.terms))::int as weight
      from candidates w, asked a
    ), page as materialized (
      select p.listing_id, row_number() over (order by ${best}) as place from judged p order by place limit ${the('per_page')} offset ${the('offset')}
    )
    select j.json, (select count(*)::int from candidates) as count, told.many or ${unfinished || begins !== null}::boolean as more from told left join (
      select page.place, row_to_json(t)::text as json from page cross join lateral (
        select ${summaryColumns(sql, site.root)} from listings l left join listing_counts n on n.listing_id = l.id where l.id = page.listing_id) t
    ) j on true order by j.place`;
  return { items: rows.flatMap((row) => row.json ?? []), count: rows[0]!.count, more: rows[0]!.more };
};
