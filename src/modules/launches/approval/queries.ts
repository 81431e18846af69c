import type { Ctx, Db, SiteCtx } from '../../../kernel/context.ts';
import { findRow } from '../../../kernel/database.ts';
import { offsetOf, type Paging } from '../../../kernel/responses.ts';

export type ApprovalStatus = 'pending' | 'returned' | 'approved' | 'rejected';

export interface Approval {
  listing_id: number;
  status: ApprovalStatus;
  plan: 'free' | 'paid';
  /** The week in which it has a slot; null for a paid launch at once. */
  week_on: string | null;
  weeks_missed: number;
  /** What the team wrote when it returned or rejected the listing. */
  reason: string | null;
}

const approvalColumns = (sql: Db) => sql`listing_id, status, plan, week_on, weeks_missed, reason`;

type SiteSql = Pick<Ctx, 'sql' | 'site'>;

export const findApproval = ({ sql, site }: SiteSql, listing_id: number): Promise<Approval | undefined> =>
  findRow(sql<Approval[]>`select ${approvalColumns(sql)} from approvals where site_id = ${site.id} and listing_id = ${listing_id}`);

export const lockApproval = ({ sql, site }: SiteSql, listing_id: number): Promise<Approval | undefined> =>
  findRow(sql<Approval[]>`
    select ${approvalColumns(sql)} from approvals where site_id = ${site.id} and listing_id = ${listing_id} for update`);

export const insertApproval = ({ sql, site, clock }: SiteCtx, approval: Pick<Approval, 'listing_id' | 'plan' | 'week_on'>) => sql`
  insert into approvals ${sql({ ...approval, site_id: site.id, requested_at: clock.now() })}`;

/** Changes an approval. A decision records its time; a request begins to wait again. */
export const updateApproval = (
  { sql, site, clock }: SiteCtx,
  listing_id: number,
  changes: Partial<Omit<Approval, 'listing_id'>>,
): Promise<unknown> => {
  const times = changes.status === undefined ? {} : changes.status === 'pending' ? { decided_at: null } : { decided_at: clock.now() };
  return sql`update approvals set ${sql({ ...changes, ...times })} where site_id = ${site.id} and listing_id = ${listing_id}`;
};

/** The listing was sent again: it waits behind those that came meanwhile. */
export const requestApprovalAgain = ({ sql, site, clock }: SiteCtx, listing_id: number) => sql`
  update approvals set status = 'pending', decided_at = null, requested_at = ${clock.now()} where site_id = ${site.id} and listing_id = ${listing_id}`;

export const deleteApproval = ({ sql, site }: SiteSql, listing_id: number) =>
  sql`delete from approvals where site_id = ${site.id} and listing_id = ${listing_id}`;

/** A listing in the team's queue. */
export interface PendingApproval extends Approval {
  name: string;
  slug: string;
  domain: string;
  owner: string | null;
  requested_at: Date;
}

const pendingRows = (sql: Db) => sql`
  select a.listing_id, a.status, a.plan, a.week_on, a.weeks_missed, a.reason, a.requested_at, l.name, l.slug, l.domain,
    coalesce(o.name, o.email) as owner
  from approvals a join listing_heads l on l.id = a.listing_id
  left join account_contacts o on o.id = l.owner_id`;

/** Listings that wait for the team, those with the nearest week first. One more than the page holds. */
export const selectPendingApprovals = ({ sql, site }: Ctx, paging: Paging): Promise<PendingApproval[]> => sql<PendingApproval[]>`
  ${pendingRows(sql)} where a.site_id = ${site.id} and a.status = 'pending'
  order by a.week_on nulls first, a.requested_at, a.listing_id limit ${paging.per_page + 1} offset ${offsetOf(paging)}`;

export const findPendingApproval = ({ sql, site }: Ctx, listing_id: number): Promise<PendingApproval | undefined> =>
  findRow(sql<PendingApproval[]>`${pendingRows(sql)} where a.site_id = ${site.id} and a.listing_id = ${listing_id}`);

/** Listings whose week has begun before the team approved them. */
export const selectOverdueApprovals = (sql: Db, { site_id, this_week }: { site_id: number; this_week: string }, limit: number) => sql<
  { listing_id: number; week_on: string }[]
>`
  select listing_id, week_on from approvals
  where site_id = ${site_id} and status in ('pending', 'returned') and week_on <= ${this_week} order by week_on, listing_id limit ${limit}`;
