import { wait } from './client.ts';
import { MirrorError } from './mirror/errors.ts';
import { FEW_RETRIES, type Feed, isExpired, openFeed } from './mirror/feed.ts';
import { type MirrorFile, type MirrorState, openFile } from './mirror/file.ts';
import { loadDump } from './mirror/load.ts';

export { type DatasetOptions, downloadDataset, type Manifest } from './mirror/dataset.ts';
export { MirrorError } from './mirror/errors.ts';
export { type Comparison, type Difference, verifyMirror } from './mirror/verify.ts';

export type MirrorProgress =
  /** A first or a new copy is being made: changes read so far in this run. */
  | { type: 'copying'; changes: number }
  /** A complete copy is in the file. */
  | { type: 'copied'; records: number }
  /** The copy is as the site was a moment ago: changes read so far in this run. */
  | { type: 'current'; changes: number }
  /** The feed can't be continued, so a new copy is made. Until it is complete, the file keeps the one it has. */
  | { type: 'expired' }
  /** No answer, or one that asks to wait: tried again after `wait_ms`. */
  | { type: 'trouble'; message: string; wait_ms: number };

export interface MirrorOptions {
  /** The site, such as https://launchweek.example. */
  address: string;
  /** Where mirror.sqlite is; made if it is not there. */
  folder: string;
  /** Only these kinds of records; by default those that the file has, or `all`. With other kinds than before a new copy is made. */
  kinds?: readonly string[];
  /** Stops when the copy is as the site is. Otherwise it goes on until `signal` ends it. */
  once?: boolean;
  /** The site has another address now: the file becomes a copy of the site at this one. */
  moved?: boolean;
  /** Whether a new copy begins with the site's latest dump, if there is one; true by default. */
  dump?: boolean;
  /** Only dumps signed with this key of the site's ledger count. */
  ledger_key?: string;
  signal?: AbortSignal;
  onProgress?(progress: MirrorProgress): void;
  /** An API key, for higher limits. */
  key?: string;
  /** Most changes in an answer, which are written together; 200 by default, which is also the most. */
  page_size?: number;
  fetch?: typeof fetch;
}

export interface MirrorResult {
  records: number;
  /** Changes read in this run. */
  changes: number;
  /** Whether there is a complete copy. */
  is_complete: boolean;
}

/** Seconds that a request waits for a change. */
const LONG_POLL = 25;
/** Pause after an empty answer that should have taken longer, such as from a server that stops. */
const PAUSE_MS = 1000;

/** With `once`, a server that has answered before gets some minutes to do it again. */
const RETRIES_ONCE = 10;

const checkSource = (state: MirrorState, source: string, folder: string): void => {
  if (state.source === source) return;
  throw new MirrorError(
    `${folder} is a copy of ${state.source}, but the address is that of ${source}. Use another folder, or --moved if the site moved.`,
  );
};

/** Prepares the file for this source and these kinds, and returns the kinds. */
const prepareFile = (file: MirrorFile, source: string, { kinds, moved, folder }: MirrorOptions): string | null => {
  const { state } = file;
  const named = kinds?.includes('all') ? null : kinds && [...new Set(kinds)].sort().join(',');
  const wanted = named === undefined ? (state?.kinds ?? null) : named;
  if (!state) {
    file.create(source, wanted);
    file.beginCopy(wanted);
    return wanted;
  }
  if (moved) file.changeSource(source);
  else checkSource(state, source, folder);
  if (wanted !== state.kinds) file.beginCopy(wanted);
  return wanted;
};

/** Begins a new copy with the site's latest dump. What is wrong with a dump is an error; one that can't be read is done without. */
const startFromDump = async (file: MirrorFile, options: MirrorOptions, kinds: string | null, onRecords: (records: number) => void) => {
  const { address, folder, ledger_key, signal, fetch, onProgress } = options;
  try {
    await loadDump(file, { address, folder, ledger_key, signal, fetch }, { source: file.state!.source, kinds }, onRecords);
  } catch (error) {
    if (error instanceof MirrorError || signal?.aborted) throw error;
    // What was read of it would stay if the feed no longer has its removal.
    file.beginCopy(kinds);
    onProgress?.({ type: 'trouble', message: `The dump can’t be read (${(error as Error).message})`, wait_ms: 0 });
  }
};

/** Makes a copy beside the records, or continues one. */
const copy = async (file: MirrorFile, feed: Feed, kinds: string | null, onPage: (changes: number) => void): Promise<void> => {
  for (let has_more = true; has_more; ) {
    const page = await feed.readPage({ cursor: file.state!.copy_cursor, kinds });
    file.addToCopy(page);
    onPage(page.changes);
    ({ has_more } = page);
  }
};

const follow = async (file: MirrorFile, feed: Feed, options: MirrorOptions, kinds: string | null, onPage: (changes: number) => void) => {
  for (;;) {
    const asked_at = performance.now();
    const page = await feed.readPage({ cursor: file.state!.cursor, kinds, wait: options.once ? 0 : LONG_POLL });
    file.update(page);
    onPage(page.changes);
    if (page.has_more) continue;
    if (options.once) return;
    if (page.changes === 0 && performance.now() - asked_at < PAUSE_MS) await wait(PAUSE_MS, options.signal);
  }
};

const run = async (file: MirrorFile, options: MirrorOptions, count: (changes: number) => number): Promise<void> => {
  const { signal, onProgress, folder } = options;
  const countAs = (type: 'copying' | 'current') => (page_changes: number) => {
    const changes = count(page_changes);
    onProgress?.({ type, changes });
  };
  let has_answered = file.state?.cursor != null;
  const feed = openFeed({
    ...options,
    retries: () => (!has_answered ? FEW_RETRIES : options.once ? RETRIES_ONCE : Number.POSITIVE_INFINITY),
    onTrouble: (message, wait_ms) => onProgress?.({ type: 'trouble', message, wait_ms }),
  });
  const kinds = prepareFile(file, await feed.readSource(), options);
  has_answered = true;
  for (let from_dump = options.dump ?? true; ; from_dump = false) {
    try {
      if (file.is_copying) {
        if (from_dump && file.state!.copy_cursor === null) await startFromDump(file, options, kinds, countAs('copying'));
        await copy(file, feed, kinds, countAs('copying'));
        onProgress?.({ type: 'copied', records: file.countRecords() });
      }
      return await follow(file, feed, options, kinds, countAs('current'));
    } catch (error) {
      if (!isExpired(error) || signal?.aborted) throw error;
      // Perhaps because there is another site now.
      checkSource(file.state!, await feed.readSource(), folder);
      file.beginCopy(kinds);
      onProgress?.({ type: 'expired' });
    }
  }
};

/**
 * Keeps a copy of everything public on a site in an SQLite file, by its change feed. Ends when `signal` is aborted, or with `once` when
 * the copy is as the site is; it can also be killed at any moment. The next run continues. Needs Node 22.13 or newer.
 */
export const mirror = async (options: MirrorOptions): Promise<MirrorResult> => {
  const file = await openFile(options.folder);
  let changes = 0;
  const count = (more: number): number => {
    changes += more;
    return changes;
  };
  try {
    await run(file, options, count).catch((error: unknown) => {
      if (!options.signal?.aborted) throw error;
    });
    return { records: file.countRecords(), changes, is_complete: file.state?.cursor != null && !file.is_copying };
  } finally {
    file.close();
  }
};
