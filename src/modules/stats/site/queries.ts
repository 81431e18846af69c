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

/** The days with any count. Votes are those that count; revenue is without VAT, on the day of the payment or refund. */
export const selectSiteDays = (ctx: Reader, range: DayRange): Promise<SiteDay[]> => {
  const { sql, site } = ctx;
  const [begin, end] = momentsOf(ctx, range);
  const dayIn = (column: string) => sql`(${sql(column)} at time zone ${site.time_zone}::text)::date`;
  return sql<SiteDay[]>`
    select day, sum(visitors)::int as visitors, sum(page_views)::int as page_views, sum(sign_ups)::int as sign_ups,
      sum(submissions)::int as submissions, sum(votes)::int as votes, sum(comments)::int as comments, sum(orders)::int as orders,
      sum(revenue)::bigint as revenue_cents, sum(refunded)::bigint as refunded_cents
    from (
      select day, visitors, page_views, 0 as sign_ups, 0 as submissions, 0 as votes, 0 as comments, 0 as orders, 0 as revenue, 0 as refunded
      from site_days where site_id = ${site.id} and day between ${range.from} and ${range.to}
      union all
      select ${dayIn('joined_at')}, 0, 0, count(*), 0, 0, 0, 0, 0, 0 from site_members
      where site_id = ${site.id} and joined_at >= ${begin} and joined_at < ${end} group by 1
      union all
      select ${dayIn('created_at')}, 0, 0, 0, count(*), 0, 0, 0, 0, 0 from drafts
      where site_id = ${site.id} and created_at >= ${begin} and created_at < ${end} group by 1
      union all
      select ${dayIn('cast_at')}, 0, 0, 0, 0, count(*), 0, 0, 0, 0 from ballots
      where site_id = ${site.id} and state = 'counted' and cast_at >= ${begin} and cast_at < ${end} group by 1
      union all
      select ${dayIn('created_at')}, 0, 0, 0, 0, 0, count(*), 0, 0, 0 from comments
      where site_id = ${site.id} and status = 'shown' and created_at >= ${begin} and created_at < ${end} group by 1
      union all
      select ${dayIn('paid_at')}, 0, 0, 0, 0, 0, 0, count(*), sum(net_cents), 0 from orders
      where site_id = ${site.id} and paid_at >= ${begin} and paid_at < ${end} group by 1
      union all
      select ${dayIn('r.updated_at')}, 0, 0, 0, 0, 0, 0, 0, 0, sum(round(r.amount_cents::numeric * o.net_cents / o.total_cents))
      from refunds r join orders o on o.id = r.order_id
      where r.site_id = ${site.id} and r.status = 'made' and r.updated_at >= ${begin} and r.updated_at < ${end} group by 1
    ) c group by day order by day`;
};

/** How far the products that were submitted in a period have got until now. */
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
    where d.site_id = ${site.id} and d.created_at >= ${begin} and d.created_at < ${end}`))!;
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
