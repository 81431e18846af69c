import type { FastifyInstance } from 'fastify';
import type { Caller, Ctx } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
import { readInvoice } from '../modules/orders/invoice/invoice.ts';
import { drawInvoice } from '../modules/orders/invoice/pdf.ts';
import { readVatReport, reverseChargeCsv, vatReportCsv } from '../modules/orders/vat/report.ts';
import { contextOf, type House } from '../surfaces/house.ts';
import type { Params } from './page.ts';
import { sessionOf } from './visitor.ts';

interface Paper {
  name: string;
  body: Buffer | string;
}

/** A paper for one person: where it is, what it is, and how it is made. */
interface PaperRow {
  path: string;
  type: string;
  make(ctx: Ctx<Caller>, params: Params): Promise<Paper>;
}

const ORDER_NUMBER = /^LW-[0-9A-HJKMNP-TV-Z]{8}$/;
const NOTE_NUMBER = /^C\d{4}-\d{6,}$/;

const orderIn = ({ number }: Params): string => {
  if (!ORDER_NUMBER.test(number ?? '')) throw new Refusal('invoice_not_found');
  return number!;
};

const noteIn = ({ file }: Params): string => {
  const note = file?.replace(/\.pdf$/, '') ?? '';
  if (!file?.endsWith('.pdf') || !NOTE_NUMBER.test(note)) throw new Refusal('invoice_not_found');
  return note;
};

const drawn = async (ctx: Ctx<Caller>, asked: { number: string; note?: string }): Promise<Paper> => {
  const content = await readInvoice(ctx, asked);
  return { name: `${content.kind === 'invoice' ? 'invoice' : 'credit-note'}-${content.number}.pdf`, body: await drawInvoice(content) };
};

const CSVS = { vat: vatReportCsv, 'reverse-charge': reverseChargeCsv } as const;
const CSV_FILE = /^(vat|reverse-charge)-(\d{4}-Q[1-4])\.csv$/;

const PAPERS: PaperRow[] = [
  { path: '/orders/:number/invoice.pdf', type: 'application/pdf', make: (ctx, params) => drawn(ctx, { number: orderIn(params) }) },
  {
    path: '/orders/:number/credit-notes/:file',
    type: 'application/pdf',
    make: (ctx, params) => drawn(ctx, { number: orderIn(params), note: noteIn(params) }),
  },
  {
    path: '/admin/vat/:file',
    type: 'text/csv; charset=utf-8',
    async make(ctx, { file }) {
      const [name, which, quarter] = CSV_FILE.exec(file ?? '') ?? [];
      if (!name) throw new Refusal('not_found');
      return { name, body: CSVS[which as keyof typeof CSVS](await readVatReport(ctx, { quarter: quarter! })) };
    },
  },
];

/** Nobody keeps it on the way, and nothing in it could run. */
const PRIVATE = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'same-origin',
};

/** Puts invoices and books on the app, each for whom it concerns. Strangers are asked to sign in, whatever they ask for. */
export const serveInvoices = (app: FastifyInstance, house: House): void => {
  for (const { path, type, make } of PAPERS)
    app.get(path, async (request, reply) => {
      const caller = await sessionOf(house, request);
      if (!caller) throw new Refusal('sign_in_needed');
      const { name, body } = await make((await contextOf(house, request, caller)) as Ctx<Caller>, request.params as Params);
      return reply.headers({ ...PRIVATE, 'content-type': type, 'content-disposition': `attachment; filename="${name}"` }).send(body);
    });
};
