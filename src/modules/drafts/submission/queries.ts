import type { Db } from '../../../kernel/context.ts';
import { vectorOf } from '../../../kernel/words.ts';
import type { ListingParts } from '../content.ts';

/** The names are columns of `listings` and never user input. The values are passed as one JSON and converted by the table's own types. */
const populatedColumns = (sql: Db, columns: Record<string, unknown>) => ({
  names: Object.keys(columns).map((name) => sql`, ${sql(name)}`),
  values: Object.keys(columns).map((name) => sql`, ${sql(`t.${name}`)}`),
  json: sql`json_populate_record(null::listings, ${JSON.stringify(columns)}::text::json) t`,
});

interface NewListing {
  site_id: number;
  owner_id: number;
  domain: string;
  slug: string;
  columns: Record<string, unknown>;
  now: Date;
}

/** Inserts an unpublished listing with its company. Null if its domain or slug was taken meanwhile. */
export const insertDraftListing = async (
  sql: Db,
  { site_id, owner_id, domain, slug, columns, now }: NewListing,
): Promise<number | null> => {
  await sql`insert into companies (domain) values (${domain}) on conflict (domain) do nothing`;
  const { names, values, json } = populatedColumns(sql, columns);
  const [row] = await sql<{ id: number }[]>`
    insert into listings (site_id, company_id, owner_id, domain, slug, status, created_at, updated_at ${names})
    select ${site_id}, (select id from companies where domain = ${domain}), ${owner_id}, ${domain}, ${slug}, 'draft', ${now}, ${now} ${values}
    from ${json} on conflict do nothing returning id`;
  return row?.id ?? null;
};

/** Updates a listing if it still belongs to the owner; returns whether it does. */
export const updateDraftListing = async (
  sql: Db,
  { id, owner_id, columns, now }: { id: number; owner_id: number; columns: Record<string, unknown>; now: Date },
): Promise<boolean> => {
  // Even without changes, the update checks the owner.
  const all = { ...columns, updated_at: now };
  const assignments = Object.keys(all).map((name, at) => sql`${at ? sql`, ` : sql``}${sql(name)} = ${sql(`t.${name}`)}`);
  const rows = await sql`
    update listings l set ${assignments} from ${populatedColumns(sql, all).json} where l.id = ${id} and l.owner_id = ${owner_id} returning l.id`;
  return rows.length > 0;
};

export const findListingStatus = async (sql: Db, id: number): Promise<{ slug: string; status: string }> => {
  const [row] = await sql<{ slug: string; status: string }[]>`select slug, status from listings where id = ${id}`;
  return row!;
};

/** Sets a listing's primary category; paid extra categories stay. */
export const writePrimaryCategory = async (sql: Db, site_id: number, listing_id: number, category_id: number): Promise<void> => {
  await sql`delete from listing_categories where listing_id = ${listing_id} and (position = 0 or category_id = ${category_id})`;
  await sql`insert into listing_categories (site_id, listing_id, category_id, position) values (${site_id}, ${listing_id}, ${category_id}, 0)`;
};

/** Replaces the milestones a draft wrote before; those added on the listing itself stay. */
export const replaceMilestones = async (
  sql: Db,
  { site_id, listing_id }: { site_id: number; listing_id: number },
  saved: ListingParts['milestones'],
  milestones: ListingParts['milestones'],
): Promise<void> => {
  const rows = (list: ListingParts['milestones']) =>
    sql`json_to_recordset(${JSON.stringify(list)}::text::json) as t (date date, title text, description text, url text)`;
  await sql`
    delete from listing_milestones m using ${rows(saved)}
    where m.listing_id = ${listing_id} and (m.date, m.title, m.description, m.url) is not distinct from (t.date, t.title, t.description, t.url)`;
  await sql`
    insert into listing_milestones (site_id, listing_id, date, title, description, url)
    select ${site_id}, ${listing_id}, t.date, t.title, t.description, t.url from ${rows(milestones)}`;
};

export const selectFoundersOf = (sql: Db, listing_id: number): Promise<{ id: number; name: string }[]> => sql<
  { id: number; name: string }[]
>`
  select f.id, f.name from listing_founders lf join founders f on f.id = lf.founder_id where lf.listing_id = ${listing_id} order by lf.position`;

type NewFounder = ListingParts['founders'][number];

/** Null if the slug is taken. */
export const insertDraftFounder = async (
  sql: Db,
  site_id: number,
  slug: string,
  { name, bio, socials }: NewFounder,
): Promise<number | null> => {
  const [row] = await sql<{ id: number }[]>`
    insert into founders (site_id, slug, name, bio, socials, words)
    values (${site_id}, ${slug}, ${name}, ${bio}, ${JSON.stringify(socials)}::text::json, ${vectorOf({ A: name })}::text::tsvector)
    on conflict do nothing returning id`;
  return row?.id ?? null;
};

export const updateDraftFounder = (sql: Db, id: number, { bio, socials }: NewFounder) => sql`
  update founders set bio = ${bio}, socials = ${JSON.stringify(socials)}::text::json where id = ${id}`;

/** Sets a listing's founders in order; founders left without any listing are deleted. */
export const linkFounders = async (
  sql: Db,
  site_id: number,
  listing_id: number,
  founders: { founder_id: number; title: string | null; position: number }[],
): Promise<void> => {
  const unlinked = await sql<{ founder_id: number }[]>`delete from listing_founders where listing_id = ${listing_id} returning founder_id`;
  await sql`
    insert into listing_founders (site_id, listing_id, founder_id, title, position)
    select ${site_id}, ${listing_id}, founder_id, title, position
    from json_to_recordset(${JSON.stringify(founders)}::text::json) as t (founder_id bigint, title text, position integer)`;
  await sql`
    delete from founders f where f.id = any(${unlinked.map(({ founder_id }) => founder_id)}::bigint[])
      and not exists (select from listing_founders lf where lf.founder_id = f.id)`;
};
