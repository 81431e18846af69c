import type { Ctx, Db } from '../../../../kernel/context.ts';
import { firstValue, type SqlFragment } from '../../../../kernel/database.ts';
import { offsetOf, type Paging, planningLimit } from '../../../../kernel/responses.ts';
import { liveListings } from '../../../catalog/queries.ts';
import { slugify } from '../../addresses.ts';
import { RANGE_LIMITS, type TermChoice, type TermCondition } from '../../attributes/filter.ts';
import { COMPARISONS } from '../../attributes/queries.ts';
import { joinCounts, summaryColumns } from '../../profile/queries.ts';
import { checkFacets, type ListingFilter, type ListingSort, orderClause, placesBy } from '../queries.ts';

/** A chunk has the listings whose ids are the same without their last 15 bits, as in the table filter_bitmaps. */
const emptyChunk = (sql: Db) => sql`0::bit(32768)`;
const chunkOf = (sql: Db, id: string) => sql`(${sql(id)} >> 15)::int`;
const placeOf = (sql: Db, id: string) => sql`(${sql(id)} & 32767)::int`;

/** What the live listings `c` have now: (term, number). */
const currentTerms = (sql: Db) => sql`
  (select ('category=' || s.category_id) collate "C" as term, 0::numeric as number from shelf_places s where s.listing_id = c.listing_id
    union
    select t.term, 0 from shelf_places s join listing_facts f on f.listing_id = s.listing_id cross join lateral unnest(tsvector_to_array(f.terms)) t (term)
    where s.listing_id = c.listing_id and s.category_id = 0
    union
    select v.attribute_id || '#' || coalesce(v.value->>'currency', '') || '@' || coalesce(
        (select max(n) from unnest(${RANGE_LIMITS}::integer[]) n where n <= attribute_number(v.kind, v.value))::text, ''), attribute_number(v.kind, v.value)
    from shelf_places s join listing_attributes v on v.listing_id = s.listing_id
    where s.listing_id = c.listing_id and s.category_id = 0 and v.kind in ('number', 'money')
    union
    select t.term, 0 from shelf_places s join listings l on l.id = s.listing_id
      cross join lateral (values ('stage=' || slugified(l.stage)), ('pricing_model=' || slugified(l.pricing_model)), ('country=' || l.country)) t (term)
    where s.listing_id = c.listing_id and s.category_id = 0 and t.term is not null)`;

/** The bits at the places of a group, each with its gap to the one before. A text is built at once; setting bits one by one would copy the chunk for each. */
const gapBefore = (sql: Db, group: SqlFragment) => sql`place - coalesce(lag(place) over (partition by ${group} order by place), -1) - 1`;
const bitsAt = (sql: Db) => sql`string_agg(repeat('0', gap) || '1', '' order by place)::varbit::bit(32768)`;

/** One fold at a time: a fold reads bitmaps and writes them again. */
const FOLDING = 'filter_bitmaps';

