import type { Db } from '../../../kernel/context.ts';
import { selectColumn } from '../../../kernel/database.ts';

/** The categories of a site for its export, one JSON text each: parents before their children. */
export const selectExportedCategories = (sql: Db, site_id: number): Promise<string[]> =>
  selectColumn<string>(sql`
    with recursive tree as (
      select c.*, null::text as parent, 0 as depth from categories c where c.site_id = ${site_id} and c.parent_id is null
      union all
      select c.*, t.slug, t.depth + 1 from tree t join categories c on c.parent_id = t.id
    )
    select json_build_object('slug', slug, 'name', name, 'description', description, 'parent', parent, 'position', position, 'faqs', faqs)::text
    from tree order by depth, slug`);

/** Inserts a category unless the site has it. Its parent must be there. Returns the ids of new ones. */
export const insertExportedCategory = (sql: Db, site_id: number, line: string): Promise<number[]> =>
  selectColumn<number>(sql`
  insert into categories (site_id, slug, name, description, parent_id, position, faqs)
  select ${site_id}, t.slug, t.name, t.description, (select p.id from categories p where p.site_id = ${site_id} and p.slug = t.parent), t.position, t.faqs
  from json_to_recordset(${`[${line}]`}::text::json) as t (slug text, name text, description text, parent text, position integer, faqs json)
  on conflict (site_id, slug) do nothing returning id`);

/** Deletes those of the categories that nothing uses: no listing, no other category, no value of an attribute. */
export const deleteUnusedCategories = async (sql: Db, site_id: number, ids: number[]): Promise<void> => {
  const unused = await selectColumn<number>(sql`
    select c.id from categories c where c.site_id = ${site_id} and c.id = any(${ids}::int[])
      and not exists (select from listing_categories l where l.category_id = c.id)
      and not exists (select from categories k where k.parent_id = c.id)
      and not exists (select from category_attributes a join listing_attributes v on v.attribute_id = a.id where a.category_id = c.id) for update`);
  if (unused.length === 0) return;
  await sql`delete from shelves where site_id = ${site_id} and category_id = any(${unused}::int[])`;
  await sql`delete from category_attributes where site_id = ${site_id} and category_id = any(${unused}::int[])`;
  await sql`delete from categories where site_id = ${site_id} and id = any(${unused}::int[])`;
  // Their parents may be unused now.
  await deleteUnusedCategories(sql, site_id, ids);
};

/** The attributes of a site and of its categories. */
export const selectExportedAttributes = (sql: Db, site_id: number): Promise<string[]> =>
  selectColumn<string>(sql`
    select json_build_object('category', c.slug, 'key', a.key, 'name', a.name, 'kind', a.kind, 'unit', a.unit, 'synonyms', a.synonyms,
      'options', a.options, 'position', a.position, 'archived', a.archived_at is not null)::text
    from category_attributes a left join categories c on c.id = a.category_id where a.site_id = ${site_id} order by c.slug nulls first, a.key`);

/** Writes attributes; those that the site has become as they are in the export, unless their kind differs. Returns the ids of new ones. */
export const upsertExportedAttributes = async (sql: Db, site_id: number, lines: string[], at: Date): Promise<number[]> => {
  const rows = sql`(
    select c.id as category_id, t.* from json_to_recordset(${`[${lines.join()}]`}::text::json) as t (category text, key text, name text, kind text,
      unit text, synonyms text[], options text[], position integer, archived boolean)
    left join categories c on c.site_id = ${site_id} and c.slug = t.category where t.category is null or c.id is not null)`;
  const archived_at = sql`case when t.archived then ${at}::timestamptz end`;
  await sql`
    update category_attributes a set name = t.name, unit = t.unit, synonyms = t.synonyms, options = t.options, position = t.position, archived_at = ${archived_at}
    from ${rows} t where a.site_id = ${site_id} and a.key = t.key and a.category_id is not distinct from t.category_id and a.kind = t.kind`;
  return selectColumn<number>(sql`
    insert into category_attributes (site_id, category_id, key, name, kind, unit, synonyms, options, position, archived_at)
    select ${site_id}, t.category_id, t.key, t.name, t.kind, t.unit, t.synonyms, t.options, t.position, ${archived_at} from ${rows} t
    on conflict do nothing returning id`);
};

/** Deletes those of the attributes that no listing states. */
export const deleteUnusedAttributes = (sql: Db, site_id: number, ids: number[]) => sql`
  delete from category_attributes a where a.site_id = ${site_id} and a.id = any(${ids}::int[])
    and not exists (select from listing_attributes v where v.attribute_id = a.id)`;
