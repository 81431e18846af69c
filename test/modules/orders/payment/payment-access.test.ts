import { describe, expect, test } from 'vitest';
import { BadConfig, readConfig } from '../../../../src/config.ts';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import type { Caller, Ctx } from '../../../../src/kernel/context.ts';
import { makeTestPayment, readTestPayment, startPayment } from '../../../../src/modules/orders/payment/start-payment.ts';
import { OPERATIONS } from '../../../../src/registry.ts';
import { BILLBOARD, getOrderState, isQuiet, makeBuyer, placeOrder } from '../../../support/orders/buyers.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { until } from '../../../support/until.ts';

const clock = { now: () => NOON };
const server = useServer({ clock, jobs: true });
const begun = async () => {
  const buyer = await makeBuyer(server, { clock });
  const order = await placeOrder(buyer, BILLBOARD);
  const { url } = await startPayment(buyer.ctx, order);
  return { buyer, ...order, url, session: url.split('/').at(-1)! };
};
const paid = { outcome: 'paid' } as const;

describe('test payments', () => {
  test('are made on our own page, once, with the same consequences as real payments', async () => {
    const { buyer, number, url, session, total_cents } = await begun();
    expect(url).toBe(`${server.root}/payments/test/${session}`);
    expect(await startPayment(buyer.ctx, { number })).toEqual({ url });
    expect(await readTestPayment(buyer.ctx, { session })).toEqual({ number, asked_cents: total_cents, open: true });
    await expect(makeTestPayment(buyer.ctx, { session, outcome: 'declined' })).rejects.toMatchObject({ code: 'payment_declined' });
    expect(await getOrderState(server, number)).toMatchObject({ status: 'pending' });
    await Promise.all([1, 2].map(() => makeTestPayment(buyer.ctx, { session, ...paid })));
    await until(() => isQuiet(server));
    expect(await getOrderState(server, number)).toMatchObject({
      status: 'paid',
      lines: [{ status: 'fulfilled' }],
      papers: [{ kind: 'invoice' }],
    });
    expect(await readTestPayment(buyer.ctx, { session })).toMatchObject({ open: false });
  });

  test('are only visible to their buyer', async () => {
    const [{ session }, other] = [await begun(), await begun()];
    await expect(readTestPayment(other.buyer.ctx, { session })).rejects.toMatchObject({ code: 'not_found' });
    await expect(makeTestPayment(other.buyer.ctx, { session, ...paid })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('do not exist with NODE_ENV=production: without keys nothing can be paid', async () => {
    const { buyer, number, session } = await begun();
    const integrations = openIntegrations({ smtp_url: null, mail_from: null, production: true });
    expect(integrations.payments).toBeNull();
    const ctx: Ctx<Caller> = { ...buyer.ctx, integrations };
    await expect(startPayment(ctx, { number })).rejects.toMatchObject({ code: 'checkout_unavailable' });
    await expect(makeTestPayment(ctx, { session, ...paid })).rejects.toMatchObject({ code: 'not_found' });
    const stripe = { secret_key: 'sk_live_x', webhook_secret: 'whsec_x', api_url: null };
    const real: Ctx<Caller> = { ...buyer.ctx, integrations: openIntegrations({ smtp_url: null, mail_from: null, stripe }) };
    await expect(makeTestPayment(real, { session, ...paid })).rejects.toMatchObject({ code: 'not_found' });
    expect(await getOrderState(server, number)).toMatchObject({ status: 'pending' });
  });
});

describe('API keys and applications cannot pay', () => {
  test('no operation can: none is named or located like a payment, and none of the five order operations marks an order as paid', () => {
    const about = OPERATIONS.filter(({ id, path }) => /pay|refund|settle/.test(`${id} ${path}`)).map(({ id }) => id);
    expect(about).toEqual([]);
    const handlers = OPERATIONS.map(({ handler }) => handler as unknown);
    for (const verb of [startPayment, makeTestPayment]) expect(handlers).not.toContain(verb);
  });

  test('payment functions refuse callers with a key or token', async () => {
    const { buyer, number, session } = await begun();
    for (const kind of ['api_key', 'oauth'] as const) {
      const ctx = { ...buyer.ctx, caller: { ...buyer.ctx.caller, kind } };
      await expect(startPayment(ctx, { number })).rejects.toMatchObject({ code: 'only_on_the_site' });
      await expect(makeTestPayment(ctx, { session, ...paid })).rejects.toMatchObject({ code: 'only_on_the_site' });
    }
  });

  test('forms accept no key, and the webhook is closed without a provider', async () => {
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
    expect(await getOrderState(server, number)).toMatchObject({ status: 'pending', payments: [{ received: 0 }] });
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
  // Error messages do not repeat the key.
  expect(() => readConfig({ ...SET, STRIPE_SECRET_KEY: 'whole secret' })).not.toThrow(/whole secret/);
});
