import type { AuditFacts } from '../../kernel/audit-log.ts';
import type { Ctx, Db } from '../../kernel/context.ts';
import { offsetOf, type Paging } from '../../kernel/responses.ts';
import { countSiteAdmins } from '../accounts/queries.ts';
import { openMessages } from '../content/contact/queries.ts';
import type { ListingStatus } from '../listings/states.ts';
import { pendingIds } from '../listings/user-content/queries.ts';
import type { OrderStatus } from '../orders/states.ts';

export interface ActRow {
  id: number;
  act: string;
  record: string;
  record_id: string;
  title: string | null;
  before: AuditFacts | null;
  after: AuditFacts | null;
  reason: string | null;
  at: Date;
  undone_by: number | null;
  /** Who did it; null for a deleted account. */
  by: string | null;
  /** The API key or application that acted for them; null for a person on the site. */
  client: string | null;
  /** For an act about an account: its name; null for a deleted account. */
  person: string | null;
  /** For an act about an owner: names of the former and the new owner by account id. */
  owners: Record<string, string>;
  /** Whether no later act on the same record is in effect. */
  is_latest: boolean;
}

/** Later acts on the same record are ignored if they were undone, or if they undid a later act. */
const actRows = (sql: Db) => sql`
  select t.id, t.act, t.record, t.record_id, t.title, t.before, t.after, t.reason, t.at, t.undone_by, coalesce(a.name, a.email) as by, t.client,
    case when t.record = 'account' then (select coalesce(p.name, p.email) from account_contacts p where p.id = t.record_id::bigint) end as person,
    coalesce((select json_object_agg(p.id, coalesce(p.name, p.email)) from account_contacts p
      where p.id in ((t.before->>'owner_id')::bigint, (t.after->>'owner_id')::bigint)), '{}'::json) as owners,
    not exists (select from team_acts n where n.site_id = t.site_id and n.record = t.record and n.record_id = t.record_id and n.id > t.id
      and n.undone_by is null and not exists (select from team_acts u where u.undone_by = n.id and u.id > t.id)) as is_latest
  from team_acts t left join account_contacts a on a.id = t.account_id`;

/**
 * Acts of the team, of one record type if given, the newest first. Selects one more than the page holds, so that the caller knows whether
 * there are more.
 */
export const selectActs = ({ sql, site }: Ctx, paging: Paging, record?: string): Promise<ActRow[]> => sql<ActRow[]>`
  ${actRows(sql)} where t.site_id = ${site.id} ${record ? sql`and t.record = ${record}` : sql``} order by t.id desc limit ${paging.per_page + 1} offset ${offsetOf(paging)}`;

export const selectActsAbout = ({ sql, site }: Ctx, record: string, record_id: string, limit: number): Promise<ActRow[]> => sql<ActRow[]>`
  ${actRows(sql)} where t.site_id = ${site.id} and t.record = ${record} and t.record_id = ${record_id} order by t.id desc limit ${limit}`;

export const selectActsById = ({ sql, site }: Ctx, ids: number[]): Promise<ActRow[]> => sql<ActRow[]>`
  ${actRows(sql)} where t.site_id = ${site.id} and t.id = any(${ids}) order by t.id`;

/** An act of the site, locked so that it cannot be undone twice. */
export const lockAct = async ({ sql, site }: Ctx, id: number): Promise<ActRow | undefined> => {
  const [row] = await sql<ActRow[]>`${actRows(sql)} where t.site_id = ${site.id} and t.id = ${id} for update of t`;
  return row;
};

export const findActAbout = async ({ sql, site }: Ctx, record: string, record_id: string, id: number): Promise<ActRow | undefined> => {
  const [row] = await sql<ActRow[]>`
    ${actRows(sql)} where t.site_id = ${site.id} and t.record = ${record} and t.record_id = ${record_id} and t.id = ${id}`;
  return row;
};

export interface PublicAct extends Pick<ActRow, 'id' | 'act' | 'title' | 'after' | 'at'> {
  undone: boolean;
}

/** The public part of the log: without names of people and without the team's own reasons. */
export const selectPublicActs = ({ sql, site }: Ctx, names: string[], paging: Paging): Promise<PublicAct[]> => sql<PublicAct[]>`
  select id, act, title, after, at, undone_by is not null as undone from team_acts
  where site_id = ${site.id} and act = any(${names})
    -- What nobody had seen yet is nobody's business.
    and 'draft' not in (coalesce(before->>'status', ''), coalesce(after->>'status', '')) order by id desc limit ${paging.per_page + 1} offset ${offsetOf(paging)}`;

type WaitingKind =
  | 'approvals'
  | 'reports'
  | 'held_votes'
  | 'reviews'
  | 'comments'
  | 'objections'
  | 'messages'
  | 'lines'
  | 'refunds'
  | 'figures'
  | 'awaiting_badge'
  | 'scheduled'
  | 'live';
export type TeamWorkload = Record<WaitingKind | 'failed_mails' | 'failed_jobs', number>;

/** Counting stops here. */
const MAX_COUNTED = 1000;

