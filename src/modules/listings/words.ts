import { keyOf, type Places, placesOf, vectorOfPlaces, wordsOf, writtenWordsOf } from '../../kernel/words.ts';
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

/** A listing as search keeps it: its words by weight, and those of its name again, which are looked through first. */
export interface Document {
  name_key: string;
  named: readonly string[];
  name_places: Places;
  places: Places;
}

/** Each two neighbours and all words of a name written as one: a missing space or hyphen is the commonest error of all. */
const joinsOf = (words: readonly string[], key: string): string[] => {
  // Pairs of letters of an unspaced script overlap; joined they would be nothing anyone types.
  const neighbours = words.join('') === key ? words.slice(1).map((word, at) => words[at] + word) : [];
  return key ? [...neighbours, key] : neighbours;
};

/** A listing's words: the name weighs most, then tagline, description, keywords. */
export const documentOf = ({ name, tagline, short_description, description, keywords, tags }: ListingText): Document => {
  const name_key = keyOf(name);
  const named = writtenWordsOf(name);
  const A = [...named, ...joinsOf(wordsOf(name), name_key)];
  const about = description?.startsWith(short_description ?? '') ? description : `${short_description ?? ''}\n${description ?? ''}`;
  const D = [...keywords, ...tags].join('\n');
  const places = placesOf({ A, B: writtenWordsOf(tagline ?? ''), C: writtenWordsOf(about), D: writtenWordsOf(D) });
  return { name_key, named, name_places: placesOf({ A }), places };
};

export const vectorsOf = ({ name_places, places }: Document) => ({
  name_words: vectorOfPlaces(name_places),
  words: vectorOfPlaces(places),
});

/** A word of the dictionary: whether names have it, and how many typing errors it is found with. */
export interface Entry {
  in_name: boolean;
  forgives: 0 | 1 | 2;
}

const PLAIN: Entry = { in_name: false, forgives: 0 };
const FOUND_WITH_ONE: Entry = { in_name: false, forgives: 1 };
const NAMED: readonly [Entry, Entry, Entry] = [
  { in_name: true, forgives: 0 },
  { in_name: true, forgives: 1 },
  { in_name: true, forgives: 2 },
];

/** What the dictionary should say of a document's word: two errors are forgiven in a word of a name, one in any other and in whole names. */
export const entryOf = (word: string, { name_key, named, name_places }: Document): Entry => {
  if (named.includes(word)) return NAMED[errorsForgiven(word)];
  if (word === name_key) return NAMED[errorsForgiven(word) === 0 ? 0 : 1];
  if (name_places.has(word)) return NAMED[0];
  return errorsForgiven(word) === 0 ? PLAIN : FOUND_WITH_ONE;
};

export const variantsFor = (word: string, { forgives }: Entry): number[] => (forgives === 0 ? [] : variantsOf(word, forgives));
