import { setImmediate } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { Db } from '../../../kernel/context.ts';
import { InvalidLine } from '../../../kernel/json-lines.ts';
import type { Clock } from '../../../kernel/time/clock.ts';
import { addDays, dayAt, mondayOf, startOfDay } from '../../../kernel/time/weeks.ts';
import { ensureCategories } from '../../catalog/queries.ts';
import { listingPath } from '../../sites/addresses.ts';
import {
  buildSearchDocument,
  flushPendingLists,
  type KnownWords,
  optimizeSearchIndex,
  type SearchDocument,
  withoutTimeout,
  writeDocuments,
  writeWords,
} from '../search/search-index.ts';
import { type ImportedListing, parseListingLine } from './lines.ts';
import { insertListingCategories, insertListings, selectListingsByDomain, selectTakenSlugs } from './queries.ts';

export interface ImportResult {
  lines: number;
  imported: number;
  already_there: number;
  refused: { line: number; reason: string }[];
}

interface ImportOptions {
  clock: Clock;
  time_zone: string;
  on_progress?: (result: ImportResult) => void;
  /** Lines per transaction: a killed import repeats no more than these. */
  batch?: number;
}

/** The GIN indexes' pending lists are merged after this many batches, while writing goes on. */
const FLUSH_EVERY_BATCHES = 12;

/**
 * Imports listings, one per line. Existing listings are counted and skipped, so an interrupted import is finished by running it
 * again. Every line that cannot be imported is reported with its reason.
 */
export const importListings = async (
  sql: Sql,
  site_id: number,
  lines: AsyncIterable<string>,
  options: ImportOptions,
): Promise<ImportResult> => {
  const result: ImportResult = { lines: 0, imported: 0, already_there: 0, refused: [] };
  const rejectLine: RejectLine = (line, reason) => result.refused.push({ line, reason });
  const write = async (batch: PreparedListing[]) => {
    const { imported, already_there } = await writeBatch(sql, site_id, batch, rejectLine, options);
    result.imported += imported;
    result.already_there += already_there;
    options.on_progress?.(result);
  };
  const { add, finish } = pipelineBatches(sql, site_id, write);

  const readLines = async () => {
    let batch: PreparedListing[] = [];
    for await (const text of lines) {
      result.lines++;
      if (!text.trim()) continue;
      // Lets pending database responses in, so that parsing and writing overlap.
      if (result.lines % 16 === 0) await setImmediate();
      try {
        const listing = parseListingLine(text, result.lines);
        batch.push({ listing, document: buildSearchDocument(listing) });
      } catch (error) {
        if (!(error instanceof InvalidLine)) throw error;
        rejectLine(result.lines, error.message);
      }
      if (batch.length < (options.batch ?? 1000)) continue;
      await add(batch);
      batch = [];
    }
    await add(batch);
  };
  // If reading fails, finish the writes in progress before throwing.
  await readLines().finally(finish);
  await optimizeSearchIndex(sql);
  result.refused.sort((a, b) => a.line - b.line);
  return result;
};

/**
 * A pipeline of three stages: while one batch is parsed, the words of the previous batch go into the dictionary, and the listings
 * of the one before that are written. Words are written first because a listing without its words could not be found, while words
 * without a listing do no harm.
 */
const pipelineBatches = (sql: Sql, site_id: number, write: (batch: PreparedListing[]) => Promise<void>) => {
  const known: KnownWords = new Map();
  let batches = 0;
  let flushing: Promise<void> = Promise.resolve();
  let previous: Promise<unknown> = Promise.resolve();
  let latest: Promise<unknown> = Promise.resolve();

  const add = async (batch: PreparedListing[]): Promise<void> => {
    await previous;
    const documents = batch.map(({ document }) => document);
    const words_written = withoutTimeout(sql, (tx) => writeWords(tx, site_id, documents, known));
    previous = latest;
    latest = Promise.all([words_written, latest]).then(() => write(batch));
    latest.catch(() => {});
    if (++batches % FLUSH_EVERY_BATCHES === 0) flushing = flushing.then(() => flushPendingLists(sql));
    flushing.catch(() => {});
  };
  const finish = async (): Promise<void> => {
    await Promise.allSettled([latest, flushing]);
    await Promise.all([latest, flushing]);
  };
  return { add, finish };
};

export type PreparedListing = { listing: ImportedListing; document: SearchDocument };
export type RejectLine = (line: number, reason: string) => void;
export interface LaunchTiming {
  clock: Clock;
  time_zone: string;
  /** When a listing without a launch day launched: today, or before this week and in no launch week, so that it is on no week's board. */
  undated?: 'today' | 'no_week';
}

