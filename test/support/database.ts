import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { connect, type Sql } from '../../src/db/open.ts';
import { until } from './until.ts';

declare module 'vitest' {
  interface ProvidedContext {
    database: { server: string; template: string };
    /** Folder for test files; deleted after the run. */
    folder: string;
  }
}

export type TestDatabase = { sql: Sql; url: string; connection: { connectionString: string }; drop(): Promise<void> };

/** Content that many tests start with, loaded once per run. */
interface Content {
  name: string;
  load(sql: Sql): Promise<unknown>;
}

/** Creates a migrated database for the caller, copied from the run's template, or from one with content. */
export const createTestDatabase = async ({ pool = 5, content }: { pool?: number; content?: Content } = {}): Promise<TestDatabase> => {
  const { server, template } = inject('database');
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  await onServer(server, async (admin) => {
    const from = content ? await filledTemplate(admin, server, template, content) : template;
    // A third of the time of copying through the WAL.
    await admin`create database ${admin(name)} template ${admin(from)} strategy file_copy`;
  });
  const url = onDatabase(server, name);
  const sql = connect(url, pool);
  const drop = async () => {
    await sql.end({ timeout: 5 });
    await onServer(server, async (admin) => {
      // Let closing connections finish: terminating them would cause unhandled errors.
      const others = () => admin`select from pg_stat_activity where datname = ${name}`;
      await until(async () => (await others()).length === 0, 2000).catch(() => {});
      await admin`drop database if exists ${admin(name)} with (force)`;
    });
  };
  return { sql, url, connection: { connectionString: url }, drop };
};

/** The first caller fills it; the others wait. A finished template accepts no connections, so that it can be copied. */
const filledTemplate = async (admin: Sql, server: string, template: string, { name, load }: Content): Promise<string> => {
  const filled = `${template}_${name}`;
  await admin`select pg_advisory_lock(hashtext(${filled}))`;
  const [there] = await admin`select from pg_database where datname = ${filled} and not datallowconn`;
  if (!there) {
    await admin`drop database if exists ${admin(filled)} with (force)`;
    await admin`create database ${admin(filled)} template ${admin(template)}`;
    const sql = connect(onDatabase(server, filled), 1);
    await load(sql).finally(() => sql.end({ timeout: 5 }));
    await admin`alter database ${admin(filled)} with allow_connections false`;
  }
  await admin`select pg_advisory_unlock(hashtext(${filled}))`;
  return filled;
};

/** The server's URL with another database. */
export const onDatabase = (server: string, name: string): string => {
  const url = new URL(server);
  url.pathname = name;
  return url.href;
};

let admin: Sql | undefined;
let last_work: Promise<unknown> = Promise.resolve();

/** On one connection for all files of a worker, one after the other: locks belong to a session. */
const onServer = <T>(server: string, work: (admin: Sql) => Promise<T>): Promise<T> => {
  admin ??= connect(server, 1);
  const sql = admin;
  const done = last_work.then(() => work(sql));
  last_work = done.catch(() => {});
  return done;
};