/** Writes the bits of listings that changed, for up to `limit` changes. Returns the number of changes. */
export const foldFilterChanges = async (sql: Db, limit: number): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtext(${FOLDING}))`;
  // One statement, so that changes and listings are of one moment.
  return firstValue<number>(sql`
    with taken as (
      delete from filter_changes t using (select site_id, id from filter_changes order by id limit ${limit}) o
      where t.site_id = o.site_id and t.id = o.id returning t.site_id, t.listing_id
    ), changed as materialized (
      select c.site_id, c.listing_id, ${chunkOf(sql, 'c.listing_id')} as chunk, ${placeOf(sql, 'c.listing_id')} as place
      from (select distinct site_id, listing_id from taken) c
    ), stale as materialized (
      select site_id, chunk, ${bitsAt(sql)} as members
      from (select *, ${gapBefore(sql, sql`site_id, chunk`)} as gap from changed) c group by site_id, chunk
    ), fresh as materialized (
      select site_id, term, number, chunk, ${bitsAt(sql)} as members from (
        select c.*, t.*, ${gapBefore(sql, sql`c.site_id, t.term, t.number, c.chunk`)} as gap from changed c cross join lateral ${currentTerms(sql)} t) t
      group by site_id, term, number, chunk
    ), stored as materialized (
      select b.site_id, b.term, b.number, b.chunk, b.members, b.members & ~s.members as kept
      from stale s join filter_bitmaps b on b.site_id = s.site_id and b.chunk = s.chunk
    ), next as materialized (
      select site_id, term, number, chunk, coalesce(s.kept, ${emptyChunk(sql)}) | coalesce(f.members, ${emptyChunk(sql)}) as members
      from stored s full join fresh f using (site_id, term, number, chunk)
      where s.members is distinct from coalesce(s.kept, ${emptyChunk(sql)}) | coalesce(f.members, ${emptyChunk(sql)})
    ), emptied as (
      delete from filter_bitmaps b using next n
      where b.site_id = n.site_id and b.term = n.term and b.number = n.number and b.chunk = n.chunk and bit_count(n.members) = 0
    ), written as (
      insert into filter_bitmaps (site_id, term, number, chunk, members)
      select site_id, term, number, chunk, members from next where bit_count(members) > 0
      on conflict (site_id, term, number, chunk) do update set members = excluded.members
    )
    select count(*)::int as count from taken`);
};

/** Changes written in one transaction. */
const BATCH_SIZE = 2_000;

/** Writes all bits, in transactions that `begin` opens. */
export const foldAllFilterChanges = async (
  begin: (fold: (tx: Db) => Promise<number>) => Promise<number>,
  signal?: AbortSignal,
): Promise<void> => {
  while (!signal?.aborted) if ((await begin((tx) => foldFilterChanges(tx, BATCH_SIZE))) < BATCH_SIZE) return;
};

type Range = NonNullable<TermCondition['range']>;

/** The terms of numbers in the same range as the limit. */
const rangeTerms = ({ ids, currency, limit }: Range): string[] =>
  ids.map((id) => `${id}#${currency}@${RANGE_LIMITS.findLast((one) => one <= limit) ?? ''}`);

const orNone = (sql: Db, members: SqlFragment) => sql`coalesce(${members}, ${emptyChunk(sql)})`;
const membersOf = (sql: Db, term: string) => orNone(sql, sql`bit_or(b.members) filter (where b.term = ${term})`);

/** What one choice has, and what it must not have. */
const chosen = (sql: Db, { has, not }: TermChoice) =>
  not === undefined ? membersOf(sql, has) : sql`(${membersOf(sql, has)} & ~${membersOf(sql, not)})`;

const isPlain = ({ any, range }: TermCondition): boolean => !range && any.every(({ not }) => not === undefined);

/** The listings of each chunk that fulfil a condition with numbers. Those in the range of the limit are compared by their number. */
const fulfillingNumbers = ({ sql, site }: Ctx, { any, certain, range }: TermCondition): SqlFragment => {
  const choices = range ? (certain ?? []) : any;
  const terms = [...choices.flatMap(({ has, not }) => (not === undefined ? [has] : [has, not])), ...(range ? rangeTerms(range) : [])];
  const compared =
    range &&
    sql`bit_or(b.members) filter (where b.term = any(${rangeTerms(range)}::text[]) and b.number ${sql.unsafe(COMPARISONS[range.comparison])} ${range.limit}::numeric)`;
  const either = choices.reduce(
    (joined, choice) => sql`${joined} | ${chosen(sql, choice)}`,
    compared ? orNone(sql, compared) : emptyChunk(sql),
  );
  return sql`
    union all select b.chunk, ${either} from filter_bitmaps b where b.site_id = ${site.id} and b.term = any(${terms}::text[]) group by b.chunk`;
};

/** The listings of each chunk that fulfil all conditions: (chunk, members). The statement is the same for any number of plain conditions. */
const fulfillingAll = (ctx: Ctx, conditions: TermCondition[]): SqlFragment => {
  const { sql, site } = ctx;
  const [plain, numbers] = [conditions.filter(isPlain), conditions.filter((condition) => !isPlain(condition))];
  const terms = plain.flatMap(({ any }, n) => any.map(({ has }) => ({ n, term: has })));
  return sql`
    (select chunk, bit_and(members) as members from (
      select b.chunk, bit_or(b.members) as members
      from unnest(${terms.map(({ n }) => n)}::int[], ${terms.map(({ term }) => term)}::text[]) t (n, term)
      cross join lateral (select b.chunk, b.members from filter_bitmaps b where b.site_id = ${site.id} and b.term = t.term offset 0) b
      group by b.chunk, t.n ${numbers.reduce((joined, condition) => sql`${joined} ${fulfillingNumbers(ctx, condition)}`, sql``)}
    ) c group by chunk having count(*) = ${conditions.length})`;
};

