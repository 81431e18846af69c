import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Sql } from '../db/open.ts';
import type { Cdn } from '../integrations/cdn.ts';
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
const CHANGES_AT_ONCE = 500;
/** An answer may be served for longer than it is stored. */
const MORE_SECONDS = 60;

/** The keys of the answers that show a record. Everything lists something, so lists change with every record. */
export const keysOfChange = (site_id: number, kind: ChangeKind, key: string): string[] => {
  // The name of a category is on the pages of all its listings.
  if (kind === 'category') return [siteKey(site_id)];
  const [own, of] = kind === 'votes' ? (['listing', key.split('/')[0]!] as const) : ([kind, key] as const);
  return [listsKey(site_id), ...(/^[a-z0-9-]+$/.test(of) ? [recordKey(site_id, own, of)] : [])];
};

/**
 * Purges from the CDN what changes in public, a second after it was committed. It begins with the changes since the oldest answer was
 * stored that the CDN may still have: no process may have run when they were made.
 */
export const startPurges = (sql: Sql, cdn: Cdn, log: Logger): { stop(): Promise<void> } => {
  const stop = new AbortController();
  const waits = new ChangeWaits(sql);
  const pause = (ms: number) => sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);
  const purgeNext = async (site_id: number, after: string | null): Promise<{ cursor: string | null; has_more: boolean }> => {
    const cursor = after ?? (await findCursorBefore(sql, site_id, cdn.seconds + MORE_SECONDS));
    const found = await readChangedKeys(sql, site_id, cursor, CHANGES_AT_ONCE);
    if (!found) {
      await cdn.purge([siteKey(site_id)]);
      return { cursor: null, has_more: true };
    }
    if (found.changes.length === 0) return found;
    await pause(SETTLE_MS);
    await cdn.purge([...new Set(found.changes.flatMap(({ kind, key }) => keysOfChange(site_id, kind, key)))]);
    return found;
  };
  const watch = async (site_id: number): Promise<void> => {
    const changes = await waits.watch(site_id);
    let cursor: string | null = null;
    while (!stop.signal.aborted) {
      const version = changes.version();
      try {
        const read = await purgeNext(site_id, cursor);
        cursor = read.cursor;
        if (!read.has_more) await changes.wait(version, LOOK_FOR_SITES_MS, stop.signal);
      } catch (err) {
        if (!stop.signal.aborted) log.warn({ err }, 'not purged from the CDN');
        await pause(RETRY_MS);
      }
    }
  };
  const watched = new Map<number, Promise<void>>();
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const sites = await selectSites(sql).catch(() => []);
      for (const { id } of sites) if (!watched.has(id)) watched.set(id, watch(id));
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
