import type { Db } from '../../../kernel/context.ts';
import { findRow, firstValue } from '../../../kernel/database.ts';
import { voteWeek } from '../queries.ts';
import type { WeekRank } from './ledger.ts';

export interface LedgerHead {
  last_seq: number;
  last_hash: string | null;
}

export const selectLedgerHead = async (sql: Db, site_id: number): Promise<LedgerHead> => {
  const [row] = await sql<LedgerHead[]>`
    select seq as last_seq, encode(hash, 'hex') as last_hash from votes where site_id = ${site_id} order by seq desc limit 1`;
  return row ?? { last_seq: 0, last_hash: null };
};

/** The next rows of a ledger after a row, up to another, each as a line of JSON. */
export const selectLedgerLines = (sql: Db, site_id: number, after: number, to: number, limit: number) =>
  sql<{ seq: number; line: string }[]>`
    select v.seq, row_to_json(t)::text as line from votes v join listing_heads l on l.id = v.listing_id cross join lateral (
      select v.site_id, v.seq, v.listing_id, l.slug as listing, v.launch_week_on, v.voter_id, v.act, v.reason, v.in_week,
        to_char(v.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
        encode(v.previous_hash, 'hex') as previous_hash, encode(v.hash, 'hex') as hash
    ) t
    where v.site_id = ${site_id} and v.seq > ${after} and v.seq <= ${to} order by v.seq limit ${limit}`;

export interface FrozenWeek {
  last_seq: number;
  ledger_hash: string | null;
}

/** The last ledger row of a frozen week, and its hash. */
export const findFrozenWeek = (sql: Db, site_id: number, week: string): Promise<FrozenWeek | undefined> =>
  findRow(sql<FrozenWeek[]>`
    select last_seq, encode(ledger_hash, 'hex') as ledger_hash from frozen_weeks where site_id = ${site_id} and week_on = ${week}`);

/** The first ledger row about a week's launches. */
export const selectFirstSeq = (sql: Db, site_id: number, week: string): Promise<number | null> =>
  firstValue<number | null>(sql`
    select min(first_seq) as first_seq from week_counts where site_id = ${site_id} and week_on = ${week}`);

/** A week's launches with counted votes in ranking order, as frozen or else as counted now. */
export const selectWeekRanks = (sql: Db, site_id: number, week: string) => sql<(WeekRank & { slug: string })[]>`
    select s.listing_id, s.votes, s.reached_seq, l.slug from week_standings s join listing_heads l on l.id = s.listing_id
    where s.site_id = ${site_id} and s.week_on = ${week} and s.votes > 0 order by s.votes desc, s.reached_seq, s.listing_id`;

export interface WeekTotals {
  week_on: string;
  counted: number;
  uncounted: number;
  is_final: boolean;
}

/** Counted and uncounted votes of the weeks in a range, as frozen or else as counted now. */
export const selectWeekTotals = (sql: Db, site_id: number, from: string, to: string): Promise<WeekTotals[]> => sql<WeekTotals[]>`
  select c.week_on, coalesce(f.counted_votes, c.votes)::int as counted, coalesce(f.uncounted_votes, c.uncounted)::int as uncounted,
    f.week_on is not null as is_final
  from (
    select week_on, sum(votes) as votes, sum(uncounted) as uncounted from week_counts
    where site_id = ${site_id} and week_on between ${from} and ${to} group by week_on
  ) c left join frozen_weeks f on f.site_id = ${site_id} and f.week_on = c.week_on
  order by c.week_on desc`;

export interface ImportTarget {
  id: number;
  slug: string;
  domain: string;
  launch_week_on: string | null;
}

export const selectImportTargets = (
  sql: Db,
  site: { id: number; time_zone: string },
  slugs: string[],
  domains: string[],
): Promise<ImportTarget[]> =>
  sql<ImportTarget[]>`
    select l.id, l.slug, l.domain, ${voteWeek(sql, site)} as launch_week_on
    from listing_heads l where l.site_id = ${site.id} and (l.slug = any(${slugs}::text[]) or l.domain = any(${domains}::text[]))`;

export interface ImportedVote {
  listing_id: number;
  launch_week_on: string;
  /** Keyed hash of the voter's name elsewhere. */
  voter: string;
  cast_at: Date;
}

/** Writes imported votes in the order given and skips those that are already there. Returns how many were written. */
export const insertImportedVotes = async (sql: Db, site_id: number, votes: ImportedVote[]): Promise<number> => {
  const json = JSON.stringify(votes.map((vote, n) => ({ n, ...vote })));
  await sql`
    insert into voters (site_id, outside_key)
    select distinct ${site_id}::integer, decode(voter, 'hex') from json_to_recordset(${json}::text::json) as t (voter text) order by 2
    on conflict (site_id, outside_key) do nothing`;
  const rows = await sql`
    insert into votes (site_id, listing_id, launch_week_on, voter_id, act, at)
    select ${site_id}, t.listing_id, t.launch_week_on, v.id, 'cast', t.cast_at
    from json_to_recordset(${json}::text::json) as t (n integer, listing_id bigint, launch_week_on date, voter text, cast_at timestamptz)
    join voters v on v.site_id = ${site_id} and v.outside_key = decode(t.voter, 'hex') order by t.n returning seq`;
  return rows.length;
};

/** The last ledger row before a moment. Requires that the ledger is in time order up to there. */
export const findSeqBefore = async (sql: Db, site_id: number, moment: Date): Promise<number> => {
  return firstValue<number>(sql`
    select coalesce(max(seq), 0) as seq from votes where site_id = ${site_id} and at < ${moment}`);
};

/** The hash of a ledger row, null if there is none. */
export const ledgerHash = (sql: Db, site_id: number, seq: number) =>
  sql`(select hash from votes where site_id = ${site_id} and seq = ${seq})`;
