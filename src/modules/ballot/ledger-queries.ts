import type { Db } from '../../kernel/context.ts';
import type { WeekStanding } from './ledger.ts';

export interface LedgerHead {
  last_seq: number;
  last_hash: string | null;
}

/** Where a site's ledger ends. */
export const selectLedgerHead = async (sql: Db, site_id: number): Promise<LedgerHead> => {
  const [row] = await sql<LedgerHead[]>`
    select seq as last_seq, encode(hash, 'hex') as last_hash from votes where site_id = ${site_id} order by seq desc limit 1`;
  return row ?? { last_seq: 0, last_hash: null };
};

/** The next rows of a ledger, from after one row to another, each as a line of JSON. */
export const selectLedgerLines = (sql: Db, site_id: number, after: number, to: number, most: number) =>
  sql<{ seq: number; line: string }[]>`
    select v.seq, row_to_json(t)::text as line from votes v join listings l on l.id = v.listing_id cross join lateral (
      select v.site_id, v.seq, v.listing_id, l.slug as listing, v.launch_week_on, v.voter_id, v.act, v.reason, v.in_week,
        to_char(v.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
        encode(v.previous_hash, 'hex') as previous_hash, encode(v.hash, 'hex') as hash
    ) t
    where v.site_id = ${site_id} and v.seq > ${after} and v.seq <= ${to} order by v.seq limit ${most}`;

export interface FrozenWeek {
  last_seq: number;
  ledger_hash: string | null;
}

/** Up to where a week that is closed goes. */
export const findFrozenWeek = async (sql: Db, site_id: number, week: string): Promise<FrozenWeek | undefined> => {
  const [row] = await sql<FrozenWeek[]>`
    select last_seq, encode(ledger_hash, 'hex') as ledger_hash from frozen_weeks where site_id = ${site_id} and week_on = ${week}`;
  return row;
};

/** Where in the ledger a week's launches begin. */
export const selectFirstSeq = async (sql: Db, site_id: number, week: string): Promise<number | null> => {
  const [row] = await sql<{ first_seq: number | null }[]>`
    select min(first_seq) as first_seq from week_counts where site_id = ${site_id} and week_on = ${week}`;
  return row!.first_seq;
};

/** A week's launches with a counted vote, the first one first: as frozen, or as they stand. */
export const selectStandings = (sql: Db, site_id: number, week: string): Promise<(WeekStanding & { slug: string })[]> =>
  sql<(WeekStanding & { slug: string })[]>`
    select s.listing_id, s.votes, s.reached_seq, l.slug from week_standings s join listings l on l.id = s.listing_id
    where s.site_id = ${site_id} and s.week_on = ${week} and s.votes > 0 order by s.votes desc, s.reached_seq, s.listing_id`;

export interface WeekTotals {
  week_on: string;
  counted: number;
  uncounted: number;
  is_final: boolean;
}

/** What was counted and what was not, of the weeks from one to another: as frozen, or as it stands. */
export const selectWeekTotals = (sql: Db, site_id: number, from: string, to: string): Promise<WeekTotals[]> => sql<WeekTotals[]>`
  select c.week_on, coalesce(f.counted_votes, c.votes)::int as counted, coalesce(f.uncounted_votes, c.uncounted)::int as uncounted,
    f.week_on is not null as is_final
  from (
    select week_on, sum(votes) as votes, sum(uncounted) as uncounted from week_counts
    where site_id = ${site_id} and week_on between ${from} and ${to} group by week_on
  ) c left join frozen_weeks f on f.site_id = ${site_id} and f.week_on = c.week_on
  order by c.week_on desc`;
