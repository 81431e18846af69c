import { expect, test } from 'vitest';
import type { InvoiceContent } from '../../../../src/modules/orders/invoice/content.ts';
import { drawInvoice } from '../../../../src/modules/orders/invoice/pdf.ts';
import { findUnprintable, textDirection, toVisualOrder } from '../../../../src/modules/orders/invoice/pdf-text.ts';
import { readPdf } from '../../../support/orders/pdf-text.ts';

const INVOICE: InvoiceContent = {
  version: 1,
  kind: 'invoice',
  number: '2026-000042',
  issued_on: '2026-11-16',
  supplied_on: '2026-11-15',
  order_number: 'LW-7K3M9Q2X',
  corrects: null,
  reason: null,
  seller: {
    name: 'Example Seller GmbH',
    company: null,
    lines: ['Beispielweg 1', '10115 Berlin', 'Germany'],
    country: 'DE',
    vat_number: 'DE136695976',
    email: 'books@seller.example',
  },
  buyer: {
    name: 'Ada Buyer',
    company: 'Buyer SARL',
    lines: ['12 rue du Test', '75002 Paris', 'France'],
    country: 'FR',
    vat_number: 'FR40303265045',
    email: 'ada@buyer.example',
  },
  currency: 'USD',
  treatment: 'domestic',
  vat_rate: 0.2,
  lines: [
    { text: 'Launch', detail: 'Acme · week of 23 November 2026', quantity: 1, net_cents: 123_456_700, vat_cents: 24_691_340 },
    { text: 'Featured', detail: null, quantity: 1, net_cents: 4_901, vat_cents: 980 },
  ],
  net_cents: 123_461_601,
  vat_cents: 24_692_320,
  total_cents: 148_153_921,
  tax_note: 'Reverse charge: VAT is owed by the recipient.',
  payment_note: 'Paid in full on 15 November 2026. Nothing is due.',
};

const named = (name: string): InvoiceContent => ({ ...INVOICE, buyer: { ...INVOICE.buyer, company: null, name } });

const textOf = async (content: InvoiceContent): Promise<string[]> => readPdf(await drawInvoice(content)).flatMap(({ pieces }) => pieces);

test('the PDF contains everything on the invoice', async () => {
  expect(await textOf(INVOICE)).toEqual([
    'Invoice',
    'From',
    'Example Seller GmbH',
    ...['Beispielweg 1', '10115 Berlin', 'Germany', 'books@seller.example', 'VAT number DE136695976'],
    'Billed to',
    'Buyer SARL',
    ...['Ada Buyer', '12 rue du Test', '75002 Paris', 'France', 'ada@buyer.example', 'VAT number FR40303265045'],
    ...['Invoice number', '2026-000042', 'Date of issue', '16 November 2026', 'Date of supply', '15 November 2026', 'Order', 'LW-7K3M9Q2X'],
    ...['Description · amounts in USD', 'Quantity', 'Net', 'VAT rate', 'VAT', 'Total'],
    ...['Launch', 'Acme · week of 23 November 2026', '1', '1,234,567.00', '20%', '246,913.40', '1,481,480.40'],
    ...['Featured', '1', '49.01', '20%', '9.80', '58.81'],
    ...['Net', '1,234,616.01', 'VAT 20% on 1,234,616.01', '246,923.20', 'Total', 'USD 1,481,539.21'],
    'Reverse charge: VAT is owed by the recipient.',
    'Paid in full on 15 November 2026. Nothing is due.',
    'Invoice 2026-000042 · page 1 of 1',
    'Example Seller GmbH',
  ]);
});

test('a credit note states what it credits, why, and how much', async () => {
  const note: InvoiceContent = {
    ...INVOICE,
    kind: 'credit_note',
    number: 'C2026-000003',
    corrects: { number: '2026-000042', issued_on: '2026-11-16' },
    reason: 'It could not be delivered.',
    lines: [{ text: 'Featured', detail: null, quantity: 1, net_cents: -4_901, vat_cents: -980 }],
    net_cents: -4_901,
    vat_cents: -980,
    total_cents: -5_881,
  };
  const text = await textOf(note);
  for (const said of ['Credit note', 'C2026-000003', 'Corrects invoice', '2026-000042', 'Reason: It could not be delivered.', 'USD −58.81'])
    expect(text).toContain(said);
});

