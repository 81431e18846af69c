import type { Site } from '../../kernel/context.ts';
import { type GuardedFetch, isFetched } from '../../outside/guarded-fetch.ts';
import { readerName } from '../sites/reader-name.ts';
import { badgeIn } from './badge-sighting.ts';

/** What was seen on a homepage, in a sentence for the listing's owner. */
export interface Sighting {
  found: boolean;
  seen: string;
}

interface Homepage {
  website: string;
  slug: string;
}

const PATIENCE_MS = 10_000;
const MOST_BYTES = 2 * 1024 * 1024;
const PAGES = ['text/html', 'application/xhtml+xml'];

const missed = (seen: string): Sighting => ({ found: false, seen });

const lookAt = async (fetch: GuardedFetch, site: Site, address: string, slug: string): Promise<Sighting> => {
  const user_agent = readerName(site);
  const answer = await fetch(address, { timeout_ms: PATIENCE_MS, max_bytes: MOST_BYTES, cut: true, user_agent });
  if (!isFetched(answer)) return missed(`${address} could not be read: ${answer.detail}.`);
  if (answer.status !== 200) return missed(`${address} answers with status ${answer.status}.`);
  const type = (answer.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (type && !PAGES.includes(type)) return missed(`${address} is sent as ${type.slice(0, 60)}, not as a web page.`);
  const there = badgeIn(answer.body.toString(), answer.url, site, slug);
  return there ? { found: true, seen: `The badge is on ${address}.` } : missed(`${address} was read, and the badge is not in its HTML.`);
};

/** Looks for a listing's badge on the product's homepage: at the website's own address, and where that is a page within, at its root. */
export const lookForBadge = async (fetch: GuardedFetch, site: Site, { website, slug }: Homepage): Promise<Sighting> => {
  const first = await lookAt(fetch, site, website, slug);
  const root = URL.parse('/', website)?.href;
  if (first.found || !root || root === URL.parse(website)?.href) return first;
  const second = await lookAt(fetch, site, root, slug);
  return second.found ? second : first;
};
