import type { Ctx, Db } from '../../../kernel/context.ts';
import { type SqlFragment, selectColumn } from '../../../kernel/database.ts';
import type { AttributeDefinition, AttributeKind, AttributeValue } from '../../catalog/attributes/kinds.ts';
import { anyChoice, type FilterableAttribute, type TermCondition } from './filter.ts';
import type { Quotation } from './schema.ts';

/** Values that do not have the kind of their attribute. */
export const selectValuesOfOtherKinds = (sql: Db, attribute_id: number, kind: AttributeKind) => sql<
  { listing_id: number; value: AttributeValue }[]
>`
  select listing_id, value from listing_attributes where attribute_id = ${attribute_id} and kind <> ${kind} order by listing_id for update`;

export const updateConvertedValues = (
  sql: Db,
  { id, kind }: { id: number; kind: AttributeKind },
  values: { listing_id: number; value: AttributeValue }[],
) => sql`
  update listing_attributes v set value = t.value, kind = ${kind}
  from json_to_recordset(${JSON.stringify(values)}::text::json) as t (listing_id bigint, value jsonb)
  where v.attribute_id = ${id} and v.listing_id = t.listing_id`;

/** Comparisons as SQL. */
export const COMPARISONS = { '<': '<', '<=': '<=', '>': '>', '>=': '>=', '=': '=' };

/** Whether a row `f` of listing_facts fulfils all conditions. */
export const fulfilsAll = (sql: Db, conditions: TermCondition[]) => {
  const ranges = conditions.flatMap(({ certain = [], range }) => (range ? [{ certain, ...range }] : []));
  const exactly = ranges.map(
    ({ certain, ids, currency, comparison, limit }) => sql`
      and (f.terms @@ ${anyChoice(certain)}::tsquery or exists (select from listing_attributes v where v.listing_id = f.listing_id
        and v.attribute_id = any(${ids}::integer[]) and coalesce(v.value->>'currency', '') = ${currency}
        and attribute_number(v.kind, v.value) ${sql.unsafe(COMPARISONS[comparison])} ${limit}::numeric))`,
  );
  return sql`f.terms @@ ${conditions.map(({ any }) => anyChoice(any)).join(' & ')}::tsquery ${exactly.length > 0 ? exactly : sql``}`;
};

/** What listings of a site can be filtered by, once per key: attributes of the whole site first, then those of categories with other keys. */
export const selectFilterableAttributes = (sql: Db, site_id: number): Promise<FilterableAttribute[]> => sql<FilterableAttribute[]>`
  select a.key, a.name, a.kind, a.unit, a.options, array(select o.id from category_attributes o
      where o.site_id = a.site_id and o.key = a.key and o.kind = a.kind and o.archived_at is null order by o.id) as ids
  from (select distinct on (key) * from category_attributes where site_id = ${site_id} and archived_at is null
    order by key, category_id is not null, id) a
  order by a.category_id is not null, a.position, a.id`;

/** Keys of the attributes of a category with its parents and of the site, or (null) of the site alone. */
export const selectApplicableKeys = ({ sql, site }: Ctx, category: string | null): Promise<string[]> =>
  selectColumn<string>(sql`
    select distinct a.key from category_attributes a where a.site_id = ${site.id} and a.archived_at is null and (a.category_id is null or a.category_id in (
      select unnest(array[c.id, c.parent_id, p.parent_id]) from categories c left join categories p on p.id = c.parent_id
      where c.site_id = ${site.id} and c.slug = ${category}))`);

/** How many of the listings have each term, with the item of a list as it is written. */
export const selectTermCounts = (sql: Db, listing_ids: number[]) => sql<{ term: string; label: string | null; count: number }[]>`
  select t.term, min(case when v.kind = 'list' then v.value->>(t.n::int - 1) end) as label, count(*)::int as count
  from listing_attributes v cross join lateral unnest(v.terms[2:]) with ordinality t (term, n)
  where v.listing_id = any(${listing_ids}::bigint[]) group by t.term`;

/** The categories of listing `l` with their parents, and how near they are: (id, place). */
const categoriesOf = (sql: Db) => sql`
  (select u.id, min(lc.position * 10 + u.depth) as place from listing_categories lc join categories c on c.id = lc.category_id
    left join categories p on p.id = c.parent_id cross join lateral unnest(array[c.id, c.parent_id, p.parent_id]) with ordinality u (id, depth)
    where lc.listing_id = l.id and u.id is not null group by u.id)`;

/** The attributes of listing `l`: those of its categories, their parents and the site. */
const attributesOf = (sql: Db) => sql`
  (select a.*, coalesce(n.place, 1000) as place from category_attributes a left join ${categoriesOf(sql)} n on n.id = a.category_id
    where a.site_id = l.site_id and a.archived_at is null and (a.category_id is null or n.id is not null))`;

