export interface TextSpan {
  start: number;
  end: number;
}

/** The distance between two spans; 0 if they touch. */
export const gapBetween = (a: TextSpan, b: TextSpan): number => Math.max(0, a.start - b.end, b.start - a.end);

/** Longer spans are rare and compared with all others. */
const LONG = 200;

/** The index of the first item of a sorted list that is not before what is searched. */
export const lowerBound = <T>(sorted: readonly T[], isBefore: (item: T) => boolean): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(sorted[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Returns a function that finds the spans within a distance of another, in their original order. */
export const nearbyFinder = (spans: readonly TextSpan[], most: number): ((span: TextSpan) => TextSpan[]) => {
  const placed = spans.map((span, order) => ({ span, order }));
  const long = placed.filter(({ span }) => span.end - span.start > LONG);
  const short = placed.filter(({ span }) => span.end - span.start <= LONG).sort((a, b) => a.span.start - b.span.start);
  return (span) => {
    const found = long.filter((other) => gapBetween(span, other.span) <= most);
    const first = lowerBound(short, (other) => other.span.start < span.start - most - LONG);
    for (let at = first; at < short.length && short[at]!.span.start <= span.end + most; at++)
      if (gapBetween(span, short[at]!.span) <= most) found.push(short[at]!);
    return found.sort((a, b) => a.order - b.order).map((one) => one.span);
  };
};

export const findSpans = (pattern: RegExp, text: string): TextSpan[] =>
  [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));

/** Splits lines of comma-separated terms. */
export const termsOf = (...lines: string[]): string[] =>
  lines.flatMap((line) => line.split(',').map((term) => term.trim())).filter((term) => term !== '');

/** The terms of each row of a word table. */
export const termTable = <K extends string>(rows: Record<K, string[]>): Record<K, string[]> =>
  Object.fromEntries(Object.entries<string[]>(rows).map(([name, lines]) => [name, termsOf(...lines)])) as Record<K, string[]>;

/** Scripts without spaces between words: a term may occur anywhere. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]/u;
/** Whether a text is written, at least in part, without spaces between words. */
export const isUnspaced = (text: string): boolean => UNSPACED.test(text);
const WORD =
  /[[\p{L}\p{N}\p{M}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]]+/gv;

export interface WordSpan extends TextSpan {
  word: string;
}

let last: { text: string; words: WordSpan[] } = { text: '', words: [] };
/** Many tables are looked up in the same text one after the other, so the last text's words are kept. */
export const wordSpans = (text: string): readonly WordSpan[] => {
  if (last.text !== text)
    last = {
      text,
      words: [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ word: word.toLowerCase(), start: index, end: index + word.length })),
    };
  return last.words;
};

/** What may separate two words of one term. */
const JOINT = /^(?:[\s'’.‐‑–/-]|[,.] | [&+] )$/;

/** No term has a longer word. */
const LONGEST_WORD = 40;

interface Term {
  words: string[];
  /** Whether its last word may have an ending. */
  open: boolean;
}

/**
 * Finds terms of many languages in a text, ignoring case, longest match first: whole words, or with `*` at the end also longer ones; a
 * space in a term also matches a hyphen. Uses word tables rather than patterns, so that a text is scanned once, however many terms
 * there are.
 */
export const termFinder = (terms: readonly string[]): ((text: string) => TextSpan[]) => {
  const spaced = new Map<string, Term[]>();
  const beginnings = new Set<string>();
  const unspaced = new Map<string, string[]>();
  for (const written of terms) {
    const term = written.normalize('NFC');
    if (UNSPACED.test(term)) {
      unspaced.set(
        term[0]!,
        [...(unspaced.get(term[0]!) ?? []), term].sort((a, b) => b.length - a.length),
      );
      continue;
    }
    const words = wordSpans(term).map(({ word }) => word);
    const [first] = words;
    if (!first) continue;
    if (words.length === 1 && term.endsWith('*')) beginnings.add(first);
    else
      spaced.set(
        first,
        [...(spaced.get(first) ?? []), { words, open: term.endsWith('*') }].sort((a, b) => b.words.length - a.words.length),
      );
  }

  const begins = (word: string): boolean => {
    for (let length = Math.min(word.length, LONGEST_WORD); length > 1; length--) if (beginnings.has(word.slice(0, length))) return true;
    return false;
  };
  const stands = ({ words, open }: Term, text: readonly WordSpan[], at: number, whole: string): boolean =>
    words.every((word, i) => {
      const found = text[at + i];
      if (!found || (i > 0 && !JOINT.test(whole.slice(text[at + i - 1]!.end, found.start)))) return false;
      return found.word === word || (open && i === words.length - 1 && found.word.startsWith(word));
    });

  const spacedIn = (text: string): TextSpan[] => {
    const found: TextSpan[] = [];
    const words = wordSpans(text);
    for (const [at, { word, start, end }] of words.entries()) {
      for (const term of spaced.get(word) ?? [])
        if (stands(term, words, at, text)) found.push({ start, end: words[at + term.words.length - 1]!.end });
      if (beginnings.size > 0 && begins(word)) found.push({ start, end });
    }
    return found;
  };
  const unspacedIn = (text: string): TextSpan[] => {
    const found: TextSpan[] = [];
    if (unspaced.size === 0 || !UNSPACED.test(text)) return found;
    for (let start = 0; start < text.length; start++) {
      for (const term of unspaced.get(text[start]!) ?? [])
        if (text.startsWith(term, start)) found.push({ start, end: start + term.length });
    }
    return found;
  };
  return (text) => [...spacedIn(text), ...unspacedIn(text)];
};
