import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Site, SiteCtx } from '../../../kernel/context.ts';
import { offeredLanguages } from '../../../kernel/language/languages.ts';
import { localeFor, pathIn } from '../../../kernel/language/locale.ts';
import {
  deleteOtherSitemapFiles,
  findSitemapFile,
  hasSitemapFile,
  SITEMAP_KINDS,
  type SitemapFile,
  type SitemapPart,
  selectSitemapPart,
  upsertSitemapFile,
} from './queries.ts';

/** Limit of the sitemap protocol. */
const MAX_URLS_PER_FILE = 50_000;

/** The file that names all others. It is written last. */
export const SITEMAP_INDEX = 'sitemap.xml';
/** Pages that are no records; the website writes it. */
export const STATIC_SITEMAP = 'pages-1.xml';

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const wrapFile = (element: string, lines: string, namespaces = NAMESPACE): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${element} ${namespaces}>\n${lines}\n</${element}>\n`;

/** The pages of a file, each with its addresses in the languages of the site. */
export const wrapSitemapPages = (site: Site, lines: string, isTranslated: (path: string) => boolean = () => true): string => {
  const { root } = site;
  const languages = offeredLanguages(site);
  if (languages.length < 2) return wrapFile('urlset', lines);
  const link = (language: string, address: string) => `<xhtml:link rel="alternate" hreflang="${language}" href="${root}${address}"/>`;
  const withLanguages = lines.replace(/<loc>([^<]*)<\/loc>/g, (loc, address: string) => {
    const path = address.slice(root.length) || '/';
    if (!isTranslated(path)) return loc;
    const links = languages.map((language) => link(language, pathIn(localeFor(site, language), path)));
    return [loc, ...links, link('x-default', path)].join('');
  });
  return wrapFile('urlset', withLanguages, `${NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml"`);
};

const indexLine = (root: string, name: string, changed_at: Date | null): string =>
  `<sitemap><loc>${root}/sitemaps/${name}</loc>${changed_at ? `<lastmod>${changed_at.toISOString()}</lastmod>` : ''}</sitemap>`;

const writtenFor = (site: Site): string => `${site.root} ${offeredLanguages(site)}`;

export const packSitemap = async (site: Site, name: string, text: string): Promise<SitemapFile> => ({
  name,
  written_for: writtenFor(site),
  etag: `W/"${hash('sha1', text, 'base64url')}"`,
  bytes: await promisify(gzip)(text, { level: 6 }),
});

/**
 * Writes a site's sitemap, a file of up to 50,000 pages at a time, so it needs the memory of one file however many records there are.
 * Files that did not change are not written.
 */
export const writeSitemap = async (
  ctx: SiteCtx,
  { max_urls = MAX_URLS_PER_FILE, signal }: { max_urls?: number; signal?: AbortSignal } = {},
) => {
  const { sql, site } = ctx;
  const store = async (name: string, text: string) => upsertSitemapFile(sql, site.id, await packSitemap(site, name, text));
  const parts: { name: string; changed_at: Date | null }[] = [];
  for (const kind of SITEMAP_KINDS) {
    let part: SitemapPart | undefined;
    for (let number = 1; !part || part.pages === max_urls; number++) {
      signal?.throwIfAborted();
      part = await selectSitemapPart(ctx, kind, part?.last_id ?? null, max_urls);
      if (!part.lines) break;
      const name = `${kind}-${number}.xml`;
      await store(name, wrapSitemapPages(site, part.lines));
      parts.push({ name, changed_at: part.changed_at });
    }
  }
  const lines = [{ name: STATIC_SITEMAP, changed_at: null }, ...parts].map(({ name, changed_at }) =>
    indexLine(site.root, name, changed_at),
  );
  await store(SITEMAP_INDEX, wrapFile('sitemapindex', lines.join('\n')));
  await deleteOtherSitemapFiles(sql, site.id, [SITEMAP_INDEX, ...parts.map(({ name }) => name)]);
};

/** A file of the sitemap as it was last written; null if there is none. A site's first is written when it is requested. */
export const readSitemapFile = async (ctx: SiteCtx, name: string, writeNext: (write: () => Promise<void>) => Promise<void>) => {
  const { sql, site } = ctx;
  const find = () => findSitemapFile(sql, site.id, name, writtenFor(site));
  const file = await find();
  if (file) return file;
  const isWritten = () => hasSitemapFile(sql, site.id, SITEMAP_INDEX, writtenFor(site));
  if (await isWritten()) return null;
  await writeNext(async () => {
    // Somebody else may have written it while this request waited.
    if (!(await isWritten())) await writeSitemap(ctx);
  });
  return (await find()) ?? null;
};
