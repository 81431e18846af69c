import jsvat from 'jsvat-next';
import { isInEu, taxCountry } from './rules.ts';

/** Countries whose numbers begin with other letters than their ISO code. */
const PREFIXES: Record<string, string> = { GR: 'EL' };

/** The letters a country's VAT numbers begin with. */
export const prefixOf = (country: string): string => PREFIXES[taxCountry(country)] ?? taxCountry(country);

/** The library's countries of the union, by the letters their numbers begin with. */
const MEMBERS = new Map(jsvat.countries.filter(({ codes }) => isInEu(codes[0]!)).map((member) => [prefixOf(member.codes[0]!), member]));

/** What stands for a digit in a French key: no I and no O. */
const KEY_DIGITS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A French key with a letter checks the nine digits after it by a sum of its own, of which the library knows only the form. */
const frenchKeyFits = (number: string): boolean => {
  const [first, second] = [...number.slice(2, 4)].map((sign) => KEY_DIGITS.indexOf(sign)) as [number, number];
  const key = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100;
  return (Number(number.slice(4)) + 1 + Math.floor(key / 11)) % 11 === key % 11;
};

/** What the library lets pass or stops, and should not. Latvian personal codes given out since 2017 tell no date of birth. */
const BEYOND_LIBRARY: { form: RegExp; fits: (number: string) => boolean }[] = [
  { form: /^FR(?!\d\d)[0-9A-HJ-NP-Z]{2}\d{9}$/, fits: frenchKeyFits },
  { form: /^LV32\d{9}$/, fits: () => true },
];

/** Whether a number with its prefix is one that a country of the union could have given out: its form and its check digits. */
export const isWellFormed = (number: string): boolean => {
  const own = BEYOND_LIBRARY.find(({ form }) => form.test(number));
  const member = MEMBERS.get(number.slice(0, 2));
  return own ? own.fits(number) : member !== undefined && jsvat.checkVAT(number, [member]).isValid;
};

/** In capitals, without what people put between the digits. */
const bare = (said: string): string =>
  said
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9+*]/g, '')
    .replace(/^GR(?=\d)/, 'EL');

export interface ReadNumber {
  /** With its prefix and nothing between, where it fits; otherwise what was said. */
  number: string;
  /** Whether it is a number of the country, as far as that can be told without asking. Null: that country's numbers are not checked. */
  fits: boolean | null;
}

/**
 * Reads a VAT number given with a billing country. Without a prefix it takes the country's. One of another country does not fit, nor
 * does one of Northern Ireland (XI): those are for goods. Null where nothing is given.
 */
export const readNumber = (said: string, country: string | null): ReadNumber | null => {
  const number = bare(said);
  if (!number) return null;
  if (country === null) return { number, fits: isWellFormed(number) };
  if (!isInEu(country)) return { number, fits: isWellFormed(number) ? false : null };
  const prefix = prefixOf(country);
  // A number of another country could, with this one's letters before it, look like one of this country.
  const own = number.startsWith(prefix) || isWellFormed(number) ? number : prefix + number;
  const fits = own.startsWith(prefix) && isWellFormed(own);
  return { number: fits ? own : number, fits };
};
