import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../../src/config.ts';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import type { InvoiceContent } from '../../../../src/modules/orders/invoice/content.ts';
import { issueCreditNote, issueInvoice } from '../../../../src/modules/orders/invoice/invoice.ts';
import { drawInvoice } from '../../../../src/modules/orders/invoice/pdf.ts';
import { keep_exchange_rates } from '../../../../src/modules/orders/vat/jobs.ts';
import { convertCents, dollarRate, findOwnCurrency } from '../../../../src/modules/orders/vat/own-currency.ts';
import { selectVatRows } from '../../../../src/modules/orders/vat/queries.ts';
import { configureSeller, decideRefund, type PaidOrder, payOrder, SELLER } from '../../../support/orders/paid-orders.ts';
import { readPdf } from '../../../support/orders/pdf-text.ts';
import { NOON, useServer } from '../../../support/server.ts';

const server = useServer();

/** The format of the European Central Bank's daily file. */
const daily = (time: string, rates: Record<string, string>): string => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='${time}'>
${Object.entries(rates)
  .map(([currency, rate]) => `			<Cube currency='${currency}' rate='${rate}'/>`)
  .join('\n')}
		</Cube>
	</Cube>
</gesmes:Envelope>`;

let bank: { url: string; says: string; status: number; close(): void };
beforeEach(async () => {
  await server.sql`delete from exchange_rates`;
  await configureSeller(server.sql, server.site_id);
  const asked = createServer((_request, response) => void response.writeHead(bank.status, { 'content-type': 'text/xml' }).end(bank.says));
  await once(asked.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(asked.address() as AddressInfo).port}/daily.xml`;
  bank = { url, says: daily('2026-11-10', { USD: '1.0823', SEK: '11.4085', HUF: '408.15' }), status: 200, close: () => asked.close() };
});
afterEach(() => bank.close());

const keepRates = (exchange_rates_url: string | null = bank.url): Promise<void> =>
  keep_exchange_rates.run(
    { sql: server.sql, integrations: openIntegrations({ smtp_url: null, mail_from: null, exchange_rates_url }) } as never,
    {},
  );

const contentOf = async (number: string): Promise<InvoiceContent> => {
  const [row] = await server.sql<{ content: InvoiceContent }[]>`
    select content from invoices where site_id = ${server.site_id} and number = ${number}`;
  return row!.content;
};
const SOLD = { rate: 0.19, treatment: 'domestic', country: 'DE' } as const;
const sell = async (order: Partial<PaidOrder> = {}) => {
  const paid = await server.sql.begin(async (sql) => {
    const paid = await payOrder(sql, { site_id: server.site_id, ...SOLD, paid_at: NOON, ...order });
    return { ...paid, invoice: await issueInvoice(sql, { order_id: paid.id, at: NOON }) };
  });
  return { ...paid, content: await contentOf(paid.invoice) };
};

describe('rates', () => {
  test('are stored as published, once a day', async () => {
    await keepRates();
    bank.says = daily('2026-11-10', { USD: '9.9' });
    await keepRates();
    expect(await server.sql`select currency, rate_on, per_euro::text, source from exchange_rates order by currency`).toEqual([
      { currency: 'HUF', rate_on: '2026-11-10', per_euro: '408.15000000', source: 'European Central Bank' },
      { currency: 'SEK', rate_on: '2026-11-10', per_euro: '11.40850000', source: 'European Central Bank' },
      { currency: 'USD', rate_on: '2026-11-10', per_euro: '1.08230000', source: 'European Central Bank' },
    ]);
  });

  test.each([
    ['no file', '<html>Down for maintenance</html>', 200],
    ['no day', daily('soon', { USD: '1.1' }), 200],
    ['a day there is not', daily('2026-19-99', { USD: '1.1' }), 200],
    ['no dollar', daily('2026-11-10', { SEK: '11.4' }), 200],
    ['a dollar for nothing', daily('2026-11-10', { USD: '0' }), 200],
    ['two dollars', daily('2026-11-10', { USD: '1.1' }).replace('/>', "/><Cube currency='USD' rate='1.2'/>"), 200],
    ['an error', daily('2026-11-10', { USD: '1.1' }), 503],
  ])('that are %s are not stored, and the job is retried', async (_what, says, status) => {
    Object.assign(bank, { says, status });
    await expect(keepRates()).rejects.toThrow('The exchange rates could not be read: ');
    expect(await server.sql`select from exchange_rates`).toHaveLength(0);
  });

  test('are fetched only if an address is configured', async () => {
    await keepRates(null);
    expect(await server.sql`select from exchange_rates`).toHaveLength(0);
    expect(readConfig({}).exchange_rates_url).toBeNull();
    expect(readConfig({ EXCHANGE_RATES_URL: bank.url }).exchange_rates_url).toBe(bank.url);
    expect(() => readConfig({ EXCHANGE_RATES_URL: 'bank' })).toThrow(/^EXCHANGE_RATES_URL must be /);
  });
});

test('each seller owes VAT in the currency of its country', () => {
  expect(['DE', 'FR', 'HR', 'BG', 'MC', 'SE', 'PL', 'GB', 'IM', 'CH', 'LI', 'US', 'JP'].map(findOwnCurrency)).toEqual([
    ...['EUR', 'EUR', 'EUR', 'EUR', 'EUR', 'SEK', 'PLN', 'GBP', 'GBP', 'CHF', 'CHF', null, null],
  ]);
});

