import { createHash } from 'node:crypto';
import type { LedgerAct } from '../queries.ts';

/** A ledger row as exported: all that a recount needs, without personal data. */
export interface LedgerRow {
  site_id: number;
  seq: number;
  listing_id: number;
  launch_week_on: string;
  voter_id: number;
  act: LedgerAct;
  reason: string | null;
  in_week: boolean | null;
  at: string;
  previous_hash: string;
  hash: string;
}

/** The input of a row's hash: its values in this order, separated by bars, with nothing for null. */
export const serializeRow = (row: LedgerRow): string =>
  [
    row.previous_hash,
    row.site_id,
    row.seq,
    row.listing_id,
    row.launch_week_on,
    row.voter_id,
    row.act,
    row.reason ?? '',
    row.in_week ?? '',
    row.at,
  ].join('|');

export const hashRow = (row: LedgerRow): string => createHash('sha256').update(serializeRow(row)).digest('hex');

const EMPTY_HASH = '0'.repeat(64);

/** Checks rows one after the other. Returns what is wrong with a row, or null. */
export const createChainChecker = () => {
  let last: LedgerRow | undefined;
  return (row: LedgerRow): string | null => {
    const previous = last;
    last = row;
    if (hashRow(row) !== row.hash) return `row ${row.seq} doesn’t match its hash`;
    if (previous && row.site_id !== previous.site_id) return `row ${row.seq} belongs to a different site than row ${previous.seq}`;
    if (previous && row.seq !== previous.seq + 1) return `row ${row.seq} doesn’t directly follow row ${previous.seq}`;
    if (previous && row.previous_hash !== previous.hash) return `row ${row.seq} doesn’t contain the hash of row ${previous.seq}`;
    if (row.seq === 1 && row.previous_hash !== EMPTY_HASH) return 'row 1 contains the hash of an earlier row';
    return null;
  };
};

export interface WeekRank {
  listing_id: number;
  votes: number;
  reached_seq: number;
}

interface CountedBallot {
  counts: boolean;
  in_week: boolean;
  cast_seq: number;
}

/** Ranking order: more votes first, then who reached them earlier, then the smaller id. */
const byRank = (a: WeekRank, b: WeekRank): number => b.votes - a.votes || a.reached_seq - b.reached_seq || a.listing_id - b.listing_id;

/** Counts the votes of one week's launches from ledger rows alone; add the rows in order. */
export const createWeekCounter = (week: string) => {
  const ballots = new Map<number, Map<number, CountedBallot>>();
  const add = ({ launch_week_on, listing_id, voter_id, act, reason, in_week, seq }: LedgerRow): void => {
    if (launch_week_on !== week) return;
    const launch = ballots.get(listing_id) ?? new Map<number, CountedBallot>();
    ballots.set(listing_id, launch);
    const ballot = launch.get(voter_id);
    if (act === 'cast') launch.set(voter_id, { counts: reason === null, in_week: in_week ?? false, cast_seq: seq });
    else if (act === 'withdrawn') launch.delete(voter_id);
    else if (ballot) ballot.counts = act === 'counted';
  };
  const result = (): { ranking: WeekRank[]; counted: number; uncounted: number } => {
    const ranking: WeekRank[] = [];
    let uncounted = 0;
    for (const [listing_id, launch] of ballots) {
      const cast = [...launch.values()].filter((ballot) => ballot.in_week);
      const seqs = cast.filter(({ counts }) => counts).map(({ cast_seq }) => cast_seq);
      uncounted += cast.length - seqs.length;
      if (seqs.length) ranking.push({ listing_id, votes: seqs.length, reached_seq: seqs.reduce((a, b) => Math.max(a, b)) });
    }
    ranking.sort(byRank);
    return { ranking, counted: ranking.reduce((sum, { votes }) => sum + votes, 0), uncounted };
  };
  return { add, result };
};
