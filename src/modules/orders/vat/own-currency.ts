import type { Db } from '../../../kernel/context.ts';
import { findRates } from './rate-queries.ts';
import { halfUp } from './rounding.ts';
import { isInEu, taxCountry } from './rules.ts';

/** Where VAT is owed in other money than the euro: states of the union that kept theirs, and neighbours whose law wants the same. */
const OWN: Record<string, string> = {
  CZ: 'CZK',
  DK: 'DKK',
  HU: 'HUF',
  PL: 'PLN',
  RO: 'RON',
  SE: 'SEK',
  GB: 'GBP',
  NO: 'NOK',
  CH: 'CHF',
};

/** In which money a seller owes VAT at home; null where nobody wants it said in other money than the invoice's. */
export const ownCurrency = (country: string): string | null => OWN[taxCountry(country)] ?? (isInEu(country) ? 'EUR' : null);

/** The VAT of an invoice in the seller's own money (Directive 2006/112/EC, article 230). */
export interface OwnVat {
  currency: string;
  vat_cents: number;
  /** How much of it a dollar is worth, to six places: by this figure it can be worked out again. */
  rate: string;
  rate_on: string;
  source: string;
}

/** Rates are counted in millionths, as shares are. */
const MILLION = 1_000_000n;
/** What the bank publishes has at most eight places. */
const PLACES = 8;

const scaled = (decimal: string): bigint => {
  const [whole, part = ''] = decimal.split('.');
  return BigInt(`${whole}${part.slice(0, PLACES).padEnd(PLACES, '0')}`);
};

/** How much of a currency a dollar is worth, both told as what a euro is worth. */
export const dollarIn = (own_per_euro: string, dollars_per_euro: string): string => {
  const millionths = halfUp(scaled(own_per_euro) * MILLION, scaled(dollars_per_euro));
  return `${millionths / MILLION}.${String(millionths % MILLION).padStart(6, '0')}`;
};

/** Cents in other money, half a cent up; what is taken back is the same below zero. */
export const centsAt = (rate: string, cents: number): number => {
  const size = halfUp(BigInt(Math.abs(cents)) * BigInt(rate.replace('.', '')), MILLION);
  return Number(cents < 0 ? -size : size);
};

/** What an invoice says of its VAT in the seller's own money: by the newest rate of its day, or null where none is known or none is owed. */
export const ownVatOf = async (
  sql: Db,
  { country, vat_cents, on }: { country: string | null; vat_cents: number; on: string },
): Promise<OwnVat | null> => {
  const currency = country && ownCurrency(country);
  if (!currency || vat_cents === 0) return null;
  const known = await findRates(sql, currency, on);
  if (!known) return null;
  const rate = dollarIn(known.own_per_euro, known.dollars_per_euro);
  return { currency, vat_cents: centsAt(rate, vat_cents), rate, rate_on: known.rate_on, source: known.source };
};

/** The same of a credit note, by the invoice's rate: when all VAT is back it is back to the cent, whatever the parts were. */
export const ownVatBack = (own: OwnVat | null, { before_cents, vat_cents }: { before_cents: number; vat_cents: number }): OwnVat | null =>
  own && vat_cents ? { ...own, vat_cents: centsAt(own.rate, before_cents) - centsAt(own.rate, before_cents + vat_cents) } : null;
