import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import type { Caller, Ctx } from '../../../../src/kernel/context.ts';
import { csvText, readCsv } from '../../../../src/kernel/csv.ts';
import { noLimits } from '../../../../src/kernel/limits.ts';
import { dayAt } from '../../../../src/kernel/time/weeks.ts';
import { issueCreditNote, issueInvoice } from '../../../../src/modules/orders/invoice/invoice.ts';
import {
  quarterRange,
  readVatReport,
  reverseChargeCsv,
  toQuarter,
  type VatReport,
  vatReportCsv,
} from '../../../../src/modules/orders/vat/report.ts';
import { createSite, getSiteById } from '../../../../src/modules/sites/sites.ts';
import { Person } from '../../../support/accounts/person.ts';
import { BUYER, configureSeller, decideRefund, type PaidOrder, payOrder } from '../../../support/orders/paid-orders.ts';
import { NOON, useServer } from '../../../support/server.ts';

const server = useServer();
const admin = new Person(server);
let admin_id: number;
beforeAll(async () => {
  await admin.signIn('vat-admin@example.com');
  const [row] = await server.sql<
    { id: number }[]
  >`update accounts set is_network_admin = true where email = 'vat-admin@example.com' returning id`;
  admin_id = row!.id;
});

let sites = 0;
const freshSite = async (time_zone: string): Promise<number> => {
  sites += 1;
  const key = `vat-${sites}`;
  const id = await createSite(server.sql, { key, name: 'VAT', tagline: '', purpose: '', root: `https://${key}.example`, time_zone });
  await configureSeller(server.sql, id);
  return id;
};

const ctxOf = async (site_id: number, account_id = admin_id): Promise<Ctx<Caller>> => ({
  site: await getSiteById(server.sql, site_id, server.root),
  caller: { account_id } as Caller,
  clock: { now: () => NOON },
  sql: server.sql,
  limits: noLimits,
  request_id: '',
  integrations: openIntegrations(),
});

const report = async (site_id: number, quarter?: string): Promise<VatReport> => readVatReport(await ctxOf(site_id), { quarter });

/** Pays and invoices an order, and refunds a part of it later. */
const sell = (order: PaidOrder & { at?: Date }, back?: { amount_cents: number; at: Date }) =>
  server.sql.begin(async (sql) => {
    const at = order.at ?? NOON;
    const paid = await payOrder(sql, { ...order, paid_at: at });
    await issueInvoice(sql, { order_id: paid.id, at });
    if (!back) return paid;
    const refund_id = await decideRefund(sql, { site_id: order.site_id, order: paid, amount_cents: back.amount_cents });
    await issueCreditNote(sql, { refund_id, at: back.at });
    return paid;
  });

const recordsOf = async (text: string): Promise<Record<string, string>[]> => {
  const records: string[][] = [];
  for await (const { cells } of readCsv(
    (async function* () {
      yield text;
    })(),
  ))
    records.push(cells as string[]);
  const [names, ...rows] = records;
  return rows.map((cells) => Object.fromEntries(names!.map((name, i) => [name, cells[i]!])));
};

test('a quarter is three months', () => {
  expect(['2026-01-01', '2026-03-31', '2026-04-01', '2026-12-31'].map(toQuarter)).toEqual(['2026-Q1', '2026-Q1', '2026-Q2', '2026-Q4']);
  expect(quarterRange('2026-Q4')).toEqual({ from_on: '2026-10-01', until_on: '2027-01-01' });
  for (const wrong of ['2026-Q5', '2026-Q0', '26-Q1', '2026', '2026-Q1 ']) expect(quarterRange(wrong)).toBeNull();
});

