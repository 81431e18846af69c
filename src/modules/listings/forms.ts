import { websiteOf } from './address.ts';

/** Values in which not any text will do, as people type them and as they are kept. Null for what cannot be one. */

const REGIONS = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** Codes Unicode knows that are nobody's country. */
const NO_COUNTRY = ['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'];

export const countryOf = (typed: string): string | null => {
  const code = typed.toUpperCase();
  return /^[A-Z]{2}$/.test(code) && !NO_COUNTRY.includes(code) && REGIONS.of(code) ? code : null;
};

const LONGEST_LINK = 500;

/** The address of something on the web. */
export const linkOf = (typed: string, any_host: boolean): string | null => {
  const link = websiteOf(typed, any_host);
  return link !== null && link.length <= LONGEST_LINK ? link : null;
};

export const COUNTRY_SAYS = 'must be the two letters of a country, such as DE';
export const MAIL_SAYS = 'must be a mail address such as hello@acme.example';
export const LINK_SAYS = 'must be a web address such as https://acme.example/demo, of at most 500 characters';
