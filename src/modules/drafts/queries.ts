import type { Db } from '../../kernel/context.ts';
import { offsetOf, type Paging } from '../../kernel/paging.ts';
import type { KeptCompetitor } from './competitor.ts';
import type { Content, ListingParts } from './content.ts';
import type { DraftFieldName } from './fields.ts';
import type { ReadPage } from './page/page.ts';
import type { CategoryName, Proposal } from './proposal.ts';
import type { Failure, PageRead, Robots } from './schema.ts';
import type { DraftStatus } from './states.ts';

/** What is being read at the moment, and what was read so far. */
export interface Progress {
  reading: string | null;
  pages: PageRead[];
}

/** Fields that wait for the site to be read again. */
export interface Redraft {
  id: string;
  fields: DraftFieldName[];
  step: 'reading' | 'drafting';
}

export interface DraftRow extends Content {
  id: string;
  site_id: number;
  account_id: number;
  url: string;
  domain: string;
  status: DraftStatus;
  failure: Failure | null;
  robots: Robots | null;
  progress: Progress | null;
  drafter: { name: 'built-in' | 'model'; note: string | null } | null;
  competitor: KeptCompetitor | null;
  original: Proposal | null;
  redraft: Redraft | null;
  completeness: number;
  listing_id: number | null;
  saved: ListingParts | null;
  created_at: Date;
  updated_at: Date;
}

/** Text of other people's pages may hold what PostgreSQL's JSON cannot be asked for again: no character, and half of one. */
const storable = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;

/** JSON as a parameter: written here, so that no driver has to guess what an array is. */
const json = (sql: Db, value: unknown) => sql`${value === null ? null : JSON.stringify(value, storable)}::text::json`;

const contentColumns = (sql: Db, content: Content, completeness: number) => sql`
  fields = ${json(sql, content.fields)}, faqs = ${json(sql, content.faqs)}, founders = ${json(sql, content.founders)},
  socials = ${json(sql, content.socials)}, story = ${json(sql, content.story)}, milestones = ${json(sql, content.milestones)},
  seo = ${json(sql, content.seo)}, completeness = ${completeness}`;

export const insertDraft = async (
  sql: Db,
  {
    site_id,
    account_id,
    url,
    domain,
    content,
    now,
  }: Pick<DraftRow, 'site_id' | 'account_id' | 'url' | 'domain'> & { content: Content; now: Date },
): Promise<DraftRow> => {
  const [row] = await sql<DraftRow[]>`
    insert into drafts (site_id, account_id, url, domain, fields, faqs, founders, socials, story, milestones, seo, created_at, updated_at)
    values (${site_id}, ${account_id}, ${url}, ${domain}, ${json(sql, content.fields)}, ${json(sql, content.faqs)}, ${json(sql, content.founders)},
      ${json(sql, content.socials)}, ${json(sql, content.story)}, ${json(sql, content.milestones)}, ${json(sql, content.seo)}, ${now}, ${now})
    returning *`;
  return row!;
};

/**
 * How many drafts of an account are under way: the more, the longer the next one stands behind other people's. Those who
 * start several at once take turns, or each would be counted as the first.
 */
