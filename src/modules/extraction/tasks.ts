import { parserTask } from '../../kernel/parsing/task.ts';
import type { FoundPage, HomepageFacts } from './crawl/candidates.ts';
import type { WantedValues } from './model/blanks.ts';
import type { ShownPage } from './model/lines.ts';
import type { ModelPrompt } from './model/question.ts';
import type { FetchedPage, PageParseResult } from './parse/crawled-page.ts';
import type { PackedPage, PageContent } from './parse/page.ts';
import type { RobotsSummary } from './parse/robots.ts';
import type { AttributeDefinition, CategoryOption } from './proposal.ts';
import type { Verification } from './verify/ruling.ts';

const MB = 1024 * 1024;

/** The size that RFC 9309 requires crawlers to parse at least; we parse no more. */
export const ROBOTS_BYTES = 500 * 1024;
export const SITEMAP_BYTES = 2 * MB;
/** Of all pages of a site together. */
export const SITE_BYTES = 4 * MB;

const QUICK = { cpu_ms: 3000, wall_ms: 30_000 };

export const read_robots = parserTask<{ body: Uint8Array }, RobotsSummary | null>('read_robots', {
  ...QUICK,
  input_bytes: ROBOTS_BYTES + 4096,
});

export const check_robots = parserTask<{ rules: string; url: string }, boolean>('check_robots', {
  ...QUICK,
  input_bytes: 2 * ROBOTS_BYTES,
});

export const read_page = parserTask<FetchedPage, PageParseResult>('read_page', { ...QUICK, input_bytes: 2 * MB + 256 * 1024 });

export interface ParsedSitemap {
  /** Other sitemaps of the site, the most promising first. */
  sitemaps: string[];
  found: FoundPage[];
}
export const read_sitemap = parserTask<{ body: Uint8Array; home: HomepageFacts }, ParsedSitemap>('read_sitemap', {
  ...QUICK,
  input_bytes: SITEMAP_BYTES + 256 * 1024,
});

const DRAFTING = { cpu_ms: 10_000, wall_ms: 90_000, long: true };

/** The pages of a site, compressed by the crawler or loaded from the database. */
export interface SitePages {
  pages: (PackedPage | PageContent)[];
  categories: CategoryOption[];
  attributes: AttributeDefinition[];
}
export const propose_by_rules = parserTask<SitePages, Verification>('propose_by_rules', { ...DRAFTING, input_bytes: SITE_BYTES + MB });

/** The question about what rules left blank; null if no page fits into the token budget. */
export const write_model_prompt = parserTask<SitePages & { wanted: WantedValues; max_tokens: number }, ModelPrompt | null>(
  'write_model_prompt',
  { ...DRAFTING, input_bytes: SITE_BYTES + MB },
);

export const verify_model_answer = parserTask<SitePages & { wanted: WantedValues; answer: unknown; shown: ShownPage[] }, Verification>(
  'verify_model_answer',
  { ...DRAFTING, input_bytes: SITE_BYTES + 4 * MB },
);
