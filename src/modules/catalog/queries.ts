import type { Ctx } from '../../kernel/context.ts';

export interface CategoryRow {
  id: number;
  parent_id: number | null;
  slug: string;
  name: string;
  description: string | null;
  live_listings: number;
}

/** Every category of the site with its kept count, parents before children of the same name order. */
export const selectCategories = ({ sql, site }: Ctx): Promise<CategoryRow[]> => sql<CategoryRow[]>`
  select c.id, c.parent_id, c.slug, c.name, c.description, coalesce(s.live, 0) as live_listings
  from categories c left join shelves s on s.site_id = c.site_id and s.category_id = c.id
  where c.site_id = ${site.id} order by c.position, c.name, c.id`;

/** A category's own facts as JSON text, without its listings, and its id. */
export const findCategory = async ({ sql, site }: Ctx, slug: string): Promise<{ id: number; live: number; json: string } | undefined> => {
  const [row] = await sql<{ id: number; live: number; json: string }[]>`
    select t.id, t.live_listings as live, (row_to_json(t)::jsonb - 'id')::text as json from (
      select c.id, c.slug, c.name, c.description, coalesce(s.live, 0) as live_listings, ${site.root}::text || '/categories/' || c.slug as url, c.faqs,
        (select json_build_object('slug', p.slug, 'name', p.name) from categories p where p.id = c.parent_id) as parent,
        coalesce((select json_agg(json_build_object('slug', k.slug, 'name', k.name, 'description', k.description, 'live_listings', coalesce(ks.live, 0),
            'url', ${site.root}::text || '/categories/' || k.slug) order by k.position, k.name)
          from categories k left join shelves ks on ks.site_id = k.site_id and ks.category_id = k.id where k.parent_id = c.id), '[]'::json) as subcategories,
        coalesce((select json_agg(json_build_object('key', a.key, 'name', a.name, 'unit', a.unit) order by a.position, a.id)
          from category_attributes a where a.category_id = c.id), '[]'::json) as attributes
      from categories c left join shelves s on s.site_id = c.site_id and s.category_id = c.id
      where c.site_id = ${site.id} and c.slug = ${slug}
    ) t`;
  return row;
};
