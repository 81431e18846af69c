import type { FastifyInstance } from 'fastify';
import { showBadge } from '../modules/launches/badges.ts';
import { GetBadges } from '../modules/launches/schema.ts';
import { Answers, sendStored, stored } from '../surfaces/answers.ts';
import { contextOf, type House } from '../surfaces/house.ts';
import { asked, slugIn } from './asked.ts';
import type { Params, Query } from './page.ts';

/** Other people's pages show it, so browsers may keep it, but only for minutes: an award may come or go. It can do nothing but be looked at. */
const HEADERS = {
  'cache-control': 'public, max-age=300, stale-while-revalidate=600',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
};

/** Puts the badges' pictures on the app. What an address says besides shape, mode and size is passed over. */
export const serveBadges = (app: FastifyInstance, house: House): void => {
  const answers = new Answers();
  app.get('/badges/:slug/:file', async (request, reply) => {
    const params = request.params as Params;
    const slug = slugIn(params, 'listing_not_found');
    const kind = params.file!.replace(/\.svg$/, '');
    const { shape, mode, size } = asked(GetBadges, request.query as Query).input;
    const site = await house.siteOf(request.headers.host);
    const made = await answers.get(JSON.stringify([site.id, slug, params.file, shape, mode, size]), async () =>
      stored(200, 'image/svg+xml', await showBadge(await contextOf(house, request), { slug, kind, shape, mode, size })),
    );
    return sendStored(request, reply, made, HEADERS);
  });
};
