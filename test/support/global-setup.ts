import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '../../src/db/migrate/migrate.ts';
import { connect, type Sql } from '../../src/db/open.ts';
import { onDatabase } from './database.ts';
import { installPackages } from './debian-packages.ts';

const TOO_OLD_MS = 6 * 3600_000;

/** Builds the service once and starts one server for the whole run, with a migrated template that `createTestDatabase` copies. */
export default async (project: TestProject) => {
  const built = promisify(execFile)('npm', ['run', '-s', 'build']);
  // Reported below, where it is waited for.
  built.catch(() => {});
  const installed = installPackages();
  const server = await startServer();
  const admin = connect(server.url, 1);
  const run = `lwtest_${Math.floor(Date.now() / 1000)}_${randomBytes(3).toString('hex')}`;

  const finish = async () => {
    if (process.env.DATABASE_URL) await dropDatabases(admin, (name) => name.startsWith(run));
    await admin.end({ timeout: 5 });
    await server.stop();
  };

  try {
    // Tables are small: starting a parallel worker takes longer than any query.
    if (!process.env.DATABASE_URL) {
      await admin`alter system set max_parallel_workers_per_gather = 0`;
      await admin`select pg_reload_conf()`;
    }
    // Drops databases of killed runs; the age protects those still running.
    await dropDatabases(admin, (name) => Date.now() - Number(name.split('_')[1]) * 1000 > TOO_OLD_MS);
    await makeTemplate(admin, server.url, run);
    await Promise.all([built, installed]);
  } catch (error) {
    await finish();
    throw error;
  }
  // The browser's profiles, too.
  process.env.TMPDIR = server.folder;
  project.provide('database', { server: server.url, template: run });
  project.provide('folder', server.folder);
  return finish;
};

const startServer = async () => {
  const script = join(import.meta.dirname, 'keep-server.ts');
  const child = spawn(process.execPath, [script], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([once(lines, 'line'), gone.then(() => [null])])) as [string | null];
  if (line === null) throw new Error('The PostgreSQL of the tests did not start.');
  const { url, folder } = JSON.parse(line) as { url: string; folder: string };
  const stop = async () => {
    child.stdin.end();
    await gone;
  };
  return { url, folder, stop };
};

/** A template cannot be copied while somebody is connected, so connections are disabled. */
const makeTemplate = async (admin: Sql, url: string, template: string): Promise<void> => {
  await admin`create database ${admin(template)}`;
  const connectionString = onDatabase(url, template);
  const sql = connect(connectionString, 1);
  await prepareDatabase({ sql, connection: { connectionString } }).finally(() => sql.end({ timeout: 5 }));
  await admin`alter database ${admin(template)} with allow_connections false`;
};

const dropDatabases = async (admin: Sql, which: (name: string) => boolean): Promise<void> => {
  const found = await admin<{ datname: string }[]>`select datname from pg_database where datname like 'lwtest\\_%'`;
  for (const { datname } of found) if (which(datname)) await admin`drop database if exists ${admin(datname)} with (force)`;
};
