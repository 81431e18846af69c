import type { Sql } from 'postgres';

/** The columns of a listing `l` with its counts `n` in a list. */
const SUMMARY = (root: string) => `
  l.slug, l.name, l.tagline, l.short_description, l.status, l.website, l.domain,
  case when l.logo_url like '/%' then '${root}' || l.logo_url else l.logo_url end as logo_url,
  l.stage, l.pricing_model, l.country,
  coalesce((select json_agg(json_build_object('slug', c.slug, 'name', c.name) order by lc.position)
    from listing_categories lc join categories c on c.id = lc.category_id where lc.listing_id = l.id), '[]') as categories,
  l.tags, coalesce(n.votes, 0) as votes, coalesce(n.views, 0) as views, coalesce(n.followers, 0) as followers,
  coalesce(n.comments_count, 0) as comments_count, l.launch_week_on,
  to_char(l.launched_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as launched_at, '${root}/listings/' || l.slug as url`;

/** One page of a shelf in order of votes, as JSON objects with commas between them. */
const PAGE = (root: string, category: string, limit: string, offset: string) => `
  (select string_agg(row_to_json(t)::text, ',') from (select ${SUMMARY(root)}
    from (select listing_id, votes from shelf_places where site_id = 1 and category_id = ${category}
      order by votes desc, listing_id limit ${limit} offset ${offset}) p
    join listings l on l.id = p.listing_id left join listing_counts n on n.listing_id = l.id order by p.votes desc, p.listing_id) t)`;

/**
 * The same data as the service's, each read by one statement as one would write it by hand for one site with a known address.
 * The texts are constant, so the driver prepares each once for a connection.
 */
