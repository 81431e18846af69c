import type { Ctx } from '../../kernel/context.ts';

/** What waits for a person, in numbers. */
export interface Waiting {
  held_votes: number;
  reviews: number;
  objections: number;
  lines: number;
  refunds: number;
  figures: number;
  awaiting_badge: number;
  scheduled: number;
  live: number;
  failed_mails: number;
  failed_jobs: number;
}

/** Nobody counts further by eye. */
const MOST = 1000;

export const countWaiting = async ({ sql, site }: Ctx): Promise<Waiting> => {
  const [row] = await sql<Waiting[]>`
    select
      (select count(*)::int from (select from ballots where site_id = ${site.id} and state = 'uncounted' and not decided limit ${MOST}) t) as held_votes,
      (select count(*)::int from (
        select id from reviews where site_id = ${site.id} and status = 'held'
        union select r.review_id from review_reports r join reviews v on v.id = r.review_id
        where r.settled_at is null and v.site_id = ${site.id} and v.status = 'shown') t) as reviews,
      (select count(*)::int from objections where site_id = ${site.id} and status = 'open') as objections,
      (select count(*)::int from order_lines where site_id = ${site.id} and status = 'with_the_team') as lines,
      (select count(*)::int from refunds where site_id = ${site.id} and status = 'failed') as refunds,
      (select count(*)::int from (select from metric_readings where site_id = ${site.id} and trouble is not null limit ${MOST}) t) as figures,
      (select count(*)::int from (select from listings where site_id = ${site.id} and status = 'awaiting_badge' limit ${MOST}) t) as awaiting_badge,
      (select count(*)::int from (select from listings where site_id = ${site.id} and status = 'scheduled' limit ${MOST}) t) as scheduled,
      coalesce((select live from shelves where site_id = ${site.id} and category_id = 0), 0) as live,
      (select count(*)::int from (select from mails where status = 'failed' limit ${MOST}) t) as failed_mails,
      (select count(*)::int from (select from graphile_worker.jobs
        where attempts >= max_attempts and locked_at is null and task_identifier <> 'send_mail' limit ${MOST}) t) as failed_jobs`;
  return row!;
};
