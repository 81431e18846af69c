import type { TransactionSql } from 'postgres';
import { type Migration, readMigrations } from '../migrate/files.ts';
import { MIGRATION_LOCK } from '../migrate/locks.ts';
import { migrateJobs } from '../migrate/migrate.ts';
import { applyAtOnce } from '../migrate/steps.ts';
import type { Database, Sql } from '../open.ts';
import { type BackedUpTable, type BackupHeader, type BackupManifest, isSameSum, JOBS_TABLE, type PictureRef, sumRows } from './format.ts';
import {
  addRestoredJobs,
  copyIn,
  copyOut,
  deleteJobs,
  renewChangeFeeds,
  selectConstraintStatements,
  selectDropStatements,
  selectOtherSessions,
  selectTables,
  setTextFormats,
  writeRestoredPicture,
  writeSequence,
} from './queries.ts';
import { readBackup, verifyBackup } from './read.ts';
import { BackupError } from './write.ts';

interface RestoreOptions extends Pick<Database, 'sql' | 'connection'> {
  /** The decompressed bytes, from the beginning at each call. */
  open(): AsyncIterable<Buffer>;
  /** Stores a picture that was outside of the database. Without it, pictures are restored into their rows. */
  storePicture?(ref: PictureRef, bytes: Buffer): Promise<void>;
  /** Deletes existing data. Otherwise the database must be empty. */
  replace: boolean;
}

type Verified = Awaited<ReturnType<typeof verifyBackup>>;

/** This version's migrations that created the backup's tables. */
const migrationsOf = async ({ migrations, launchweek }: BackupHeader): Promise<Migration[]> => {
  const known = await readMigrations();
  return migrations.map(({ name, checksum }) => {
    const migration = known.find((candidate) => candidate.name === name);
    if (!migration)
      throw new BackupError(
        `The backup has migration ${name}, which this version does not know: Launchweek ${launchweek} wrote it. Restore it with that version.`,
      );
    if (migration.checksum !== checksum)
      throw new BackupError(`Migration ${name} is not the same here as in the backup, so its tables can’t be created.`);
    return migration;
  });
};

const requireNoOtherSessions = async (sql: Sql): Promise<void> => {
  const sessions = await selectOtherSessions(sql);
  if (sessions.length)
    throw new BackupError(
      `The database is in use by ${sessions.map(({ pid, application }) => `${application} (process ${pid})`).join(', ')}. Stop every server and worker, and close other connections, then restore.`,
    );
};

/** Creates the backup's tables and checks their columns. */
const makeTables = async (tx: TransactionSql, migrations: Migration[], { tables }: BackupHeader): Promise<void> => {
  for (const migration of migrations) await applyAtOnce(tx, migration);
  const created = await selectTables(tx);
  const missing = tables.find(({ name, columns }) => {
    const table = created.find((candidate) => candidate.name === name);
    return name !== 'migrations' && table?.columns.toSorted().join() !== columns.toSorted().join();
  });
  if (missing) throw new BackupError(`The table ${missing.name} is not the same here as in the backup.`);
};

const CREATE_MIGRATIONS =
  'create table migrations (name text primary key, applied_at timestamptz not null default now(), checksum text not null)';

const openTable = async (tx: TransactionSql, table: BackedUpTable) => {
  const { rows, failed } = await copyIn(tx, table);
  const orFailure = <T>(work: Promise<T>): Promise<T> =>
    Promise.race([work, failed]).catch((cause) => {
      throw new BackupError(`The rows of ${table.name} were refused, so nothing was restored: ${(cause as Error).message}`, { cause });
    });
  const finished = new Promise<void>((resolve, reject) => void rows.once('finish', resolve).once('error', reject));
  finished.catch(() => {});
  return {
    write: (content: Buffer) =>
      orFailure(new Promise<void>((resolve, reject) => void rows.write(content, (error) => (error ? reject(error) : resolve())))),
    close: () => {
      rows.end();
      return orFailure(finished);
    },
  };
};

interface RowTarget {
  /** Called once, when all rows are there and no picture yet. */
  onRowsLoaded(): Promise<void>;
  onPicture(ref: PictureRef, bytes: Buffer): Promise<void>;
}

