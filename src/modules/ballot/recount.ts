import type { Db } from '../../kernel/context.ts';
import { exportLedger, type LedgerTitle } from './export.ts';
import { chainChecker, type LedgerRow, type WeekStanding, weekCounter } from './ledger.ts';
import { findFrozenWeek, selectStandings } from './ledger-queries.ts';

/** A file that is no ledger: told in one sentence. */
class NoLedger extends Error {
  readonly plain = true;
}

/** Reads an exported ledger: its title, if it has one, and its rows. What is no row of a ledger is an error that names its line. */
export const readLedger = async function* (lines: AsyncIterable<string>): AsyncGenerator<LedgerRow | LedgerTitle> {
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (!text.trim()) continue;
    let row: unknown;
    try {
      row = JSON.parse(text);
    } catch {
      row = null;
    }
    if (row === null || typeof row !== 'object' || !('hash' in row || 'ledger' in row))
      throw new NoLedger(`Line ${line} is no row of a ledger.`);
    yield row as LedgerRow | LedgerTitle;
  }
};

/** The same from the database itself. */
export const ledgerOf = async function* (sql: Db, site: { id: number; key: string; time_zone: string }) {
  for await (const piece of await exportLedger(sql, site))
    for (const line of piece.trimEnd().split('\n')) yield JSON.parse(line) as LedgerRow | LedgerTitle;
};

export interface Recount {
  week: string;
  /** Whether the week is closed, and so what was compared with is its frozen result. */
  is_final: boolean;
  rows: number;
  standings: (WeekStanding & { listing: string })[];
  counted: number;
  uncounted: number;
  /** What is wrong with the ledger itself. */
  faults: string[];
  /** Where its result is not the one that stands. */
  differences: string[];
}

const MOST_FAULTS = 20;

const say = (place: { rank: number; votes: number } | undefined): string =>
  place ? `place ${place.rank} with ${place.votes}` : 'no place';

interface Placed {
  listing_id: number;
  votes: number;
}

/** Where two results differ, in words. */
const compare = (counted: Placed[], stands: Placed[], nameOf: (listing_id: number) => string): string[] => {
  const places = (list: Placed[]) => new Map(list.map(({ listing_id, votes }, i) => [listing_id, { rank: i + 1, votes }]));
  const [ours, theirs] = [places(counted), places(stands)];
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((id) => {
    const [a, b] = [ours.get(id), theirs.get(id)];
    return a?.rank === b?.rank && a?.votes === b?.votes ? [] : [`${nameOf(id)}: the ledger gives ${say(a)}, the result says ${say(b)}`];
  });
};

/** Counts a week again from the rows of a ledger alone, checks the chain, and compares with the result that stands. */
export const recountWeek = async (
  sql: Db,
  site_id: number,
  week: string,
  ledger: AsyncIterable<LedgerRow | LedgerTitle>,
): Promise<Recount> => {
  const [frozen, stands] = await Promise.all([findFrozenWeek(sql, site_id, week), selectStandings(sql, site_id, week)]);
  const names = new Map(stands.map(({ listing_id, slug }) => [listing_id, slug]));
  const counter = weekCounter(week);
  const check = chainChecker();
  const faults: string[] = [];
  let rows = 0;
  let title: LedgerTitle | undefined;
  let last: LedgerRow | undefined;
  for await (const row of ledger) {
    if ('ledger' in row) {
      title = row;
      continue;
    }
    rows += 1;
    last = row;
    const fault = row.site_id === site_id ? check(row) : `row ${row.seq} is of another site`;
    if (fault && faults.length < MOST_FAULTS) faults.push(fault);
    names.set(
      row.listing_id,
      (row as LedgerRow & { listing?: string }).listing ?? names.get(row.listing_id) ?? `listing ${row.listing_id}`,
    );
    // What was written after a week was closed changed nothing about it.
    if (!frozen || row.seq <= frozen.last_seq) counter.add(row);
    if (frozen?.last_seq === row.seq && frozen.ledger_hash !== row.hash)
      faults.push(`row ${row.seq} is not the one with which the week was closed`);
  }
  const begins = title?.first_seq ?? 1;
  const ends = Math.max(title?.last_seq ?? 0, frozen?.last_seq ?? 0);
  const reached = last?.seq ?? begins - 1;
  if (reached < ends) faults.push(`the ledger ends at row ${reached}, not at row ${ends}`);
  const { standings, counted, uncounted } = counter.result();
  const nameOf = (id: number): string => names.get(id) ?? `listing ${id}`;
  return {
    week,
    is_final: frozen !== undefined,
    rows,
    standings: standings.map((standing) => ({ ...standing, listing: nameOf(standing.listing_id) })),
    counted,
    uncounted,
    faults,
    differences: compare(standings, stands, nameOf),
  };
};
