import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { Config } from './config.ts';
import { openDatabase, type Sql } from './db/open.ts';
import { prepareDatabase } from './db/prepare.ts';
import { loadDemo } from './demo/load.ts';
import type { Scope } from './kernel/context.ts';
import { Refusal } from './kernel/errors.ts';
import { createKeyFor, createUser } from './modules/accounts/account.ts';
import { SCOPES } from './modules/accounts/schema.ts';
import { importListings } from './modules/listings/import.ts';
import { selectSites } from './modules/sites/queries.ts';
import { createSite, ensureDefaultSite } from './modules/sites/site.ts';
import { progressBar } from './progress.ts';
import { linkPath, serve, work } from './serve.ts';
import { openapi } from './surfaces/openapi.ts';

interface Command {
  usage: string;
  run(config: Config, args: string[]): Promise<void>;
}

/** A mistake at the keyboard: one sentence, no stack. */
class Misuse extends Error {
  readonly plain = true;
}

/** Runs a command on the database, also while a server runs on the same one. */
const onDatabase = async (config: Config, work: (sql: Sql) => Promise<void>): Promise<void> => {
  const database = await openDatabase({ database_url: config.database_url, data_dir: config.data_dir, role: 'command', pool: 4 });
  try {
    await prepareDatabase(database);
    await ensureDefaultSite(database.sql);
    await work(database.sql);
  } finally {
    await database.close();
  }
};

const siteId = async (sql: Sql, key: string | undefined): Promise<{ id: number; time_zone: string }> => {
  const sites = await selectSites(sql);
  const site = key === undefined ? sites.find((row) => row.root === null) : sites.find((row) => row.key === key);
  if (!site) throw new Misuse(`There is no site "${key}". There are: ${sites.map((row) => row.key).join(', ')}.`);
  return site;
};

const SITE = { site: { type: 'string' } } as const;

const importFile = async (config: Config, args: string[]): Promise<void> => {
  const { values, positionals } = parseArgs({ args, options: SITE, allowPositionals: true });
  const [file] = positionals;
  if (!file) throw new Misuse(COMMANDS['listings import']!.usage);
  await onDatabase(config, async (sql) => {
    const { id, time_zone } = await siteId(sql, values.site);
    const bar = await progressBar(file);
    const lines = createInterface({ input: createReadStream(file).on('data', bar.read), crlfDelay: Number.POSITIVE_INFINITY });
    const { imported, already_there, refused } = await importListings(sql, id, lines, { clock: config.clock, time_zone });
    bar.end();
    for (const { line, reason } of refused) console.error(`line ${line}: ${reason}`);
    console.log(`${imported} imported, ${already_there} already there, ${refused.length} refused`);
    if (refused.length) process.exitCode = 1;
  });
};

const createSiteCommand = async (config: Config, args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      key: { type: 'string' },
      name: { type: 'string' },
      root: { type: 'string' },
      'time-zone': { type: 'string', default: 'UTC' },
      tagline: { type: 'string', default: '' },
      purpose: { type: 'string', default: '' },
    },
  });
  const { key, name, root } = values;
  if (!key || !name || !root) throw new Misuse(COMMANDS['site create']!.usage);
  await onDatabase(config, async (sql) => {
    await createSite(sql, { key, name, root, tagline: values.tagline, purpose: values.purpose, time_zone: values['time-zone'] });
    console.log(`${name} answers at ${root}`);
  });
};

const createUserCommand = async (config: Config, args: string[]): Promise<void> => {
  const { values } = parseArgs({ args, options: { email: { type: 'string' }, name: { type: 'string' }, admin: { type: 'boolean' } } });
  const { email, name = null, admin = false } = values;
  if (!email) throw new Misuse(COMMANDS['user create']!.usage);
  await onDatabase(config, async (sql) => {
    const { token } = await plainly(createUser({ sql, clock: config.clock }, { email, name, admin }));
    console.log(`${config.site_root}${linkPath(token)}`);
  });
};

const createKeyCommand = async (config: Config, args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: { email: { type: 'string' }, scopes: { type: 'string' }, name: { type: 'string', default: 'Command line' } },
  });
  const { email, scopes, name } = values;
  if (!email) throw new Misuse(COMMANDS['key create']!.usage);
  await onDatabase(config, async (sql) => {
    const { key } = await plainly(
      createKeyFor({ sql, clock: config.clock }, email, { name, scopes: (scopes?.split(',') ?? SCOPES) as Scope[], expires_at: null }),
    );
    console.log(key);
  });
};

/** A refusal is said in one sentence. */
const plainly = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Misuse(error.errors.map(({ path, message }) => `${path} ${message}`).join('; ') || error.detail!);
  }
};

/** What `launchweek COMMAND` can do. Two-word commands are found by their two words. */
export const COMMANDS: Record<string, Command> = {
  serve: {
    usage: 'serve [--no-jobs]',
    run: (config, args) => serve(config, { jobs: !parseArgs({ args, options: { 'no-jobs': { type: 'boolean' } } }).values['no-jobs'] }),
  },
  work: { usage: 'work', run: work },
  migrate: { usage: 'migrate', run: (config) => onDatabase(config, async () => console.log('The database is up to date.')) },
  demo: {
    usage: 'demo [--site KEY]',
    run: (config, args) =>
      onDatabase(config, async (sql) => {
        const { id, time_zone } = await siteId(sql, parseArgs({ args, options: SITE }).values.site);
        await loadDemo(sql, id, config.clock.now(), time_zone);
        console.log('Demo content is there.');
      }),
  },
  'user create': { usage: 'user create --email E [--name N] [--admin]', run: createUserCommand },
  'key create': { usage: `key create --email E [--scopes ${SCOPES.join(',')}] [--name N]`, run: createKeyCommand },
  'site create': {
    usage: 'site create --key KEY --name NAME --root https://HOST [--time-zone Europe/Berlin] [--tagline T] [--purpose P]',
    run: createSiteCommand,
  },
  openapi: { usage: 'openapi', run: async () => console.log(JSON.stringify(openapi(''), null, 2)) },
  'listings import': { usage: 'listings import FILE.jsonl [--site KEY]', run: importFile },
};

export const usage = (): string =>
  `usage: launchweek COMMAND\n${Object.values(COMMANDS)
    .map(({ usage }) => `  ${usage}`)
    .join('\n')}`;
