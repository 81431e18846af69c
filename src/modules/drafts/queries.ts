import type { Db } from '../../kernel/context.ts';
import { firstRow } from '../../kernel/database.ts';
import { offsetOf } from '../../kernel/responses.ts';
import { lockAccount } from '../accounts/queries.ts';
import type { ExtractedProfile } from '../extraction/extract.ts';
import { type PackedPage, type PageContent, unpackHtml } from '../extraction/parse/page.ts';
import type { Proposal } from '../extraction/proposal.ts';
import { isVerified } from '../listings/owner/queries.ts';
import type { PublishedProfile } from '../listings/queries.ts';
import type { DraftContent, ValueName } from './content.ts';
import type { StoredCompetitor } from './rules.ts';
import type { DraftFailureReason, DraftRobots, ListDrafts, PageRead } from './schema.ts';
import type { DraftStatus } from './states.ts';

export interface DraftProgress {
  reading: string | null;
  pages: PageRead[];
}

/** Values that wait for the site to be crawled again. */
export interface Redraft {
  id: string;
  fields: ValueName[];
  step: 'reading' | 'drafting';
}

export interface DraftRow extends DraftContent {
  id: string;
  site_id: number;
  account_id: number;
  url: string;
  domain: string;
  status: DraftStatus;
  failure: DraftFailureReason | null;
  robots: DraftRobots | null;
  progress: DraftProgress | null;
  drafter: ExtractedProfile['drafter'] | null;
  competitor: StoredCompetitor | null;
  original: Proposal | null;
  redraft: Redraft | null;
  completeness: number;
  listing_id: number | null;
  created_at: Date;
  updated_at: Date;
  /** The listing of a submitted draft, where the draft shows what that says. */
  listing?: PublishedProfile;
}

/** Removes NUL characters and lone surrogates, which PostgreSQL's JSON cannot return. */
const storable = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;

/** JSON as a parameter: serialized here, so that the driver does not treat arrays as SQL arrays. */
const json = (sql: Db, value: unknown) => sql`${value === null ? null : JSON.stringify(value, storable)}::text::json`;

type NewDraft = Pick<DraftRow, 'site_id' | 'account_id' | 'url' | 'domain'> & { content: DraftContent; now: Date };

export const insertDraft = async (sql: Db, draft: NewDraft): Promise<DraftRow> => {
  const { site_id, account_id, url, domain, content, now } = draft;
  const rows = await sql<DraftRow[]>`
    insert into drafts (site_id, account_id, url, domain, fields, faqs, founders, socials, story, milestones, seo, attributes, created_at, updated_at)
    values (${site_id}, ${account_id}, ${url}, ${domain}, ${json(sql, content.fields)}, ${json(sql, content.faqs)}, ${json(sql, content.founders)},
      ${json(sql, content.socials)}, ${json(sql, content.story)}, ${json(sql, content.milestones)}, ${json(sql, content.seo)}, ${json(sql, content.attributes)}, ${now}, ${now})
    returning *`;
  return firstRow(rows);
};

/** Each active draft lowers the priority of the next one. The lock serializes concurrent starts, or each would count as the first. */
export const countActiveDrafts = async (sql: Db, account_id: number): Promise<number> => {
  await lockAccount(sql, account_id);
  const rows = await sql<{ count: number }[]>`
    select count(*)::int as count from drafts where account_id = ${account_id} and status in ('crawling', 'drafting')`;
  return firstRow(rows).count;
};

export type DraftOwner = Pick<DraftRow, 'site_id' | 'account_id'>;

export const findOwnDraft = async (sql: Db, { site_id, account_id }: DraftOwner, id: string): Promise<DraftRow | undefined> => {
  const [row] = await sql<DraftRow[]>`select * from drafts where id = ${id} and site_id = ${site_id} and account_id = ${account_id}`;
  return row;
};

export const lockOwnDraft = async (sql: Db, { site_id, account_id }: DraftOwner, id: string): Promise<DraftRow | undefined> => {
  const [row] = await sql<DraftRow[]>`
    select * from drafts where id = ${id} and site_id = ${site_id} and account_id = ${account_id} for update`;
  return row;
};

export const findDraft = async (sql: Db, id: string): Promise<DraftRow | undefined> => {
  const [row] = await sql<DraftRow[]>`select * from drafts where id = ${id}`;
  return row;
};

export const selectDraftsById = (sql: Db, ids: string[]): Promise<DraftRow[]> =>
  sql<DraftRow[]>`select * from drafts where id = any(${ids}::uuid[])`;

export const lockDraft = async (sql: Db, id: string): Promise<DraftRow | undefined> => {
  const [row] = await sql<DraftRow[]>`select * from drafts where id = ${id} for update`;
  return row;
};

