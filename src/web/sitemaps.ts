import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
import { BOARDS } from '../modules/ballot/boards.ts';
import { type MapPart, mapLines, mapParts } from '../modules/content/sitemap.ts';
import { SERVED } from '../registry.ts';
import { acceptsGzip, matches } from '../surfaces/answers.ts';
import { contextOf, type House } from '../surfaces/house.ts';
import { to } from './addresses.ts';
import { Kept } from './kept.ts';
import { isKeptOut } from './machines/robots.ts';
import type { Params } from './page.ts';
import { PAGES } from './routes.ts';
import { xmlText } from './xml.ts';

/** Doors, not places. */
const DOORS = ['sign_in', 'sign_in_sent', 'sign_up'];

/** The pages that are always there. Nobody keeps when they changed, so nothing is said of it. */
const standingPages = (): string[] => [
  ...PAGES.filter(({ name, path }) => !path.includes(':') && !DOORS.includes(name) && !isKeptOut(path)).map(({ path }) => path),
  // A weekly board is known by its week, which the week's own page shows.
  ...Object.entries(BOARDS).flatMap(([board, { weekly }]) => (weekly ? [] : [to.leaderboard(board)])),
  ...SERVED.map(({ id }) => to.operation(id)),
];

const INDEX = 'sitemap.xml';
const STANDING = 'pages-1.xml';

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const file = (element: string, lines: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${element} ${NAMESPACE}>\n${lines}\n</${element}>\n`;

const indexOf = (root: string, parts: MapPart[]): string => {
  const lines = parts.map(
    ({ kind, number, changed_at }) =>
      `<sitemap><loc>${root}/sitemaps/${kind}-${number}.xml</loc>${changed_at ? `<lastmod>${changed_at.toISOString()}</lastmod>` : ''}</sitemap>`,
  );
  return file('sitemapindex', [`<sitemap><loc>${root}/sitemaps/${STANDING}</loc></sitemap>`, ...lines].join('\n'));
};

const standing = (root: string): string =>
  file(
    'urlset',
    standingPages()
      .map((path) => `<url><loc>${root}${xmlText(path)}</loc></url>`)
      .join('\n'),
  );

/** A file of the map by its name. */
const writeFile = async (ctx: Ctx, parts: MapPart[], name: string): Promise<string> => {
  const root = xmlText(ctx.site.root);
  if (name === INDEX) return indexOf(root, parts);
  if (name === STANDING) return standing(root);
  return file('urlset', await mapLines(ctx, partNamed(parts, name)!, root));
};

const partNamed = (parts: MapPart[], name: string): MapPart | undefined =>
  parts.find(({ kind, number }) => name === `${kind}-${number}.xml`);

interface Packed {
  bytes: Buffer;
  etag: string;
}

const packed = promisify(gzip);
const pack = async (text: string): Promise<Packed> => ({
  bytes: await packed(text, { level: 6 }),
  etag: `"${hash('sha1', text, 'base64url')}"`,
});

const HEADERS = {
  'content-type': 'application/xml; charset=utf-8',
  'cache-control': 'public, max-age=300',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
};

const send = ({ headers }: FastifyRequest, reply: FastifyReply, { bytes, etag }: Packed): FastifyReply => {
  reply.headers({ ...HEADERS, etag });
  if (matches(headers['if-none-match'], etag)) return reply.code(304).send();
  if (acceptsGzip(headers['accept-encoding'])) return reply.header('content-encoding', 'gzip').send(bytes);
  return reply.send(Readable.from([bytes]).pipe(createGunzip()));
};

const KEPT_MS = 300_000;

/** Puts a site's map on the app: an index, and files by kind of at most 50,000 pages. Each is made at most once in five minutes and kept packed. */
export const serveSitemaps = (app: FastifyInstance, house: House): void => {
  const parts = new Kept<MapPart[]>({ bytes: 1_000_000, kept_ms: KEPT_MS, waiting: 50 }, (found) => 100 * found.length);
  const files = new Kept<Packed>({ bytes: 32 * 1024 * 1024, kept_ms: KEPT_MS, waiting: 50 }, ({ bytes }) => bytes.length);
  const serve = (path: string, nameIn: (params: Params) => string) =>
    app.get(path, async (request, reply) => {
      const ctx = await contextOf(house, request);
      const site = `${ctx.site.id} ${ctx.site.root}`;
      const name = nameIn(request.params as Params);
      const known = await parts.get(site, () => mapParts(ctx));
      if (name !== INDEX && name !== STANDING && !partNamed(known, name)) throw new Refusal('not_found');
      return send(request, reply, await files.get(`${site} ${name}`, async () => pack(await writeFile(ctx, known, name))));
    });
  serve(`/${INDEX}`, () => INDEX);
  serve('/sitemaps/:file', ({ file = '' }) => (file === INDEX ? '' : file));
};
