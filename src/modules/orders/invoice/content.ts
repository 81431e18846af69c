import { dayAt, formatLongDay } from '../../../kernel/time/weeks.ts';
import { findProduct } from '../products.ts';
import type { LineRow, OrderAmounts, OrderRow } from '../queries.ts';
import type { Seller } from '../quote/seller.ts';
import { isoCountryName } from '../vat/countries.ts';
import type { OwnVat } from '../vat/own-currency.ts';
import { divideHalfUp, type VatTreatment } from '../vat/rules.ts';

export interface InvoicedOrder extends OrderAmounts, Pick<OrderRow, 'id' | 'site_id' | 'number' | 'billing' | 'promo_code' | 'paid_at'> {
  site_name: string;
  time_zone: string;
  account_email: string | null;
  /** Whether it was paid by a test payment, without real money. */
  by_test: boolean;
}

export interface InvoicedLine extends Pick<LineRow, 'name' | 'bundle' | 'week_on' | 'amount_cents' | 'discount_cents' | 'vat_cents'> {
  listing_name: string | null;
}

/** Seller or buyer, as printed. */
export interface InvoiceParty {
  name: string;
  company: string | null;
  /** Address lines, ending with the country's name. */
  lines: string[];
  country: string | null;
  vat_number: string | null;
  email: string | null;
}

export interface InvoiceContentLine {
  text: string;
  detail: string | null;
  quantity: number;
  net_cents: number;
  vat_cents: number;
}

/** The full content of an invoice or credit note. Stored when issued; the PDF is rendered from nothing else. */
export interface InvoiceContent {
  version: 1;
  kind: 'invoice' | 'credit_note';
  number: string;
  issued_on: string;
  /** Date of supply. Orders are prepaid, so it is the day of payment. */
  supplied_on: string;
  order_number: string;
  /** The invoice that a credit note corrects. */
  corrects: { number: string; issued_on: string } | null;
  reason: string | null;
  seller: InvoiceParty;
  buyer: InvoiceParty;
  currency: 'USD';
  treatment: VatTreatment;
  /** As a fraction: 0.19 is 19%. */
  vat_rate: number;
  lines: InvoiceContentLine[];
  /** What a promo code took off; `net_cents` is what was left. Missing without one, and on credit notes. */
  discount?: { promo_code: string; discount_cents: number };
  net_cents: number;
  vat_cents: number;
  total_cents: number;
  /** VAT in the seller's own currency. Missing on invoices issued before exchange rates were stored. */
  own_vat?: OwnVat | null;
  /** The VAT note that the law requires. */
  tax_note: string | null;
  payment_note: string;
}

const TAX_NOTES: Record<VatTreatment, (country: string) => string | null> = {
  domestic: () => null,
  eu_consumer: (country) => `VAT is charged at the rate of the customer’s country: ${country}.`,
  reverse_charge: () => 'Reverse charge: VAT is owed by the recipient (Articles 44 and 196 of Directive 2006/112/EC).',
  outside_eu: () => 'No VAT is charged: the place of supply is outside the European Union.',
  unknown: () => null,
};

/** ISO 3166 reserves this code for private use; here it means an unknown country. */
export const UNKNOWN_COUNTRY = 'ZZ';

const countryLine = (code: string | null): string[] => (code ? [isoCountryName(code)] : []);

/** If the seller's details were removed after checkout, the invoice falls back to the site's name. */
const sellerParty = (seller: Seller | null, { site_name }: InvoicedOrder): InvoiceParty => ({
  name: seller?.name ?? site_name,
  company: null,
  lines: [...(seller?.lines ?? []), ...countryLine(seller?.country ?? null)],
  country: seller?.country ?? null,
  vat_number: seller?.vat_number ?? null,
  email: seller?.email ?? null,
});

/** Longer addresses are joined into one line. */
const MAX_ADDRESS_LINES = 6;

const buyerParty = ({ billing, billing_country, vat_number, vat_number_status, account_email }: InvoicedOrder): InvoiceParty => {
  const town = [billing?.postal_code, billing?.city].filter(Boolean).join(' ');
  const address = billing?.address.split('\n').flatMap((line) => line.trim() || []) ?? [];
  return {
    name: billing?.name ?? account_email ?? 'Customer',
    company: billing?.company ?? null,
    lines: [...(address.length > MAX_ADDRESS_LINES ? [address.join(', ')] : address), town, ...countryLine(billing_country)].filter(
      Boolean,
    ),
    country: billing_country,
    // Invalid numbers are left out. Unchecked ones are printed: they do not affect the VAT, and the buyer's accounting may need them.
    vat_number: vat_number_status === 'valid' || vat_number_status === 'unchecked' ? vat_number : null,
    email: billing?.email ?? account_email,
  };
};

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const describePrice = ({ amount_cents, discount_cents }: InvoicedLine): string =>
  `${dollars.format((amount_cents + discount_cents) / 100)} less ${dollars.format(discount_cents / 100)} discount`;

