/** A face that every system has or has the like of, with the same widths. */
export const FACE = "'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif";

/** How wide its bold letters are, from the space to the tilde, in thousandths of their size. */
const ADVANCES = [
  278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333,
  333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722,
  667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611,
  611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];

/** What is in no table, by what it is: the first row that holds. A picture takes one place however many signs it is made of. */
const WIDTHS: [RegExp, number][] = [
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
const ANY_OTHER = 700;
const PICTURE = 1250;
const IS_PICTURE = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator})/u;
const IS_PLAIN = /^[ -~]$/;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const partsOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

const widthOfSign = (sign: string): number =>
  IS_PLAIN.test(sign) ? ADVANCES[sign.charCodeAt(0) - 32]! : (WIDTHS.find(([holds]) => holds.test(sign))?.[1] ?? ANY_OTHER);

const thousandths = (part: string): number => {
  if (IS_PICTURE.test(part) && !/^[©®™]$/u.test(part)) return PICTURE;
  let width = 0;
  // Taken apart, a letter with an accent is as wide as the letter. Hangul stays whole.
  for (const sign of /\p{Script=Hangul}/u.test(part) ? part : part.normalize('NFD')) width += widthOfSign(sign);
  return width;
};

/** How wide a line is at a size. Engines are told to make it so, hence it is the same in all of them. */
export const widthOf = (text: string, size: number): number =>
  (partsOf(text).reduce((sum, part) => sum + thousandths(part), 0) * size) / 1000;

/** A line that fits: its text, size and width. */
export interface Line {
  text: string;
  size: number;
  width: number;
  /** Read from right to left. */
  rtl: boolean;
}

/** A text is set at no less than this of its size; what does not fit even so is cut. */
const SMALLEST = 0.72;
/** Whoever has so much to say is cut before it is measured. */
const MOST_SIGNS = 400;
const FIRST_STRONG = /\p{L}/u;
const RTL = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Signs that XML does not know, and those that would turn a line around, are no part of a name. */
const UNFIT = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|[\u202a-\u202e\u2066-\u2069]/gu;

/** A text as it can stand in a badge. */
export const tidied = (text: string): string => text.slice(0, MOST_SIGNS).toWellFormed().replace(UNFIT, '').replace(/\s+/g, ' ').trim();

/** Sets a text in a line of at most some width: smaller where it is a little too long, cut between two letters where it is much. */
export const fitLine = (asked: string, size: number, most: number): Line => {
  const text = tidied(asked);
  const rtl = RTL.test(FIRST_STRONG.exec(text)?.[0] ?? '');
  const natural = widthOf(text, size);
  if (natural <= most) return { text, size, width: natural, rtl };
  const smaller = Math.max(most / natural, SMALLEST) * size;
  const fits = widthOf(text, smaller);
  if (fits <= most + 0.001) return { text, size: smaller, width: Math.min(fits, most), rtl };
  let [kept, width] = ['', widthOf('…', smaller)];
  for (const part of partsOf(text)) {
    const more = widthOf(part, smaller);
    if (width + more > most) break;
    kept += part;
    width += more;
  }
  const cut = `${kept.trimEnd()}…`;
  return { text: cut, size: smaller, width: widthOf(cut, smaller), rtl };
};
