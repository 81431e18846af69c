import type { Ctx, Db, SiteCtx } from '../../kernel/context.ts';
import { findRow, findValue, firstValue, selectColumn } from '../../kernel/database.ts';
import { offsetOf, type Paging } from '../../kernel/responses.ts';
import { vectorOf } from '../../kernel/words.ts';
import { absoluteUrl, urlOfListing } from '../sites/queries.ts';
import type { Founder, ListFounders } from './schema.ts';

const founderSummaryColumns = (sql: Db, root: string) => sql`
  f.slug, f.name, f.country, ${absoluteUrl(sql, root, 'f.photo_url')} as photo_url,
  coalesce((select json_agg(json_build_object('slug', l.slug, 'name', l.name, 'title', lf.title, 'url', ${urlOfListing(sql, root)}) order by l.launched_at desc, l.id)
    from listing_founders lf join live_listings l on l.id = lf.listing_id where lf.founder_id = f.id), '[]'::json) as companies,
  ${root}::text || '/founders/' || f.slug as url`;

/** Founders who are only on listings that are not public are not shown yet. */
const hasPublicListing = (sql: Db) => sql`
  (exists (select from listing_founders lf join public_listings l on l.id = lf.listing_id where lf.founder_id = f.id)
    or not exists (select from listing_founders lf where lf.founder_id = f.id))`;

const isPublic = (sql: Db) => sql`f.hidden_at is null and ${hasPublicListing(sql)}`;

const matchesInput = ({ sql, site }: Ctx, { country }: ListFounders, words: string | null) => sql`
  f.site_id = ${site.id} and ${isPublic(sql)}
  ${words ? sql`and f.words @@ ${words}::tsquery` : sql``}
  ${country ? sql`and f.country = ${country.toUpperCase()}` : sql``}`;

/** A page of founders by name, as JSON text. */
export const selectFounders = (ctx: Ctx, input: ListFounders, words: string | null): Promise<string[]> => {
  const { sql, site } = ctx;
  return selectColumn<string>(sql`
    select row_to_json(t)::text as json from (
      select ${founderSummaryColumns(sql, site.root)} from founders f where ${matchesInput(ctx, input, words)}
      order by f.name, f.id limit ${input.per_page} offset ${offsetOf(input)}) t`);
};

export const countFounders = (ctx: Ctx, input: ListFounders, words: string | null, limit: number): Promise<number> =>
  firstValue<number>(ctx.sql`
    select count(*)::int as count from (select 1 from founders f where ${matchesInput(ctx, input, words)} limit ${limit + 1}) t`);

/** Founders with companies and the stories published on unlocked listings, by slug, as JSON text. */
export const selectFounderRecords = async ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, slugs: string[]): Promise<Map<string, string>> => {
  const rows = await sql<{ slug: string; json: string }[]>`
    select t.slug, row_to_json(t)::text as json from (
      select ${founderSummaryColumns(sql, site.root)}, f.bio, f.socials,
        coalesce((select json_agg(json_build_object('listing_slug', l.slug, 'listing_name', l.name, 'title', l.story->>'title',
            'excerpt', left(l.story->>'story', 280), 'url', ${urlOfListing(sql, site.root)} || '#story') order by l.launched_at desc, l.id)
          from listing_founders lf join live_listings l on l.id = lf.listing_id
          where lf.founder_id = f.id and l.story is not null and 'story' = any(l.unlocked_sections)), '[]'::json) as stories
      from founders f where f.site_id = ${site.id} and f.slug = any(${slugs}::text[]) and ${isPublic(sql)}) t`;
  return new Map(rows.map(({ slug, json }) => [slug, json]));
};

export const findFounder = async (ctx: Ctx, slug: string): Promise<string | null> =>
  (await selectFounderRecords(ctx, [slug])).get(slug) ?? null;

/** Photos of a listing's founders. */
export const selectFounderPhotos = ({ sql, site }: Ctx, listing_slug: string) => sql<{ slug: string; photo_url: string }[]>`
  select c.slug, f.photo_url from public_listings l join listing_credits c on c.listing_id = l.id join founders f on f.id = c.founder_id
  where l.site_id = ${site.id} and l.slug = ${listing_slug} and f.photo_url is not null`;

export type FounderDetails = Pick<Founder, 'name' | 'bio' | 'country' | 'photo_url' | 'socials'>;

export interface EditableFounder extends FounderDetails {
  id: number;
  slug: string;
  hidden_at: Date | null;
  merged_into: { id: number; slug: string; name: string } | null;
  companies: { listing_id: number; name: string }[];
}

