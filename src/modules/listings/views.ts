import { createHmac, randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import type { Clock } from '../../kernel/clock.ts';
import { addViews } from './view-queries.ts';

/**
 * Views, counted without cookies and without keeping who looked. One visitor counts once a day for one listing, known again by a
 * keyed hash that is held in memory alone, with a key that is thrown away at the end of the day. Counts are gathered and
 * written every few seconds; a process that dies loses the last of them, and one of several may count a visitor again.
 */

/** Programs that say what they are. Browsers all call themselves Mozilla. */
const BOTS =
  /bot|crawl|spider|slurp|scan|preview|headless|lighthouse|monitor|uptime|pingdom|validator|archiver|facebookexternalhit|embedly|whatsapp|telegram|curl|wget|python|java\/|go-http|okhttp|axios|node-fetch|undici|libwww|httpclient|phantomjs|puppeteer|playwright/i;

/** What a browser fetches before anybody has asked to see it. */
const AHEAD = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

export interface Look {
  site_id: number;
  slug: string;
  address: string;
  headers: Record<string, string | string[] | undefined>;
}

/** Whether a request is a person looking. */
export const isPerson = ({ headers }: Pick<Look, 'headers'>): boolean => {
  const agent = headers['user-agent'];
  if (typeof agent !== 'string' || !agent.startsWith('Mozilla/') || BOTS.test(agent)) return false;
  return !AHEAD.some((name) => /prefetch|preview|prerender/i.test(String(headers[name] ?? '')));
};

/** How many looks of a day one process remembers; past it the oldest are forgotten and may count again. */
const MOST_REMEMBERED = 200_000;
const FLUSH_MS = 3000;

export class Views {
  #sql: Sql;
  #clock: Clock;
  #failed: (error: unknown) => void;
  #key = randomBytes(32);
  #day = '';
  #known = new Set<string>();
  #gathered = new Map<string, { site_id: number; slug: string; views: number }>();
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout;

  constructor(sql: Sql, clock: Clock, failed: (error: unknown) => void) {
    this.#sql = sql;
    this.#clock = clock;
    this.#failed = failed;
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Counts a look at a listing's page, if it is a person's and their first of the day. */
  see(look: Look): void {
    if (!isPerson(look) || !this.#isNew(look)) return;
    const { site_id, slug } = look;
    const key = `${site_id} ${slug}`;
    const before = this.#gathered.get(key);
    this.#gathered.set(key, { site_id, slug, views: (before?.views ?? 0) + 1 });
  }

  #isNew({ site_id, slug, address, headers }: Look): boolean {
    const day = this.#clock.now().toISOString().slice(0, 10);
    if (day !== this.#day) {
      this.#day = day;
      this.#key = randomBytes(32);
      this.#known.clear();
    }
    const visitor = createHmac('sha256', this.#key)
      .update(JSON.stringify([site_id, slug, address, headers['user-agent']]))
      .digest('base64');
    if (this.#known.has(visitor)) return false;
    this.#known.add(visitor);
    if (this.#known.size > MOST_REMEMBERED) this.#known.delete(this.#known.values().next().value!);
    return true;
  }

  /** Writes what was gathered. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const seen = [...this.#gathered.values()];
      if (seen.length === 0) return;
      this.#gathered.clear();
      await addViews(this.#sql, seen).catch(this.#failed);
    });
    return this.#writing;
  }

  close(): Promise<void> {
    clearInterval(this.#timer);
    return this.flush();
  }
}
