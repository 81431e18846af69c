import type { Ctx, Db } from '../../kernel/context.ts';
import { offsetOf } from '../../kernel/paging.ts';
import type { ListFounders } from './schema.ts';

const summaryColumns = (sql: Db, root: string) => sql`
  f.slug, f.name, f.country, f.photo_url,
  coalesce((select json_agg(json_build_object('slug', l.slug, 'name', l.name, 'title', lf.title, 'url', ${root}::text || '/listings/' || l.slug) order by l.launched_at desc, l.id)
    from listing_founders lf join listings l on l.id = lf.listing_id where lf.founder_id = f.id and l.status = 'live'), '[]'::json) as companies,
  ${root}::text || '/founders/' || f.slug as url`;

/** Statuses of listings a stranger may know of. Whoever is named on others alone is not shown yet. */
const PUBLIC = ['live', 'scheduled', 'awaiting_badge'];

const isPublic = (sql: Db) => sql`
  f.hidden_at is null and (exists (select from listing_founders lf join listings l on l.id = lf.listing_id where lf.founder_id = f.id and l.status = any(${PUBLIC}))
    or not exists (select from listing_founders lf where lf.founder_id = f.id))`;

const matching = ({ sql, site }: Ctx, { country }: ListFounders, words: string | null) => sql`
  f.site_id = ${site.id} and ${isPublic(sql)}
  ${words ? sql`and f.words @@ ${words}::tsquery` : sql``}
  ${country ? sql`and f.country = ${country.toUpperCase()}` : sql``}`;

/** A page of founders by name, as JSON text. */
export const selectFounders = async (ctx: Ctx, input: ListFounders, words: string | null): Promise<string[]> => {
  const { sql, site } = ctx;
  const rows = await sql<{ json: string }[]>`
    select row_to_json(t)::text as json from (
      select ${summaryColumns(sql, site.root)} from founders f where ${matching(ctx, input, words)}
      order by f.name, f.id limit ${input.per_page} offset ${offsetOf(input)}) t`;
  return rows.map((row) => row.json);
};

export const countFounders = async (ctx: Ctx, input: ListFounders, words: string | null, most: number): Promise<number> => {
  const [row] = await ctx.sql<{ count: number }[]>`
    select count(*)::int as count from (select 1 from founders f where ${matching(ctx, input, words)} limit ${most + 1}) t`;
  return row!.count;
};

/** A founder with companies and the stories published on unlocked listings, as JSON text. */
export const findFounder = async ({ sql, site }: Ctx, slug: string): Promise<string | undefined> => {
  const [row] = await sql<{ json: string }[]>`
    select row_to_json(t)::text as json from (
      select ${summaryColumns(sql, site.root)}, f.bio, f.socials,
        coalesce((select json_agg(json_build_object('listing_slug', l.slug, 'listing_name', l.name, 'title', l.story->>'title',
            'excerpt', left(l.story->>'story', 280), 'url', ${site.root}::text || '/listings/' || l.slug || '#story') order by l.launched_at desc, l.id)
          from listing_founders lf join listings l on l.id = lf.listing_id
          where lf.founder_id = f.id and l.status = 'live' and l.story is not null and 'story' = any(l.unlocked_sections)), '[]'::json) as stories
      from founders f where f.site_id = ${site.id} and f.slug = ${slug} and ${isPublic(sql)}) t`;
  return row?.json;
};
