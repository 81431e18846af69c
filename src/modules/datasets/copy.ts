import { createReadStream } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { fileIn, openFile } from '../../../client/src/mirror/file.ts';
import type { SiteCtx } from '../../kernel/context.ts';
import { readChanges, toChangeJson } from '../changes/changes.ts';
import type { ChangeKind } from '../changes/rules.ts';

/** SQLite works in this thread: a page takes a few milliseconds. */
const PAGE = 100;

/**
 * Copies everything public into the file of a mirror, with the change feed: its last state of each record, and the cursor after it.
 * The mirror of the client writes the file, so it is one that the client can continue.
 */
export const copySite = async (
  { sql, site }: Pick<SiteCtx, 'site'> & { sql: Sql },
  folder: string,
  onPage: () => Promise<void>,
): Promise<{ cursor: string }> => {
  // What was removed while we copied must not stay in unused pages of the file.
  const file = await openFile(folder, (db) => db.exec('pragma secure_delete = on'));
  let cursor: string | undefined;
  try {
    file.create(new URL(site.root).href.replace(/\/$/, ''), null);
    file.beginCopy(null);
    for (let has_more = true; has_more; ) {
      const page = await readChanges({ sql, site }, { cursor, limit: PAGE });
      ({ cursor, has_more } = page);
      const text = `{"changes":[${page.changes.map(toChangeJson).join(',')}]}`;
      file.addToCopy({ text, changes: page.changes.length, cursor, has_more });
      await onPage();
    }
  } finally {
    file.close();
  }
  // One file, without the log beside it.
  const db = new DatabaseSync(fileIn(folder));
  db.exec('pragma journal_mode = delete');
  db.close();
  return { cursor: cursor! };
};

const NEXT = 'select key, data, changed_at from records where kind = ? and key > ? order by key limit ?';

/** A kind's records as lines of JSON, in the order of their keys. Counts them. */
export const recordLines = async function* (folder: string, kind: ChangeKind, count: (records: number) => void): AsyncGenerator<string> {
  const db = new DatabaseSync(fileIn(folder), { readOnly: true });
  try {
    const next = db.prepare(NEXT);
    for (let key = ''; ; ) {
      const rows = next.all(kind, key, PAGE) as { key: string; data: string; changed_at: string }[];
      if (rows.length === 0) return;
      count(rows.length);
      const lines = rows.map(
        ({ key, data, changed_at }) =>
          `{"kind":"${kind}","key":${JSON.stringify(key)},"changed_at":${JSON.stringify(changed_at)},"data":${data}}\n`,
      );
      yield lines.join('');
      key = rows.at(-1)!.key;
      await nextTurn();
    }
  } finally {
    db.close();
  }
};

export const copyBytes = (folder: string): AsyncIterable<Buffer> => createReadStream(fileIn(folder));
