import { termsOf } from './terms.ts';
import words from './topics.json' with { type: 'json' };

/** Category names, and words of pages about them. Words that fit any product (team, fast, easy, dashboard) are in no topic. */
export const TOPICS = words.topics.map((topic) => ({ names: termsOf(topic.names), words: termsOf(...topic.words) }));

/** Words of a category name that mean nothing alone. */
export const STOP_WORDS: ReadonlySet<string> = new Set(termsOf(...words.stop_words));
