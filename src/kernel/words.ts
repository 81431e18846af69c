/**
 * Text as words, one rule for writing and for asking. PostgreSQL only stores and compares what is made here, so a search
 * finds the same on every server, whatever its locale and dictionaries.
 */

/** Marks that writers leave out when they type. Those of Indic scripts and the Japanese voicing marks are letters to their readers and stay. */
const MARKS =
  /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u200c\u200d\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]/g;
/** Letters that Unicode does not take apart, as people write them without a fitting keyboard. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  ſ: 's',
  ς: 'σ',
};
const UNDIVIDED = /[ßøđðłæœþħıŧŋſς]/g;
const ASCII = /^[\0-\x7f]*$/;

/** Text without accents and case, the same however it was typed. */
export const fold = (text: string): string => {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  const bare = lower.normalize('NFKD').toLowerCase().normalize('NFKD').replace(MARKS, '');
  return bare.replace(UNDIVIDED, (letter) => PLAIN[letter]!).normalize('NFC');
};

/** A run of letters and digits; signs at its end belong to it where they tell names apart: c++, c#. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:[+#]{1,2}(?![\p{L}\p{N}+#]))?/gu;
/** The same for plain text, which most is, at a third of the time. */
const PLAIN_WORD = /[a-z0-9]+(?:[+#]{1,2}(?![a-z0-9+#]))?/g;
const SIGNS = /[+#]+$/;
/** Scripts written without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]+/gu;
/** No word is told from another by what comes after; it also keeps every word far below PostgreSQL's limit of 2 KB. */
export const LONGEST_WORD = 64;

const cut = (word: string): string => (word.length <= LONGEST_WORD ? word : [...word].slice(0, LONGEST_WORD).join(''));

/** A run of an unspaced script as overlapping pairs of letters. Written, its last letter also stands alone: so each letter begins a word. */
const pairsOf = (run: string, writing: boolean): string[] => {
  const letters = [...run];
  const pairs = letters.slice(1).map((letter, at) => letters[at] + letter);
  return pairs.length === 0 || writing ? [...pairs, letters.at(-1)!] : pairs;
};

const divide = (word: string, writing: boolean): string[] => {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: run, index } of word.matchAll(UNSPACED)) {
    if (index > from) parts.push(word.slice(from, index));
    parts.push(...pairsOf(run, writing));
    from = index + run.length;
  }
  if (from < word.length) parts.push(word.slice(from));
  return writing ? parts.flatMap((part) => (SIGNS.test(part) ? [part, part.replace(SIGNS, '')] : part)) : parts;
};

const runsOf = (folded: string): string[] => folded.match(ASCII.test(folded) ? PLAIN_WORD : WORD) ?? [];
const MAY_DIVIDE = /[^\0-\u0dff]|[+#]$/;
const split = (text: string, writing: boolean): string[] => {
  const runs = runsOf(fold(text));
  return (runs.some((run) => MAY_DIVIDE.test(run)) ? runs.flatMap((run) => divide(run, writing)).filter(Boolean) : runs).map(cut);
};

/** The words of a text in order, folded; scripts without spaces as overlapping pairs of letters. */
export const wordsOf = (text: string): string[] => split(text, false);

/** A name without spaces, signs and accents, so that "Launch-Week" and "launchweek" are the same. */
export const keyOf = (name: string): string => cut(runsOf(fold(name)).join(''));

/** The words a text is found by. More than `wordsOf`: what is asked for less exactly is written down as well. */
export const writtenWordsOf = (text: string): string[] => split(text, true);

export type Weight = 'A' | 'B' | 'C' | 'D';
const PLACES: readonly [Weight, string][] = [
  ['A', '1A'],
  ['B', '2B'],
  ['C', '3C'],
  ['D', '4D'],
];
/** Keeps a vector below PostgreSQL's limit of 1 MB however long the text. */
const MOST_WORDS = 3_500;

/**
 * A tsvector literal of words: each once for every weight it has. Positions only carry the weights: where in a text a word
 * stands says little about a product, and leaving it out halves the vector.
 */
export const vectorOfWords = (words: Partial<Record<Weight, readonly string[]>>): string => {
  const places = new Map<string, string>();
  for (const [weight, place] of PLACES) {
    for (const word of words[weight] ?? []) {
      const before = places.get(word);
      if (before === undefined) {
        if (places.size < MOST_WORDS) places.set(word, place);
      } else if (!before.endsWith(place)) places.set(word, `${before},${place}`);
    }
  }
  let literal = '';
  for (const [word, at] of places) literal += `'${word}':${at} `;
  return literal;
};

/** A tsvector literal of texts, the most telling as A. */
export const vectorOf = (texts: Partial<Record<Weight, string | readonly string[] | null>>): string =>
  vectorOfWords(
    Object.fromEntries(Object.entries(texts).map(([weight, text]) => [weight, writtenWordsOf([text ?? ''].flat().join('\n'))])),
  );

/** Words are letters and digits, so quotes need no escaping inside. */
export const lexeme = (word: string): string => `'${word}'`;
export const prefix = (word: string): string => `'${word}':*`;

/** More words than anyone looks for; the rest of a longer question is not asked. */
export const MOST_ASKED = 12;

/** A tsquery literal that wants every word, the last one as far as it is typed; null when there is no word in it. */
export const prefixQueryOf = (q: string): string | null => {
  const words = wordsOf(q).slice(0, MOST_ASKED);
  return words.map((word, at) => (at === words.length - 1 ? prefix(word) : lexeme(word))).join(' & ') || null;
};
