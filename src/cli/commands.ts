import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import type { Scope } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
import { createKeyForEmail, createUser, signInLinkPath } from '../modules/accounts/account.ts';
import { API_SCOPES } from '../modules/accounts/schema.ts';
import { renewFeeds } from '../modules/changes/queries.ts';
import { createSite } from '../modules/sites/sites.ts';
import { describeRefusal } from '../refusals.ts';
import { BACKUP_COMMANDS } from './backup.ts';
import { type Command, siteCommand, UsageError, withDatabase } from './command.ts';
import { MEDIA_COMMANDS } from './media.ts';
import { SITE_DATA_COMMANDS } from './site-data.ts';

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
  if (!key || !name || !root) throw new UsageError(COMMANDS['site create']!.usage);
  await withDatabase(config, async (sql) => {
    await createSite(sql, { key, name, root, tagline: values.tagline, purpose: values.purpose, time_zone: values['time-zone'] });
    console.log(`${name}: available at ${root}`);
  });
};

const createUserCommand = async (config: Config, args: string[]): Promise<void> => {
  const { values } = parseArgs({ args, options: { email: { type: 'string' }, name: { type: 'string' }, admin: { type: 'boolean' } } });
  const { email, name = null, admin = false } = values;
  if (!email) throw new UsageError(COMMANDS['user create']!.usage);
  await withDatabase(config, async (sql) => {
    const { token } = await asUsageError(createUser({ sql, clock: config.clock }, { email, name, admin }));
    console.log(`${config.site_root}${signInLinkPath(token)}`);
  });
};

const createKeyCommand = async (config: Config, args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: { email: { type: 'string' }, scopes: { type: 'string' }, name: { type: 'string', default: 'Command line' } },
  });
  const { email, scopes, name } = values;
  if (!email) throw new UsageError(COMMANDS['key create']!.usage);
  await withDatabase(config, async (sql) => {
    const { key } = await asUsageError(
      createKeyForEmail({ sql, clock: config.clock }, email, {
        name,
        scopes: (scopes?.split(',') ?? API_SCOPES) as Scope[],
        expires_at: null,
      }),
    );
    console.log(key);
  });
};

/** Shows a refusal as one sentence. */
const asUsageError = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new UsageError(error.errors.map(({ path, message }) => `${path} ${message}`).join('; ') || describeRefusal(error).detail!);
  }
};

/** All commands, by name of one or two words. */
export const COMMANDS: Record<string, Command> = {
  serve: {
    usage: 'serve [--no-jobs]',
    about: 'runs the whole service in one process',
    run: async (config, args) => {
      const { values } = parseArgs({ args, options: { 'no-jobs': { type: 'boolean' } } });
      // Loaded only by the commands that need it: loading takes most of the time in which a command starts.
      const { serve } = await import('../process/serve.ts');
      return serve(config, { jobs: !values['no-jobs'] });
    },
  },
  work: {
    usage: 'work',
    about: 'runs background jobs only, alongside servers started with --no-jobs',
    run: async (config) => (await import('../process/work.ts')).runWorker(config),
  },
  migrate: {
    usage: 'migrate',
    about: 'migrates the database to this version',
    run: (config) => withDatabase(config, async () => console.log('The database is up to date.')),
  },
  demo: siteCommand({
    usage: 'demo [--site KEY]',
    about: 'fills an empty site with demo content',
    accepts: (args) => args.length === 0,
    async run({ sql, site, clock }) {
      const { loadDemo } = await import('../demo/load.ts');
      await loadDemo(sql, site.id, clock.now(), site.time_zone);
      console.log('Demo content loaded.');
    },
  }),
  setup: siteCommand({
    usage: 'setup [--site KEY]',
    about: 'shows what is left to do until a site can open',
    accepts: (args) => args.length === 0,
    async run({ sql, site, clock }) {
      const { readSetup } = await import('../modules/setup/setup.ts');
      const { steps } = await readSetup({ sql, clock, site });
      for (const { title, state } of steps) console.log(`${state.status === 'ok' ? 'done ' : 'to do'} ${title.padEnd(23)} ${state.found}`);
      console.log('Each step can be done and tested at /admin/setup of the site.');
    },
  }),
  doctor: {
    usage: 'doctor',
    about: 'checks settings, disk, database, clock, jobs, change feed, pictures, domain, mail and payments, and says what to do',
    run: async (config) => {
      const { runDoctor } = await import('./doctor.ts');
      if (!(await runDoctor(config, console.log))) process.exitCode = 1;
    },
  },
  'user create': {
    usage: 'user create --email E [--name N] [--admin]',
    about: 'creates an account and prints a one-time sign-in link',
    run: createUserCommand,
  },
  'key create': {
    usage: `key create --email E [--scopes ${API_SCOPES.join(',')}] [--name N]`,
    about: 'creates an API key and prints only the key',
    run: createKeyCommand,
  },
  'site create': {
    usage: 'site create --key KEY --name NAME --root https://HOST [--time-zone Europe/Berlin] [--tagline T] [--purpose P]',
    about: 'adds a site to the deployment',
    run: createSiteCommand,
  },
  'feeds reset': {
    usage: 'feeds reset',
    about: 'makes readers of the change feeds begin again, after a copy of the database’s files was put back',
    run: (config) =>
      withDatabase(config, async (sql) => {
        await renewFeeds(sql);
        console.log('Cursors from before are refused, and webhooks send every record again.');
      }),
  },
  openapi: {
    usage: 'openapi',
    about: 'prints the OpenAPI document',
    run: async () =>
      console.log((await import('../http/openapi.ts')).openapiText({ root: 'https://launchweek.example', name: 'Launchweek' })),
  },
  ...SITE_DATA_COMMANDS,
  ...BACKUP_COMMANDS,
  ...MEDIA_COMMANDS,
};

const NAME_WIDTH = 18;

export const helpText = (): string =>
  [
    'usage: launchweek COMMAND',
    '',
    ...Object.entries(COMMANDS).map(([name, { about }]) => `  ${name.padEnd(NAME_WIDTH)}${about}`),
    '',
    'launchweek COMMAND --help shows the usage of a command. Settings are environment variables: docs/operating.md.',
  ].join('\n');

export const commandHelp = ({ usage, about }: Command): string =>
  `usage: launchweek ${usage}\n\n${about[0]!.toUpperCase()}${about.slice(1)}.`;
