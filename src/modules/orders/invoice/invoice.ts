import type { Caller, Ctx, Db } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { dayIn } from '../../../kernel/week.ts';
import { isOnTeam } from '../../accounts/account.ts';
import { sellerOf } from '../seller.ts';
import { ownVatBack, ownVatOf } from '../vat/own-currency.ts';
import { type InvoiceContent, invoiceContent, NO_COUNTRY, suppliedOn } from './content.ts';
import { creditContent, creditParts, type Parts } from './credit-note.ts';
import {
  findInvoice,
  findInvoicedLine,
  findNumber,
  findPaper,
  findRefundToNote,
  insertInvoice,
  lockInvoiced,
  selectInvoicedLines,
  sumCredited,
  takeNumber,
} from './queries.ts';

const PREFIX = { invoice: '', credit_note: 'C' } as const;

/** The next number in its row: 2026-000001, C2026-000001. The year is the site's. */
const nextNumber = async (
  sql: Db,
  { site_id, time_zone }: { site_id: number; time_zone: string },
  kind: keyof typeof PREFIX,
  at: Date,
): Promise<string> => {
  const year = dayIn(at, time_zone).slice(0, 4);
  const next = await takeNumber(sql, { site_id, kind, year: Number(year) });
  return `${PREFIX[kind]}${year}-${String(next).padStart(6, '0')}`;
};

/** Issues the invoice of an order that has just been paid, in the transaction that makes it paid. The second time it gives the same number. */
export const issueInvoice = async (sql: Db, { order_id, at }: { order_id: number; at: Date }): Promise<string> => {
  const order = await lockInvoiced(sql, order_id);
  if (!order) throw new Error(`There is no order ${order_id}.`);
  const issued = await findNumber(sql, { order_id });
  if (issued) return issued;
  const [lines, seller] = [await selectInvoicedLines(sql, order_id), await sellerOf(sql, order.site_id)];
  const own_vat = await ownVatOf(sql, { country: seller?.country ?? null, vat_cents: order.vat_cents, on: suppliedOn(order, at) });
  const number = await nextNumber(sql, order, 'invoice', at);
  await insertInvoice(sql, {
    site_id: order.site_id,
    order_id,
    refund_id: null,
    issued_at: at,
    country: order.billing_country ?? NO_COUNTRY,
    content: invoiceContent(order, lines, seller, { number, at, own_vat }),
  });
  return number;
};

const less = (one: Parts, other: Parts): Parts => ({
  net_cents: one.net_cents - other.net_cents,
  vat_cents: one.vat_cents - other.vat_cents,
});

/**
 * Issues the credit note of a refund, in the transaction that decides it; the second time it gives the same number.
 * Null where there is nothing to correct: the money had paid no order, or all of the invoice is taken back already.
 */
export const issueCreditNote = async (sql: Db, { refund_id, at }: { refund_id: number; at: Date }): Promise<string | null> => {
  const refund = await findRefundToNote(sql, refund_id);
  if (!refund) throw new Error(`There is no refund ${refund_id}.`);
  const { order_id, line_id } = refund;
  const order = (await lockInvoiced(sql, order_id))!;
  const issued = await findNumber(sql, { refund_id });
  if (issued) return issued;
  const invoice = await findInvoice(sql, order_id);
  if (!invoice || !refund.of_the_order) return null;
  const left = less(invoice.content, await sumCredited(sql, order_id, null));
  const amount_cents = Math.min(refund.amount_cents, left.net_cents + left.vat_cents);
  if (amount_cents === 0) return null;
  const line = line_id === null ? null : await findInvoicedLine(sql, line_id);
  const from = line ? less({ net_cents: line.amount_cents, vat_cents: line.vat_cents }, await sumCredited(sql, order_id, line_id)) : left;
  const parts = creditParts(amount_cents, from, left);
  const number = await nextNumber(sql, order, 'credit_note', at);
  const { site_id, time_zone } = order;
  const back = { before_cents: invoice.content.vat_cents - left.vat_cents, vat_cents: parts.vat_cents };
  const own_vat = ownVatBack(invoice.content.own_vat ?? null, back);
  const content = creditContent(invoice.content, { time_zone, reason: refund.reason, line }, parts, { number, at, own_vat });
  await insertInvoice(sql, { site_id, order_id, refund_id, issued_at: at, country: invoice.country, content });
  return number;
};

/** An order's invoice or one of its credit notes, for its buyer and the site's team. To others neither is there. */
export const readInvoice = async (ctx: Ctx<Caller>, { number, note }: { number: string; note?: string }): Promise<InvoiceContent> => {
  const { sql, site, caller } = ctx;
  const find = (account_id: number | null) => findPaper(sql, { site_id: site.id, number, account_id }, note ?? null);
  const paper = (await find(caller.account_id)) ?? ((await isOnTeam(ctx)) ? await find(null) : undefined);
  if (!paper) throw new Refusal('invoice_not_found');
  return paper;
};
