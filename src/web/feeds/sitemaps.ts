import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AppDeps, publicContext } from '../../http/deps.ts';
import { acceptsGzip, sendUnlessUnchanged } from '../../http/response-cache.ts';
import { fileTagHeaders } from '../../http/shared-cache.ts';
import { limitConcurrency } from '../../kernel/concurrency.ts';
import type { Site } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { packSitemap, readSitemapFile, SITEMAP_INDEX, STATIC_SITEMAP, wrapSitemapPages } from '../../modules/content/sitemaps/sitemaps.ts';
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

/** The docs are English only. */
const isTranslated = (path: string): boolean => !path.startsWith(docsPaths.home());

const staticSitemap = (site: Site): string =>
  wrapSitemapPages(
    site,
    [...staticPages(), ...(site.legal ?? []).map(({ kind }) => legalPaths.page({ kind }))]
      .map((path) => `<url><loc>${site.root}${xmlText(path)}</loc></url>`)
      .join('\n'),
    isTranslated,
  );

const HEADERS = {
  'content-type': 'application/xml; charset=utf-8',
  'cache-control': 'public, max-age=300',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
};

const send = (
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: { bytes: Uint8Array; etag: string },
  tags: Record<string, string>,
) =>
  sendUnlessUnchanged(request, reply, { ...HEADERS, ...tags, etag }, () => {
    if (!acceptsGzip(request.headers['accept-encoding'])) return Readable.from([bytes]).pipe(createGunzip());
    reply.header('content-encoding', 'gzip');
    return Buffer.from(bytes);
  });

const TOO_MANY = 'Too many requests. Try again shortly.';

/** Registers a site's sitemap: an index, and files of at most 50,000 pages per kind, as a job wrote them. */
export const serveSitemaps = (app: FastifyInstance, deps: AppDeps): void => {
  const writeNext = limitConcurrency(1, 49, TOO_MANY);
  const serve = (path: string, nameOf: (params: Params) => string) =>
    app.get(path, async (request, reply) => {
      const ctx = await publicContext(deps, request);
      const name = nameOf(request.params as Params);
      const file =
        name === STATIC_SITEMAP ? await packSitemap(ctx.site, name, staticSitemap(ctx.site)) : await readSitemapFile(ctx, name, writeNext);
      if (!file) throw new Refusal('not_found');
      return send(request, reply, file, fileTagHeaders(deps, ctx.site.id));
    });
  serve(`/${SITEMAP_INDEX}`, () => SITEMAP_INDEX);
  serve('/sitemaps/:file', ({ file = '' }) => (file === SITEMAP_INDEX ? '' : file));
};
