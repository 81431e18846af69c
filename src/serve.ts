import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pino, { type Logger } from 'pino';
import type { Config } from './config.ts';
import { AlreadyServing, type Database, openDatabase, type Sql } from './db/open.ts';
import { prepareDatabase } from './db/prepare.ts';
import { loadDemo } from './demo/load.ts';
import type { Clock } from './kernel/clock.ts';
import { noLimits, sharedLimits } from './kernel/limits.ts';
import { createUser, isAwaited } from './modules/accounts/account.ts';
import { ensureDefaultSite } from './modules/sites/site.ts';
import { type Outside, openOutside } from './outside/outside.ts';
import { Answers } from './surfaces/answers.ts';
import { createApp } from './surfaces/app.ts';
import { buildHouse } from './surfaces/house.ts';
import { mcp } from './surfaces/mcp.ts';
import { oauth } from './surfaces/oauth/oauth.ts';
import { providersOf } from './surfaces/oauth/providers.ts';
import { rest } from './surfaces/rest.ts';
import { shortcut } from './surfaces/shortcut.ts';
import { drawTrouble, serveConsent } from './web/consent.ts';
import { webPages } from './web/serve.ts';
import { startWorking } from './work.ts';

export interface Opening {
  sql: Sql;
  clock: Clock;
  log: Logger;
  host: string;
  port: number;
  /** Null means wherever it came to listen. */
  site_root: string | null;
  rate_limit: boolean;
  crawl_allow_private?: boolean;
  /** The world its operations reach; one of its own unless told. */
  outside?: Outside;
  /** Addresses of proxies whose word about the asker's address is taken. */
  trust_proxy?: string;
}

/** Puts the surfaces on one HTTP server and listens. */
export const openServer = async ({
  host,
  port,
  site_root,
  rate_limit,
  crawl_allow_private = false,
  outside = openOutside({ smtp_url: null, mail_from: null, crawl_allow_private }),
  trust_proxy = 'loopback',
  ...parts
}: Opening): Promise<{ app: FastifyInstance; site_root: string; leave(): void }> => {
  const answers = new Answers();
  const house = buildHouse({
    ...parts,
    limits: rate_limit ? sharedLimits(parts.sql, parts.clock) : noLimits,
    outside,
    allow_private: crawl_allow_private,
    get site_root() {
      return site_root ?? `http://localhost:${(app.server.address() as AddressInfo).port}`;
    },
  });
  const app = createApp(house, trust_proxy, shortcut(house, answers));
  await app.register(rest(house, answers), { prefix: '/api/v1' });
  await app.register(mcp(house));
  const providerOf = providersOf(house, { fetch: outside.fetch, drawTrouble });
  await app.register(oauth(house, providerOf));
  // On the app itself, not in a scope: an address nobody knows is answered by the website.
  webPages(app, house);
  serveConsent(app, house, providerOf);
  await app.listen({ host, port });
  const leave = () => {
    house.leaving = true;
  };
  return { app, site_root: house.site_root, leave };
};

/** One Ctrl-C can arrive twice, from the terminal and from npm; this long after the first it is somebody who will not wait. */
const IMPATIENT_MS = 1000;

/** Resolves on the first Ctrl-C or SIGTERM; a later one does not wait. */
const askedToStop = (): Promise<void> =>
  new Promise((resolve) => {
    let asked_at: number | null = null;
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        if (asked_at !== null && performance.now() - asked_at > IMPATIENT_MS) process.exit(130);
        asked_at ??= performance.now();
        resolve();
      });
    // Under `npm start` whoever stops us may reach npm alone, even by SIGKILL: when it is gone, we are too.
    const parent = process.ppid;
    const orphaned = () => process.ppid !== parent && resolve();
    if (process.env.npm_lifecycle_event) setInterval(orphaned, 200).unref();
  });

/** How long answers under way may take once we are told to stop. */
const PATIENCE_MS = 10_000;

