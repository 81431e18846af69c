import { gauge, histogram } from '../../kernel/metrics.ts';

export interface AdmissionLimits {
  connections: number;
  /** Connections that may be in transactions; the others stay free for reads. */
  transactions: number;
  /** Connections that may run slow statements; the others stay free for quick ones. */
  slow: number;
  /** How long a statement or transaction may wait for a connection. */
  wait_ms: number;
  answer_ms: number;
}

/** A use of a connection: a single statement or a transaction. */
export interface Use {
  /** The same object each time the same statement runs; null for a transaction. */
  statement: object | null;
  /** Since when it waits for a connection or a response; null if for neither. */
  since: number | null;
  start(): void;
  fail(error: Error): void;
}

/** A slower statement waits for a lock or is expensive: it only gets some of the connections. */
const SLOW_MS = 500;
const SWEEP_MS = 100;

/** While all statements take less time than this, several share a connection (pipelining), which halves their cost. */
const QUICK_MS = 25;
const MAX_PER_CONNECTION = 10;

/** Minimum time between replacing all connections because slow statements took them. */
const RENEW_EVERY_MS = 5000;

/** Lock timeout and statement timeout. */
const TOOK_TOO_LONG = /^(55P03|57014)$/;

const POOL_TIMEOUT = 'POOL_TIMEOUT';
const NO_ANSWER = 'NO_ANSWER';

const errorWith = (code: string, message: string): Error => Object.assign(new Error(message), { code });

/** The pools of this process, by name. Their metrics are read at scrape time. */
const admissions = new Map<string, Admission>();

