import type { Ctx, Db } from '../../kernel/context.ts';
import { offsetOf, type Paging } from '../../kernel/paging.ts';
import { type ReviewRow, reviewColumns } from './review-queries.ts';

export interface JudgedReview extends ReviewRow {
  slug: string;
  name: string;
  mail_host: string | null;
  account_created_at: Date | null;
}

export interface WaitingReview extends JudgedReview {
  /** Of one that is held: the code of the reason. */
  reason: string | null;
  reports: { reason: string; by: string | null }[];
}

const judged = (sql: Db) => sql`
  ${reviewColumns(sql)}, l.slug, l.name, split_part(a.email_key, '@', 2) as mail_host, a.created_at as account_created_at`;

const about = (sql: Db) => sql`join listings l on l.id = v.listing_id left join accounts a on a.id = v.account_id`;

/** Reviews of the site that are held, and those shown that somebody reported. */
const waiting = ({ sql, site }: Ctx) => sql`
  select id from reviews where site_id = ${site.id} and status = 'held'
  union select r.review_id from review_reports r join reviews v on v.id = r.review_id
  where r.settled_at is null and v.site_id = ${site.id} and v.status = 'shown'`;

/** What waits for the team, the oldest first. */
export const selectWaiting = (ctx: Ctx, paging: Paging): Promise<WaitingReview[]> => {
  const { sql } = ctx;
  return sql<WaitingReview[]>`
    select ${judged(sql)},
      case when v.status = 'held' then (select m.reason from moves m where m.record = 'review' and m.record_id = v.id::text
        and m.move = 'hold' order by m.id desc limit 1) end as reason,
      coalesce((select json_agg(json_build_object('reason', r.reason, 'by', p.name) order by r.created_at) from review_reports r
        join accounts p on p.id = r.account_id where r.review_id = v.id and r.settled_at is null), '[]'::json) as reports
    from reviews v ${about(sql)} where v.id in (${waiting(ctx)})
    order by v.id limit ${paging.per_page} offset ${offsetOf(paging)}`;
};

export const countWaiting = async (ctx: Ctx, most: number): Promise<number> => {
  const [row] = await ctx.sql<
    { count: number }[]
  >`select count(*)::int as count from (select from (${waiting(ctx)}) w limit ${most + 1}) t`;
  return row!.count;
};

export interface DecidedReview extends JudgedReview {
  decision: 'show' | 'keep' | 'remove';
  note: string;
  by: string | null;
  decided_at: Date;
}

/** The newest decisions of the team that still hold. */
export const selectDecided = ({ sql, site }: Ctx, most: number): Promise<DecidedReview[]> => sql<DecidedReview[]>`
  select ${judged(sql)}, m.move as decision, m.reason as note, coalesce(t.name, t.email) as by, m.moved_at as decided_at
  from moves m join reviews v on v.id = m.record_id::bigint ${about(sql)} left join accounts t on t.id = m.account_id
  where m.record = 'review' and m.site_id = ${site.id} and m.move in ('show', 'keep', 'remove')
    and not exists (select from moves n where n.record = 'review' and n.record_id = m.record_id and n.id > m.id)
  order by m.id desc limit ${most}`;

/** The reports of a review that nobody had decided about are settled by what was decided now. */
export const settleReports = (sql: Db, review_id: number, at: Date) =>
  sql`update review_reports set settled_at = ${at} where review_id = ${review_id} and settled_at is null`;

/** With a decision that is undone, the reports it settled are open again. */
export const reopenReports = (sql: Db, review_id: number, settled_at: Date) =>
  sql`update review_reports set settled_at = null where review_id = ${review_id} and settled_at = ${settled_at}`;
