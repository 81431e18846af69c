import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Sql } from '../../../../src/db/open.ts';
import { getOrder } from '../../../../src/modules/orders/details/order-details.ts';
import { type InvoiceContent, splitCredit } from '../../../../src/modules/orders/invoice/content.ts';
import { issueCreditNote, issueInvoice } from '../../../../src/modules/orders/invoice/invoice.ts';
import { computeLineVat } from '../../../../src/modules/orders/vat/rules.ts';
import { createSite } from '../../../../src/modules/sites/sites.ts';
import { Person } from '../../../support/accounts/person.ts';
import { saveListing } from '../../../support/launches/saved-listings.ts';
import { BUYER, configureSeller, decideRefund, type PaidOrder, payOrder, SELLER } from '../../../support/orders/paid-orders.ts';
import { readPdf } from '../../../support/orders/pdf-text.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { as, siteOf } from '../../../support/voters.ts';

const server = useServer({ pool: 5 });
let other: Sql;
beforeAll(async () => {
  other = connect(server.connection.connectionString, 5);
  await configureSeller(server.sql, server.site_id);
});
afterAll(() => other.end({ timeout: 5 }));

let sites = 0;
/** A site whose invoice numbers no other test uses. */
const freshSite = async (time_zone = 'UTC'): Promise<number> => {
  sites += 1;
  const key = `books-${sites}`;
  const id = await createSite(server.sql, { key, name: 'Books', tagline: '', purpose: '', root: `https://${key}.example`, time_zone });
  await configureSeller(server.sql, id);
  return id;
};

const contentOf = async (site_id: number, number: string): Promise<InvoiceContent> => {
  const [row] = await server.sql<
    { content: InvoiceContent }[]
  >`select content from invoices where site_id = ${site_id} and number = ${number}`;
  return row!.content;
};

const invoiced = (order: PaidOrder, at = NOON) =>
  server.sql.begin(async (sql) => {
    const paid = await payOrder(sql, order);
    return { ...paid, invoice: await issueInvoice(sql, { order_id: paid.id, at }) };
  });

const credited = (
  site_id: number,
  order: { id: number; payment_id: number },
  amount_cents: number,
  line_id: number | null = null,
  at = NOON,
) =>
  server.sql.begin(async (sql) => {
    const refund_id = await decideRefund(sql, { site_id, order, amount_cents, line_id });
    return { refund_id, note: await issueCreditNote(sql, { refund_id, at }) };
  });

class GivenUp extends Error {}

test('concurrent invoices on two pools get numbers without gaps or duplicates, also with rollbacks', async () => {
  const site_id = await freshSite();
  const tries = Array.from({ length: 90 }, (_, i) =>
    (i % 2 ? other : server.sql)
      .begin(async (sql) => {
        const { id } = await payOrder(sql, { site_id });
        const number = await issueInvoice(sql, { order_id: id, at: NOON });
        if (i % 3 === 0) throw new GivenUp();
        return number;
      })
      .catch((error) => {
        if (!(error instanceof GivenUp)) throw error;
        return null;
      }),
  );
  const numbers = (await Promise.all(tries)).filter((number) => number !== null).sort();
  expect(numbers).toEqual(Array.from({ length: 60 }, (_, i) => `2026-${String(i + 1).padStart(6, '0')}`));
});

test('an order has one invoice, however often it is requested', async () => {
  const site_id = await freshSite();
  const { id } = await payOrder(server.sql, { site_id });
  const asked = Array.from({ length: 8 }, (_, i) =>
    (i % 2 ? other : server.sql).begin((sql) => issueInvoice(sql, { order_id: id, at: NOON })),
  );
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['2026-000001']));
  expect((await invoiced({ site_id })).invoice).toBe('2026-000002');
});

test('each site has its own numbers, which restart every year in its time zone', async () => {
  const [here, there] = [await freshSite('Pacific/Auckland'), await freshSite('America/New_York')];
  const at = new Date('2026-12-31T23:30:00Z');
  expect((await invoiced({ site_id: here, paid_at: at }, at)).invoice).toBe('2027-000001');
  expect((await invoiced({ site_id: there, paid_at: at }, at)).invoice).toBe('2026-000001');
  expect((await invoiced({ site_id: here, paid_at: NOON }, NOON)).invoice).toBe('2026-000001');
  expect((await contentOf(here, '2027-000001')).issued_on).toBe('2027-01-01');
});

