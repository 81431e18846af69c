import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { connect, type Sql } from '../../src/db/open.ts';

declare module 'vitest' {
  interface ProvidedContext {
    database: { server: string; template: string };
    /** For files of the tests; it goes away with the run. */
    folder: string;
  }
}

export type TestDatabase = { sql: Sql; url: string; connection: { connectionString: string }; drop(): Promise<void> };

/** A migrated database of the caller's own, copied from the run's template. */
export const createTestDatabase = async ({ pool = 5 } = {}): Promise<TestDatabase> => {
  const { server, template } = inject('database');
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  await onServer(server, (admin) => admin`create database ${admin(name)} template ${admin(template)}`);
  const url = onDatabase(server, name);
  const sql = connect(url, pool);
  const drop = async () => {
    await sql.end({ timeout: 5 });
    await onServer(server, (admin) => admin`drop database if exists ${admin(name)} with (force)`);
  };
  return { sql, url, connection: { connectionString: url }, drop };
};

/** The same server's address with another database. */
export const onDatabase = (server: string, name: string): string => {
  const url = new URL(server);
  url.pathname = name;
  return url.href;
};

const onServer = async (server: string, work: (admin: Sql) => Promise<unknown>): Promise<void> => {
  const admin = connect(server, 1);
  await work(admin).finally(() => admin.end({ timeout: 5 }));
};