/** Writes a batch of lines. Existing listings are counted; lines whose website belongs to another listing are rejected. */
export const writeBatch = async (sql: Sql, site_id: number, batch: PreparedListing[], rejectLine: RejectLine, timing: LaunchTiming) => {
  const pending = rejectDuplicates(batch, rejectLine);
  let imported = 0;
  let already_there = 0;
  // A domain or slug may be taken between our check and our insert; then we check again.
  while (pending.size > 0) {
    for (const { domain, name, slug } of await selectListingsByDomain(sql, site_id, [...pending.keys()])) {
      const { listing } = pending.get(domain)!;
      pending.delete(domain);
      if (listing.name === name) already_there++;
      else rejectLine(listing.line, `website ${domain} already belongs to "${name}" (${listingPath(slug)})`);
    }
    if (pending.size === 0) break;
    const inserted_domains = await insertBatch(sql, site_id, [...pending.values()], timing);
    for (const domain of inserted_domains) pending.delete(domain);
    imported += inserted_domains.length;
  }
  return { imported, already_there };
};

/** Of several lines with the same website the first is imported, the others are rejected. */
const rejectDuplicates = (batch: PreparedListing[], rejectLine: RejectLine): Map<string, PreparedListing> => {
  const firsts = new Map<string, PreparedListing>();
  for (const prepared of batch) {
    const { domain, line } = prepared.listing;
    const first = firsts.get(domain);
    if (first) rejectLine(line, `website ${domain} already belongs to "${first.listing.name}" (line ${first.listing.line})`);
    else firsts.set(domain, prepared);
  }
  return firsts;
};

const insertBatch = async (sql: Sql, site_id: number, batch: PreparedListing[], timing: LaunchTiming): Promise<string[]> =>
  withoutTimeout(sql, async (tx) => [...(await insertPrepared(tx, site_id, batch, timing)).keys()]);

/**
 * Inserts listings with their categories and search documents, in the current transaction. Returns the new ids by domain: a listing whose
 * domain or slug was taken meanwhile is missing.
 */
export const insertPrepared = async (
  tx: Db,
  site_id: number,
  batch: PreparedListing[],
  timing: LaunchTiming,
): Promise<Map<string, number>> => {
  await assignSlugs(tx, site_id, batch);
  const named = new Map(batch.flatMap(({ listing }) => listing.categories).map((one) => [one.slug, one]));
  const categories = await ensureCategories(tx, site_id, [...named.values()]);
  const getLaunchDates = makeLaunchDates(timing);
  const ids = await insertListings(
    tx,
    site_id,
    batch.map(({ listing: { line: _, launched_on, categories: __, ...listing } }) => ({ ...listing, ...getLaunchDates(launched_on) })),
  );
  const inserted = batch.filter(({ listing }) => ids.has(listing.domain));
  const getId = ({ listing }: PreparedListing) => ids.get(listing.domain)!;
  const category_rows = inserted.flatMap((one) =>
    one.listing.categories.map(({ slug }, position) => ({ listing_id: getId(one), category_id: categories.get(slug)!, position })),
  );
  await insertListingCategories(tx, site_id, category_rows);
  await writeDocuments(tx, site_id, new Map(inserted.map((one) => [getId(one), one.document])));
  return ids;
};

/**
 * The dates of a listing that is live without a launch. A vote for a listing without a launch week counts in the week it went live in, so
 * that is a week that is over.
 */
export const launchOutsideWeeks = (now: Date, time_zone: string): { launched_at: Date; launch_week_on: null } => ({
  launched_at: startOfDay(addDays(mondayOf(dayAt(now, time_zone)), -1), time_zone),
  launch_week_on: null,
});

/** Status and dates of a listing from its launch day: a day in a future week makes it scheduled. */
const makeLaunchDates = ({ clock, time_zone, undated = 'today' }: LaunchTiming) => {
  const now = clock.now();
  const today = dayAt(now, time_zone);
  const next_week = addDays(mondayOf(today), 7);
  const no_week = { status: 'live' as const, ...launchOutsideWeeks(now, time_zone) };
  const moments = new Map<string, Date>();
  return (launched_on: string | null) => {
    if (launched_on === null && undated === 'no_week') return no_week;
    const day = launched_on ?? today;
    if (day >= next_week) return { status: 'scheduled' as const, launched_at: null, launch_week_on: mondayOf(day) };
    const moment = moments.get(day) ?? startOfDay(day, time_zone);
    moments.set(day, moment);
    return { status: 'live' as const, launched_at: launched_on && moment < now ? moment : now, launch_week_on: mondayOf(day) };
  };
};

const SLUG_NUMBERS_PER_QUERY = 50;

const assignSlugs = async (sql: Db, site_id: number, batch: PreparedListing[]): Promise<void> => {
  const slugs = batch.map(({ listing }) => listing.slug);
  const taken_slugs = new Set(await selectTakenSlugs(sql, site_id, slugs));
  for (const { listing } of batch) {
    const base = listing.slug;
    for (let number = 2; taken_slugs.has(listing.slug); number++) {
      if (number % SLUG_NUMBERS_PER_QUERY === 2) {
        const next = Array.from({ length: SLUG_NUMBERS_PER_QUERY }, (_, i) => `${base}-${number + i}`);
        for (const slug of await selectTakenSlugs(sql, site_id, next)) taken_slugs.add(slug);
      }
      listing.slug = `${base}-${number}`;
    }
    taken_slugs.add(listing.slug);
  }
};
