import { type Ctx, type Db, inTransaction } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { Clock } from './clock.ts';

/** If the process's clock differs more from the database's, time-dependent operations are refused. */
export const MAX_CLOCK_DIFFERENCE_MS = 60_000;

export interface ClockReading {
  /** Milliseconds that the process's clock is ahead of the database's; negative if behind. */
  ahead_ms: number;
  /** The database's time plus the clock's deliberate offset, at `read_at` (in terms of `performance.now()`). */
  database_ms: number;
  read_at: number;
}

/**
 * Compares a clock with the database's. The database reads its clock at some time between query and result, so only a deviation beyond
 * that span counts. The span is measured with the monotonic clock. Null for a clock that cannot be compared.
 */
export const readDatabaseTime = async (clock: Clock, queryDatabaseTime: () => Promise<Date>): Promise<ClockReading | null> => {
  const started_at = performance.now();
  const now_in_database = await queryDatabaseTime();
  if (clock.offset_ms === undefined) return null;
  const read_at = performance.now();
  const own_ms = clock.now().getTime();
  const database_ms = now_in_database.getTime() + clock.offset_ms;
  const earliest = own_ms - (read_at - started_at);
  const ahead_ms = database_ms < earliest ? earliest - database_ms : Math.min(own_ms - database_ms, 0);
  return { ahead_ms, database_ms, read_at };
};

const UNITS: [ms: number, name: string][] = [
  [86_400_000, 'days'],
  [3_600_000, 'hours'],
  [60_000, 'minutes'],
  [1000, 'seconds'],
];

/** The difference as text, such as "3 hours ahead of". */
export const describeDifference = (ahead_ms: number): string => {
  const size = Math.abs(ahead_ms);
  const [ms, name] = UNITS.find(([ms]) => size >= 2 * ms) ?? UNITS.at(-1)!;
  return `${Math.round(size / ms)} ${name} ${ahead_ms > 0 ? 'ahead of' : 'behind'}`;
};

const clockRefusal = (ahead_ms: number): Refusal =>
  new Refusal('clock_differs', {
    detail: `The clock of this server is ${describeDifference(ahead_ms)} the database’s. Votes, launches and payments are paused until it is corrected. Try again in a few minutes.`,
  });

/** The database's clock, continued on the monotonic one, which nobody sets. Refuses if the process's clock differs too much. */
const followDatabase = async (clock: Clock, queryDatabaseTime: () => Promise<Date>): Promise<Clock> => {
  const reading = await readDatabaseTime(clock, queryDatabaseTime);
  if (!reading) return clock;
  const { ahead_ms, database_ms, read_at } = reading;
  if (Math.abs(ahead_ms) > MAX_CLOCK_DIFFERENCE_MS) throw clockRefusal(ahead_ms);
  return { now: () => new Date(database_ms + (performance.now() - read_at)), offset_ms: clock.offset_ms };
};

const queryTime = async (sql: Db): Promise<Date> => (await sql<{ at: Date }[]>`select clock_timestamp() as at`)[0]!.at;

/** The database's clock, for everything whose time must be the same for all processes. */
export const databaseClock = async (sql: Db, clock: Clock): Promise<Clock> =>
  clock.offset_ms === undefined ? clock : followDatabase(clock, () => queryTime(sql));

export const databaseTime = async (sql: Db, clock: Clock): Promise<Date> => (await databaseClock(sql, clock)).now();

/** The same, if another query already returns the database's time. */
export const databaseTimeFrom = async (clock: Clock, queryDatabaseTime: () => Promise<Date>): Promise<Date> =>
  (await followDatabase(clock, queryDatabaseTime)).now();

/** Compares the clocks without refusing, for monitoring. */
export const compareClocks = async (sql: Db, clock: Clock): Promise<ClockReading | null> =>
  clock.offset_ms === undefined ? null : readDatabaseTime(clock, () => queryTime(sql));

/** Runs work in a transaction with the database's clock. Use it for everything whose time must be the same for all processes. */
export const withDatabaseClock = <C extends Pick<Ctx, 'sql' | 'clock'>, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> =>
  inTransaction(ctx, async (ctx) => work({ ...ctx, clock: await databaseClock(ctx.sql, ctx.clock) }));
