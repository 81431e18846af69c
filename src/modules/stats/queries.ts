import type { Ctx, Db } from '../../kernel/context.ts';
import { findRow } from '../../kernel/database.ts';
import { addDays, startOfDay } from '../../kernel/time/weeks.ts';
import { addViews } from '../listings/profile/queries.ts';
import type { Counts, DayRange, OutboundLinks, Source } from './rules.ts';

interface Traffic {
  views: number;
  clicks: number;
  badge_clicks: number;
}

/** What visitors from one source did with a listing on a day. */
export interface TrafficCount extends Traffic, Source {
  site_id: number;
  slug: string;
  day: string;
  account_id: number | null;
}

interface ListingTraffic extends Traffic, Source {
  listing_id: number;
  site_id: number;
  day: string;
}

/** The public listings that were visited, without visits of those who act for them. */
const selectVisitedListings = (sql: Db, counts: TrafficCount[]) => sql<ListingTraffic[]>`
  select l.id as listing_id, l.site_id, t.day, t.kind, t.source, sum(t.views)::int as views, sum(t.clicks)::int as clicks,
    sum(t.badge_clicks)::int as badge_clicks
  from json_to_recordset(${JSON.stringify(counts)}::text::json) as t (site_id integer, slug text, day date, account_id bigint, kind text,
    source text, views integer, clicks integer, badge_clicks integer)
  join public_listings l on l.site_id = t.site_id and l.slug = t.slug
  where t.account_id is null
    or not exists (select from listing_members m where m.listing_id = l.id and m.account_id = t.account_id)
  group by l.id, l.site_id, t.day, t.kind, t.source`;

/** Rows are written in the order of their keys, so that concurrent writers do not deadlock. */
const addDayCounts = (sql: Db, traffic: ListingTraffic[]) => sql`
  insert into listing_days as d (site_id, listing_id, day, views, clicks, badge_clicks)
  select site_id, listing_id, day, sum(views), sum(clicks), sum(badge_clicks)
  from json_to_recordset(${JSON.stringify(traffic)}::text::json) as t (site_id integer, listing_id bigint, day date, views integer,
    clicks integer, badge_clicks integer)
  group by site_id, listing_id, day order by listing_id, day
  on conflict (listing_id, day) do update set views = d.views + excluded.views, clicks = d.clicks + excluded.clicks,
    badge_clicks = d.badge_clicks + excluded.badge_clicks`;

/** How many sources of a listing are stored per day. Anybody can invent more; those are counted together as `other`. */
export const MAX_SOURCES = 50;

const addSources = (sql: Db, traffic: ListingTraffic[]) => sql`
  with sent as (
    select t.*, exists (select from listing_sources k where k.listing_id = t.listing_id and k.day = t.day and k.kind = t.kind
      and k.source = t.source) as is_known
    from json_to_recordset(${JSON.stringify(traffic)}::text::json) as t (site_id integer, listing_id bigint, day date, kind text,
      source text, views integer)
    where t.views > 0
  ), placed as (
    select s.*, is_known or row_number() over (partition by listing_id, day, is_known order by views desc, kind, source)
      + (select count(*) from listing_sources k where k.listing_id = s.listing_id and k.day = s.day) <= ${MAX_SOURCES} as is_kept
    from sent s
  )
  insert into listing_sources as d (site_id, listing_id, day, kind, source, views)
  select site_id, listing_id, day, case when is_kept then kind else 'other' end, case when is_kept then source else '' end, sum(views)
  from placed group by 1, 2, 3, 4, 5 order by 2, 3, 4, 5
  on conflict (listing_id, day, kind, source) do update set views = d.views + excluded.views`;

/** Each statement is a transaction of its own: a lock that is held while waiting for the next one could deadlock. */
export const addTraffic = async (sql: Db, counts: TrafficCount[]): Promise<void> => {
  const traffic = await selectVisitedListings(sql, counts);
  if (traffic.length === 0) return;
  await addViews(sql, traffic);
  await addDayCounts(sql, traffic);
  await addSources(sql, traffic);
};

export const findOutboundLinks = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, slug: string): Promise<OutboundLinks | undefined> =>
  findRow(sql<OutboundLinks[]>`
    select domain, website, demo_video_url, socials from public_listings where site_id = ${site.id} and slug = ${slug}`);

export type DayCounts = Counts & { day: string };

