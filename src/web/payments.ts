import type { FastifyInstance } from 'fastify';
import { Refusal } from '../kernel/errors.ts';
import { takeNotice } from '../modules/orders/payment/notice.ts';
import type { House } from '../surfaces/house.ts';
import { sendProblem } from '../surfaces/problems.ts';

/** Stripe's notices hold one object each. */
const BODY_BYTES = 512 * 1024;

/**
 * Where Stripe tells of payments. What it sends is signed as it is, byte by byte, so it is not read before that is checked. It
 * tells again for days what was not answered with 200: a notice is answered so once it is kept with all that follows.
 */
export const serveNotices = (app: FastifyInstance, house: House): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, body, done) => done(null, body));
    scope.setErrorHandler((error, request, reply) => sendProblem(house, request, reply, error));
    scope.post('/payments/stripe', async (request, reply) => {
      const { sql, clock, outside } = house;
      if (outside?.payments?.name !== 'stripe') throw new Refusal('not_found');
      const signature = request.headers['stripe-signature'];
      if (typeof signature !== 'string' || !Buffer.isBuffer(request.body)) throw new Refusal('notice_not_signed');
      await takeNotice({ sql, clock, outside }, { body: request.body, signature });
      return reply.header('cache-control', 'no-store').send({ received: true });
    });
  });
};
