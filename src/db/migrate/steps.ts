import { setTimeout as sleep } from 'node:timers/promises';
import type { ReservedSql } from 'postgres';
import { PlainError } from '../../kernel/errors.ts';
import type { Migration, MigrationStep } from './files.ts';
import { inSessionTransaction, isConnectionLost, type MigrationSession, withLockRetry } from './locks.ts';

/** Progress of a migration in steps, to resume it after a crash. */
const TABLE = `create table if not exists migration_steps (
  migration text not null, step int not null, title text not null, checksum text not null, changed bigint not null default 0, done_at timestamptz,
  primary key (migration, step))`;

/** Building an index waits for the longest transaction, but blocks nobody. */
const INDEX_TIMEOUT_MS = 600_000;
const LOG_EVERY_MS = 5000;
const LONGEST_PAUSE_MS = 1000;

const dropInvalid = async (session: ReservedSql, index: string): Promise<void> => {
  const [invalid] = await session`
    select from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = ${index} and pg_table_is_visible(c.oid) and not i.indisvalid`;
  if (invalid) await session`drop index concurrently if exists ${session(index)}`;
};

/** Applies a step. One that repeats is applied in batches until nothing changes, each committed separately, with pauses for other work. */
const applyStep = async (
  migration_session: MigrationSession,
  { name, checksum }: Migration,
  n: number,
  { title, text, repeats, index }: MigrationStep,
  changed_before: number,
): Promise<void> => {
  const { session, log } = migration_session;
  const label = `Migration ${name}, step "${title}"`;
  const recordProgress = (changed: number, done: boolean) => session`
    insert into migration_steps as s (migration, step, title, checksum, changed, done_at)
    values (${name}, ${n}, ${title}, ${checksum}, ${changed}, case when ${done} then now() end)
    on conflict (migration, step) do update set changed = s.changed + excluded.changed, done_at = excluded.done_at`;

  if (index) {
    const build = async () => {
      await dropInvalid(session, index);
      await session.unsafe(text);
    };
    await withLockRetry(migration_session, label, build, INDEX_TIMEOUT_MS);
    await recordProgress(0, true);
    return;
  }
  const runBatch = () =>
    inSessionTransaction(session, async () => {
      const { count } = await session.unsafe(text);
      const changed = repeats ? (count ?? 0) : 0;
      await recordProgress(changed, changed === 0);
      return changed;
    });
  let total = changed_before;
  let logged_at = performance.now();
  for (;;) {
    const started_at = performance.now();
    const changed = await withLockRetry(migration_session, label, runBatch);
    if (changed === 0) return;
    total += changed;
    if (performance.now() - logged_at > LOG_EVERY_MS) {
      logged_at = performance.now();
      log.info({ migration: name, step: title, rows: total }, `${label}: ${total} rows so far.`);
    }
    await sleep(Math.min(performance.now() - started_at, LONGEST_PAUSE_MS));
  }
};

/** Applies a migration step by step while processes are running. Resumes an interrupted one. */
export const applySteps = async (migration_session: MigrationSession, migration: Migration): Promise<void> => {
  const { session, log } = migration_session;
  const { name, checksum } = migration;
  await session.unsafe(TABLE);
  const known = await session<{ step: number; checksum: string; changed: number; done: boolean }[]>`
    select step, checksum, changed, done_at is not null as done from migration_steps where migration = ${name}`;
  if (known.some((row) => row.checksum !== checksum))
    throw new Error(
      `Migration ${name} was changed after some of its steps were done. Put it back, and write the change as a new migration.`,
    );
  for (const [n, step] of migration.steps!.entries()) {
    const progress = known.find((row) => row.step === n);
    if (progress?.done) continue;
    log.info({ migration: name, step: step.title }, `Migration ${name}, step ${n + 1} of ${migration.steps!.length}: ${step.title}.`);
    try {
      await applyStep(migration_session, migration, n, step, progress?.changed ?? 0);
    } catch (cause) {
      if (cause instanceof PlainError || isConnectionLost(cause)) throw cause;
      throw new Error(
        `Migration ${name} stopped at step "${step.title}": ${(cause as Error).message} The steps before it are kept, and it goes on from there.`,
        { cause },
      );
    }
  }
  await inSessionTransaction(session, async () => {
    await session`insert into migrations (name, checksum) values (${name}, ${checksum})`;
    await session`delete from migration_steps where migration = ${name}`;
  });
};

/** The same in one transaction, for a database without other users. */
export const applyAtOnce = async (sql: Pick<ReservedSql, 'unsafe'>, { text, steps }: Migration): Promise<void> => {
  if (!steps) return void (await sql.unsafe(text));
  for (const { text, repeats, index } of steps) {
    const statement = index ? text.replace(/\bconcurrently\b/i, '') : text;
    while ((await sql.unsafe(statement)).count > 0 && repeats);
  }
};