/** Loads rows as they arrive, then pictures. The entries of a table are consecutive. */
const loadRows = async (
  tx: TransactionSql,
  { head, rows }: Awaited<ReturnType<typeof readBackup>>,
  { onRowsLoaded, onPicture }: RowTarget,
): Promise<void> => {
  const tables = new Map<string, BackedUpTable>([...head.tables, { name: JOBS_TABLE, columns: [] }].map((table) => [table.name, table]));
  let name: string | undefined;
  let open: Awaited<ReturnType<typeof openTable>> | undefined;
  let has_rows = false;
  const finishRows = async (): Promise<void> => {
    if (has_rows) return;
    has_rows = true;
    await open?.close();
    await onRowsLoaded();
  };
  for (let step = await rows.next(); !step.done; step = await rows.next()) {
    if ('picture' in step.value) {
      await finishRows();
      await onPicture(step.value.picture, step.value.content);
      continue;
    }
    const { table, content } = step.value;
    if (name !== table) {
      await open?.close();
      open = await openTable(tx, tables.get(table)!);
      name = table;
    }
    await open!.write(content);
  }
  await finishRows();
};

const compareRows = async (tx: TransactionSql, head: BackupHeader, tail: BackupManifest): Promise<void> => {
  for (const table of [...head.tables, ...(tail.tables[JOBS_TABLE]?.rows ? [{ name: JOBS_TABLE, columns: [] }] : [])]) {
    const sum = sumRows();
    for await (const piece of copyOut(tx, table, true)) sum.add(piece);
    if (!isSameSum(sum.end(), tail.tables[table.name]!))
      throw new BackupError(`The rows of ${table.name} are not the same after loading them, so nothing was restored.`);
  }
};

const runAll = async (tx: TransactionSql, statements: string[]): Promise<void> => {
  for (const statement of statements) await tx.unsafe(statement);
};

/** Restores in one transaction: an interrupted restore changes nothing. */
const loadAll = async (
  { sql, connection, open, storePicture }: RestoreOptions,
  { head, tail }: Verified,
  migrations: Migration[],
  drops: string[],
): Promise<void> => {
  // graphile-worker creates its tables outside the transaction. Empty tables do no harm.
  await migrateJobs(connection.connectionString);
  await sql.begin(async (tx) => {
    await setTextFormats(tx);
    await tx`select set_config('application_name', 'launchweek restore', true)`;
    await runAll(tx, drops);
    await deleteJobs(tx);
    await tx.unsafe(CREATE_MIGRATIONS);
    await makeTables(tx, migrations, head);
    const { off, on } = await selectConstraintStatements(tx);
    await runAll(tx, off);
    // Rows written by migrations are in the backup as well.
    await tx.unsafe(`truncate ${head.tables.map(({ name }) => `"${name}"`).join(', ')}`);
    await loadRows(tx, await readBackup(open()), {
      onRowsLoaded: () => compareRows(tx, head, tail),
      onPicture: storePicture ?? ((ref, bytes) => writeRestoredPicture(tx, ref, bytes)),
    });
    for (const sequence of tail.sequences) await writeSequence(tx, sequence);
    await tx`set constraints all immediate`;
    await runAll(tx, on);
    await renewChangeFeeds(tx);
    if (tail.tables[JOBS_TABLE]?.rows) await addRestoredJobs(tx);
  });
  await sql`analyze`;
};

/** Restores a verified backup completely or not at all. The lock of the pool's one connection keeps starting servers out. */
export const restoreBackup = async (options: RestoreOptions): Promise<{ head: BackupHeader; tail: BackupManifest }> => {
  const { sql, open, replace } = options;
  const verified = await verifyBackup(open());
  const { head, tail } = verified;
  const migrations = await migrationsOf(head);
  await sql`set statement_timeout = 0`;
  const [lock] = await sql<{ ours: boolean }[]>`select pg_try_advisory_lock(${MIGRATION_LOCK}) as ours`;
  if (!lock!.ours) throw new BackupError('Another process is migrating or restoring this database. Wait for it, then try again.');
  try {
    await requireNoOtherSessions(sql);
    const drops = await selectDropStatements(sql);
    if (drops.length && !replace)
      throw new BackupError('The database is not empty. Restore into an empty one, or use --replace to delete everything in this one.');
    await loadAll(options, verified, migrations, drops);
  } finally {
    await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => {});
  }
  return { head, tail };
};
