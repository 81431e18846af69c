import type { Db } from '../../kernel/context.ts';
import { firstRow } from '../../kernel/database.ts';

export interface DatabaseFacts {
  version: string;
  /** Whether it accepts writes; a standby does not. */
  writable: boolean;
  bytes: number;
}

export const selectDatabaseFacts = async (sql: Db): Promise<DatabaseFacts> =>
  firstRow(
    await sql<DatabaseFacts[]>`
      select current_setting('server_version') as version, not pg_is_in_recovery() as writable,
        pg_database_size(current_database())::float8 as bytes`,
  );

export interface JobFacts {
  /** Jobs that are due and have not begun, and how long the oldest waits. */
  waiting: number;
  waiting_seconds: number;
  given_up: number;
  failed_mails: number;
}

export const selectJobFacts = async (sql: Db): Promise<JobFacts> =>
  firstRow(
    await sql<JobFacts[]>`
      select count(*) filter (where is_due)::int as waiting,
        coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float8 as waiting_seconds,
        count(*) filter (where attempts >= max_attempts and locked_at is null)::int as given_up,
        (select count(*)::int from (select from mails where status = 'failed' limit 1000) f) as failed_mails
      from (select *, attempts < max_attempts and locked_at is null and run_at < now() as is_due from graphile_worker.jobs limit 100000) j`,
  );

/** When the payment provider's last message arrived; null if none did. */
export const selectLastPaymentNotice = async (sql: Db): Promise<Date | null> =>
  firstRow(await sql<{ at: Date | null }[]>`select max(received_at) as at from payment_notices`).at;