test('each country, treatment and rate has its row, net of credit notes', async () => {
  const site_id = await freshSite('UTC');
  await sell({ site_id, treatment: 'eu_consumer', country: 'FI', rate: 0.255, amounts: [1_000, 999] });
  await sell({ site_id, treatment: 'eu_consumer', country: 'FI', rate: 0.255, amounts: [500] }, { amount_cents: 628, at: NOON });
  await sell({ site_id, treatment: 'domestic', country: 'DE', rate: 0.19, amounts: [10_000] });
  await sell({ site_id, treatment: 'outside_eu', country: 'US', rate: 0, amounts: [4_200] });
  const { rows, net_cents, vat_cents, quarters } = await report(site_id);
  const NO_RATES = { own_currency: null, own_vat_cents: null };
  expect(rows).toEqual([
    {
      ...{ country: 'DE', treatment: 'domestic', rate: 0.19, invoices: 1, credit_notes: 0 },
      ...NO_RATES,
      ...{
        invoiced_net_cents: 10_000,
        invoiced_vat_cents: 1_900,
        credited_net_cents: 0,
        credited_vat_cents: 0,
        net_cents: 10_000,
        vat_cents: 1_900,
      },
    },
    {
      ...{ country: 'FI', treatment: 'eu_consumer', rate: 0.255, invoices: 2, credit_notes: 1 },
      ...NO_RATES,
      ...{
        invoiced_net_cents: 2_499,
        invoiced_vat_cents: 638,
        credited_net_cents: -500,
        credited_vat_cents: -128,
        net_cents: 1_999,
        vat_cents: 510,
      },
    },
    {
      ...{ country: 'US', treatment: 'outside_eu', rate: 0, invoices: 1, credit_notes: 0 },
      ...NO_RATES,
      ...{ invoiced_net_cents: 4_200, invoiced_vat_cents: 0, credited_net_cents: 0, credited_vat_cents: 0, net_cents: 4_200, vat_cents: 0 },
    },
  ]);
  expect([net_cents, vat_cents, quarters]).toEqual([16_199, 2_410, ['2026-Q4']]);
});

test('a quarter begins and ends at midnight in the site’s time zone', async () => {
  const [east, west] = [await freshSite('Pacific/Auckland'), await freshSite('America/New_York')];
  const at = new Date('2026-09-30T22:00:00Z');
  for (const site_id of [east, west]) await sell({ site_id, at });
  expect((await report(east, '2026-Q4')).rows).toHaveLength(1);
  expect((await report(east, '2026-Q3')).rows).toHaveLength(0);
  expect((await report(west, '2026-Q3')).rows).toHaveLength(1);
  expect((await report(west)).quarters).toEqual(['2026-Q4', '2026-Q3']);
});

test('totals match the invoices and credit notes to the cent, in rows and in CSV', async () => {
  const sale = fc.record({
    amounts: fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 4 }),
    vat: fc.constantFrom(
      { treatment: 'domestic', country: 'DE', rate: 0.19 } as const,
      { treatment: 'eu_consumer', country: 'FI', rate: 0.255 } as const,
      { treatment: 'eu_consumer', country: 'HU', rate: 0.27 } as const,
      { treatment: 'reverse_charge', country: 'FR', rate: 0 } as const,
      { treatment: 'outside_eu', country: 'US', rate: 0 } as const,
    ),
    day: fc.integer({ min: 0, max: 364 }),
    /** Percentage refunded, and how many days later. */
    back: fc.option(fc.tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 120 }))),
  });
  const days = (n: number): Date => new Date(Date.parse('2026-01-01T23:00:00Z') + n * 86_400_000);
  await fc.assert(
    fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 8 }), async (sales) => {
      const time_zone = 'Europe/Berlin';
      const site_id = await freshSite(time_zone);
      for (const { amounts, vat, day, back } of sales) {
        const gross = amounts.reduce((sum, amount) => sum + amount + Math.floor(amount * vat.rate), 0);
        await sell(
          { site_id, amounts, ...vat, at: days(day) },
          back ? { amount_cents: Math.max(1, Math.floor((gross * back[0]) / 100)), at: days(day + back[1]) } : undefined,
        );
      }
      const papers = await server.sql<{ issued_at: Date; content: { net_cents: number; vat_cents: number; total_cents: number } }[]>`
        select issued_at, content from invoices where site_id = ${site_id}`;
      let found = 0;
      for (const quarter of ['2026-Q1', '2026-Q2', '2026-Q3', '2026-Q4', '2027-Q1', '2027-Q2']) {
        const of = papers.filter(({ issued_at }) => toQuarter(dayAt(issued_at, time_zone)) === quarter).map(({ content }) => content);
        const read = await report(site_id, quarter);
        const [net, vat] = [of.reduce((sum, { net_cents }) => sum + net_cents, 0), of.reduce((sum, { vat_cents }) => sum + vat_cents, 0)];
        expect([read.net_cents, read.vat_cents]).toEqual([net, vat]);
        const csv = await recordsOf(vatReportCsv(read));
        const total = (name: string): number => csv.reduce((sum, row) => sum + Math.round(Number(row[name]) * 100), 0);
        expect([total('net'), total('vat')]).toEqual([net, vat]);
        expect([total('invoiced_net') + total('credited_net'), total('invoiced_vat') + total('credited_vat')]).toEqual([net, vat]);
        found += read.rows.reduce((sum, { invoices, credit_notes }) => sum + invoices + credit_notes, 0);
      }
      expect(found).toBe(papers.length);
    }),
    { numRuns: 12 },
  );
});

