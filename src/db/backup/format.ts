import { hash } from 'node:crypto';
import { type Static, T } from '../../kernel/schema.ts';

const LANES = 8;
const NEWLINE = 10;

/** Sums rows in PostgreSQL's COPY format, one per line. The sum of their hashes does not depend on their order. */
export const sumRows = () => {
  const lanes = new Uint32Array(LANES);
  let rows = 0;
  let bytes = 0;
  let partial: Buffer[] = [];

  const addRow = (row: Buffer): void => {
    rows += 1;
    const digest = hash('sha256', row, 'buffer');
    for (let i = 0; i < LANES; i++) lanes[i] = lanes[i]! + digest.readUInt32BE(i * 4);
  };
  return {
    add(piece: Buffer): void {
      bytes += piece.length;
      let from = 0;
      for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, from)) {
        const rest = piece.subarray(from, end);
        addRow(partial.length ? Buffer.concat([...partial, rest]) : rest);
        partial = [];
        from = end + 1;
      }
      if (from < piece.length) partial.push(piece.subarray(from));
    },
    end: (): RowSum => {
      if (partial.length) addRow(Buffer.concat(partial));
      const checksum = [...lanes].map((lane) => lane.toString(16).padStart(8, '0')).join('');
      return { rows, bytes, checksum };
    },
  };
};

export const isSameSum = (a: RowSum, b: RowSum): boolean => a.rows === b.rows && a.bytes === b.bytes && a.checksum === b.checksum;

/** Version of the format. */
export const BACKUP_FORMAT = 1;
export const HEADER_ENTRY = 'launchweek.json';
export const MANIFEST_ENTRY = 'manifest.json';
/** Jobs are not in a table of ours: a restore enqueues them again. */
export const JOBS_TABLE = 'graphile_worker.jobs';

/** A table's rows are split into several entries, since a tar entry begins with its size. */
export const entryName = (table: string, n: number): string => `tables/${table}/${String(n).padStart(6, '0')}.copy`;
export const tableOf = (entry: string): string | undefined => /^tables\/([\w.]+)\/\d{6,}\.copy$/.exec(entry)?.[1];

const PICTURE_ENTRY = /^media\/(\d{1,10})\/([0-9a-f]{64})$/;

/** A picture whose bytes are not in its row. */
export interface PictureRef {
  site_id: number;
  hash: string;
}

export const pictureEntryName = ({ site_id, hash }: PictureRef): string => `media/${site_id}/${hash}`;
export const pictureOf = (entry: string): PictureRef | undefined => {
  const [, site_id, hash] = PICTURE_ENTRY.exec(entry) ?? [];
  return hash ? { site_id: Number(site_id), hash } : undefined;
};

const Count = T.Integer({ minimum: 0 });
const Name = T.String({ pattern: '^[a-z_][a-z0-9_]*$' });

/** The columns are without generated ones. */
const BackedUpTable = T.Object({ name: Name, columns: T.Array(Name) });
export type BackedUpTable = Static<typeof BackedUpTable>;

/** The first entry of a backup: what is needed to create the tables. */
export const BackupHeader = T.Object({
  format: T.Integer(),
  launchweek: T.String(),
  made_at: T.String(),
  postgresql: T.String(),
  migrations: T.Array(T.Object({ name: T.String(), checksum: T.String() })),
  tables: T.Array(BackedUpTable),
});
export type BackupHeader = Static<typeof BackupHeader>;

const RowSum = T.Object({ rows: Count, bytes: Count, checksum: T.String() });
export type RowSum = Static<typeof RowSum>;

const BackupSequence = T.Object({ name: Name, last_value: T.String(), is_called: T.Boolean() });
export type BackupSequence = Static<typeof BackupSequence>;

/** Pictures outside of the database: where they were, how many rows name one, how many are in the backup, and which were not found. */
const BackupPictures = T.Object({ store: T.String(), named: Count, included: Count, missing: T.Array(T.String()) });
export type BackupPictures = Static<typeof BackupPictures>;

/** The last entry: what the backup must contain. Without it a backup is incomplete. */
export const BackupManifest = T.Object({
  tables: T.Record(T.String(), RowSum),
  sequences: T.Array(BackupSequence),
  pictures: T.Optional(BackupPictures),
});
export type BackupManifest = Static<typeof BackupManifest>;

export const countBackupRows = ({ tables }: BackupManifest): number => Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);
