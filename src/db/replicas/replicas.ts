import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { firstRow, firstValue, isUnreachable } from '../../kernel/database.ts';
import { counter, gauge } from '../../kernel/metrics.ts';
import { connect, type Sql } from '../connection/connect.ts';
import { nameHost, parseDatabaseUrl } from '../connection/url.ts';
import { guardPool, POOLS } from '../pools/guarded-pool.ts';
import { withFallback } from '../pools/replica-pool.ts';
import { PrimaryPositions } from './lag.ts';
import { LAST_POSITION, parsePosition } from './position.ts';

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
  notePosition: async () => null,
  position_seconds: 0,
  isPrimaryDown: () => false,
  status: () => [],
});

interface ReplicaOptions {
  urls: string[];
  /** For what no replica can answer. */
  primary: Sql;
  /** Pool on the primary for checks and positions. */
  health: Sql;
  /** A replica that is further behind is left out. */
  max_lag_ms: number;
  log: Pick<Logger, 'info' | 'warn'>;
  every_ms?: number;
}

const EVERY_MS = 1000;

/** A replica whose last good check is older is left out: the next one hangs. */
const MAX_CHECK_AGE_MS = 2500;

/**
 * How long after a commit a read from a replica in use may still lack it. The commit is seen with the primary's next position; a replica
 * that lacks it is left out after the allowed lag, or when its last good check is too old.
 */
export const maxStaleness = (max_lag_ms: number): number => EVERY_MS + Math.max(max_lag_ms, MAX_CHECK_AGE_MS + EVERY_MS);

const POSITION_MARGIN_SECONDS = 10;

const reads = counter('public_reads_total', 'Public reads, by the database that was chosen for them.', ['database']);
const fallbacks = counter('replica_fallbacks_total', 'Statements that a replica could not answer and the primary did.', ['replica']);
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

const describeError = (error: unknown): string => (error as Error).message || String((error as { code?: string }).code);

class Replica {
  readonly name: string;
  readonly sql: Sql;
  readonly #pools: Sql[];
  readonly #health: Sql;
  readonly #positions: PrimaryPositions;
  readonly #options: ReplicaOptions;
  /** It must have replayed what the primary had when this process started, such as migrations. */
  readonly #first_position: bigint;
  #replayed: bigint | null = null;
  #behind_since: number | null = null;
  #checked_at = Number.NEGATIVE_INFINITY;
  #error: string | null = 'It has not answered yet.';
  #reported: string | null = null;

  constructor(url: string, options: ReplicaOptions, first_position: bigint, positions: PrimaryPositions) {
    this.name = nameHost(parseDatabaseUrl(url).hosts[0]!);
    this.#options = options;
    this.#first_position = first_position;
    this.#positions = positions;
    const open = (pool: 'replica' | 'health'): Sql => {
      const { settings, ...limits } = POOLS[pool];
      return guardPool(`${pool} ${this.name}`, () => connect(url, limits.connections, settings), limits);
    };
    const pool = open('replica');
    this.#health = open('health');
    this.#pools = [pool, this.#health];
    this.sql = withFallback(pool, options.primary, {
      isUsable: () => this.#error === null,
      onFailure: (error) => {
        fallbacks.inc({ replica: this.name });
        // Until its next check. Other errors are about the statement.
        if (isUnreachable(error)) this.#error = describeError(error);
      },
    });
  }

  /** Why it gets no reads; null if it does. */
  reason(): string | null {
    if (this.#error !== null) return this.#error;
    if (performance.now() - this.#checked_at > MAX_CHECK_AGE_MS + (this.#options.every_ms ?? EVERY_MS)) return 'It does not answer.';
    if (this.#replayed! < this.#first_position) return 'It has not caught up since this process started.';
    const { max_lag_ms } = this.#options;
    return this.lag()! > max_lag_ms ? `It is more than ${max_lag_ms / 1000} seconds behind the primary.` : null;
  }

  lag(): number | null {
    if (this.#replayed === null) return null;
    return this.#behind_since === null ? 0 : performance.now() - this.#behind_since;
  }

  has(position: bigint | null): boolean {
    return position === null || (this.#replayed !== null && this.#replayed >= position);
  }

  async check(): Promise<void> {
    try {
      const rows = await this.#health<{ standby: boolean; replayed: string | null }[]>`
        select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as replayed`;
      const { standby, replayed } = firstRow(rows);
      this.#replayed = standby ? parsePosition(replayed) : null;
      this.#behind_since = this.#replayed === null ? null : this.#positions.behindSince(this.#replayed);
      this.#error = this.#replayed === null ? 'It is not a standby of the primary.' : null;
      this.#checked_at = performance.now();
    } catch (error) {
      this.#error = describeError(error);
    }
    this.#reportChange();
  }

  #reportChange(): void {
    const reason = this.reason();
    if ((reason === null) === (this.#reported === null)) return;
    this.#reported = reason;
    const { log } = this.#options;
    if (reason) log.warn({ replica: this.name, reason }, 'a replica is left out');
    else log.info({ replica: this.name }, 'a replica gets reads again');
  }

  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end({ timeout: 1 })));
  }
}

const findPosition = async (sql: Sql): Promise<bigint> =>
  parsePosition(await firstValue<string>(sql`select pg_current_wal_lsn()::text as position`)) ?? 0n;

/** Opens the replicas and checks each of them, and the primary, every second. The start does not wait for a replica that is down. */
export const openReplicas = async (options: ReplicaOptions): Promise<ReadPools & { stop(): Promise<void> }> => {
  const { urls, primary, health, every_ms = EVERY_MS } = options;
  const stopped = new AbortController();
  const positions = new PrimaryPositions();
  let is_primary_down = false;
  let next = 0;
  const checkPrimary = async (): Promise<void> => {
    try {
      positions.add(await findPosition(health));
      is_primary_down = false;
    } catch {
      is_primary_down = true;
    }
  };
  const repeat = async (check: () => Promise<void>): Promise<void> => {
    while (!stopped.signal.aborted) {
      await sleep(every_ms, null, { signal: stopped.signal, ref: false }).catch(() => {});
      if (!stopped.signal.aborted) await check();
    }
  };

  const first_position = await findPosition(health);
  const replicas = urls.map((url) => new Replica(url, options, first_position, positions));
  positions.add(first_position);
  await Promise.all(replicas.map((replica) => replica.check()));
  const checking = Promise.all([repeat(checkPrimary), ...replicas.map((replica) => repeat(() => replica.check()))]);

  const choose = (position: string | null): Sql => {
    const needed = parsePosition(position);
    for (let tried = 0; tried < replicas.length; tried++) {
      next = (next + 1) % replicas.length;
      const replica = replicas[next]!;
      if (!replica.has(needed) || replica.reason() !== null) continue;
      reads.inc({ database: replica.name });
      return replica.sql;
    }
    reads.inc({ database: 'primary' });
    return primary;
  };
  const notePosition = async (): Promise<string | null> => {
    try {
      // Of what was inserted into the log, whether or not it is on disk yet.
      return await firstValue<string>(health`select pg_current_wal_insert_lsn()::text as position`);
    } catch {
      return LAST_POSITION;
    }
  };
  const pools: ReadPools = {
    choose,
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
