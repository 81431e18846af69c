import { createHash, type Hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { MirrorOptions } from '../mirror.ts';
import { MirrorError } from './errors.ts';
import { type ChangePage, FEW_RETRIES, type Feed, isExpired, openFeed } from './feed.ts';
import { openSnapshot, openTemporaryFile } from './file.ts';

export interface Difference {
  kind: string;
  key: string;
  /** What is wrong with the copy. */
  fault: 'missing' | 'surplus' | 'different';
}

interface Side {
  records: number;
  /** SHA-256 of all keys and records in the order of their keys. */
  digest: string;
}

/** A copy and its source, by kind. */
export interface Comparison {
  kinds: { kind: string; copy: Side; source: Side; not_yet_copied: number }[];
  /** Differences that no change explains which the copy has yet to read. */
  differences: Difference[];
}

interface RecordRow {
  kind: string;
  key: string;
  data: string;
}

class Counts {
  readonly #of_kind = new Map<string, { records: number; hash: Hash }>();
  add({ kind, key, data }: RecordRow): void {
    let count = this.#of_kind.get(kind);
    if (!count) {
      count = { records: 0, hash: createHash('sha256') };
      this.#of_kind.set(kind, count);
    }
    count.records++;
    count.hash.update(`${key}\n${data}\n`);
  }
  get kinds(): string[] {
    return [...this.#of_kind.keys()];
  }
  of(kind: string): Side {
    const { records, hash } = this.#of_kind.get(kind) ?? { records: 0, hash: createHash('sha256') };
    return { records, digest: hash.copy().digest('hex') };
  }
}

const nameOf = ({ kind, key }: { kind: string; key: string }): string => `${kind} ${key}`;

const rowsOf = (db: DatabaseSync): Iterator<RecordRow> =>
  db.prepare('select kind, key, data from records order by kind, key').iterate() as unknown as Iterator<RecordRow>;

/** In the order of SQLite, which is that of the bytes. */
const compareRows = (a: RecordRow, b: RecordRow): number =>
  Buffer.compare(Buffer.from(a.kind), Buffer.from(b.kind)) || Buffer.compare(Buffer.from(a.key), Buffer.from(b.key));

/** Goes through two copies side by side. */
const compareCopies = (copy: DatabaseSync, source: DatabaseSync, isExplained: (name: string) => boolean) => {
  const [ours, theirs] = [new Counts(), new Counts()];
  const differences: Difference[] = [];
  const [own_rows, their_rows] = [rowsOf(copy), rowsOf(source)];
  let [a, b] = [own_rows.next(), their_rows.next()];
  while (!a.done || !b.done) {
    const order = a.done ? 1 : b.done ? -1 : compareRows(a.value, b.value);
    const { kind, key } = (order <= 0 ? a : b).value as RecordRow;
    const fault = order < 0 ? 'surplus' : order > 0 ? 'missing' : a.value.data === b.value.data ? null : 'different';
    if (fault && !isExplained(nameOf({ kind, key }))) differences.push({ kind, key, fault });
    if (order <= 0) {
      ours.add(a.value as RecordRow);
      a = own_rows.next();
    }
    if (order >= 0) {
      theirs.add(b.value as RecordRow);
      b = their_rows.next();
    }
  }
  return { ours, theirs, differences };
};

const readAll = async (feed: Feed, start: string | null, kinds: string | null, onPage: (page: ChangePage) => void): Promise<void> => {
  for (let [cursor, has_more] = [start, true]; has_more; ) {
    const page = await feed.readPage({ cursor, kinds });
    onPage(page);
    ({ cursor, has_more } = page);
  }
};

/** Records that changed since the copy was updated last. A copy whose cursor has expired is made anew, so nothing explains it. */
const readPending = async (feed: Feed, cursor: string, kinds: string | null): Promise<Map<string, string>> => {
  const pending = new Map<string, string>();
  await readAll(feed, cursor, kinds, ({ text }) => {
    const { changes } = JSON.parse(text) as { changes: { kind: string; key: string }[] };
    for (const change of changes) pending.set(nameOf(change), change.kind);
  }).catch((error) => {
    if (!isExpired(error)) throw error;
  });
  return pending;
};

/**
 * Compares a copy with its source, which is read from the beginning. Writes nothing to the copy, so another process may keep it
 * meanwhile. The copy is read first and its pending changes last: what the site changed in between is among them.
 */
export const verifyMirror = async (options: Omit<MirrorOptions, 'once' | 'moved' | 'kinds'>): Promise<Comparison> => {
  const { folder, onProgress } = options;
  const { db: copy, state } = await openSnapshot(folder);
  const temporary = mkdtempSync(join(tmpdir(), 'launchweek-mirror-'));
  let source: Awaited<ReturnType<typeof openTemporaryFile>> | undefined;
  try {
    const feed = openFeed({
      ...options,
      retries: () => FEW_RETRIES,
      onTrouble: (message, wait_ms) => onProgress?.({ type: 'trouble', message, wait_ms }),
    });
    const address = await feed.readSource();
    if (address !== state.source) throw new MirrorError(`${folder} is a copy of ${state.source}, but the address is that of ${address}.`);
    const opened = await openTemporaryFile(join(temporary, 'source.sqlite'));
    source = opened;
    let changes = 0;
    await readAll(feed, null, state.kinds, (page) => {
      opened.add(page);
      changes += page.changes;
      onProgress?.({ type: 'copying', changes });
    });
    const pending = await readPending(feed, state.cursor, state.kinds);
    const { ours, theirs, differences } = compareCopies(copy, opened.db, (name) => pending.has(name));
    const pending_kinds = [...pending.values()];
    const kinds = [...new Set([...ours.kinds, ...theirs.kinds, ...pending_kinds])].sort().map((kind) => ({
      kind,
      copy: ours.of(kind),
      source: theirs.of(kind),
      not_yet_copied: pending_kinds.filter((one) => one === kind).length,
    }));
    return { kinds, differences };
  } finally {
    copy.close();
    source?.db.close();
    rmSync(temporary, { recursive: true, force: true });
  }
};
