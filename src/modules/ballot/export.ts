import type { Ctx, Db } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { addDays, isDay, mondayOf, weekAt } from '../../kernel/week.ts';
import { findFrozenWeek, selectFirstSeq, selectLedgerHead, selectLedgerLines } from './ledger-queries.ts';

interface LedgerSite {
  id: number;
  key: string;
  time_zone: string;
}

/** The first line of an exported ledger: what it is, and where it ends. */
export interface LedgerTitle {
  ledger: 'launchweek';
  version: 1;
  site: string;
  site_id: number;
  time_zone: string;
  /** The week it was exported for, or null for all of it. */
  week: string | null;
  first_seq: number;
  last_seq: number;
}

const AT_ONCE = 2000;

/** Rows between two, a few thousand at a time, so that no connection is held while somebody reads slowly. */
const rowsBetween = async function* (sql: Db, site_id: number, first: number, last: number): AsyncGenerator<string> {
  let after = first - 1;
  while (after < last) {
    const rows = await selectLedgerLines(sql, site_id, after, last, AT_ONCE);
    if (rows.length === 0) return;
    after = rows.at(-1)!.seq;
    yield `${rows.map(({ line }) => line).join('\n')}\n`;
  }
};

const linesOf = async function* (sql: Db, title: LedgerTitle): AsyncGenerator<string> {
  yield `${JSON.stringify(title)}\n`;
  yield* rowsBetween(sql, title.site_id, title.first_seq, title.last_seq);
};

const titleOf = ({ id, key, time_zone }: LedgerSite, week: string | null, first_seq: number, last_seq: number): LedgerTitle => ({
  ledger: 'launchweek',
  version: 1,
  site: key,
  site_id: id,
  time_zone,
  week,
  first_seq,
  last_seq,
});

/** A site's whole ledger as lines of JSON, in pieces: all that a recount needs, and nothing about anybody. */
export const exportLedger = async (sql: Db, site: LedgerSite): Promise<AsyncGenerator<string>> => {
  const { last_seq } = await selectLedgerHead(sql, site.id);
  return linesOf(sql, titleOf(site, null, 1, last_seq));
};

/** The part of the ledger in which a finished week's votes are, with every row between, so that the chain can be checked. */
export const exportWeek = async ({ sql, site, clock }: Ctx, { week }: { week: string }): Promise<AsyncGenerator<string>> => {
  const now = weekAt(clock.now(), site.time_zone);
  const monday = week === 'last' ? addDays(now, -7) : isDay(week) ? mondayOf(week) : null;
  if (!monday || !isDay(monday) || monday >= now) throw new Refusal('week_not_finished');
  const [frozen, first_seq, head] = await Promise.all([
    findFrozenWeek(sql, site.id, monday),
    selectFirstSeq(sql, site.id, monday),
    selectLedgerHead(sql, site.id),
  ]);
  const last_seq = frozen?.last_seq ?? head.last_seq;
  // A week nobody voted in has no rows: it begins after its end.
  return linesOf(sql, titleOf(site, monday, Math.min(first_seq ?? last_seq + 1, last_seq + 1), last_seq));
};
