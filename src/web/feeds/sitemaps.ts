import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AppDeps, publicContext } from '../../http/deps.ts';
import { acceptsGzip, etagMatches } from '../../http/response-cache.ts';
import { limitConcurrency } from '../../kernel/concurrency.ts';
import type { Ctx, Site } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { offeredLanguages } from '../../kernel/language/languages.ts';
import { localeFor, pathIn } from '../../kernel/language/locale.ts';
import { ttlCache } from '../../kernel/ttl-cache.ts';
import { listSitemapParts, renderSitemapPart, type SitemapPart } from '../../modules/content/sitemap.ts';
import { BOARDS } from '../../modules/votes/boards/boards.ts';
import { OPERATIONS } from '../../registry.ts';
import { boardPaths, docsPaths, legalPaths } from '../paths.ts';
import type { Params } from '../server/page.ts';
import { WEB_PAGES } from '../server/routes.ts';
import { isDisallowed } from './text-files.ts';
import { xmlText } from './xml.ts';

/** Public pages that are steps of a form and have no content worth indexing. */
const EXCLUDED_PAGES = ['sign_in', 'sign_in_sent', 'sign_up', 'digest_sent', 'digest_confirmed', 'share_mastodon'];

/** Pages without parameters. Their modification dates are unknown, so there is no lastmod. */
const staticPages = (): string[] => [
  ...WEB_PAGES.filter(({ name, path }) => !path.includes(':') && !EXCLUDED_PAGES.includes(name) && !isDisallowed(path)).map(
    ({ path }) => path,
  ),
  // Weekly boards are left out; the page of each week shows the same.
  ...Object.entries(BOARDS).flatMap(([board, { weekly }]) => (weekly ? [] : [boardPaths.leaderboard({ board })])),
  ...OPERATIONS.map(({ id }) => docsPaths.operation({ operation: id })),
];

const INDEX = 'sitemap.xml';
const STATIC_FILE = 'pages-1.xml';

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const wrapFile = (element: string, lines: string, namespaces = NAMESPACE): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${element} ${namespaces}>\n${lines}\n</${element}>\n`;

/** The pages of a file, each with its addresses in the languages of the site. The docs are English only. */
const wrapPages = (site: Site, root: string, lines: string): string => {
  const languages = offeredLanguages(site);
  if (languages.length < 2) return wrapFile('urlset', lines);
  const link = (language: string, address: string) => `<xhtml:link rel="alternate" hreflang="${language}" href="${root}${address}"/>`;
  const withLanguages = lines.replace(/<loc>([^<]*)<\/loc>/g, (loc, address: string) => {
    const path = address.slice(root.length) || '/';
    if (path.startsWith(docsPaths.home())) return loc;
    const links = languages.map((language) => link(language, pathIn(localeFor(site, language), path)));
    return [loc, ...links, link('x-default', path)].join('');
  });
  return wrapFile('urlset', withLanguages, `${NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml"`);
};

const sitemapIndex = (root: string, parts: SitemapPart[]): string => {
  const lines = parts.map(
    ({ kind, number, changed_at }) =>
      `<sitemap><loc>${root}/sitemaps/${kind}-${number}.xml</loc>${changed_at ? `<lastmod>${changed_at.toISOString()}</lastmod>` : ''}</sitemap>`,
  );
  return wrapFile('sitemapindex', [`<sitemap><loc>${root}/sitemaps/${STATIC_FILE}</loc></sitemap>`, ...lines].join('\n'));
};

const staticSitemap = (site: Site, root: string): string =>
  wrapPages(
    site,
    root,
    [...staticPages(), ...(site.legal ?? []).map(({ kind }) => legalPaths.page({ kind }))]
      .map((path) => `<url><loc>${root}${xmlText(path)}</loc></url>`)
      .join('\n'),
  );

const writeFile = async (ctx: Ctx, parts: SitemapPart[], name: string): Promise<string> => {
  const root = xmlText(ctx.site.root);
  if (name === INDEX) return sitemapIndex(root, parts);
  if (name === STATIC_FILE) return staticSitemap(ctx.site, root);
  return wrapPages(ctx.site, root, await renderSitemapPart(ctx, findPart(parts, name)!, root));
};

const findPart = (parts: SitemapPart[], name: string): SitemapPart | undefined =>
  parts.find(({ kind, number }) => name === `${kind}-${number}.xml`);

interface GzippedFile {
  bytes: Buffer;
  etag: string;
}

const gzipFile = async (text: string): Promise<GzippedFile> => ({
  bytes: await promisify(gzip)(text, { level: 6 }),
  etag: `W/"${hash('sha1', text, 'base64url')}"`,
});

const HEADERS = {
  'content-type': 'application/xml; charset=utf-8',
  'cache-control': 'public, max-age=300',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
};

const send = ({ headers }: FastifyRequest, reply: FastifyReply, { bytes, etag }: GzippedFile): FastifyReply => {
  reply.headers({ ...HEADERS, etag });
  if (etagMatches(headers['if-none-match'], etag)) return reply.code(304).send();
  if (acceptsGzip(headers['accept-encoding'])) return reply.header('content-encoding', 'gzip').send(bytes);
  return reply.send(Readable.from([bytes]).pipe(createGunzip()));
};

const TTL_MS = 300_000;
const TOO_MANY = 'Too many requests. Try again shortly.';

/** Registers a site's sitemap: an index, and files of at most 50,000 pages per kind. Files are generated at most every five minutes and cached gzipped. */
export const serveSitemaps = (app: FastifyInstance, deps: AppDeps): void => {
  const parts = ttlCache<SitemapPart[]>({ ttl_ms: TTL_MS, from_value: true, max_size: 1_000_000, sizeOf: (found) => 100 * found.length });
  const files = ttlCache<GzippedFile>({
    ttl_ms: TTL_MS,
    from_value: true,
    max_size: 32 * 1024 * 1024,
    sizeOf: ({ bytes }) => bytes.length,
  });
  const listNext = limitConcurrency(1, 49, TOO_MANY);
  const writeNext = limitConcurrency(1, 49, TOO_MANY);
  const serve = (path: string, nameOf: (params: Params) => string) =>
    app.get(path, async (request, reply) => {
      const ctx = await publicContext(deps, request);
      const site = `${ctx.site.id} ${ctx.site.root} ${offeredLanguages(ctx.site)}`;
      const name = nameOf(request.params as Params);
      const site_parts = await parts.get(site, () => listNext(() => listSitemapParts(ctx)));
      if (name !== INDEX && name !== STATIC_FILE && !findPart(site_parts, name)) throw new Refusal('not_found');
      const write = async () => gzipFile(await writeFile(ctx, site_parts, name));
      return send(request, reply, await files.get(`${site} ${name}`, () => writeNext(write)));
    });
  serve(`/${INDEX}`, () => INDEX);
  serve('/sitemaps/:file', ({ file = '' }) => (file === INDEX ? '' : file));
};
