import { beforeAll, expect, test } from 'vitest';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import type { Caller, Ctx, Site } from '../../../../src/kernel/context.ts';
import { noLimits } from '../../../../src/kernel/limits.ts';
import { exportAccount } from '../../../../src/modules/accounts/account.ts';
import { exportOrders } from '../../../../src/modules/orders/details/order-details.ts';
import { issueCreditNote, issueInvoice } from '../../../../src/modules/orders/invoice/invoice.ts';
import { sendOrderNotifications } from '../../../../src/modules/orders/notifications/jobs.ts';
import { notifyAboutOrder, type OrderEvent } from '../../../../src/modules/orders/notifications/notifications.ts';
import { findNewestMail } from '../../../support/accounts/person.ts';
import { BUYER, configureSeller, decideRefund, payOrder } from '../../../support/orders/paid-orders.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { until } from '../../../support/until.ts';

const server = useServer({ jobs: true });
const TEAM = 'order-team@example.com';
beforeAll(async () => {
  await configureSeller(server.sql, server.site_id);
  const { account_id } = await server.member({ email: TEAM });
  await server.sql`insert into account_roles (account_id, site_id, role) values (${account_id}, ${server.site_id}, 'site_admin')`;
});

let buyers = 0;
const paidOrder = async (amounts = [10_000]) => {
  buyers += 1;
  const email = `order-buyer-${buyers}@example.com`;
  const { account_id } = await server.member({ email });
  const order = await payOrder(server.sql, { site_id: server.site_id, account_id, amounts });
  const invoice = await server.sql.begin((sql) => issueInvoice(sql, { order_id: order.id, at: NOON }));
  return { ...order, email, account_id, invoice };
};

const tell = (news: OrderEvent): Promise<void> =>
  server.sql.begin((sql) => sendOrderNotifications({ sql, clock: { now: () => NOON }, site_root: server.root }, news)) as Promise<void>;

const mailsTo = async (email: string): Promise<string[]> =>
  (await server.sql<{ subject: string }[]>`select subject from mails where to_email = ${email} order by id`).map(({ subject }) => subject);

test('a buyer is notified once that the order is paid, by mail and on the site, however often it is reported', async () => {
  const order = await paidOrder();
  for (let i = 0; i < 3; i++) await server.sql.begin((sql) => notifyAboutOrder(sql, { kind: 'paid', id: order.id }));
  // It waits a little for the deliveries; they send it at once when all lines are settled.
  expect(await server.sql`select from graphile_worker.jobs where key = ${`tell paid ${order.id}`} and run_at > now()`).toHaveLength(1);
  await server.sql.begin((sql) => notifyAboutOrder(sql, { kind: 'paid', id: order.id }, 0));
  await until(async () => (await mailsTo(order.email)).length > 0);
  await tell({ kind: 'paid', id: order.id });
  expect(await mailsTo(order.email)).toEqual([`Your order ${order.number} is paid`]);
  const { text } = await findNewestMail(server, order.email);
  for (const said of ['$100.00', 'Part 1', order.invoice, `${server.root}/orders/${order.number}`]) expect(text).toContain(said);
  const told = await server.sql`select kind, title, url from notifications where account_id = ${order.account_id}`;
  expect(told).toEqual([{ kind: 'order', title: `Your order ${order.number} is paid`, url: `/orders/${order.number}` }]);
});

test('buyer, billing address and team each get their language, by mail and on the site', async () => {
  await server.sql`update sites set settings = settings || '{"languages": ["de", "es"]}' where id = ${server.site_id}`;
  const order = await paidOrder();
  const books = `books-${order.id}@example.com`;
  await server.sql`update orders set billing = billing || ${server.sql.json({ email: books })} where id = ${order.id}`;
  await server.sql`update accounts set language = 'de' where id = ${order.account_id}`;
  await server.sql`update accounts set language = 'es' where email = ${TEAM}`;
  await tell({ kind: 'paid', id: order.id });
  await tell({ kind: 'handed_over', id: order.line_ids[0]! });
  expect(await mailsTo(order.email)).toEqual([`Deine Bestellung ${order.number} ist bezahlt`, 'In Arbeit: Part 1']);
  expect(await mailsTo(books)).toEqual([`Deine Bestellung ${order.number} ist bezahlt`]);
  expect((await findNewestMail(server, order.email)).text).toContain(`${server.root}/de/orders/${order.number}`);
  const told = await server.sql`select title, url from notifications where account_id = ${order.account_id} order by id`;
  expect(told[0]).toEqual({ title: `Deine Bestellung ${order.number} ist bezahlt`, url: `/orders/${order.number}` });
  const { subject, text } = await findNewestMail(server, TEAM);
  expect(subject).toBe('Pendiente: Part 1');
  expect(text).toContain(`${server.root}/es/admin/orders/${order.number}`);
  await server.sql`update accounts set language = null where email = ${TEAM}`;
});

