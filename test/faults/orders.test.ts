import { afterAll, beforeAll, expect, test } from 'vitest';
import { chanceFrom } from '../../bench/support/random.ts';
import { openIntegrations } from '../../src/integrations/integrations.ts';
import type { Caller, Ctx, Site } from '../../src/kernel/context.ts';
import { systemClock } from '../../src/kernel/time/clock.ts';
import { refundOrder } from '../../src/modules/orders/payment/refunds.ts';
import { startPayment } from '../../src/modules/orders/payment/start-payment.ts';
import { ensureDefaultSite } from '../../src/modules/sites/sites.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { forgetDeadPools } from '../support/db/dead-pools.ts';
import { isTableAwaited } from '../support/db/locks.ts';
import { useStripe } from '../support/orders/buyers.ts';
import { checkBooks } from '../support/orders/order-books.ts';
import { BEHAVIOURS, weather } from '../support/orders/order-storm.ts';
import { makeStormOrders, type StormOrder } from '../support/orders/order-storm-orders.ts';
import { SECRET_KEY, type StripeEvent, type StripeServer, WEBHOOK_SECRET } from '../support/orders/stripe-server.ts';
import { type Running, useProcesses } from '../support/processes.ts';
import { until } from '../support/until.ts';
import { as, siteOf } from '../support/voters.ts';

const start = useProcesses();
const stripes = [useStripe(), useStripe()] as const;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  for (const _ of stripes) databases.push(await createTestDatabase({ pool: 20 }));
});
afterAll(() => Promise.all(databases.map((database) => database.drop())));

const settingsFor = ({ address }: StripeServer) => ({
  STRIPE_SECRET_KEY: SECRET_KEY,
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_API_URL: address,
});
const siteIn = async ({ sql }: TestDatabase): Promise<Site> => siteOf(sql, (await sql`select id from sites order by id limit 1`)[0]!.id);

/** The tables that handling a payment notice writes, in order. It is killed at the last one, when everything else is written and must be undone. */
const NOTICE_TABLES = ['orders', 'payment_notices', 'payments', 'moves', 'invoices', 'graphile_worker._private_jobs'];
/** The same for a fulfilment. */
const FULFILMENT_TABLES = ['order_lines', 'billboard_contributions', 'moves'];

test.concurrent('killed at the end of a payment notice, a fulfilment and a refund: each is done once, and the books balance', async () => {
  const [stripe] = stripes;
  const [database] = databases as [TestDatabase, TestDatabase];
  const { sql } = database;
  const serve = () => start(database.url, ['serve', '--no-jobs'], settingsFor(stripe));
  const work = () => start(database.url, ['work'], settingsFor(stripe));

  /** Locks the table, and kills the process as soon as it waits for it. */
  const killAt = async (table: string, act: () => Promise<Running>): Promise<void> => {
    await sql.begin(async (tx) => {
      await tx`lock table ${tx(table)} in exclusive mode`;
      const doomed = await act();
      await until(() => isTableAwaited(sql, table));
      await doomed.kill();
    });
    await forgetDeadPools(sql);
  };

  /** Row count and latest change of each table: any write changes it. */
  const stateOf = (tables: string[]) =>
    Promise.all(
      tables.map(
        async (table) =>
          (await sql`select ${table} as name, count(*)::int as rows, max(t.xmin::text::bigint) as changed from ${sql(table)} t`)[0]!,
      ),
    );

  const doomed = await serve();
  const site = await siteIn(database);
  const { made: orders, team_id } = await makeStormOrders(sql, site.id, 2, chanceFrom(7));
  await sql`update order_lines set product = 'billboard_min'`;
  const integrations = openIntegrations({ smtp_url: null, mail_from: null, stripe: stripe.settings });
  const ctxOf = (account_id: number): Ctx<Caller> => ({ ...as(account_id, { sql, site, clock: systemClock }), integrations });
  const pay = async (order: StormOrder): Promise<StripeEvent> => {
    const { url } = await startPayment(ctxOf(order.account_id), order);
    return stripe.pay(url.split('/').at(-1)!)!;
  };
  const statusOf = async ({ id }: StormOrder) => (await sql`select status from orders where id = ${id}`)[0]!.status;

  const [order, other] = orders as [StormOrder, StormOrder];
  const event = await pay(order);
  const unpaid = await stateOf(NOTICE_TABLES);
  let told: Promise<unknown> | undefined;
  await killAt(NOTICE_TABLES.at(-1)!, async () => {
    told = stripe.deliver(event, doomed.root).catch(() => null);
    return doomed;
  });
  await told;
  expect(await stateOf(NOTICE_TABLES)).toEqual(unpaid);
  expect(await statusOf(order)).toBe('pending');
  const server = await serve();
  expect(await stripe.deliver(event, server.root)).toBe(200);
  expect(await statusOf(order)).toBe('paid');
  expect(await stripe.deliver(await pay(other), server.root)).toBe(200);
  await server.kill();

  const waiting = await stateOf(FULFILMENT_TABLES);
  await killAt(FULFILMENT_TABLES.at(-1)!, work);
  expect(await stateOf(FULFILMENT_TABLES)).toEqual(waiting);

  const worker = await work();
  await until(async () => (await sql`select from order_lines where status <> 'fulfilled'`).length === 0);
  // Jobs that write orders, too, would be killed below in place of the refund.
  await until(async () => (await sql`select from graphile_worker.jobs where run_at <= now() and attempts < max_attempts`).length === 0);

  // Killed after Stripe has refunded the money and before we have recorded it. It is suspended until the table is locked.
  process.kill(worker.pid, 'SIGSTOP');
  await refundOrder(ctxOf(team_id), { number: order.number, reason: 'The buyer asked.' });
  await killAt('orders', async () => {
    process.kill(worker.pid, 'SIGCONT');
    return worker;
  });
  expect(stripe.refunds.size).toBe(1);
  const last = await work();
  await until(async () => (await sql`select from refunds where status = 'made'`).length === 1);
  await last.kill();
  expect(stripe.refunds.size).toBe(1);
  expect((await checkBooks(sql, stripe)).faults).toEqual([]);
});

test.concurrent('50 orders while notices are lost, doubled, late and forged, Stripe fails and processes die: the books balance to the cent', async () => {
  const [, stripe] = stripes;
  const [, database] = databases as [TestDatabase, TestDatabase];
  await ensureDefaultSite(database.sql);
  const { kills, counts } = await weather({
    sql: database.sql,
    site: await siteIn(database),
    stripe,
    start: () => start(database.url, ['serve'], settingsFor(stripe)),
    orders: 50,
    // With everything that people do.
    seed: 55,
    at_once: 20,
    kills: 2,
  });
  const { faults, received, returned, kept } = await checkBooks(database.sql, stripe);
  expect(faults).toEqual([]);
  expect(received).toBe(returned + kept);
  expect(kept).toBeGreaterThan(0);
  expect(kills).toBeGreaterThan(0);
  for (const what of ['notices lost', 'notices to be told again', ...Object.keys(BEHAVIOURS)])
    expect([what, counts[what] ?? 0]).not.toEqual([what, 0]);
});
