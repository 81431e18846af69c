import { createRequire } from 'node:module';
import { formatLongDay } from '../../../kernel/time/weeks.ts';
import type { FontFace } from '../../sites/typeface.ts';
import type { OwnVat } from '../vat/own-currency.ts';
import type { InvoiceContent, InvoiceContentLine, InvoiceParty } from './content.ts';
import {
  BODY,
  BOTTOM,
  type Doc,
  drawRule,
  findUnprintable,
  GREEN,
  INK,
  LABEL,
  LEADING,
  LEFT,
  layoutPdfLines,
  measureHeight,
  PAGE,
  type PdfDocumentClass,
  prepareFace,
  QUIET,
  RIGHT,
  type Style,
  TOP,
  WIDTH,
  writeText,
} from './pdf-text.ts';

const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** Uses a true minus sign, which is as wide as a digit. */
const formatCents = (cents: number): string => money.format(cents / 100).replace('-', '−');
const rates = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 });
const formatRate = (rate: number): string => rates.format(rate);

const TITLES = { invoice: 'Invoice', credit_note: 'Credit note' } as const;

const partyLines = ({ name, company, lines, email, vat_number }: InvoiceParty): { text: string; face: FontFace }[] => {
  const rest = [company && company !== name ? name : null, ...lines, email, vat_number && `VAT number ${vat_number}`];
  return [{ text: company ?? name, face: 'bold' }, ...rest.flatMap((text) => (text ? [{ text, face: 'regular' as const }] : []))];
};

/** Maximum height of the address blocks, so that the table always has space: longer ones get a smaller font. */
const PARTY_HEIGHT = 440;
const PARTY_SIZES = [9, 8, 7, 6, 5, 4];

const drawParty = (doc: Doc, label: string, party: InvoiceParty, x: number, y: number, width: number): number => {
  const party_lines = partyLines(party);
  const measureAtSize = (size: number): number =>
    party_lines.reduce((sum, { text, face }) => sum + measureHeight(doc, text, width, { size, face }), 0);
  const size = PARTY_SIZES.find((one) => measureAtSize(one) <= PARTY_HEIGHT) ?? PARTY_SIZES.at(-1)!;
  let at = writeText(doc, label, x, y, width, LABEL) + 2;
  for (const { text, face } of party_lines) at = writeText(doc, text, x, at, width, { size, face });
  return at;
};

const listFacts = ({ kind, number, issued_on, supplied_on, order_number, corrects }: InvoiceContent): [string, string][] => {
  const own: [string, string][] = [
    [`${TITLES[kind]} number`, number],
    ['Date of issue', formatLongDay(issued_on)],
  ];
  const order: [string, string][] = [
    ['Date of supply', formatLongDay(supplied_on)],
    ['Order', order_number],
  ];
  return corrects
    ? [...own, ['Corrects invoice', corrects.number], ['Its date of issue', formatLongDay(corrects.issued_on)], ...order]
    : [...own, ...order];
};

const drawHead = (doc: Doc, content: InvoiceContent): number => {
  const title = writeText(doc, TITLES[content.kind], LEFT, TOP, WIDTH, { size: 22, face: 'bold', colour: GREEN });
  const top = title + 18;
  const [gap, facts] = [20, 122];
  const party = (WIDTH - facts - 2 * gap) / 2;
  const ends = [
    drawParty(doc, 'From', content.seller, LEFT, top, party),
    drawParty(doc, content.kind === 'invoice' ? 'Billed to' : 'Credited to', content.buyer, LEFT + party + gap, top, party),
  ];
  let at = top;
  for (const [label, value] of listFacts(content)) {
    at = writeText(doc, label, RIGHT - facts, at, facts, LABEL);
    at = writeText(doc, value, RIGHT - facts, at, facts, BODY) + 4;
  }
  return Math.max(...ends, at) + 26;
};

interface Column {
  label: string;
  /** Offset from the table's left edge. */
  at: number;
  width: number;
  value(line: InvoiceContentLine, content: InvoiceContent): string;
}

const COLUMNS: Column[] = [
  { label: 'Quantity', at: 186, width: 42, value: ({ quantity }) => String(quantity) },
  { label: 'Net', at: 230, width: 70, value: ({ net_cents }) => formatCents(net_cents) },
  { label: 'VAT rate', at: 302, width: 44, value: (_, { vat_rate }) => formatRate(vat_rate) },
  { label: 'VAT', at: 348, width: 62, value: ({ vat_cents }) => formatCents(vat_cents) },
  { label: 'Total', at: 412, width: WIDTH - 412, value: ({ net_cents, vat_cents }) => formatCents(net_cents + vat_cents) },
];
const TEXT_WIDTH = 182;

const drawTableHead = (doc: Doc, y: number, { currency }: InvoiceContent): number => {
  writeText(doc, `Description · amounts in ${currency}`, LEFT, y, TEXT_WIDTH, LABEL);
  for (const { label, at, width } of COLUMNS) writeText(doc, label, LEFT + at, y, width, { ...LABEL, align: 'right' });
  drawRule(doc, y + 14, { colour: INK, width: 0.75 });
  return y + 21;
};

/** Starts a page, with the table's head if the table continues. */
const addPage = (doc: Doc, content: InvoiceContent, in_table: boolean): number => {
  doc.addPage();
  return in_table ? drawTableHead(doc, TOP, content) : TOP;
};

const DETAIL: Style = { size: 8, colour: QUIET };

