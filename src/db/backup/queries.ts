import type { Readable, Writable } from 'node:stream';
import type { TransactionSql } from 'postgres';
import type { Db } from '../../kernel/database.ts';
import { type BackedUpTable, type BackupSequence, JOBS_TABLE, type PictureRef } from './format.ts';

/**
 * Not backed up: data about running processes, the progress of an unfinished migration, what to purge from a CDN, which has ids of this
 * server's transactions, and dumps of the public data, which are large, written anew every week, and could not be continued after a restore.
 */
const EXCLUDED_TABLES = ['pools_at_work', 'migration_steps', 'datasets', 'dataset_files', 'dataset_chunks', 'purge_touches'];

/** Makes text formats independent of the server's settings. */
export const setTextFormats = async (sql: Db): Promise<void> => {
  await sql.unsafe(`
    set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
    set local extra_float_digits = 1; set local bytea_output = 'hex'; set local search_path = public`);
};

export const selectTables = async (sql: Db): Promise<(BackedUpTable & { size: number })[]> => sql<(BackedUpTable & { size: number })[]>`
  select c.relname as name, pg_table_size(c.oid) as size,
    array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname::text <> all(${EXCLUDED_TABLES}::text[])
  order by c.relname`;

/** Prevents schema changes until the transaction ends; reads and writes go on. */
export const lockTableShapes = async (sql: TransactionSql): Promise<void> => {
  const tables = await selectTables(sql);
  if (tables.length) await sql.unsafe(`lock table ${tables.map(({ name }) => `"${name}"`).join(', ')} in access share mode`);
};

