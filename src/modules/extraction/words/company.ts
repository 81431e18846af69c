import words from './company.json' with { type: 'json' };
import { type TextSpan, termFinder, termsOf, termTable } from './terms.ts';

/** Product stages and the words that state them. Only explicit statements: a shop or a login does not count. */
export const STAGE_WORDS = termTable(words.stages);
export type Stage = keyof typeof STAGE_WORDS;
export const STAGE_NAMES = Object.keys(STAGE_WORDS) as Stage[];

const STAGE_FINDERS = new Map(STAGE_NAMES.map((stage) => [stage, termFinder(STAGE_WORDS[stage])]));

/** "Out of beta" is not beta. */
const NOT_BEFORE = /(?<!\p{L})(?:out of|left|no longer in|nicht mehr in|aus der|alternative to|not)[\s-]+(?:the\s+)?$/iu;

export const findStage = (stage: Stage, text: string): TextSpan[] =>
  STAGE_FINDERS.get(stage)!(text).filter(({ start }) => !NOT_BEFORE.test(text.slice(Math.max(0, start - 24), start)));

/** Words of founding: the year next to them is the founding year. "Since", "launched" and © mean something else. */
export const FOUNDING_WORDS: readonly string[] = termsOf(...words.founding);

/** Words that count only directly next to the year; further away they mean experience or a foundation. */
export const FOUNDING_WORDS_CLOSE: readonly string[] = termsOf(...words.founding_close);

export const FOUNDER_WORDS: readonly string[] = termsOf(...words.founder);

export const findFounding = termFinder(FOUNDING_WORDS);
export const findFoundingNearby = termFinder(FOUNDING_WORDS_CLOSE);
export const findFounderWord = termFinder(FOUNDER_WORDS);
