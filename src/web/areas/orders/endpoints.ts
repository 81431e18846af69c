import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../../http/deps.ts';
import { sendProblem } from '../../../http/problems.ts';
import type { Caller, Ctx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { readInvoice } from '../../../modules/orders/invoice/invoice.ts';
import { drawInvoice } from '../../../modules/orders/invoice/pdf.ts';
import { receiveNotice } from '../../../modules/orders/payment/provider-sync.ts';
import { listPromoCodes, promoCodesCsv } from '../../../modules/orders/promo-codes/promo-codes.ts';
import { readVatReport, reverseChargeCsv, vatReportCsv } from '../../../modules/orders/vat/report.ts';
import { adminPaths, orderPaths } from '../../paths.ts';
import type { Params } from '../../server/page.ts';
import { CSV_TYPE, type PrivateFile, type PrivateFileRow } from '../../server/private-files.ts';

const ORDER_NUMBER = /^LW-[0-9A-HJKMNP-TV-Z]{8}$/;
const NOTE_NUMBER = /^C\d{4}-\d{6,}$/;

const orderParam = ({ number }: Params): string => {
  if (!ORDER_NUMBER.test(number ?? '')) throw new Refusal('invoice_not_found');
  return number!;
};

const creditNoteParam = ({ file }: Params): string => {
  const note = file?.replace(/\.pdf$/, '') ?? '';
  if (!file?.endsWith('.pdf') || !NOTE_NUMBER.test(note)) throw new Refusal('invoice_not_found');
  return note;
};

const invoicePdf = async (ctx: Ctx<Caller>, ids: { number: string; note?: string }): Promise<PrivateFile> => {
  const content = await readInvoice(ctx, ids);
  return { name: `${content.kind === 'invoice' ? 'invoice' : 'credit-note'}-${content.number}.pdf`, body: await drawInvoice(content) };
};

const CSVS = { vat: vatReportCsv, 'reverse-charge': reverseChargeCsv } as const;
const CSV_FILE = /^(vat|reverse-charge)-(\d{4}-Q[1-4])\.csv$/;

/** Invoices, credit notes and VAT reports. */
export const ORDER_DOCUMENTS: PrivateFileRow[] = [
  { path: orderPaths.invoice.pattern, type: 'application/pdf', make: (ctx, params) => invoicePdf(ctx, { number: orderParam(params) }) },
  {
    path: orderPaths.creditNote.pattern,
    type: 'application/pdf',
    make: (ctx, params) => invoicePdf(ctx, { number: orderParam(params), note: creditNoteParam(params) }),
  },
  {
    path: adminPaths.promoCodesFile.pattern,
    type: 'text/csv; charset=utf-8',
    make: async (ctx) => ({ name: 'promo-codes.csv', body: promoCodesCsv(await listPromoCodes(ctx)) }),
  },
  {
    path: adminPaths.vatFile.pattern,
    type: CSV_TYPE,
    async make(ctx, { file }) {
      const [name, which, quarter] = CSV_FILE.exec(file ?? '') ?? [];
      if (!name) throw new Refusal('not_found');
      return { name, body: CSVS[which as keyof typeof CSVS](await readVatReport(ctx, { quarter: quarter! })) };
    },
  },
];

/** Stripe events hold one object each. */
const BODY_BYTES = 512 * 1024;

/**
 * The Stripe webhook. The signature covers the raw bytes, so the body is parsed only after it is verified. Stripe retries for days
 * until it gets a 200, which is sent once the event and its effects are stored.
 */
export const serveStripeWebhook = (app: FastifyInstance, deps: AppDeps): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, body, done) => done(null, body));
    scope.setErrorHandler((error, request, reply) => sendProblem(deps, request, reply, error));
    scope.post(orderPaths.stripeWebhook.pattern, async (request, reply) => {
      const { sql, clock, integrations } = deps;
      if (integrations.payments?.name !== 'stripe') throw new Refusal('not_found');
      const signature = request.headers['stripe-signature'];
      if (typeof signature !== 'string' || !Buffer.isBuffer(request.body)) throw new Refusal('notice_not_signed');
      await receiveNotice({ sql, clock, integrations }, { body: request.body, signature });
      return reply.header('cache-control', 'no-store').send({ received: true });
    });
  });
};
