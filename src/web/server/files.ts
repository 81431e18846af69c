import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type AppDeps, publicContext } from '../../http/deps.ts';
import { countAnonymous } from '../../http/invoke.ts';
import { cachedResponse, ResponseCache, sendCachedResponse, sendUnlessUnchanged } from '../../http/response-cache.ts';
import { fileTagHeaders } from '../../http/shared-cache.ts';
import { Refusal } from '../../kernel/errors.ts';
import { findLogo } from '../../modules/drafts/logo/logo.ts';
import { renderBadge } from '../../modules/launches/badges/badges.ts';
import { getBakedBadge, getCredential, getDidDocument, getStatusList } from '../../modules/launches/credentials/credentials.ts';
import { GetBadges } from '../../modules/launches/schema.ts';
import { drawLogo } from '../../modules/listings/drawings/logo.ts';
import { drawPortrait } from '../../modules/listings/drawings/portrait.ts';
import { findPicture } from '../../modules/listings/media/media.ts';
import { findPublicUrl, readStoredPicture } from '../../modules/listings/media/stored-pictures.ts';
import { exportWeekLedger } from '../../modules/votes/ledger/export.ts';
import { listingPaths, weekPaths } from '../paths.ts';
import { type Params, parseQuery, type Query } from './page.ts';
import { parseParams } from './path.ts';

const LEDGER_HEADERS = {
  'content-type': 'application/jsonl; charset=utf-8',
  'cache-control': 'public, no-cache',
  'x-content-type-options': 'nosniff',
};

/** Registers the ledgers of the weeks. They count against the anonymous API limit, because they cost more than a page. */
export const serveLedgers = (app: FastifyInstance, deps: AppDeps): void => {
  app.get(weekPaths.ledgerFile.pattern, async (request, reply) => {
    const ctx = await publicContext(deps, request);
    await countAnonymous(deps, ctx.site, request.ip);
    const ledger = await exportWeekLedger(ctx, request.params as { week: string });
    return sendUnlessUnchanged(request, reply, { ...LEDGER_HEADERS, etag: await ledger.readEtag() }, () => Readable.from(ledger));
  });
};

/** Embedded in other sites' pages and cacheable, but only for minutes, because awards come and go. The CSP keeps the SVG inert. */
const BADGE_HEADERS = {
  'cache-control': 'public, max-age=300, stale-while-revalidate=600',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
};

/** Registers the badge images. Only shape, mode and size are part of the cache key; other parameters are ignored. */
export const serveBadges = (app: FastifyInstance, deps: AppDeps): void => {
  const cache = new ResponseCache('badges', deps.response_ttl_ms);
  app.get(listingPaths.badgeImage.pattern, async (request, reply) => {
    const { slug, file } = parseParams(listingPaths.badgeImage.pattern, request.params as Params);
    const kind = file.replace(/\.svg$/, '');
    const { shape, mode, size } = parseQuery(GetBadges, request.query as Query).input;
    const site = await deps.siteOf(request.headers.host);
    const response = await cache.get(JSON.stringify([site.id, slug, file, shape, mode, size]), async () =>
      cachedResponse(200, 'image/svg+xml', await renderBadge(await publicContext(deps, request), { slug, kind, shape, mode, size })),
    );
    const tags = fileTagHeaders(deps, site.id, { kind: 'listing', key: slug });
    return sendCachedResponse(request, reply, response, { ...BADGE_HEADERS, ...tags });
  });
};

/** Credentials are read by verifiers on other sites, and revoked at any time. */
const CREDENTIAL_HEADERS = {
  'cache-control': 'public, max-age=300',
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
};

const CREDENTIAL_FILE = /^([a-z0-9-]+)\.(json|svg)$/;

