import type { Ctx, SiteCtx } from '../../../kernel/context.ts';
import { firstValue, isoTime, type SqlFragment, selectColumn } from '../../../kernel/database.ts';
import { offsetOf, type Paging, planningLimit } from '../../../kernel/responses.ts';
import { joinSummary, selectSummaries } from '../../listings/profile/queries.ts';
import { takenSlots } from '../queries.ts';
import { AWARD_NAME_PREFIX, AWARDED_RANKS } from '../rules.ts';

/**
 * The first launches of a week in order (listing_id, votes, rank): those with votes by the frozen result or else by the current counts,
 * then those without. A week may have very many launches, so each part is read in index order and no further than the limit.
 */
export const weekRanking = ({ sql, site }: Ctx, week: string, is_final: boolean, limit: number): SqlFragment => {
  const reach = sql.unsafe(planningLimit(limit));
  const ranked = is_final
    ? sql`select r.listing_id, r.votes, r.rank, r.rank as place from week_results r join live_listings l on l.id = r.listing_id
        where r.site_id = ${site.id} and r.week_on = ${week} order by r.rank, r.listing_id limit ${reach}`
    : sql`select p.listing_id, p.votes, p.place as rank, p.place from (
          select c.listing_id, c.votes, (row_number() over (order by c.votes desc, c.reached_seq, c.listing_id))::int as place
          from week_counts c join live_listings l on l.id = c.listing_id
          where c.site_id = ${site.id} and c.week_on = ${week} and c.votes > 0 order by c.votes desc, c.reached_seq, c.listing_id limit ${reach}
        ) p`;
  const has_result = is_final
    ? sql`select from week_results k where k.site_id = ${site.id} and k.week_on = ${week} and k.listing_id = l.id`
    : sql`select from week_counts k where k.site_id = ${site.id} and k.week_on = ${week} and k.listing_id = l.id and k.votes > 0`;
  return sql`
    with ranked as materialized (select * from (${ranked}) r limit ${limit}), others as (
      select * from (
        select l.id, l.launched_at from live_listings l
        where l.site_id = ${site.id} and l.launch_week_on = ${week} and not exists (${has_result})
        order by l.launched_at, l.id limit ${reach}
      ) l limit ${limit} - (select count(*) from ranked)
    )
    select s.listing_id, s.votes, s.rank from (
      select listing_id, votes, rank, place, null::timestamptz as launched_at from ranked
      union all select id, 0, null, null, launched_at from others
    ) s order by s.place, s.launched_at, s.listing_id`;
};

export const countLaunches = async ({ sql, site }: Ctx, week: string): Promise<number> => {
  const [row] = await sql<{ launches: number }[]>`select launches from week_totals where site_id = ${site.id} and week_on = ${week}`;
  return row?.launches ?? 0;
};

/** The state of a week. */
interface WeekFacts {
  is_final: boolean;
  counted_votes: number;
  uncounted_votes: number;
}

export const findWeekFacts = async ({ sql, site }: Ctx, week: string): Promise<WeekFacts> => {
  const [row] = await sql<WeekFacts[]>`
    select w.finished_at is not null as is_final, coalesce(w.counted_votes, t.votes, 0)::int as counted_votes,
      coalesce(w.uncounted_votes, t.uncounted, 0)::int as uncounted_votes
    from (select 1) one
    left join launch_weeks w on w.site_id = ${site.id} and w.week_on = ${week}
    left join week_totals t on t.site_id = ${site.id} and t.week_on = ${week}`;
  return row!;
};

/** The launches of a week in order, as JSON text with rank and votes. */
export const selectLaunches = (ctx: Ctx, week: string, is_final: boolean, limit: number): Promise<string[]> =>
  selectColumn<string>(ctx.sql`
    with page as materialized (select s.*, row_number() over () as place from (${weekRanking(ctx, week, is_final, limit)}) s)
    select json_build_object('rank', page.rank, 'listing', row_to_json(t), 'votes', page.votes)::text as json
    from page ${joinSummary(ctx)} order by page.place`);