export const handWrittenQueries = (sql: Sql, root: string) => {
  const api = `${root}/api/v1/listings/`;
  const listing = `select row_to_json(t)::text as json from (select ${SUMMARY(root)},
    l.headline, l.summary, l.description, l.features, l.usps, l.keywords, l.pricing_summary, l.city, l.founded_year,
    l.contact_email, l.demo_video_url, l.seo_title, l.seo_description, l.faqs, l.socials,
    coalesce((select json_agg(json_build_object('key', t.key, 'name', t.name, 'kind', t.kind, 'unit', t.unit, 'value', t.value, 'evidence',
        coalesce((select json_agg(json_build_object('quote', q->>'quote', 'url', q->>'url', 'read_at', q->>'read_at',
          'confirmed_at', q->>'confirmed_at', 'missing_since', q->>'missing_since') order by q_n)
          from json_array_elements(t.evidence) with ordinality e (q, q_n)), '[]'), 'stated_by', t.stated_by) order by t.place, t.position, t.id)
      from (select distinct on (a.key) a.*, coalesce(near.place, 1000) as place, v.value, v.evidence, v.stated_by
        from listing_attributes v join category_attributes a on a.id = v.attribute_id and a.kind = v.kind and a.archived_at is null
        left join lateral (select min(lc.position * 10 + u.depth) as place from listing_categories lc join categories c on c.id = lc.category_id
          left join categories p on p.id = c.parent_id cross join unnest(array[c.id, c.parent_id, p.parent_id]) with ordinality u (id, depth)
          where lc.listing_id = l.id and u.id = a.category_id) near on true
        where v.listing_id = l.id and v.value is not null and (a.category_id is null or near.place is not null)
        order by a.key, place) t), '[]') as attributes,
    coalesce((select json_agg(json_build_object('slug', f.slug, 'name', f.name, 'title', f.title, 'url', '${root}/founders/' || f.slug)
      order by f.position, f.founder_id) from listing_credits f where f.listing_id = l.id), '[]') as founders,
    coalesce((select json_agg(u) from (select id, title, body,
        to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
      from listing_updates p where listing_id = l.id order by p.created_at desc, id desc limit 5) u), '[]') as updates,
    (select json_build_object('value', round(r.stars::numeric / r.reviews, 2), 'reviews', r.reviews)
      from listing_ratings r where r.listing_id = l.id and r.reviews > 0) as community_rating,
    (select json_build_object('name', m.name, 'value', m.value, 'unit', m.unit, 'as_of', m.as_of_on, 'source', m.source, 'trend', m.value - m.before)
      from (select *, lead(value) over (order by as_of_on desc) as before from listing_metrics
        where listing_id = l.id and name = 'domain_rating' and source <> '' order by as_of_on desc limit 2) m
      order by m.as_of_on desc limit 1) as domain_rating,
    case when 'story' = any(l.unlocked_sections) then l.story end as story,
    case when 'milestones' = any(l.unlocked_sections) then coalesce((select json_agg(m) from (select id, date, title, description, url
      from listing_milestones where listing_id = l.id order by date desc, id desc) m), '[]') end as milestones,
    case when 'media' = any(l.unlocked_sections) then coalesce((select json_agg(json_build_object('url', '${root}/media/' || p.hash || '.webp',
      'alt', p.alt, 'width', p.width, 'height', p.height) order by p.position, p.id) from listing_media p where p.listing_id = l.id), '[]') end as media,
    coalesce((select json_agg(json_build_object('field', e.key, 'quote', q->>'quote', 'url', q->>'url', 'read_at', q->>'read_at',
        'confirmed_at', q->>'confirmed_at', 'missing_since', q->>'missing_since') order by e.n, q.n)
      from json_each(l.evidence) with ordinality e (key, value, n) cross join json_array_elements(e.value) with ordinality q (q, n)), '[]') as evidence,
    l.not_found_on_website, l.owner_id is not null as claimed,
    json_build_object('self', '${api}' || l.slug, 'alternatives', '${api}' || l.slug || '/alternatives',
      'badges', '${api}' || l.slug || '/badges', 'page', '${root}/listings/' || l.slug) as links,
    to_char(l.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
    from listings l left join listing_counts n on n.listing_id = l.id
    where l.site_id = 1 and l.slug = $1 and l.status in ('live', 'scheduled', 'awaiting_badge')) t`;

  const category = `select row_to_json(t)::text as json, t.live_listings as live, ${PAGE(root, 't.id', '$2::int', '$3::int')} as items from (
    select c.id, c.slug, c.name, c.description, coalesce(s.live, 0) as live_listings, '${root}/categories/' || c.slug as url, c.faqs,
      (select json_build_object('slug', p.slug, 'name', p.name) from categories p where p.id = c.parent_id) as parent,
      coalesce((select json_agg(json_build_object('slug', k.slug, 'name', k.name, 'description', k.description, 'live_listings', coalesce(ks.live, 0),
          'url', '${root}/categories/' || k.slug) order by k.position, k.name)
        from categories k left join shelves ks on ks.site_id = k.site_id and ks.category_id = k.id where k.parent_id = c.id), '[]') as subcategories,
      coalesce((select json_agg(json_build_object('key', t.key, 'name', t.name, 'kind', t.kind, 'unit', t.unit, 'options', t.options)
          order by t.place, t.position, t.id)
        from (select distinct on (a.key) a.*, coalesce(array_position(g.ids, a.category_id), 9) as place
          from (select array[c.id, c.parent_id, (select p.parent_id from categories p where p.id = c.parent_id)] as ids) g
          join category_attributes a on a.category_id is null or a.category_id = any(g.ids)
          where a.site_id = 1 and a.archived_at is null order by a.key, place) t), '[]') as attributes
    from categories c left join shelves s on s.site_id = c.site_id and s.category_id = c.id where c.site_id = 1 and c.slug = $1) t`;

  const list = `select s.live, ${PAGE(root, '0', '$1::int', '$2::int')} as items from shelves s where s.site_id = 1 and s.category_id = 0`;

  const pageOf = (page: number, per_page: number, items: string, live: number, max: number): string => {
    const total = Math.min(live, max);
    const has_more = live <= max ? page * per_page < live : items !== '';
    return `{"items":[${items}],"page":${page},"per_page":${per_page},"total":${total},"total_is_exact":${live <= max},"has_more":${has_more}}`;
  };
  const prepared = { prepare: true };
  const MAX_TOTAL = 10_000;

  return {
    async listing(slug: string): Promise<string | undefined> {
      const [row] = await sql.unsafe<{ json: string }[]>(listing, [slug], prepared);
      return row?.json;
    },
    async category(slug: string, page: number, per_page: number): Promise<string | undefined> {
      const [row] = await sql.unsafe<{ json: string; live: number; items: string | null }[]>(
        category,
        [slug, per_page, (page - 1) * per_page],
        prepared,
      );
      if (!row) return undefined;
      // The id comes first and is not for clients.
      const details = `{${row.json.slice(row.json.indexOf(',') + 1, -1)}`;
      return `${details},"listings":${pageOf(page, per_page, row.items ?? '', row.live, MAX_TOTAL)}}`;
    },
    async list(page: number, per_page: number): Promise<string> {
      const [row] = await sql.unsafe<{ live: number; items: string | null }[]>(list, [per_page, (page - 1) * per_page], prepared);
      return pageOf(page, per_page, row?.items ?? '', row?.live ?? 0, MAX_TOTAL);
    },
  };
};
