import type { Span } from './terms.ts';

/** A country's letter before a post code, as in "D-10179 Berlin". */
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
 * States of the US by how their post codes begin: "VA 21100" is no place in Virginia but Varese, for Italy's provinces are written
 * with two letters too. Where even the figures are the same, as in Trento and Memphis, it is left open. Those that are words besides
 * are told by more of their figures.
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
/** Where British post codes begin. Those of the islands that are countries of their own are not among them. */
const AREAS =
  '[BEGLMNSW]|A[BL]|B[ABDHLNRST]|C[ABFHMORTVW]|D[ADEGHLNTY]|E[CHNX]|F[KY]|G[LU]|H[ADGPRSUX]|I[GPV]|K[ATWY]|L[ADELNSU]|M[EKL]|N[EGNPRW]|O[LX]|P[AEHLOR]|R[GHM]|S[AEGKLMNOPRSTWY]|T[ADFNQRSW]|UB|W[ACDFNRSV]|YO|ZE';

/** What stands behind a town, and in no other country's addresses: its state or province with a post code, or a post code with letters. */
export const BEHIND_TOWN: Record<string, string> = {
  US: Object.entries(STATES)
    .map(([digit, states]) => `(?<=\\p{Lu}[\\p{L}.'’-]+,? )(?:${states}) ${digit}\\d{4}(?:-\\d{4})?`)
    .join('|'),
  CA: '(?:AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT),? [ABCEGHJ-NPRSTVXY]\\d[A-Z] ?\\d[A-Z]\\d',
  // "Acme SA 5000 Namur" is in Belgium, and an ACT of 2018 nowhere.
  AU: '(?:(?:NSW,? [12]|VIC,? [38]|QLD,? [49]|SA,? 5|WA,? 6|TAS,? 7|NT,? 0)\\d{3}|ACT,? 2(?:6\\d|9[01])\\d)(?! (?!Australia)\\p{Lu}\\p{Ll})',
  // "M2 8GB" is a computer's.
  GB: `(?:${AREAS})\\d[A-Z\\d]? \\d(?!GB|TB)[ABD-HJLNP-UW-Z]{2}`,
  BR: '(?:A[CLMP]|BA|CE|DF|ES|GO|M[AGST]|P[ABEIR]|R[JNORS]|S[CEP]|TO)[\\s,–-]{1,3}(?:CEP:? )?\\d{5}-\\d{3}',
};

/** Other forms that only one country's addresses have. */
const FORMS: Record<string, string> = {
  JP: '〒 ?\\d{3}-?\\d{4}',
  NL: '\\p{L}*(?:straat|gracht|laan|weg|plein|kade|singel|dijk|steeg|dreef)(?: \\d+ ?[a-zA-Z]?(?:-\\d+)?,? | \\d+, )\\d{4} ?[A-EGHJ-NPR-TV-XZ]{2} (?=\\p{Lu})',
};

const whole = (form: string, behind = '(?![\\p{L}\\p{N}-])'): RegExp => new RegExp(`(?<![\\p{L}\\p{N}-])(?:${form})${behind}`, 'gu');

const SIGNS: [code: string, sign: RegExp][] = [
  ...Object.entries(LETTERED).map(([code, form]): [string, RegExp] => [code, whole(form, '(?= \\p{Lu})')]),
  ...Object.entries(BEHIND_TOWN).map(([code, form]): [string, RegExp] => [code, whole(form)]),
  ...Object.entries(FORMS).map(([code, form]): [string, RegExp] => [code, whole(form, '')]),
];

/** The countries whose post codes stand in a text. */
export const postCodesIn = (text: string): (Span & { code: string })[] =>
  /\d{3}|\d[A-Z]/.test(text)
    ? SIGNS.flatMap(([code, sign]) =>
        [...text.matchAll(sign)].map(({ 0: found, index }) => ({ start: index, end: index + found.length, code })),
      )
    : [];