/** Listings scheduled for a week, and live ones that relaunch in it. */
const scheduledListings = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, week: string | SqlFragment) => sql`
  select id from listing_heads where site_id = ${site.id} and launch_week_on = ${week} and status = 'scheduled'
  union all select l.id from relaunches r join live_listings l on l.id = r.listing_id
    where r.site_id = ${site.id} and r.week_on = ${week} and r.began_at is null`;

export const selectScheduled = (ctx: Ctx, week: string, limit: number): Promise<string[]> =>
  selectSummaries(ctx, ctx.sql`select id as listing_id from (${scheduledListings(ctx, week)}) s order by id limit ${limit}`);

export const countScheduled = (ctx: Ctx, week: string, limit: number): Promise<number> =>
  firstValue<number>(ctx.sql`
    select count(*)::int as count from (select from (${scheduledListings(ctx, week)}) s limit ${limit}) t`);

export interface CalendarWeek {
  week_on: string;
  is_final: boolean;
  launches: number;
  scheduled: number;
  /** Places that are not free: of scheduled launches, and those reserved until a badge is found or an order is paid. */
  taken: number;
  room: number;
  counted_votes: number;
  /** The winner of a frozen week. */
  winner_slug: string | null;
  winner_name: string | null;
  winner_votes: number | null;
}

/** Counting stops here. */
const MAX_COUNTED = 1000;

/** The weeks in a range, the latest first. */
export const selectCalendarWeeks = ({ sql, site, clock }: Ctx, from: string, to: string, week_room: number) => sql<CalendarWeek[]>`
  select s.week_on, w.finished_at is not null as is_final,
    coalesce(t.launches, 0) as launches,
    (select count(*)::int from (select from (${scheduledListings({ sql, site }, sql`s.week_on`)}) l limit ${MAX_COUNTED}) t) as scheduled,
    ${takenSlots(sql, clock.now())} as taken, coalesce(w.room, ${week_room}) as room, coalesce(w.counted_votes, t.votes, 0)::int as counted_votes,
    first.slug as winner_slug, first.name as winner_name, first.votes as winner_votes
  from (select g::date as week_on from generate_series(${from}::date, ${to}::date, interval '7 days') g) s
  left join launch_weeks w on w.site_id = ${site.id} and w.week_on = s.week_on
  left join week_totals t on t.site_id = ${site.id} and t.week_on = s.week_on
  left join lateral (
    select l.slug, l.name, r.votes from week_results r join live_listings l on l.id = r.listing_id
    where r.site_id = ${site.id} and r.week_on = s.week_on and r.rank = 1
  ) first on true
  order by s.week_on desc`;

/** Awards of live listings. The rank of a removed listing stays vacant. */
const awardedResults = ({ sql, site }: Ctx, slug: string | undefined) => sql`
  from week_results r join live_listings l on l.id = r.listing_id
  where r.site_id = ${site.id} and r.rank <= ${sql.unsafe(String(AWARDED_RANKS))}
    ${slug === undefined ? sql`` : sql`and r.listing_id = (select id from listing_heads where site_id = ${site.id} and slug = ${slug})`}`;

/** A page of awards, the newest week first, as JSON text. */
export const selectAwards = (ctx: Ctx, slug: string | undefined, paging: Paging): Promise<string[]> => {
  const { sql, site } = ctx;
  return selectColumn<string>(sql`
    with page as materialized (
      select r.week_on, r.rank, r.votes, r.listing_id ${awardedResults(ctx, slug)}
      order by r.week_on desc, r.rank limit ${paging.per_page} offset ${offsetOf(paging)}
    )
    select json_build_object('rank', page.rank, 'name', ${AWARD_NAME_PREFIX}::text || page.rank, 'launch_week_on', page.week_on, 'votes', page.votes,
      'listing', row_to_json(t), 'awarded_at', ${isoTime(sql, 'w.finished_at')})::text as json
    from page join launch_weeks w on w.site_id = ${site.id} and w.week_on = page.week_on
    ${joinSummary(ctx)} order by page.week_on desc, page.rank`);
};

