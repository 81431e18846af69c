import type { Caller, Ctx, Db } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { dayAt } from '../../../kernel/time/weeks.ts';
import { isOnTeam } from '../../accounts/account.ts';
import { findSeller } from '../quote/seller.ts';
import { computeCreditedOwnVat, computeOwnVat } from '../vat/own-currency.ts';
import {
  buildCreditContent,
  buildInvoiceContent,
  getSupplyDate,
  type InvoiceContent,
  type NetAndVat,
  splitCredit,
  UNKNOWN_COUNTRY,
} from './content.ts';
import {
  findInvoice,
  findInvoiceDocument,
  findInvoicedLine,
  findInvoiceNumber,
  findRefundForCreditNote,
  insertInvoice,
  lockOrderForInvoice,
  selectInvoicedLines,
  sumCreditNotes,
  takeInvoiceNumber,
} from './queries.ts';

const NUMBER_PREFIX = { invoice: '', credit_note: 'C' } as const;

/** The next number in its series: 2026-000001, C2026-000001. The year is in the site's time zone. */
const nextNumber = async (
  sql: Db,
  { site_id, time_zone }: { site_id: number; time_zone: string },
  kind: keyof typeof NUMBER_PREFIX,
  at: Date,
): Promise<string> => {
  const year = dayAt(at, time_zone).slice(0, 4);
  const next = await takeInvoiceNumber(sql, { site_id, kind, year: Number(year) });
  return `${NUMBER_PREFIX[kind]}${year}-${String(next).padStart(6, '0')}`;
};

/** Issues the invoice of an order in the transaction that marks it as paid. Repeated calls return the same number. */
export const issueInvoice = async (sql: Db, { order_id, at }: { order_id: number; at: Date }): Promise<string> => {
  const order = await lockOrderForInvoice(sql, order_id);
  if (!order) throw new Error(`There is no order ${order_id}.`);
  const existing = await findInvoiceNumber(sql, { order_id });
  if (existing) return existing;
  const [lines, seller] = [await selectInvoicedLines(sql, order_id), await findSeller(sql, order.site_id)];
  const own_vat = await computeOwnVat(sql, { country: seller?.country ?? null, vat_cents: order.vat_cents, on: getSupplyDate(order, at) });
  const number = await nextNumber(sql, order, 'invoice', at);
  await insertInvoice(sql, {
    site_id: order.site_id,
    order_id,
    refund_id: null,
    issued_at: at,
    country: order.billing_country ?? UNKNOWN_COUNTRY,
    content: buildInvoiceContent(order, lines, seller, { number, at, own_vat }),
  });
  return number;
};

const subtract = (one: NetAndVat, other: NetAndVat): NetAndVat => ({
  net_cents: one.net_cents - other.net_cents,
  vat_cents: one.vat_cents - other.vat_cents,
});

/**
 * Issues the credit note of a refund in the transaction that decides it; repeated calls return the same number. Returns null if there
 * is nothing to correct: the money had paid no order, or the invoice is already fully credited.
 */
export const issueCreditNote = async (sql: Db, { refund_id, at }: { refund_id: number; at: Date }): Promise<string | null> => {
  const refund = await findRefundForCreditNote(sql, refund_id);
  if (!refund) throw new Error(`There is no refund ${refund_id}.`);
  const { order_id, line_id } = refund;
  const order = (await lockOrderForInvoice(sql, order_id))!;
  const existing = await findInvoiceNumber(sql, { refund_id });
  if (existing) return existing;
  const invoice = await findInvoice(sql, order_id);
  if (!invoice || !refund.of_the_order) return null;
  const left = subtract(invoice.content, await sumCreditNotes(sql, order_id, null));
  const amount_cents = Math.min(refund.amount_cents, left.net_cents + left.vat_cents);
  if (amount_cents === 0) return null;
  const line = line_id === null ? null : await findInvoicedLine(sql, line_id);
  const from = line
    ? subtract({ net_cents: line.amount_cents, vat_cents: line.vat_cents }, await sumCreditNotes(sql, order_id, line_id))
    : left;
  const parts = splitCredit(amount_cents, from, left);
  const number = await nextNumber(sql, order, 'credit_note', at);
  const { site_id, time_zone } = order;
  const back = { before_cents: invoice.content.vat_cents - left.vat_cents, vat_cents: parts.vat_cents };
  const own_vat = computeCreditedOwnVat(invoice.content.own_vat ?? null, back);
  const content = buildCreditContent(invoice.content, { time_zone, reason: refund.reason, line }, parts, { number, at, own_vat });
  await insertInvoice(sql, { site_id, order_id, refund_id, issued_at: at, country: invoice.country, content });
  return number;
};

/** An order's invoice or one of its credit notes, for its buyer and the site's team. Others get "not found". */
export const readInvoice = async (ctx: Ctx<Caller>, { number, note }: { number: string; note?: string }): Promise<InvoiceContent> => {
  const { sql, site, caller } = ctx;
  const find = (account_id: number | null) => findInvoiceDocument(sql, { site_id: site.id, number, account_id }, note ?? null);
  const document = (await find(caller.account_id)) ?? ((await isOnTeam(ctx)) ? await find(null) : undefined);
  if (!document) throw new Refusal('invoice_not_found');
  return document;
};
