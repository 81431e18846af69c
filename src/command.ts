import type { Config } from './config.ts';
import { openDatabase, type Sql } from './db/open.ts';
import { prepareDatabase } from './db/prepare.ts';
import { type SiteRow, selectSites } from './modules/sites/queries.ts';
import { ensureDefaultSite } from './modules/sites/site.ts';

/** A command: how it is typed, and what it does. */
export interface Command {
  usage: string;
  run(config: Config, args: string[]): Promise<void>;
}

/** A mistake at the keyboard: one sentence, no stack. */
export class Misuse extends Error {
  readonly plain = true;
}

/** Runs a command on the database, also while a server runs on the same one. */
export const onDatabase = async (config: Config, work: (sql: Sql) => Promise<void>): Promise<void> => {
  const database = await openDatabase({ database_url: config.database_url, data_dir: config.data_dir, role: 'command', pool: 4 });
  try {
    await prepareDatabase(database);
    await ensureDefaultSite(database.sql);
    await work(database.sql);
  } finally {
    await database.close();
  }
};

/** The site of a key; without one, the default site. */
export const siteNamed = async (sql: Sql, key: string | undefined): Promise<SiteRow> => {
  const sites = await selectSites(sql);
  const site = key === undefined ? sites.find((row) => row.root === null) : sites.find((row) => row.key === key);
  if (!site) throw new Misuse(`There is no site "${key}". There are: ${sites.map((row) => row.key).join(', ')}.`);
  return site;
};

export const SITE = { site: { type: 'string' } } as const;
