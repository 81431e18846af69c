import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Sql } from '../db/open.ts';
import { maxStaleness } from '../db/replicas/replica.ts';
import { type Cdn, type CdnStore, MAX_CDN_SECONDS } from '../integrations/cdn.ts';
import { siteKey } from '../integrations/surrogate-keys.ts';
import { findCursorBefore, readChangedKeys } from '../modules/changes/changed-keys.ts';
import { ChangeWaits } from '../modules/changes/waits.ts';
import { purgeKeys } from '../modules/purges/purge-keys.ts';
import { type PurgeTouch, type PurgeTouches, selectPurgeTouches } from '../modules/purges/queries.ts';
import { selectSites } from '../modules/sites/queries.ts';

/** Processes cache answers for less than this: what the CDN fetches after a purge must not be from before the change. */
const SETTLE_MS = 1000;
const RETRY_MS = 5000;
/** Sites that are created later are found within this time. */
const LOOK_FOR_SITES_MS = 30_000;
const LOOK_FOR_TOUCHES_MS = 1000;
/** More at once is purged with everything of the site. */
const CHANGES_AT_ONCE = 500;
/** An answer may be served for longer than it is stored. */
const FIRST_SECONDS = MAX_CDN_SECONDS + 60;

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

interface Purges {
  keys: string[];
  /** Where the next reading continues. */
  position: string | null;
  /** Waits until there may be more; undefined if there is more already. */
  wait?(): Promise<unknown>;
}
/** Reads what changed after a position; without one, that of which the CDN may still have old answers. */
type ReadPurges = (after: string | null) => Promise<Purges>;

const keysOf = (touches: readonly PurgeTouch[]): string[] => [...new Set(touches.flatMap(purgeKeys))];

/**
 * Purges from the CDN what changes in public, some time after it was committed. Each store and each delay reads the changes by itself, so
 * that a store that does not answer holds up no other, and gets what it missed when it is back. All begin with the changes since the oldest
 * answer or file was stored that the CDN may still have: no process may have run when they were made.
 */
export const startPurges = ({ sql, cdn, log, delays }: PurgeOptions): { stop(): Promise<void> } => {
  const stop = new AbortController();
  const waits = new ChangeWaits(sql);
  const pause = (ms: number) => sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);

  /** The change feed of a site. After more changes than we name everything is purged, and the position is that of now. */
  const feedOf = (site_id: number): ReadPurges => {
    const changes = waits.watch(site_id);
    return async (after) => {
      const version = changes.version();
      const wait = () => changes.wait(version, LOOK_FOR_SITES_MS, stop.signal);
      const found = await readChangedKeys(sql, site_id, after ?? (await findCursorBefore(sql, site_id, FIRST_SECONDS)), CHANGES_AT_ONCE);
      if (found && found.changes.length < CHANGES_AT_ONCE) {
        const keys = keysOf(found.changes.map((change) => ({ site_id, ...change })));
        return { keys, position: found.cursor, wait: found.has_more ? undefined : wait };
      }
      const now = await readChangedKeys(sql, site_id, 'latest', 1);
      return { keys: [siteKey(site_id)], position: now?.cursor ?? null };
    };
  };
  /** After a failover or a restore the reading begins again. */
  const readNewTouches = async (after: string | null): Promise<PurgeTouches> => {
    const [database_id, snapshot] = after?.split(' ') ?? [];
    const found = snapshot ? await selectPurgeTouches(sql, { snapshot }) : null;
    return String(found?.database_id) === database_id ? found! : selectPurgeTouches(sql, { seconds: FIRST_SECONDS });
  };
  /** What is not in the feeds, of all sites. */
  const readTouches: ReadPurges = async (after) => {
    const { touches, snapshot, database_id } = await readNewTouches(after);
    const keys = [...Map.groupBy(touches, ({ site_id }) => site_id)].flatMap(([site_id, of_site]) =>
      of_site.length < CHANGES_AT_ONCE ? keysOf(of_site) : [siteKey(site_id)],
    );
    return { keys, position: `${database_id} ${snapshot}`, wait: () => pause(LOOK_FOR_TOUCHES_MS) };
  };
  const watch = async (read: ReadPurges, store: CdnStore, delay_ms: number): Promise<void> => {
    let position: string | null = null;
    while (!stop.signal.aborted) {
      try {
        const found = await read(position);
        if (found.keys.length > 0) {
          await pause(delay_ms);
          await store.purge(found.keys);
        }
        position = found.position;
        await found.wait?.();
      } catch (err) {
        if (!stop.signal.aborted) log.warn({ err }, 'not purged from the CDN');
        await pause(RETRY_MS);
      }
    }
  };
  const watchAll = async (openReader: () => ReadPurges): Promise<void> => {
    const watches = cdn.stores.flatMap((store) => delays.map((delay_ms) => watch(openReader(), store, delay_ms)));
    await Promise.all(watches);
  };
  const watched = new Map<number, Promise<void>>();
  const run = async (): Promise<void> => {
    const touches = watchAll(() => readTouches);
    while (!stop.signal.aborted) {
      const sites = await selectSites(sql).catch(() => []);
      for (const { id } of sites)
        if (!watched.has(id))
          watched.set(
            id,
            watchAll(() => feedOf(id)),
          );
      await pause(LOOK_FOR_SITES_MS);
    }
    await Promise.all([touches, ...watched.values()]);
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
