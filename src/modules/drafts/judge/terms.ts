/** Where something was found in a text. */
export interface Span {
  start: number;
  end: number;
}

/** How far two places are apart; 0 where they touch. */
export const gapBetween = (a: Span, b: Span): number => Math.max(0, a.start - b.end, b.start - a.end);

/** Where a pattern is found. */
export const spansOf = (pattern: RegExp, text: string): Span[] =>
  [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));

/** Terms of a table, written as lines of terms with commas between. */
export const termsOf = (...lines: string[]): string[] => lines.flatMap((line) => line.split(/\s*,\s*/)).filter((term) => term !== '');

/** Scripts written without spaces between words: there a term may stand anywhere. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]/u;
/** Whether a text is written, at least in part, without spaces between words. */
export const isUnspaced = (text: string): boolean => UNSPACED.test(text);
const WORD =
  /[[\p{L}\p{N}\p{M}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]]+/gv;

export interface Word extends Span {
  /** In lower case. */
  word: string;
}

/** The words of a text that is written with spaces, with where they stand. */
export const wordsIn = (text: string): Word[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ word: word.toLowerCase(), start: index, end: index + word.length }));

/** What may stand between two words of one term. */
const JOINT = /^(?:[\s'’.‐‑–/-]|[,.] )$/;

/** No term has a longer word. */
const LONGEST_WORD = 40;

interface Term {
  words: string[];
  /** Whether its last word may go on. */
  open: boolean;
}

/**
 * Finds terms of many languages in a text, in any case, the longest first where several stand at one place: whole words, or with
 * `*` at the end also longer ones; a space in a term may be a hyphen in the text. Tables of words rather than patterns: a text is
 * gone through once, however many terms there are.
 */
export const finderOf = (terms: readonly string[]): ((text: string) => Span[]) => {
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
    const words = wordsIn(term).map(({ word }) => word);
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
  const stands = ({ words, open }: Term, text: Word[], at: number, whole: string): boolean =>
    words.every((word, i) => {
      const found = text[at + i];
      if (!found || (i > 0 && !JOINT.test(whole.slice(text[at + i - 1]!.end, found.start)))) return false;
      return found.word === word || (open && i === words.length - 1 && found.word.startsWith(word));
    });

  const spacedIn = (text: string): Span[] => {
    const found: Span[] = [];
    const words = wordsIn(text);
    for (const [at, { word, start, end }] of words.entries()) {
      for (const term of spaced.get(word) ?? [])
        if (stands(term, words, at, text)) found.push({ start, end: words[at + term.words.length - 1]!.end });
      if (beginnings.size > 0 && begins(word)) found.push({ start, end });
    }
    return found;
  };
  const unspacedIn = (text: string): Span[] => {
    const found: Span[] = [];
    if (unspaced.size === 0 || !UNSPACED.test(text)) return found;
    for (let start = 0; start < text.length; start++) {
      for (const term of unspaced.get(text[start]!) ?? [])
        if (text.startsWith(term, start)) found.push({ start, end: start + term.length });
    }
    return found;
  };
  return (text) => [...spacedIn(text), ...unspacedIn(text)];
};