const drawLines = (doc: Doc, content: InvoiceContent, from: number): number => {
  let y = from + 60 > BOTTOM ? addPage(doc, content, true) : drawTableHead(doc, from, content);
  for (const line of content.lines) {
    const height =
      measureHeight(doc, line.text, TEXT_WIDTH, BODY) + (line.detail ? measureHeight(doc, line.detail, TEXT_WIDTH, DETAIL) : 0);
    if (y + height > BOTTOM) y = addPage(doc, content, true);
    const below = writeText(doc, line.text, LEFT, y, TEXT_WIDTH, BODY);
    const end = line.detail ? writeText(doc, line.detail, LEFT, below, TEXT_WIDTH, DETAIL) : below;
    for (const { at, width, value } of COLUMNS) writeText(doc, value(line, content), LEFT + at, y, width, { ...BODY, align: 'right' });
    y = end + 4;
    drawRule(doc, y);
    y += 7;
  }
  return y;
};

const SUM_AT = 230;

const drawSums = (doc: Doc, content: InvoiceContent, from: number): number => {
  const { currency, vat_rate, discount, net_cents, vat_cents, total_cents, own_vat } = content;
  let y = from + (discount ? 130 : 90) > BOTTOM ? addPage(doc, content, false) : from + 4;
  const sum = (label: string, cents: string, style: Style): void => {
    writeText(doc, label, LEFT + SUM_AT, y, 150, style);
    y = writeText(doc, cents, LEFT + SUM_AT + 90, y, WIDTH - SUM_AT - 90, { ...style, align: 'right' }) + 3;
  };
  if (discount) {
    sum('Price', formatCents(net_cents + discount.discount_cents), BODY);
    // On a line of its own: a code may be long.
    y = writeText(doc, `Promo code ${discount.promo_code}`, LEFT + SUM_AT, y, WIDTH - SUM_AT, BODY);
    sum('Discount', formatCents(-discount.discount_cents), BODY);
  }
  sum('Net', formatCents(net_cents), BODY);
  sum(`VAT ${formatRate(vat_rate)} on ${formatCents(net_cents)}`, formatCents(vat_cents), BODY);
  drawRule(doc, y + 1, { from: LEFT + SUM_AT, colour: INK, width: 0.75 });
  y += 8;
  sum(content.kind === 'invoice' ? 'Total' : 'Credited', `${currency} ${formatCents(total_cents)}`, { size: 11, face: 'bold' });
  if (own_vat) sum(`VAT in ${own_vat.currency}`, formatCents(own_vat.vat_cents), BODY);
  return y + 22;
};

const UNICODE_NOTE =
  'Characters missing from this document’s typeface are printed as Unicode numbers, such as [U+4E2D]; copied text contains the characters themselves.';

/** Names the rate and its source, so that the reader can verify the amount. */
const formatOwnRate = ({ currency, rate, rate_on, source }: OwnVat): string =>
  `VAT in ${currency} at 1 USD = ${rate} ${currency} (${source}, ${formatLongDay(rate_on)}).`;

const drawNotes = (doc: Doc, content: InvoiceContent, from: number): void => {
  const party_texts = [content.seller, content.buyer].flatMap(({ name, company, lines, email }) => [name, company, ...lines, email]);
  const line_texts = content.lines.flatMap(({ text, detail }) => [text, detail]);
  const has_unprintable = findUnprintable([...party_texts, ...line_texts, content.reason].join(' ')).length > 0;
  const notes: [string | null, Style][] = [
    [content.tax_note, { ...BODY, face: 'bold' }],
    [content.reason && `Reason: ${content.reason}`, BODY],
    [content.payment_note, BODY],
    [content.own_vat ? formatOwnRate(content.own_vat) : null, DETAIL],
    [has_unprintable ? UNICODE_NOTE : null, DETAIL],
  ];
  let y = from;
  for (const [note, style] of notes) {
    if (!note) continue;
    // Line by line: a note may be longer than the rest of the page.
    for (const { source } of layoutPdfLines(doc, note, WIDTH, style)) {
      if (y + style.size * LEADING > BOTTOM) y = addPage(doc, content, false);
      y = writeText(doc, source, LEFT, y, WIDTH, style);
    }
    y += 6;
  }
};

const drawFooters = (doc: Doc, { kind, number, seller }: InvoiceContent): void => {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    const y = PAGE.height - 56;
    drawRule(doc, y - 8);
    writeText(doc, `${TITLES[kind]} ${number} · page ${page + 1} of ${count}`, RIGHT - 200, y, 200, { ...LABEL, align: 'right' });
    // Only the first line of the name: the footer cannot grow.
    const [first] = layoutPdfLines(doc, seller.name, WIDTH - 220, LABEL);
    if (first) writeText(doc, first.source, LEFT, y, WIDTH - 220, LABEL);
  }
};

/** Renders an invoice or credit note as a PDF. The same content produces the same bytes. */
export const drawInvoice = (content: InvoiceContent): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const title = `${TITLES[content.kind]} ${content.number}`;
    // Loaded with the first invoice: most processes never draw one.
    const PDFDocument = createRequire(import.meta.url)('pdfkit') as PdfDocumentClass;
    const doc = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      bufferPages: true,
      pdfVersion: '1.7',
      lang: 'en',
      displayTitle: true,
      // The date of issue instead of the current time, so that the bytes do not change.
      info: { Title: title, Author: content.seller.name, CreationDate: new Date(`${content.issued_on}T00:00:00Z`) },
      // The library's types lack null, which keeps it from loading a font of its own, and opened fonts.
      font: null as never,
    });
    const pieces: Buffer[] = [];
    doc.on('data', (piece: Buffer) => pieces.push(piece));
    doc.on('end', () => resolve(Buffer.concat(pieces)));
    doc.on('error', reject);
    for (const face of ['regular', 'bold'] as const) doc.registerFont(face, prepareFace(face) as never);
    drawNotes(doc, content, drawSums(doc, content, drawLines(doc, content, drawHead(doc, content))));
    drawFooters(doc, content);
    doc.end();
  });
