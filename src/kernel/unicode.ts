/**
 * Normalization sorts the combining marks of a letter in quadratic time: 60,000 accents on one letter take eight seconds and cannot be
 * interrupted. UAX #15 calls text with at most 30 marks in a row stream-safe; no language needs more.
 */
const EXCESS_MARKS = /(\p{M}{30})\p{M}+/gu;
const MAY_HAVE_MARKS = /[\u0300-\uffff]/;

export const limitMarks = (text: string): string => (MAY_HAVE_MARKS.test(text) ? text.replace(EXCESS_MARKS, '$1') : text);

/** Normalizes untrusted text in linear time, without excess marks. */
export const normalize = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD' = 'NFC'): string =>
  text.replace(EXCESS_MARKS, '$1').normalize(form);
