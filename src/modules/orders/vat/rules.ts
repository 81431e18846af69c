import regions from 'sales-tax/res/region_countries.json' with { type: 'json' };
import rates from 'sales-tax/res/sales_tax_rates.json' with { type: 'json' };
import type { Vat } from '../schema.ts';

/** Integer division, rounding half up. Both arguments must be non-negative. */
export const divideHalfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);

export type VatTreatment = Vat['treatment'];
export type NumberStatus = Vat['number_status'];

/** A country's current rate, and the former rate before each day on which it changed. */
interface CountryRate {
  rate: number;
  before?: Record<string, { rate: number }>;
}

const RATES: Record<string, CountryRate | undefined> = rates;
const EU = new Set(regions.EU);

/** Countries that belong to another's VAT territory: by article 7 of Directive 2006/112/EC, by treaty with Switzerland, by British law. */
const TAXED_AS: Record<string, string> = { MC: 'FR', LI: 'CH', IM: 'GB' };

/** The country whose VAT law applies. */
export const taxCountry = (country: string): string => TAXED_AS[country] ?? country;

export const isInEu = (country: string): boolean => EU.has(taxCountry(country));

/** A country's standard rate at a time, as a fraction; 0 if it has no VAT. */
export const standardRate = (country: string, at: Date): number => {
  const country_rate = RATES[taxCountry(country)];
  const changes = Object.keys(country_rate?.before ?? {}).sort((a, b) => Date.parse(a) - Date.parse(b));
  const next = changes.find((change) => at.getTime() < Date.parse(change));
  return (next === undefined ? country_rate?.rate : country_rate?.before?.[next]?.rate) ?? 0;
};

export interface VatCase {
  /** Null if the seller is not known yet. */
  seller_country: string | null;
  /** Null if not given yet. */
  buyer_country: string | null;
  /** Checked against the buyer's country: numbers of other countries are not valid. */
  number_status: NumberStatus;
  at: Date;
}

/** Which VAT applies to services sold online, and why (decision 15). */
export const determineVat = ({ seller_country, buyer_country, number_status, at }: VatCase): { rate: number; treatment: VatTreatment } => {
  if (!seller_country || !buyer_country) return { rate: 0, treatment: 'unknown' };
  if (taxCountry(seller_country) === taxCountry(buyer_country)) return { rate: standardRate(buyer_country, at), treatment: 'domestic' };
  if (!isInEu(buyer_country)) return { rate: 0, treatment: 'outside_eu' };
  if (number_status === 'valid') return { rate: 0, treatment: 'reverse_charge' };
  return { rate: standardRate(buyer_country, at), treatment: 'eu_consumer' };
};

/** Rates are computed in millionths. */
const WHOLE = 1_000_000n;

/** The VAT of each line in cents, rounding half up. An order's VAT is their sum. */
export const computeLineVat = (amounts: readonly number[], rate: number): number[] => {
  const millionths = BigInt(Math.round(rate * Number(WHOLE)));
  return amounts.map((amount) => Number(divideHalfUp(BigInt(amount) * millionths, WHOLE)));
};