export const formatLineDetail = (line: InvoicedLine): string | null =>
  [
    line.listing_name,
    line.week_on && `week of ${formatLongDay(line.week_on)}`,
    line.bundle && `part of ${findProduct(line.bundle)?.name ?? line.bundle}`,
    line.discount_cents > 0 && describePrice(line),
  ]
    .filter(Boolean)
    .join(' · ') || null;

/** The day of payment, since everything is paid before it is delivered. */
export const getSupplyDate = ({ paid_at, time_zone }: InvoicedOrder, at: Date): string => dayAt(paid_at ?? at, time_zone);

export const buildInvoiceContent = (
  order: InvoicedOrder,
  lines: InvoicedLine[],
  seller: Seller | null,
  { number, at, own_vat }: { number: string; at: Date; own_vat: OwnVat | null },
): InvoiceContent => {
  const issued_on = dayAt(at, order.time_zone);
  const supplied_on = getSupplyDate(order, at);
  return {
    version: 1,
    kind: 'invoice',
    number,
    issued_on,
    supplied_on,
    order_number: order.number,
    corrects: null,
    reason: null,
    seller: sellerParty(seller, order),
    buyer: buyerParty(order),
    currency: 'USD',
    treatment: order.vat_treatment,
    vat_rate: order.vat_rate,
    lines: lines.map((line) => ({
      text: line.name,
      detail: formatLineDetail(line),
      quantity: 1,
      net_cents: line.amount_cents,
      vat_cents: line.vat_cents,
    })),
    ...(order.promo_code !== null && { discount: { promo_code: order.promo_code, discount_cents: order.discount_cents } }),
    net_cents: order.net_cents,
    vat_cents: order.vat_cents,
    total_cents: order.total_cents,
    own_vat,
    tax_note: TAX_NOTES[order.vat_treatment](isoCountryName(order.billing_country ?? '')),
    payment_note: order.by_test
      ? `Paid on ${formatLongDay(supplied_on)} by a test payment. No money was charged, and nothing is due.`
      : `Paid in full on ${formatLongDay(supplied_on)}. Nothing is due.`,
  };
};

export interface NetAndVat {
  net_cents: number;
  vat_cents: number;
}

/**
 * Splits a refund into net and VAT in proportion to what it refunds, but never more of either than is left on the invoice. Once
 * everything is refunded, net and VAT both add up to the cent.
 */
export const splitCredit = (amount_cents: number, from: NetAndVat, left: NetAndVat): NetAndVat => {
  const gross = from.net_cents + from.vat_cents;
  const proportional = gross > 0 ? Number(divideHalfUp(BigInt(amount_cents) * BigInt(from.vat_cents), BigInt(gross))) : 0;
  const vat_cents = Math.max(amount_cents - left.net_cents, Math.min(proportional, left.vat_cents));
  return { net_cents: amount_cents - vat_cents, vat_cents };
};

/** Without a negative zero. */
const negate = (cents: number): number => (cents === 0 ? 0 : -cents);

/** A credit note's amounts are negative. */
export const buildCreditContent = (
  { discount: _, ...invoice }: InvoiceContent,
  { time_zone, reason, line }: { time_zone: string; reason: string /** Null: a part of the whole order. */; line: InvoicedLine | null },
  parts: NetAndVat,
  { number, at, own_vat }: { number: string; at: Date; own_vat: OwnVat | null },
): InvoiceContent => {
  const is_whole = parts.net_cents === invoice.net_cents && parts.vat_cents === invoice.vat_cents;
  const partial_line: InvoiceContentLine = {
    text: line?.name ?? `Part of order ${invoice.order_number}`,
    detail: line && formatLineDetail(line),
    quantity: 1,
    ...parts,
  };
  return {
    ...invoice,
    kind: 'credit_note',
    number,
    issued_on: dayAt(at, time_zone),
    corrects: { number: invoice.number, issued_on: invoice.issued_on },
    reason,
    lines: (is_whole ? invoice.lines : [partial_line]).map((one) => ({
      ...one,
      net_cents: negate(one.net_cents),
      vat_cents: negate(one.vat_cents),
    })),
    net_cents: negate(parts.net_cents),
    vat_cents: negate(parts.vat_cents),
    total_cents: negate(parts.net_cents + parts.vat_cents),
    own_vat,
    payment_note: 'The amount is refunded to the original payment method.',
  };
};
