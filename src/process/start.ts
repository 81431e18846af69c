import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationLog } from '../db/migrate/locks.ts';
import { isMigrating, prepareDatabase } from '../db/migrate/migrate.ts';
import type { Database } from '../db/open.ts';
import { ensureDefaultSite } from '../modules/sites/sites.ts';
import { type Lifecycle, StartError } from './lifecycle.ts';

/** How long to wait for a server that is shutting down. One that stays is in use. */
export const HANDOVER_MS = 3000;

const tryPort = async (host: string, port: number): Promise<void> => {
  const server = createServer();
  await once(server.listen(port, host), 'listening');
  await new Promise((closed) => server.close(closed));
};

/** Checks that the port is free before anything is changed. Listening comes last, when all else is ready. */
export const checkPort = async ({ host, port }: { host: string; port: number }): Promise<void> => {
  for (const until = performance.now() + HANDOVER_MS; ; await sleep(200)) {
    try {
      return await tryPort(host, port);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      if (performance.now() > until)
        throw new StartError(`Port ${port} of ${host} is in use. Stop the program that uses it, or set another PORT.`, {
          cause: error,
        });
    }
  }
};

const CHECK_EVERY_MS = 500;

/** Opens and migrates the database. Migrations may take as long as they make progress. */
export const startDatabase = async (lifecycle: Lifecycle, log: MigrationLog, open: () => Promise<Database>): Promise<Database> => {
  const database = await lifecycle.acquire('opening the database', open, ({ close, abandon }) => ({ end: close, force: abandon }));
  const health = database.open('health');
  const checkMigrating = () =>
    isMigrating(health).then(
      (migrating) => migrating && lifecycle.extendStart(),
      () => {},
    );
  const progress_timer = setInterval(checkMigrating, CHECK_EVERY_MS);
  try {
    await lifecycle.step('bringing the database up to date', () => prepareDatabase(database, log));
  } finally {
    clearInterval(progress_timer);
  }
  return database;
};

export const startDefaultSite = (lifecycle: Lifecycle, { sql }: Database): Promise<unknown> =>
  lifecycle.step('looking for the default site', () => ensureDefaultSite(sql));
