import { hash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { nameRoute } from '../../http/request-metrics.ts';
import { cachedResponse, sendCachedResponse } from '../../http/response-cache.ts';

/** The package's own folder, found by walking up; works from src in tests and from the bundle in dist. */
const packageRoot = (from: string): string => (existsSync(join(from, 'package.json')) ? from : packageRoot(dirname(from)));
const PACKAGE_ROOT = packageRoot(import.meta.dirname);
const WEB_ROOT = join(PACKAGE_ROOT, 'src', 'web');
/** The verifier of ledgers is a package of its own, and runs in browsers too. */
const VERIFIER = 'verify-ledger.js';

/**
 * The stylesheets by cascade layer. A rule of a later layer wins over one of an earlier layer whatever their selectors, so the order of
 * files within a layer does not matter. See ui/styles/tokens.css.
 */
const STYLE_LAYERS = {
  tokens: ['ui/styles/tokens.css'],
  base: ['ui/styles/base.css'],
  components: ['ui/styles/components/*.css'],
  areas: ['areas/*/*.css'],
  print: ['ui/styles/print.css'],
};

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
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
const buildStyles = (): string =>
  [
    `@layer ${Object.keys(STYLE_LAYERS).join(', ')};`,
    ...Object.entries(STYLE_LAYERS).flatMap(([layer, patterns]) =>
      globSync(patterns, { cwd: WEB_ROOT })
        .toSorted()
        .map((file) => `@layer ${layer} {\n${read('.', file)}}`),
    ),
  ].join('\n');

const filesIn = (folder: string): [string, string][] => readdirSync(join(WEB_ROOT, folder)).map((file) => [file, read(folder, file)]);

/** Read once at start, so that a running server never mixes two versions. */
const ASSETS = new Map<string, Asset>(
  [
    ['site.css', buildStyles()] as [string, string],
    [VERIFIER, readFileSync(join(PACKAGE_ROOT, 'verifier', VERIFIER), 'utf8')] as [string, string],
    ...filesIn('islands'),
  ].map(([file, body]) => [file, buildAsset(file, body)]),
);

/** The address of an asset. It contains a hash of the content, so browsers may cache it forever. */
export const assetUrl = (file: string): string => {
  const found = ASSETS.get(file);
  if (!found) throw new Error(`There is no asset ${file}.`);
  return found.url;
};

/** A text of the documentation that is also shown on the site. */
export const readDocument = (file: string): string => readFileSync(join(PACKAGE_ROOT, 'docs', file), 'utf8');

const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' };

export const serveAssets = (app: FastifyInstance): void => {
  for (const { url, type, body } of ASSETS.values()) {
    const response = cachedResponse(200, type, body);
    app.get(url, { config: { route: nameRoute('other', 'assets') } }, (request, reply) =>
      sendCachedResponse(request, reply, response, FOREVER),
    );
  }
};
