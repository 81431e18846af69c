import regions from 'sales-tax/res/region_countries.json' with { type: 'json' };
import rates from 'sales-tax/res/sales_tax_rates.json' with { type: 'json' };
import { halfUp } from './rounding.ts';

export type VatTreatment = 'domestic' | 'eu_consumer' | 'reverse_charge' | 'outside_eu' | 'unknown';
export type NumberStatus = 'valid' | 'invalid' | 'unchecked' | 'not_given';

/** A country's tax now, and what it was before each day on which it changed. */
interface CountryRate {
  rate: number;
  before?: Record<string, { rate: number }>;
}

const RATES = rates as unknown as Record<string, CountryRate>;
const EU = new Set(regions.EU);

/** Countries that are another's territory for VAT: by article 7 of Directive 2006/112/EC, by treaty with Switzerland, by British law. */
const TAXED_AS: Record<string, string> = { MC: 'FR', LI: 'CH', IM: 'GB' };

/** The country whose VAT law holds in a country. */
export const taxCountry = (country: string): string => TAXED_AS[country] ?? country;

/** Whether a country's VAT is the union's. */
export const isInEu = (country: string): boolean => EU.has(taxCountry(country));

/** A country's standard rate at a time, as a share; 0 where it has no VAT. */
export const rateOf = (country: string, at: Date): number => {
  const known = RATES[taxCountry(country)];
  const changes = Object.keys(known?.before ?? {}).sort((a, b) => Date.parse(a) - Date.parse(b));
  const next = changes.find((change) => at.getTime() < Date.parse(change));
  return (next === undefined ? known?.rate : known?.before?.[next]?.rate) ?? 0;
};

export interface VatCase {
  /** Null: who sells is not known yet. */
  seller_country: string | null;
  /** Null: not said yet. */
  buyer_country: string | null;
  /** Of a number that is the buyer's country's own: any other is not valid for it. */
  number_status: NumberStatus;
  at: Date;
}

/** Which VAT is charged on services sold online, and why (decision 15). */
export const vatFor = ({ seller_country, buyer_country, number_status, at }: VatCase): { rate: number; treatment: VatTreatment } => {
  if (!seller_country || !buyer_country) return { rate: 0, treatment: 'unknown' };
  if (taxCountry(seller_country) === taxCountry(buyer_country)) return { rate: rateOf(buyer_country, at), treatment: 'domestic' };
  if (!isInEu(buyer_country)) return { rate: 0, treatment: 'outside_eu' };
  if (number_status === 'valid') return { rate: 0, treatment: 'reverse_charge' };
  return { rate: rateOf(buyer_country, at), treatment: 'eu_consumer' };
};

/** Rates are counted in millionths. */
const WHOLE = 1_000_000n;

/** The VAT of each line in cents, half a cent up. An order's VAT is the sum of these. */
export const vatOfLines = (amounts: readonly number[], rate: number): number[] => {
  const millionths = BigInt(Math.round(rate * Number(WHOLE)));
  return amounts.map((amount) => Number(halfUp(BigInt(amount) * millionths, WHOLE)));
};
