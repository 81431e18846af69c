import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { sendStored, stored } from '../surfaces/answers.ts';

/** The package's own folder, found by walking up: the same from src under test and from the bundle in dist. */
const packageRoot = (from: string): string => (existsSync(join(from, 'package.json')) ? from : packageRoot(dirname(from)));
const HOME = join(packageRoot(dirname(fileURLToPath(import.meta.url))), 'src', 'web');

/** The stylesheet's parts in the order they build on each other. */
const STYLES = [
  'tokens',
  'base',
  'arrangement',
  'frame',
  'controls',
  'cards',
  'evidence',
  'parts',
  'home',
  'listing',
  'search',
  'compare',
  'article',
  'pages',
  'docs',
  'account',
  'consent',
  'votes',
  'kept-lists',
  'reviews',
  'drafts',
  'draft-editor',
  'draft-marks',
  'claims',
  'badges',
  'dashboard',
  'weeks',
  'orders',
  'bought',
  'office',
  'print',
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

const asset = (file: string, body: string): Asset => {
  const extension = extname(file);
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return { url: `/assets/${file.slice(0, -extension.length)}-${hash}${extension}`, type: TYPES[extension]!, body };
};

const read = (folder: string, file: string): string => readFileSync(join(HOME, folder, file), 'utf8');
const filesIn = (folder: string): [string, string][] => readdirSync(join(HOME, folder)).map((file) => [file, read(folder, file)]);

/** Read once at start, so that a running server never mixes two versions of itself. */
const ASSETS = new Map<string, Asset>(
  [
    ['site.css', STYLES.map((style) => read('styles', `${style}.css`)).join('\n')] as [string, string],
    ...filesIn('islands'),
    ...filesIn('images'),
  ].map(([file, body]) => [file, asset(file, body)]),
);

/** The address of an asset; it changes with what is in it, so browsers may keep it for good. */
export const assetUrl = (file: string): string => {
  const found = ASSETS.get(file);
  if (!found) throw new Error(`There is no asset ${file}.`);
  return found.url;
};

const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' };

export const serveAssets = (app: FastifyInstance): void => {
  for (const { url, type, body } of ASSETS.values()) {
    const answer = stored(200, type, body);
    app.get(url, (request, reply) => sendStored(request, reply, answer, FOREVER));
  }
};