export const countUnderWay = async (sql: Db, account_id: number): Promise<number> => {
  await sql`select from accounts where id = ${account_id} for no key update`;
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from drafts where account_id = ${account_id} and status in ('crawling', 'drafting')`;
  return row!.count;
};

interface Owner {
  site_id: number;
  account_id: number;
}

export const findOwnDraft = async (sql: Db, { site_id, account_id }: Owner, id: string): Promise<DraftRow | undefined> => {
  const [row] = await sql<DraftRow[]>`select * from drafts where id = ${id} and site_id = ${site_id} and account_id = ${account_id}`;
  return row;
};

/** The same, and nobody else changes it until the transaction ends. */
export const lockOwnDraft = async (sql: Db, { site_id, account_id }: Owner, id: string): Promise<DraftRow | undefined> => {
  const [row] = await sql<DraftRow[]>`
    select * from drafts where id = ${id} and site_id = ${site_id} and account_id = ${account_id} for update`;
  return row;
};

export const findDraft = async (sql: Db, id: string): Promise<DraftRow | undefined> => {
  const [row] = await sql<DraftRow[]>`select * from drafts where id = ${id}`;
  return row;
};

export const lockDraft = async (sql: Db, id: string): Promise<DraftRow | undefined> => {
  const [row] = await sql<DraftRow[]>`select * from drafts where id = ${id} for update`;
  return row;
};

/** A page of drafts, newest first, as JSON text, and how many there are. */
export const selectDrafts = async (
  sql: Db,
  { site_id, account_id }: Owner,
  paging: Paging,
): Promise<{ items: string[]; count: number }> => {
  const rows = await sql<{ json: string }[]>`
    select row_to_json(t)::text as json from (
      select id, url, fields->'name'->>'value' as name, status, completeness, listing_id, created_at, updated_at
      from drafts where site_id = ${site_id} and account_id = ${account_id}
      order by created_at desc, id limit ${paging.per_page} offset ${offsetOf(paging)}) t`;
  const [counted] = await sql<{ count: number }[]>`
    select count(*)::int as count from drafts where site_id = ${site_id} and account_id = ${account_id}`;
  return { items: rows.map((row) => row.json), count: counted!.count };
};

export const selectPagesRead = (sql: Db, draft_id: string): Promise<{ url: string; status: number; read_at: Date }[]> =>
  sql<{ url: string; status: number; read_at: Date }[]>`
    select url, status, read_at from draft_pages where draft_id = ${draft_id} order by position`;

/** Pages with the text that is to be drafted from. */
export const selectPages = (sql: Db, draft_id: string): Promise<ReadPage[]> =>
  sql<ReadPage[]>`select url, status, read_at, html from draft_pages where draft_id = ${draft_id} and html is not null order by position`;

/** The pages of a reading in place of those of the one before. */
export const replacePages = async (sql: Db, { id, site_id }: Pick<DraftRow, 'id' | 'site_id'>, pages: ReadPage[]): Promise<void> => {
  await sql`delete from draft_pages where draft_id = ${id}`;
  for (const [position, page] of pages.entries())
    await sql`
      insert into draft_pages (site_id, draft_id, position, url, status, read_at, html)
      values (${site_id}, ${id}, ${position}, ${page.url}, ${page.status}, ${page.read_at}, ${page.html.replaceAll('\0', '')})`;
};

/** What has been drafted from is not kept. */
export const forgetHtml = (sql: Db, draft_id: string) => sql`update draft_pages set html = null where draft_id = ${draft_id}`;

export const writeContent = (sql: Db, id: string, content: Content, completeness: number, now: Date) => sql`
  update drafts set ${contentColumns(sql, content, completeness)}, updated_at = ${now} where id = ${id}`;

type Kept = Pick<DraftRow, 'failure' | 'robots' | 'progress' | 'drafter' | 'competitor' | 'original' | 'redraft'>;

/** Writes what a draft knows of itself beside its content. */
export const writeKept = (sql: Db, id: string, kept: Partial<Kept>) => {
  const columns = Object.entries(kept).map(([name, value], at) => sql`${at ? sql`,` : sql``} ${sql(name)} = ${json(sql, value)}`);
  return sql`update drafts set ${columns} where id = ${id}`;
};

/** Says how far the reading has come, as long as that is news. */
export const writeProgress = (sql: Db, id: string, progress: Progress, robots: Robots | null) => sql`
  update drafts set progress = ${json(sql, progress)}, robots = ${json(sql, robots)} where id = ${id} and status = 'crawling'`;

/** Notes which listing a draft is, and what was written to it. */
export const writeSaved = (sql: Db, id: string, listing_id: number, saved: ListingParts) => sql`
  update drafts set listing_id = ${listing_id}, saved = ${json(sql, saved)} where id = ${id}`;

/** What a competitor's site said, as long as that is the one compared with. */
export const writeCompetitor = (sql: Db, id: string, competitor: KeptCompetitor) => sql`
  update drafts set competitor = ${json(sql, competitor)} where id = ${id} and competitor->>'url' = ${competitor.url}`;

/** Drafts under way for which no job waits or runs. */
export const selectStuckDrafts = (sql: Db, before: Date): Promise<Pick<DraftRow, 'id' | 'status'>[]> => sql<
  Pick<DraftRow, 'id' | 'status'>[]
>`
  select d.id, d.status from drafts d where d.status in ('crawling', 'drafting') and d.updated_at < ${before}
    and not exists (select from graphile_worker.jobs j where j.key = 'draft ' || d.id and (j.attempts < j.max_attempts or j.locked_at is not null))`;

/** Redrafts and comparisons that no job waits for or does are over. */
export const endStuckRedrafts = async (sql: Db, before: Date): Promise<void> => {
  const alive = (what: string) => sql`
    exists (select from graphile_worker.jobs j where j.key = ${`${what} `} || d.id and (j.attempts < j.max_attempts or j.locked_at is not null))`;
  await sql`update drafts d set redraft = null where d.redraft is not null and d.updated_at < ${before} and not ${alive('redraft')}`;
  await sql`
    update drafts d set competitor = jsonb_set(d.competitor::jsonb, '{status}', '"failed"')::json
    where d.competitor->>'status' = 'reading' and d.updated_at < ${before} and not ${alive('competitor')}`;
};

/** The categories of a site, as drafts name them. */
export const selectCategoryNames = (sql: Db, site_id: number): Promise<(CategoryName & { id: number })[]> =>
  sql<(CategoryName & { id: number })[]>`
    select id, slug, name, description from categories where site_id = ${site_id} order by position, name, id`;

export interface StandingListing {
  id: number;
  slug: string;
  status: string;
  owner_id: number | null;
  /** The caller's draft it was made from, if there is one. */
  draft_id: string | null;
}

/** The listing a site has for a domain. */
export const findListingOf = async (sql: Db, { site_id, account_id }: Owner, domain: string): Promise<StandingListing | undefined> => {
  const [row] = await sql<StandingListing[]>`
    select l.id, l.slug, l.status, l.owner_id,
      (select d.id from drafts d where d.listing_id = l.id and d.account_id = ${account_id} order by d.created_at limit 1) as draft_id
    from listings l where l.site_id = ${site_id} and l.domain = ${domain}`;
  return row;
};
