import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { openDatabase, type Sql } from '../db/open.ts';
import { type Media, openMedia } from '../integrations/media/store.ts';
import { PlainError } from '../kernel/errors.ts';
import type { Clock } from '../kernel/time/clock.ts';
import { type SiteRow, selectSites } from '../modules/sites/queries.ts';
import { runProcess } from '../process/lifecycle.ts';
import { startDatabase, startDefaultSite } from '../process/start.ts';

export interface Command {
  usage: string;
  about: string;
  run(config: Config, args: string[]): Promise<void>;
}

export class UsageError extends PlainError {}

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

/** What a command on the data of one site gets. */
interface SiteAccess {
  sql: Sql;
  /** With its origin, also that of the default site. */
  site: SiteRow & { root: string };
  clock: Clock;
  integrations: { media: Media };
}

export interface SiteCommand extends Pick<Command, 'usage' | 'about'> {
  /** Whether the arguments besides `--site KEY` can be used. */
  accepts(args: string[]): boolean;
  run(access: SiteAccess, args: string[]): Promise<void>;
}

/** The site with this key; the default site without one. */
const requireSite = async (sql: Sql, key: string | undefined): Promise<SiteRow> => {
  const sites = await selectSites(sql);
  const site = sites.find((row) => (key === undefined ? row.root === null : row.key === key));
  if (!site) throw new UsageError(`There is no site "${key}". There are: ${sites.map((row) => row.key).join(', ')}.`);
  return site;
};

export const siteCommand = ({ usage, about, accepts, run }: SiteCommand): Command => ({
  usage,
  about,
  async run(config, args) {
    const { values, positionals } = parseArgs({ args, options: { site: { type: 'string' } }, allowPositionals: true });
    if (!accepts(positionals)) throw new UsageError(usage);
    await withDatabase(config, async (sql) => {
      const site = await requireSite(sql, values.site);
      const integrations = { media: openMedia(config.media) };
      await run({ sql, site: { ...site, root: site.root ?? config.site_root }, clock: config.clock, integrations }, positionals);
    });
  },
});

const WIDTH = 40;

/** A progress bar, updated at most ten times a second, and only in a terminal. */
export const progressBar = () => {
  const out = process.stderr;
  let last_drawn = 0;
  const draw = (share: number) => out.write(`\r${'█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░')} ${Math.round(share * 100)}%`);
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

/** Opens a file with a progress bar that counts the bytes read. */
const openWithBar = async (file: string) => {
  const { size } = await stat(file);
  const bar = progressBar();
  let done = 0;
  const source = createReadStream(file).on('data', (chunk) => {
    done += chunk.length;
    bar.show(done, size);
  });
  return { source, end: bar.end };
};

export const readChunks = async function* (file: string): AsyncGenerator<Uint8Array> {
  const { source, end } = await openWithBar(file);
  yield* source as AsyncIterable<Uint8Array>;
  end();
};

/** Opens the file on first use: readline would lose lines that arrive earlier. */
export const readLines = async function* (file: string): AsyncGenerator<string> {
  const { source, end } = await openWithBar(file);
  yield* createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY });
  end();
};
