import type { GuardedFetch } from '../../../outside/guarded-fetch.ts';
import { readOn } from './read-on.ts';
import { isOutlined, type OutlinedPage, readPage } from './read-page.ts';
import { BOUNDS, type Bounds, type ReadStep, type Robots, type SiteReading } from './reading.ts';
import { mayRead } from './robots.ts';
import { type HostRobots, openVisits, type Refused, type Visits } from './visits.ts';

export interface HowToRead {
  now(): Date;
  told?(step: ReadStep, so_far: SiteReading): Promise<void> | void;
  user_agent: string;
  bounds?: Partial<Bounds>;
}

const MOST_RULES = 50;
const LONGEST_RULE = 200;

const shown = ({ found, file, trouble }: HostRobots, url: URL): Robots => ({
  found,
  allowed: !trouble && mayRead(file, url),
  rules: file.lines.slice(0, MOST_RULES).map((line) => line.slice(0, LONGEST_RULE)),
});

const readInto = async (reading: SiteReading, visits: Visits, url: URL, how: HowToRead, bounds: Bounds): Promise<void> => {
  let telling: Promise<unknown> = Promise.resolve();
  // One after the other, although two pages may be read at once.
  const told = (step: ReadStep) => {
    telling = telling.then(() => how.told?.(step, { ...reading, pages: [...reading.pages] }));
    return telling;
  };
  const refuse = async ({ code, detail, at }: Refused) => {
    reading.failure = { code, detail };
    if (code === 'robots_disallowed') reading.robots = shown(await visits.robotsOf(at), at);
  };
  await told({ doing: 'robots' });
  reading.robots = shown(await visits.robotsOf(url), url);
  const refused = await visits.mayVisit(url);
  if (refused) return refuse(refused);
  await told({ doing: 'reading', url: url.href, robots: reading.robots });
  const home = await readPage(visits, url, { bounds, now: how.now, timeout_ms: bounds.home_ms, may_go: () => true });
  if (!isOutlined(home)) return refuse(home);
  // A homepage that has moved to another host is under that host's rules.
  reading.robots = shown(await visits.robotsOf(home.url), home.url);
  const keep = ({ url: at, status, read_at, html }: OutlinedPage) => void reading.pages.push({ url: at.href, status, read_at, html });
  const about_to = (next: URL) => told({ doing: 'reading', url: next.href, robots: reading.robots! });
  keep(home);
  await readOn(visits, home, { bounds, now: how.now, about_to, keep });
};

/**
 * Reads a product's site: robots.txt, the homepage, and the pages that tell most about it. It never throws for what a site
 * does. A failure says why there is no homepage; once that was read, what came of the rest is what there is.
 */
export const readSite = async (fetch: GuardedFetch, url: string, how: HowToRead): Promise<SiteReading> => {
  const reading: SiteReading = { robots: null, pages: [], failure: null };
  const bounds = { ...BOUNDS, ...how.bounds };
  if (!URL.canParse(url)) return { ...reading, failure: { code: 'not_a_website', detail: 'this is no address' } };
  const visits = openVisits(fetch, bounds, how.user_agent);
  try {
    await readInto(reading, visits, new URL(url), how, bounds);
    return reading;
  } finally {
    visits.close();
  }
};
