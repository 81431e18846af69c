import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppDeps } from '../../http/deps.ts';
import { nameRoute } from '../../http/request-metrics.ts';
import type { Caller } from '../../kernel/context.ts';
import { splitLanguage } from '../../kernel/language/languages.ts';
import { BADGE_REF } from '../../modules/listings/badges/render.ts';
import { parseTrafficSource } from '../../modules/stats/rules.ts';
import type { TrafficCounter, Visitor } from '../../modules/stats/traffic-counter.ts';
import { homePaths } from '../paths.ts';
import type { Page, Query } from './page.ts';
import { readSession, requireSameOrigin } from './sessions.ts';

export const visitorOf = ({ ip, headers }: FastifyRequest, caller: Caller | null | undefined): Visitor => ({
  address: ip,
  headers,
  account_id: caller?.account_id ?? null,
});

interface PageView {
  page: Page;
  /** The listing, on its page. */
  slug: string;
  query: Query;
  referrer: string | undefined;
}

/** Counts the view of a public page, and of the listing it shows. */
export const countView = async (
  deps: AppDeps,
  traffic: TrafficCounter,
  request: FastifyRequest,
  caller: Caller | null,
  { page, slug, query, referrer }: PageView,
): Promise<void> => {
  const { host = '' } = request.headers;
  const event = { site: await deps.siteOf(host), visitor: visitorOf(request, caller) };
  traffic.recordPage(event);
  if (!page.counts_views) return;
  traffic.recordView({ ...event, slug, source: parseTrafficSource(referrer, query, host), badge: query.ref === BADGE_REF });
};

/** Whether a path is one of a pattern such as /listings/:slug. */
const isPathOf = (pattern: string, path: string): boolean => {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return wanted.length === given.length && wanted.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]));
};

/** Longer than any page's address with its referrer. */
const BODY_BYTES = 8192;

/** What views.js sent; null if it is not about a public page of the site. */
const parseView = (pages: Page[], body: unknown): PageView | null => {
  try {
    const sent = JSON.parse(String(body)) as { page?: unknown; referrer?: unknown };
    const url = URL.parse(splitLanguage(String(sent.page)).rest, 'http://site.invalid');
    const page = url && pages.find(({ for: audience, path }) => audience === 'anyone' && isPathOf(path, url.pathname));
    if (!page) return null;
    return {
      page,
      slug: url.pathname.split('/')[page.path.split('/').indexOf(':slug')] ?? '',
      query: Object.fromEntries(url.searchParams),
      referrer: String(sent.referrer ?? '') || undefined,
    };
  } catch {
    return null;
  }
};

/** Counts views of pages behind a CDN, which answers for us. Without JavaScript such a view is not counted. */
export const serveViews = (app: FastifyInstance, deps: AppDeps, traffic: TrafficCounter, pages: Page[]): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_request, body, done) => done(null, body));
    const { pattern } = homePaths.views;
    scope.post(pattern, { config: { route: nameRoute('form', pattern) } }, async (request, reply) => {
      requireSameOrigin(await deps.siteOf(request.headers.host), request);
      const view = parseView(pages, request.body);
      if (view) await countView(deps, traffic, request, await readSession(deps, request), view);
      return reply.code(204).header('cache-control', 'no-store').send();
    });
  });
};
