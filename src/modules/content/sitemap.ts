import type { Ctx } from '../../kernel/context.ts';
import { SITEMAP_KINDS, type SitemapKind, type SitemapPartRow, selectSitemapLines, selectSitemapParts } from './queries.ts';

/** Limit of the sitemap protocol. */
export const MAX_URLS_PER_FILE = 50_000;

export interface SitemapPart extends SitemapPartRow {
  kind: SitemapKind;
}

/** All parts of a site's sitemap, each with the latest change of its pages. */
export const listSitemapParts = async (ctx: Ctx): Promise<SitemapPart[]> => {
  const parts = await Promise.all(SITEMAP_KINDS.map((kind) => selectSitemapParts(ctx, kind, MAX_URLS_PER_FILE)));
  return SITEMAP_KINDS.flatMap((kind, at) => parts[at]!.map((part) => ({ ...part, kind })));
};

/** A part as lines of a sitemap. `root` must already be escaped for XML. */
export const renderSitemapPart = (ctx: Ctx, { kind, first_id }: SitemapPart, root: string): Promise<string> =>
  selectSitemapLines(ctx, kind, first_id, MAX_URLS_PER_FILE, root);
