import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { MirrorError } from './errors.ts';
import type { ChangePage } from './feed.ts';
import { CREATE_VIEWS, DROP_VIEWS } from './views.ts';

/** Increased when the tables change. Views are created anew each time, so they may change with every version. */
const FORMAT = 1;

const recordsTable = (name: string): string =>
  `create table ${name} (kind text not null, key text not null, data text not null, changed_at text not null, primary key (kind, key));`;

const CREATE = `
  create table mirror (
    only_row integer primary key check (only_row = 1),
    source text not null,
    kinds text,
    cursor text,
    copy_cursor text,
    copied_at text,
    checked_at text
  );
  ${recordsTable('records')}
  pragma user_version = ${FORMAT};`;

/** What the file says of itself. */
export interface MirrorState {
  /** The site it is a copy of. */
  source: string;
  /** The kinds of records in it, separated by commas; null for all. */
  kinds: string | null;
  /** How far `records` has come; null until there is a complete copy. */
  cursor: string | null;
  /** How far a new copy has come, which will replace `records`. */
  copy_cursor: string | null;
  copied_at: string | null;
  checked_at: string | null;
}

const loadSqlite = async (): Promise<typeof import('node:sqlite')> => {
  try {
    return await import('node:sqlite');
  } catch {
    throw new MirrorError(`A mirror needs Node 22.13 or newer, for its SQLite. This is ${process.version}.`);
  }
};

/** Primary result codes of SQLite that somebody can do something about. */
const REASONS: Record<number, string> = {
  5: 'another program is writing to it',
  8: 'it is read-only',
  10: 'the disk does not work, or is full',
  11: 'it is damaged; delete it to copy anew',
  13: 'the disk is full',
  14: 'it can’t be opened',
  26: 'it is not an SQLite file',
};

const resultCodeOf = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) & 0xff;

/** Gives errors of SQLite a message that says what to do. Transactions are undone, so a mirror can always continue. */
const explain = <T>(file: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    const reason = REASONS[resultCodeOf(error)];
    throw reason ? new MirrorError(`${file} can’t be used: ${reason} (${(error as Error).message}).`) : error;
  }
};

const inTransaction = <T>(db: DatabaseSync, work: () => T): T => {
  db.exec('begin immediate');
  try {
    const result = work();
    db.exec('commit');
    return result;
  } catch (error) {
    // A full disk may have ended it already.
    if (db.isTransaction) db.exec('rollback');
    throw error;
  }
};

const APPLIED = `select e.value ->> 'kind', e.value ->> 'key' from json_each(?, '$.changes') e`;
/** SQLite takes records out of the page, so that they are stored as the site wrote them. */
const applyPage = (db: DatabaseSync, table: string, { text, changes }: Pick<ChangePage, 'text' | 'changes'>): void => {
  if (changes === 0) return;
  db.prepare(`delete from ${table} where (kind, key) in (${APPLIED} where e.value ->> 'removed')`).run(text);
  db.prepare(
    `insert into ${table} (kind, key, data, changed_at)
     select e.value ->> 'kind', e.value ->> 'key', e.value -> 'data', e.value ->> 'changed_at' from json_each(?, '$.changes') e
     where not e.value ->> 'removed'
     on conflict (kind, key) do update set data = excluded.data, changed_at = excluded.changed_at`,
  ).run(text);
};

const formatOf = (db: DatabaseSync): number => (db.prepare('pragma user_version').get() as { user_version: number }).user_version;

const checkFormat = (db: DatabaseSync, file: string): void => {
  const format = formatOf(db);
  const has_tables = db.prepare('select 1 from sqlite_schema').get() !== undefined;
  if (format > FORMAT) throw new MirrorError(`${file} was made by a newer version of this program.`);
  if (format === 0 && has_tables) throw new MirrorError(`${file} is another program’s.`);
};

const readState = (db: DatabaseSync): MirrorState | undefined =>
  db.prepare('select source, kinds, cursor, copy_cursor, copied_at, checked_at from mirror').get() as MirrorState | undefined;

export const fileIn = (folder: string): string => join(folder, 'mirror.sqlite');

