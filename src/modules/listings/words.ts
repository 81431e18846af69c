import { keyOf, vectorOfWords, wordsOf, writtenWordsOf } from '../../kernel/words.ts';
import { errorsForgiven, variantsOf } from './spelling.ts';

/** What of a listing is searched. */
export interface ListingText {
  name: string;
  tagline: string | null;
  short_description: string | null;
  description: string | null;
  keywords: readonly string[];
  tags: readonly string[];
}

/** A listing as search keeps it. */
export interface Document {
  name_key: string;
  name_words: string;
  words: string;
  /** Words for the dictionary, by how much they are forgiven. */
  dictionary: Map<string, Entry>;
}

export interface Entry {
  in_name: boolean;
  forgives: 0 | 1 | 2;
}

/** Each two neighbours and all words of a name written as one: a missing space or hyphen is the commonest error of all. */
const joinsOf = (words: readonly string[], key: string): string[] => {
  // Pairs of letters of an unspaced script overlap; joined they would be nothing anyone types.
  const neighbours = words.join('') === key ? words.slice(1).map((word, at) => words[at] + word) : [];
  return key ? [...neighbours, key] : neighbours;
};

const atMostOne = (word: string): 0 | 1 => (errorsForgiven(word) === 0 ? 0 : 1);

/** A listing's words: the name weighs most, then tagline, description, keywords. Two errors are forgiven in names, one elsewhere. */
export const documentOf = ({ name, tagline, short_description, description, keywords, tags }: ListingText): Document => {
  const name_key = keyOf(name);
  const joins = joinsOf(wordsOf(name), name_key);
  const named = writtenWordsOf(name);
  const A = [...named, ...joins];
  const B = writtenWordsOf(tagline ?? '');
  const about = description?.startsWith(short_description ?? '') ? description : `${short_description ?? ''}\n${description ?? ''}`;
  const C = writtenWordsOf(about);
  const D = writtenWordsOf([...keywords, ...tags].join('\n'));
  const dictionary = new Map<string, Entry>();
  for (const word of [...B, ...C, ...D]) if (!dictionary.has(word)) dictionary.set(word, { in_name: false, forgives: atMostOne(word) });
  for (const word of joins) dictionary.set(word, { in_name: true, forgives: 0 });
  if (name_key) dictionary.set(name_key, { in_name: true, forgives: atMostOne(name_key) });
  for (const word of named) dictionary.set(word, { in_name: true, forgives: errorsForgiven(word) });
  return { name_key, name_words: vectorOfWords({ A }), words: vectorOfWords({ A, B, C, D }), dictionary };
};

export const variantsFor = (word: string, { forgives }: Entry): number[] => (forgives === 0 ? [] : variantsOf(word, forgives));
