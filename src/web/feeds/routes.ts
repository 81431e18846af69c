import type { FastifyInstance } from 'fastify';
import { type AppDeps, publicContext } from '../../http/deps.ts';
import { cachedResponse, ResponseCache, sendCachedResponse } from '../../http/response-cache.ts';
import { strangerHeaders } from '../../http/shared-cache.ts';
import type { Ctx } from '../../kernel/context.ts';
import { normalize } from '../../kernel/unicode.ts';
import { suggestListings } from '../../modules/listings/profile/profile.ts';
import { webManifest } from '../areas/brand/endpoints.ts';
import { brandPaths, docsPaths, feedPaths, listingPaths, searchPaths, weekPaths } from '../paths.ts';
import type { Params, Query } from '../server/page.ts';
import { describeReading } from '../ui/search-notice.tsx';
import { FEEDS, loadFeed } from './feeds.ts';
import { FEED_FORMATS, FEED_TYPES, FEED_WRITERS } from './formats.ts';
import { EmbedQuery, embedListing } from './oembed.ts';
import { llmsFullTxt, llmsTxt, robotsTxt, securityTxt, serverJson } from './text-files.ts';
import { weekCalendar } from './week-calendar.ts';

/** A machine-readable endpoint: its path, the query parameters it accepts, and how to write it. */
interface FeedRoute {
  path: string;
  query_params?: string[];
  write(ctx: Ctx, params: Params, query: Query, path: string): Promise<{ status?: number; type: string; text: string }>;
}

const PLAIN = 'text/plain; charset=utf-8';
const textRoute = (path: string, type: string, write: (ctx: Ctx) => string | Promise<string>): FeedRoute => ({
  path,
  write: async (ctx) => ({ type, text: await write(ctx) }),
});

const feedRoutes = FEEDS.flatMap((feed) =>
  FEED_FORMATS.map(
    (format): FeedRoute => ({
      path: `${feed.path}.${format}`,
      write: async (ctx, params, _query, path) => ({
        type: `${FEED_TYPES[format].type}; charset=utf-8`,
        text: FEED_WRITERS[format](await loadFeed(feed, ctx, params, path), ctx.site.name),
      }),
    }),
  ),
);

export const FEED_ROUTES: FeedRoute[] = [
  textRoute('/robots.txt', PLAIN, ({ site }) => robotsTxt(site)),
  textRoute('/llms.txt', PLAIN, llmsTxt),
  textRoute(docsPaths.llmsFull(), PLAIN, llmsFullTxt),
  textRoute(docsPaths.serverJson(), 'application/json; charset=utf-8', serverJson),
  textRoute(brandPaths.manifest(), 'application/manifest+json; charset=utf-8', ({ site }) => webManifest(site)),
  textRoute('/.well-known/security.txt', PLAIN, securityTxt),
  textRoute(weekPaths.calendarFile(), 'text/calendar; charset=utf-8', weekCalendar),
  {
    path: feedPaths.oembed.pattern,
    query_params: Object.keys(EmbedQuery.properties),
    write: (ctx, _params, query) => embedListing(ctx, query),
  },
  {
    path: searchPaths.suggestions(),
    query_params: ['q'],
    write: async (ctx, _params, query) => ({ type: 'application/json; charset=utf-8', text: await writeSuggestions(ctx, query) }),
  },
  ...feedRoutes,
];

/** Like the API's public reads: open to all origins, inert in a browser. */
const HEADERS = {
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
};

/** Registers the machine-readable endpoints. They are the same for everyone, so sessions are ignored. */
export const serveFeeds = (app: FastifyInstance, deps: AppDeps): void => {
  const cache = new ResponseCache('feeds', deps.response_ttl_ms);
  for (const { path, query_params = [], write } of FEED_ROUTES)
    app.get(path, async (request, reply) => {
      const site = await deps.siteOf(request.headers.host);
      const [pathname] = request.url.split('?') as [string];
      const query = request.query as Query;
      // Only known parameters are part of the cache key.
      const key = JSON.stringify([site.id, pathname, query_params.map((name) => query[name] ?? null)]);
      const response = await cache.get(key, async () => {
        const { status = 200, type, text } = await write(await publicContext(deps, request), request.params as Params, query, pathname);
        return cachedResponse(status, type, text);
      });
      return sendCachedResponse(request, reply, response, { ...HEADERS, ...strangerHeaders(deps, site.id, request.originalUrl) });
    });
};

const MAX_SUGGESTIONS = 6;
const MAX_LENGTH = 200;

/** The text typed so far, normalized like a search; empty if it is too short or too long. */
const searchText = (query: Query): string => {
  const sent = typeof query.q === 'string' ? normalize(query.q.toWellFormed()) : '';
  const q = sent.replace(/\p{Cc}+/gu, ' ').trim();
  return q.length >= 2 && q.length <= MAX_LENGTH ? q : '';
};

/** The first search results for the text typed so far, and what to say above them if they are not for the typed words. */
const writeSuggestions = async (ctx: Ctx, query: Query): Promise<string> => {
  const q = searchText(query);
  if (!q) return JSON.stringify({ items: [], note: null });
  const { items, reading } = await suggestListings(ctx, q, MAX_SUGGESTIONS);
  return JSON.stringify({
    items: items.map(({ slug, name, tagline }) => ({ name, tagline, href: listingPaths.listing({ slug }) })),
    note: describeReading(reading),
  });
};