test('sales under reverse charge are listed by the customer’s VAT number', async () => {
  const site_id = await freshSite('UTC');
  const austrian = { ...BUYER, company: '=Käufer "GmbH"', country: 'AT', vat_number: 'ATU13585627' };
  await sell({ site_id, amounts: [1_000] });
  await sell({ site_id, amounts: [2_000] }, { amount_cents: 500, at: NOON });
  await sell({ site_id, amounts: [700], country: 'AT', billing: austrian });
  await sell({ site_id, amounts: [9_000], treatment: 'domestic', country: 'DE', rate: 0.19 });
  const read = await report(site_id);
  expect(read.reverse_charge).toEqual([
    { country: 'AT', vat_number: 'ATU13585627', customer: '=Käufer "GmbH"', invoices: 1, credit_notes: 0, net_cents: 700 },
    { country: 'FR', vat_number: 'FR40303265045', customer: 'Buyer SARL', invoices: 2, credit_notes: 1, net_cents: 2_500 },
  ]);
  const csv = reverseChargeCsv(read);
  // A name that looks like a formula is escaped for spreadsheets, and unescaped when parsed.
  expect(csv).toContain(`"'=Käufer ""GmbH"""`);
  const [first, second] = await recordsOf(csv);
  expect(first).toMatchObject({ vat_number: 'ATU13585627', customer: '=Käufer "GmbH"', net: '7.00' });
  expect(second).toMatchObject({ quarter: '2026-Q4', net: '25.00', credit_notes: '1' });
});

test('amounts below zero and below a dollar are formatted correctly', () => {
  expect(csvText([['-0.05', -3, null, 'a,"b"\n', '-sum', '+1']])).toBe('-0.05,-3,,"a,""b""\n",\'-sum,\'+1\r\n');
});

test('the team downloads the books as CSV; others get "not found"', async () => {
  await configureSeller(server.sql, server.site_id);
  await sell({ site_id: server.site_id });
  const reply = await admin.get('/admin/vat/vat-2026-Q4.csv');
  expect([
    reply.status,
    reply.headers.get('content-type'),
    reply.headers.get('content-disposition'),
    reply.headers.get('cache-control'),
  ]).toEqual([200, 'text/csv; charset=utf-8', 'attachment; filename="vat-2026-Q4.csv"', 'private, no-store']);
  expect(await recordsOf(await reply.text())).toMatchObject([{ country: 'FR', country_name: 'France', net: '100.00', vat: '0.00' }]);
  expect(await (await admin.get('/admin/vat/reverse-charge-2026-Q4.csv')).text()).toContain('FR40303265045');
  for (const path of ['/admin/vat/vat-2026-Q5.csv', '/admin/vat/vat.csv', '/admin/vat/other-2026-Q4.csv'])
    expect((await admin.get(path)).status).toBe(404);
  const member = await new Person(server).signIn('vat-member@example.com');
  expect((await member.get('/admin/vat/vat-2026-Q4.csv')).status).toBe(404);
  expect((await server.get('/admin/vat/vat-2026-Q4.csv')).status).toBe(303);
});
