import { createHash } from 'node:crypto';
import type { Act } from './queries.ts';

/** A row of the ledger as it is exported: all that a recount needs, and nothing about anybody. */
export interface LedgerRow {
  site_id: number;
  seq: number;
  listing_id: number;
  launch_week_on: string;
  voter_id: number;
  act: Act;
  reason: string | null;
  in_week: boolean | null;
  at: string;
  previous_hash: string;
  hash: string;
}

/** What a row's hash is of: its values in this order, with a bar between them and nothing for null. */
export const textOfRow = (row: LedgerRow): string =>
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

export const hashOfRow = (row: LedgerRow): string => createHash('sha256').update(textOfRow(row)).digest('hex');

const NOTHING = '0'.repeat(64);

/** Looks at rows one after the other and says of each what is wrong with it, or null. */
export const chainChecker = () => {
  let last: LedgerRow | undefined;
  return (row: LedgerRow): string | null => {
    const before = last;
    last = row;
    if (hashOfRow(row) !== row.hash) return `row ${row.seq} is not what its hash was made of`;
    if (before && row.site_id !== before.site_id) return `row ${row.seq} is of another site than row ${before.seq}`;
    if (before && row.seq !== before.seq + 1) return `row ${row.seq} does not follow row ${before.seq}`;
    if (before && row.previous_hash !== before.hash) return `row ${row.seq} does not carry the hash of row ${before.seq}`;
    if (row.seq === 1 && row.previous_hash !== NOTHING) return 'row 1 carries the hash of a row before it';
    return null;
  };
};

export interface WeekStanding {
  listing_id: number;
  votes: number;
  reached_seq: number;
}

interface Ballot {
  counts: boolean;
  in_week: boolean;
  cast_seq: number;
}

/** Who stands first: more votes, then who had them first, then the smaller id. */
const byRank = (a: WeekStanding, b: WeekStanding): number =>
  b.votes - a.votes || a.reached_seq - b.reached_seq || a.listing_id - b.listing_id;

/** Counts one week's launches from the ledger's rows alone, given in their order. */
export const weekCounter = (week: string) => {
  const ballots = new Map<number, Map<number, Ballot>>();
  const add = ({ launch_week_on, listing_id, voter_id, act, reason, in_week, seq }: LedgerRow): void => {
    if (launch_week_on !== week) return;
    const launch = ballots.get(listing_id) ?? new Map<number, Ballot>();
    ballots.set(listing_id, launch);
    const stands = launch.get(voter_id);
    if (act === 'cast') launch.set(voter_id, { counts: reason === null, in_week: in_week ?? false, cast_seq: seq });
    else if (act === 'withdrawn') launch.delete(voter_id);
    else if (stands) stands.counts = act === 'counted';
  };
  const result = (): { standings: WeekStanding[]; counted: number; uncounted: number } => {
    const standings: WeekStanding[] = [];
    let uncounted = 0;
    for (const [listing_id, launch] of ballots) {
      const cast = [...launch.values()].filter((ballot) => ballot.in_week);
      const seqs = cast.filter(({ counts }) => counts).map(({ cast_seq }) => cast_seq);
      uncounted += cast.length - seqs.length;
      if (seqs.length) standings.push({ listing_id, votes: seqs.length, reached_seq: seqs.reduce((a, b) => Math.max(a, b)) });
    }
    standings.sort(byRank);
    return { standings, counted: standings.reduce((sum, { votes }) => sum + votes, 0), uncounted };
  };
  return { add, result };
};
