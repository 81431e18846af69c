import { setTimeout as sleep } from 'node:timers/promises';
import type { ReservedSql } from 'postgres';
import type { Migration, MigrationStep } from './files.ts';
import { inSessionTransaction, isConnectionLost, type MigrationSession, withLockRetry } from './locks.ts';

/** Progress of a migration in steps, to resume it after a crash. */
const TABLE = `create table if not exists migration_steps (
  migration text not null, step int not null, title text not null, checksum text not null, changed bigint not null default 0, done_at timestamptz,
  primary key (migration, step))`;

interface StepProgress {
  step: number;
  checksum: string;
  changed: number;
  done: boolean;
}

/** Building an index waits for the longest transaction, but blocks nobody. */
const INDEX_TIMEOUT_MS = 600_000;
const LOG_EVERY_MS = 5000;
const LONGEST_PAUSE_MS = 1000;

const recordProgress = async (
  session: ReservedSql,
  { name, checksum }: Migration,
  n: number,
  { title }: MigrationStep,
  changed: number,
  done: boolean,
) => {
  await session`
    insert into migration_steps as s (migration, step, title, checksum, changed, done_at)
    values (${name}, ${n}, ${title}, ${checksum}, ${changed}, case when ${done} then now() end)
    on conflict (migration, step) do update set changed = s.changed + excluded.changed, done_at = excluded.done_at`;
};

const dropInvalid = async (session: ReservedSql, index: string): Promise<void> => {
  const [invalid] = await session`
    select from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = ${index} and pg_table_is_visible(c.oid) and not i.indisvalid`;
  if (invalid) await session`drop index concurrently if exists ${session(index)}`;
};

/** Runs batches until nothing changes, each committed separately, with pauses for other work. */
const runBatches = async (
  migration_session: MigrationSession,
  migration: Migration,
  n: number,
  step: MigrationStep,
  changed_before: number,
): Promise<void> => {
  const { session, log } = migration_session;
  const label = `Migration ${migration.name}, step "${step.title}"`;
  let total = changed_before;
  let logged_at = performance.now();
  for (;;) {
    const started_at = performance.now();
    const changed = await withLockRetry(migration_session, label, () =>
      inSessionTransaction(session, async () => {
        const changed = (await session.unsafe(step.text)).count ?? 0;
        await recordProgress(session, migration, n, step, changed, changed === 0);
        return changed;
      }),
    );
    if (changed === 0) return;
    total += changed;
    if (performance.now() - logged_at > LOG_EVERY_MS) {
      logged_at = performance.now();
      log.info({ migration: migration.name, step: step.title, rows: total }, `${label}: ${total} rows so far.`);
    }
    await sleep(Math.min(performance.now() - started_at, LONGEST_PAUSE_MS));
  }
};

const buildIndex = async (migration_session: MigrationSession, migration: Migration, n: number, step: MigrationStep): Promise<void> => {
  const { session } = migration_session;
  const label = `Migration ${migration.name}, step "${step.title}"`;
  await withLockRetry(
    migration_session,
    label,
    async () => {
      await dropInvalid(session, step.index!);
      await session.unsafe(step.text);
    },
    INDEX_TIMEOUT_MS,
  );
  await recordProgress(session, migration, n, step, 0, true);
};

const runOnce = (migration_session: MigrationSession, migration: Migration, n: number, step: MigrationStep): Promise<void> =>
  withLockRetry(migration_session, `Migration ${migration.name}, step "${step.title}"`, () =>
    inSessionTransaction(migration_session.session, async () => {
      await migration_session.session.unsafe(step.text);
      await recordProgress(migration_session.session, migration, n, step, 0, true);
    }),
  );

/** Applies a migration step by step while processes are running. Resumes an interrupted one. */
export const applySteps = async (migration_session: MigrationSession, migration: Migration): Promise<void> => {
  const { session, log } = migration_session;
  const { name, checksum } = migration;
  await session.unsafe(TABLE);
  const known = await session<StepProgress[]>`
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
      if (step.index) await buildIndex(migration_session, migration, n, step);
      else if (step.repeats) await runBatches(migration_session, migration, n, step, progress?.changed ?? 0);
      else await runOnce(migration_session, migration, n, step);
    } catch (cause) {
      if ((cause as { plain?: boolean }).plain || isConnectionLost(cause)) throw cause;
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