/** The days with any count, by listing. Votes and follows are those that still stand. */
export const selectDayCounts = (
  { sql, site }: Pick<Ctx, 'sql' | 'site'>,
  listing_ids: number[],
  { from, to }: DayRange,
): Promise<(DayCounts & { listing_id: number })[]> => {
  const [begin, end] = [startOfDay(from, site.time_zone), startOfDay(addDays(to, 1), site.time_zone)];
  return sql<(DayCounts & { listing_id: number })[]>`
    select listing_id, day, sum(views)::int as views, sum(clicks)::int as clicks, sum(badge_clicks)::int as badge_clicks,
      sum(votes)::int as votes, sum(follows)::int as follows
    from (
      select listing_id, day, views, clicks, badge_clicks, 0 as votes, 0 as follows from listing_days
      where listing_id = any(${listing_ids}::bigint[]) and day between ${from} and ${to}
      union all
      select listing_id, (cast_at at time zone ${site.time_zone}::text)::date, 0, 0, 0, count(*), 0 from ballots
      where listing_id = any(${listing_ids}::bigint[]) and state = 'counted' and cast_at >= ${begin} and cast_at < ${end} group by 1, 2
      union all
      select listing_id, (created_at at time zone ${site.time_zone}::text)::date, 0, 0, 0, 0, count(*) from listing_follows
      where listing_id = any(${listing_ids}::bigint[]) and created_at >= ${begin} and created_at < ${end} group by 1, 2
    ) c group by listing_id, day order by listing_id, day`;
};

export type SourceCount = Source & { views: number };

/** The sources with the most views in a period. */
export const selectSources = (sql: Db, listing_id: number, { from, to }: DayRange, limit: number): Promise<SourceCount[]> =>
  sql<SourceCount[]>`
    select kind, source, sum(views)::int as views from listing_sources
    where listing_id = ${listing_id} and day between ${from} and ${to} group by kind, source order by views desc, kind, source limit ${limit}`;

export interface DaySourceCount extends SourceCount {
  day: string;
}

export const selectSourcesByDay = (sql: Db, listing_id: number, { from, to }: DayRange): Promise<DaySourceCount[]> =>
  sql<DaySourceCount[]>`
    select day, kind, source, views from listing_sources
    where listing_id = ${listing_id} and day between ${from} and ${to} order by day, views desc, kind, source`;

/** A rank is found among this many launches with the most votes. Only imported weeks have more. */
const MAX_RANKED = 1000;

/** The rank of a listing at the end of each day of a week, by the votes that count today. Days before its first vote are left out. */
export const selectDayRanks = (
  { sql, site }: Pick<Ctx, 'sql' | 'site'>,
  listing_id: number,
  week_on: string,
): Promise<{ day: string; rank: number }[]> =>
  sql<{ day: string; rank: number }[]>`
    with launches as materialized (
      select c.listing_id from week_counts c join live_listings l on l.id = c.listing_id
      where c.site_id = ${site.id} and c.week_on = ${week_on} and c.votes > 0
      order by c.votes desc, c.reached_seq, c.listing_id limit ${MAX_RANKED}
    ), cast_on as (
      select b.listing_id, (b.cast_at at time zone ${site.time_zone}::text)::date as day, count(*) as votes, max(b.cast_seq) as seq
      from launches join ballots b on b.listing_id = launches.listing_id and b.launch_week_on = ${week_on}
      where b.state = 'counted' and b.in_week group by 1, 2
    ), by_day as (
      select d.day::date as day, c.listing_id, sum(c.votes) as votes, max(c.seq) as seq
      from generate_series(${week_on}::date, ${addDays(week_on, 6)}::date, interval '1 day') d (day) join cast_on c on c.day <= d.day
      group by 1, 2
    )
    select day, rank::int from (
      select day, listing_id, row_number() over (partition by day order by votes desc, seq, listing_id) as rank from by_day
    ) r where listing_id = ${listing_id} order by day`;

export interface MakerRow {
  id: number;
  email: string;
  listings: { id: number; name: string; slug: string }[];
}

/** How many listings a weekly mail names. */
const MAX_LISTINGS_IN_MAIL = 10;

/** Accounts that chose the weekly mail and own a public listing of the site, in the order of their ids. */
export const selectMakers = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, account_ids: number[]) => sql<MakerRow[]>`
  select a.id, a.email, (select json_agg(json_build_object('id', l.id, 'name', l.name, 'slug', l.slug) order by l.id desc) from (
      select l.id, l.name, l.slug from listing_heads l where l.site_id = ${site.id} and l.owner_id = a.id and l.is_public
      order by l.id desc limit ${MAX_LISTINGS_IN_MAIL}) l) as listings
  from account_contacts a where a.id = any(${account_ids}::bigint[])
    and exists (select from listing_heads l where l.site_id = ${site.id} and l.owner_id = a.id and l.is_public)
  order by a.id`;
