import type { PackedPage } from '../parse/page.ts';

export type CrawlFailure = 'robots_disallowed' | 'unreachable' | 'not_a_website' | 'address_not_allowed' | 'too_large' | 'timed_out';

export interface RobotsReport {
  found: boolean;
  allowed: boolean;
  rules: string[];
}

export type CrawlStep = { doing: 'robots' } | { doing: 'reading'; url: string; robots: RobotsReport };

export interface CrawlResult {
  robots: RobotsReport | null;
  pages: PackedPage[];
  failure: { code: CrawlFailure; detail: string } | null;
}

export const CRAWL_LIMITS = {
  pages: 12,
  /** Of one page, decompressed. */
  page_bytes: 2 * 1024 * 1024,
  /** Of all pages together after reduction: compressed bytes, characters and tags. Larger sites are known well enough by then. */
  kept: { bytes: 1024 * 1024, letters: 2_500_000, tags: 60_000 },
  /** For the whole crawl, for the homepage, and for each further page. */
  total_ms: 30_000,
  home_ms: 15_000,
  page_ms: 8_000,
  /** Between the starts of two requests to one host. A Crawl-delay raises it up to the maximum. */
  delay_ms: 100,
  longest_delay_ms: 5_000,
  at_once: 2,
  hops: 5,
  /** After this time only the most informative pages are still fetched. */
  fill_up_ms: 6_000,
};
export type CrawlLimits = typeof CRAWL_LIMITS;
