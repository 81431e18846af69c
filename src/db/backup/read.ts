import { Compile } from 'typebox/compile';
import { type ArchiveEntry, DamagedBackupError, readArchive } from './archive.ts';
import {
  BACKUP_FORMAT,
  type BackupHeader,
  BackupHeaderSchema,
  type BackupManifest,
  BackupManifestSchema,
  HEADER_ENTRY,
  isSameSum,
  JOBS_TABLE,
  MANIFEST_ENTRY,
  sumRows,
  tableOf,
} from './format.ts';

const header_schema = Compile(BackupHeaderSchema);
const manifest_schema = Compile(BackupManifestSchema);

const parse = <T>({ name, content }: ArchiveEntry, schema: { Check(value: unknown): boolean }): T => {
  let value: unknown;
  try {
    value = JSON.parse(content.toString());
  } catch {
    throw new DamagedBackupError(`The backup is damaged: ${name} cannot be read.`);
  }
  if (!schema.Check(value)) throw new DamagedBackupError(`The backup is damaged: ${name} is not what it should be.`);
  return value as T;
};

const readHeader = (entry: ArchiveEntry): BackupHeader => {
  const { format } = parse<{ format: unknown }>(entry, { Check: (value) => typeof value === 'object' && value !== null });
  if (typeof format === 'number' && format > BACKUP_FORMAT)
    throw new DamagedBackupError(`This backup has format ${format}, which a newer Launchweek wrote. Restore it with that version.`);
  return parse<BackupHeader>(entry, header_schema);
};

/** Reports decompression errors as damage. */
const rethrowDamage = (error: unknown): never => {
  if (/^Z_/.test(String((error as { code?: string }).code)))
    throw new DamagedBackupError(
      (error as { code: string }).code === 'Z_BUF_ERROR'
        ? 'The backup ends too early: it was cut off.'
        : 'This is not a backup of Launchweek, or it is damaged.',
    );
  throw error;
};

/** Reads the header of a backup, then its rows table by table. */
export const readBackup = async (
  pieces: AsyncIterable<Buffer>,
): Promise<{ head: BackupHeader; rows: AsyncGenerator<{ table: string; content: Buffer }, BackupManifest> }> => {
  const entries = readArchive(pieces);
  const next = async (): Promise<ArchiveEntry> => {
    const { value, done } = await entries.next().catch(rethrowDamage);
    if (done) throw new DamagedBackupError('The backup is not whole: its end is missing.');
    return value;
  };
  const first = await next();
  if (first.name !== HEADER_ENTRY) throw new DamagedBackupError('This is not a backup of Launchweek.');
  const head = readHeader(first);
  const known = new Set([...head.tables.map(({ name }) => name), JOBS_TABLE]);
  const rows = async function* (): AsyncGenerator<{ table: string; content: Buffer }, BackupManifest> {
    for (;;) {
      const entry = await next();
      if (entry.name === MANIFEST_ENTRY) {
        if (!(await entries.next().catch(rethrowDamage)).done)
          throw new DamagedBackupError('The backup is damaged: something follows its end.');
        return parse<BackupManifest>(entry, manifest_schema);
      }
      const table = tableOf(entry.name);
      if (!table || !known.has(table))
        throw new DamagedBackupError(`The backup is damaged: it has ${entry.name}, which is nothing of its own.`);
      yield { table, content: entry.content };
    }
  };
  return { head, rows: rows() };
};

export const verifyBackup = async (pieces: AsyncIterable<Buffer>): Promise<{ head: BackupHeader; tail: BackupManifest }> => {
  const { head, rows } = await readBackup(pieces);
  const sums = new Map([...head.tables.map(({ name }) => name), JOBS_TABLE].map((name) => [name, sumRows()]));
  let step = await rows.next();
  for (; !step.done; step = await rows.next()) sums.get(step.value.table)!.add(step.value.content);
  const tail = step.value;
  for (const [name, sum] of sums) {
    const expected = tail.tables[name];
    if (!expected && name === JOBS_TABLE) continue;
    if (!expected || !isSameSum(expected, sum.end()))
      throw new DamagedBackupError(`The backup is damaged: the rows of ${name} are not those that were written.`);
  }
  return { head, tail };
};
