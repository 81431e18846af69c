import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AppDeps, publicContext } from '../../http/deps.ts';
import { countAnonymous } from '../../http/invoke.ts';
import { sendUnlessUnchanged } from '../../http/response-cache.ts';
import { limitSharedAge, recordTagHeaders } from '../../http/shared-cache.ts';
import { limitConcurrency } from '../../kernel/concurrency.ts';
import { Refusal } from '../../kernel/errors.ts';
import { ttlCache } from '../../kernel/ttl-cache.ts';
import type { Page, Params } from '../server/page.ts';
import { WEB_PAGES } from '../server/routes.ts';
import { drawShareImage } from './draw.ts';
import { type ShareCard, shareCardHash, siteShareCard } from './share-card.ts';

const HEADERS = {
  'content-type': 'image/png',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
};

/** Browsers keep an address with the current hash forever, any other for minutes. */
const cacheControl = (version: unknown, hash: string): string =>
  version === hash ? limitSharedAge('public, max-age=31536000, immutable') : 'public, max-age=300';

const SHARED_PAGES = ['listing', 'category', 'week', 'founder', 'post'];

/** Registers the share images. Each is rendered from the page's own data, one at a time, and cached. Rendering a new one counts against the anonymous limit. */
export const serveShareImages = (app: FastifyInstance, deps: AppDeps): void => {
  const cache = ttlCache<Buffer>({ ttl_ms: 3_600_000, from_value: true, max_size: 24 * 1024 * 1024, sizeOf: (bytes) => bytes.length });
  const renderNext = limitConcurrency(1, 23, 'Too many requests. Try again shortly.');
  const serve = (path: string, cardFor: (request: FastifyRequest) => Promise<ShareCard | undefined>) =>
    app.get(path, async (request, reply) => {
      const card = await cardFor(request);
      if (!card) throw new Refusal('picture_not_found');
      const site = await deps.siteOf(request.headers.host);
      const hash = shareCardHash(card, site.brand);
      const caching = { etag: `"${hash}"`, 'cache-control': cacheControl((request.query as { v?: string }).v, hash) };
      const headers = { ...HEADERS, ...caching, ...recordTagHeaders(deps, site.id, request.originalUrl) };
      return sendUnlessUnchanged(request, reply, headers, async () => {
        if (!cache.has(hash)) await countAnonymous(deps, site, request.ip);
        return cache.get(hash, () =>
          renderNext(() => drawShareImage({ sql: deps.reads.choose(null), integrations: deps.integrations, site }, card)),
        );
      });
    });
  serve('/pictures/home.png', async (request) => siteShareCard(await deps.siteOf(request.headers.host)));
  for (const page of WEB_PAGES.filter(({ name }) => SHARED_PAGES.includes(name))) serve(`/pictures${page.path}.png`, cardOf(deps, page));
};

const cardOf = (deps: AppDeps, page: Page) => async (request: FastifyRequest) =>
  (await page.open(await publicContext(deps, request), request.params as Params, {})).head.card;
