import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import pino, { type Logger } from 'pino';
import type { Config } from './config.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase, type Sql } from './db/open.ts';
import { loadDemo } from './demo/load.ts';
import type { Clock } from './kernel/clock.ts';
import { noLimits, sharedLimits } from './kernel/limits.ts';
import { ensureDefaultSite } from './modules/sites/site.ts';
import { createApp } from './surfaces/app.ts';
import { buildHouse, contextOf } from './surfaces/house.ts';
import { mcp } from './surfaces/mcp.ts';
import { rest } from './surfaces/rest.ts';
import { webPages } from './web/serve.ts';

export interface Opening {
  sql: Sql;
  clock: Clock;
  log: Logger;
  host: string;
  port: number;
  /** Null means wherever it came to listen. */
  site_root: string | null;
  rate_limit: boolean;
}

/** Puts the surfaces on one HTTP server and listens. */
export const openServer = async ({
  host,
  port,
  site_root,
  rate_limit,
  ...parts
}: Opening): Promise<{ app: FastifyInstance; site_root: string }> => {
  const house = buildHouse({
    ...parts,
    limits: rate_limit ? sharedLimits(parts.sql, parts.clock) : noLimits,
    get site_root() {
      return site_root ?? `http://localhost:${(app.server.address() as AddressInfo).port}`;
    },
  });
  const app = createApp(house);
  await app.register(rest(house), { prefix: '/api/v1' });
  await app.register(mcp(house));
  // On the app itself, not in a scope: an address nobody knows is answered by the website.
  webPages(app, { contextOf: (request) => contextOf(house, request) });
  await app.listen({ host, port });
  return { app, site_root: house.site_root };
};

/** Resolves on the first Ctrl-C or SIGTERM; a second one does not wait. */
const askedToStop = (): Promise<void> =>
  new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        if (asked) process.exit(130);
        asked = true;
        resolve();
      });
  });

/** How long answers under way may take once we are told to stop. */
const PATIENCE_MS = 10_000;

/** Takes no more requests, lets those under way be answered, and cuts off who does not take the answer. */
const finish = async (app: FastifyInstance): Promise<void> => {
  // A kept-alive connection whose answer ends after this moment would otherwise stay open for its whole idle time.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  const enough = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS);
  await app.close();
  clearInterval(idle);
  clearTimeout(enough);
};

/** Demo content is for a newcomer's own empty database, never for a server somebody gave us. */
const fillIfEmpty = async (sql: Sql, now: Date): Promise<void> => {
  const site_id = await ensureDefaultSite(sql);
  if (site_id !== null) await loadDemo(sql, site_id, now, 'UTC');
};

/** The whole service in one process, until it is told to stop. */
export const serve = async (config: Config): Promise<void> => {
  const stop = askedToStop();
  const database = await openDatabase({ database_url: config.database_url, data_dir: config.data_dir, role: 'serve' });
  try {
    await migrate(database.sql);
    if (database.embedded) await fillIfEmpty(database.sql, config.clock.now());
    else await ensureDefaultSite(database.sql);
    const log = pino({ level: config.log_level }, pino.destination({ sync: false, minLength: 4096 }));
    const flush = setInterval(() => log.flush(), 500).unref();
    const { app, site_root } = await openServer({ ...config, sql: database.sql, log, site_root: config.site_root });
    console.log(ADDRESSES.map(([what, path]) => `${what.padEnd(10)} ${site_root}${path}`).join('\n'));
    await stop;
    await finish(app);
    clearInterval(flush);
    log.flush();
  } finally {
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
