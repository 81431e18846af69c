import { normalize } from '../../../kernel/unicode.ts';
import { findSpans, isUnspaced, type TextSpan } from './terms.ts';

/** Zero-width characters: soft hyphens, zero-width spaces, direction marks, tags. Nobody sees them, so nobody quotes them. */
const UNSEEN = /\u034f|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;
/** White space other than one plain space, including filler characters that look like it. */
const GAPS = /[\s\u0085\u115f\u1160\u2800\u3164\uffa0]+/g;
/** Characters that are not known to be normalized already. Most text has none, which is quick to check. */
const UNEVEN =
  /[^\x20-\x7e\xa1-\xac\xae-\u024f\u0391-\u03ce\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u3001-\u3029\u3041-\u3096\u30a1-\u30fe\u4e00-\u9fff\uac00-\ud7a3]| {2}|^ | $/;

/** Normalizes text: NFC, no zero-width characters, runs of white space collapsed. All comparisons use this form. */
export const flattenText = (text: string): string =>
  UNEVEN.test(text) ? normalize(text.replace(UNSEEN, '')).replace(GAPS, ' ').trim() : text;

const BLANK_LINE = /\n[^\S\n]*(?:\n[^\S\n]*)+/;

export const paragraphsOf = (text: string): string[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split(BLANK_LINE)
    .map(flattenText)
    .filter((paragraph) => paragraph !== '');

/** Control characters other than white space, and lone surrogates. No honest value contains them, and the database accepts neither. */
const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/;
export const isClean = (text: string): boolean => text.isWellFormed() && !CONTROL.test(text);

/** Whether a text is within a length in characters, not UTF-16 units. */
export const fitsLength = (text: string, most: number): boolean =>
  text.length <= most || (text.length <= most * 2 && [...text].length <= most);

const LETTER = /[\p{L}\p{N}]/u;
const GLUE = /[\p{M}\u200c\u200d]/u;

const before = (text: string, at: number): string => {
  const code = text.charCodeAt(at - 1);
  return code >= 0xdc00 && code <= 0xdfff ? text.slice(at - 2, at) : text.slice(at - 1, at);
};
const after = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0x20);

/** A number continues after a decimal point and after a thousands separator. */
const GOES_ON = /^(?:[.,:'’]\d| \d{3}(?!\d))/;
const WENT_ON = /\d[.,:'’]$|\d $/;
const DIGIT = /\d/;
const THOUSANDS = /^\d{3}(?!\d)/;

/** Whether text may be cut here: not within a word, a character with its marks, or a number; in unspaced scripts anywhere. */
export const isBoundary = (text: string, at: number): boolean => {
  if (at <= 0 || at >= text.length) return true;
  const [left, right] = [before(text, at), after(text, at)];
  if (GLUE.test(right) || left === '\u200d') return false;
  if (LETTER.test(right) && (LETTER.test(left) || GLUE.test(left))) return isUnspaced(left) || isUnspaced(right);
  if (DIGIT.test(left) && GOES_ON.test(text.slice(at, at + 5))) return false;
  const behind = text.slice(Math.max(0, at - 2), at);
  if (DIGIT.test(right) && WENT_ON.test(behind)) return behind.endsWith(' ') && !THOUSANDS.test(text.slice(at, at + 4));
  return true;
};

/** The positions where a piece occurs and fits. Bounded, since repetitive text could take long; nobody quotes the thousandth one. */
const findPlaces = (text: string, piece: string, most: number, max_tries: number, isFitting: (at: number) => boolean): number[] => {
  const places: number[] = [];
  let at = text.indexOf(piece);
  for (let tries = 0; at >= 0 && places.length < most && tries < max_tries; tries++) {
    if (isFitting(at)) places.push(at);
    at = text.indexOf(piece, at + 1);
  }
  return places;
};

/** The positions where a piece occurs in a text without being cut, in order, up to a limit. At a seam any cut is allowed. */
export const uncutPlaces = (text: string, piece: string, most: number, isSeam: (at: number) => boolean = () => false): number[] => {
  const isUncut = (at: number): boolean => isSeam(at) || isBoundary(text, at);
  return findPlaces(text, piece, most, 1000, (at) => isUncut(at) && isUncut(at + piece.length));
};

/** Addresses in a text: a part of one is not a word of the page. Each match starts after a non-letter, so it is searched once. */
const ADDRESS =
  /(?<![a-z0-9+.-])(?:[a-z][a-z0-9+.-]{1,20}:\/\/|mailto:|tel:|www\.)\S+|(?<!\S)\.{0,2}\/\S+|(?<![\w.+%-])[\w.+%-]{1,64}@[\w-]{1,63}\.[\w.-]+/gi;
const MAY_HOLD_ADDRESS = /[/@:]|www\./i;

const addressesIn = (text: string): TextSpan[] => (MAY_HOLD_ADDRESS.test(text) ? findSpans(ADDRESS, text) : []);
const cuts = (address: TextSpan, start: number, end: number): boolean =>
  (start > address.start && start < address.end) || (end > address.start && end < address.end);

const MAX_TRIES = 200;
const MAX_PLACES = 20;

/** The positions of a value in a text as whole words with the same spelling. Both are normalized. */
export const wholeWordPlaces = (value: string, text: string, most = MAX_PLACES): TextSpan[] => {
  if (value === '' || !text.includes(value)) return [];
  const addresses = addressesIn(text);
  const isWhole = (start: number): boolean => {
    const end = start + value.length;
    return isBoundary(text, start) && isBoundary(text, end) && !addresses.some((address) => cuts(address, start, end));
  };
  return findPlaces(text, value, most, MAX_TRIES, isWhole).map((start) => ({ start, end: start + value.length }));
};

export const containsWhole = (value: string, quote: string): boolean => wholeWordPlaces(value, quote, 1).length > 0;

export const collapseSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Decodes the escapes of an address. What cannot be decoded is used as written. */
export const decodeEscapes = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
