import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { nameRoute } from '../../http/request-metrics.ts';
import { cachedResponse, sendCachedResponse } from '../../http/response-cache.ts';

/** The package's own folder, found by walking up; works from src in tests and from the bundle in dist. */
const packageRoot = (from: string): string => (existsSync(join(from, 'package.json')) ? from : packageRoot(dirname(from)));
const WEB_ROOT = join(packageRoot(import.meta.dirname), 'src', 'web');

/** The stylesheets in cascade order: tokens and base first, print last. The order matters, so it is listed and not globbed. */
const STYLES = [
  'ui/styles/tokens.css',
  'ui/styles/base.css',
  'ui/styles/layout.css',
  'ui/styles/site-frame.css',
  'ui/styles/controls.css',
  'ui/styles/cards.css',
  'ui/styles/evidence.css',
  'ui/styles/components.css',
  'areas/home/home.css',
  'areas/listing/listing.css',
  'areas/search/search.css',
  'areas/listing/compare.css',
  'areas/blog/article.css',
  'ui/styles/page-layouts.css',
  'areas/docs/docs.css',
  'areas/account/account.css',
  'areas/account/consent.css',
  'ui/styles/votes.css',
  'areas/account/account-lists.css',
  'ui/styles/reviews.css',
  'areas/drafts/drafts.css',
  'areas/drafts/editor.css',
  'areas/drafts/field-states.css',
  'areas/claims/claims.css',
  'areas/listing/badges.css',
  'areas/dashboard/dashboard.css',
  'areas/weeks/weeks.css',
  'areas/orders/orders.css',
  'areas/orders/order-items.css',
  'areas/admin/admin.css',
  'ui/styles/print.css',
];

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

interface Asset {
  url: string;
  type: string;
  body: string;
}

const buildAsset = (file: string, body: string): Asset => {
  const extension = extname(file);
  const version = hash('sha256', body).slice(0, 12);
  return { url: `/assets/${file.slice(0, -extension.length)}-${version}${extension}`, type: TYPES[extension]!, body };
};

const read = (folder: string, file: string): string => readFileSync(join(WEB_ROOT, folder, file), 'utf8');
const filesIn = (folder: string): [string, string][] => readdirSync(join(WEB_ROOT, folder)).map((file) => [file, read(folder, file)]);

/** Read once at start, so that a running server never mixes two versions. */
const ASSETS = new Map<string, Asset>(
  [
    ['site.css', STYLES.map((style) => read('.', style)).join('\n')] as [string, string],
    ...filesIn('islands'),
    ...filesIn('ui/images'),
  ].map(([file, body]) => [file, buildAsset(file, body)]),
);

/** The address of an asset. It contains a hash of the content, so browsers may cache it forever. */
export const assetUrl = (file: string): string => {
  const found = ASSETS.get(file);
  if (!found) throw new Error(`There is no asset ${file}.`);
  return found.url;
};

const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' };

export const serveAssets = (app: FastifyInstance): void => {
  for (const { url, type, body } of ASSETS.values()) {
    const response = cachedResponse(200, type, body);
    app.get(url, { config: { route: nameRoute('other', 'assets') } }, (request, reply) =>
      sendCachedResponse(request, reply, response, FOREVER),
    );
  }
};