test('an invoice contains everything the law requires', async () => {
  const site_id = await freshSite();
  const { id: listing_id } = await saveListing(server.sql, site_id, { owner_id: null });
  const { invoice, number } = await invoiced({
    site_id,
    amounts: [9_900, 4_900],
    listing_id,
    week_on: '2026-11-23',
    bundle: 'launch_bundle',
  });
  const [listing] = await server.sql<{ name: string }[]>`select name from listings where id = ${listing_id}`;
  const detail = `${listing!.name} · week of 23 November 2026 · part of Launch bundle`;
  expect(await contentOf(site_id, invoice)).toEqual({
    version: 1,
    kind: 'invoice',
    number: '2026-000001',
    issued_on: '2026-11-11',
    supplied_on: '2026-11-11',
    order_number: number,
    corrects: null,
    reason: null,
    seller: { ...SELLER, company: null, lines: ['Beispielweg 1', '10115 Berlin', 'Germany'] },
    buyer: {
      name: 'Ada Buyer',
      company: 'Buyer SARL',
      lines: ['12 rue du Test', 'Bâtiment C', '75002 Paris', 'France'],
      country: 'FR',
      vat_number: 'FR40303265045',
      email: 'ada@buyer.example',
    },
    currency: 'USD',
    treatment: 'reverse_charge',
    vat_rate: 0,
    lines: [
      { text: 'Part 1', detail, quantity: 1, net_cents: 9_900, vat_cents: 0 },
      { text: 'Part 2', detail, quantity: 1, net_cents: 4_900, vat_cents: 0 },
    ],
    net_cents: 14_800,
    vat_cents: 0,
    total_cents: 14_800,
    own_vat: null,
    tax_note: 'Reverse charge: VAT is owed by the recipient (Articles 44 and 196 of Directive 2006/112/EC).',
    payment_note: 'Paid in full on 11 November 2026. Nothing is due.',
  });
});

test.each([
  ['domestic', 'DE', 0.19, null],
  ['eu_consumer', 'FI', 0.255, 'VAT is charged at the rate of the customer’s country: Finland.'],
  ['outside_eu', 'US', 0, 'No VAT is charged: the place of supply is outside the European Union.'],
] as const)('%s: the note, rate and VAT are those of the order', async (treatment, country, rate, tax_note) => {
  const { invoice } = await invoiced({ site_id: server.site_id, treatment, country, rate, amounts: [999, 1], number_status: 'invalid' });
  const content = await contentOf(server.site_id, invoice);
  const [first, second] = computeLineVat([999, 1], rate);
  expect(content).toMatchObject({ treatment, vat_rate: rate, tax_note, vat_cents: first! + second! });
  // An invalid number is not printed.
  expect(content.buyer.vat_number).toBeNull();
});

test('a test payment is marked as such, and an order without billing details still has an invoice', async () => {
  const { invoice } = await invoiced({ site_id: server.site_id, provider: 'test', billing: null, country: null, treatment: 'unknown' });
  const content = await contentOf(server.site_id, invoice);
  expect(content.payment_note).toBe('Paid on 11 November 2026 by a test payment. No money was charged, and nothing is due.');
  expect(content.buyer).toMatchObject({ name: 'Customer', lines: [], country: null });
});

test('an issued invoice does not change', async () => {
  const site_id = await freshSite();
  const order = await invoiced({ site_id });
  const before = await contentOf(site_id, order.invoice);
  await configureSeller(server.sql, site_id, { ...SELLER, name: 'Somebody Else' });
  await server.sql`update orders set billing = ${server.sql.json({ ...BUYER, name: 'Renamed' } as never)} where id = ${order.id}`;
  await server.sql`update order_lines set name = 'Renamed' where order_id = ${order.id}`;
  await server.sql.begin((sql) => issueInvoice(sql, { order_id: order.id, at: new Date('2027-05-01T00:00:00Z') }));
  expect(await contentOf(site_id, order.invoice)).toEqual(before);
  await expect(server.sql`update invoices set net_cents = 1 where order_id = ${order.id}`).rejects.toThrow('neither changed nor deleted');
  await expect(server.sql`delete from invoices where order_id = ${order.id}`).rejects.toThrow('neither changed nor deleted');
});

test('a credit note credits a line, and names the invoice and the reason', async () => {
  const site_id = await freshSite();
  const order = await invoiced({ site_id, amounts: [1_000, 333], rate: 0.19, treatment: 'domestic', country: 'DE' });
  const { note, refund_id } = await credited(site_id, order, 333 + 63, order.line_ids[1]!);
  expect(note).toBe('C2026-000001');
  expect(await contentOf(site_id, note!)).toMatchObject({
    kind: 'credit_note',
    number: 'C2026-000001',
    corrects: { number: '2026-000001', issued_on: '2026-11-11' },
    reason: 'It could not be delivered.',
    lines: [{ text: 'Part 2', quantity: 1, net_cents: -333, vat_cents: -63 }],
    net_cents: -333,
    vat_cents: -63,
    total_cents: -396,
  });
  expect(await server.sql.begin((sql) => issueCreditNote(sql, { refund_id, at: NOON }))).toBe(note);
  const rest = await credited(site_id, order, 1_190);
  expect(await contentOf(site_id, rest.note!)).toMatchObject({ net_cents: -1_000, vat_cents: -190 });
  // Nothing is left to correct.
  expect((await credited(site_id, order, 1)).note).toBeNull();
});

test('a full refund is credited line by line', async () => {
  const site_id = await freshSite();
  const order = await invoiced({ site_id, amounts: [1_000, 333], rate: 0.19, treatment: 'domestic', country: 'DE' });
  const { note } = await credited(site_id, order, 1_586);
  expect((await contentOf(site_id, note!)).lines).toMatchObject([
    { text: 'Part 1', net_cents: -1_000, vat_cents: -190 },
    { text: 'Part 2', net_cents: -333, vat_cents: -63 },
  ]);
});

