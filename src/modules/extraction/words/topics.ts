import { termsOf } from './terms.ts';
import words from './topics.json' with { type: 'json' };

/** A topic: the category names that belong to it, and the words that pages about it use, in many languages. */
export interface Topic {
  names: readonly string[];
  words: readonly string[];
}

/** Words that fit any product (team, fast, easy, dashboard, community) are in no topic. */
export const TOPICS: readonly Topic[] = words.topics.map((topic) => ({ names: termsOf(topic.names), words: termsOf(...topic.words) }));

/** Words of a category name that say nothing alone. */
export const SAYS_NOTHING: ReadonlySet<string> = new Set(termsOf(...words.says_nothing));
