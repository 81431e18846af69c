import type { Ctx, Db } from '../../kernel/context.ts';
import { findRow, findValue, hasRows, type SqlFragment } from '../../kernel/database.ts';
import type { CategoryTreeNode } from './rules.ts';
import type { CategorySummary } from './schema.ts';

export interface CategoryRow extends CategoryTreeNode, Omit<CategorySummary, 'url'> {}

/** The stored number of live listings in a category; 0 is the whole site. */
export const liveListings = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, category_id: number) => sql<{ live: number }[]>`
  select live from shelves where site_id = ${site.id} and category_id = ${category_id}`;

export const countLiveListings = async (ctx: Ctx, category_id: number): Promise<number> =>
  (await findValue<number>(liveListings(ctx, category_id))) ?? 0;

/** Every category of the site with its stored count of live listings. */
export const selectCategories = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>): Promise<CategoryRow[]> => sql<CategoryRow[]>`
  select c.id, c.parent_id, c.slug, c.name, c.description, coalesce(s.live, 0) as live_listings
  from categories c left join shelves s on s.site_id = c.site_id and s.category_id = c.id
  where c.site_id = ${site.id} order by c.position, c.name, c.id`;

interface CategoryRecord {
  id: number;
  slug: string;
  name: string;
  live: number;
  json: string;
}

/** Categories `c` as JSON text without their listings. */
export const categoryRecords = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, condition: SqlFragment) => sql<CategoryRecord[]>`
    select t.id, t.slug, t.name, t.live_listings as live, (row_to_json(t)::jsonb - 'id')::text as json from (
      select c.id, c.slug, c.name, c.description, coalesce(s.live, 0) as live_listings, ${site.root}::text || '/categories/' || c.slug as url, c.faqs,
        (select json_build_object('slug', p.slug, 'name', p.name) from categories p where p.id = c.parent_id) as parent,
        coalesce((select json_agg(json_build_object('slug', k.slug, 'name', k.name, 'description', k.description, 'live_listings', coalesce(ks.live, 0),
            'url', ${site.root}::text || '/categories/' || k.slug) order by k.position, k.name)
          from categories k left join shelves ks on ks.site_id = k.site_id and ks.category_id = k.id where k.parent_id = c.id), '[]'::json) as subcategories,
        coalesce((select json_agg(json_build_object('key', t.key, 'name', t.name, 'kind', t.kind, 'unit', t.unit, 'options', t.options) order by t.place, t.position, t.id)
          from (select distinct on (a.key) a.*, coalesce(array_position(g.ids, a.category_id), 9) as place from category_attributes a,
              (select array[c.id, c.parent_id, (select p.parent_id from categories p where p.id = c.parent_id)] as ids) g
            where a.site_id = c.site_id and a.archived_at is null and (a.category_id is null or a.category_id = any(g.ids)) order by a.key, place) t), '[]'::json) as attributes
      from categories c left join shelves s on s.site_id = c.site_id and s.category_id = c.id
      where c.site_id = ${site.id} and ${condition}
    ) t`;

export const selectCategoryRecords = (ctx: Pick<Ctx, 'sql' | 'site'>, slugs: string[]) =>
  categoryRecords(ctx, ctx.sql`c.slug = any(${slugs}::text[])`);

export const findCategory = (ctx: Ctx, slug: string): Promise<CategoryRecord | undefined> =>
  findRow(categoryRecords(ctx, ctx.sql`c.slug = ${slug}`));

export interface CategoryDetails {
  slug: string;
  name: string;
  description: string | null;
  /** Slug of the parent category. */
  parent: string | null;
  position: number;
  faqs: { question: string; answer: string }[];
}

export interface EditableCategory extends CategoryDetails {
  id: number;
  parent_id: number | null;
  /** Counts all listings, also those that are not live. */
  listings: number;
  /** How many attributes of its own it has. */
  attributes: number;
}

const editableCategories = (sql: Db) => sql`
  select c.id, c.parent_id, c.slug, c.name, c.description, c.position, c.faqs, (select p.slug from categories p where p.id = c.parent_id) as parent,
    (select count(*)::int from listing_categories lc where lc.category_id = c.id) as listings,
    (select count(*)::int from category_attributes a where a.category_id = c.id and a.archived_at is null) as attributes
  from categories c`;

