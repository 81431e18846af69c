import type { Ctx } from '../../kernel/context.ts';

/** What a site's map is made of, kind by kind. */
export const MAP_KINDS = ['listings', 'categories', 'founders', 'weeks', 'blog'] as const;
export type MapKind = (typeof MAP_KINDS)[number];

/** The pages of a kind: what they go by, in one order for good, their path, and when what they show last changed (null where nobody knows). */
const PLACES: Record<MapKind, (ctx: Ctx) => ReturnType<Ctx['sql']>> = {
  listings: ({ sql, site }) => sql`
    select l.id, '/listings/' || l.slug as path, greatest(l.updated_at, l.launched_at, u.at) as changed_at
    from listings l left join (select listing_id, max(created_at) as at from listing_updates where site_id = ${site.id} group by listing_id) u
      on u.listing_id = l.id
    where l.site_id = ${site.id} and l.status = 'live'`,
  categories: ({ sql, site }) => sql`
    select c.id::bigint as id, '/categories/' || c.slug as path, greatest(c.created_at, (
      select launched_at from shelf_places s where s.site_id = c.site_id and s.category_id = c.id order by launched_at desc limit 1)) as changed_at
    from categories c where c.site_id = ${site.id}`,
  founders: ({ sql, site }) => sql`
    select f.id, '/founders/' || f.slug as path, greatest(f.created_at, (
      select max(greatest(l.updated_at, l.launched_at)) from listing_founders lf join listings l on l.id = lf.listing_id
      where lf.founder_id = f.id and l.status = 'live')) as changed_at
    from founders f where f.site_id = ${site.id}
      and (exists (select from listing_founders lf join listings l on l.id = lf.listing_id
          where lf.founder_id = f.id and l.status in ('live', 'scheduled', 'awaiting_badge'))
        or not exists (select from listing_founders lf where lf.founder_id = f.id))`,
  // A week that runs changes with every vote, so nothing is said of when.
  weeks: ({ sql, site }) => sql`
    select t.week_on - date '2000-01-03' as id, '/launches/weeks/' || t.week_on as path, w.finished_at as changed_at
    from week_totals t left join launch_weeks w on w.site_id = t.site_id and w.week_on = t.week_on
    where t.site_id = ${site.id} and t.launches > 0`,
  blog: ({ sql, site, clock }) => sql`
    select p.id, '/blog/' || p.slug as path, greatest(p.updated_at, p.published_at) as changed_at
    from blog_posts p where p.site_id = ${site.id} and p.published_at <= ${clock.now()}`,
};

/** A part of a kind's pages that fits into one file. */
export interface PartRow {
  number: number;
  first_id: number;
  changed_at: Date | null;
}

/** The parts of a kind, each of so many pages at most. */
export const selectMapParts = (ctx: Ctx, kind: MapKind, most: number): Promise<PartRow[]> => ctx.sql<PartRow[]>`
  select number, min(id) as first_id, max(changed_at) as changed_at
  from (select id, changed_at, ((row_number() over (order by id) - 1) / ${most}::int + 1)::int as number from (${PLACES[kind](ctx)}) p) t
  group by number order by number`;

/** The pages of a part as lines of a sitemap. A path holds nothing that XML would have to escape; the root is given as it is to stand. */
export const selectMapLines = async (ctx: Ctx, kind: MapKind, first_id: number, most: number, root: string): Promise<string> => {
  const [row] = await ctx.sql<{ lines: string | null }[]>`
    select string_agg('<url><loc>' || ${root}::text || path || '</loc>'
      || coalesce('<lastmod>' || to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '</lastmod>', '') || '</url>', E'\n' order by id) as lines
    from (select id, path, changed_at from (${PLACES[kind](ctx)}) p where id >= ${first_id} order by id limit ${most}) t`;
  return row!.lines ?? '';
};
