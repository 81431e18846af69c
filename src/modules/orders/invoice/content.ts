import { dayIn } from '../../../kernel/week.ts';
import { productNamed } from '../products.ts';
import type { Billing } from '../queries.ts';
import type { Seller } from '../seller.ts';
import { countryName } from '../vat/countries.ts';
import type { OwnVat } from '../vat/own-currency.ts';
import type { NumberStatus, VatTreatment } from '../vat/rules.ts';

/** An order as its invoice needs it. */
export interface InvoicedOrder {
  id: number;
  site_id: number;
  site_name: string;
  time_zone: string;
  number: string;
  account_email: string | null;
  net_cents: number;
  vat_cents: number;
  total_cents: number;
  vat_rate: number;
  vat_treatment: VatTreatment;
  vat_number_status: NumberStatus;
  vat_number: string | null;
  billing_country: string | null;
  billing: Billing | null;
  paid_at: Date | null;
  /** Whether no real money paid it. */
  by_test: boolean;
}

export interface InvoicedLine {
  name: string;
  bundle: string | null;
  listing_name: string | null;
  week_on: string | null;
  amount_cents: number;
  vat_cents: number;
}

/** Seller or buyer, as they stand on paper. */
export interface Party {
  name: string;
  company: string | null;
  /** The address, line by line, its country's name last. */
  lines: string[];
  country: string | null;
  vat_number: string | null;
  email: string | null;
}

export interface ContentLine {
  text: string;
  detail: string | null;
  quantity: number;
  net_cents: number;
  vat_cents: number;
}

/** All that is on an invoice or credit note: kept as it was issued, and its PDF is drawn from nothing else. */
export interface InvoiceContent {
  version: 1;
  kind: 'invoice' | 'credit_note';
  number: string;
  issued_on: string;
  /** The day it counts as supplied: what is paid before it is delivered counts from the day of the payment. */
  supplied_on: string;
  order_number: string;
  /** The invoice that a credit note takes from. */
  corrects: { number: string; issued_on: string } | null;
  reason: string | null;
  seller: Party;
  buyer: Party;
  currency: 'USD';
  treatment: VatTreatment;
  /** As a share: 0.19 is 19 %. */
  vat_rate: number;
  lines: ContentLine[];
  net_cents: number;
  vat_cents: number;
  total_cents: number;
  /** The VAT in the seller's own money. Those issued before rates were kept say nothing of it. */
  own_vat?: OwnVat | null;
  /** What the law wants said about its VAT. */
  tax_note: string | null;
  payment_note: string;
}

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
/** A day as it is written on paper, where no order of day and month can be mistaken. */
export const sayDay = (day: string): string => days.format(new Date(`${day}T12:00:00Z`));

const TAX_NOTES: Record<VatTreatment, (country: string) => string | null> = {
  domestic: () => null,
  eu_consumer: (country) => `VAT is charged at the rate of the customer’s country: ${country}.`,
  reverse_charge: () => 'Reverse charge: VAT is owed by the recipient (Articles 44 and 196 of Directive 2006/112/EC).',
  outside_eu: () => 'No VAT is charged: the place of supply is outside the European Union.',
  unknown: () => null,
};

/** A country nobody named: ISO keeps these letters for it. */
export const NO_COUNTRY = 'ZZ';

const landOf = (code: string | null): string[] => (code ? [countryName(code)] : []);

/** A site that has lost its seller's details since the checkout still says whose site it is. */
const sellerParty = (seller: Seller | null, { site_name }: InvoicedOrder): Party => ({
  name: seller?.name ?? site_name,
  company: null,
  lines: [...(seller?.lines ?? []), ...landOf(seller?.country ?? null)],
  country: seller?.country ?? null,
  vat_number: seller?.vat_number ?? null,
  email: seller?.email ?? null,
});

/** An address of more lines than this is written on in one. */
const MOST_LINES = 6;

/** Whom it is for, as said on the checkout page. */
const buyerParty = ({ billing, billing_country, vat_number, vat_number_status, account_email }: InvoicedOrder): Party => {
  const town = [billing?.postal_code, billing?.city].filter(Boolean).join(' ');
  const address = billing?.address.split('\n').flatMap((line) => line.trim() || []) ?? [];
  return {
    name: billing?.name ?? account_email ?? 'Customer',
    company: billing?.company ?? null,
    lines: [...(address.length > MOST_LINES ? [address.join(', ')] : address), town, ...landOf(billing_country)].filter(Boolean),
    country: billing_country,
    // A wrong number does not stand there. One that nobody could check does: it changed nothing, and the buyer's books may want it.
    vat_number: vat_number_status === 'valid' || vat_number_status === 'unchecked' ? vat_number : null,
    email: billing?.email ?? account_email,
  };
};

export const detailOf = ({ listing_name, week_on, bundle }: InvoicedLine): string | null =>
  [listing_name, week_on && `week of ${sayDay(week_on)}`, bundle && `part of ${productNamed(bundle)?.name ?? bundle}`]
    .filter(Boolean)
    .join(' · ') || null;

const contentLine = (line: InvoicedLine): ContentLine => ({
  text: line.name,
  detail: detailOf(line),
  quantity: 1,
  net_cents: line.amount_cents,
  vat_cents: line.vat_cents,
});

/** The day of the payment: everything is paid before it is delivered. */
export const suppliedOn = ({ paid_at, time_zone }: InvoicedOrder, at: Date): string => dayIn(paid_at ?? at, time_zone);

/** What an order's invoice says. */
export const invoiceContent = (
  order: InvoicedOrder,
  lines: InvoicedLine[],
  seller: Seller | null,
  { number, at, own_vat }: { number: string; at: Date; own_vat: OwnVat | null },
): InvoiceContent => {
  const issued_on = dayIn(at, order.time_zone);
  const supplied_on = suppliedOn(order, at);
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
    vat_rate: Number(order.vat_rate),
    lines: lines.map(contentLine),
    net_cents: order.net_cents,
    vat_cents: order.vat_cents,
    total_cents: order.total_cents,
    own_vat,
    tax_note: TAX_NOTES[order.vat_treatment](countryName(order.billing_country ?? '')),
    payment_note: order.by_test
      ? `Paid on ${sayDay(supplied_on)} by a test payment: no money was moved, and nothing is owed.`
      : `Paid in full on ${sayDay(supplied_on)}. Nothing is owed.`,
  };
};
