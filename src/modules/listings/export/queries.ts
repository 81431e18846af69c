import type { Db } from '../../../kernel/context.ts';
import { findRow, selectColumn } from '../../../kernel/database.ts';
import { IMPORTED_COLUMNS } from '../import/lines.ts';
import type { PictureBytes } from '../media/queries.ts';
import { categorySlugs } from '../queries.ts';

/** What a listing takes with it to another site. Its owner, votes, reviews and comments are people's and stay. */
const COPIED_COLUMNS = [
  ...['slug', 'status', 'plan', 'launch_week_on', 'launched_at', 'name', 'website', 'domain', 'story', 'not_found_on_website'],
  ...['unlocked_sections', 'evidence', 'created_at', 'updated_at'],
  ...IMPORTED_COLUMNS,
];

export interface ExportedListing {
  listing: Record<string, unknown> & { slug: string; domain: string; logo_url: string | null };
  founders: { slug: string; title: string | null; position: number }[];
  [part: string]: unknown;
}

/** Removed listings stay where they are. */
const isExported = (sql: Db, alias: string) => sql`${sql(alias)}.status in ('draft', 'awaiting_badge', 'scheduled', 'live')`;

/** Listings, public or not, with what belongs to them, in the order of their ids. */
export const selectExportedListings = (sql: Db, site_id: number, after: number, limit: number) => sql<
  { id: number; exported: ExportedListing }[]
>`
  select l.id, json_build_object(
    'listing', (select json_object_agg(key, value order by key) from json_each(row_to_json(l)) where key = any(${COPIED_COLUMNS}::text[])),
    'categories', ${categorySlugs(sql)},
    'founders', coalesce((select json_agg(json_build_object('slug', c.slug, 'title', c.title, 'position', c.position) order by c.position, c.slug)
      from listing_credits c where c.listing_id = l.id), '[]'::json),
    'attributes', coalesce((select json_agg(json_build_object('category', c.slug, 'key', a.key, 'kind', v.kind, 'value', v.value, 'evidence', v.evidence,
        'stated_by', v.stated_by) order by a.key, c.slug)
      from listing_attributes v join category_attributes a on a.id = v.attribute_id left join categories c on c.id = a.category_id
      where v.listing_id = l.id), '[]'::json),
    'milestones', coalesce((select json_agg(json_build_object('date', m.date, 'title', m.title, 'description', m.description, 'url', m.url)
      order by m.date, m.id) from listing_milestones m where m.listing_id = l.id), '[]'::json),
    'updates', coalesce((select json_agg(json_build_object('title', u.title, 'body', u.body, 'created_at', u.created_at) order by u.created_at, u.id)
      from listing_updates u where u.listing_id = l.id), '[]'::json),
    'metrics', coalesce((select json_agg(json_build_object('name', m.name, 'as_of_on', m.as_of_on, 'value', m.value, 'unit', m.unit, 'source', m.source)
      order by m.name, m.as_of_on) from listing_metrics m where m.listing_id = l.id), '[]'::json)) as exported
  from listings l where l.site_id = ${site_id} and ${isExported(sql, 'l')} and l.id > ${after} order by l.id limit ${limit}`;

/** Inserts listings from an export. Returns the ids by slug; those whose slug or website is taken are missing. */
export const insertExportedListings = async (sql: Db, site_id: number, listings: ExportedListing[]): Promise<Map<string, number>> => {
  const json = JSON.stringify(listings.map(({ listing }) => listing));
  await sql`
    insert into companies (domain) select distinct domain from json_to_recordset(${json}::text::json) as t (domain text) order by domain on conflict (domain) do nothing`;
  const rows = await sql<{ slug: string; id: number }[]>`
    insert into listings (site_id, company_id ${COPIED_COLUMNS.map((name) => sql`, ${sql(name)}`)})
    select ${site_id}, (select c.id from companies c where c.domain = t.domain) ${COPIED_COLUMNS.map((name) => sql`, ${sql(`t.${name}`)}`)}
    from json_populate_recordset(null::listings, ${json}::text::json) t where ${isExported(sql, 't')}
    on conflict do nothing returning slug, id`;
  return new Map(rows.map(({ slug, id }) => [slug, id]));
};

