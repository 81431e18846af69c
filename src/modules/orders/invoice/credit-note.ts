import { dayIn } from '../../../kernel/week.ts';
import type { OwnVat } from '../vat/own-currency.ts';
import { halfUp } from '../vat/rounding.ts';
import { type ContentLine, detailOf, type InvoiceContent, type InvoicedLine } from './content.ts';

export interface Parts {
  net_cents: number;
  vat_cents: number;
}

/**
 * How money that goes back divides into net and VAT: as what it is taken from does, and never more of either than is left of
 * the invoice. So when everything is back, net and VAT are both back to the cent.
 */
export const creditParts = (amount_cents: number, from: Parts, left: Parts): Parts => {
  const gross = from.net_cents + from.vat_cents;
  const fair = gross > 0 ? Number(halfUp(BigInt(amount_cents) * BigInt(from.vat_cents), BigInt(gross))) : 0;
  const vat_cents = Math.max(amount_cents - left.net_cents, Math.min(fair, left.vat_cents));
  return { net_cents: amount_cents - vat_cents, vat_cents };
};

const negative = (cents: number): number => (cents === 0 ? 0 : -cents);

/** What a refund gives back: a line, or a part of no line. */
export interface Credited {
  time_zone: string;
  reason: string;
  line: InvoicedLine | null;
}

/** What the credit note of a refund says. Its amounts are below zero. */
export const creditContent = (
  invoice: InvoiceContent,
  { time_zone, reason, line }: Credited,
  parts: Parts,
  { number, at, own_vat }: { number: string; at: Date; own_vat: OwnVat | null },
): InvoiceContent => {
  const whole = parts.net_cents === invoice.net_cents && parts.vat_cents === invoice.vat_cents;
  const part: ContentLine = {
    text: line?.name ?? `Part of order ${invoice.order_number}`,
    detail: line && detailOf(line),
    quantity: 1,
    ...parts,
  };
  return {
    ...invoice,
    kind: 'credit_note',
    number,
    issued_on: dayIn(at, time_zone),
    corrects: { number: invoice.number, issued_on: invoice.issued_on },
    reason,
    lines: (whole ? invoice.lines : [part]).map((one) => ({
      ...one,
      net_cents: negative(one.net_cents),
      vat_cents: negative(one.vat_cents),
    })),
    net_cents: negative(parts.net_cents),
    vat_cents: negative(parts.vat_cents),
    total_cents: negative(parts.net_cents + parts.vat_cents),
    own_vat,
    payment_note: 'The amount goes back the way it was paid.',
  };
};
