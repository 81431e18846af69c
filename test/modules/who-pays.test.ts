import { describe, expect, test } from 'vitest';
import { BadConfig, readConfig } from '../../src/config.ts';
import type { Caller } from '../../src/kernel/context.ts';
import { startPayment } from '../../src/modules/orders/payment/payment.ts';
import { makeTestPayment, readTestPayment } from '../../src/modules/orders/payment/test-payment.ts';
import { openOutside, type Reaching } from '../../src/outside/outside.ts';
import { OPERATIONS } from '../../src/registry.ts';
import { aBuyer, anOrder, BILLBOARD, isQuiet, standingOf } from '../support/buying.ts';
import { NOON, useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const clock = { now: () => NOON };
const server = useServer({ clock, jobs: true });
const begun = async () => {
  const buyer = await aBuyer(server, { clock });
  const order = await anOrder(buyer, BILLBOARD);
  const { url } = await startPayment(buyer.ctx, order);
  return { buyer, ...order, url, session: url.split('/').at(-1)! };
};
const paid = { outcome: 'paid' } as const;

describe('test payments', () => {
  test('are made on a page of our own, once, and everything follows as with money', async () => {
    const { buyer, number, url, session, total_cents } = await begun();
    expect(url).toBe(`${server.root}/payments/test/${session}`);
    expect(await startPayment(buyer.ctx, { number })).toEqual({ url });
    expect(await readTestPayment(buyer.ctx, { session })).toEqual({ number, asked_cents: total_cents, open: true });
    await expect(makeTestPayment(buyer.ctx, { session, outcome: 'declined' })).rejects.toMatchObject({ code: 'payment_declined' });
    expect(await standingOf(server, number)).toMatchObject({ status: 'pending' });
    await Promise.all([1, 2].map(() => makeTestPayment(buyer.ctx, { session, ...paid })));
    await until(() => isQuiet(server));
    expect(await standingOf(server, number)).toMatchObject({
      status: 'paid',
      lines: [{ status: 'fulfilled' }],
      papers: [{ kind: 'invoice' }],
    });
    expect(await readTestPayment(buyer.ctx, { session })).toMatchObject({ open: false });
  });

  test('are nobody else’s', async () => {
    const [{ session }, other] = [await begun(), await begun()];
    await expect(readTestPayment(other.buyer.ctx, { session })).rejects.toMatchObject({ code: 'not_found' });
    await expect(makeTestPayment(other.buyer.ctx, { session, ...paid })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('are not there with NODE_ENV=production: without keys nothing can be paid', async () => {
    const { buyer, number, session } = await begun();
    const outside = openOutside({ smtp_url: null, mail_from: null, production: true });
    expect(outside.payments).toBeNull();
    const ctx: Reaching<Caller> = { ...buyer.ctx, outside };
    await expect(startPayment(ctx, { number })).rejects.toMatchObject({ code: 'checkout_unavailable' });
    await expect(makeTestPayment(ctx, { session, ...paid })).rejects.toMatchObject({ code: 'not_found' });
    const stripe = { secret_key: 'sk_live_x', webhook_secret: 'whsec_x', api_url: null };
    const real: Reaching<Caller> = { ...buyer.ctx, outside: openOutside({ smtp_url: null, mail_from: null, stripe }) };
    await expect(makeTestPayment(real, { session, ...paid })).rejects.toMatchObject({ code: 'not_found' });
    expect(await standingOf(server, number)).toMatchObject({ status: 'pending' });
  });
});

describe('no key and no application pays', () => {
  test('no operation does: none is named or placed for it, and none of the five of orders can make one paid', () => {
    const about = OPERATIONS.filter(({ id, path }) => /pay|refund|settle/.test(`${id} ${path}`)).map(({ id }) => id);
    expect(about).toEqual([]);
    const handlers = OPERATIONS.map(({ handler }) => handler as unknown);
    for (const verb of [startPayment, makeTestPayment]) expect(handlers).not.toContain(verb);
  });

  test('the verbs refuse whoever comes with a key or a token', async () => {
    const { buyer, number, session } = await begun();
    for (const kind of ['api_key', 'oauth'] as const) {
      const ctx = { ...buyer.ctx, caller: { ...buyer.ctx.caller, kind } };
      await expect(startPayment(ctx, { number })).rejects.toMatchObject({ code: 'only_on_the_site' });
      await expect(makeTestPayment(ctx, { session, ...paid })).rejects.toMatchObject({ code: 'only_on_the_site' });
    }
  });

  test('the forms take no key, and the door of notices is shut where nobody sends any', async () => {
    const { key } = await server.member();
    const { number, session } = await begun();
    const post = (path: string, fields: Record<string, string>) =>
      fetch(server.root + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { authorization: `Bearer ${key}`, origin: server.root },
        body: new URLSearchParams(fields),
      });
    for (const [path, fields] of [
      [`/payments/test/${session}`, paid],
      [`/checkout/${number}/billing`, { act: 'pay' }],
    ] as const) {
      const answer = await post(path, fields);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/sign-in/)]);
    }
    expect((await post('/payments/stripe', {})).status).toBe(404);
    expect(await standingOf(server, number)).toMatchObject({ status: 'pending', payments: [{ received: 0 }] });
  });
});

test('settings: both keys or none, of the right kind, and Stripe’s own address in production', () => {
  const SET = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  expect(readConfig({}).stripe).toBeNull();
  expect(readConfig(SET).stripe).toEqual({ secret_key: 'sk_test_1', webhook_secret: 'whsec_1', api_url: null });
  for (const wrong of [
    { STRIPE_SECRET_KEY: 'sk_test_1' },
    { STRIPE_WEBHOOK_SECRET: 'whsec_1' },
    { ...SET, STRIPE_SECRET_KEY: 'pk_test_1' },
    { ...SET, STRIPE_WEBHOOK_SECRET: 'secret' },
    { ...SET, STRIPE_API_URL: 'ftp://x' },
    { ...SET, STRIPE_API_URL: 'http://127.0.0.1:1', NODE_ENV: 'production' },
  ])
    expect(() => readConfig(wrong)).toThrow(BadConfig);
  // A key is not repeated where it might be read.
  expect(() => readConfig({ ...SET, STRIPE_SECRET_KEY: 'whole secret' })).not.toThrow(/whole secret/);
});
