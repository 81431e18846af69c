import { fold } from '../../../kernel/words.ts';
import type { CategoryName } from '../proposal.ts';
import { SAYS_NOTHING, TOPICS } from './category-words.ts';
import { finderOf, isUnspaced, type Span } from './terms.ts';

const APART = /\s*(?:[&/,+·|]|(?<=\s)(?:and|und|et|y|e|og|och|en|и|та|i)(?=\s))\s*/u;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** A word without the ending that makes more than one of it. */
const single = (word: string): string =>
  word.length > 4
    ? word
        .replace(/ies$/, 'y')
        .replace(/(?<=s|x|ch|sh)es$/, '')
        .replace(/(?<![su])s$/, '')
    : word.length > 3
      ? word.replace(/(?<![su])s$/, '')
      : word;
const wordsOf = (text: string): string[] => (fold(text).match(WORD) ?? []).map(single);

/** The alternatives a name is made of, "Finance & accounting" being two, each as its words. */
const alternativesOf = (name: string): string[][] => {
  const parts = name.split(APART).map(wordsOf);
  const whole = wordsOf(name.replace(APART, ' '));
  return [whole, ...parts].filter((words) => words.length > 0 && !words.every((word) => SAYS_NOTHING.has(word)));
};

const finders = new Map<number, (text: string) => Span[]>();
const topicFound = (topic: number, text: string): Span[] => {
  const find = finders.get(topic) ?? finderOf(TOPICS[topic]!.words);
  finders.set(topic, find);
  return find(text);
};
let topicsByName: Map<string, number[]> | undefined;
const topicsOf = (name: string): number[] => {
  if (!topicsByName) {
    topicsByName = new Map();
    for (const [at, { names }] of TOPICS.entries())
      for (const topic of names) {
        const key = wordsOf(topic).join(' ');
        topicsByName.set(key, [...(topicsByName.get(key) ?? []), at]);
      }
  }
  const known = topicsByName;
  const found = [name, ...name.split(APART)].flatMap((part) => {
    const words = wordsOf(part);
    return known.get(words.join(' ')) ?? words.filter((word) => !SAYS_NOTHING.has(word)).flatMap((word) => known.get(word) ?? []);
  });
  return [...new Set(found)];
};

/** From here on a word may go on: in many languages it is the beginning of a longer one. */
const GOES_ON_FROM = 8;
const isSame = (word: string, wanted: string): boolean => word === wanted || (wanted.length >= GOES_ON_FROM && word.startsWith(wanted));

/** Where a text holds all of some words near each other. */
const wordsFound = (wanted: string[], text: string): Span[] => {
  const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word: single(fold(word)),
    start: index,
    end: index + word.length,
  }));
  return words.flatMap(({ word, start }, at) => {
    if (!wanted.some((one) => isSame(word, one))) return [];
    const run = words.slice(at, at + wanted.length + 2);
    const last = run.findLastIndex(({ word }) => wanted.some((one) => isSame(word, one)));
    return wanted.every((one) => run.some(({ word }) => isSame(word, one))) ? [{ start, end: run[last]!.end }] : [];
  });
};

/** Where a text speaks of a category: by the words of its name, or by words of its topic. */
export const categoryFound = (category: CategoryName, text: string): Span[] => [
  ...alternativesOf(category.name).flatMap((words) => wordsFound(words, text)),
  ...(isUnspaced(category.name) ? finderOf(category.name.split(APART))(text) : []),
  ...topicsOf(category.name).flatMap((topic) => topicFound(topic, text)),
];
