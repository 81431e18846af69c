import type { Ctx, Db } from '../../../kernel/context.ts';
import { findRow, firstValue, hasRows, selectColumn } from '../../../kernel/database.ts';
import { offsetOf, type Paging } from '../../../kernel/responses.ts';
import type { ReportCause, ReportDecision, Reported } from './rules.ts';

const columnOf = (sql: Db, of: Reported) => sql(`${of}_id`);

export interface ReportedRecord {
  id: number;
  slug: string;
  name: string;
}

/** A public listing or founder of the site. */
export const findReported = ({ sql, site }: Ctx, of: Reported, slug: string): Promise<ReportedRecord | undefined> =>
  findRow(
    of === 'listing'
      ? sql<ReportedRecord[]>`select id, slug, name from listing_heads where site_id = ${site.id} and slug = ${slug} and is_public`
      : sql<ReportedRecord[]>`select id, slug, name from founder_heads where site_id = ${site.id} and slug = ${slug}`,
  );

/** False if the account has an open report about it. */
export const insertRecordReport = (
  { sql, site, clock }: Ctx,
  of: Reported,
  { id, account_id, cause, note }: { id: number; account_id: number; cause: ReportCause; note: string | null },
): Promise<boolean> =>
  hasRows(sql`
    insert into reports (site_id, ${columnOf(sql, of)}, account_id, cause, note, created_at)
    values (${site.id}, ${id}, ${account_id}, ${cause}, ${note}, ${clock.now()}) on conflict do nothing returning id`);

export const countRecordReportsSince = (sql: Db, account_id: number, since: Date): Promise<number> =>
  firstValue<number>(sql`select count(*)::int as count from reports where account_id = ${account_id} and created_at > ${since}`);

/** A listing or founder with its open reports. */
export interface OpenReports extends ReportedRecord {
  of: Reported;
  since: Date;
  reports: { cause: ReportCause; note: string | null; by: string | null }[];
}

const openReports = ({ sql, site }: Ctx) => sql`
  select case when r.listing_id is null then 'founder' else 'listing' end as of, coalesce(r.listing_id, r.founder_id) as id,
    coalesce(l.slug, f.slug) as slug, coalesce(l.name, f.name) as name, min(r.created_at) as since,
    json_agg(json_build_object('cause', r.cause, 'note', r.note, 'by', a.name) order by r.id) as reports
  from reports r left join listing_heads l on l.id = r.listing_id left join founder_heads f on f.id = r.founder_id
  left join account_contacts a on a.id = r.account_id
  where r.site_id = ${site.id} and r.settled_at is null`;

/** What was reported, the most reported first. One more than the page holds. */
export const selectOpenReports = (ctx: Ctx, paging: Paging): Promise<OpenReports[]> => ctx.sql<OpenReports[]>`
  ${openReports(ctx)} group by r.listing_id, r.founder_id, l.slug, l.name, f.slug, f.name
  order by count(*) desc, min(r.created_at) limit ${paging.per_page + 1} offset ${offsetOf(paging)}`;

export const findOpenReports = (ctx: Ctx, of: Reported, id: number): Promise<OpenReports | undefined> =>
  findRow(ctx.sql<OpenReports[]>`
    ${openReports(ctx)} and r.${columnOf(ctx.sql, of)} = ${id} group by r.listing_id, r.founder_id, l.slug, l.name, f.slug, f.name`);

/** Settles the open reports about a record, and returns who wrote them. */
export const settleRecordReports = (
  { sql, site, clock }: Ctx,
  of: Reported,
  id: number,
  { decision, answer }: { decision: ReportDecision; answer: string },
): Promise<number[]> =>
  selectColumn<number>(sql`
    update reports set settled_at = ${clock.now()}, decision = ${decision}, answer = ${answer}
    where site_id = ${site.id} and ${columnOf(sql, of)} = ${id} and settled_at is null returning account_id`);

/** Reopens the reports that a decision at this time had settled, unless the person has reported it again. */
export const reopenReportsOf = ({ sql, site }: Ctx, of: Reported, id: number, settled_at: Date): Promise<boolean> =>
  hasRows(sql`
    update reports r set settled_at = null, decision = null, answer = null
    where r.site_id = ${site.id} and r.${columnOf(sql, of)} = ${id} and r.settled_at = ${settled_at}
      and not exists (select from reports n where n.${columnOf(sql, of)} = ${id} and n.account_id = r.account_id and n.settled_at is null)
    returning r.id`);