gauge('db_pool_size', 'Connections the pool may have.', ['pool'], {
  collect(sizes) {
    for (const [pool, admission] of admissions) sizes.set({ pool }, admission.status().connections);
  },
});
gauge('db_pool_uses', 'Statements and transactions of the pool: waiting for a connection, or running on one.', ['pool', 'state'], {
  collect(uses) {
    for (const [pool, admission] of admissions) {
      const { waiting, running } = admission.status();
      uses.set({ pool, state: 'waiting' }, waiting);
      uses.set({ pool, state: 'running' }, running);
    }
  },
});
const waits = histogram(
  'db_pool_wait_seconds',
  'Time a statement or transaction waited for a connection of the pool, of those that had to.',
  ['pool'],
  [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
);

/** Decides what runs next on a connection, and ends waits that take too long. */
export class Admission {
  #limits: AdmissionLimits;
  #renew: () => void;
  #waiting: Use[] = [];
  #running = new Set<Use>();
  /** Uses on replaced connections. */
  #on_old_connections = new Set<Use>();
  #slow = new WeakSet<object>();
  #sweeper: NodeJS.Timeout | null = null;
  #renewed_at = Number.NEGATIVE_INFINITY;
  #closed = false;
  #name: string;

  /** `renew` is called to replace the connections. The name is for metrics. */
  constructor(name: string, limits: AdmissionLimits, renew: () => void) {
    this.#name = name;
    this.#limits = limits;
    this.#renew = renew;
    admissions.set(name, this);
  }

  status() {
    return { connections: this.#limits.connections, waiting: this.#waiting.length, running: this.#running.size };
  }

  enter(use: Use): void {
    use.since = performance.now();
    this.#startSweeping();
    if (this.#waiting.length === 0 && this.#canStart(use)) this.#start(use);
    else {
      this.#waiting.push(use);
      this.#startWaiting();
    }
  }

  /** Call it when a use is finished. Further calls do nothing. */
  leave(use: Use, error: unknown): void {
    if (!this.#running.delete(use) && !this.#on_old_connections.delete(use)) return;
    if (use.statement) this.#classify(use.statement, performance.now() - (use.since ?? 0), error);
    this.#startWaiting();
  }

  /** Starts all waiting uses, for the pool to reject them. */
  close(): void {
    this.#closed = true;
    this.#startWaiting();
  }

  #classify(statement: object, took_ms: number, error: unknown): void {
    const { code = '' } = (error ?? {}) as { code?: string };
    if (took_ms > SLOW_MS || TOOK_TOO_LONG.test(code)) this.#slow.add(statement);
    else if (!error) this.#slow.delete(statement);
  }

  #isSlow = ({ statement }: Use): boolean => statement !== null && this.#slow.has(statement);
  #isTransaction = ({ statement }: Use): boolean => statement === null;
  #countRunning = (predicate: (use: Use) => boolean): number => [...this.#running].filter(predicate).length;

  /** Nothing is pipelined behind a slow statement: it would wait for the same lock. */
  #hasCapacity(): boolean {
    const { connections } = this.#limits;
    if (this.#running.size < connections) return true;
    return this.#running.size < connections * MAX_PER_CONNECTION && this.#oldestStatementAge() < QUICK_MS;
  }

  /** The first in the set has run longest. */
  #oldestStatementAge(): number {
    for (const use of this.#running) if (use.statement) return performance.now() - use.since!;
    return Number.POSITIVE_INFINITY;
  }

  #canStart(use: Use): boolean {
    if (this.#closed) return true;
    if (!this.#hasCapacity()) return false;
    const { transactions, slow } = this.#limits;
    if (this.#isTransaction(use)) return this.#countRunning(this.#isTransaction) < transactions;
    return !this.#isSlow(use) || this.#countRunning(this.#isSlow) < slow;
  }

  #start(use: Use): void {
    use.since = performance.now();
    this.#running.add(use);
    use.start();
  }

  /** In order of arrival, except kinds that already have their share. */
  #startWaiting(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    const skipped: Use[] = [];
    let next = 0;
    this.#waiting = [];
    for (; next < waiting.length && (this.#closed || this.#hasCapacity()); next++)
      if (this.#canStart(waiting[next]!)) {
        waits.observe({ pool: this.#name }, (performance.now() - waiting[next]!.since!) / 1000);
        this.#start(waiting[next]!);
      } else skipped.push(waiting[next]!);
    this.#waiting = [...skipped, ...waiting.slice(next), ...this.#waiting];
  }

  #replaceConnections(): void {
    for (const use of this.#running) this.#on_old_connections.add(use);
    this.#running.clear();
    this.#renewed_at = performance.now();
    this.#renew();
  }

  /** Slow statements took all connections before they were known to be slow, as when a popular table is locked. */
  #isClogged(now: number): boolean {
    return !this.#hasCapacity() && this.#countRunning(this.#isSlow) > this.#limits.slow && now - this.#renewed_at > RENEW_EVERY_MS;
  }

  #startSweeping(): void {
    this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_MS).unref();
  }

  #sweep(): void {
    const now = performance.now();
    const { wait_ms, answer_ms } = this.#limits;
    const isOver = ({ since }: Use, max_ms: number): boolean => since !== null && now - since > max_ms;
    for (const use of this.#running) if (use.statement && isOver(use, SLOW_MS)) this.#slow.add(use.statement);
    const timed_out = this.#waiting.filter((use) => isOver(use, wait_ms));
    this.#waiting = this.#waiting.filter((use) => !timed_out.includes(use));
    // On replaced connections a statement may wait behind one that waits for a lock.
    const stuck = [...this.#on_old_connections].filter((use) => use.statement && isOver(use, wait_ms));
    for (const use of stuck) this.#on_old_connections.delete(use);
    for (const use of [...timed_out, ...stuck])
      use.fail(errorWith(POOL_TIMEOUT, `No connection to the database was free for ${wait_ms} ms.`));
    const unanswered = [...this.#running, ...this.#on_old_connections].filter((use) => isOver(use, answer_ms));
    if (unanswered.some((use) => this.#running.has(use)) || this.#isClogged(now)) this.#replaceConnections();
    for (const use of unanswered) {
      this.#on_old_connections.delete(use);
      use.fail(errorWith(NO_ANSWER, `The database did not answer for ${answer_ms} ms.`));
    }
    this.#startWaiting();
    if (this.#running.size + this.#on_old_connections.size + this.#waiting.length === 0) {
      clearInterval(this.#sweeper!);
      this.#sweeper = null;
    }
  }
}
