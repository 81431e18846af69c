import type { Sql } from 'postgres';
import { Refusal } from '../../kernel/errors.ts';
import { gauge } from '../../kernel/metrics.ts';
import { findFeed } from './queries.ts';

/** PostgreSQL sends the id of a site here when a transaction commits that changed public records of it. */
const CHANNEL = 'changes';

/** Most requests of one process that wait for changes, and most of one client. */
const MAX_WAITING = 1000;
const MAX_PER_CLIENT = 20;

/** Feeds are looked at this often while somebody waits, in case a notification was lost with its connection. */
const LOOK_EVERY_MS = 2000;

const waiting = gauge('changes_waiting', 'Requests that wait for changes of public records.');

interface WaitLimits {
  in_all: number;
  per_client: number;
}

interface SiteWaits {
  /** Requests that wait, and parts of the process that watch. */
  watches: number;
  /** Grows when something may have changed. No site begins with a number that it had before. */
  version: number;
  /** Called when something may have changed, and when the process stops. */
  waiting: Set<() => void>;
  /** Where the feed ended when it was looked at last. */
  last_seq: number | null;
}

/** Waits for changes of a site. */
export interface ChangeWatch {
  /** A number that grows with every change. Take it before reading what a wait continues. */
  version(): number;
  /** Waits for a change after a version, but not longer than some time, than the signal, or than the process. Returns whether there was one. */
  wait(version: number, ms: number, signal: AbortSignal): Promise<boolean>;
}

/** A request that waits for changes. */
export interface ChangeWaiter extends ChangeWatch {
  leave(): void;
}

/**
 * The requests of this process that wait for changes. All share one connection that listens, which is opened when somebody waits for the
 * first time.
 */
export class ChangeWaits {
  #sql: Sql;
  #limits: WaitLimits;
  #sites = new Map<number, SiteWaits>();
  #by_client = new Map<string, number>();
  #requests = 0;
  #last_version = 0;
  #looking: NodeJS.Timeout | null = null;
  #listening_with: unknown = null;
  #is_closed = false;

  constructor(sql: Sql, limits: WaitLimits = { in_all: MAX_WAITING, per_client: MAX_PER_CLIENT }) {
    this.#sql = sql;
    this.#limits = limits;
  }

  get is_closed(): boolean {
    return this.#is_closed;
  }

  /** Lets a request wait. Throws `busy` if too many do. */
  async enter(site_id: number, client: string): Promise<ChangeWaiter> {
    const of_client = this.#by_client.get(client) ?? 0;
    if (this.#requests >= this.#limits.in_all || of_client >= this.#limits.per_client)
      throw new Refusal('busy', { detail: 'Too many requests wait for changes. Send fewer at the same time, or without wait.' });
    this.#count(client, 1);
    const watch = this.watch(site_id);
    let is_here = true;
    return {
      ...watch,
      leave: () => {
        if (!is_here) return;
        is_here = false;
        this.#count(client, -1);
        this.#endWatch(site_id);
      },
    };
  }

  /** For a part of the process, which is not limited in number and waits until the process stops. */
  watch(site_id: number): ChangeWatch {
    const site = this.#siteOf(site_id);
    site.watches += 1;
    this.#looking ??= setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
    this.#listen();
    return {
      version: () => site.version,
      wait: (version, ms, signal) => this.#wait(site, version, ms, signal),
    };
  }

  /** Ends all waits at once, and those that begin later. */
  close(): void {
    this.#is_closed = true;
    this.#stopLooking();
    for (const { waiting } of this.#sites.values()) for (const resume of waiting) resume();
  }

  #count(client: string, change: 1 | -1): void {
    this.#requests += change;
    const of_client = (this.#by_client.get(client) ?? 0) + change;
    if (of_client === 0) this.#by_client.delete(client);
    else this.#by_client.set(client, of_client);
    waiting.inc(change);
  }

  #endWatch(site_id: number): void {
    const site = this.#siteOf(site_id);
    site.watches -= 1;
    if (site.watches === 0) this.#sites.delete(site_id);
    if (this.#sites.size === 0) this.#stopLooking();
  }

  #siteOf(site_id: number): SiteWaits {
    let site = this.#sites.get(site_id);
    if (!site) {
      site = { watches: 0, version: this.#nextVersion(), waiting: new Set(), last_seq: null };
      this.#sites.set(site_id, site);
    }
    return site;
  }

  #nextVersion(): number {
    this.#last_version += 1;
    return this.#last_version;
  }

  #wake(site: SiteWaits): void {
    site.version = this.#nextVersion();
    for (const resume of site.waiting) resume();
  }

  async #wait(site: SiteWaits, version: number, ms: number, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted || this.is_closed) return false;
    if (site.version !== version) return true;
    const { promise, resolve } = Promise.withResolvers<void>();
    const resume = () => resolve();
    const timer = setTimeout(resume, ms);
    // Signals and sites outlive most waits, so nothing of a wait may stay with them.
    signal.addEventListener('abort', resume);
    site.waiting.add(resume);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', resume);
      site.waiting.delete(resume);
    }
    return site.version !== version;
  }

  /** Listens, once. A pool that was replaced has another function, and its connections are gone. Without a connection we only look. */
  #listen(): void {
    const { listen } = this.#sql;
    if (this.#listening_with !== listen) {
      const onNotification = (site_id: string) => {
        const site = this.#sites.get(Number(site_id));
        if (site) this.#wake(site);
      };
      // Nobody waited for the connection, and after a lost one it listens again: what was sent before is lost.
      const onListening = () => {
        for (const site of this.#sites.values()) this.#wake(site);
      };
      this.#listening_with = listen;
      listen(CHANNEL, onNotification, onListening).catch(() => {
        setTimeout(() => this.#forgetListening(listen), LOOK_EVERY_MS).unref();
      });
    }
  }

  #forgetListening(listen: unknown): void {
    if (this.#listening_with === listen) this.#listening_with = null;
  }

  async #look(): Promise<void> {
    for (const [site_id, site] of this.#sites) {
      const feed = await findFeed(this.#sql, site_id).catch(() => undefined);
      if (!feed) continue;
      const has_changed = feed.has_touches || (site.last_seq !== null && site.last_seq !== feed.last_seq);
      site.last_seq = feed.last_seq;
      if (has_changed) this.#wake(site);
    }
  }

  #stopLooking(): void {
    if (this.#looking) clearInterval(this.#looking);
    this.#looking = null;
  }
}
