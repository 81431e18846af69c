import { createHmac, randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import type { Site } from '../../kernel/context.ts';
import type { Clock } from '../../kernel/time/clock.ts';
import { dayAt } from '../../kernel/time/weeks.ts';
import { addTraffic, type TrafficCount } from './queries.ts';
import { isPerson, type Source } from './rules.ts';

export interface Visitor {
  address: string;
  headers: Record<string, string | string[] | undefined>;
  /** The signed-in account. What owners and co-founders do with their own listing is not counted. */
  account_id: number | null;
}

interface TrafficEvent {
  site: Pick<Site, 'id' | 'time_zone'>;
  slug: string;
  visitor: Visitor;
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
 * Counts views, clicks on a listing's own links, and visits by a badge, without cookies and without storing visitors (decision 36). A
 * visitor counts once a day per listing. Counts are written every few seconds: a process that crashes loses the last of them, and
 * several processes may each count the same visitor.
 */
export class TrafficCounter {
  #sql: Sql;
  #clock: Clock;
  #onError: (error: unknown) => void;
  #days = new Map<string, VisitorDay>();
  #pending = new Map<string, TrafficCount>();
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout;

  constructor(sql: Sql, clock: Clock, onError: (error: unknown) => void) {
    this.#sql = sql;
    this.#clock = clock;
    this.#onError = onError;
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
    this.#pending.set(key, count);
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

  flush(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const counts = [...this.#pending.values()];
      if (counts.length === 0) return;
      this.#pending.clear();
      await addTraffic(this.#sql, counts).catch(this.#onError);
    });
    return this.#writing;
  }

  close(): Promise<void> {
    clearInterval(this.#timer);
    return this.flush();
  }
}
