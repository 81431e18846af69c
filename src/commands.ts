import { parseArgs } from 'node:util';
import { type Command, Misuse, onDatabase, SITE, siteNamed } from './command.ts';
import type { Config } from './config.ts';
import { loadDemo } from './demo/load.ts';
import type { Scope } from './kernel/context.ts';
import { Refusal } from './kernel/errors.ts';
import { METRIC_COMMANDS } from './metric-commands.ts';
import { createKeyFor, createUser } from './modules/accounts/account.ts';
import { SCOPES } from './modules/accounts/schema.ts';
import { importListings } from './modules/listings/import.ts';
import { createSite } from './modules/sites/site.ts';
import { linesIn } from './progress.ts';
import { linkPath, serve, work } from './serve.ts';
import { openapi } from './surfaces/openapi.ts';
import { VOTE_COMMANDS } from './vote-commands.ts';

const importFile = async (config: Config, args: string[]): Promise<void> => {
  const { values, positionals } = parseArgs({ args, options: SITE, allowPositionals: true });
  const [file] = positionals;
  if (!file) throw new Misuse(COMMANDS['listings import']!.usage);
  await onDatabase(config, async (sql) => {
    const { id, time_zone } = await siteNamed(sql, values.site);
    const { imported, already_there, refused } = await importListings(sql, id, linesIn(file), { clock: config.clock, time_zone });
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
        const { id, time_zone } = await siteNamed(sql, parseArgs({ args, options: SITE }).values.site);
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
  ...METRIC_COMMANDS,
  ...VOTE_COMMANDS,
};

export const usage = (): string =>
  `usage: launchweek COMMAND\n${Object.values(COMMANDS)
    .map(({ usage }) => `  ${usage}`)
    .join('\n')}`;
