import { termsOf } from './terms.ts';
import { CRAFT_TOPICS } from './topics-craft.ts';
import { LIFE_TOPICS } from './topics-life.ts';
import { WORK_TOPICS } from './topics-work.ts';

/** A thing products are about: the names by which a site's category belongs to it, and the words pages about it use, in many languages. */
export interface Topic {
  names: readonly string[];
  words: readonly string[];
}

const topicOf = ([names, ...words]: readonly string[]): Topic => ({ names: termsOf(names!), words: termsOf(...words) });

/** Words that fit any product (team, fast, easy, dashboard, community) are in no topic. */
export const TOPICS: readonly Topic[] = [...WORK_TOPICS, ...CRAFT_TOPICS, ...LIFE_TOPICS].map(topicOf);

/** Words of a category's name that say nothing alone. */
export const SAYS_NOTHING: ReadonlySet<string> = new Set(
  termsOf(
    'work, team, home, place, type, tool, app, software, service, product, platform, system, other, general, open, local, online, new',
    'business, solution, text, data, support, rest, play, school, people, practice, making, movement, science, design, writing',
  ),
);