/** Takes no more requests, lets those under way be answered, and cuts off who does not take the answer. */
const finish = async (app: FastifyInstance): Promise<void> => {
  // Who stands before the door is let in before it closes; a connection nobody took would be reset.
  await new Promise((resolve) => setImmediate(resolve));
  app.server.close();
  // A kept-alive connection whose answer ends after this moment would otherwise stay open for its whole idle time.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  const enough = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS);
  await app.close();
  clearInterval(idle);
  clearTimeout(enough);
};

/** Who looks after the demo: the newcomer, signed in by a link that is printed. */
const DEMO_ADMIN = { email: 'admin@launchweek.example', name: 'Demo admin', admin: true };

/** Demo content is for a newcomer's own empty database, never for a server somebody gave us. Gives the path that signs its admin in, until they have been in. */
const fillIfEmpty = async (sql: Sql, clock: Clock): Promise<string | null> => {
  const site_id = await ensureDefaultSite(sql);
  if (site_id !== null) await loadDemo(sql, site_id, clock.now(), 'UTC');
  else if (!(await isAwaited({ sql }, DEMO_ADMIN.email))) return null;
  return linkPath((await createUser({ sql, clock }, DEMO_ADMIN)).token);
};

export const linkPath = (token: string): string => `/sign-in/link?token=${token}`;

const openLog = (level: string) => {
  const log = pino({ level }, pino.destination({ sync: false, minLength: 4096 }));
  const flush = setInterval(() => log.flush(), 500).unref();
  const close = () => {
    clearInterval(flush);
    log.flush();
  };
  return { log, close };
};

/** A server on its way out may still be there for a moment; one that stays is the owner. */
const openToServe = async ({ database_url, data_dir }: Config): Promise<Database> => {
  const until = performance.now() + 3000;
  for (;;) {
    try {
      return await openDatabase({ database_url, data_dir, role: 'serve' });
    } catch (error) {
      if (!(error instanceof AlreadyServing) || performance.now() > until) throw error;
      await sleep(200);
    }
  }
};

/** The whole service in one process, until it is told to stop. */
export const serve = async (config: Config, { jobs = true }: { jobs?: boolean } = {}): Promise<void> => {
  const stop = askedToStop();
  const { clock } = config;
  const database = await openToServe(config);
  const { log, close } = openLog(config.log_level);
  try {
    await prepareDatabase(database);
    const first_link = database.embedded ? await fillIfEmpty(database.sql, clock) : null;
    await ensureDefaultSite(database.sql);
    const outside = openOutside(config);
    const { app, site_root, leave } = await openServer({ ...config, sql: database.sql, log, outside });
    const work = jobs ? await startWorking({ ...database, clock, log, outside, site_root }) : null;
    const addresses = [
      ...ADDRESSES,
      ...(config.smtp_url ? [] : [['mail', '/admin/mail']]),
      ...(first_link ? [['sign in', first_link]] : []),
    ];
    console.log(addresses.map(([what, path]) => `${what!.padEnd(10)} ${site_root}${path}`).join('\n'));
    await stop;
    leave();
    await Promise.all([sleep(config.leave_ms).then(() => finish(app)), work?.stop()]);
    outside.mail.close();
  } finally {
    close();
    await database.close();
  }
};

/** Does jobs and nothing else, until it is told to stop. */
export const work = async (config: Config): Promise<void> => {
  const stop = askedToStop();
  const { clock, site_root } = config;
  const database = await openDatabase({ database_url: config.database_url, data_dir: config.data_dir, role: 'command' });
  const { log, close } = openLog(config.log_level);
  try {
    await prepareDatabase(database);
    const outside = openOutside(config);
    const working = await startWorking({ ...database, clock, log, outside, site_root });
    console.log('Working.');
    await stop;
    await working.stop();
    outside.mail.close();
  } finally {
    close();
    await database.close();
  }
};

const ADDRESSES = [
  ['website', '/'],
  ['API', '/api/v1'],
  ['OpenAPI', '/api/v1/openapi.json'],
  ['MCP', '/mcp'],
  ['reference', '/docs'],
] as const;
