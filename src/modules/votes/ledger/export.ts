import type { Ctx, Db } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { addDays, isDay, mondayOf, weekAt } from '../../../kernel/time/weeks.ts';
import { requireKnownWeek } from '../boards/boards.ts';
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
}

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

const streamLedger = async function* (sql: Db, header: LedgerHeader): AsyncGenerator<string> {
  yield `${JSON.stringify(header)}\n`;
  yield* streamRows(sql, header.site_id, header.first_seq, header.last_seq);
};

const buildHeader = ({ id, key, time_zone }: LedgerSite, week: string | null, first_seq: number, last_seq: number): LedgerHeader => ({
  ledger: 'launchweek',
  version: 1,
  site: key,
  site_id: id,
  time_zone,
  week,
  first_seq,
  last_seq,
});

/** Streams a site's whole ledger as lines of JSON: all that a recount needs, without personal data. */
export const exportLedger = async (sql: Db, site: LedgerSite): Promise<AsyncGenerator<string>> => {
  const { last_seq } = await selectLedgerHead(sql, site.id);
  return streamLedger(sql, buildHeader(site, null, 1, last_seq));
};

/** Streams the part of the ledger with a finished week's votes. It includes every row in between, so that the chain can be checked. */
export const exportWeekLedger = async (ctx: Ctx, { week }: { week: string }): Promise<AsyncGenerator<string>> => {
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
  return streamLedger(sql, buildHeader(site, monday, Math.min(first_seq ?? last_seq + 1, last_seq + 1), last_seq));
};
