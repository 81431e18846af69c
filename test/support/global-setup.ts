import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/db/migrate.ts';
import { type Database, openDatabase, type Sql } from '../../src/db/open.ts';
import { onDatabase } from './database.ts';

const FOLDER = 'launchweek-test-run-';
const TOO_OLD_MS = 6 * 3600_000;

/** One server for the whole run, with a migrated template that `createTestDatabase` copies. */
export default async (project: TestProject) => {
  const own = process.env.DATABASE_URL ? null : await makeFolder();
  const server = await openServer(own);
  const run = `lwtest_${Math.floor(Date.now() / 1000)}_${randomBytes(3).toString('hex')}`;
  let done: Promise<void> | null = null;

  const finish = () => {
    done ??= (async () => {
      if (!own) await dropDatabases(server.sql, (name) => name.startsWith(run));
      await server.close();
      if (own) await rm(own, { recursive: true, force: true });
    })();
    return done;
  };

  try {
    await dropDatabases(server.sql, (name) => Date.now() - Number(name.split('_')[1]) * 1000 > TOO_OLD_MS);
    await makeTemplate(server, run);
  } catch (error) {
    await finish();
    throw error;
  }
  // Vitest tears down by itself after Ctrl-C, not when it is told to end.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => finish().finally(() => process.exit(1)));
  project.provide('database', { server: server.connection.connectionString, template: run });
  return finish;
};

const openServer = (own: string | null): Promise<Database> =>
  openDatabase({ database_url: process.env.DATABASE_URL || null, data_dir: own ?? '', role: 'command', durable: false, pool: 1 });

/** No one may be connected to a template while it is copied, so after this no one can. */
const makeTemplate = async ({ sql, connection }: Database, template: string): Promise<void> => {
  await sql`create database ${sql(template)}`;
  const inside = await openDatabase({
    database_url: onDatabase(connection.connectionString, template),
    data_dir: '',
    role: 'command',
    pool: 1,
  });
  await migrate(inside.sql).finally(() => inside.close());
  await sql`alter database ${sql(template)} with allow_connections false`;
};

const dropDatabases = async (sql: Sql, which: (name: string) => boolean): Promise<void> => {
  const found = await sql<{ datname: string }[]>`select datname from pg_database where datname like 'lwtest\\_%'`;
  for (const { datname } of found) if (which(datname)) await sql`drop database if exists ${sql(datname)} with (force)`;
};

/** Its name tells whose it is, so that the next run can put out the server of one that was killed. */
const makeFolder = async (): Promise<string> => {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(FOLDER) || isRunning(Number(name.split('-')[3]))) continue;
    const left = join(tmpdir(), name);
    await openServer(left).then(
      (server) => server.close(),
      () => {},
    );
    await rm(left, { recursive: true, force: true });
  }
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER}${process.pid}-`));
  // As root the server is another user, who has to get in.
  await chmod(folder, 0o755);
  return folder;
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
