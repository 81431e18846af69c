const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]/u;
const LETTER = /[\p{L}\p{N}]/u;
const GLUE = /[\p{M}\u200c\u200d]/u;

const before = (text: string, at: number): string => {
  const code = text.charCodeAt(at - 1);
  return code >= 0xdc00 && code <= 0xdfff ? text.slice(at - 2, at) : text.slice(at - 1, at);
};
const after = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0x20);

/** A number goes on behind its decimal point, and behind the mark or space between its thousands. */
const GOES_ON = /^(?:[.,:'’]\d| \d{3}(?!\d))/;
const WENT_ON = /\d[.,:'’]$|\d $/;
const DIGIT = /\d/;
const THOUSANDS = /^\d{3}(?!\d)/;

/** Whether text may be cut at a place: not in a word, a letter with its marks, or a number. Unspaced scripts may between letters. */
export const mayCut = (text: string, at: number): boolean => {
  if (at <= 0 || at >= text.length) return true;
  const [left, right] = [before(text, at), after(text, at)];
  if (GLUE.test(right) || left === '\u200d') return false;
  if (LETTER.test(right) && (LETTER.test(left) || GLUE.test(left))) return UNSPACED.test(left) || UNSPACED.test(right);
  if (DIGIT.test(left) && GOES_ON.test(text.slice(at, at + 5))) return false;
  const behind = text.slice(Math.max(0, at - 2), at);
  if (DIGIT.test(right) && WENT_ON.test(behind)) return behind.endsWith(' ') && !THOUSANDS.test(text.slice(at, at + 4));
  return true;
};

/** Every place a piece stands in a text uncut, in order; at most so many. At a seam any cut is right. */
export const placesOf = (text: string, piece: string, most: number, isSeam: (at: number) => boolean = () => false): number[] => {
  const places: number[] = [];
  const uncut = (at: number): boolean => isSeam(at) || mayCut(text, at);
  // Text that repeats itself could be looked through for long; nobody quotes the thousandth time.
  for (let at = text.indexOf(piece), tries = 0; at >= 0 && places.length < most && tries < 1000; at = text.indexOf(piece, at + 1), tries++)
    if (uncut(at) && uncut(at + piece.length)) places.push(at);
  return places;
};
