import type { FastifyInstance } from 'fastify';
import { Answers, sendStored, stored } from '../../surfaces/answers.ts';
import { contextOf, type House } from '../../surfaces/house.ts';
import type { Params, Query } from '../page.ts';
import { MACHINES } from './table.ts';

/** As the API's public reads: anybody may ask from anywhere, and asks again whether it changed. Nothing in it could run. */
const HEADERS = {
  'cache-control': 'public, no-cache',
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
};

/** Puts what machines read on the app. It is the same for everybody, so nobody's session is looked at. */
export const serveMachines = (app: FastifyInstance, house: House): void => {
  const answers = new Answers();
  for (const { path, asks = [], write } of MACHINES)
    app.get(path, async (request, reply) => {
      const site = await house.siteOf(request.headers.host);
      const [pathname] = request.url.split('?') as [string];
      const query = request.query as Query;
      // Whatever else an address asks is passed over, and makes no other answer.
      const key = JSON.stringify([site.id, pathname, asks.map((name) => query[name] ?? null)]);
      const made = await answers.get(key, async () => {
        const { status = 200, type, text } = await write(await contextOf(house, request), request.params as Params, query, pathname);
        return stored(status, type, text);
      });
      return sendStored(request, reply, made, HEADERS);
    });
};
