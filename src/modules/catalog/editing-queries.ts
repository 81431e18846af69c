import type { Ctx, Db } from '../../kernel/context.ts';
import type { Node } from './rules.ts';

export interface Attribute {
  key: string;
  name: string;
  unit: string | null;
}

export interface CategoryFacts {
  slug: string;
  name: string;
  description: string | null;
  /** The slug of the category above it. */
  parent: string | null;
  position: number;
  faqs: { question: string; answer: string }[];
  attributes: Attribute[];
}

export interface StandingCategory extends CategoryFacts {
  id: number;
  parent_id: number | null;
  /** Of all listings, also those that are not live. */
  listings: number;
}

const standing = (sql: Db) => sql`
  select c.id, c.parent_id, c.slug, c.name, c.description, c.position, c.faqs, (select p.slug from categories p where p.id = c.parent_id) as parent,
    (select count(*)::int from listing_categories lc where lc.category_id = c.id) as listings,
    coalesce((select json_agg(json_build_object('key', a.key, 'name', a.name, 'unit', a.unit) order by a.position, a.id)
      from category_attributes a where a.category_id = c.id), '[]'::json) as attributes
  from categories c`;

/** Every category of the site, for its team. */
export const selectStanding = ({ sql, site }: Ctx): Promise<StandingCategory[]> => sql<StandingCategory[]>`
  ${standing(sql)} where c.site_id = ${site.id} order by c.position, c.name, c.id`;

export const findStanding = async ({ sql, site }: Ctx, id: number): Promise<StandingCategory | undefined> => {
  const [row] = await sql<StandingCategory[]>`${standing(sql)} where c.site_id = ${site.id} and c.id = ${id}`;
  return row;
};

/** The site's tree, locked: two who move categories at once take turns, so that no circle can be made. */
export const lockTree = ({ sql, site }: Ctx): Promise<(Node & { slug: string })[]> => sql<(Node & { slug: string })[]>`
  select id, parent_id, slug from categories where site_id = ${site.id} order by id for update`;

type Columns = Pick<CategoryFacts, 'slug' | 'name' | 'description' | 'position' | 'faqs'> & { parent_id: number | null };

/** Null where the slug is taken. */
export const insertCategory = async ({ sql, site }: Ctx, { faqs, ...columns }: Columns): Promise<number | null> => {
  const [row] = await sql<{ id: number }[]>`
    insert into categories (site_id, slug, name, description, position, parent_id, faqs)
    values (${site.id}, ${columns.slug}, ${columns.name}, ${columns.description}, ${columns.position}, ${columns.parent_id},
      ${JSON.stringify(faqs)}::text::json) on conflict (site_id, slug) do nothing returning id`;
  return row?.id ?? null;
};

export const updateCategory = (sql: Db, id: number, { faqs, name, description, position, parent_id }: Omit<Columns, 'slug'>) => sql`
  update categories set name = ${name}, description = ${description}, position = ${position}, parent_id = ${parent_id},
    faqs = ${JSON.stringify(faqs)}::text::json where id = ${id}`;

/** Listings that stand on other shelves once a category has moved. */
export const placeListingsOf = (sql: Db, category_ids: number[]) => sql`
  select place_listings(array(select distinct listing_id from listing_categories where category_id = any(${category_ids}::int[])))`;

/** Attributes that listings state. */
export const selectStated = async (sql: Db, category_id: number): Promise<string[]> => {
  const rows = await sql<{ key: string }[]>`
    select a.key from category_attributes a where a.category_id = ${category_id}
      and exists (select from listing_attributes l where l.attribute_id = a.id)`;
  return rows.map(({ key }) => key);
};

export const writeAttributes = async ({ sql, site }: Ctx, category_id: number, attributes: Attribute[]): Promise<void> => {
  await sql`
    delete from category_attributes where category_id = ${category_id} and not key = any(${attributes.map(({ key }) => key)}::text[])`;
  for (const [position, { key, name, unit }] of attributes.entries())
    await sql`
      insert into category_attributes (site_id, category_id, key, name, unit, position)
      values (${site.id}, ${category_id}, ${key}, ${name}, ${unit}, ${position})
      on conflict (category_id, key) do update set name = excluded.name, unit = excluded.unit, position = excluded.position`;
};

/** Deletes a category that nothing is in. False where something has come into it meanwhile. */
export const deleteEmpty = async ({ sql, site }: Ctx, id: number): Promise<boolean> => {
  await sql`delete from shelves where site_id = ${site.id} and category_id = ${id}`;
  const rows = await sql`
    delete from categories c where c.id = ${id} and c.site_id = ${site.id}
      and not exists (select from listing_categories lc where lc.category_id = c.id)
      and not exists (select from categories k where k.parent_id = c.id) returning id`;
  return rows.length > 0;
};
