import type { Ctx, Db } from '../../kernel/context.ts';

export interface Approved {
  id: number;
  slug: string;
  name: string;
  tagline: string | null;
}

export const selectApproved = (sql: Db, listing_id: number): Promise<Approved[]> => sql<Approved[]>`
  select l.id, l.slug, l.name, l.tagline from listing_alternatives a join listings l on l.id = a.alternative_id
  where a.listing_id = ${listing_id} order by a.position, l.id`;

/** Approves an alternative that is live on the same site, behind the others. */
export const insertAlternative = ({ sql, site }: Ctx, listing_id: number, slug: string) => sql`
  insert into listing_alternatives (site_id, listing_id, alternative_id, position)
  select l.site_id, ${listing_id}, l.id, (select coalesce(max(position), -1) + 1 from listing_alternatives where listing_id = ${listing_id})
  from listings l where l.site_id = ${site.id} and l.slug = ${slug} and l.status = 'live' and l.id <> ${listing_id}
  on conflict do nothing`;

export const removeAlternative = (sql: Db, listing_id: number, alternative_id: number) =>
  sql`delete from listing_alternatives where listing_id = ${listing_id} and alternative_id = ${alternative_id}`;

export interface AttributeRow {
  id: number;
  name: string;
  unit: string | null;
  value: string | null;
  evidence: { quote: string; url: string } | null;
}

/** What a listing's categories are compared on (a category inherits its parents'), with what the listing says. */
export const selectAttributes = (sql: Db, listing_id: number): Promise<AttributeRow[]> => sql<AttributeRow[]>`
  with recursive lineage as (
    select c.id, c.parent_id from listing_categories lc join categories c on c.id = lc.category_id where lc.listing_id = ${listing_id}
    union select c.id, c.parent_id from lineage d join categories c on c.id = d.parent_id
  )
  select x.id, x.name, x.unit, v.value, v.evidence from category_attributes x
  left join listing_attributes v on v.attribute_id = x.id and v.listing_id = ${listing_id}
  where x.category_id in (select id from lineage) order by x.category_id, x.position, x.id`;

/** Writes values the owner typed: what was read on the company's site no longer speaks for them. */
export const writeAttributes = async (
  sql: Db,
  site_id: number,
  listing_id: number,
  values: { attribute_id: number; value: string }[],
): Promise<void> => {
  await sql`
    insert into listing_attributes (site_id, listing_id, attribute_id, value, evidence)
    select ${site_id}, ${listing_id}, attribute_id, value, null
    from json_to_recordset(${JSON.stringify(values)}::text::json) as t (attribute_id integer, value text) order by attribute_id
    on conflict (listing_id, attribute_id) do update set value = excluded.value, evidence = null`;
};

export const removeAttributes = (sql: Db, listing_id: number, ids: number[]) =>
  sql`delete from listing_attributes where listing_id = ${listing_id} and attribute_id = any(${ids}::integer[])`;
