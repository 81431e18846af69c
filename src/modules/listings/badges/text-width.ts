import { normalize } from '../../../kernel/unicode.ts';

/** A font that every system has, or has a replacement for with the same widths. */
export const BADGE_FONT = "'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif";

/** Widths of its bold characters, from space to tilde, in thousandths of the font size. */
const GLYPH_WIDTHS = [
  278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333,
  333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722,
  667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611,
  611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];

/** Widths of other characters by script or category; the first row that matches applies. Every emoji has one width. */
const SCRIPT_WIDTHS: [RegExp, number][] = [
  [/^[\p{Mn}\p{Me}\p{Cf}]$/u, 0],
  [/^\p{Mc}$/u, 300],
  [/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u30ff\uff01-\uff60]$/u, 1000],
  [/^\p{Script=Hangul}$/u, 940],
  [/^\p{Script=Arabic}$/u, 480],
  [/^\p{Script=Thai}$/u, 560],
  [/^\p{Script=Hebrew}$/u, 560],
  [/^[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Khmer}]$/u, 560],
  [/^\p{Script=Tamil}$/u, 850],
  [/^\p{Script=Greek}$/u, 600],
  [/^\p{Lu}$/u, 740],
  [/^[‘’·]$/u, 300],
  [/^\p{L}$/u, 630],
];
const DEFAULT_WIDTH = 700;
const EMOJI_WIDTH = 1250;
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator})/u;
const PRINTABLE_ASCII = /^[ -~]$/;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const splitGraphemes = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

const charWidth = (char: string): number =>
  PRINTABLE_ASCII.test(char)
    ? GLYPH_WIDTHS[char.charCodeAt(0) - 32]!
    : (SCRIPT_WIDTHS.find(([pattern]) => pattern.test(char))?.[1] ?? DEFAULT_WIDTH);

const graphemeWidth = (part: string): number => {
  if (EMOJI.test(part) && !/^[©®™]$/u.test(part)) return EMOJI_WIDTH;
  let width = 0;
  // An accented letter is as wide as its base letter, hence NFD. Hangul stays composed.
  for (const char of /\p{Script=Hangul}/u.test(part) ? part : normalize(part, 'NFD')) width += charWidth(char);
  return width;
};

/** The width of a line at a font size. The SVG sets it as textLength, so every renderer draws it the same. */
export const measureText = (text: string, size: number): number =>
  (splitGraphemes(text).reduce((sum, part) => sum + graphemeWidth(part), 0) * size) / 1000;

/** A line of text that fits, with its font size and width. */
export interface BadgeLine {
  text: string;
  size: number;
  width: number;
  rtl: boolean;
}

/** The smallest font size, as a part of the requested one; text that does not fit even then is cut. */
const MIN_SCALE = 0.72;
/** Longer texts are cut before they are measured. */
const MAX_CHARS = 400;
const FIRST_STRONG = /\p{L}/u;
const RTL = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Characters that XML forbids, and bidi controls that would change the direction of the rest. */
const UNSAFE_CHARS = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|[\u202a-\u202e\u2066-\u2069]/gu;

export const cleanBadgeText = (text: string): string =>
  text.slice(0, MAX_CHARS).toWellFormed().replace(UNSAFE_CHARS, '').replace(/\s+/g, ' ').trim();

/** Fits a text into a width: with a smaller font if it is a little too long, cut between two graphemes if it is much too long. */
export const fitLine = (original: string, size: number, max_width: number): BadgeLine => {
  const text = cleanBadgeText(original);
  const rtl = RTL.test(FIRST_STRONG.exec(text)?.[0] ?? '');
  const natural = measureText(text, size);
  if (natural <= max_width) return { text, size, width: natural, rtl };
  const reduced_size = Math.max(max_width / natural, MIN_SCALE) * size;
  const fitted_width = measureText(text, reduced_size);
  if (fitted_width <= max_width + 0.001) return { text, size: reduced_size, width: Math.min(fitted_width, max_width), rtl };
  let [fitted, width] = ['', measureText('…', reduced_size)];
  for (const part of splitGraphemes(text)) {
    const grapheme_width = measureText(part, reduced_size);
    if (width + grapheme_width > max_width) break;
    fitted += part;
    width += grapheme_width;
  }
  const cut = `${fitted.trimEnd()}…`;
  return { text: cut, size: reduced_size, width: measureText(cut, reduced_size), rtl };
};
