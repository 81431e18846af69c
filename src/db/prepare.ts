import { runMigrations } from 'graphile-worker';
import { migrate } from './migrate.ts';
import type { Database } from './open.ts';

/** Brings a database to this version's shape: our tables, and those in which jobs wait. */
export const prepareDatabase = async ({ sql, connection }: Pick<Database, 'sql' | 'connection'>): Promise<void> => {
  await migrate(sql);
  await runMigrations({ ...connection, maxPoolSize: 1 });
};
