/**
 * Text as words, one rule for writing and for asking. PostgreSQL only stores and compares what is made here, so a search
 * finds the same on every server, whatever its locale and dictionaries.
 */

/**
 * Marks and fillers that people leave out when they type: accents of European scripts, vowel points of Hebrew and Arabic.
 * Vowel signs of Indic scripts and the Japanese voicing marks are as good as letters to their readers, and stay.
 */
const MARKS = /[[\p{M}&&[\p{sc=Inherited}\p{sc=Hebrew}\p{sc=Arabic}]]--[\u3099\u309a]]|\u0640|\u200c|\u200d/gv;
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
const SIGNS_ONLY = /^[+#]+$/;
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
  // Signs tell Latin names apart; after a pair of letters they stand for nothing.
  if (from < word.length && !SIGNS_ONLY.test(word.slice(from))) parts.push(word.slice(from));
  return writing ? parts.flatMap((part) => (SIGNS.test(part) ? [part, part.replace(SIGNS, '')] : part)) : parts;
};

const runsOf = (folded: string): string[] => folded.match(ASCII.test(folded) ? PLAIN_WORD : WORD) ?? [];

/** What can make a run more than one word. */
const DIVIDES = /[+#\u0e00-\uffff]/;
const split = (text: string, writing: boolean): string[] => {
  const folded = fold(text);
  const runs = runsOf(folded);
  return (DIVIDES.test(folded) ? runs.flatMap((run) => divide(run, writing)) : runs).map(cut);
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

/** Words with the places they have in a tsvector. */
export type Places = Map<string, string>;

/**
 * Each word once for every weight it has. Places only carry the weights: where in a text a word stands says little about a
 * product, and leaving it out halves what is kept.
 */
export const placesOf = (words: Partial<Record<Weight, readonly string[]>>): Places => {
  const places: Places = new Map();
  for (const [weight, place] of PLACES) {
    for (const word of words[weight] ?? []) {
      const before = places.get(word);
      if (before === undefined) {
        if (places.size < MOST_WORDS) places.set(word, place);
      } else if (!before.endsWith(place)) places.set(word, `${before},${place}`);
    }
  }
  return places;
};

/** A tsvector literal. */
export const vectorOfPlaces = (places: Places): string => {
  let literal = '';
  for (const [word, at] of places) literal += `'${word}':${at} `;
  return literal;
};

/** A tsvector literal of texts, the most telling as A. */
export const vectorOf = (texts: Partial<Record<Weight, string | readonly string[] | null>>): string => {
  const words = Object.entries(texts).map(([weight, text]) => [weight, writtenWordsOf([text ?? ''].flat().join('\n'))]);
  return vectorOfPlaces(placesOf(Object.fromEntries(words)));
};

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
