import words from './statements.json' with { type: 'json' };
import { termFinder, termsOf } from './terms.ts';

/** Words that say what is at a place: a company or its office. */
export const findPlaceWords = termFinder(termsOf(...words.placed));

/** Those a website speaks of besides its product. */
export const findThirdParties = termFinder(termsOf(...words.third_parties));

/** Begin sentences about anything. */
export const SENTENCE_STARTS: readonly string[] = termsOf(...words.sentence_starts);

const WORD = "[\\p{L}\\p{N}'’&+-]{0,40}";
/** The subject of a sentence that begins with a name: "Trello runs on …", "Trello’s free plan …", "Trello, founded in …". */
export const NAMED_SUBJECT = new RegExp(
  `^(\\p{Lu}${WORD}(?:\\.\\p{L}{2,4})?(?: [\\p{Lu}\\p{N}]${WORD}){0,3}?)(?: (?:also |only |now )?(?:${words.verbs.join('|')})(?!\\p{L})|, (?:founded|based|a|an|the|our|which|who) |['’]s )`,
  'u',
);
