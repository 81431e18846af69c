import type { Sql } from 'postgres';
import { isReadOnly, isUnreachable } from '../../kernel/database.ts';
import { type DriverQuery, interceptQueries } from './guarded-pool.ts';

/** A conflict with recovery, or a table that is not replicated. */
const NOT_ON_REPLICA = /^(40001|0A000)$/;

/** Whether an error is about the replica and not about the statement, which the primary could answer. */
const isReplicaError = (error: unknown): boolean =>
  isUnreachable(error) || isReadOnly(error) || NOT_ON_REPLICA.test((error as { code?: string }).code ?? '');

/** The wait for a connection took too long. */
const isWaitOver = (error: unknown): boolean => (error as { code?: string }).code === 'POOL_TIMEOUT';

export interface ReplicaHealth {
  isUsable(): boolean;
  /** Called for every statement that the replica answered. */
  onAnswer(): void;
  /** Called for every statement, or reading without the primary, that the replica could not answer. */
  onFailure(error: unknown): void;
}

export interface ReplicaPool {
  sql: Sql;
  /** Reads without the help of the primary. Null if the replica cannot answer what the primary could. */
  readAlone<T>(read: (sql: Sql) => Promise<T>): Promise<{ found: T } | null>;
  /** Ends the wait for everything that the replica has not answered yet. Statements of `sql` are sent to the primary. */
  giveUp(): void;
}

/** The same query on another pool. A query object belongs to the connection it was sent on, even if that does not answer. */
const repeatOn = (sql: Sql, { strings, args, options, isRaw }: DriverQuery): DriverQuery => {
  const is_tagged = 'raw' in strings;
  const make = sql as unknown as (...args: unknown[]) => unknown;
  const query = (is_tagged
    ? make(strings, ...args)
    : sql.unsafe((strings as string[])[0]!, args as never[], options)) as unknown as DriverQuery;
  if (is_tagged) Object.assign(query.options, options);
  query.isRaw = isRaw;
  return query;
};

/**
 * A pool on a replica for statements that only read. What the replica cannot answer is sent to the primary: a read fails only if both do.
 * Transactions, and statements that turn out to write, run on the primary.
 */
export const withFallback = (replica: Sql, primary: Sql, health: ReplicaHealth): ReplicaPool => {
  const canPrimaryHelp = (error: unknown): boolean =>
    isReplicaError(error) ||
    // A replica with more work than it can do stays busy: the primary would be next.
    (isWaitOver(error) && !health.isUsable());
  /** A function for each statement that has no answer yet, which sends it to the primary, and for each reading, which ends it. */
  const unanswered = new Set<(error: unknown) => void>();

  const intercept = (query: DriverQuery): void => {
    const sendToReplica = query.handler;
    const { resolve, reject } = query;
    const sendToPrimary = (): void => void Promise.resolve(repeatOn(primary, query) as unknown as Promise<unknown>).then(resolve, reject);
    query.handler = () => {
      if (!health.isUsable()) return sendToPrimary();
      const giveUpOn = (error: unknown): void => {
        unanswered.delete(giveUpOn);
        health.onFailure(error);
        sendToPrimary();
      };
      unanswered.add(giveUpOn);
      // The replica may still answer what was given up.
      query.resolve = (result) => {
        if (!unanswered.delete(giveUpOn)) return;
        health.onAnswer();
        resolve(result);
      };
      query.reject = (error) => {
        if (!unanswered.has(giveUpOn)) return;
        if (canPrimaryHelp(error)) return giveUpOn(error);
        unanswered.delete(giveUpOn);
        health.onAnswer();
        reject(error);
      };
      return sendToReplica(query);
    };
  };
  const readAlone = async <T>(read: (sql: Sql) => Promise<T>): Promise<{ found: T } | null> => {
    const { promise: given_up, reject } = Promise.withResolvers<never>();
    unanswered.add(reject);
    try {
      const found = await Promise.race([read(replica), given_up]);
      health.onAnswer();
      return { found };
    } catch (error) {
      if (!canPrimaryHelp(error)) throw error;
      health.onFailure(error);
      return null;
    } finally {
      unanswered.delete(reject);
    }
  };
  return {
    readAlone,
    sql: interceptQueries(replica, () => replica, intercept, { begin: primary.begin }),
    giveUp() {
      const error = Object.assign(new Error('The replica does not answer.'), { code: 'NO_ANSWER' });
      for (const giveUpOn of [...unanswered]) giveUpOn(error);
    },
  };
};