/** Registers the credentials of awards, the list of revoked ones, and the keys that signed them. */
export const serveCredentials = (app: FastifyInstance, deps: AppDeps): void => {
  const documents = [
    { path: weekPaths.statusListFile, type: 'application/vc', load: getStatusList },
    { path: weekPaths.didFile, type: 'application/did+json', load: getDidDocument },
  ];
  for (const { path, type, load } of documents)
    app.get(path.pattern, async (request, reply) => {
      const ctx = await publicContext(deps, request);
      const headers = { ...CREDENTIAL_HEADERS, ...fileTagHeaders(deps, ctx.site.id, 'lists') };
      return sendCachedResponse(request, reply, cachedResponse(200, type, await load(ctx)), headers);
    });
  app.get(weekPaths.credentialFile.pattern, async (request, reply) => {
    const { week, file } = parseParams(weekPaths.credentialFile.pattern, request.params as Params);
    const [, slug, format] = CREDENTIAL_FILE.exec(file) ?? [];
    if (!slug) throw new Refusal('credential_not_found');
    const ctx = await publicContext(deps, request);
    const response =
      format === 'svg'
        ? cachedResponse(200, 'image/svg+xml', await getBakedBadge(ctx, { week, slug }))
        : cachedResponse(200, 'application/vc', (await getCredential(ctx, { week, slug })).credential);
    const tags = fileTagHeaders(deps, ctx.site.id, { kind: 'listing', key: slug });
    const headers = { ...CREDENTIAL_HEADERS, ...tags, 'content-disposition': `attachment; filename="${slug}-${week}.${format}"` };
    return sendCachedResponse(request, reply, response, headers);
  });
};

const MEDIA_FILE = /^([0-9a-f]{64})\.webp$/;

/** The content never changes (the address is its hash), but it can be hidden, so caches revalidate within the hour. */
const MEDIA_HEADERS = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=3600, immutable',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
};

/** A picture can be hidden, and its store can get another address. */
export const REDIRECT_HEADERS = { 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' };

/** For a picture, which can be deleted or hidden. */
export const pictureTagHeaders = (deps: AppDeps, site_id: number, hash: string): Record<string, string> =>
  fileTagHeaders(deps, site_id, { kind: 'picture', key: hash });

export const serveMedia = (app: FastifyInstance, deps: AppDeps): void => {
  app.get(listingPaths.picture.pattern, async (request, reply) => {
    const hash = MEDIA_FILE.exec((request.params as { file: string }).file)?.[1];
    if (!hash) throw new Refusal('picture_not_found');
    const ctx = await publicContext(deps, request);
    const picture = (await findLogo(ctx, { hash })) ?? (await findPicture(ctx, { hash }));
    reply.headers(pictureTagHeaders(deps, ctx.site.id, hash));
    const public_url = findPublicUrl(ctx, hash, picture);
    if (public_url) return reply.headers(REDIRECT_HEADERS).redirect(public_url, 302);
    const headers = { ...MEDIA_HEADERS, etag: `"${hash}"` };
    return sendUnlessUnchanged(request, reply, headers, () => readStoredPicture(ctx, hash, picture));
  });
};

const DRAWINGS: Record<string, (seed: string) => string> = { logos: drawLogo, portraits: drawPortrait };
const DRAWING_FILE = /^([a-z0-9-]{1,100})\.svg$/;

/** A day, because another version may draw them differently. */
const DRAWING_HEADERS = {
  'cache-control': 'public, max-age=86400',
  'access-control-allow-origin': '*',
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
};

/** Registers the logos and portraits of invented products and people. They are drawn from the slug alone, so nothing is stored. */
export const serveDrawings = (app: FastifyInstance): void => {
  app.get(listingPaths.drawing.pattern, (request, reply) => {
    const { kind, file } = parseParams(listingPaths.drawing.pattern, request.params as Params);
    const seed = DRAWING_FILE.exec(file)?.[1];
    if (!seed || !Object.hasOwn(DRAWINGS, kind)) throw new Refusal('picture_not_found');
    sendCachedResponse(request, reply, cachedResponse(200, 'image/svg+xml', DRAWINGS[kind]!(seed)), DRAWING_HEADERS);
  });
};