/** The file of a mirror, to write to. A page and the cursor after it are written together, so it can be stopped at any moment. */
export interface MirrorFile {
  readonly state: MirrorState | undefined;
  readonly is_copying: boolean;
  countRecords(): number;
  create(source: string, kinds: string | null): void;
  changeSource(source: string): void;
  /** Begins a new copy beside the records, from nothing. */
  beginCopy(kinds: string | null): void;
  /** Adds a page to the new copy; with the last one it takes the place of the records. */
  addToCopy(page: ChangePage): void;
  /** Adds records of a dump to the new copy, without saying how far it has come. */
  addRecords(page: Pick<ChangePage, 'text' | 'changes'>): void;
  /** Says how far the new copy has come. */
  continueCopyAt(cursor: string): void;
  /** Changes the records. */
  update(page: ChangePage): void;
  close(): void;
}

/** Opens the file, and makes sure that no other mirror uses it: the lock is the system's, so it ends with the process. */
export const openFile = async (folder: string, prepare: (db: DatabaseSync) => void = () => {}): Promise<MirrorFile> => {
  const { DatabaseSync } = await loadSqlite();
  const file = fileIn(folder);
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(join(folder, 'mirror.lock'), { timeout: 0 });
  let db: DatabaseSync | undefined;
  const close = () => {
    db?.close();
    lock.close();
  };
  const now = () => new Date().toISOString();
  try {
    try {
      lock.exec('begin exclusive');
    } catch (error) {
      throw resultCodeOf(error) === 5 ? new MirrorError(`Another mirror is running in ${folder}.`) : error;
    }
    const opened = explain(file, () => {
      const db = new DatabaseSync(file, { timeout: 10_000 });
      // Readers see the last whole state while we write. A power failure may undo the last pages, with their cursor.
      db.exec('pragma journal_mode = wal; pragma synchronous = normal');
      checkFormat(db, file);
      prepare(db);
      inTransaction(db, () => {
        if (formatOf(db) === 0) db.exec(CREATE);
        db.exec(DROP_VIEWS + CREATE_VIEWS);
      });
      return db;
    });
    db = opened;
    const write = (work: (db: DatabaseSync) => void) => explain(file, () => inTransaction(opened, () => work(opened)));
    return {
      get state() {
        return readState(opened);
      },
      get is_copying() {
        return opened.prepare(`select 1 from sqlite_schema where name = 'next_records'`).get() !== undefined;
      },
      countRecords: () => (opened.prepare('select count(*) as count from records').get() as { count: number }).count,
      create: (source, kinds) =>
        write((db) => db.prepare('insert into mirror (only_row, source, kinds) values (1, ?, ?)').run(source, kinds)),
      changeSource: (source) => write((db) => db.prepare('update mirror set source = ?').run(source)),
      beginCopy: (kinds) =>
        write((db) => {
          db.exec(`drop table if exists next_records; ${recordsTable('next_records')}`);
          db.prepare('update mirror set copy_cursor = null, kinds = ?').run(kinds);
        }),
      addToCopy: (page) =>
        write((db) => {
          applyPage(db, 'next_records', page);
          if (page.has_more) {
            db.prepare('update mirror set copy_cursor = ?').run(page.cursor);
            return;
          }
          db.exec(`${DROP_VIEWS} drop table records; alter table next_records rename to records; ${CREATE_VIEWS}`);
          db.prepare('update mirror set cursor = ?1, copy_cursor = null, copied_at = ?2, checked_at = ?2').run(page.cursor, now());
        }),
      addRecords: (page) => write((db) => applyPage(db, 'next_records', page)),
      continueCopyAt: (cursor) => write((db) => db.prepare('update mirror set copy_cursor = ?').run(cursor)),
      update: (page) =>
        write((db) => {
          applyPage(db, 'records', page);
          db.prepare('update mirror set cursor = ?, checked_at = ?').run(page.cursor, now());
        }),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
};

/** A file to compare with another, which only has records. */
export const openTemporaryFile = async (file: string) => {
  const { DatabaseSync } = await loadSqlite();
  const db = new DatabaseSync(file);
  db.exec(`pragma journal_mode = off; pragma synchronous = off; ${recordsTable('records')}`);
  return { db, add: (page: ChangePage) => explain(file, () => inTransaction(db, () => applyPage(db, 'records', page))) };
};

/** A copy as it is at this moment, to read. Another process may go on writing to it. */
export const openSnapshot = async (folder: string): Promise<{ db: DatabaseSync; state: MirrorState & { cursor: string } }> => {
  const { DatabaseSync } = await loadSqlite();
  const file = fileIn(folder);
  return explain(file, () => {
    const db = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
    checkFormat(db, file);
    db.exec('begin');
    const state = readState(db);
    if (state?.cursor) return { db, state: { ...state, cursor: state.cursor } };
    db.close();
    throw new MirrorError(`${file} has no complete copy yet.`);
  });
};
