import type { Db } from '../../../kernel/context.ts';
import { findStoredRates } from './queries.ts';
import { divideHalfUp, isInEu, taxCountry } from './rules.ts';

/** Countries where VAT is owed in another currency than the euro: EU members outside the euro zone, and neighbours with the same rule. */
const OWN_CURRENCIES: Record<string, string> = {
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

/** The currency in which a seller owes VAT at home; null where no conversion is required. */
export const findOwnCurrency = (country: string): string | null => OWN_CURRENCIES[taxCountry(country)] ?? (isInEu(country) ? 'EUR' : null);

/** The VAT of an invoice in the seller's own currency (Directive 2006/112/EC, article 230). */
export interface OwnVat {
  currency: string;
  vat_cents: number;
  /** The value of one dollar in that currency, to six decimals, so that the amount can be verified. */
  rate: string;
  rate_on: string;
  source: string;
}

/** Rates are computed in millionths. */
const MILLION = 1_000_000n;
/** The bank publishes at most eight decimals. */
const PLACES = 8;

const scaleDecimal = (decimal: string): bigint => {
  const [whole, part = ''] = decimal.split('.');
  return BigInt(`${whole}${part.slice(0, PLACES).padEnd(PLACES, '0')}`);
};

/** The value of one dollar in a currency, from the euro rates of both. */
export const dollarRate = (own_per_euro: string, dollars_per_euro: string): string => {
  const millionths = divideHalfUp(scaleDecimal(own_per_euro) * MILLION, scaleDecimal(dollars_per_euro));
  return `${millionths / MILLION}.${String(millionths % MILLION).padStart(6, '0')}`;
};

/** Converts cents, rounding half up; negative amounts mirror positive ones. */
export const convertCents = (rate: string, cents: number): number => {
  const size = divideHalfUp(BigInt(Math.abs(cents)) * BigInt(rate.replace('.', '')), MILLION);
  return Number(cents < 0 ? -size : size);
};

/** An invoice's VAT in the seller's own currency at the latest rate of its day; null if no VAT is owed, or no rate is known or required. */
export const computeOwnVat = async (
  sql: Db,
  { country, vat_cents, on }: { country: string | null; vat_cents: number; on: string },
): Promise<OwnVat | null> => {
  const currency = country && findOwnCurrency(country);
  if (!currency || vat_cents === 0) return null;
  const known = await findStoredRates(sql, currency, on);
  if (!known) return null;
  const rate = dollarRate(known.own_per_euro, known.dollars_per_euro);
  return { currency, vat_cents: convertCents(rate, vat_cents), rate, rate_on: known.rate_on, source: known.source };
};

/** The same for a credit note, at the invoice's rate: partial credits add up to the invoice's amount exactly. */
export const computeCreditedOwnVat = (
  own: OwnVat | null,
  { before_cents, vat_cents }: { before_cents: number; vat_cents: number },
): OwnVat | null =>
  own && vat_cents ? { ...own, vat_cents: convertCents(own.rate, before_cents) - convertCents(own.rate, before_cents + vat_cents) } : null;
