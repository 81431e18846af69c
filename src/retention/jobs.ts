import type { Db } from '../kernel/context.ts';
import { job } from '../kernel/jobs.ts';
import { counter } from '../kernel/metrics.ts';
import { type Clock, systemClock } from '../kernel/time/clock.ts';
import { applyToBatch, selectNow } from './queries.ts';
import type { RetentionRule } from './rule.ts';
import { RETENTION_RULES } from './rules.ts';

/** Rows per statement: few, so that nobody waits long for their locks. */
const BATCH = 500;
/** Time limit of a run; the rest is done in the next hour. */
const MAX_RUN_MS = 60_000;
const HOUR_MS = 3_600_000;

/** A wrong system clock must not delete data, so the database's time counts, unless a test or CLOCK_START sets the clock. */
const currentTime = (sql: Db, clock: Clock): Promise<Date> => (clock === systemClock ? selectNow(sql) : Promise.resolve(clock.now()));

const rowsDone = counter('retention_rows_total', 'Rows deleted or emptied because their time was over, by table.', ['table']);

interface RetentionRun {
  sql: Db;
  now: Date;
  signal: AbortSignal;
  rules?: RetentionRule[];
  batch?: number;
  max_ms?: number;
}

/** Applies the rules round-robin, a batch each, until nothing is left: a long backlog of one rule does not delay the others. */
export const applyRetention = async ({
  sql,
  now,
  signal,
  rules = RETENTION_RULES,
  batch = BATCH,
  max_ms = MAX_RUN_MS,
}: RetentionRun): Promise<void> => {
  const until = performance.now() + max_ms;
  const errors: unknown[] = [];
  let unfinished = rules;
  while (unfinished.length > 0 && performance.now() < until) {
    const next: RetentionRule[] = [];
    for (const rule of unfinished) {
      if (signal.aborted) return;
      try {
        const rows = await applyToBatch(sql, rule, new Date(now.getTime() - rule.keep_hours * HOUR_MS), batch);
        rowsDone.inc({ table: rule.table }, rows);
        if (rows === batch) next.push(rule);
      } catch (error) {
        errors.push(new Error(`Retention of ${rule.table} failed: ${(error as Error).message}`, { cause: error }));
      }
    }
    unfinished = next;
  }
  if (errors.length > 0) throw new AggregateError(errors, errors.map((error) => (error as Error).message).join('; '));
};

export const apply_retention = job<unknown>({
  name: 'apply_retention',
  attempts: 3,
  cron: '17 * * * *',
  async run({ sql, clock, signal }) {
    await applyRetention({ sql, now: await currentTime(sql, clock), signal });
  },
});
