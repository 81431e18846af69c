import { createRequire } from 'node:module';
import type { Face } from '../../../kernel/typeface.ts';
import type { OwnVat } from '../vat/own-currency.ts';
import { type ContentLine, type InvoiceContent, type Party, sayDay } from './content.ts';
import type { PdfMaker } from './pen.ts';
import {
  BODY,
  BOTTOM,
  type Doc,
  GREEN,
  heightOf,
  INK,
  LABEL,
  LEADING,
  LEFT,
  linesOf,
  PAGE,
  QUIET,
  RIGHT,
  rule,
  type Style,
  TOP,
  WIDTH,
  write,
} from './pen.ts';
import { faceOf, unprintable } from './text.ts';

const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** With a true minus sign, which a typeface sets as wide as a digit. */
const sayCents = (cents: number): string => money.format(cents / 100).replace('-', '−');
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 });
const sayRate = (rate: number): string => percent.format(rate).replace('%', ' %');

const TITLES = { invoice: 'Invoice', credit_note: 'Credit note' } as const;

const partyLines = ({ name, company, lines, email, vat_number }: Party): { text: string; face: Face }[] => {
  const rest = [company && company !== name ? name : null, ...lines, email, vat_number && `VAT number ${vat_number}`];
  return [{ text: company ?? name, face: 'bold' }, ...rest.flatMap((text) => (text ? [{ text, face: 'regular' as const }] : []))];
};

/** The heads of the page leave the table some room, however much somebody wrote: more than fits is set smaller. */
const PARTY_HEIGHT = 440;
const PARTY_SIZES = [9, 8, 7, 6, 5, 4];

const drawParty = (doc: Doc, label: string, party: Party, x: number, y: number, width: number): number => {
  const said = partyLines(party);
  const heightAt = (size: number): number => said.reduce((sum, { text, face }) => sum + heightOf(doc, text, width, { size, face }), 0);
  const size = PARTY_SIZES.find((one) => heightAt(one) <= PARTY_HEIGHT) ?? PARTY_SIZES.at(-1)!;
  let at = write(doc, label, x, y, width, LABEL) + 2;
  for (const { text, face } of said) at = write(doc, text, x, at, width, { size, face });
  return at;
};

const factsOf = ({ kind, number, issued_on, supplied_on, order_number, corrects }: InvoiceContent): [string, string][] => {
  const own: [string, string][] = [
    [`${TITLES[kind]} number`, number],
    ['Date of issue', sayDay(issued_on)],
  ];
  const order: [string, string][] = [
    ['Date of supply', sayDay(supplied_on)],
    ['Order', order_number],
  ];
  return corrects
    ? [...own, ['Corrects invoice', corrects.number], ['Its date of issue', sayDay(corrects.issued_on)], ...order]
    : [...own, ...order];
};

/** Who, to whom, and what is known of the document itself. */
const drawHead = (doc: Doc, content: InvoiceContent): number => {
  const title = write(doc, TITLES[content.kind], LEFT, TOP, WIDTH, { size: 22, face: 'bold', colour: GREEN });
  const top = title + 18;
  const [gap, facts] = [20, 122];
  const party = (WIDTH - facts - 2 * gap) / 2;
  const ends = [
    drawParty(doc, 'From', content.seller, LEFT, top, party),
    drawParty(doc, content.kind === 'invoice' ? 'Billed to' : 'Credited to', content.buyer, LEFT + party + gap, top, party),
  ];
  let at = top;
  for (const [label, value] of factsOf(content)) {
    at = write(doc, label, RIGHT - facts, at, facts, LABEL);
    at = write(doc, value, RIGHT - facts, at, facts, BODY) + 4;
  }
  return Math.max(...ends, at) + 26;
};

interface Column {
  label: string;
  /** From the left edge of the table. */
  at: number;
  width: number;
  value(line: ContentLine, content: InvoiceContent): string;
}

const COLUMNS: Column[] = [
  { label: 'Quantity', at: 186, width: 42, value: ({ quantity }) => String(quantity) },
  { label: 'Net', at: 230, width: 70, value: ({ net_cents }) => sayCents(net_cents) },
  { label: 'VAT rate', at: 302, width: 44, value: (_, { vat_rate }) => sayRate(vat_rate) },
  { label: 'VAT', at: 348, width: 62, value: ({ vat_cents }) => sayCents(vat_cents) },
  { label: 'Total', at: 412, width: WIDTH - 412, value: ({ net_cents, vat_cents }) => sayCents(net_cents + vat_cents) },
];
const TEXT_WIDTH = 182;

const drawTableHead = (doc: Doc, y: number, { currency }: InvoiceContent): number => {
  write(doc, `Description · amounts in ${currency}`, LEFT, y, TEXT_WIDTH, LABEL);
  for (const { label, at, width } of COLUMNS) write(doc, label, LEFT + at, y, width, { ...LABEL, align: 'right' });
  rule(doc, y + 14, { colour: INK, width: 0.75 });
  return y + 21;
};

/** The next page, with the table's head where the table goes on. */
const turnPage = (doc: Doc, content: InvoiceContent, in_table: boolean): number => {
  doc.addPage();
  return in_table ? drawTableHead(doc, TOP, content) : TOP;
};

const DETAIL: Style = { size: 8, colour: QUIET };

