import type { PendingQuery, Sql, TransactionSql } from 'postgres';

/** Runs SQL: the pool, or a transaction. */
export type Db = Sql | TransactionSql;

// biome-ignore lint/suspicious/noExplicitAny: postgres.js types it by the rows it would give, and it gives none.
export type SqlFragment = PendingQuery<any>;

/** SQLSTATE of a write to a read-only database: a standby, or a primary in read-only mode. */
const READ_ONLY = '25006';

export const isReadOnly = (error: unknown): boolean => (error as { code?: string }).code === READ_ONLY;

/** For writes that accompany a read, such as when a key was last used: skipped if the database is read-only. */
export const unlessReadOnly = async (write: PromiseLike<unknown>): Promise<void> => {
  try {
    await write;
  } catch (error) {
    if (!isReadOnly(error)) throw error;
  }
};

/** The first row of a query that always returns one. */
export const firstRow = <T>([row]: readonly T[]): T => {
  if (row === undefined) throw new Error('The query returned no row.');
  return row;
};

/** A value for a JSON column. The driver's type of JSON rejects interfaces, which have no index signature. */
export const jsonParameter = (sql: Db, value: unknown) => sql.json(value as never);
