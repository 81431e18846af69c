import type { Ctx, Db } from '../../../kernel/context.ts';
import { findRow } from '../../../kernel/database.ts';
import { addDays, startOfDay } from '../../../kernel/time/weeks.ts';
import type { DayRange } from '../rules.ts';
import type { SiteDay } from './rules.ts';

/** Visits of a site on a day that are not written yet. */
export interface SiteVisits {
  site_id: number;
  day: string;
  visitors: number;
  page_views: number;
}

/** Rows are written in the order of their keys, so that concurrent writers do not deadlock. */
export const addSiteVisits = (sql: Db, visits: SiteVisits[]) => sql`
  insert into site_days as d (site_id, day, visitors, page_views)
  select t.site_id, t.day, t.visitors, t.page_views
  from json_to_recordset(${JSON.stringify(visits)}::text::json) as t (site_id integer, day date, visitors integer, page_views integer)
  order by 1, 2
  on conflict (site_id, day) do update set visitors = d.visitors + excluded.visitors, page_views = d.page_views + excluded.page_views`;

export interface SearchMisses {
  site_id: number;
  day: string;
  words: string;
  searches: number;
}

/** How many different searches without a result are stored per site and day. */
export const MAX_MISSES = 500;

export const addSearchMisses = (sql: Db, misses: SearchMisses[]) => sql`
  insert into search_misses as m (site_id, day, words, searches)
  select t.site_id, t.day, t.words, t.searches
  from json_to_recordset(${JSON.stringify(misses)}::text::json) as t (site_id integer, day date, words text, searches integer)
  where exists (select from search_misses k where (k.site_id, k.day, k.words) = (t.site_id, t.day, t.words))
    or (select count(*) from search_misses k where (k.site_id, k.day) = (t.site_id, t.day)) < ${MAX_MISSES}
  order by 1, 2, 3
  on conflict (site_id, day, words) do update set searches = m.searches + excluded.searches`;

type Reader = Pick<Ctx, 'sql' | 'site'>;

/** The moments at which a range of days begins and ends on a site. */
const momentsOf = ({ site }: Reader, { from, to }: DayRange): [Date, Date] => [
  startOfDay(from, site.time_zone),
  startOfDay(addDays(to, 1), site.time_zone),
];

/** Whether an account is on the site's team: what the team does is no sign of interest. */
const isOnTeam = ({ sql, site }: Reader, column: string) => sql`
  (exists (select from account_roles r where r.site_id = ${site.id} and r.account_id = ${sql(column)} and r.role = 'site_admin')
    or exists (select from accounts a where a.id = ${sql(column)} and a.is_network_admin))`;

/**
 * The days with any count. Sign-ups and submissions are those of others than the team; what the team imported is counted for itself. Votes
 * are those that count; revenue is without VAT, on the day of the payment or refund.
 */
export const selectSiteDays = (ctx: Reader, range: DayRange): Promise<SiteDay[]> => {
  const { sql, site } = ctx;
  const [begin, end] = momentsOf(ctx, range);
  const dayIn = (column: string) => sql`(${sql(column)} at time zone ${site.time_zone}::text)::date`;
  const ofPeriod = (column: string) => sql`${sql(column)} >= ${begin} and ${sql(column)} < ${end}`;
  const sumOf = (name: string) => sql`coalesce(sum(n) filter (where name = ${name}), 0)`;
  return sql<SiteDay[]>`
    select day, ${sumOf('visitors')}::int as visitors, ${sumOf('page_views')}::int as page_views, ${sumOf('sign_ups')}::int as sign_ups,
      ${sumOf('submissions')}::int as submissions, ${sumOf('imported')}::int as imported, ${sumOf('votes')}::int as votes,
      ${sumOf('comments')}::int as comments, ${sumOf('orders')}::int as orders, ${sumOf('revenue')}::bigint as revenue_cents,
      ${sumOf('refunds')}::bigint as refunded_cents
    from (
      select day, v.name, v.n from site_days, lateral (values ('visitors', visitors), ('page_views', page_views)) v (name, n)
      where site_id = ${site.id} and day between ${range.from} and ${range.to}
      union all
      select ${dayIn('joined_at')}, 'sign_ups', count(*) from site_members m
      where site_id = ${site.id} and ${ofPeriod('joined_at')} and not ${isOnTeam(ctx, 'm.account_id')} group by 1
      union all
      select ${dayIn('created_at')}, 'submissions', count(*) from drafts d
      where site_id = ${site.id} and ${ofPeriod('created_at')} and not ${isOnTeam(ctx, 'd.account_id')} group by 1
      union all
      select ${dayIn('created_at')}, 'imported', sum(imported) from imports
      where site_id = ${site.id} and status not in ('undoing', 'undone') and ${ofPeriod('created_at')} group by 1
      union all
      select ${dayIn('cast_at')}, 'votes', count(*) from ballots
      where site_id = ${site.id} and state = 'counted' and ${ofPeriod('cast_at')} group by 1
      union all
      select ${dayIn('created_at')}, 'comments', count(*) from comments
      where site_id = ${site.id} and status = 'shown' and ${ofPeriod('created_at')} group by 1
      union all
      select ${dayIn('paid_at')}, p.name, sum(p.n) from orders, lateral (values ('orders', 1), ('revenue', net_cents)) p (name, n)
      where site_id = ${site.id} and ${ofPeriod('paid_at')} group by 1, 2
      union all
      select ${dayIn('r.updated_at')}, 'refunds', sum(round(r.amount_cents::numeric * o.net_cents / o.total_cents))
      from refunds r join orders o on o.id = r.order_id
      where r.site_id = ${site.id} and r.status = 'made' and ${ofPeriod('r.updated_at')} group by 1
    ) c group by day order by day`;
};

/** How far the products that others than the team submitted in a period have got until now. */
export interface Funnel {
  submitted: number;
  drafted: number;
  listed: number;
  scheduled: number;
  paid: number;
}

export const selectFunnel = async (ctx: Reader, range: DayRange): Promise<Funnel> => {
  const { sql, site } = ctx;
  const [begin, end] = momentsOf(ctx, range);
  return (await findRow(sql<Funnel[]>`
    select count(*)::int as submitted, count(*) filter (where d.status in ('ready', 'submitted'))::int as drafted,
      count(d.listing_id)::int as listed, count(*) filter (where l.launch_week_on is not null)::int as scheduled,
      count(*) filter (where exists (
        select from order_lines n join orders o on o.id = n.order_id where n.listing_id = d.listing_id and o.paid_at is not null))::int as paid
    from drafts d left join listing_heads l on l.id = d.listing_id
    where d.site_id = ${site.id} and d.created_at >= ${begin} and d.created_at < ${end}
      and not ${isOnTeam(ctx, 'd.account_id')}`))!;
};

export interface MissedWords {
  words: string;
  searches: number;
}

/** The words that were searched most without a result. */
export const selectMissedWords = ({ sql, site }: Reader, { from, to }: DayRange, limit: number): Promise<MissedWords[]> =>
  sql<MissedWords[]>`
    select words, sum(searches)::int as searches from search_misses where site_id = ${site.id} and day between ${from} and ${to}
    group by words order by searches desc, words limit ${limit}`;
