import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../kernel/time/clock.ts';
import { compareClocks, describeDifference, MAX_CLOCK_DIFFERENCE_MS } from '../kernel/time/database-clock.ts';
import type { Sql } from './open.ts';

export const databaseCheck = (sql: Sql): ReadinessCheck => ({
  name: 'database',
  needs_primary: true,
  async run() {
    await sql`select 1`.catch((error: Error) => {
      throw new Error(`The database does not respond: ${error.message}`);
    });
  },
});

/** Monitors whether the process's clock agrees with the database's. */
export interface ClockCheck {
  /** What is wrong, as a sentence; null while they agree. */
  trouble(): string | null;
  readiness: ReadinessCheck;
  /** Called when the clocks begin or cease to agree. */
  onChange(listener: () => void): void;
  stop(): Promise<void>;
}

interface ClockCheckOptions {
  sql: Sql;
  clock: Clock;
  log: Pick<Logger, 'error' | 'info' | 'warn'>;
  every_ms?: number;
}

const EVERY_MS = 5000;

/** Compares the clocks now and every few seconds. In between, the monotonic clock shows changes of the system clock. */
export const startClockCheck = async ({ sql, clock, log, every_ms = EVERY_MS }: ClockCheckOptions): Promise<ClockCheck> => {
  const stopped = new AbortController();
  const listeners: (() => void)[] = [];
  /** At the last comparison: how far our clock was ahead of the database's, and its offset from the monotonic clock. */
  let last: { ahead_ms: number; monotonic_offset: number } | null = null;
  let differs = false;

  const monotonicOffset = (): number => clock.now().getTime() - performance.now();
  const aheadNow = (): number => (last ? last.ahead_ms + monotonicOffset() - last.monotonic_offset : 0);
  const trouble = (): string | null => {
    const ahead_ms = aheadNow();
    return Math.abs(ahead_ms) > MAX_CLOCK_DIFFERENCE_MS ? `This server’s clock is ${describeDifference(ahead_ms)} the database’s.` : null;
  };

  const readiness: ReadinessCheck = {
    name: 'clock',
    async run() {
      const message = trouble();
      if (message) throw new Error(message);
    },
  };

  const reportChange = (): void => {
    const message = trouble();
    if ((message !== null) === differs) return;
    differs = message !== null;
    const ahead_ms = Math.round(aheadNow());
    if (message) log.error({ ahead_ms }, `${message} Votes, launches and payments are paused until it is corrected.`);
    else log.info({ ahead_ms }, 'The clock matches the database’s again.');
    for (const listener of listeners) listener();
  };
  const check = async (): Promise<void> => {
    const reading = await compareClocks(sql, clock);
    if (reading) last = { ahead_ms: reading.ahead_ms, monotonic_offset: monotonicOffset() };
    reportChange();
  };

  const keepChecking = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await sleep(every_ms, null, { signal: stopped.signal, ref: false }).catch(() => {});
      if (!stopped.signal.aborted) await check().catch(reportChange);
    }
  };
  // A clock set by hand is not compared.
  if (clock.offset_ms === undefined) return { trouble: () => null, readiness, onChange: () => {}, stop: async () => {} };
  await check();
  const checking = keepChecking();
  return {
    trouble,
    readiness,
    onChange: (listener) => void listeners.push(listener),
    async stop() {
      stopped.abort();
      await checking;
    },
  };
};

/** A condition for this process to receive requests. */
export interface ReadinessCheck {
  name: string;
  /** Whether public pages can be served without it, from a replica. */
  needs_primary?: boolean;
  /** Throws if it fails; the message is shown as the reason. */
  run(): Promise<void>;
}