export const countTeamWorkload = async (ctx: Ctx): Promise<TeamWorkload> => {
  const { sql, site } = ctx;
  const [row] = await sql<TeamWorkload[]>`
    select
      (select count(*)::int from (select from approvals where site_id = ${site.id} and status = 'pending' limit ${MAX_COUNTED}) t) as approvals,
      (select count(*)::int from (select distinct listing_id, founder_id from reports where site_id = ${site.id} and settled_at is null limit ${MAX_COUNTED}) t) as reports,
      (select count(*)::int from (select from ballots where site_id = ${site.id} and state = 'uncounted' and not decided limit ${MAX_COUNTED}) t) as held_votes,
      (select count(*)::int from (${pendingIds(ctx, 'review')}) t) as reviews,
      (select count(*)::int from (${pendingIds(ctx, 'comment')}) t) as comments,
      (select count(*)::int from objections where site_id = ${site.id} and status = 'open') as objections,
      (select count(*)::int from (${openMessages(ctx, MAX_COUNTED)}) t) as messages,
      (select count(*)::int from order_lines where site_id = ${site.id} and status = 'with_the_team') as lines,
      (select count(*)::int from refunds where site_id = ${site.id} and status = 'failed') as refunds,
      (select count(*)::int from (select from metric_readings where site_id = ${site.id} and trouble is not null limit ${MAX_COUNTED}) t) as figures,
      (select count(*)::int from (select from listing_heads where site_id = ${site.id} and status = 'awaiting_badge' limit ${MAX_COUNTED}) t) as awaiting_badge,
      (select count(*)::int from (select from listing_heads where site_id = ${site.id} and status = 'scheduled' limit ${MAX_COUNTED}) t) as scheduled,
      (select live_listings from site_totals where site_id = ${site.id}) as live,
      (select count(*)::int from (select from mails where status = 'failed' limit ${MAX_COUNTED}) t) as failed_mails,
      (select count(*)::int from (select from graphile_worker.jobs
        where attempts >= max_attempts and locked_at is null and task_identifier <> 'send_mail' limit ${MAX_COUNTED}) t) as failed_jobs`;
  return row!;
};

export interface NetworkSite {
  id: number;
  key: string;
  name: string;
  root: string | null;
  time_zone: string;
  live: number;
  admins: number;
}

export const selectNetworkSites = (sql: Db): Promise<NetworkSite[]> => sql<NetworkSite[]>`
  select s.id, s.key, s.name, s.root, s.time_zone, t.live_listings as live, ${countSiteAdmins(sql)} as admins
  from site_heads s join site_totals t on t.site_id = s.id order by s.id`;

export interface FailedJob {
  id: string;
  task: string;
  attempts: number;
  max_attempts: number;
  last_error: string | null;
  run_at: Date;
  updated_at: Date;
  /** Whether it is not retried any more. */
  given_up: boolean;
}

/** Failed jobs, the latest first. Mails have a page of their own. */
export const selectFailedJobs = (sql: Db, limit: number): Promise<FailedJob[]> => sql<FailedJob[]>`
  select id::text, task_identifier as task, attempts, max_attempts, last_error, run_at, updated_at, attempts >= max_attempts as given_up
  from graphile_worker.jobs where last_error is not null and locked_at is null and task_identifier <> 'send_mail'
  order by (attempts >= max_attempts) desc, updated_at desc limit ${limit}`;

/** Resets a failed job so that it runs at once. Undefined if it does not exist or is running. */
export const rescheduleJob = async ({ sql }: Ctx, id: string): Promise<{ task: string } | undefined> => {
  const [row] = await sql<{ task: string }[]>`
    select j.task_identifier as task from graphile_worker.jobs j
    where j.id = ${id} and j.last_error is not null and j.locked_at is null and j.task_identifier <> 'send_mail'`;
  if (row) await sql`select from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`;
  return row;
};

export interface UserActivity {
  listings: { id: number; name: string; status: ListingStatus }[];
  orders: { number: string; status: OrderStatus; total_cents: number; created_at: Date }[];
  drafts: number;
  comments: number;
  removed_comments: number;
  reviews: number;
  removed_reviews: number;
  votes: number;
  uncounted_votes: number;
}

/** More than the page of a person lists. */
const MAX_LISTED = 50;

/** What an account owns, ordered and wrote on a site. */
export const selectUserActivity = async ({ sql, site }: Ctx, account_id: number): Promise<UserActivity> => {
  const own = sql`site_id = ${site.id} and account_id = ${account_id}`;
  const [listings, orders, [counts]] = await Promise.all([
    sql<UserActivity['listings']>`
      select id, name, status from listing_heads where site_id = ${site.id} and owner_id = ${account_id} order by id desc limit ${MAX_LISTED}`,
    sql<UserActivity['orders']>`
      select number, status, total_cents, created_at from orders where ${own} order by id desc limit ${MAX_LISTED}`,
    sql<Omit<UserActivity, 'listings' | 'orders'>[]>`
      select (select count(*)::int from drafts where ${own} and listing_id is null) as drafts, c.*, v.*, b.* from
        (select count(*)::int as comments, (count(*) filter (where status = 'removed'))::int as removed_comments from comments where ${own}) c,
        (select count(*)::int as reviews, (count(*) filter (where status = 'removed'))::int as removed_reviews from reviews where ${own}) v,
        (select count(*)::int as votes, (count(*) filter (where b.state = 'uncounted'))::int as uncounted_votes
          from voters o join ballots b on b.site_id = o.site_id and b.voter_id = o.id
          where o.site_id = ${site.id} and o.account_id = ${account_id} and b.state <> 'withdrawn') b`,
  ]);
  return { ...counts!, listings, orders };
};
