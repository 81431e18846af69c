import { createHmac, randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import type { Clock } from '../../../kernel/time/clock.ts';
import { addViews } from './queries.ts';

/**
 * Counts views without cookies and without storing visitors. A visitor counts once a day per listing, recognized by a keyed hash
 * that stays in memory; the key is replaced every day. Counts are written every few seconds: a process that crashes loses the last
 * of them, and several processes may each count the same visitor.
 */

/** User agents of programs. All browsers begin with "Mozilla/". */
const BOTS =
  /bot|crawl|spider|slurp|scan|preview|headless|lighthouse|monitor|uptime|pingdom|validator|archiver|facebookexternalhit|embedly|whatsapp|telegram|curl|wget|python|java\/|go-http|okhttp|axios|node-fetch|undici|libwww|httpclient|phantomjs|puppeteer|playwright/i;

/** Headers that browsers send when they prefetch a page. */
const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

export interface PageView {
  site_id: number;
  slug: string;
  address: string;
  headers: Record<string, string | string[] | undefined>;
}

/** Whether a request comes from a person rather than a program or a prefetch. */
export const isPerson = ({ headers }: Pick<PageView, 'headers'>): boolean => {
  const agent = headers['user-agent'];
  if (typeof agent !== 'string' || !agent.startsWith('Mozilla/') || BOTS.test(agent)) return false;
  return !PREFETCH_HEADERS.some((name) => /prefetch|preview|prerender/i.test(String(headers[name] ?? '')));
};

/** How many visitor hashes one process keeps; beyond that the oldest are dropped and may count again. */
const MAX_VISITORS = 200_000;
const FLUSH_MS = 3000;

export class ViewCounter {
  #sql: Sql;
  #clock: Clock;
  #onError: (error: unknown) => void;
  #key = randomBytes(32);
  #day = '';
  #visitors = new Set<string>();
  #pending = new Map<string, { site_id: number; slug: string; views: number }>();
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout;

  constructor(sql: Sql, clock: Clock, onError: (error: unknown) => void) {
    this.#sql = sql;
    this.#clock = clock;
    this.#onError = onError;
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Counts a view of a listing's page if it is a person's first of the day. */
  record(view: PageView): void {
    if (!isPerson(view) || !this.#isNew(view)) return;
    const { site_id, slug } = view;
    const key = `${site_id} ${slug}`;
    const before = this.#pending.get(key);
    this.#pending.set(key, { site_id, slug, views: (before?.views ?? 0) + 1 });
  }

  #isNew({ site_id, slug, address, headers }: PageView): boolean {
    const day = this.#clock.now().toISOString().slice(0, 10);
    if (day !== this.#day) {
      this.#day = day;
      this.#key = randomBytes(32);
      this.#visitors.clear();
    }
    const visitor = createHmac('sha256', this.#key)
      .update(JSON.stringify([site_id, slug, address, headers['user-agent']]))
      .digest('base64');
    if (this.#visitors.has(visitor)) return false;
    this.#visitors.add(visitor);
    if (this.#visitors.size > MAX_VISITORS) this.#visitors.delete(this.#visitors.values().next().value!);
    return true;
  }

  flush(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const counts = [...this.#pending.values()];
      if (counts.length === 0) return;
      this.#pending.clear();
      await addViews(this.#sql, counts).catch(this.#onError);
    });
    return this.#writing;
  }

  close(): Promise<void> {
    clearInterval(this.#timer);
    return this.flush();
  }
}
