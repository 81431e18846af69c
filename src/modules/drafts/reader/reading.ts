import type { ReadPage } from '../page/page.ts';

export type ReadFailure = 'robots_disallowed' | 'unreachable' | 'not_a_website' | 'address_not_allowed' | 'too_large' | 'timed_out';

/** What the site's robots.txt says to us: whether there is one, whether the homepage may be read, and the lines that apply. */
export interface Robots {
  found: boolean;
  allowed: boolean;
  rules: string[];
}

/** What the reader is doing now, told as it goes. */
export type ReadStep = { doing: 'robots' } | { doing: 'reading'; url: string; robots: Robots };

export interface SiteReading {
  robots: Robots | null;
  pages: ReadPage[];
  failure: { code: ReadFailure; detail: string } | null;
}

/** How much of a site is read. */
export interface Bounds {
  pages: number;
  /** Of one page, unpacked. */
  page_bytes: number;
  /** For everything. */
  total_ms: number;
  /** For the homepage, and for each page after it. */
  home_ms: number;
  page_ms: number;
  /** Between the beginnings of two requests to one host; a Crawl-delay raises it up to the longest. */
  delay_ms: number;
  longest_delay_ms: number;
  at_once: number;
  hops: number;
  /** From when on only the pages that matter are worth the wait. */
  fill_up_ms: number;
}

export const BOUNDS: Bounds = {
  pages: 12,
  page_bytes: 2 * 1024 * 1024,
  total_ms: 30_000,
  home_ms: 15_000,
  page_ms: 8_000,
  delay_ms: 100,
  longest_delay_ms: 5_000,
  at_once: 2,
  hops: 5,
  fill_up_ms: 6_000,
};
