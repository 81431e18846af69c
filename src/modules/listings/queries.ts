import type { Ctx, Db } from '../../kernel/context.ts';

/** Statuses a stranger may read by slug: the badge on a waiting product's homepage already links here. */
const PUBLIC = ['live', 'scheduled', 'awaiting_badge'];

/** The columns of a ListingSummary, from `listings l left join listing_counts n`. PostgreSQL writes the JSON; nothing maps it. */
export const summaryColumns = (sql: Db, root: string) => sql`
  l.slug, l.name, l.tagline, l.short_description, l.status, l.website, l.domain, l.logo_url, l.stage, l.pricing_model, l.country,
  coalesce((select json_agg(json_build_object('slug', c.slug, 'name', c.name) order by lc.position)
    from listing_categories lc join categories c on c.id = lc.category_id where lc.listing_id = l.id), '[]'::json) as categories,
  l.tags, coalesce(n.votes, 0) as votes, coalesce(n.views, 0) as views, coalesce(n.followers, 0) as followers,
  l.launch_week_on, l.launched_at, ${root}::text || '/listings/' || l.slug as url`;

/** All milestones of listing `l`, the latest first. */
export const milestonesJson = (sql: Db) => sql`coalesce((select json_agg(m) from (select id, date, title, description, url
    from listing_milestones where listing_id = l.id order by date desc, id desc) m), '[]'::json)`;

/** All pictures of listing `l`, in their order. */
export const mediaJson = (
  sql: Db,
  root: string,
) => sql`coalesce((select json_agg(json_build_object('url', ${root}::text || '/media/' || p.hash || '.webp',
    'alt', p.alt, 'width', p.width, 'height', p.height) order by p.position, p.id) from listing_media p where p.listing_id = l.id), '[]'::json)`;

/** Where the value of attribute `v` was read, or null. */
const quotation = (sql: Db) => sql`case when v.evidence is not null then
    json_build_object('quote', v.evidence->>'quote', 'url', v.evidence->>'url', 'read_at', v.evidence->>'read_at') end`;

export const profileColumns = (sql: Db, root: string) => sql`
  l.headline, l.summary, l.description, l.features, l.usps, l.keywords, l.pricing_summary, l.city, l.founded_year,
  l.contact_email, l.demo_video_url, l.seo_title, l.seo_description, l.faqs, l.socials,
  coalesce((select json_agg(json_build_object('key', a.key, 'name', a.name, 'unit', a.unit, 'value', v.value, 'evidence', ${quotation(sql)}) order by a.position, a.id)
    from listing_attributes v join category_attributes a on a.id = v.attribute_id where v.listing_id = l.id), '[]'::json) as attributes,
  coalesce((select json_agg(json_build_object('slug', f.slug, 'name', f.name, 'title', lf.title, 'url', ${root}::text || '/founders/' || f.slug) order by lf.position, f.id)
    from listing_founders lf join founders f on f.id = lf.founder_id where lf.listing_id = l.id and f.hidden_at is null), '[]'::json) as founders,
  coalesce((select json_agg(u) from (select id, title, body, created_at from listing_updates
    where listing_id = l.id order by created_at desc, id desc limit 5) u), '[]'::json) as updates,
  (select json_build_object('value', round(r.stars::numeric / r.reviews, 2), 'reviews', r.reviews)
    from listing_ratings r where r.listing_id = l.id and r.reviews > 0) as community_rating,
  (select json_build_object('name', m.name, 'value', m.value, 'unit', m.unit, 'as_of', m.as_of_on, 'source', m.source, 'trend', m.value - m.before)
    from (select name, value, unit, as_of_on, source, lead(value) over (order by as_of_on desc) as before from (
      select * from listing_metrics where listing_id = l.id and name = 'domain_rating' and source <> '' order by as_of_on desc limit 2) newest) m
    order by m.as_of_on desc limit 1) as domain_rating,
  case when 'story' = any(l.unlocked_sections) then l.story end as story,
  case when 'milestones' = any(l.unlocked_sections) then ${milestonesJson(sql)} end as milestones,
  case when 'media' = any(l.unlocked_sections) then ${mediaJson(sql, root)} end as media,
  coalesce((select json_agg(json_build_object('field', e.key, 'quote', q->>'quote', 'url', q->>'url', 'read_at', q->>'read_at') order by e.n, q.n)
    from json_each(l.evidence) with ordinality e (key, value, n) cross join json_array_elements(e.value) with ordinality q (q, n)), '[]'::json) as evidence,
  l.not_found_on_website, l.owner_id is not null as claimed,
  json_build_object('self', ${root}::text || '/api/v1/listings/' || l.slug, 'alternatives', ${root}::text || '/api/v1/listings/' || l.slug || '/alternatives',
    'badges', ${root}::text || '/api/v1/listings/' || l.slug || '/badges', 'page', ${root}::text || '/listings/' || l.slug) as links,
  l.updated_at`;