/** The attributes of listing `l`, once per key, with its value: the nearest one that has a value, or else the nearest. */
export const attributeChoices = (sql: Db) => sql`
  (select distinct on (a.key) a.id, a.key, a.name, a.kind, a.unit, a.options, a.synonyms, a.position, a.place, v.value, v.evidence, v.stated_by
    from ${attributesOf(sql)} a left join listing_attributes v on v.listing_id = l.id and v.attribute_id = a.id and v.kind = a.kind
    order by a.key, v.value is null, a.place)`;

/** A quote as evidence has it: with what stands around it, once its page was read again. */
export interface StoredQuote {
  quote: string;
  url: string;
  read_at: string | null;
  prefix?: string;
  suffix?: string;
  /** The newest reading that found it, and the first since when it is missing. */
  confirmed_at?: string;
  missing_since?: string;
}

/** Stored quotes as the API shows them, in their order, in which the function returns them. */
export const quotationsJson = (sql: Db, evidence: SqlFragment) => sql`
  coalesce((select json_agg(json_build_object('quote', q->>'quote', 'url', q->>'url', 'read_at', q->>'read_at', 'confirmed_at', q->>'confirmed_at',
    'missing_since', q->>'missing_since')) from json_array_elements(${evidence}) e (q)), '[]'::json)`;

/** A value with where it was read. */
export interface StatedValue {
  value: AttributeValue;
  evidence: StoredQuote[];
  stated_by: 'website' | 'owner';
}

/** All attributes of listing `l` by key: each a StatedValue, or null. */
export const valuesByKeyJson = (sql: Db) => sql`
  coalesce((select json_object_agg(t.key, case when t.value is not null then json_build_object('value', t.value, 'evidence', t.evidence, 'stated_by', t.stated_by) end)
    from ${attributeChoices(sql)} t), '{}'::json)`;

/** The values of listing `l` as its history has them: `attributes.<key>`, null where it has none. */
export const valuesForHistory = (sql: Db) => sql`
  coalesce((select jsonb_object_agg('attributes.' || t.key, t.value) from ${attributeChoices(sql)} t), '{}'::jsonb)`;

/** The attributes that a listing can state: of several with one key the nearest. */
export const selectListingDefinitions = (sql: Db, listing_id: number): Promise<(AttributeDefinition & { id: number })[]> => sql<
  (AttributeDefinition & { id: number })[]
>`
  select t.id, t.key, t.kind, t.name, t.synonyms, t.unit, t.options from listings l cross join lateral (
    select distinct on (a.key) a.* from ${attributesOf(sql)} a order by a.key, a.place) t
  where l.id = ${listing_id} order by t.place, t.position, t.id`;

export interface ListingAttribute extends AttributeDefinition {
  value: AttributeValue | null;
  evidence: Quotation[];
}

/** The same with the listing's values. */
export const selectAttributesWithValues = (sql: Db, listing_id: number): Promise<ListingAttribute[]> => sql<ListingAttribute[]>`
  select t.key, t.kind, t.name, t.synonyms, t.unit, t.options, t.value, ${quotationsJson(sql, sql`t.evidence`)} as evidence
  from listings l cross join lateral ${attributeChoices(sql)} t
  where l.id = ${listing_id} order by t.place, t.position, t.id`;

/** Replaces a listing's values by key; null removes one. Keys that its categories do not have are left out. */
export const writeListingAttributes = async (
  sql: Db,
  { id, site_id }: { id: number; site_id: number },
  values: Record<string, StatedValue | null>,
): Promise<void> => {
  if (Object.keys(values).length === 0) return;
  const definitions = (await selectListingDefinitions(sql, id)).filter(({ key }) => key in values);
  const keys = definitions.map(({ key }) => key);
  const rows = definitions.flatMap(({ id: attribute_id, key, kind }) => {
    const stated = values[key];
    return stated ? [{ attribute_id, kind, ...stated }] : [];
  });
  await sql`
    delete from listing_attributes v using category_attributes a
    where v.listing_id = ${id} and a.id = v.attribute_id and a.archived_at is null and a.key = any(${keys}::text[])`;
  await sql`
    insert into listing_attributes (site_id, listing_id, attribute_id, kind, value, evidence, stated_by)
    select ${site_id}, ${id}, attribute_id, kind, value, evidence, stated_by
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as t (attribute_id integer, kind text, value jsonb, evidence json, stated_by text)
    order by attribute_id
    on conflict (listing_id, attribute_id) do update
      set kind = excluded.kind, value = excluded.value, evidence = excluded.evidence, stated_by = excluded.stated_by`;
};
