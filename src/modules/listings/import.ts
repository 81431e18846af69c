import { setImmediate } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { Clock } from '../../kernel/clock.ts';
import { BadLine } from '../../kernel/lines.ts';
import { type Prepared, type Refuse, writeBatch } from './import-batch.ts';
import { readLine } from './import-line.ts';
import { fileGathered, type KnownWords, patiently, tidySearch, writeWords } from './search-index.ts';
import { documentOf } from './words.ts';

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

/** What the indexes gather is filed after so many batches, while more is written. */
const FILED_EVERY = 12;

/**
 * Imports listings, one a line. Lines that are there already are counted and skipped, so that an import that was cut short is
 * finished by running it again; a line that cannot be imported is named with its reason. No line is lost in silence.
 */
export const importListings = async (sql: Sql, site_id: number, lines: AsyncIterable<string>, options: Options): Promise<Import> => {
  const told: Import = { lines: 0, imported: 0, already_there: 0, refused: [] };
  const refuse: Refuse = (line, reason) => told.refused.push({ line, reason });
  const write = async (batch: Prepared[]) => {
    const { imported, already_there } = await writeBatch(sql, site_id, batch, refuse, options);
    told.imported += imported;
    told.already_there += already_there;
    options.on_progress?.(told);
  };
  const { add, finish } = inStages(sql, site_id, write);

  const read = async () => {
    let batch: Prepared[] = [];
    for await (const text of lines) {
      told.lines++;
      if (!text.trim()) continue;
      // Lets the database's answers in: it and we work at the same time.
      if (told.lines % 16 === 0) await setImmediate();
      try {
        const listing = readLine(text, told.lines);
        batch.push({ listing, document: documentOf(listing) });
      } catch (error) {
        if (!(error instanceof BadLine)) throw error;
        refuse(told.lines, error.message);
      }
      if (batch.length < (options.batch ?? 1000)) continue;
      await add(batch);
      batch = [];
    }
    await add(batch);
  };
  // Also when reading fails, what is being written is finished before anyone is told.
  await read().finally(finish);
  await tidySearch(sql);
  told.refused.sort((a, b) => a.line - b.line);
  return told;
};

/**
 * Three things at once: while one batch is read, the words of the one before go into the dictionary, and the listings of the
 * one before that are written. The dictionary comes first because words without their listing do no harm, but a listing
 * without its words could not be found.
 */
const inStages = (sql: Sql, site_id: number, write: (batch: Prepared[]) => Promise<void>) => {
  const known: KnownWords = new Map();
  let batches = 0;
  let filing: Promise<void> = Promise.resolve();
  let before: Promise<unknown> = Promise.resolve();
  let latest: Promise<unknown> = Promise.resolve();

  const add = async (batch: Prepared[]): Promise<void> => {
    await before;
    const documents = batch.map(({ document }) => document);
    const entered = patiently(sql, (tx) => writeWords(tx, site_id, documents, known));
    before = latest;
    latest = Promise.all([entered, latest]).then(() => write(batch));
    latest.catch(() => {});
    if (++batches % FILED_EVERY === 0) filing = filing.then(() => fileGathered(sql));
    filing.catch(() => {});
  };
  const finish = async (): Promise<void> => {
    await Promise.allSettled([latest, filing]);
    await Promise.all([latest, filing]);
  };
  return { add, finish };
};
