import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Sql } from '../db/open.ts';
import { maxStaleness } from '../db/replicas/replicas.ts';
import type { Cdn, CdnStore } from '../integrations/cdn.ts';
import { listsKey, recordKey, siteKey } from '../integrations/surrogate-keys.ts';
import { findCursorBefore, readChangedKeys } from '../modules/changes/changed-keys.ts';
import type { ChangeKind } from '../modules/changes/rules.ts';
import { ChangeWaits } from '../modules/changes/waits.ts';
import { selectSites } from '../modules/sites/queries.ts';

/** Processes cache answers for less than this: what the CDN fetches after a purge must not be from before the change. */
const SETTLE_MS = 1000;
const RETRY_MS = 5000;
/** Sites that are created later are found within this time. */
const LOOK_FOR_SITES_MS = 30_000;
/** More changes at once are purged with everything of the site. */
const CHANGES_AT_ONCE = 500;
/** An answer may be served for longer than it is stored, and a change has the time at which its transaction began. */
const MORE_SECONDS = 60;

/** The keys of the answers that show a record. Everything lists something, so lists change with every record. */
export const keysOfChange = (site_id: number, kind: ChangeKind, key: string): string[] => {
  const [own, of] = kind === 'votes' ? (['listing', key.split('/')[0]!] as const) : ([kind, key] as const);
  return [listsKey(site_id), ...(/^[a-z0-9-]+$/.test(of) ? [recordKey(site_id, own, of)] : [])];
};

/**
 * How long after a change it is purged. A replica may still lack what was purged after a second, and the CDN then stores the answer from
 * before the change again: so it is purged a second time, when no replica in use lacks it.
 */
export const purgeDelays = (max_read_lag_ms: number | null): number[] =>
  max_read_lag_ms === null ? [SETTLE_MS] : [SETTLE_MS, maxStaleness(max_read_lag_ms) + SETTLE_MS];

interface PurgeOptions {
  sql: Sql;
  cdn: Cdn;
  log: Logger;
  /** From `purgeDelays`. */
  delays: readonly number[];
}

/**
 * Purges from the CDN what changes in public, some time after it was committed. Each store and each delay reads the changes by itself, so
 * that a store that does not answer holds up no other, and gets what it missed when it is back. All begin with the changes since the oldest
 * answer was stored that the CDN may still have: no process may have run when they were made.
 */
export const startPurges = ({ sql, cdn, log, delays }: PurgeOptions): { stop(): Promise<void> } => {
  const stop = new AbortController();
  const waits = new ChangeWaits(sql);
  const pause = (ms: number) => sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);

  /** What is to be purged after a cursor. After more changes than we name it is everything, and the cursor is that of now. */
  const readKeys = async (site_id: number, after: string): Promise<{ keys: string[]; cursor: string | null; has_more: boolean }> => {
    const found = await readChangedKeys(sql, site_id, after, CHANGES_AT_ONCE);
    if (found && found.changes.length < CHANGES_AT_ONCE)
      return { ...found, keys: [...new Set(found.changes.flatMap(({ kind, key }) => keysOfChange(site_id, kind, key)))] };
    const now = await readChangedKeys(sql, site_id, 'latest', 1);
    return { keys: [siteKey(site_id)], cursor: now?.cursor ?? null, has_more: now?.has_more ?? true };
  };
  const watch = async (site_id: number, store: CdnStore, delay_ms: number): Promise<void> => {
    const changes = await waits.watch(site_id);
    let cursor: string | null = null;
    while (!stop.signal.aborted) {
      const next = changes.next();
      try {
        const read = await readKeys(site_id, cursor ?? (await findCursorBefore(sql, site_id, cdn.seconds + MORE_SECONDS)));
        if (read.keys.length > 0) {
          await pause(delay_ms);
          await store.purge(read.keys);
        }
        cursor = read.cursor;
        if (!read.has_more) await changes.wait(next, LOOK_FOR_SITES_MS, stop.signal);
      } catch (err) {
        if (!stop.signal.aborted) log.warn({ err }, 'not purged from the CDN');
        await pause(RETRY_MS);
      }
    }
  };
  const watched = new Map<number, Promise<unknown>>();
  const watchSite = (site_id: number) =>
    Promise.all(cdn.stores.flatMap((store) => delays.map((delay_ms) => watch(site_id, store, delay_ms))));
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const sites = await selectSites(sql).catch(() => []);
      for (const { id } of sites) if (!watched.has(id)) watched.set(id, watchSite(id));
      await pause(LOOK_FOR_SITES_MS);
    }
    await Promise.all(watched.values());
  };
  const running = run();
  return {
    async stop() {
      stop.abort();
      waits.close();
      await running;
    },
  };
};