test('receipts also go to the billing address, other mails do not', async () => {
  const order = await paidOrder();
  const books = `books-${order.id}@example.com`;
  await server.sql`update orders set billing = billing || ${server.sql.json({ email: books })} where id = ${order.id}`;
  await tell({ kind: 'paid', id: order.id });
  await tell({ kind: 'handed_over', id: order.line_ids[0]! });
  expect(await mailsTo(books)).toEqual([`Your order ${order.number} is paid`]);
  expect(await mailsTo(order.email)).toHaveLength(2);
});

const settle = (order: { id: number }, position: number, status: 'fulfilled' | 'with_the_team', note: string) =>
  server.sql`
    update order_lines set status = ${status}, note = ${note}, fulfilled_at = ${status === 'fulfilled' ? NOON : null}
    where order_id = ${order.id} and position = ${position}`;

test('a purchase is one mail: the payment, what was delivered or begun, the invoice; what comes later has its own', async () => {
  const order = await paidOrder([1_000, 2_000, 3_000]);
  await settle(order, 1, 'fulfilled', 'Goes live on Monday, 23 November 2026.');
  await settle(order, 2, 'with_the_team', 'Our team is working on it.');
  const tellAll = async () => {
    await tell({ kind: 'paid', id: order.id });
    await tell({ kind: 'delivered', id: order.id });
    await tell({ kind: 'handed_over', id: order.line_ids[1]! });
  };
  await tellAll();
  await tellAll();
  expect(await mailsTo(order.email)).toEqual([`Your order ${order.number} is paid`]);
  const { text } = await findNewestMail(server, order.email);
  for (const said of ['$60.00', 'Goes live on Monday', 'Our team is working on it.', 'We’ll email you when it’s done.', '/invoice.pdf'])
    expect(text).toContain(said);
  expect(text).not.toContain('may look at your listing');
  // On the site each has its own notification, and the team has its task.
  expect(await server.sql`select from notifications where account_id = ${order.account_id}`).toHaveLength(3);
  expect((await findNewestMail(server, TEAM)).subject).toBe('To do: Part 2');
  await settle(order, 3, 'fulfilled', 'The review is ready.');
  await tellAll();
  expect(await mailsTo(order.email)).toEqual([`Your order ${order.number} is paid`, 'Done: Part 3']);
});

test('on a site that approves listings, the mail says that the team may look first', async () => {
  const setApproval = (on: boolean) =>
    server.sql`update sites set settings = settings || ${server.sql.json({ approve_listings: on })} where id = ${server.site_id}`;
  await setApproval(true);
  const order = await paidOrder();
  await tell({ kind: 'paid', id: order.id });
  await setApproval(false);
  expect((await findNewestMail(server, order.email)).text).toContain('The site’s team may look at your listing first.');
});

test('a rolled-back transaction notifies nobody', async () => {
  const order = await paidOrder();
  await server.sql
    .begin(async (sql) => {
      await notifyAboutOrder(sql, { kind: 'paid', id: order.id });
      throw new Error('rolled back');
    })
    .catch(() => {});
  expect(await server.sql`select from graphile_worker.jobs where key = ${`tell paid ${order.id}`}`).toHaveLength(0);
});

test('lines delivered together are in one mail, later ones in another', async () => {
  const order = await paidOrder([1_000, 2_000, 3_000]);
  const deliver = (position: number) =>
    server.sql`update order_lines set status = 'fulfilled', fulfilled_at = ${NOON} where order_id = ${order.id} and position = ${position}`;
  await deliver(1);
  await deliver(2);
  await tell({ kind: 'delivered', id: order.id });
  await tell({ kind: 'delivered', id: order.id });
  expect(await mailsTo(order.email)).toEqual([`2 items of your order ${order.number} are complete`]);
  await deliver(3);
  await tell({ kind: 'delivered', id: order.id });
  expect(await mailsTo(order.email)).toEqual([`2 items of your order ${order.number} are complete`, 'Done: Part 3']);
});