/** A page of drafts, newest first, with the total count. */
export const selectDrafts = async (
  sql: Db,
  { site_id, account_id }: DraftOwner,
  { status, ...paging }: ListDrafts,
): Promise<{ rows: DraftRow[]; count: number }> => {
  const own = sql`from drafts where site_id = ${site_id} and account_id = ${account_id} ${status ? sql`and status = ${status}` : sql``}`;
  const rows = await sql<DraftRow[]>`select * ${own} order by created_at desc, id limit ${paging.per_page} offset ${offsetOf(paging)}`;
  const counted = await sql<{ count: number }[]>`select count(*)::int as count ${own}`;
  return { rows, count: firstRow(counted).count };
};

export const selectPagesRead = (sql: Db, draft_id: string): Promise<Omit<PageContent, 'html'>[]> =>
  sql<Omit<PageContent, 'html'>[]>`
    select url, status, read_at from draft_pages where draft_id = ${draft_id} order by position`;

export const countPageLetters = async (sql: Db, draft_id: string): Promise<number> => {
  const rows = await sql<{ count: number }[]>`
    select coalesce(sum(length(html)), 0)::int as count from draft_pages where draft_id = ${draft_id}`;
  return firstRow(rows).count;
};

export const selectDraftPages = (sql: Db, draft_id: string): Promise<PageContent[]> =>
  sql<
    PageContent[]
  >`select url, status, read_at, html from draft_pages where draft_id = ${draft_id} and html is not null order by position`;

/** Replaces the pages of the previous crawl. Unpacks them one by one to save memory. */
export const replaceDraftPages = async (sql: Db, { id, site_id }: Pick<DraftRow, 'id' | 'site_id'>, pages: PackedPage[]): Promise<void> => {
  await sql`delete from draft_pages where draft_id = ${id}`;
  for (const [position, page] of pages.entries())
    await sql`
      insert into draft_pages (site_id, draft_id, position, url, status, read_at, html)
      values (${site_id}, ${id}, ${position}, ${page.url}, ${page.status}, ${page.read_at}, ${(await unpackHtml(page)).replaceAll('\0', '')})`;
};

/** Deletes the HTML once it has been drafted from. */
export const clearPageHtml = (sql: Db, draft_id: string) => sql`update draft_pages set html = null where draft_id = ${draft_id}`;

export const updateDraftContent = (sql: Db, id: string, content: DraftContent, completeness: number, now: Date) => sql`
  update drafts set
    fields = ${json(sql, content.fields)}, faqs = ${json(sql, content.faqs)}, founders = ${json(sql, content.founders)},
    socials = ${json(sql, content.socials)}, story = ${json(sql, content.story)}, milestones = ${json(sql, content.milestones)},
    seo = ${json(sql, content.seo)}, attributes = ${json(sql, content.attributes)}, completeness = ${completeness}, updated_at = ${now}
  where id = ${id}`;

type DraftState = Pick<DraftRow, 'failure' | 'robots' | 'progress' | 'drafter' | 'competitor' | 'original' | 'redraft'>;

export const updateDraftState = (sql: Db, id: string, state: Partial<DraftState>) => {
  const columns = Object.entries(state).map(([name, value], at) => sql`${at ? sql`,` : sql``} ${sql(name)} = ${json(sql, value)}`);
  return sql`update drafts set ${columns} where id = ${id}`;
};

export const updateDraftProgress = (sql: Db, id: string, progress: DraftProgress, robots: DraftRobots | null) => sql`
  update drafts set progress = ${json(sql, progress)}, robots = ${json(sql, robots)} where id = ${id} and status = 'crawling'`;

export const linkListing = (sql: Db, id: string, listing_id: number) => sql`update drafts set listing_id = ${listing_id} where id = ${id}`;

/** Stores what a competitor's site said, if the draft is still compared with it. */
export const updateCompetitor = (sql: Db, id: string, competitor: StoredCompetitor) => sql`
  update drafts set competitor = ${json(sql, competitor)} where id = ${id} and competitor->>'url' = ${competitor.url}`;

const hasJob = (sql: Db, key: string) => sql`
  exists (select from graphile_worker.jobs j where j.key = ${`${key} `} || d.id and (j.attempts < j.max_attempts or j.locked_at is not null))`;

/** Drafts in progress without a pending or running job. */
export const selectStuckDrafts = (sql: Db, before: Date): Promise<Pick<DraftRow, 'id' | 'status'>[]> =>
  sql<Pick<DraftRow, 'id' | 'status'>[]>`
    select d.id, d.status from drafts d
    where d.status in ('crawling', 'drafting') and d.updated_at < ${before} and not ${hasJob(sql, 'draft')}`;

