import { memoize } from '../../../kernel/memoize.ts';
import { fold } from '../../../kernel/words.ts';
import type { CategoryOption } from '../proposal.ts';
import { isUnspaced, type TextSpan, termFinder, termsOf } from './terms.ts';
import words from './topics.json' with { type: 'json' };

/** Category names, and words of pages about them. Words that fit any product (team, fast, easy, dashboard) are in no topic. */
export const TOPICS = words.topics.map((topic) => ({ names: termsOf(topic.names), words: termsOf(...topic.words) }));

/** Words of a category name that mean nothing alone. */
const STOP_WORDS: ReadonlySet<string> = new Set(termsOf(...words.stop_words));

const APART = /(?:(?<!\s)\s+)?(?:[&/,+·|]|(?<=\s)(?:and|und|et|y|e|og|och|en|и|та|i)(?=\s))\s*/u;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

const singularize = (word: string): string =>
  word.length > 4
    ? word
        .replace(/ies$/, 'y')
        .replace(/(?<=s|x|ch|sh)es$/, '')
        .replace(/(?<![su])s$/, '')
    : word.length > 3
      ? word.replace(/(?<![su])s$/, '')
      : word;
const toWords = (text: string): string[] => (fold(text).match(WORD) ?? []).map(singularize);

/** The alternatives in a category name ("Finance & accounting" has two), each as its words. */
const splitAlternatives = (name: string): string[][] => {
  const parts = name.split(APART).map(toWords);
  const whole = toWords(name.replace(APART, ' '));
  return [whole, ...parts].filter((words) => words.length > 0 && !words.every((word) => STOP_WORDS.has(word)));
};

type Topic = (typeof TOPICS)[number];
const topicFinder = memoize(({ words }: Topic) => termFinder(words));
const TOPICS_BY_NAME = Map.groupBy(
  TOPICS.flatMap((topic) => topic.names.map((name) => ({ key: toWords(name).join(' '), topic }))),
  ({ key }) => key,
);
const findTopics = (name: string): Set<Topic> => {
  const topicsOf = (key: string) => TOPICS_BY_NAME.get(key)?.map(({ topic }) => topic);
  const found = [name, ...name.split(APART)].flatMap((part) => {
    const words = toWords(part);
    return topicsOf(words.join(' ')) ?? words.filter((word) => !STOP_WORDS.has(word)).flatMap((word) => topicsOf(word) ?? []);
  });
  return new Set(found);
};

/** From this length on, words may have endings: in many languages they start longer ones. */
const GOES_ON_FROM = 8;
const isSame = (word: string, wanted: string): boolean => word === wanted || (wanted.length >= GOES_ON_FROM && word.startsWith(wanted));

/** Where a text contains all of some words close together. */
const findWords = (wanted: string[], text: string): TextSpan[] => {
  const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word: singularize(fold(word)),
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

/** Where a text speaks of a category: its name, or words of its topic. */
export const findCategoryTerms = (category: Pick<CategoryOption, 'name'>, text: string): TextSpan[] => [
  ...splitAlternatives(category.name).flatMap((words) => findWords(words, text)),
  ...(isUnspaced(category.name) ? termFinder(category.name.split(APART))(text) : []),
  ...[...findTopics(category.name)].flatMap((topic) => topicFinder(topic)(text)),
];
