import type { Logger } from 'pino';
import { firstRow, firstValue, isUnreachable } from '../../kernel/database.ts';
import { counter } from '../../kernel/metrics.ts';
import { connect, type Sql } from '../connection/connect.ts';
import { nameHost, parseDatabaseUrl } from '../connection/url.ts';
import { guardPool, POOLS } from '../pools/guarded-pool.ts';
import { type ReplicaPool, withFallback } from '../pools/replica-pool.ts';
import type { PrimaryPositions } from './lag.ts';
import { parsePosition } from './position.ts';
import { findSystem } from './system.ts';

export interface ReplicaOptions {
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

/** How often a replica is checked. */
export const EVERY_MS = 1000;

/** A replica whose last good check is older is left out. */
const MAX_CHECK_AGE_MS = 2500;

/**
 * How long after a commit a read from a replica in use may still lack it. The commit is seen with the primary's next position; a replica
 * that lacks it is left out after the allowed lag, or when its last good check is too old.
 */
export const maxStaleness = (max_lag_ms: number): number => EVERY_MS + Math.max(max_lag_ms, MAX_CHECK_AGE_MS + EVERY_MS);

/** A replica that answers neither its check nor any statement for this long hangs. */
const SILENT_MS = 1000;

const fallbacks = counter('replica_fallbacks_total', 'Statements that a replica could not answer and the primary did.', ['replica']);

const describeError = (error: unknown): string => (error as Error).message || String((error as { code?: string }).code);

/** What is known of the primary. */
export interface Primary {
  positions: PrimaryPositions;
  /** Its system identifier; null if the role may not ask for it. */
  system: string | null;
}

export class Replica {
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
  /** What it is known to have: more than at its last check if a read has found out since. */
  #known: bigint | null = null;
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

  /** Reads without the help of the primary, and finds how far it was replayed afterwards. Null if it cannot answer. */
  async readAlone<T>(read: (sql: Sql) => Promise<T>): Promise<{ found: T; position: string } | null> {
    const answer = await this.#pool.readAlone(async (sql) => ({
      found: await read(sql),
      position: await firstValue<string>(sql`select pg_last_wal_replay_lsn()::text as position`),
    }));
    if (!answer) return null;
    this.#noteReplayed(answer.found.position);
    return answer.found;
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
    return position === null || (this.#known !== null && this.#known >= position);
  }

  /** Remembers what a read has found it to have, so that the next one need not wait for its next check. */
  #noteReplayed(position: string): void {
    const replayed = parsePosition(position);
    if (replayed !== null && this.#known !== null && replayed > this.#known) this.#known = replayed;
  }

  /** Whether answers may still be cached that it read without this position. */
  mayLack(position: bigint): boolean {
    return this.#replayed_before === null || this.#replayed_before < position;
  }

  async check(): Promise<void> {
    const watch = this.#watchForSilence();
    const known = this.#known;
    try {
      const rows = await this.#health<{ standby: boolean; replayed: string | null }[]>`
        select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as replayed`;
      const { standby, replayed } = firstRow(rows);
      if (this.#system === undefined) this.#system = await findSystem(this.#health);
      this.#replayed_before = this.#replayed;
      this.#replayed = standby ? parsePosition(replayed) : null;
      // It has less than before if it lost its last seconds in a crash; reads may have found more since it was asked.
      if (this.#replayed === null || known === null || this.#replayed < known) this.#known = this.#replayed;
      else if (this.#replayed > this.#known!) this.#known = this.#replayed;
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