const editableFounders = (sql: Db) => sql`
  select f.id, f.slug, f.name, f.bio, f.country, f.photo_url, f.socials, f.hidden_at,
    (select json_build_object('id', i.id, 'slug', i.slug, 'name', i.name) from founders i where i.id = f.merged_into_id) as merged_into,
    coalesce((select json_agg(json_build_object('listing_id', l.id, 'name', l.name) order by l.id) from listing_founders lf
      join listing_heads l on l.id = lf.listing_id where lf.founder_id = f.id), '[]'::json) as companies
  from founders f`;

/** Founders of the site, including hidden ones; one row more than the page to know whether there are others. */
export const selectEditableFounders = ({ sql, site }: Ctx, words: string | null, paging: Paging) => sql<EditableFounder[]>`
  ${editableFounders(sql)} where f.site_id = ${site.id} ${words ? sql`and f.words @@ ${words}::tsquery` : sql``}
  order by f.name, f.id limit ${paging.per_page + 1} offset ${offsetOf(paging)}`;

/** A founder of the site, locked until the transaction ends. */
export const lockFounder = ({ sql, site }: Ctx, id: number): Promise<EditableFounder | undefined> =>
  findRow(sql<EditableFounder[]>`${editableFounders(sql)} where f.site_id = ${site.id} and f.id = ${id} for update of f`);

/** A founder that others can be merged into. */
export const lockVisibleFounder = ({ sql, site }: Ctx, slug: string): Promise<EditableFounder | undefined> =>
  findRow(sql<EditableFounder[]>`
    ${editableFounders(sql)} where f.site_id = ${site.id} and f.slug = ${slug} and f.hidden_at is null for update of f`);

export const updateFounderDetails = (sql: Db, id: number, { name, bio, country, photo_url, socials }: FounderDetails, words: string) => sql`
  update founders set name = ${name}, bio = ${bio}, country = ${country}, photo_url = ${photo_url},
    socials = ${JSON.stringify(socials)}::text::json, words = ${words}::tsvector where id = ${id}`;

export const updateFounderHidden = (sql: Db, id: number, hidden_at: Date | null, merged_into_id: number | null = null) =>
  sql`update founders set hidden_at = ${hidden_at}, merged_into_id = ${merged_into_id} where id = ${id}`;

/** Replaces one founder by another on listings, except where both are named. Returns the changed listings. */
export const moveFounderListings = async (sql: Db, from: number, to: number, only: number[] | null = null): Promise<number[]> => {
  const rows = await sql<{ listing_id: number }[]>`
    update listing_founders lf set founder_id = ${to} where lf.founder_id = ${from}
      and (${only}::bigint[] is null or lf.listing_id = any(${only}::bigint[]))
      and not exists (select from listing_founders o where o.listing_id = lf.listing_id and o.founder_id = ${to}) returning lf.listing_id`;
  return rows.map(({ listing_id }) => listing_id).sort((a, b) => a - b);
};

/** The slug of the founder that a merged one leads to, following several merges. */
export const findMergedFounder = ({ sql, site }: Ctx, slug: string): Promise<string | null> =>
  findValue<string>(sql`
    with recursive way as (
      select id, slug, merged_into_id, 0 as steps from founders where site_id = ${site.id} and slug = ${slug} and merged_into_id is not null
      union all
      select f.id, f.slug, f.merged_into_id, w.steps + 1 from way w join founders f on f.id = w.merged_into_id where w.steps < 10
    )
    select slug from way where merged_into_id is null`);

export const selectFoundersOf = (sql: Db, listing_id: number) => sql<{ id: number; name: string }[]>`
  select f.id, f.name from listing_founders lf join founders f on f.id = lf.founder_id where lf.listing_id = ${listing_id} order by lf.position`;

type NewFounder = Pick<FounderDetails, 'name' | 'bio' | 'socials'>;

/** Null if the slug is taken. */
export const insertFounder = (sql: Db, site_id: number, slug: string, { name, bio, socials }: NewFounder): Promise<number | null> =>
  findValue<number>(sql`
    insert into founders (site_id, slug, name, bio, socials, words)
    values (${site_id}, ${slug}, ${name}, ${bio}, ${JSON.stringify(socials)}::text::json, ${vectorOf({ A: name })}::text::tsvector)
    on conflict do nothing returning id`);

export const updateFounderBio = (sql: Db, id: number, { bio, socials }: Pick<FounderDetails, 'bio' | 'socials'>) => sql`
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

/** The pages of founders for the sitemap: id, path, and when the content last changed. */
export const founderPages = ({ sql, site }: SiteCtx) => sql`
  select f.id, '/founders/' || f.slug as path, greatest(f.created_at, (
    select max(greatest(l.updated_at, l.launched_at)) from listing_founders lf join live_listings l on l.id = lf.listing_id
    where lf.founder_id = f.id)) as changed_at
  from founders f where f.site_id = ${site.id} and ${hasPublicListing(sql)}`;
