import { createHmac, randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import type { Site } from '../../kernel/context.ts';
import type { Clock } from '../../kernel/time/clock.ts';
import { dayAt } from '../../kernel/time/weeks.ts';
import { addTraffic, type TrafficCount } from './queries.ts';
import { isPerson, type Source } from './rules.ts';
import { addSearchMisses, addSiteVisits, type SearchMisses, type SiteVisits } from './site/queries.ts';
import { searchMissOf } from './site/rules.ts';

export interface Visitor {
  address: string;
  headers: Record<string, string | string[] | undefined>;
  /** The signed-in account. What owners and co-founders do with their own listing is not counted. */
  account_id: number | null;
}

interface SiteEvent {
  site: Pick<Site, 'id' | 'time_zone'>;
  visitor: Visitor;
}

interface TrafficEvent extends SiteEvent {
  slug: string;
}

/** The visitors of a day, as hashes with the day's key. Both are only in memory and forgotten when the day ends. */
interface VisitorDay {
  day: string;
  key: Buffer;
  seen: Set<string>;
}

/** How many visitor hashes one process keeps per time zone; beyond that the oldest are dropped and may count again. */
const MAX_VISITORS = 200_000;
const MAX_PENDING = 20_000;
const FLUSH_MS = 3000;
const HASH_BYTES = 16;
const DIRECT: Source = { kind: 'direct', source: '' };

/**
 * Counts views, clicks on a listing's own links, visits by a badge, and visits and failed searches of a site, without cookies and without storing visitors (decision 36). A
 * visitor counts once a day per listing. Counts are written every few seconds: a process that crashes loses the last of them, and
 * several processes may each count the same visitor.
 */
export class TrafficCounter {
  #sql: Sql;
  #clock: Clock;
  #onError: (error: unknown) => void;
  #isDown: () => boolean;
  #days = new Map<string, VisitorDay>();
  #pending = new Map<string, TrafficCount>();
  #visits = new Map<string, SiteVisits>();
  #misses = new Map<string, SearchMisses>();
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout;

  /** While the database is known to be down, counts wait here. */
  constructor(sql: Sql, clock: Clock, onError: (error: unknown) => void, isDown = () => false) {
    this.#sql = sql;
    this.#clock = clock;
    this.#onError = onError;
    this.#isDown = isDown;
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS).unref();
  }

  /** A view of a listing's page. `badge` is true where its badge on another website led to it. */
  recordView(event: TrafficEvent & { source: Source; badge: boolean }): void {
    this.#count('views', event, event.source);
    if (event.badge) this.#count('badge_clicks', event, event.source);
  }

  /** A click on one of the listing's own links. Whether it is one is asked only for a click that would count. */
  async recordClick(event: TrafficEvent, isOwn: () => Promise<boolean>): Promise<void> {
    if (isPerson(event.visitor.headers) && (await isOwn())) this.#count('clicks', event, DIRECT);
  }

  /** A view of any public page. A visitor counts once a day per site, a view each time. */
  recordPage({ site, visitor: { address, headers } }: SiteEvent): void {
    if (!isPerson(headers)) return;
    const day = this.#dayOf(site.time_zone);
    const key = `${site.id} ${day.day}`;
    const visits = this.#visits.get(key) ?? { site_id: site.id, day: day.day, visitors: 0, page_views: 0 };
    visits.page_views += 1;
    if (this.#isFirst(day, [site.id, address, headers['user-agent']])) visits.visitors += 1;
    this.#visits.set(key, visits);
  }

  /** A search that found nothing. The same words count once a day per visitor. */
  recordSearchMiss({ site, visitor: { address, headers } }: SiteEvent, q: string): void {
    const words = searchMissOf(q);
    if (words === null || !isPerson(headers) || this.#misses.size >= MAX_PENDING) return;
    const day = this.#dayOf(site.time_zone);
    if (!this.#isFirst(day, ['miss', site.id, words, address, headers['user-agent']])) return;
    const key = JSON.stringify([site.id, day.day, words]);
    const miss = this.#misses.get(key) ?? { site_id: site.id, day: day.day, words, searches: 0 };
    miss.searches += 1;
    this.#misses.set(key, miss);
  }

  #count(name: 'views' | 'clicks' | 'badge_clicks', { site, slug, visitor }: TrafficEvent, { kind, source }: Source): void {
    const { address, headers, account_id } = visitor;
    const day = this.#dayOf(site.time_zone);
    if (!isPerson(headers) || !this.#isFirst(day, [name, site.id, slug, address, headers['user-agent']])) return;
    const key = JSON.stringify([site.id, slug, day.day, account_id, kind, source]);
    const count = this.#pending.get(key) ?? {
      site_id: site.id,
      slug,
      day: day.day,
      account_id,
      kind,
      source,
      views: 0,
      clicks: 0,
      badge_clicks: 0,
    };
    count[name] += 1;
    if (this.#pending.size < MAX_PENDING) this.#pending.set(key, count);
    if (this.#pending.size >= MAX_PENDING) void this.flush();
  }

  #dayOf(time_zone: string): VisitorDay {
    const day = dayAt(this.#clock.now(), time_zone);
    const known = this.#days.get(time_zone);
    if (known?.day === day) return known;
    const fresh = { day, key: randomBytes(32), seen: new Set<string>() };
    this.#days.set(time_zone, fresh);
    return fresh;
  }

  #isFirst({ key, seen }: VisitorDay, parts: unknown[]): boolean {
    const hash = createHmac('sha256', key).update(JSON.stringify(parts)).digest().toString('base64', 0, HASH_BYTES);
    if (seen.has(hash)) return false;
    seen.add(hash);
    if (seen.size > MAX_VISITORS) seen.delete(seen.values().next().value!);
    return true;
  }

  async #write<T>(pending: Map<string, T>, add: (sql: Sql, counts: T[]) => PromiseLike<unknown>): Promise<void> {
    const counts = [...pending.values()];
    if (counts.length === 0) return;
    pending.clear();
    try {
      await add(this.#sql, counts);
    } catch (error) {
      this.#onError(error);
    }
  }

  flush(): Promise<void> {
    if (this.#isDown()) return this.#writing;
    this.#writing = this.#writing.then(async () => {
      await this.#write(this.#pending, addTraffic);
      await this.#write(this.#visits, addSiteVisits);
      await this.#write(this.#misses, addSearchMisses);
    });
    return this.#writing;
  }

  close(): Promise<void> {
    clearInterval(this.#timer);
    return this.flush();
  }
}
