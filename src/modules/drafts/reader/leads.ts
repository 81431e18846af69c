import { isSameSite, keyOf, plainAddress } from './addresses.ts';
import { type Candidate, candidateOf, type Lead } from './choose.ts';
import type { OutlinedPage } from './read-page.ts';

/** The pages of a site that could still be read. */
export interface Leads {
  /** The address on the host that is read. */
  here(url: URL): URL;
  keyOf(url: URL): string;
  follow(page: OutlinedPage): void;
  add(urls: URL[]): void;
  open(): Candidate[];
  /** Whether an address may still be read, or is on the way from the page with this key. */
  isOpen(url: URL, key: string): boolean;
  close(key: string): void;
}

/** Collects what the pages of a site link to, each page once, with the best that was said of it. */
export const openLeads = ({ url: home, outline: { language, canonical, own_address } }: OutlinedPage): Leads => {
  const pool = new Map<string, Candidate>();
  const closed = new Set([keyOf(home)]);
  // A copy of a site, on a staging host perhaps, links to the host it names as its own. We stay on the copy.
  const named = canonical ?? own_address;
  const own_host = named && named.host !== home.host && named.pathname === home.pathname ? named.host : null;

  const here = (url: URL): URL => {
    const plain = plainAddress(url);
    if (plain.host !== own_host) return plain;
    plain.protocol = home.protocol;
    plain.hostname = home.hostname;
    plain.port = home.port;
    return plain;
  };

  const close = (key: string) => {
    closed.add(key);
    pool.delete(key);
  };

  const add = (lead: Lead, at_home = false) => {
    const url = here(lead.url);
    const candidate = isSameSite(home, url) ? candidateOf({ ...lead, url }, home, language) : null;
    if (!candidate || closed.has(candidate.key)) return;
    const known = pool.get(candidate.key);
    const named_at_home = (known?.named_at_home ?? 0) + (at_home ? 1 : 0);
    pool.set(candidate.key, { ...(known && known.score >= candidate.score ? known : candidate), named_at_home });
  };

  return {
    here,
    keyOf: (url) => keyOf(here(url)),
    follow({ url, outline, nofollow }) {
      // The same page in another language is not another page.
      for (const url of outline.alternates) close(keyOf(here(url)));
      if (!nofollow) for (const link of outline.links) add(link, url === home);
    },
    add: (urls) => {
      for (const url of urls) add({ url, text: '', in_menu: false });
    },
    open: () => [...pool.values()],
    isOpen: (url, key) => isSameSite(home, url) && (keyOf(url) === key || !closed.has(keyOf(url))),
    close,
  };
};
