import { setTimeout as sleep } from 'node:timers/promises';
import { firstValue } from '../../kernel/database.ts';
import { counter, gauge } from '../../kernel/metrics.ts';
import type { Sql } from '../connection/connect.ts';
import { PrimaryPositions } from './lag.ts';
import { formatPosition, parsePosition } from './position.ts';
import { EVERY_MS, type Primary, Replica, type ReplicaOptions } from './replica.ts';
import { findSystem } from './system.ts';

export interface ReplicaStatus {
  name: string;
  /** Why it gets no reads; null if it does. */
  reason: string | null;
  /** How far it is behind; null while that is not known. */
  lag_ms: number | null;
}

/** Decides where public content is read. */
export interface ReadPools {
  /** A replica that has this position of the write-ahead log; the primary if there is none. */
  choose(position: string | null): Sql;
  /**
   * Reads from one replica that has this position, and from no other database: its statements never see an older state than the ones before.
   * Returns the position of what was read, too; null if there is no such replica, or it cannot answer.
   */
  readOne<T>(position: string | null, read: (sql: Sql) => Promise<T>): Promise<{ found: T; position: string } | null>;
  /** Whether answers that were read elsewhere, or a moment ago, may be from before this position. */
  mayLack(position: string | null): boolean;
  /** The position that a replica needs to have everything written so far; null if there are no replicas. */
  notePosition(): Promise<string | null>;
  /** For how long a noted position matters: afterwards every replica in use has it. */
  position_seconds: number;
  /** Whether the primary did not answer the last check. Only known with replicas. */
  isPrimaryDown(): boolean;
  status(): ReplicaStatus[];
}

/** Without replicas everything is read from the primary. */
export const primaryOnly = (sql: Sql): ReadPools => ({
  choose: () => sql,
  readOne: async () => null,
  mayLack: () => false,
  notePosition: async () => null,
  position_seconds: 0,
  isPrimaryDown: () => false,
  status: () => [],
});

const POSITION_MARGIN_SECONDS = 10;

/**
 * Positions come from cookies. One that is further ahead of the primary's last known position is false: a primary does not write a
 * gigabyte in the second between two checks. A false one would send its reader to the primary for good.
 */
const MAX_AHEAD = 1n << 30n;

const reads = counter('public_reads_total', 'Public reads, by the database that was chosen for them.', ['database']);
let monitored: ReadPools | null = null;
gauge('replica_usable', 'Whether a replica gets reads: 1 or 0.', ['replica'], {
  collect(usable) {
    for (const { name, reason } of monitored?.status() ?? []) usable.set({ replica: name }, Number(reason === null));
  },
});
gauge('replica_lag_seconds', 'How long a replica has lacked something that the primary wrote.', ['replica'], {
  collect(lags) {
    for (const { name, lag_ms } of monitored?.status() ?? [])
      if (lag_ms === null) lags.remove({ replica: name });
      else lags.set({ replica: name }, lag_ms / 1000);
  },
});

const findPosition = async (sql: Sql): Promise<bigint> =>
  parsePosition(await firstValue<string>(sql`select pg_current_wal_lsn()::text as position`)) ?? 0n;

/** Opens the replicas and checks each of them, and the primary, every second. The start does not wait for a replica that is down. */
export const openReplicas = async (options: ReplicaOptions): Promise<ReadPools & { stop(): Promise<void> }> => {
  const { urls, primary, health, every_ms = EVERY_MS } = options;
  const stopped = new AbortController();
  const state: Primary = { positions: new PrimaryPositions(), system: null };
  const { positions } = state;
  let replicas: Replica[] = [];
  let is_primary_down = false;
  /** When it is back it may be another server. */
  let is_system_known = false;
  let next = 0;
  const askPrimary = async (): Promise<void> => {
    const replayed = replicas.map((replica) => replica.replayed);
    const position = await findPosition(health);
    if (!is_system_known) state.system = await findSystem(health);
    is_system_known = true;
    positions.add(position);
    for (const [n, replica] of replicas.entries()) replica.compare(replayed[n]!, position);
  };
  const checkPrimary = async (): Promise<void> => {
    try {
      await askPrimary();
      is_primary_down = false;
    } catch {
      is_primary_down = true;
      is_system_known = false;
    }
  };
  const repeat = async (check: () => Promise<void>): Promise<void> => {
    while (!stopped.signal.aborted) {
      await sleep(every_ms, null, { signal: stopped.signal, ref: false }).catch(() => {});
      if (!stopped.signal.aborted) await check();
    }
  };

  await askPrimary();
  replicas = urls.map((url) => new Replica(url, options, state));
  await Promise.all(replicas.map((replica) => replica.check()));
  await checkPrimary();
  const checking = Promise.all([repeat(checkPrimary), ...replicas.map((replica) => repeat(() => replica.check()))]);

  /** The position as a number; null if it is none, or false. While the primary is away, what a replica has is better than nothing. */
  const readPosition = (text: string | null): bigint | null => {
    const position = parsePosition(text);
    return position === null || is_primary_down || position > positions.last + MAX_AHEAD ? null : position;
  };
  const findUsable = (needed: bigint | null): Replica | null => {
    for (let tried = 0; tried < replicas.length; tried++) {
      next = (next + 1) % replicas.length;
      const replica = replicas[next]!;
      if (replica.has(needed) && replica.reason() === null) return replica;
    }
    return null;
  };
  const choose = (position: string | null): Sql => {
    const replica = findUsable(readPosition(position));
    reads.inc({ database: replica?.name ?? 'primary' });
    return replica?.sql ?? primary;
  };
  const readOne = async <T>(position: string | null, read: (sql: Sql) => Promise<T>) => {
    // Of a reader of changes: who has a position must not be shown anything older, whether or not the primary is away.
    const replica = findUsable(parsePosition(position));
    if (!replica) return null;
    const answer = await replica.readAlone(read);
    if (answer) reads.inc({ database: replica.name });
    return answer;
  };
  const mayLack = (position: string | null): boolean => {
    const needed = readPosition(position);
    return needed !== null && replicas.some((replica) => replica.reason() === null && replica.mayLack(needed));
  };
  const notePosition = async (): Promise<string | null> => {
    try {
      // Of what was inserted into the log, whether or not it is on disk yet.
      return await firstValue<string>(health`select pg_current_wal_insert_lsn()::text as position`);
    } catch {
      // Later than what was written, and than replicas come to before the position is forgotten.
      return formatPosition(positions.last + MAX_AHEAD / 2n);
    }
  };
  const pools: ReadPools = {
    choose,
    readOne,
    mayLack,
    notePosition,
    position_seconds: Math.ceil(options.max_lag_ms / 1000) + POSITION_MARGIN_SECONDS,
    isPrimaryDown: () => is_primary_down,
    status: () => replicas.map((replica) => ({ name: replica.name, reason: replica.reason(), lag_ms: replica.lag() })),
  };
  monitored = pools;
  return {
    ...pools,
    async stop() {
      stopped.abort();
      await checking;
      await Promise.all(replicas.map((replica) => replica.close()));
    },
  };
};