test('the same content gives the same file, other content another', async () => {
  const [one, two] = [await drawInvoice(INVOICE), await drawInvoice(structuredClone(INVOICE))];
  expect(one.equals(two)).toBe(true);
  expect(one.equals(await drawInvoice({ ...INVOICE, order_number: 'LW-7K3M9Q2Y' }))).toBe(false);
});

test('earlier documents do not affect later ones: a letter first seen as part of another can still be copied', async () => {
  await drawInvoice(named('Ĵ'));
  expect(await textOf(named('Jay'))).toContain('Jay');
});

test('a long invoice spans pages, each with table head and page number, and stays small', async () => {
  const lines = Array.from({ length: 60 }, (_, i) => ({ ...INVOICE.lines[0]!, text: `Part ${i + 1}` }));
  const pdf = await drawInvoice({ ...INVOICE, lines });
  const pages = readPdf(pdf);
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.flatMap(({ pieces }) => pieces.filter((piece) => /^Part \d+$/.test(piece)))).toEqual(lines.map(({ text }) => text));
  for (const [i, { pieces }] of pages.entries()) {
    expect(pieces).toContain(`Invoice 2026-000042 · page ${i + 1} of ${pages.length}`);
    if (pieces.some((piece) => piece.startsWith('Part '))) expect(pieces).toContain('VAT rate');
  }
  expect(pdf.length).toBeLessThan(100_000);
});

test.each(['Νίκος Παπαδόπουλος', 'Людмила Щербак', 'Łódź Çağrı Đặng Þór', 'Հայաստան საქართველო'])(
  '%s is printed as it is',
  async (name) => {
    expect(await textOf(named(name))).toContain(name);
  },
);

test('a name of any length stays within its column, complete', async () => {
  const name = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2);
  const text = await textOf(named(name));
  const from = text.indexOf('Billed to') + 1;
  expect(text.slice(from, text.indexOf('12 rue du Test')).join('')).toBe(name);
});

test('nothing leaves the page, whatever the length', async () => {
  const much = '字'.repeat(300);
  const buyer = { ...INVOICE.buyer, name: much.slice(0, 120), company: much.slice(0, 160), lines: [much, much.slice(0, 140)] };
  const lines = [{ ...INVOICE.lines[0]!, detail: much.slice(0, 120) }];
  const pdf = await drawInvoice({ ...INVOICE, buyer, lines, reason: 'Because. '.repeat(1000) });
  const pages = readPdf(pdf);
  expect(pages.flatMap(({ lowest }) => lowest).every((y) => y > 40)).toBe(true);
  expect(
    pages
      .flatMap(({ copied }) => copied)
      .join('')
      .match(/字/g),
  ).toHaveLength(120 + 160 + 300 + 140 + 120);
  expect(
    pages
      .flatMap(({ copied }) => copied)
      .join(' ')
      .match(/Because\./g),
  ).toHaveLength(1000);
});

test('Hebrew and Arabic are in visual order, with the numbers between', () => {
  const seen = (text: string): string => toVisualOrder(text, textDirection(text)).join('');
  expect(seen('רחוב הרצל 12, תל אביב (קומה 3)')).toBe('(3 קומה) אביב תל ,12 הרצל רחוב');
  expect(seen('Herzl רחוב הרצל 12 Street')).toBe('Herzl 12 הרצל רחוב Street');
  expect(seen('שלום Acme Ltd עולם')).toBe('עולם Acme Ltd שלום');
  expect(seen('Acme (שלום עולם) Ltd')).toBe('Acme (עולם שלום) Ltd');
  expect(seen('Acme Ltd (2026)')).toBe('Acme Ltd (2026)');
});

test('a character missing in the font is printed as its number, with a note, and copied as itself', async () => {
  expect(findUnprintable('株式会社 Acme, Ωmega, Жук, ‏שלום‏ 🚀🚀')).toEqual(['株', '式', '会', '社', '🚀']);
  const [page] = readPdf(await drawInvoice(named('株 A 🚀')));
  expect(page!.pieces).toContain('[U+682A] A [U+1F680]');
  expect(page!.pieces.join(' ')).toContain('printed as Unicode numbers');
  expect(page!.copied).toContain('株 A 🚀');
  expect(page!.pieces.join('')).not.toContain('\ufffd');
  expect((await textOf(INVOICE)).join(' ')).not.toContain('Unicode');
});
