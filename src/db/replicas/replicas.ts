import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { firstRow, firstValue, isUnreachable } from '../../kernel/database.ts';
import { counter, gauge } from '../../kernel/metrics.ts';
import { connect, type Sql } from '../connection/connect.ts';
import { nameHost, parseDatabaseUrl } from '../connection/url.ts';
import { guardPool, POOLS } from '../pools/guarded-pool.ts';
import { type ReplicaPool, withFallback } from '../pools/replica-pool.ts';
import { PrimaryPositions } from './lag.ts';
import { formatPosition, parsePosition } from './position.ts';
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
  mayLack: () => false,
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

/** A replica whose last good check is older is left out. */
const MAX_CHECK_AGE_MS = 2500;

/** A replica that answers neither its check nor any statement for this long hangs. */
const SILENT_MS = 1000;

const POSITION_MARGIN_SECONDS = 10;

/**
 * Positions come from cookies. One that is further ahead of the primary's last known position is false: a primary does not write a
 * gigabyte in the second between two checks. A false one would send its reader to the primary for good.
 */
const MAX_AHEAD = 1n << 30n;

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

/** What is known of the primary. */
interface Primary {
  positions: PrimaryPositions;
  /** Its system identifier; null if the role may not ask for it. */
  system: string | null;
}

class Replica {
  readonly name: string;
  readonly #pool: ReplicaPool;
  readonly #opened: Sql[];
  readonly #health: Sql;
  readonly #primary: Primary;
  readonly #options: ReplicaOptions;
  /** Undefined until it was asked for, since it was away. */
  #system: string | null | undefined;
  #replayed: bigint | null = null;
  /** The same one check earlier. Answers are cached for less than the time in between. */
  #replayed_before: bigint | null = null;
  #behind_since: number | null = null;
  /** Where it was found to be ahead of the primary. */
  #ahead_at: bigint | null = null;
  #checked_at = Number.NEGATIVE_INFINITY;
  #answered_at = Number.NEGATIVE_INFINITY;
  #error: string | null = 'It has not answered yet.';
  #reported: string | null = null;

  constructor(url: string, options: ReplicaOptions, primary: Primary) {
    this.name = nameHost(parseDatabaseUrl(url).hosts[0]!);
    this.#options = options;
    this.#primary = primary;
    const open = (pool: 'replica' | 'health'): Sql => {
      const { settings, ...limits } = POOLS[pool];
      return guardPool(`${pool} ${this.name}`, () => connect(url, limits.connections, settings), limits);
    };
    const pool = open('replica');
    this.#health = open('health');
    this.#opened = [pool, this.#health];
    this.#pool = withFallback(pool, options.primary, {
      isUsable: () => this.#error === null,
      onAnswer: () => {
        this.#answered_at = performance.now();
      },
      onFailure: (error) => {
        fallbacks.inc({ replica: this.name });
        // Until its next check. Other errors are about the statement.
        if (isUnreachable(error)) this.#error = describeError(error);
      },
    });
  }

  get sql(): Sql {
    return this.#pool.sql;
  }

  get replayed(): bigint | null {
    return this.#replayed;
  }

  /** Why it gets no reads; null if it does. */
  reason(): string | null {
    if (this.#error !== null) return this.#error;
    if (performance.now() - this.#checked_at > MAX_CHECK_AGE_MS + (this.#options.every_ms ?? EVERY_MS)) return 'It does not answer.';
    const { system, positions } = this.#primary;
    if (system && this.#system && this.#system !== system) return 'It is a standby of another primary.';
    if (this.#ahead_at !== null) return 'It has what the primary does not have: it did not follow a failover.';
    // What the primary had when this process started includes migrations.
    if (this.#replayed! < positions.first) return 'It has not caught up since this process started.';
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

  /** Whether answers may still be cached that it read without this position. */
  mayLack(position: bigint): boolean {
    return this.#replayed_before === null || this.#replayed_before < position;
  }

  async check(): Promise<void> {
    const watch = this.#watchForSilence();
    try {
      const rows = await this.#health<{ standby: boolean; replayed: string | null }[]>`
        select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as replayed`;
      const { standby, replayed } = firstRow(rows);
      if (this.#system === undefined) this.#system = await findSystem(this.#health);
      this.#replayed_before = this.#replayed;
      this.#replayed = standby ? parsePosition(replayed) : null;
      this.#behind_since = this.#replayed === null ? null : this.#primary.positions.behindSince(this.#replayed);
      this.#error = this.#replayed === null ? 'It is not a standby of the primary.' : null;
      this.#checked_at = performance.now();
    } catch (error) {
      this.#error = describeError(error);
      this.#system = undefined;
    } finally {
      watch.end();
    }
    this.#reportChange();
  }

  /** Leaves the replica out as soon as it has answered nothing for too long, and gives up what it was asked. */
  #watchForSilence() {
    const asked_at = performance.now();
    let timer: NodeJS.Timeout;
    let is_over = false;
    const look = (): void => {
      if (is_over || this.#error !== null) return;
      const silent_ms = performance.now() - Math.max(asked_at, this.#answered_at);
      if (silent_ms < SILENT_MS) {
        lookIn(SILENT_MS - silent_ms);
        return;
      }
      this.#pool.giveUp();
      this.#error = 'It does not answer.';
      this.#reportChange();
    };
    const lookIn = (ms: number): void => {
      // What has arrived is read first: this process may have been busy.
      timer = setTimeout(() => setImmediate(look), ms).unref();
    };
    lookIn(SILENT_MS);
    return {
      end() {
        is_over = true;
        clearTimeout(timer);
      },
    };
  }

  /**
   * Compares what it had replayed with where the primary was afterwards. A replica that stayed on the log of a lost primary may have more of
   * it than the promoted one had. It lacks everything since, also when the new primary has passed it, so it is left out until it moves.
   */
  compare(replayed: bigint | null, position: bigint): void {
    if (replayed === null || replayed === this.#ahead_at) return;
    this.#ahead_at = replayed > position ? replayed : null;
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
    await Promise.all(this.#opened.map((pool) => pool.end({ timeout: 1 })));
  }
}

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
  const choose = (position: string | null): Sql => {
    const needed = readPosition(position);
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
