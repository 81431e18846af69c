import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../kernel/errors.ts';
import { rasterise } from '../../modules/listings/picture.ts';
import { matches } from '../../surfaces/answers.ts';
import { contextOf, type House } from '../../surfaces/house.ts';
import { countStranger } from '../../surfaces/invoke.ts';
import { Kept } from '../kept.ts';
import type { Page, Params } from '../page.ts';
import { PAGES } from '../routes.ts';
import { type Card, cardHash, drawCard, siteCard } from './card.ts';

const HEADERS = {
  'content-type': 'image/png',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
};

/** An address that names what is in the picture is kept for good, any other for minutes. */
const cacheOf = (asked: unknown, hash: string): string => (asked === hash ? 'public, max-age=31536000, immutable' : 'public, max-age=300');

/** The pages with a picture of their own. */
const PICTURED = ['listing', 'category', 'week', 'founder', 'post'];

/** Puts the pictures of pages on the app. Each is drawn from the page's own data, once, one at a time; a stranger's wish for a new one is counted. */
export const servePictures = (app: FastifyInstance, house: House): void => {
  const kept = new Kept<Buffer>({ bytes: 24 * 1024 * 1024, kept_ms: 3_600_000, waiting: 24 }, (bytes) => bytes.length);
  const serve = (path: string, cardFor: (request: FastifyRequest) => Promise<Card | undefined>) =>
    app.get(path, async (request, reply) => {
      const card = await cardFor(request);
      if (!card) throw new Refusal('picture_not_found');
      const hash = cardHash(card);
      const headers = { ...HEADERS, etag: `"${hash}"`, 'cache-control': cacheOf((request.query as { v?: string }).v, hash) };
      if (matches(request.headers['if-none-match'], headers.etag)) return reply.code(304).headers(headers).send();
      if (!kept.has(hash)) await countStranger(house, await house.siteOf(request.headers.host), request.ip);
      const bytes = await kept.get(hash, () => rasterise(drawCard(card)));
      return reply.headers(headers).send(bytes);
    });
  serve('/pictures/home.png', async (request) => siteCard(await house.siteOf(request.headers.host)));
  for (const page of PAGES.filter(({ name }) => PICTURED.includes(name))) serve(`/pictures${page.path}.png`, cardOf(house, page));
};

const cardOf = (house: House, page: Page) => async (request: FastifyRequest) =>
  (await page.open(await contextOf(house, request), request.params as Params, {})).head.card;
