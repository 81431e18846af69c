import type { Db } from '../kernel/context.ts';

/** Counting stops here. */
const MAX_JOBS = 100_000;

export interface JobCount {
  task: string;
  state: 'waiting' | 'scheduled' | 'running' | 'failed';
  jobs: number;
  /** Seconds since the oldest was due, started or failed. */
  oldest: number;
}

export const selectJobCounts = (sql: Db): Promise<JobCount[]> => sql<JobCount[]>`
  select task, state, count(*)::int as jobs, greatest(0, extract(epoch from now() - min(since)))::float8 as oldest from (
    select task_identifier as task, coalesce(locked_at, run_at) as since,
      case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed' when run_at > now() then 'scheduled'
        else 'waiting' end as state
    from graphile_worker.jobs limit ${MAX_JOBS}
  ) j group by task, state`;

export interface ConnectionCount {
  state: string;
  connections: number;
}

export const selectConnections = (sql: Db): Promise<ConnectionCount[]> => sql<ConnectionCount[]>`
  select coalesce(state, 'unknown') as state, count(*)::int as connections from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' group by 1`;

export interface DatabaseFigures {
  max_connections: number;
  waiting_for_locks: number;
  longest_transaction: number;
  database_bytes: number;
  database_time: Date;
  mails_waiting: number;
  mails_failed: number;
  oldest_mail: number;
  drafts_crawling: number;
  drafts_drafting: number;
  workers: number;
  weeks_not_begun: number;
  lines: number;
  refunds: number;
  reviews: number;
  comments: number;
  votes: number;
}

/** Reads all figures in one query. Every count has a partial index. */
export const selectFigures = async (sql: Db): Promise<DatabaseFigures> => {
  const [row] = await sql<DatabaseFigures[]>`
    select current_setting('max_connections')::int as max_connections,
      (select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waiting_for_locks,
      (select coalesce(extract(epoch from max(clock_timestamp() - xact_start)), 0)::float8 from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()) as longest_transaction,
      pg_database_size(current_database()) as database_bytes, clock_timestamp() as database_time,
      (select count(*)::int from mails where status = 'waiting') as mails_waiting,
      (select count(*)::int from mails where status = 'failed') as mails_failed,
      (select greatest(0, coalesce(extract(epoch from now() - min(created_at)), 0))::float8 from mails where status = 'waiting') as oldest_mail,
      (select count(*)::int from drafts where status in ('crawling', 'drafting') and status = 'crawling') as drafts_crawling,
      (select count(*)::int from drafts where status in ('crawling', 'drafting') and status = 'drafting') as drafts_drafting,
      (select count(*)::int from pools_at_work where seen_at > now() - interval '30 seconds') as workers,
      (select count(*)::int from sites s where not exists (
        select from launch_weeks w where w.site_id = s.id and w.began_at is not null
          and w.week_on = date_trunc('week', now() at time zone s.time_zone)::date)) as weeks_not_begun,
      (select count(*)::int from order_lines where status = 'with_the_team') as lines,
      (select count(*)::int from refunds where status = 'failed') as refunds,
      (select count(*)::int from reviews where status = 'held') as reviews,
      (select count(*)::int from comments where status = 'held') as comments,
      (select count(*)::int from ballots where state = 'uncounted' and not decided) as votes`;
  return row!;
};

export const pingDatabase = (sql: Db) => sql`select 1`;
