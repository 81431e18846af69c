import { createHash } from 'node:crypto';
import type { Ctx, Db } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { addDays, isDay, mondayOf, weekAt } from '../../../kernel/time/weeks.ts';
import { requireKnownWeek } from '../boards/boards.ts';
import { findCheckpoint, selectCheckpoints, selectLedgerKeys, selectResults, summarizeNotes } from '../checkpoints/queries.ts';
import { treeFrontier } from '../checkpoints/tree.ts';
import { treeReader } from '../checkpoints/tree-reader.ts';
import { findFrozenWeek, selectFirstSeq, selectLedgerHead, selectLedgerLines } from './queries.ts';

interface LedgerSite {
  id: number;
  key: string;
  time_zone: string;
}

/** The first line of an exported ledger. */
export interface LedgerHeader {
  ledger: 'launchweek';
  version: 1;
  site: string;
  site_id: number;
  time_zone: string;
  /** The exported week, or null for the whole ledger. */
  week: string | null;
  first_seq: number;
  last_seq: number;
  /** The tree before the first row, so that it can be continued: hashes of complete subtrees, in Base64. Null if nothing is signed yet. */
  frontier: string[] | null;
}

/** A line of an exported ledger that is no row: a signed note. They come before the rows. */
export type LedgerNote = { key: string } | { checkpoint: string } | { result: string };

const BATCH_SIZE = 2000;

/** Streams a range of rows in batches, so that a slow reader holds no connection. */
const streamRows = async function* (sql: Db, site_id: number, first: number, last: number): AsyncGenerator<string> {
  let after = first - 1;
  while (after < last) {
    const rows = await selectLedgerLines(sql, site_id, after, last, BATCH_SIZE);
    if (rows.length === 0) return;
    after = rows.at(-1)!.seq;
    yield `${rows.map(({ line }) => line).join('\n')}\n`;
  }
};

/** All checkpoints up to a size, in batches. */
const streamCheckpoints = async function* (sql: Db, site_id: number, to: number): AsyncGenerator<LedgerNote> {
  for (let after = -1; ; ) {
    const checkpoints = await selectCheckpoints(sql, site_id, after, BATCH_SIZE);
    for (const { size, note } of checkpoints) if (size <= to) yield { checkpoint: note };
    if (checkpoints.length < BATCH_SIZE) return;
    after = checkpoints.at(-1)!.size;
  }
};

const streamNotes = async function* (sql: Db, { site_id, week, last_seq }: LedgerHeader): AsyncGenerator<LedgerNote> {
  for (const { note } of await selectLedgerKeys(sql, site_id)) yield { key: note };
  const checkpoint = week === null ? undefined : await findCheckpoint(sql, site_id, last_seq);
  if (checkpoint) yield { checkpoint: checkpoint.note };
  if (week === null) yield* streamCheckpoints(sql, site_id, last_seq);
  for (const { size, note } of await selectResults(sql, site_id, week)) if (size <= last_seq) yield { result: note };
};

const streamLines = async function* (sql: Db, header: LedgerHeader): AsyncGenerator<string> {
  yield `${JSON.stringify(header)}\n`;
  for await (const note of streamNotes(sql, header)) yield `${JSON.stringify(note)}\n`;
  yield* streamRows(sql, header.site_id, header.first_seq, header.last_seq);
};

/** The lines of a ledger. Reading them again reads the database again. */
export interface LedgerExport extends AsyncIterable<string> {
  /** Names the content. Rows never change, so it takes only the header, which says which they are, and a summary of the notes. */
  readEtag(): Promise<string>;
}

const openExport = (sql: Db, header: LedgerHeader): LedgerExport => ({
  [Symbol.asyncIterator]: () => streamLines(sql, header),
  async readEtag() {
    const { site_id, week, last_seq } = header;
    const notes = await summarizeNotes(sql, site_id, week, last_seq);
    return `W/"${createHash('sha256')
      .update(JSON.stringify([header, notes]))
      .digest('base64url')}"`;
  },
});

type LedgerPart = Pick<LedgerHeader, 'week' | 'first_seq' | 'last_seq' | 'frontier'>;

const buildHeader = ({ id, key, time_zone }: LedgerSite, part: LedgerPart): LedgerHeader => ({
  ledger: 'launchweek',
  version: 1,
  site: key,
  site_id: id,
  time_zone,
  ...part,
});

/** Streams a site's whole ledger as lines of JSON: all that a recount needs, without personal data. */
export const exportLedger = async (sql: Db, site: LedgerSite): Promise<LedgerExport> => {
  const { last_seq } = await selectLedgerHead(sql, site.id);
  return openExport(sql, buildHeader(site, { week: null, first_seq: 1, last_seq, frontier: [] }));
};

/** The tree before a row, if it is signed. */
const readFrontier = async (sql: Db, site_id: number, first_seq: number): Promise<string[] | null> => {
  const latest = await findCheckpoint(sql, site_id);
  if (!latest || latest.size < first_seq - 1) return null;
  return (await treeFrontier(treeReader(sql, site_id), first_seq - 1)).map((hash) => hash.toString('base64'));
};

/** Streams the part of the ledger with a finished week's votes. It includes every row in between, so that the chain can be checked. */
export const exportWeekLedger = async (ctx: Ctx, { week }: { week: string }): Promise<LedgerExport> => {
  const { sql, site, clock } = ctx;
  const now = weekAt(clock.now(), site.time_zone);
  const monday = week === 'last' ? addDays(now, -7) : isDay(week) ? mondayOf(week) : null;
  if (!monday || !isDay(monday) || monday >= now) throw new Refusal('week_not_finished');
  await requireKnownWeek(ctx, monday);
  const [frozen, first_seq, head] = await Promise.all([
    findFrozenWeek(sql, site.id, monday),
    selectFirstSeq(sql, site.id, monday),
    selectLedgerHead(sql, site.id),
  ]);
  const last_seq = frozen?.last_seq ?? head.last_seq;
  // A week without votes has no rows: its first row is after its last.
  const from_seq = Math.min(first_seq ?? last_seq + 1, last_seq + 1);
  const part = { week: monday, first_seq: from_seq, last_seq, frontier: await readFrontier(sql, site.id, from_seq) };
  return openExport(sql, buildHeader(site, part));
};
