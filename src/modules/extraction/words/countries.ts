import country_codes from '../../../kernel/data/country-codes.json' with { type: 'json' };
import words from './countries.json' with { type: 'json' };
import { findSpans, type TextSpan, termsOf } from './terms.ts';

/** ISO 3166-1 alpha-2. */
export const COUNTRY_CODES: ReadonlySet<string> = new Set(country_codes);

export const SCRIPTS: readonly { written: RegExp; languages: readonly string[] }[] = [
  { written: /\p{sc=Latin}/u, languages: 'en de fr es it pt nl da sv nb fi pl cs sk hu ro tr id vi ca hr sl lt lv et is'.split(' ') },
  { written: /\p{sc=Cyrillic}/u, languages: ['ru', 'uk', 'bg', 'sr'] },
  { written: /\p{sc=Greek}/u, languages: ['el'] },
  { written: /\p{sc=Arabic}/u, languages: ['ar', 'fa'] },
  { written: /\p{sc=Hebrew}/u, languages: ['he'] },
  { written: /\p{sc=Devanagari}/u, languages: ['hi'] },
  { written: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u, languages: ['ja', 'zh', 'zh-Hant'] },
  { written: /\p{sc=Hangul}/u, languages: ['ko'] },
  { written: /\p{sc=Thai}/u, languages: ['th'] },
];

/** Common forms besides the dictionary names, and inflected forms. */
export const COMMON_FORMS: Record<string, string> = words.common_forms;

/** Country names that are also words, first names, streets or fonts, and phrases that only sound like one: they prove nothing. */
export const NOT_A_COUNTRY: ReadonlySet<string> = new Set(termsOf(...words.not_a_country));

/** A country's letter before a postal code, as in "D-10179 Berlin". */
const LETTERED: Record<string, string> = {
  DE: '(?:D|DE)[-–]\\d{5}',
  AT: '(?:A|AT)[-–]\\d{4}',
  CH: 'CH[-–]\\d{4}',
  LI: 'FL[-–]\\d{4}',
  LU: 'L[-–]\\d{4}',
  BE: 'BE?[-–]\\d{4}',
  FR: 'FR?[-–]\\d{5}',
  IT: 'IT?[-–]\\d{5}',
  DK: 'DK[-–]\\d{4}',
  SE: 'SE?[-–]\\d{3} ?\\d{2}',
  FI: 'FI(?:N)?[-–]\\d{5}',
  NL: 'NL[-–]\\d{4} ?[A-Z]{2}',
  CZ: 'CZ[-–]\\d{3} ?\\d{2}',
};

/**
 * US states by the start of their postal codes: "VA 21100" is not Virginia but Varese, since Italian provinces have two letters too.
 * Where even the digits match, as for Trento and Memphis, the country stays open. States that are also words need more digits.
 */
const STATES: Record<string, string> = {
  '0': 'CT|MA|ME(?= 0[34])|NH|NJ|RI(?= 02[89])|VT',
  '1': 'DE|NY|PA',
  '2': 'DC|MD|NC|SC|VA(?= 2[0234])|WV',
  '3': 'AL|FL|GA|MS|TN(?= 37)',
  '4': 'IN(?= 4[67])|KY|MI|OH',
  '5': 'IA|MN|MT|ND|SD|WI',
  '6': 'IL|KS|MO|NE',
  '7': 'AR|LA|OK(?= 7[34])|TX',
  '8': 'AZ|CO|ID(?= 83)|NM|NV|UT|WY',
  '9': 'AK|CA|HI(?= 96)|OR(?= 97)|WA',
};
/** Prefixes of British postal codes, without the islands that have country codes of their own. */
const AREAS =
  '[BEGLMNSW]|A[BL]|B[ABDHLNRST]|C[ABFHMORTVW]|D[ADEGHLNTY]|E[CHNX]|F[KY]|G[LU]|H[ADGPRSUX]|I[GPV]|K[ATWY]|L[ADELNSU]|M[EKL]|N[EGNPRW]|O[LX]|P[AEHLOR]|R[GHM]|S[AEGKLMNOPRSTWY]|T[ADFNQRSW]|UB|W[ACDFNRSV]|YO|ZE';

/** What follows a city only in this country's addresses: state or province with a postal code, or a postal code with letters. */
export const BEHIND_TOWN: Record<string, string> = {
  US: Object.entries(STATES)
    .map(([digit, states]) => `(?<=\\p{Lu}[\\p{L}.'’-]{1,40},? )(?:${states}) ${digit}\\d{4}(?:-\\d{4})?`)
    .join('|'),
  CA: '(?:AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT),? [ABCEGHJ-NPRSTVXY]\\d[A-Z] ?\\d[A-Z]\\d',
  // "Acme SA 5000 Namur" is in Belgium, and "ACT 2018" is a law.
  AU: '(?:(?:NSW,? [12]|VIC,? [38]|QLD,? [49]|SA,? 5|WA,? 6|TAS,? 7|NT,? 0)\\d{3}|ACT,? 2(?:6\\d|9[01])\\d)(?! (?!Australia)\\p{Lu}\\p{Ll})',
  // "M2 8GB" is a computer.
  GB: `(?:${AREAS})\\d[A-Z\\d]? \\d(?!GB|TB)[ABD-HJLNP-UW-Z]{2}`,
  BR: '(?:A[CLMP]|BA|CE|DF|ES|GO|M[AGST]|P[ABEIR]|R[JNORS]|S[CEP]|TO)[\\s,–-]{1,3}(?:CEP:? )?\\d{5}-\\d{3}',
};

/** Other formats that only one country's addresses have. */
const FORMS: Record<string, string> = {
  JP: '〒 ?\\d{3}-?\\d{4}',
  NL: '\\p{L}{0,40}(?:straat|gracht|laan|weg|plein|kade|singel|dijk|steeg|dreef)(?: \\d{1,5} ?[a-zA-Z]?(?:-\\d{1,5})?,? | \\d{1,5}, )\\d{4} ?[A-EGHJ-NPR-TV-XZ]{2} (?=\\p{Lu})',
};

const whole = (form: string, behind = '(?![\\p{L}\\p{N}-])'): RegExp => new RegExp(`(?<![\\p{L}\\p{N}-])(?:${form})${behind}`, 'gu');

const SIGNS: [code: string, sign: RegExp][] = [
  ...Object.entries(LETTERED).map(([code, form]): [string, RegExp] => [code, whole(form, '(?= \\p{Lu})')]),
  ...Object.entries(BEHIND_TOWN).map(([code, form]): [string, RegExp] => [code, whole(form)]),
  ...Object.entries(FORMS).map(([code, form]): [string, RegExp] => [code, whole(form, '')]),
];

export interface CountryFound extends TextSpan {
  code: string;
}

export const postCodesIn = (text: string): CountryFound[] =>
  /\d{3}|\d[A-Z]/.test(text) ? SIGNS.flatMap(([code, sign]) => findSpans(sign, text).map((span) => ({ ...span, code }))) : [];
