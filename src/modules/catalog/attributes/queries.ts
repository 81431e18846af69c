import type { Ctx, Db } from '../../../kernel/context.ts';
import { findRow, findValue, type SqlFragment, selectColumn } from '../../../kernel/database.ts';
import type { AttributeDefinition } from './kinds.ts';

/** An attribute as the team edits it. */
export interface AttributeRow extends AttributeDefinition {
  id: number;
  /** The category it belongs to; null for the whole site. */
  category_id: number | null;
  category: { id: number; name: string } | null;
  position: number;
  archived_at: Date | null;
  /** Listings that have a value. */
  values: number;
}

const attributeRows = (sql: Db) => sql`
  select a.id, a.category_id, (select json_build_object('id', c.id, 'name', c.name) from categories c where c.id = a.category_id) as category, a.key, a.name,
    a.kind, a.unit, a.synonyms, a.options, a.position, a.archived_at,
    (select count(*)::int from listing_attributes v where v.attribute_id = a.id) as values
  from category_attributes a`;

/** The attributes of a category, or of the whole site (null), with the archived ones last. */
export const selectAttributes = ({ sql, site }: Ctx, category_id: number | null): Promise<AttributeRow[]> => sql<AttributeRow[]>`
  ${attributeRows(sql)} where a.site_id = ${site.id} and a.category_id is not distinct from ${category_id}
  order by a.archived_at is not null, a.position, a.id`;

export const findAttribute = ({ sql, site }: Ctx, id: number): Promise<AttributeRow | undefined> =>
  findRow(sql<AttributeRow[]>`${attributeRows(sql)} where a.site_id = ${site.id} and a.id = ${id}`);

/** Locks an attribute until the transaction ends, so that its kind and its values change together. */
export const lockAttribute = ({ sql, site }: Ctx, id: number) =>
  sql`select from category_attributes where site_id = ${site.id} and id = ${id} for update`;

export type AttributeDetails = Pick<AttributeRow, 'name' | 'kind' | 'unit' | 'synonyms' | 'options' | 'position'>;

/** Null if the category, or the site, has an attribute with this key. */
export const insertAttribute = (
  { sql, site }: Ctx,
  { key, category_id, ...details }: AttributeDetails & Pick<AttributeRow, 'key' | 'category_id'>,
) =>
  findValue<number>(sql`
    insert into category_attributes ${sql({ site_id: site.id, category_id, key, ...details })} on conflict do nothing returning id`);

export const updateAttribute = (sql: Db, id: number, columns: Partial<AttributeDetails & Pick<AttributeRow, 'archived_at'>>) =>
  sql`update category_attributes set ${sql(columns)} where id = ${id}`;

/** The category with its parents, from itself upwards, as a table (id, depth). */
const lineageOf = (sql: Db, category: SqlFragment) => sql`
  (select unnest(array[c.id, c.parent_id, p.parent_id]) as id, generate_series(0, 2) as depth
  from categories c left join categories p on p.id = c.parent_id where c.id = ${category})`;

/** The attributes of a category: its own, its parents' and the site's. Of several with one key the nearest counts. */
export const selectDefinitions = (
  sql: Db,
  site_id: number,
  category_ids: number[],
): Promise<(AttributeDefinition & { id: number })[]> => sql<(AttributeDefinition & { id: number })[]>`
  select id, key, kind, name, synonyms, unit, options from (
    select distinct on (a.key) a.*, coalesce(n.place, 1000) as place from category_attributes a
    left join lateral (
      select min(t.n * 10 + g.depth) as place from unnest(${category_ids}::integer[]) with ordinality t (id, n) cross join lateral ${lineageOf(sql, sql`t.id`)} g
      where g.id = a.category_id) n on true
    where a.site_id = ${site_id} and a.archived_at is null and (a.category_id is null or n.place is not null)
    order by a.key, place
  ) t order by place, position, id`;

/** Ids of categories by name, in the order of the names. */
export const selectCategoryIds = (sql: Db, site_id: number, names: string[]): Promise<number[]> =>
  selectColumn<number>(sql`
    select id from categories where site_id = ${site_id} and name = any(${names}::text[]) order by array_position(${names}::text[], name), id`);

/** Every attribute of a site, once per key, for reading a website whose category is not known yet. */
export const selectAllDefinitions = (sql: Db, site_id: number): Promise<AttributeDefinition[]> => sql<AttributeDefinition[]>`
  select key, kind, name, synonyms, unit, options from (
    select distinct on (key) * from category_attributes where site_id = ${site_id} and archived_at is null order by key, category_id is not null, id
  ) t order by category_id is not null, position, id`;
