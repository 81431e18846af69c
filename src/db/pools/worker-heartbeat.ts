import type { Sql } from '../open.ts';

/** A pool without a heartbeat for this long is dead: heartbeats are five times as frequent. */
const DEAD_AFTER_SECONDS = 10;

export const recordHeartbeat = async (sql: Sql, pool_ids: string[]): Promise<void> => {
  await sql`
    insert into pools_at_work (pool_id) select unnest(${pool_ids}::text[])
    on conflict (pool_id) do update set seen_at = excluded.seen_at`;
};

export const removeHeartbeat = async (sql: Sql, pool_ids: string[]): Promise<void> => {
  await sql`delete from pools_at_work where pool_id = any(${pool_ids}::text[])`;
};

/** Releases jobs of dead pools; otherwise they would stay locked for four hours. */
export const releaseAbandonedJobs = async (sql: Sql): Promise<void> => {
  await sql`
    with dead as (
      select distinct locked_by as pool_id from graphile_worker.jobs
      where locked_at < now() - make_interval(secs => ${DEAD_AFTER_SECONDS})
        and locked_by not in (select pool_id from pools_at_work where seen_at > now() - make_interval(secs => ${DEAD_AFTER_SECONDS}))
    )
    select graphile_worker.force_unlock_workers(array_agg(pool_id)) from dead having count(*) > 0`;
  await sql`delete from pools_at_work where seen_at < now() - interval '1 hour'`;
};

/** A process whose clock was ahead may have recorded a cron run in the future, which would block the schedule until then. */
export const resetFutureCrontabs = async (sql: Sql): Promise<void> => {
  await sql`
    update graphile_worker._private_known_crontabs set last_execution = now() where last_execution > now() + interval '2 minutes'`;
};

/** No live process takes longer to send the next part of a statement. */
const STALLED_SECONDS = 15;

/** Terminates sessions of processes suspended in the middle of a statement, for which PostgreSQL has no timeout. */
export const endStalledSessions = async (sql: Sql, seconds = STALLED_SECONDS): Promise<void> => {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = current_setting('application_name') and usename = current_user
      and pid <> pg_backend_pid() and state = 'active' and wait_event = 'ClientRead'
      and query_start < clock_timestamp() - make_interval(secs => ${seconds})`;
};