test('a line handed to the team notifies buyer and team, each with a link to their own page', async () => {
  const order = await paidOrder();
  await tell({ kind: 'handed_over', id: order.line_ids[0]! });
  expect((await findNewestMail(server, order.email)).text).toContain(`${server.root}/orders/${order.number}`);
  const { subject, text } = await findNewestMail(server, TEAM);
  expect(subject).toBe('To do: Part 1');
  expect(text).toContain(`${server.root}/admin/orders/${order.number}`);
});

test('a refund is notified with its reason and credit note', async () => {
  const order = await paidOrder();
  const id = await decideRefund(server.sql, { site_id: server.site_id, order, amount_cents: 2_500, line_id: order.line_ids[0]! });
  const note = await server.sql.begin((sql) => issueCreditNote(sql, { refund_id: id, at: NOON }));
  await tell({ kind: 'refunded', id });
  const { subject, text } = await findNewestMail(server, order.email);
  expect(subject).toBe(`Refund of $25.00 for order ${order.number}`);
  for (const said of ['It could not be delivered.', note!, 'Part 1']) expect(text).toContain(said);
});

test.each([
  ['late', 'after the order had closed'],
  ['twice', 'was already paid'],
  ['wrong_amount', 'doesn’t match'],
])('a stray payment (%s) is notified to buyer and team', async (use, why) => {
  const order = await paidOrder();
  const [stray] = await server.sql<{ id: number }[]>`
    insert into payments (site_id, order_id, provider, session, asked_cents, received_cents, open, use, created_at, updated_at)
    values (${server.site_id}, ${order.id}, 'stripe', ${`stray ${order.number}`}, 4200, 4200, false, ${use}, ${NOON}, ${NOON}) returning id`;
  await tell({ kind: 'goes_back', id: stray!.id });
  const { subject, text } = await findNewestMail(server, order.email);
  expect(subject).toBe('We’re refunding $42.00');
  expect(text).toContain(why);
  expect((await findNewestMail(server, TEAM)).subject).toBe(`Refunding $42.00 for ${order.number}`);
  // The payment that paid the order is not notified as stray.
  await tell({ kind: 'goes_back', id: order.payment_id });
  expect(await mailsTo(order.email)).toHaveLength(1);
});

test('all other events have their mail, each to the right recipient', async () => {
  const order = await paidOrder();
  const [line_id] = order.line_ids;
  const refund = await decideRefund(server.sql, { site_id: server.site_id, order, amount_cents: 100 });
  await tell({ kind: 'given_up', id: line_id! });
  await tell({ kind: 'expired', id: order.id });
  expect(await mailsTo(order.email)).toEqual(['We could not deliver Part 1', `Your order ${order.number} has expired`]);
  await tell({ kind: 'refund_failed', id: refund });
  expect((await findNewestMail(server, TEAM)).subject).toBe(`Refund of $1.00 failed: ${order.number}`);
  await tell({ kind: 'disputed', id: order.payment_id });
  expect((await findNewestMail(server, TEAM)).subject).toBe(`Payment dispute for ${order.number}`);
  expect(await mailsTo(order.email)).toHaveLength(2);
});

test('an order outlives its account: its invoice stays, and nobody is notified', async () => {
  const order = await paidOrder();
  await server.sql`delete from accounts where id = ${order.account_id}`;
  for (const kind of ['paid', 'delivered', 'expired'] as const) await tell({ kind, id: order.id });
  expect(await mailsTo(order.email)).toEqual([]);
  expect(await server.sql`select number from invoices where order_id = ${order.id}`).toEqual([{ number: order.invoice }]);
});

test('an account export contains its orders, billing details, lines, payments and invoices, and nobody else’s', async () => {
  const order = await paidOrder([700]);
  await paidOrder();
  await server.sql`
    insert into billing_details (account_id, details, updated_at) values (${order.account_id}, ${server.sql.json(BUYER as never)}, ${NOON})`;
  const caller = { account_id: order.account_id } as Caller;
  const ctx: Ctx<Caller> = {
    site: {} as Site,
    caller,
    clock: { now: () => NOON },
    sql: server.sql,
    limits: noLimits,
    request_id: '',
    integrations: openIntegrations(),
  };
  const held = { ...(await exportAccount(ctx)), ...(await exportOrders(ctx)) };
  expect(held).toMatchObject({
    orders: [{ number: order.number, total_cents: 700, billing: BUYER }],
    billing_details: [{ details: BUYER }],
    order_lines: [{ order_number: order.number, name: 'Part 1', amount_cents: 700 }],
    order_payments: [{ order_number: order.number, received_cents: 700 }],
    order_refunds: [],
    invoices: [{ content: { number: order.invoice } }],
  });
  expect(JSON.stringify(held)).not.toContain('session LW-');
});
