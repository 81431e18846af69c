import type { Ctx, Db } from '../../kernel/context.ts';
import { findRow, firstRow, hasRows } from '../../kernel/database.ts';

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

export interface SetupResult {
  key: string;
  status: 'ok' | 'warning' | 'failed' | 'pending';
  found: string;
  advice: string | null;
  checked_at: Date;
}

export const selectSetupResults = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>): Promise<SetupResult[]> => sql<SetupResult[]>`
  select key, status, found, advice, checked_at from setup_results where site_id = ${site.id}`;

export const storeSetupResult = (
  { sql, site }: Pick<Ctx, 'sql' | 'site'>,
  { key, status, found, advice, checked_at }: SetupResult,
  code_hash: Buffer | null = null,
) => sql`
  insert into setup_results (site_id, key, status, found, advice, code_hash, checked_at)
  values (${site.id}, ${key}, ${status}, ${found}, ${advice}, ${code_hash}, ${checked_at})
  on conflict (site_id, key) do update set status = excluded.status, found = excluded.found, advice = excluded.advice,
    code_hash = excluded.code_hash, checked_at = excluded.checked_at`;

export const findMailCodeHash = async ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, key: string): Promise<Buffer | null> =>
  (
    await findRow(sql<{ code_hash: Buffer | null }[]>`
    select code_hash from setup_results where site_id = ${site.id} and key = ${key}`)
  )?.code_hash ?? null;

export interface SetupCounts {
  categories: number;
  live_listings: number;
  coming: number;
  paid_orders: number;
}

/** Counts that are only compared with zero or few stop at 1,000. */
export const selectSetupCounts = async ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, this_week: string): Promise<SetupCounts> =>
  firstRow(
    await sql<SetupCounts[]>`
      select categories, live_listings, (select count(*)::int from (select from listing_heads l
          where l.site_id = t.site_id and l.is_public and l.launch_week_on >= ${this_week} limit 1000) c) as coming,
        (select count(*)::int from (select from orders o where o.site_id = t.site_id and o.paid_at is not null limit 1000) p) as paid_orders
      from site_totals t where t.site_id = ${site.id}`,
  );

/** Whether nothing is listed, and the team has not ended the setup. */
export const isSiteUntouched = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, finished: string): Promise<boolean> =>
  hasRows(sql`
    select from site_totals t where t.site_id = ${site.id} and t.live_listings = 0
      and not exists (select from setup_results r where r.site_id = t.site_id and r.key = ${finished})`);
