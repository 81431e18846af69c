import type { TransactionSql } from 'postgres';
import { PlainError } from '../../kernel/errors.ts';
import { readMigrations } from '../migrate/files.ts';
import type { Sql } from '../open.ts';
import { ARCHIVE_END, packEntry } from './archive.ts';
import {
  BACKUP_FORMAT,
  type BackedUpTable,
  type BackupHeader,
  type BackupManifest,
  type BackupPictures,
  entryName,
  HEADER_ENTRY,
  JOBS_TABLE,
  MANIFEST_ENTRY,
  type PictureRef,
  pictureEntryName,
  type RowSum,
  sumRows,
} from './format.ts';
import { copyOut, hasJobs, lockTableShapes, selectOutsidePictures, selectSequences, selectTables, setTextFormats } from './queries.ts';

/** Why a backup or restore is impossible. */
export class BackupError extends PlainError {}

/** Reads the pictures that are outside of the database. */
export interface PictureReader {
  /** Where they are. */
  name: string;
  /** Null: it is missing. */
  get(ref: PictureRef): Promise<Buffer | null>;
}

interface BackupOptions {
  version: string;
  now: Date;
  pictures: PictureReader;
  /** Whether pictures outside of the database are left out. */
  without_pictures?: boolean;
  /** Reports progress in bytes; the total is an estimate. */
  progress?(done: number, total: number): void;
}

const ENTRY_BYTES = 1024 * 1024;

const appliedMigrations = async (tx: TransactionSql): Promise<BackupHeader['migrations']> => {
  const [known] = await tx`select to_regclass('public.migrations') as migrations, to_regclass('public.migration_steps') as steps`;
  if (!known!.migrations) throw new BackupError('There is nothing to back up: this is not a Launchweek database.');
  const unfinished = known!.steps ? await tx<{ migration: string }[]>`select distinct migration from migration_steps` : [];
  if (unfinished.length)
    throw new BackupError(
      `Migration ${unfinished[0]!.migration} is only half applied. Run "launchweek migrate" to finish it, then back up.`,
    );
  return [...(await tx<BackupHeader['migrations']>`select name, checksum from migrations order by name`)];
};

/** An older version could not restore its own backup of a newer database. */
const rejectNewerMigrations = async (applied: BackupHeader['migrations']): Promise<void> => {
  const known = await readMigrations();
  const newer = applied.find(({ name, checksum }) => !known.some((one) => one.name === name && one.checksum === checksum));
  if (newer)
    throw new BackupError(
      `The database has migration ${newer.name}, which this version does not know. Back up with the version that wrote it.`,
    );
};

const packTable = async function* (
  tx: TransactionSql,
  table: BackedUpTable,
  now: Date,
  copied: (bytes: number) => void,
): AsyncGenerator<Buffer, RowSum> {
  const sum = sumRows();
  let pieces: Buffer[] = [];
  let size = 0;
  let n = 0;
  const pack = (): Buffer => {
    const content = Buffer.concat(pieces);
    pieces = [];
    size = 0;
    return packEntry({ name: entryName(table.name, ++n), content }, now);
  };
  for await (const piece of copyOut(tx, table)) {
    sum.add(piece);
    copied(piece.length);
    pieces.push(piece);
    size += piece.length;
    if (size >= ENTRY_BYTES) yield pack();
  }
  if (size) yield pack();
  return sum.end();
};

/** Packs the pictures that the snapshot names. The store keeps deleted ones for weeks, so they are all there. */
const packPictures = async function* (
  tx: TransactionSql,
  { now, pictures, without_pictures }: BackupOptions,
): AsyncGenerator<Buffer, BackupPictures | undefined> {
  const packed: BackupPictures = { store: pictures.name, named: 0, included: 0, missing: [] };
  for await (const ref of selectOutsidePictures(tx)) {
    packed.named += 1;
    if (without_pictures) continue;
    const content = await pictures.get(ref);
    if (!content) {
      packed.missing.push(pictureEntryName(ref));
      continue;
    }
    packed.included += 1;
    yield packEntry({ name: pictureEntryName(ref), content }, now);
  }
  return packed.named > 0 ? packed : undefined;
};

/** Packs everything, and fills the manifest on the way. */
const packAll = async function* (tx: TransactionSql, options: BackupOptions, tail: BackupManifest): AsyncGenerator<Buffer> {
  const { version, now, progress } = options;
  await setTextFormats(tx);
  await tx`select set_config('application_name', 'launchweek backup', true)`;
  const migrations = await appliedMigrations(tx);
  await rejectNewerMigrations(migrations);
  await lockTableShapes(tx);
  const tables = await selectTables(tx);
  const [server] = await tx<{ version: string }[]>`select current_setting('server_version') as version`;
  const head: BackupHeader = {
    format: BACKUP_FORMAT,
    launchweek: version,
    made_at: now.toISOString(),
    postgresql: server!.version,
    migrations,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
  };
  const packJson = (name: string, value: unknown): Buffer =>
    packEntry({ name, content: Buffer.from(`${JSON.stringify(value, null, 1)}\n`) }, now);
  yield packJson(HEADER_ENTRY, head);

  const total_bytes = tables.reduce((sum, { size }) => sum + size, 0);
  let done_bytes = 0;
  const all = [...tables, ...((await hasJobs(tx)) ? [{ name: JOBS_TABLE, columns: [], size: 0 }] : [])];
  for (const table of all) {
    let copied = 0;
    // The size on disk only approximates the copied bytes.
    const onBytes = (bytes: number) => {
      copied += bytes;
      progress?.(done_bytes + Math.min(copied, table.size), total_bytes);
    };
    tail.tables[table.name] = yield* packTable(tx, table, now, onBytes);
    done_bytes += table.size;
  }
  tail.sequences = await selectSequences(tx);
  const pictures = yield* packPictures(tx, options);
  if (pictures) tail.pictures = pictures;
  yield packJson(MANIFEST_ENTRY, tail);
  yield ARCHIVE_END;
};

/** Writes a consistent snapshot of the whole database, while others go on working. After a failure the connection is unusable. */
export const makeBackup = async (
  sql: Sql,
  options: BackupOptions,
  write: (pieces: AsyncIterable<Buffer>) => Promise<void>,
): Promise<BackupManifest> => {
  const tail: BackupManifest = { tables: {}, sequences: [] };
  // A COPY that nobody reads never ends, so a write error is reported without waiting for the transaction.
  const { promise: failed, reject: reportFailure } = Promise.withResolvers<never>();
  failed.catch(() => {});
  const written = sql.begin('isolation level repeatable read read only', (tx) =>
    write(packAll(tx, options, tail)).catch((error) => {
      reportFailure(error);
      throw error;
    }),
  );
  written.catch(() => {});
  await Promise.race([written, failed]);
  return tail;
};