/** Awards by week and rank, as JSON text; the listing is its slug. */
export const selectAwardRecords = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, keys: string[]) => sql<{ key: string; json: string }[]>`
  select k.key, json_build_object('rank', r.rank, 'name', ${AWARD_NAME_PREFIX}::text || r.rank, 'launch_week_on', r.week_on, 'votes', r.votes,
    'listing', l.slug, 'awarded_at', ${isoTime(sql, 'w.finished_at')})::text as json
  from unnest(${keys}::text[]) k (key)
  join week_results r on r.site_id = ${site.id} and r.week_on = split_part(k.key, '/', 1)::date and r.rank = split_part(k.key, '/', 2)::integer
  join live_listings l on l.id = r.listing_id
  join launch_weeks w on w.site_id = r.site_id and w.week_on = r.week_on and w.finished_at is not null`;

/** Weeks that have launches or are over, as JSON text. Votes and ranks are those of the final result; until then there are none. */
export const selectWeekRecords = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, weeks: string[], ranks: number) => sql<
  { key: string; json: string }[]
>`
  select k.key, json_build_object('launch_week_on', k.key, 'ends_on', k.key::date + 6, 'is_final', w.finished_at is not null,
    'launches_total', coalesce(t.launches, 0), 'counted_votes', w.counted_votes, 'uncounted_votes', w.uncounted_votes,
    'ranking', coalesce((select json_agg(json_build_object('rank', r.rank, 'listing', r.slug, 'votes', r.votes) order by r.rank) from (
      select r.rank, l.slug, r.votes from week_results r join live_listings l on l.id = r.listing_id
      where r.site_id = ${site.id} and r.week_on = k.key::date and r.rank is not null and w.finished_at is not null
      order by r.rank limit ${ranks}) r), '[]'::json))::text as json
  from unnest(${weeks}::text[]) k (key)
  left join launch_weeks w on w.site_id = ${site.id} and w.week_on = k.key::date and w.finished_at is not null
  left join week_totals t on t.site_id = ${site.id} and t.week_on = k.key::date
  where w.finished_at is not null or t.launches > 0`;

export const countAwards = (ctx: Ctx, slug: string | undefined, limit: number): Promise<number> =>
  firstValue<number>(ctx.sql`select count(*)::int as count from (select ${awardedResults(ctx, slug)} limit ${limit}) t`);

/** Live listings that launched since a moment, the newest first. Written so that one query plan serves every moment and page. */
export const selectLaunchedSince = (ctx: Ctx, since: Date, paging: Paging): Promise<string[]> => {
  const { sql, site } = ctx;
  return selectSummaries(
    ctx,
    sql`select listing_id from (
        select s.listing_id from shelf_places s
        where s.site_id = ${site.id} and s.category_id = 0 and s.launched_at >= (select ${since}::timestamptz)
        order by s.launched_at desc, s.listing_id limit ${sql.unsafe(planningLimit(paging.page * paging.per_page))}
      ) s limit ${paging.per_page} offset ${offsetOf(paging)}`,
  );
};

export const countLaunchedSince = ({ sql, site }: Ctx, since: Date, limit: number): Promise<number> =>
  firstValue<number>(sql`
    select count(*)::int as count from (
      select from shelf_places s where s.site_id = ${site.id} and s.category_id = 0 and s.launched_at >= (select ${since}::timestamptz)
      order by s.launched_at desc, s.listing_id limit ${limit}) t`);

/** A page of the launches of a week that is not over, in ranking order. */
export const selectRunningWeek = (ctx: Ctx, week: string, paging: Paging): Promise<string[]> => {
  const offset = offsetOf(paging);
  return selectSummaries(
    ctx,
    ctx.sql`select listing_id from (${weekRanking(ctx, week, false, offset + paging.per_page)}) s offset ${offset}`,
  );
};

/** The pages of weeks for the sitemap. A current week changes with every vote, so it has no date. */
export const weekPages = ({ sql, site }: SiteCtx) => sql`
  select t.week_on - date '2000-01-03' as id, '/launches/weeks/' || t.week_on as path, w.finished_at as changed_at
  from week_totals t left join launch_weeks w on w.site_id = t.site_id and w.week_on = t.week_on
  where t.site_id = ${site.id} and t.launches > 0`;