test('refunding a payment that paid no order creates no credit note', async () => {
  const site_id = await freshSite();
  const order = await invoiced({ site_id });
  const [twice] = await server.sql<{ id: number }[]>`
    insert into payments (site_id, order_id, provider, session, asked_cents, received_cents, open, use, created_at, updated_at)
    values (${site_id}, ${order.id}, 'stripe', 'second tab', 10000, 10000, false, 'twice', ${NOON}, ${NOON}) returning id`;
  expect((await credited(site_id, { id: order.id, payment_id: twice!.id }, 10_000)).note).toBeNull();
});

test('partial refunds of any size add up to the invoice’s net and VAT to the cent', () => {
  const parts = fc.record({
    amounts: fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 5 }),
    rate: fc.constantFrom(0, 0.05, 0.19, 0.2, 0.255, 0.27),
    /** Which line, or none, and what percentage of the rest. */
    refunds: fc.array(fc.tuple(fc.integer({ min: -1, max: 4 }), fc.integer({ min: 1, max: 100 })), { maxLength: 12 }),
  });
  fc.assert(
    fc.property(parts, ({ amounts, rate, refunds }) => {
      const vats = computeLineVat(amounts, rate);
      const lines = amounts.map((net_cents, i) => ({ net_cents, vat_cents: vats[i]! }));
      const left = lines.reduce((a, b) => ({ net_cents: a.net_cents + b.net_cents, vat_cents: a.vat_cents + b.vat_cents }));
      const rest = { ...left };
      const grossLeft = () => rest.net_cents + rest.vat_cents;
      for (const [which, share] of [...refunds, [-1, 100] as const]) {
        const from = lines[which] ?? rest;
        const amount = Math.min(grossLeft(), Math.ceil(((from.net_cents + from.vat_cents) * share) / 100));
        if (amount <= 0) continue;
        const { net_cents, vat_cents } = splitCredit(amount, from, rest);
        expect(net_cents + vat_cents).toBe(amount);
        expect(net_cents >= 0 && vat_cents >= 0).toBe(true);
        for (const of of from === rest ? [rest] : [from, rest]) {
          of.net_cents -= net_cents;
          of.vat_cents -= vat_cents;
        }
      }
      expect(rest).toEqual({ net_cents: 0, vat_cents: 0 });
    }),
  );
});

test('the buyer and the team get the PDF, others get "not found"', async () => {
  const [buyer, stranger, admin] = [new Person(server), new Person(server), new Person(server)];
  await Promise.all([
    buyer.signIn('pdf-buyer@example.com'),
    stranger.signIn('pdf-stranger@example.com'),
    admin.signIn('pdf-admin@example.com'),
  ]);
  const [account] = await server.sql<{ id: number }[]>`select id from accounts where email = 'pdf-buyer@example.com'`;
  await server.sql`
    insert into account_roles (account_id, site_id, role) select id, ${server.site_id}, 'site_admin' from accounts where email = 'pdf-admin@example.com'`;
  const order = await invoiced({ site_id: server.site_id, account_id: account!.id });
  const { note } = await credited(server.site_id, order, 4_000);
  const another = await invoiced({ site_id: server.site_id });
  const paths = [`/orders/${order.number}/invoice.pdf`, `/orders/${order.number}/credit-notes/${note}.pdf`];
  const ctx = as(account!.id, {
    sql: server.sql,
    site: { ...(await siteOf(server.sql, server.site_id)), root: server.root },
    clock: { now: () => NOON },
  });
  const { invoice_url, documents } = await getOrder(ctx, { number: order.number });
  expect([invoice_url, ...documents.map(({ url }) => url)].map((url) => url!.slice(server.root.length))).toEqual([paths[0], ...paths]);
  for (const path of paths) {
    for (const person of [buyer, admin]) {
      const reply = await person.get(path);
      expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
        200,
        'application/pdf',
        'private, no-store',
      ]);
      const text = readPdf(Buffer.from(await reply.arrayBuffer())).flatMap(({ pieces }) => pieces);
      expect(text).toContain(path.includes('credit') ? note : order.invoice);
    }
    expect((await stranger.get(path)).status).toBe(404);
    const signed_out = await server.get(path);
    expect([signed_out.status, signed_out.headers.get('location')?.split('?')[0]]).toEqual([303, '/sign-in']);
  }
  expect((await buyer.get(paths[0]!)).headers.get('content-disposition')).toBe(`attachment; filename="invoice-${order.invoice}.pdf"`);
  const none = [
    `/orders/${another.number}/invoice.pdf`,
    `/orders/${another.number}/credit-notes/${note}.pdf`,
    `/orders/${order.number}/credit-notes/${order.invoice}.pdf`,
    `/orders/${order.number}/credit-notes/${note}`,
    '/orders/LW-00000000/invoice.pdf',
    '/orders/%00/invoice.pdf',
  ];
  for (const path of none) expect([path, (await buyer.get(path)).status]).toEqual([path, 404]);
});