export const selectSequences = async (sql: Db): Promise<BackupSequence[]> => {
  const names = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`;
  const sequences: BackupSequence[] = [];
  for (const { name } of names) {
    const [row] = await sql<Omit<BackupSequence, 'name'>[]>`select last_value::text, is_called from ${sql(name)}`;
    sequences.push({ name, ...row! });
  }
  return sequences;
};

export const writeSequence = async (sql: Db, { name, last_value, is_called }: BackupSequence): Promise<void> => {
  await sql`select setval(${`public.${name}`}::regclass, ${last_value}::bigint, ${is_called})`;
};

/** Waiting and running jobs. The current attempt of a running job does not count, since a restored database has not made it. */
const SELECT_JOBS = `
  select j.id, t.identifier as task, j.payload, q.queue_name, j.run_at, j.attempts - (j.locked_at is not null)::int as attempts,
    j.max_attempts, j.last_error, j.key, j.priority, j.flags
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id order by j.id`;

const RESTORED_JOBS = `
  create temp table restored_jobs (id bigint, task text, payload json, queue_name text, run_at timestamptz, attempts int, max_attempts int,
    last_error text, key text, priority int, flags jsonb) on commit drop`;

const isJobs = (name: string): boolean => name === JOBS_TABLE;
const copyTarget = ({ name, columns }: BackedUpTable): string =>
  isJobs(name) ? 'pg_temp.restored_jobs' : `public."${name}" (${columns.map((column) => `"${column}"`).join(', ')})`;

export const hasJobs = async (sql: Db): Promise<boolean> =>
  (await sql`select from pg_class where oid = to_regclass('graphile_worker._private_jobs')`).length > 0;

/** Reads a table's rows, one per line. */
export const copyOut = async function* (sql: Db, table: BackedUpTable, from_restored = false): AsyncGenerator<Buffer> {
  const source = isJobs(table.name) && !from_restored ? `(${SELECT_JOBS})` : copyTarget(table);
  const rows = (await sql.unsafe(`copy ${source} to stdout`).readable()) as unknown as Readable;
  try {
    yield* rows as AsyncIterable<Buffer>;
  } finally {
    // The driver pauses its socket after a large row and resumes on the next read. After the last row nobody reads, so the result of
    // the next statement would never arrive.
    rows._read(0);
  }
};

/** Writes rows, one per line. The driver does not report errors that arrive after the last row, so we intercept them. */
export const copyIn = async (sql: Db, table: BackedUpTable): Promise<{ rows: Writable; failed: Promise<never> }> => {
  if (isJobs(table.name)) await sql.unsafe(RESTORED_JOBS);
  const query = sql.unsafe(`copy ${copyTarget(table)} from stdin`) as unknown as {
    reject(error: Error): void;
    writable(): Promise<Writable>;
  };
  const reject = query.reject;
  const failed = new Promise<never>((_, fail) => {
    query.reject = (error) => {
      reject(error);
      fail(error);
    };
  });
  failed.catch(() => {});
  return { rows: await query.writable(), failed };
};

export const addRestoredJobs = async (sql: Db): Promise<void> => {
  await sql`
    create temp table added_jobs on commit drop as
    select a.id, r.attempts, r.last_error from (select * from restored_jobs order by id) r,
      lateral graphile_worker.add_job(r.task, r.payload, queue_name => r.queue_name, run_at => r.run_at, max_attempts => r.max_attempts,
        job_key => r.key, priority => r.priority,
        flags => case when r.flags is not null then array(select jsonb_object_keys(r.flags)) end) a`;
  await sql`
    update graphile_worker._private_jobs j set attempts = a.attempts, last_error = a.last_error from added_jobs a where a.id = j.id`;
};

/** Tells readers of change feeds to start again. A backup of an older version has no feeds. */
export const renewChangeFeeds = async (sql: Db): Promise<void> => {
  const [has_feeds] = await sql`select where to_regproc('renew_change_feeds') is not null`;
  if (has_feeds) await sql`select renew_change_feeds()`;
};

export const deleteJobs = async (sql: Db): Promise<void> => {
  await sql.unsafe(`
    delete from graphile_worker._private_jobs; delete from graphile_worker._private_job_queues;
    delete from graphile_worker._private_known_crontabs`);
};

const PICTURES_PER_BATCH = 1000;

/** The pictures whose bytes are outside of the database. A database of an older version has none. */
export const selectOutsidePictures = async function* (sql: Db): AsyncGenerator<PictureRef> {
  const [view] = await sql`select from pg_class where oid = to_regclass('public.stored_pictures')`;
  let after: PictureRef = { site_id: 0, hash: '' };
  while (view) {
    const batch = await sql<PictureRef[]>`
      select distinct site_id, hash from stored_pictures where not in_database and (site_id, hash) > (${after.site_id}, ${after.hash})
      order by site_id, hash limit ${PICTURES_PER_BATCH}`;
    yield* batch;
    if (batch.length < PICTURES_PER_BATCH) return;
    after = batch.at(-1)!;
  }
};

/** Puts a picture into its rows, whatever tables they are in. */
export const writeRestoredPicture = async (sql: Db, { site_id, hash }: PictureRef, bytes: Buffer): Promise<void> => {
  const tables = await sql<{ name: string }[]>`
    select distinct table_name as name from information_schema.view_column_usage
    where view_schema = 'public' and view_name = 'stored_pictures'`;
  for (const { name } of tables)
    await sql`update ${sql(name)} set bytes = ${bytes} where site_id = ${site_id} and hash = ${hash} and bytes is null`;
};

/** Drop statements for everything in our schema that does not belong to an extension. */
export const selectDropStatements = async (sql: Db): Promise<string[]> => {
  const rows = await sql<{ statement: string }[]>`
    with own as (
      select case c.relkind when 'S' then 2 else 1 end as place, c.oid, format('drop %s if exists public.%I cascade',
        case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, c.relname) as statement
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
      union all
      select 3, p.oid, format('drop routine if exists %s cascade', p.oid::regprocedure)
      from pg_proc p where p.pronamespace = 'public'::regnamespace
      union all
      select 4, t.oid, format('drop type if exists %s cascade', t.oid::regtype)
      from pg_type t left join pg_class c on c.oid = t.typrelid
      where t.typnamespace = 'public'::regnamespace and (t.typtype in ('e', 'd', 'r') or c.relkind = 'c')
    )
    select statement from own where not exists (select from pg_depend d where d.objid = own.oid and d.deptype = 'e') order by place`;
  return rows.map(({ statement }) => statement);
};

/** Statements that remove foreign keys and triggers while rows are loaded, and statements that restore them. */
export const selectConstraintStatements = async (sql: Db): Promise<{ off: string[]; on: string[] }> => {
  const keys = await sql<{ off: string; on: string }[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as on
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by conname`;
  const triggers = await sql<{ off: string; on: string }[]>`
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as off,
      format('alter table %s enable %s trigger %I', tgrelid::regclass,
        case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname) as on
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled <> 'D' order by 1`;
  const all = [...keys, ...triggers];
  return { off: all.map((constraint) => constraint.off), on: all.map((constraint) => constraint.on) };
};

interface OtherSession {
  pid: number;
  application: string;
}

export const selectOtherSessions = (sql: Db): Promise<OtherSession[]> => sql<OtherSession[]>`
  select pid, coalesce(nullif(application_name, ''), 'no name') as application from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() order by pid`;
