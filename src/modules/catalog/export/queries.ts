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

/** Inserts categories that the site does not have. Their parents must be there. */
export const insertExportedCategories = (sql: Db, site_id: number, lines: string[]) => sql`
  insert into categories (site_id, slug, name, description, parent_id, position, faqs)
  select ${site_id}, t.slug, t.name, t.description, (select p.id from categories p where p.site_id = ${site_id} and p.slug = t.parent), t.position, t.faqs
  from json_to_recordset(${`[${lines.join()}]`}::text::json) as t (slug text, name text, description text, parent text, position integer, faqs json)
  on conflict (site_id, slug) do nothing`;

/** The attributes of a site and of its categories. */
export const selectExportedAttributes = (sql: Db, site_id: number): Promise<string[]> =>
  selectColumn<string>(sql`
    select json_build_object('category', c.slug, 'key', a.key, 'name', a.name, 'kind', a.kind, 'unit', a.unit, 'synonyms', a.synonyms,
      'options', a.options, 'position', a.position, 'archived', a.archived_at is not null)::text
    from category_attributes a left join categories c on c.id = a.category_id where a.site_id = ${site_id} order by c.slug nulls first, a.key`);

/** Writes attributes; those that the site has become as they are in the export, unless their kind differs. */
export const upsertExportedAttributes = async (sql: Db, site_id: number, lines: string[], at: Date): Promise<void> => {
  const rows = sql`(
    select c.id as category_id, t.* from json_to_recordset(${`[${lines.join()}]`}::text::json) as t (category text, key text, name text, kind text,
      unit text, synonyms text[], options text[], position integer, archived boolean)
    left join categories c on c.site_id = ${site_id} and c.slug = t.category where t.category is null or c.id is not null)`;
  const archived_at = sql`case when t.archived then ${at}::timestamptz end`;
  await sql`
    update category_attributes a set name = t.name, unit = t.unit, synonyms = t.synonyms, options = t.options, position = t.position, archived_at = ${archived_at}
    from ${rows} t where a.site_id = ${site_id} and a.key = t.key and a.category_id is not distinct from t.category_id and a.kind = t.kind`;
  await sql`
    insert into category_attributes (site_id, category_id, key, name, kind, unit, synonyms, options, position, archived_at)
    select ${site_id}, t.category_id, t.key, t.name, t.kind, t.unit, t.synonyms, t.options, t.position, ${archived_at} from ${rows} t
    on conflict do nothing`;
};
