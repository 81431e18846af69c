import type { Vat } from '../../modules/orders/schema.ts';
import { percent } from '../money.ts';
import { countryName } from '../wording.ts';

export type SaidVat = Pick<Vat, 'rate' | 'treatment' | 'number_status'>;

/** What the row of the VAT is called. */
export const vatLabel = ({ rate, treatment }: SaidVat): string => {
  if (treatment === 'unknown') return 'VAT';
  return rate > 0 ? `VAT, ${percent(rate)}` : 'VAT, none';
};

/** Why a number that was given changed nothing. */
const NUMBER: Record<SaidVat['number_status'], (of: string) => string> = {
  not_given: () => '',
  valid: () => '',
  invalid: (of) => ` The VAT number is not a valid one of ${of}, so VAT is charged as for a consumer.`,
  unchecked: () =>
    ' The service that knows VAT numbers did not answer, so VAT is charged as for a consumer. Try again in a few minutes for reverse charge.',
};

/** How the VAT of an order comes about, in a sentence or two. */
export const sayVat = (vat: SaidVat, country: string | null): string => {
  const of = country ? countryName(country) : 'your country';
  switch (vat.treatment) {
    case 'unknown':
      return 'The VAT depends on your country.';
    case 'reverse_charge':
      return `Reverse charge: the VAT number is valid, so no VAT is charged and your business accounts for it in ${of}.`;
    case 'outside_eu':
      return `No VAT is charged: ${of} is outside the EU.`;
    case 'domestic':
      return `${percent(vat.rate)} VAT of ${of}, where the seller is.${vat.number_status === 'invalid' ? ` The VAT number is not a valid one of ${of}.` : ''}`;
    case 'eu_consumer':
      return `${percent(vat.rate)} VAT of ${of}.${NUMBER[vat.number_status](of)}`;
  }
};