/** What a filter asks for, as conditions on terms. */
const conditionsOf = ({ category_id, facets: { stage, pricing_model, country, attributes = [] } }: ListingFilter): TermCondition[] => {
  const columns = {
    category: category_id,
    stage: stage && slugify(stage),
    pricing_model: pricing_model && slugify(pricing_model),
    country: country?.toUpperCase(),
  };
  const asked = Object.entries(columns).filter(([, value]) => value !== undefined);
  return [...asked.map(([column, value]) => ({ any: [{ has: `${column}=${value}` }] })), ...attributes];
};

/** Looking up a listing by its id costs as much as reading this many of a list in order. */
const LOOKUP_COST = 14;

/**
 * A page of the live listings of a filter, as JSON text, and how many there are. If many have what is asked for, the page is found by
 * reading the list in order; if few have, these are looked up and sorted.
 */
export const selectByBitmaps = async (
  ctx: Ctx,
  filter: ListingFilter,
  sort: ListingSort,
  paging: Paging,
): Promise<{ items: string[]; total: number }> => {
  const { category_id, facets } = filter;
  const { sql, site } = ctx;
  const none = emptyChunk(sql);
  const order = orderClause(sql, filter, sort);
  const page = sql`order by ${order} limit (select per_page from input) offset (select skipped from input)`;
  const rows = await sql<{ total: number; json: string | null }[]>`
    with input as materialized (
      select ${paging.per_page}::int as per_page, ${offsetOf(paging)}::int as skipped
    ), changed as materialized (
      select chunk, bit_or(bits) as members, bit_or(bits) filter (where fulfils) as fulfilling from (
        select chunk, fulfils, ${bitsAt(sql)} as bits from (
          select *, ${gapBefore(sql, sql`chunk, fulfils`)} as gap from (
            select ${chunkOf(sql, 'c.listing_id')} as chunk, ${placeOf(sql, 'c.listing_id')} as place, exists (select from shelf_places s ${checkFacets(sql, facets)}
              where s.listing_id = c.listing_id and s.site_id = ${site.id} and s.category_id = ${category_id}) as fulfils
            from (select distinct listing_id from filter_changes where site_id = ${site.id}) c) c) c
        group by chunk, fulfils) c
      group by chunk
    ), found as materialized (
      select chunk, coalesce(coalesce(s.members, ${none}) & ~c.members | coalesce(c.fulfilling, ${none}), s.members) as members
      from ${fulfillingAll(ctx, conditionsOf(filter))} s full join changed c using (chunk) where s.members is not null or c.fulfilling is not null
    ), total as materialized (
      select coalesce(sum(bit_count(members)), 0)::bigint as listings, min(chunk) as first_chunk, max(chunk) as last_chunk from found
    ), way as materialized (
      select t.listings * t.listings * ${LOOKUP_COST} < (select skipped + per_page from input) * coalesce((${liveListings(ctx, category_id)}), 0)::bigint as is_lookup,
        t.first_chunk, array(select f.members from generate_series(t.first_chunk, t.last_chunk) g (chunk) left join found f using (chunk) order by g.chunk) as members
      from total t
    ), page as materialized (select * from (
      (select p.listing_id, row_number() over (order by ${order}) as place from ${placesBy(sql, sort)} p
        where not (select is_lookup from way) and p.site_id = ${site.id} and p.category_id = ${category_id}
          and get_bit((select members from way)[${chunkOf(sql, 'p.listing_id')} - (select first_chunk from way) + 1], ${placeOf(sql, 'p.listing_id')}) = 1
        ${page})
      union all
      (select p.listing_id, row_number() over (order by ${order}) from ${placesBy(sql, sort)} p
        where (select is_lookup from way) and p.category_id = ${category_id} and p.listing_id = any(array(
          select (f.chunk::bigint << 15) + t.place from found f cross join lateral (
            select sum(octet_length(part) + 1) over (order by n) - 1 as place from string_to_table(f.members::text, '1') with ordinality t (part, n)) t
          where t.place < 32768))
        ${page})) page limit ${sql.unsafe(planningLimit(paging.per_page))}
    )
    select n.listings::int as total, t.json from total n left join (
      select row_to_json(t)::text as json from (
        select ${summaryColumns(sql, site.root)} from page join listings l on l.id = page.listing_id ${joinCounts(sql)} order by page.place) t) t on true`;
  return { items: rows.flatMap(({ json }) => (json === null ? [] : [json])), total: rows[0]!.total };
};