interface JsonRow {
  json: string;
}

/** A listing's public profile as JSON text, or nothing. */
export const findProfile = async ({ sql, site }: Ctx, slug: string): Promise<string | undefined> => {
  const [row] = await sql<JsonRow[]>`
    select row_to_json(t)::text as json from (
      select ${summaryColumns(sql, site.root)}, ${profileColumns(sql, site.root)}
      from listings l left join listing_counts n on n.listing_id = l.id
      where l.site_id = ${site.id} and l.slug = ${slug} and l.status = any(${PUBLIC})
    ) t`;
  return row?.json;
};

export interface ListingKey {
  id: number;
  primary_category_id: number | null;
}

export const findPublicListing = async ({ sql, site }: Ctx, slug: string): Promise<ListingKey | undefined> => {
  const [row] = await sql<ListingKey[]>`
    select l.id, lc.category_id as primary_category_id from listings l
    left join listing_categories lc on lc.listing_id = l.id and lc.position = 0
    where l.site_id = ${site.id} and l.slug = ${slug} and l.status = any(${PUBLIC})`;
  return row;
};

export const ALTERNATIVES_SHOWN = 20;

/** Alternatives the owner approved first, then the most voted of the same primary category. */
export const selectAlternatives = async ({ sql, site }: Ctx, { id, primary_category_id }: ListingKey): Promise<string[]> => {
  const rows = await sql<JsonRow[]>`
    with approved as (
      select a.alternative_id as id, a.position from listing_alternatives a join listings l on l.id = a.alternative_id
      where a.listing_id = ${id} and l.status = 'live' order by a.position limit ${ALTERNATIVES_SHOWN}
    ), others as (
      select p.listing_id as id from shelf_places p join listing_categories lc on lc.listing_id = p.listing_id and lc.position = 0
      where p.site_id = ${site.id} and p.category_id = ${primary_category_id ?? -1} and lc.category_id = p.category_id
        and p.listing_id <> ${id} and p.listing_id not in (select a.id from approved a)
      order by p.votes desc, p.listing_id limit ${ALTERNATIVES_SHOWN}
    ), chosen as (
      select id, true as approved_by_owner, position::bigint as place from approved
      union all select id, false, 1000 + row_number() over () from others
    )
    select row_to_json(t)::text as json from (
      select ${summaryColumns(sql, site.root)}, c.approved_by_owner
      from chosen c join listings l on l.id = c.id left join listing_counts n on n.listing_id = l.id
      order by c.place limit ${ALTERNATIVES_SHOWN}
    ) t`;
  return rows.map((row) => row.json);
};

export const findSummary = async ({ sql, site }: Ctx, id: number): Promise<string> => {
  const [row] = await sql<JsonRow[]>`
    select row_to_json(t)::text as json from (
      select ${summaryColumns(sql, site.root)} from listings l left join listing_counts n on n.listing_id = l.id where l.id = ${id}) t`;
  return row!.json;
};

/** Every attribute of the two listings' categories (a category inherits its parents'), with a null cell where a listing does not say. */
export const selectComparisonRows = async ({ sql }: Ctx, a: number, b: number): Promise<string[]> => {
  const rows = await sql<JsonRow[]>`
    with recursive lineage as (
      select c.id, c.parent_id from listing_categories lc join categories c on c.id = lc.category_id where lc.listing_id in (${a}, ${b})
      union select c.id, c.parent_id from lineage d join categories c on c.id = d.parent_id
    )
    select row_to_json(t)::text as json from (
      select x.key, x.name, x.unit,
        (select json_build_object('value', v.value, 'evidence', ${quotation(sql)}) from listing_attributes v where v.listing_id = ${a} and v.attribute_id = x.id) as a,
        (select json_build_object('value', v.value, 'evidence', ${quotation(sql)}) from listing_attributes v where v.listing_id = ${b} and v.attribute_id = x.id) as b
      from category_attributes x where x.category_id in (select id from lineage)
      order by x.category_id, x.position, x.id
    ) t`;
  return rows.map((row) => row.json);
};
