import type { FastifyInstance } from 'fastify';
import { Refusal } from '../kernel/errors.ts';
import { readPicture, refuseUnshown } from '../modules/listings/media.ts';
import { contextOf, type House } from '../surfaces/house.ts';

const FILE = /^([0-9a-f]{64})\.webp$/;

/** The address says what is in it; whether it is still shown is asked again within the hour. Nothing in it could run. */
const HEADERS = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=3600, immutable',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
};

/** Puts the listings' pictures on the app. */
export const serveMedia = (app: FastifyInstance, house: House): void => {
  app.get('/media/:file', async (request, reply) => {
    const hash = FILE.exec((request.params as { file: string }).file)?.[1];
    if (!hash) throw new Refusal('picture_not_found');
    const etag = `"${hash}"`;
    const ctx = await contextOf(house, request);
    if (request.headers['if-none-match'] === etag) {
      await refuseUnshown(ctx, { hash });
      return reply
        .code(304)
        .headers({ ...HEADERS, etag })
        .send();
    }
    const bytes = await readPicture(ctx, { hash });
    return reply.headers({ ...HEADERS, etag }).send(bytes);
  });
};