/**
 * Deletes jobs that enqueued the next one under their key and lost their process before they ended: the queue takes the key from such a
 * job and never runs it again. All jobs of drafts have a key otherwise.
 */
export const deleteReplacedJobs = async (sql: Db): Promise<void> => {
  await sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where task_identifier in ('read_draft', 'build_draft', 'compare_competitor') and key is null and attempts >= max_attempts
      and locked_at is null
    having count(*) > 0`;
};

/** Ends redrafts and comparisons without a pending or running job. */
export const endStuckRedrafts = async (sql: Db, before: Date): Promise<void> => {
  await sql`update drafts d set redraft = null where d.redraft is not null and d.updated_at < ${before} and not ${hasJob(sql, 'redraft')}`;
  await sql`
    update drafts d set competitor = jsonb_set(d.competitor::jsonb, '{status}', '"failed"')::json
    where d.competitor->>'status' = 'reading' and d.updated_at < ${before} and not ${hasJob(sql, 'competitor')}`;
};

/** The listing that stands for a website, and what it means for somebody who submits the same website. */
export interface WebsiteListing {
  id: number;
  slug: string;
  name: string;
  status: string;
  is_public: boolean;
  owner_id: number | null;
  /** Whether its owner has proved that the website is theirs. */
  verified: boolean;
  /** The caller's draft it was made from, if any. */
  draft_id: string | null;
}

/** Removed listings count only for their own owner, and if that owner has proved the website. */
export const findWebsiteListing = async (
  sql: Db,
  { site_id, account_id }: DraftOwner,
  domain: string,
): Promise<WebsiteListing | undefined> => {
  const [row] = await sql<WebsiteListing[]>`
    select l.id, l.slug, l.name, l.status, l.is_public, l.owner_id, ${isVerified(sql)} as verified,
      (select d.id from drafts d where d.listing_id = l.id and d.account_id = ${account_id} order by d.created_at limit 1) as draft_id
    from listing_heads l
    where l.site_id = ${site_id} and l.domain = ${domain} and (l.status <> 'removed' or l.owner_id = ${account_id} or ${isVerified(sql)})
    order by l.status = 'removed' limit 1`;
  return row;
};

/** The drafts of a listing, locked: drafts are always locked before their listing. */
export const lockDraftsOfListing = async (sql: Db, listing_id: number): Promise<string[]> => {
  const rows = await sql<{ id: string }[]>`select id from drafts where listing_id = ${listing_id} order by id for update`;
  return rows.map(({ id }) => id);
};

export const unlinkListing = (sql: Db, id: string) => sql`update drafts set listing_id = null where id = ${id}`;

export interface InviteRow {
  id: number;
  site_id: number;
  draft_id: string;
  email: string;
  email_key: string;
  status: 'sent' | 'accepted';
  created_at: Date;
  expires_at: Date;
}

const inviteColumns = (sql: Db) => sql`id, site_id, draft_id, email, email_key, status, created_at, expires_at`;

export const selectInvites = (sql: Db, draft_id: string): Promise<InviteRow[]> =>
  sql<InviteRow[]>`select ${inviteColumns(sql)} from draft_invites where draft_id = ${draft_id} order by id`;

type NewInvite = Omit<InviteRow, 'id' | 'status'> & { token_hash: Buffer };

/** Inserts an invitation, or renews an expired one to the same address. */
export const insertInvite = async (sql: Db, invite: NewInvite): Promise<InviteRow> => {
  const rows = await sql<InviteRow[]>`
    insert into draft_invites ${sql(invite)}
    on conflict (draft_id, email_key) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at, email = excluded.email
    returning ${inviteColumns(sql)}`;
  return firstRow(rows);
};

export const findOpenInvite = async (sql: Db, site_id: number, token_hash: Buffer, now: Date): Promise<InviteRow | undefined> => {
  const [row] = await sql<InviteRow[]>`
    select ${inviteColumns(sql)} from draft_invites
    where site_id = ${site_id} and token_hash = ${token_hash} and status = 'sent' and expires_at > ${now}`;
  return row;
};

/** Accepts an open invitation; of two concurrent attempts only one succeeds. */
export const markInviteAccepted = async (
  sql: Db,
  { site_id, token_hash, account_id, now }: { site_id: number; token_hash: Buffer; account_id: number | null; now: Date },
): Promise<InviteRow | undefined> => {
  const [row] = await sql<InviteRow[]>`
    update draft_invites set status = 'accepted', account_id = ${account_id}, accepted_at = ${now}
    where site_id = ${site_id} and token_hash = ${token_hash} and status = 'sent' and expires_at > ${now}
    returning ${inviteColumns(sql)}`;
  return row;
};
