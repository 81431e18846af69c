import type { Db } from '../../../kernel/context.ts';
import { exportLedger, type LedgerHeader } from './export.ts';
import { createChainChecker, createWeekCounter, type LedgerRow, type WeekRank } from './ledger.ts';
import { findFrozenWeek, selectWeekRanks } from './queries.ts';

/** The file is not a ledger. The message is shown to the user without a stack trace. */
class InvalidLedgerError extends Error {
  readonly plain = true;
}

const isNote = (line: object): boolean => 'key' in line || 'checkpoint' in line || 'result' in line;

/** Reads an exported ledger: its header, if it has one, and its rows, without its signed notes. Throws with the line number for anything else. */
export const readLedger = async function* (lines: AsyncIterable<string>): AsyncGenerator<LedgerRow | LedgerHeader> {
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
    if (row !== null && typeof row === 'object' && isNote(row)) continue;
    if (row === null || typeof row !== 'object' || !('hash' in row || 'ledger' in row))
      throw new InvalidLedgerError(`Line ${line} is not a ledger row.`);
    yield row as LedgerRow | LedgerHeader;
  }
};

/** The same from the database. */
export const readStoredLedger = async function* (sql: Db, site: { id: number; key: string; time_zone: string }) {
  const lines = async function* () {
    for await (const piece of await exportLedger(sql, site)) yield* piece.trimEnd().split('\n');
  };
  yield* readLedger(lines());
};

export interface Recount {
  week: string;
  /** Whether the week is frozen: if so, the recount was compared with the frozen result. */
  is_final: boolean;
  rows: number;
  ranking: (WeekRank & { listing: string })[];
  counted: number;
  uncounted: number;
  /** What is wrong with the ledger itself. */
  faults: string[];
  /** Where the recount differs from the stored result. */
  differences: string[];
}

const MAX_FAULTS = 20;

const formatRank = (result: { rank: number; votes: number } | undefined): string =>
  result ? `rank ${result.rank} with ${result.votes}` : 'no rank';

type RankedListing = Pick<WeekRank, 'listing_id' | 'votes'>;

const compareResults = (counted: RankedListing[], stored: RankedListing[], nameOf: (listing_id: number) => string): string[] => {
  const places = (list: RankedListing[]) => new Map(list.map(({ listing_id, votes }, i) => [listing_id, { rank: i + 1, votes }]));
  const [counted_places, stored_places] = [places(counted), places(stored)];
  return [...new Set([...counted_places.keys(), ...stored_places.keys()])].flatMap((id) => {
    const [a, b] = [counted_places.get(id), stored_places.get(id)];
    return a?.rank === b?.rank && a?.votes === b?.votes
      ? []
      : [`${nameOf(id)}: the ledger gives ${formatRank(a)}, the result says ${formatRank(b)}`];
  });
};

/** Counts a week again from ledger rows alone, checks the hash chain, and compares with the stored result. */
export const recountWeek = async (
  sql: Db,
  site_id: number,
  week: string,
  ledger: AsyncIterable<LedgerRow | LedgerHeader>,
): Promise<Recount> => {
  const [frozen, stored] = await Promise.all([findFrozenWeek(sql, site_id, week), selectWeekRanks(sql, site_id, week)]);
  const names = new Map(stored.map(({ listing_id, slug }) => [listing_id, slug]));
  const counter = createWeekCounter(week);
  const check = createChainChecker();
  const faults: string[] = [];
  let rows = 0;
  let header: LedgerHeader | undefined;
  let last: LedgerRow | undefined;
  for await (const row of ledger) {
    if ('ledger' in row) {
      header = row;
      continue;
    }
    rows += 1;
    last = row;
    const fault = row.site_id === site_id ? check(row) : `row ${row.seq} belongs to another site`;
    if (fault && faults.length < MAX_FAULTS) faults.push(fault);
    names.set(
      row.listing_id,
      (row as LedgerRow & { listing?: string }).listing ?? names.get(row.listing_id) ?? `listing ${row.listing_id}`,
    );
    // Rows written after a week was frozen do not change it.
    if (!frozen || row.seq <= frozen.last_seq) counter.add(row);
    if (frozen?.last_seq === row.seq && frozen.ledger_hash !== row.hash)
      faults.push(`row ${row.seq} is not the row the week was closed with`);
  }
  const first_seq = header?.first_seq ?? 1;
  const last_seq = Math.max(header?.last_seq ?? 0, frozen?.last_seq ?? 0);
  const reached_seq = last?.seq ?? first_seq - 1;
  if (reached_seq < last_seq) faults.push(`the ledger ends at row ${reached_seq}, not at row ${last_seq}`);
  const { ranking, counted, uncounted } = counter.result();
  const nameOf = (id: number): string => names.get(id) ?? `listing ${id}`;
  return {
    week,
    is_final: frozen !== undefined,
    rows,
    ranking: ranking.map((row) => ({ ...row, listing: nameOf(row.listing_id) })),
    counted,
    uncounted,
    faults,
    differences: compareResults(ranking, stored, nameOf),
  };
};