export const selectEditableCategories = ({ sql, site }: Ctx): Promise<EditableCategory[]> => sql<EditableCategory[]>`
  ${editableCategories(sql)} where c.site_id = ${site.id} order by c.position, c.name, c.id`;

export const findEditableCategory = ({ sql, site }: Ctx, id: number): Promise<EditableCategory | undefined> =>
  findRow(sql<EditableCategory[]>`${editableCategories(sql)} where c.site_id = ${site.id} and c.id = ${id}`);

/** Locks the site's tree, so that concurrent moves cannot create a cycle. */
export const lockCategoryTree = ({ sql, site }: Ctx) => sql<(CategoryTreeNode & { slug: string })[]>`
  select id, parent_id, slug from categories where site_id = ${site.id} order by id for update`;

type CategoryColumns = Pick<CategoryDetails, 'slug' | 'name' | 'description' | 'position' | 'faqs'> & { parent_id: number | null };

/** Null if the slug is taken. */
export const insertCategory = ({ sql, site }: Ctx, { faqs, ...columns }: CategoryColumns): Promise<number | null> =>
  findValue<number>(sql`
    insert into categories (site_id, slug, name, description, position, parent_id, faqs)
    values (${site.id}, ${columns.slug}, ${columns.name}, ${columns.description}, ${columns.position}, ${columns.parent_id},
      ${JSON.stringify(faqs)}::text::json) on conflict (site_id, slug) do nothing returning id`);

export const updateCategory = (sql: Db, id: number, { faqs, name, description, position, parent_id }: Omit<CategoryColumns, 'slug'>) => sql`
  update categories set name = ${name}, description = ${description}, position = ${position}, parent_id = ${parent_id},
    faqs = ${JSON.stringify(faqs)}::text::json where id = ${id}`;

/** Updates the stored category membership of listings after a category was moved. */
export const placeCategoryListings = (sql: Db, category_ids: number[]) => sql`
  select place_listings(array(select distinct listing_id from listing_categories where category_id = any(${category_ids}::int[])))`;

export const deleteEmptyCategory = async ({ sql, site }: Ctx, id: number): Promise<boolean> => {
  await sql`delete from shelves where site_id = ${site.id} and category_id = ${id}`;
  await sql`delete from category_attributes where site_id = ${site.id} and category_id = ${id}`;
  return hasRows(sql`
    delete from categories c where c.id = ${id} and c.site_id = ${site.id}
      and not exists (select from listing_categories lc where lc.category_id = c.id)
      and not exists (select from categories k where k.parent_id = c.id) returning id`);
};

/** Ids of categories by slug; missing categories are created. */
export const ensureCategories = async (
  sql: Db,
  site_id: number,
  categories: { slug: string; name: string }[],
): Promise<Map<string, number>> => {
  const json = JSON.stringify(categories.toSorted((a, b) => (a.slug < b.slug ? -1 : 1)));
  await sql`
    insert into categories (site_id, slug, name) select ${site_id}, slug, name from json_to_recordset(${json}::text::json) as t (slug text, name text)
    on conflict (site_id, slug) do nothing`;
  const rows = await sql<{ slug: string; id: number }[]>`
    select slug, id from categories where site_id = ${site_id} and slug = any(${categories.map(({ slug }) => slug)}::text[])`;
  return new Map(rows.map(({ slug, id }) => [slug, id]));
};

type CategoryName = Pick<CategoryRow, 'id' | 'slug' | 'name' | 'description'>;

/** The categories of a site to choose from. */
export const selectCategoryOptions = (sql: Db, site_id: number): Promise<CategoryName[]> => sql<CategoryName[]>`
  select id, slug, name, description from categories where site_id = ${site_id} order by position, name, id`;

/** Which of these slugs are categories of the site. */
export const selectKnownCategories = async (sql: Db, site_id: number, slugs: string[]): Promise<Set<string>> => {
  if (slugs.length === 0) return new Set();
  const rows = await sql<{ slug: string }[]>`select slug from categories where site_id = ${site_id} and slug = any(${slugs})`;
  return new Set(rows.map(({ slug }) => slug));
};