/** Writes what belongs to listings from an export. */
export const insertExportedParts = async (sql: Db, site_id: number, listings: (ExportedListing & { id: number })[]): Promise<void> => {
  const rows = sql`json_to_recordset(${JSON.stringify(listings)}::text::json) as l (id bigint, categories json, attributes json, milestones json, updates json, metrics json)`;
  await sql`
    insert into listing_categories (site_id, listing_id, category_id, position)
    select ${site_id}, l.id, c.id, row_number() over (partition by l.id order by s.place) - 1
    from ${rows} cross join lateral json_array_elements_text(l.categories) with ordinality s (slug, place)
    join categories c on c.site_id = ${site_id} and c.slug = s.slug`;
  await sql`
    insert into listing_attributes (site_id, listing_id, attribute_id, kind, value, evidence, stated_by)
    select ${site_id}, l.id, a.id, t.kind, t.value, t.evidence, t.stated_by
    from ${rows} cross join lateral json_to_recordset(l.attributes) as t (category text, key text, kind text, value jsonb, evidence json, stated_by text)
    left join categories c on c.site_id = ${site_id} and c.slug = t.category
    join category_attributes a on a.site_id = ${site_id} and a.key = t.key and a.category_id is not distinct from c.id`;
  await sql`
    insert into listing_milestones (site_id, listing_id, date, title, description, url)
    select ${site_id}, l.id, t.date, t.title, t.description, t.url
    from ${rows} cross join lateral json_to_recordset(l.milestones) as t (date date, title text, description text, url text)`;
  await sql`
    insert into listing_updates (site_id, listing_id, title, body, created_at)
    select ${site_id}, l.id, t.title, t.body, t.created_at
    from ${rows} cross join lateral json_to_recordset(l.updates) as t (title text, body text, created_at timestamptz)`;
  await sql`
    insert into listing_metrics (site_id, listing_id, name, as_of_on, value, unit, source)
    select ${site_id}, l.id, t.name, t.as_of_on, t.value, t.unit, t.source
    from ${rows} cross join lateral json_to_recordset(l.metrics) as t (name text, as_of_on date, value numeric, unit text, source text)`;
};

/** Alternatives that owners approved, by slugs. */
export const selectExportedAlternatives = (sql: Db, site_id: number): Promise<string[]> =>
  selectColumn<string>(sql`
    select json_build_object('listing', l.slug, 'alternative', o.slug, 'position', a.position)::text
    from listing_alternatives a join listings l on l.id = a.listing_id join listings o on o.id = a.alternative_id
    where a.site_id = ${site_id} and ${isExported(sql, 'l')} and ${isExported(sql, 'o')} order by l.slug, a.position, o.slug`);

export const insertExportedAlternatives = (sql: Db, site_id: number, lines: string[]) => sql`
  insert into listing_alternatives (site_id, listing_id, alternative_id, position)
  select ${site_id}, l.id, o.id, t.position
  from json_to_recordset(${`[${lines.join()}]`}::text::json) as t (listing text, alternative text, position integer)
  join listings l on l.site_id = ${site_id} and l.slug = t.listing join listings o on o.site_id = ${site_id} and o.slug = t.alternative
  on conflict do nothing`;

export interface ExportedPicture {
  listing: string;
  kind: 'picture' | 'logo';
  hash: string;
  alt: string;
  width: number;
  height: number;
  position: number;
}

/** The pictures of listings, and their logos that are stored on this site: uploaded, or from an import. */
export const selectExportedPictures = (sql: Db, site_id: number, root: string | null): Promise<ExportedPicture[]> => sql<ExportedPicture[]>`
  select l.slug as listing, 'picture' as kind, p.hash, p.alt, p.width, p.height, p.position
  from listing_media p join listings l on l.id = p.listing_id where p.site_id = ${site_id} and ${isExported(sql, 'l')}
  union all
  select l.slug, 'logo', left(split_part(l.logo_url, '/media/', 2), 64), '', 0, 0, 0
  from listings l where l.site_id = ${site_id} and ${isExported(sql, 'l')}
    and (starts_with(l.logo_url, '/media/') or starts_with(l.logo_url, ${`${root ?? ''}/media/`}))
  order by 1, 2, 7, 3`;

/** The bytes of a picture or logo, from a row that has them if there is one. */
export const selectPictureBytes = (sql: Db, site_id: number, hash: string): Promise<PictureBytes | undefined> =>
  findRow(sql<PictureBytes[]>`
    select bytes from (
      select bytes from listing_media where site_id = ${site_id} and hash = ${hash}
      union all select bytes from listing_logos where site_id = ${site_id} and hash = ${hash}) t
    order by bytes is null limit 1`);

/** Stores a picture for the listings that show it. */
export const insertExportedPicture = async (
  sql: Db,
  site_id: number,
  pictures: ExportedPicture[],
  bytes: Buffer | null,
  at: Date,
): Promise<void> => {
  const rows = sql`json_to_recordset(${JSON.stringify(pictures)}::text::json) as t (listing text, kind text, hash text, alt text, width integer, height integer, position integer)
    join listings l on l.site_id = ${site_id} and l.slug = t.listing`;
  await sql`
    insert into listing_media (site_id, listing_id, hash, alt, width, height, position, bytes, created_at)
    select ${site_id}, l.id, t.hash, t.alt, t.width, t.height, t.position, ${bytes}, ${at} from ${rows} where t.kind = 'picture' on conflict do nothing`;
  await sql`
    insert into listing_logos (site_id, listing_id, hash, bytes, created_at)
    select ${site_id}, l.id, t.hash, ${bytes}, ${at} from ${rows} where t.kind = 'logo' on conflict do nothing`;
};

/** A logo that came with an import, unless its listing was removed. */
export const findListingLogo = (sql: Db, site_id: number, hash: string): Promise<PictureBytes | undefined> =>
  findRow(sql<PictureBytes[]>`
    select p.bytes from listing_logos p join listings l on l.id = p.listing_id
    where p.site_id = ${site_id} and p.hash = ${hash} and l.status <> 'removed' limit 1`);
