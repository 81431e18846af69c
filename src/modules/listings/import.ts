import type { Sql } from 'postgres';
import type { Clock } from '../../kernel/clock.ts';
import { addDays, beginningOf, dayIn, mondayOf } from '../../kernel/week.ts';
import { BadLine, type ImportedListing, readLine } from './import-line.ts';
import { ensureCategories, insertListingCategories, insertListings, selectByDomains, selectTakenSlugs } from './import-queries.ts';
import { type KnownWords, tidySearch, writeDocuments, writingMuch } from './search-index.ts';
import { type Document, documentOf } from './words.ts';

export interface Import {
  lines: number;
  imported: number;
  already_there: number;
  refused: { line: number; reason: string }[];
}

interface Options {
  clock: Clock;
  time_zone: string;
  on_progress?: (so_far: Import) => void;
  /** Lines a transaction: what a killed import does again at most. */
  batch?: number;
}

type Prepared = { listing: ImportedListing; document: Document };
type Refuse = (line: number, reason: string) => void;

/**
 * Imports listings, one a line. Lines that are there already are counted and skipped, so that an import that was cut short is
 * finished by running it again; a line that cannot be imported is named with its reason. No line is lost in silence.
 */
export const importListings = async (sql: Sql, site_id: number, lines: AsyncIterable<string>, options: Options): Promise<Import> => {
  const told: Import = { lines: 0, imported: 0, already_there: 0, refused: [] };
  const refuse: Refuse = (line, reason) => told.refused.push({ line, reason });
  const known: KnownWords = new Map();
  let batch: Prepared[] = [];
  let writing: Promise<void> = Promise.resolve();

  const write = async (prepared: Prepared[]) => {
    const { imported, already_there } = await writeBatch(sql, site_id, prepared, known, refuse, options);
    told.imported += imported;
    told.already_there += already_there;
    options.on_progress?.(told);
  };

  for await (const text of lines) {
    told.lines++;
    if (!text.trim()) continue;
    try {
      const listing = readLine(text, told.lines);
      batch.push({ listing, document: documentOf(listing) });
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      refuse(told.lines, error.message);
    }
    if (batch.length < (options.batch ?? 1000)) continue;
    // One batch is written while the next is read: the database and we work at the same time.
    await writing;
    writing = write(batch);
    writing.catch(() => {});
    batch = [];
  }
  await writing;
  await write(batch);
  await tidySearch(sql);
  told.refused.sort((a, b) => a.line - b.line);
  return told;
};

/** Lines of one batch for the same website: the first stands, the others are said to be its. */
const withoutRepeats = (batch: Prepared[], refuse: Refuse): Map<string, Prepared> => {
  const firsts = new Map<string, Prepared>();
  for (const prepared of batch) {
    const { domain, line } = prepared.listing;
    const first = firsts.get(domain);
    if (first) refuse(line, `website ${domain} is already that of "${first.listing.name}" (line ${first.listing.line})`);
    else firsts.set(domain, prepared);
  }
  return firsts;
};

const writeBatch = async (sql: Sql, site_id: number, batch: Prepared[], known: KnownWords, refuse: Refuse, options: Options) => {
  const waiting = withoutRepeats(batch, refuse);
  let imported = 0;
  let already_there = 0;
  // Someone may take a domain or a slug between our look and our writing; then we look again.
  while (waiting.size > 0) {
    for (const { domain, name, slug } of await selectByDomains(sql, site_id, [...waiting.keys()])) {
      const { listing } = waiting.get(domain)!;
      waiting.delete(domain);
      if (listing.name === name) already_there++;
      else refuse(listing.line, `website ${domain} is already that of "${name}" (/listings/${slug})`);
    }
    if (waiting.size === 0) break;
    const written = await writeListings(sql, site_id, [...waiting.values()], known, options);
    for (const domain of written) waiting.delete(domain);
    imported += written.length;
  }
  return { imported, already_there };
};

const writeListings = async (
  sql: Sql,
  site_id: number,
  batch: Prepared[],
  known: KnownWords,
  { clock, time_zone }: Options,
): Promise<string[]> => {
  const now = clock.now();
  await giveSlugs(sql, site_id, batch);
  const categories = await ensureCategories(sql, site_id, [...new Set(batch.flatMap(({ listing }) => listing.categories))].map(named));
  const launches = launchesAt(now, time_zone);
  return sql.begin(async (tx) => {
    await writingMuch(tx);
    const ids = await insertListings(
      tx,
      site_id,
      batch.map(({ listing: { line: _, launched_on, categories: __, ...listing } }) => ({ ...listing, ...launches(launched_on) })),
    );
    const there = batch.filter(({ listing }) => ids.has(listing.domain));
    const idOf = ({ listing }: Prepared) => ids.get(listing.domain)!;
    await insertListingCategories(
      tx,
      site_id,
      there.flatMap((one) =>
        one.listing.categories.map((slug, position) => ({ listing_id: idOf(one), category_id: categories.get(slug)!, position })),
      ),
    );
    await writeDocuments(tx, site_id, new Map(there.map((one) => [idOf(one), one.document])), known);
    return there.map(({ listing }) => listing.domain);
  });
};

const named = (slug: string) => ({ slug, name: slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ') });

/** When a listing with this launch day is or was launched: a day in a week to come is waited for. */
const launchesAt = (now: Date, time_zone: string) => {
  const today = dayIn(now, time_zone);
  const next_week = addDays(mondayOf(today), 7);
  const moments = new Map<string, Date>();
  return (launched_on: string | null) => {
    const day = launched_on ?? today;
    if (day >= next_week) return { status: 'scheduled' as const, launched_at: null, launch_week_on: mondayOf(day) };
    const moment = moments.get(day) ?? beginningOf(day, time_zone);
    moments.set(day, moment);
    return { status: 'live' as const, launched_at: launched_on && moment < now ? moment : now, launch_week_on: mondayOf(day) };
  };
};

const NUMBERS_TRIED = 50;

/** A slug of its own for each: its name, or with the first free number behind it. */
const giveSlugs = async (sql: Sql, site_id: number, batch: Prepared[]): Promise<void> => {
  const taken = new Set(
    await selectTakenSlugs(
      sql,
      site_id,
      batch.map(({ listing }) => listing.slug),
    ),
  );
  for (const { listing } of batch) {
    const base = listing.slug;
    for (let number = 2; taken.has(listing.slug); number++) {
      if (number % NUMBERS_TRIED === 2) {
        const next = Array.from({ length: NUMBERS_TRIED }, (_, i) => `${base}-${number + i}`);
        for (const slug of await selectTakenSlugs(sql, site_id, next)) taken.add(slug);
      }
      listing.slug = `${base}-${number}`;
    }
    taken.add(listing.slug);
  }
};
