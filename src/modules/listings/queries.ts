import type { Db } from '../../kernel/context.ts';
import { findRow, findValue, selectColumn } from '../../kernel/database.ts';
import { type StatedValue, valuesByKeyJson } from './attributes/queries.ts';
import type { Milestone } from './schema.ts';
import type { ListingStatus } from './states.ts';

/** A listing in any status, as other modules see it. */
export interface ListingHead {
  id: number;
  site_id: number;
  slug: string;
  name: string;
  status: ListingStatus;
  website: string;
  owner_id: number | null;
}

export const findListingHead = (sql: Db, id: number): Promise<ListingHead | undefined> =>
  findRow(sql<ListingHead[]>`select id, site_id, slug, name, status, website, owner_id from listing_heads where id = ${id}`);

/** The slug of another listing of the same website that is not removed. There is never more than one. */
export const findListingOfSameWebsite = (sql: Db, id: number): Promise<string | null> =>
  findValue<string>(sql`
    select other.slug from listings l join listings other on other.site_id = l.site_id and other.domain = l.domain and other.id <> l.id
    where l.id = ${id} and other.status <> 'removed'`);

/** If listing `l` is removed: a column of the move that removed it. */
export const removalColumn = (sql: Db, column: 'reason' | 'from_status') => sql`
  case when l.status = 'removed' then (select ${sql(`m.${column}`)} from moves m
    where m.record = 'listing' and m.record_id = l.id::text and m.to_status = 'removed' order by m.id desc limit 1) end`;

/** The categories of listing `l` in order. */
export const categorySlugs = (sql: Db) => sql`
  array(select c.slug from listing_categories lc join categories c on c.id = lc.category_id where lc.listing_id = l.id order by lc.position)`;

/** The names of a listing's categories, the primary one first. */
export const selectCategoryNames = (sql: Db, listing_id: number): Promise<string[]> =>
  selectColumn<string>(sql`
    select c.name from listing_categories lc join categories c on c.id = lc.category_id where lc.listing_id = ${listing_id} order by lc.position`);

/** What other modules decide about a listing: launches its plan and week, claims its owner, the team a merger. */
interface DecidedColumns {
  plan?: 'free' | 'paid' | null;
  launch_week_on?: string | null;
  launched_at?: Date;
  owner_id?: number | null;
  merged_into_id?: number | null;
  updated_at?: Date;
}

/** Writes decisions about a listing. Its status changes by a move in the same transaction. */
export const updateListing = (sql: Db, id: number, columns: DecidedColumns) =>
  sql`update listings set ${sql({ ...columns })} where id = ${id}`;

/** Sections that a paid launch unlocks on the listing page. */
const UNLOCKED_SECTIONS = ['story', 'milestones', 'media'];

/** Writes the plan and time of a paid launch. The move itself follows in the same transaction. */
export const writePaidLaunch = (
  sql: Db,
  listing_id: number,
  { week_on, launched_at }: { week_on: string; launched_at: Date | null },
) => sql`
  update listings set plan = 'paid', launch_week_on = ${week_on}, launched_at = coalesce(${launched_at}, launched_at),
    unlocked_sections = array(select distinct section from unnest(unlocked_sections || ${UNLOCKED_SECTIONS}::text[]) s (section) order by section)
  where id = ${listing_id}`;

interface NewListing {
  site_id: number;
  owner_id: number;
  domain: string;
  slug: string;
  columns: Record<string, unknown>;
  now: Date;
}

/**
 * Inserts an unpublished listing with its company. Null if its domain or slug was taken meanwhile. The names of `columns` are never user
 * input, and PostgreSQL casts their values to the table's types.
 */
export const insertListing = async (sql: Db, { site_id, owner_id, domain, slug, columns, now }: NewListing): Promise<number | null> => {
  await sql`insert into companies (domain) values (${domain}) on conflict (domain) do nothing`;
  const names = Object.keys(columns).map((name) => sql`, ${sql(name)}`);
  const values = Object.keys(columns).map((name) => sql`, ${sql(`t.${name}`)}`);
  return findValue<number>(sql`
    insert into listings (site_id, company_id, owner_id, domain, slug, status, created_at, updated_at ${names})
    select ${site_id}, (select id from companies where domain = ${domain}), ${owner_id}, ${domain}, ${slug}, 'draft', ${now}, ${now} ${values}
    from json_populate_record(null::listings, ${JSON.stringify(columns)}::text::json) t on conflict do nothing returning id`);
};

/** Sets a listing's primary category; paid extra categories stay. */
export const writePrimaryCategory = async (sql: Db, site_id: number, listing_id: number, category_id: number): Promise<void> => {
  await sql`delete from listing_categories where listing_id = ${listing_id} and (position = 0 or category_id = ${category_id})`;
  await sql`insert into listing_categories (site_id, listing_id, category_id, position) values (${site_id}, ${listing_id}, ${category_id}, 0)`;
};

/** Adds categories to a listing, after its existing ones. */
export const addCategories = (sql: Db, { site_id, listing_id, slugs }: { site_id: number; listing_id: number; slugs: string[] }) => sql`
  insert into listing_categories (site_id, listing_id, category_id, position)
  select ${site_id}, ${listing_id}, c.id,
    (select coalesce(max(position), 0) from listing_categories where listing_id = ${listing_id}) + row_number() over (order by s.place)
  from unnest(${slugs}::text[]) with ordinality s (slug, place) join categories c on c.site_id = ${site_id} and c.slug = s.slug
  on conflict (listing_id, category_id) do nothing`;

type MilestoneText = Omit<Milestone, 'id'>;

/** Makes these the milestones of a listing. Those that stay keep their ids. */
export const replaceMilestones = async (
  sql: Db,
  { site_id, listing_id }: { site_id: number; listing_id: number },
  milestones: MilestoneText[],
): Promise<void> => {
  const rows = sql`json_to_recordset(${JSON.stringify(milestones)}::text::json) as t (date date, title text, description text, url text)`;
  const is_same = sql`m.listing_id = ${listing_id} and (m.date, m.title, m.description, m.url) is not distinct from (t.date, t.title, t.description, t.url)`;
  await sql`delete from listing_milestones m where m.listing_id = ${listing_id} and not exists (select from ${rows} where ${is_same})`;
  await sql`
    insert into listing_milestones (site_id, listing_id, date, title, description, url)
    select ${site_id}, ${listing_id}, t.date, t.title, t.description, t.url from ${rows}
    where not exists (select from listing_milestones m where ${is_same})`;
};

/** What a listing says, in any status: its columns, the names of its categories (the primary one first) and its milestones. */
export interface PublishedProfile {
  id: number;
  values: Record<string, unknown>;
  categories: string[];
  milestones: MilestoneText[];
  /** All attributes it can state, by key. */
  attributes: Record<string, StatedValue | null>;
}

export const selectListingProfiles = (sql: Db, ids: number[]): Promise<PublishedProfile[]> => sql<PublishedProfile[]>`
  select l.id, to_jsonb(l) as values,
    array(select c.name from listing_categories lc join categories c on c.id = lc.category_id where lc.listing_id = l.id order by lc.position) as categories,
    coalesce((select json_agg(json_build_object('date', m.date, 'title', m.title, 'description', m.description, 'url', m.url) order by m.date desc, m.id desc)
      from listing_milestones m where m.listing_id = l.id), '[]'::json) as milestones,
    ${valuesByKeyJson(sql)} as attributes
  from listings l where l.id = any(${ids}::bigint[])`;