// By hand: 1 / 1.0823 = 0.92395823…; 11.4085 / 1.0823 = 10.54097754…; 19.00 x 0.923958 = 17.555202; 25.00 x 10.540978 = 263.52445.
test('the dollar rate follows from both euro rates, and cents are rounded half up', () => {
  expect(dollarRate('1', '1.0823')).toBe('0.923958');
  expect(dollarRate('11.40850000', '1.08230000')).toBe('10.540978');
  expect(convertCents('0.923958', 1900)).toBe(1756);
  expect(convertCents('10.540978', 2500)).toBe(26_352);
  expect([1, -1, 0].map((cents) => convertCents('0.500000', cents))).toEqual([1, -1, 0]);
  expect(convertCents('1.000000', 123_456_789_012)).toBe(123_456_789_012);
});

describe('an invoice', () => {
  test('states its VAT in the seller’s own currency, with rate, date and source, also in the PDF', async () => {
    await keepRates();
    const { content } = await sell();
    expect(content).toMatchObject({ vat_cents: 1900, currency: 'USD' });
    expect(content.own_vat).toEqual({
      ...{ currency: 'EUR', vat_cents: 1756, rate: '0.923958', rate_on: '2026-11-10', source: 'European Central Bank' },
    });
    const text = (await readPdf(await drawInvoice(content)))
      .flatMap(({ copied }) => copied)
      .join(' ')
      .replace(/\s+/g, ' ');
    expect(text).toContain('VAT in EUR');
    expect(text).toContain('17.56');
    expect(text).toContain('at 1 USD = 0.923958 EUR (European Central Bank, 10 November 2026)');
    await configureSeller(server.sql, server.site_id, { ...SELLER, country: 'SE' });
    expect((await sell({ country: 'SE', rate: 0.25 })).content.own_vat).toMatchObject({ currency: 'SEK', vat_cents: 26_352 });
  });

  test('uses the latest rate up to its day, none older than ten days and none of a later day', async () => {
    for (const [time, USD] of [
      ['2026-10-30', '1.05'],
      ['2026-11-09', '1.06'],
      ['2026-11-17', '1.20'],
    ] as const) {
      bank.says = daily(time, { USD });
      await keepRates();
    }
    expect((await sell()).content.own_vat).toMatchObject({ rate_on: '2026-11-09' });
    await server.sql`delete from exchange_rates where rate_on between '2026-10-31' and '2026-11-16'`;
    expect((await sell()).content.own_vat).toBeNull();
  });

  test('states nothing if no VAT is owed, none is required, or no rate is known', async () => {
    expect((await sell()).content.own_vat).toBeNull();
    await keepRates();
    expect((await sell({ rate: 0, treatment: 'reverse_charge', country: 'FR' })).content.own_vat).toBeNull();
    await configureSeller(server.sql, server.site_id, { ...SELLER, country: 'PL' });
    expect((await sell()).content.own_vat).toBeNull();
    await configureSeller(server.sql, server.site_id, { ...SELLER, country: 'US' });
    expect((await sell()).content.own_vat).toBeNull();
  });
});

test('credit notes use the rate of their invoice and add up to exactly its VAT, and the report sums both', async () => {
  const span = { from_on: '2026-10-01', until_on: '2027-01-01' };
  const reported = async () => {
    const rows = await selectVatRows(server.sql, server.site_id, span);
    return rows.reduce((sum, { own_currency, own_vat_cents }) => sum + (own_currency === 'EUR' ? own_vat_cents! : 0), 0);
  };
  const giveBack = async (order: Awaited<ReturnType<typeof sell>>, amount_cents: number): Promise<InvoiceContent> => {
    const note = await server.sql.begin(async (sql) =>
      issueCreditNote(sql, { refund_id: await decideRefund(sql, { site_id: server.site_id, order, amount_cents }), at: NOON }),
    );
    return contentOf(note!);
  };
  await keepRates();
  const parts = fc.array(fc.integer({ min: 1, max: 30_000 }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 100, max: 90_000 }), parts, async (net, parts) => {
      const before = await reported();
      const order = await sell({ amounts: [net] });
      expect(await reported()).toBe(before + order.content.own_vat!.vat_cents);
      bank.says = daily('2026-11-11', { USD: '2' });
      await keepRates();
      const notes: InvoiceContent[] = [];
      let left = order.content.total_cents;
      for (const part of [...parts, left]) {
        const amount = Math.min(part, left);
        left -= amount;
        if (amount > 0) notes.push(await giveBack(order, amount));
      }
      await server.sql`delete from exchange_rates where rate_on = '2026-11-11'`;
      const own = notes.flatMap(({ own_vat }) => own_vat ?? []);
      expect(new Set(own.map(({ rate }) => rate))).toEqual(new Set([order.content.own_vat!.rate]));
      expect(own.reduce((sum, { vat_cents }) => sum + vat_cents, 0)).toBe(-order.content.own_vat!.vat_cents);
      expect(await reported()).toBe(before);
    }),
    { numRuns: 25 },
  );
});
