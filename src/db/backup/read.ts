import { hash as hashOf } from 'node:crypto';
import type { Static, TSchema } from '../../kernel/schema.ts';
import { validatorOf } from '../../kernel/validate.ts';
import { type ArchiveEntry, DamagedBackupError, readArchive } from './archive.ts';
import {
  BACKUP_FORMAT,
  BackupHeader,
  BackupManifest,
  HEADER_ENTRY,
  isSameSum,
  JOBS_TABLE,
  MANIFEST_ENTRY,
  type PictureRef,
  pictureOf,
  sumRows,
  tableOf,
} from './format.ts';

const parse = ({ name, content }: ArchiveEntry): unknown => {
  try {
    return JSON.parse(content.toString());
  } catch {
    throw new DamagedBackupError(`The backup is damaged: ${name} cannot be read.`);
  }
};

const parseAs = <S extends TSchema>(schema: S, entry: ArchiveEntry): Static<S> => {
  const value = parse(entry);
  if (!validatorOf(schema).Check(value)) throw new DamagedBackupError(`The backup is damaged: ${entry.name} isn’t in the expected form.`);
  return value as Static<S>;
};

const readHeader = (entry: ArchiveEntry): BackupHeader => {
  const format = (parse(entry) as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format > BACKUP_FORMAT)
    throw new DamagedBackupError(`This backup has format ${format}, which a newer Launchweek wrote. Restore it with that version.`);
  return parseAs(BackupHeader, entry);
};

/** Reports decompression errors as damage. */
const rethrowDamage = (error: unknown): never => {
  const { code = '' } = error as { code?: string };
  if (code === 'Z_BUF_ERROR') throw new DamagedBackupError('The backup is truncated.');
  if (code.startsWith('Z_')) throw new DamagedBackupError('This is not a backup of Launchweek, or it is damaged.');
  throw error;
};

type Part = { table: string; content: Buffer } | { picture: PictureRef; content: Buffer };
type Rows = AsyncGenerator<Part, BackupManifest>;

/** Reads the header of a backup, then its rows table by table, then its pictures. */
export const readBackup = async (pieces: AsyncIterable<Buffer>): Promise<{ head: BackupHeader; rows: Rows }> => {
  const entries = readArchive(pieces);
  const next = async (): Promise<ArchiveEntry> => {
    const { value, done } = await entries.next().catch(rethrowDamage);
    if (done) throw new DamagedBackupError('The backup is incomplete: its end is missing.');
    return value;
  };
  const first = await next();
  if (first.name !== HEADER_ENTRY) throw new DamagedBackupError('This is not a backup of Launchweek.');
  const head = readHeader(first);
  const known = new Set([...head.tables.map(({ name }) => name), JOBS_TABLE]);
  const rows = async function* (): Rows {
    for (;;) {
      const entry = await next();
      if (entry.name === MANIFEST_ENTRY) {
        if (!(await entries.next().catch(rethrowDamage)).done)
          throw new DamagedBackupError('The backup is damaged: there is data after its end.');
        return parseAs(BackupManifest, entry);
      }
      const picture = pictureOf(entry.name);
      if (picture) {
        if (hashOf('sha256', entry.content) !== picture.hash)
          throw new DamagedBackupError(`The backup is damaged: ${entry.name} has another content than its name says.`);
        yield { picture, content: entry.content };
        continue;
      }
      const table = tableOf(entry.name);
      if (!table || !known.has(table))
        throw new DamagedBackupError(`The backup is damaged: it has ${entry.name}, which doesn’t belong in a backup.`);
      yield { table, content: entry.content };
    }
  };
  return { head, rows: rows() };
};

export const verifyBackup = async (pieces: AsyncIterable<Buffer>): Promise<{ head: BackupHeader; tail: BackupManifest }> => {
  const { head, rows } = await readBackup(pieces);
  const sums = new Map([...head.tables.map(({ name }) => name), JOBS_TABLE].map((name) => [name, sumRows()]));
  let step = await rows.next();
  let pictures = 0;
  for (; !step.done; step = await rows.next()) {
    if ('picture' in step.value) pictures += 1;
    else sums.get(step.value.table)!.add(step.value.content);
  }
  const tail = step.value;
  if (pictures !== (tail.pictures?.included ?? 0))
    throw new DamagedBackupError(`The backup is damaged: it has ${pictures} pictures, and not ${tail.pictures?.included ?? 0}.`);
  for (const [name, sum] of sums) {
    const expected = tail.tables[name];
    if (!expected && name === JOBS_TABLE) continue;
    if (!expected || !isSameSum(expected, sum.end()))
      throw new DamagedBackupError(`The backup is damaged: the rows of ${name} don’t match what was written.`);
  }
  return { head, tail };
};
