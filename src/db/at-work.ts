import type { Sql } from './open.ts';

/** A pool that has not been seen for so long is dead: its process beats five times as often. */
const DEAD_AFTER_SECONDS = 10;

/** Says that pools of workers are alive. */
export const beat = async (sql: Sql, pool_ids: string[]): Promise<void> => {
  await sql`
    insert into pools_at_work (pool_id) select unnest(${pool_ids}::text[])
    on conflict (pool_id) do update set seen_at = excluded.seen_at`;
};

/** Says that pools of workers have stopped, with nothing left under way. */
export const leaveWork = async (sql: Sql, pool_ids: string[]): Promise<void> => {
  await sql`delete from pools_at_work where pool_id = any(${pool_ids}::text[])`;
};

/** Gives jobs back whose pool is dead; by themselves they would be held for four hours. */
export const freeAbandoned = async (sql: Sql): Promise<void> => {
  await sql`
    with dead as (
      select distinct locked_by as pool_id from graphile_worker.jobs
      where locked_at < now() - make_interval(secs => ${DEAD_AFTER_SECONDS})
        and locked_by not in (select pool_id from pools_at_work where seen_at > now() - make_interval(secs => ${DEAD_AFTER_SECONDS}))
    )
    select graphile_worker.force_unlock_workers(array_agg(pool_id)) from dead having count(*) > 0`;
  await sql`delete from pools_at_work where seen_at < now() - interval '1 hour'`;
};
