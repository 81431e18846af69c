import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Config } from '../config.ts';
import { openDatabase, type Sql } from '../db/open.ts';
import { type SiteRow, selectSites } from '../modules/sites/queries.ts';
import { runProcess } from '../process/lifecycle.ts';
import { startDatabase, startDefaultSite } from '../process/start.ts';

export interface Command {
  usage: string;
  about: string;
  run(config: Config, args: string[]): Promise<void>;
}

/** Wrong usage: shown as one sentence, without a stack. */
export class UsageError extends Error {
  readonly plain = true;
}

/** Time for a stopped command to close the database. */
const STOP_MS = 15_000;

/** Shows progress of migrations in the terminal. */
export const TERMINAL_LOG = {
  info: (_: object, message: string) => console.error(message),
  warn: (_: object, message: string) => console.error(message),
};

/** Runs a command with the database, also while a server uses it. */
export const withDatabase = ({ database_url, data_dir, start_ms }: Config, work: (sql: Sql) => Promise<void>): Promise<void> =>
  runProcess({ start_ms, stop_ms: STOP_MS }, async (lifecycle) => {
    const database = await startDatabase(lifecycle, TERMINAL_LOG, () => openDatabase({ database_url, data_dir, role: 'command', pool: 4 }));
    await startDefaultSite(lifecycle, database);
    lifecycle.started();
    await work(database.sql);
  });

/** The site with this key; the default site without one. */
export const requireSite = async (sql: Sql, key: string | undefined): Promise<SiteRow> => {
  const sites = await selectSites(sql);
  const site = key === undefined ? sites.find((row) => row.root === null) : sites.find((row) => row.key === key);
  if (!site) throw new UsageError(`There is no site "${key}". There are: ${sites.map((row) => row.key).join(', ')}.`);
  return site;
};

export const SITE_OPTION = { site: { type: 'string' } } as const;

const WIDTH = 40;

/** A progress bar, updated at most ten times a second, and only in a terminal. */
export const progressBar = (out: NodeJS.WriteStream = process.stderr) => {
  let last_drawn = 0;
  const draw = (share: number) => out.write(`\r${'█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░')} ${Math.round(share * 100)} %`);
  return {
    show: (done: number, of: number) => {
      if (!out.isTTY || Date.now() - last_drawn < 100) return;
      last_drawn = Date.now();
      draw(of ? Math.min(done / of, 1) : 1);
    },
    end: () => {
      if (!out.isTTY) return;
      draw(1);
      out.write('\n');
    },
  };
};

const fileBar = async (file: string) => {
  const { size } = await stat(file);
  const bar = progressBar();
  let done = 0;
  return {
    read: (chunk: Buffer | string) => {
      done += chunk.length;
      bar.show(done, size);
    },
    end: bar.end,
  };
};

export const readChunks = async function* (file: string): AsyncGenerator<Uint8Array> {
  const bar = await fileBar(file);
  yield* createReadStream(file).on('data', bar.read) as AsyncIterable<Uint8Array>;
  bar.end();
};

/** Reads a file by line, with a progress bar. Opened on first use: readline would lose lines that arrive earlier. */
export const readLines = async function* (file: string): AsyncGenerator<string> {
  const bar = await fileBar(file);
  yield* createInterface({ input: createReadStream(file).on('data', bar.read), crlfDelay: Number.POSITIVE_INFINITY });
  bar.end();
};