const drawLines = (doc: Doc, content: InvoiceContent, from: number): number => {
  let y = from + 60 > BOTTOM ? turnPage(doc, content, true) : drawTableHead(doc, from, content);
  for (const line of content.lines) {
    const height = heightOf(doc, line.text, TEXT_WIDTH, BODY) + (line.detail ? heightOf(doc, line.detail, TEXT_WIDTH, DETAIL) : 0);
    if (y + height > BOTTOM) y = turnPage(doc, content, true);
    const below = write(doc, line.text, LEFT, y, TEXT_WIDTH, BODY);
    const end = line.detail ? write(doc, line.detail, LEFT, below, TEXT_WIDTH, DETAIL) : below;
    for (const { at, width, value } of COLUMNS) write(doc, value(line, content), LEFT + at, y, width, { ...BODY, align: 'right' });
    y = end + 4;
    rule(doc, y);
    y += 7;
  }
  return y;
};

const SUM_AT = 230;

const drawSums = (doc: Doc, content: InvoiceContent, from: number): number => {
  const { currency, vat_rate, net_cents, vat_cents, total_cents, own_vat } = content;
  let y = from + 90 > BOTTOM ? turnPage(doc, content, false) : from + 4;
  const sum = (label: string, cents: string, style: Style): void => {
    write(doc, label, LEFT + SUM_AT, y, 150, style);
    y = write(doc, cents, LEFT + SUM_AT + 90, y, WIDTH - SUM_AT - 90, { ...style, align: 'right' }) + 3;
  };
  sum('Net', sayCents(net_cents), BODY);
  sum(`VAT ${sayRate(vat_rate)} on ${sayCents(net_cents)}`, sayCents(vat_cents), BODY);
  rule(doc, y + 1, { from: LEFT + SUM_AT, colour: INK, width: 0.75 });
  y += 8;
  sum(content.kind === 'invoice' ? 'Total' : 'Credited', `${currency} ${sayCents(total_cents)}`, { size: 11, face: 'bold' });
  if (own_vat) sum(`VAT in ${own_vat.currency}`, sayCents(own_vat.vat_cents), BODY);
  return y + 22;
};

const NUMBERED =
  'A sign that this document’s typeface has not is printed as its Unicode number, as in [U+4E2D]; copied text has the sign itself.';

/** Whose rate it is, so that the reader can work it out again. */
const sayOwnRate = ({ currency, rate, rate_on, source }: OwnVat): string =>
  `VAT in ${currency} at 1 USD = ${rate} ${currency} (${source}, ${sayDay(rate_on)}).`;

const drawNotes = (doc: Doc, content: InvoiceContent, from: number): void => {
  const named = [content.seller, content.buyer].flatMap(({ name, company, lines, email }) => [name, company, ...lines, email]);
  const listed = content.lines.flatMap(({ text, detail }) => [text, detail]);
  const odd = unprintable([...named, ...listed, content.reason].join(' ')).length > 0;
  const notes: [string | null, Style][] = [
    [content.tax_note, { ...BODY, face: 'bold' }],
    [content.reason && `Reason: ${content.reason}`, BODY],
    [content.payment_note, BODY],
    [content.own_vat ? sayOwnRate(content.own_vat) : null, DETAIL],
    [odd ? NUMBERED : null, DETAIL],
  ];
  let y = from;
  for (const [note, style] of notes) {
    if (!note) continue;
    // Line by line, for one may be longer than what is left of the page.
    for (const { meant } of linesOf(doc, note, WIDTH, style)) {
      if (y + style.size * LEADING > BOTTOM) y = turnPage(doc, content, false);
      y = write(doc, meant, LEFT, y, WIDTH, style);
    }
    y += 6;
  }
};

const drawFeet = (doc: Doc, { kind, number, seller }: InvoiceContent): void => {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    const y = PAGE.height - 56;
    rule(doc, y - 8);
    write(doc, `${TITLES[kind]} ${number} · page ${page + 1} of ${count}`, RIGHT - 200, y, 200, { ...LABEL, align: 'right' });
    // The name alone, and of a long one its first line: the foot has no room to grow.
    const [first] = linesOf(doc, seller.name, WIDTH - 220, LABEL);
    if (first) write(doc, first.meant, LEFT, y, WIDTH - 220, LABEL);
  }
};

/** Draws an invoice or credit note from what it says, as a PDF. The same content gives the same bytes. */
export const drawInvoice = (content: InvoiceContent): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const title = `${TITLES[content.kind]} ${content.number}`;
    // Loaded with the first invoice: most processes draw none.
    const PDFDocument = createRequire(import.meta.url)('pdfkit') as PdfMaker;
    const doc = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      bufferPages: true,
      pdfVersion: '1.7',
      lang: 'en',
      displayTitle: true,
      // Its own date, so that it does not tell when it was drawn.
      info: { Title: title, Author: content.seller.name, CreationDate: new Date(`${content.issued_on}T00:00:00Z`) },
      font: null as never,
    });
    const pieces: Buffer[] = [];
    doc.on('data', (piece: Buffer) => pieces.push(piece));
    doc.on('end', () => resolve(Buffer.concat(pieces)));
    doc.on('error', reject);
    for (const face of ['regular', 'bold'] as const) doc.registerFont(face, faceOf(face) as never);
    drawNotes(doc, content, drawSums(doc, content, drawLines(doc, content, drawHead(doc, content))));
    drawFeet(doc, content);
    doc.end();
  });
