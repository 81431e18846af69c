import type { PendingQuery, Sql, TransactionSql } from 'postgres';

/** Runs SQL: the pool, or a transaction. */
export type Db = Sql | TransactionSql;

// biome-ignore lint/suspicious/noExplicitAny: postgres.js types it by the rows it would give, and it gives none.
export type SqlFragment = PendingQuery<any>;

/** SQLSTATE of a write to a read-only database: a standby, or a primary in read-only mode. */
const READ_ONLY = '25006';

export const isReadOnly = (error: unknown): boolean => (error as { code?: string }).code === READ_ONLY;

/** Error codes of the driver and of PostgreSQL if the database is down, starting, stopping, or out of connections. */
const UNREACHABLE =
  /^(CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|DATABASE_UNREACHABLE|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENOENT|EPIPE|57P0[123]|53\d{3}|08\d{3}|25P03|NO_ANSWER)$/;

export const isUnreachable = (error: unknown): boolean => UNREACHABLE.test((error as { code?: string }).code ?? '');

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

/** The row of a query that returns at most one. */
export const findRow = async <T>(query: PromiseLike<readonly T[]>): Promise<T | undefined> => (await query)[0];

/** The value of a query for one column that always returns a row. */
export const firstValue = async <T>(query: PromiseLike<readonly object[]>): Promise<T> => Object.values(firstRow(await query))[0];

/** The value of a query for one column that returns at most one row; null without a row. */
export const findValue = async <T>(query: PromiseLike<readonly object[]>): Promise<T | null> =>
  Object.values((await query)[0] ?? {})[0] ?? null;

/** The values of a query for one column. */
export const selectColumn = async <T>(query: PromiseLike<readonly object[]>): Promise<T[]> =>
  (await query).map((row) => Object.values(row)[0]);

export const hasRows = async (query: PromiseLike<readonly unknown[]>): Promise<boolean> => (await query).length > 0;

/** A timestamp for JSON that PostgreSQL builds, written like Date.toISOString: UTC, with milliseconds and Z. */
export const isoTime = (sql: Db, column: string): SqlFragment =>
  sql`to_char(${sql(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A value for a JSON column. The driver's type of JSON rejects interfaces, which have no index signature. */
export const jsonParameter = (sql: Db, value: unknown) => sql.json(value as never);
