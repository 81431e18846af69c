import { findConditions, findDenials, findDenialsAfter, findDirectDenials, findHarmless, findOthers, findPlanned } from './attributes.ts';
import { gapBetween, type TextSpan } from './terms.ts';

/** How far a sentence is read in both directions. */
const REACH = 240;
const SENTENCE_END = /[.!?](?=\s)|[。！？；;|•·\n]/g;
/** Ends what a denial is about, but not a sentence. */
const PART_END = /\s[–—-]\s|[:：]\s|，/g;
const ASKS = /[?？]\s{0,2}$/;
const ANSWERS_YES = /^\s?(?:yes|yep|ja|oui|sí|si|sim|sì|absolutely|of course|natürlich|bien sûr|claro|certo|はい|是的|可以)(?!\p{L})/iu;
const ANSWERS_NO = /^\s?(?:no|nein|non|não|nee|いいえ|不|没有)(?!\p{L})/iu;
/** A mark before an item of a list: a cross says that something does not have it, but not what. */
const CROSSED = /^\s?[❌✗✘✕✖×🚫○◯⨯]|[❌✗✘✕✖×🚫]\s?$/u;

interface Sentence extends TextSpan {
  text: string;
}

/** The sentence around a span, with its position in the text. */
export const sentenceAround = (text: string, span: TextSpan): Sentence => {
  const begin = Math.max(0, span.start - REACH);
  const ends = [...text.slice(begin, span.start).matchAll(SENTENCE_END)];
  const last = ends.at(-1);
  const start = begin + (last ? last.index + last[0].length : 0);
  const rest = text.slice(span.end, span.end + REACH);
  const next = rest.matchAll(SENTENCE_END).next().value;
  const end = span.end + (next ? next.index + next[0].length : rest.length);
  return { text: text.slice(start, end), start, end };
};

/** Only a few characters between a word and what it belongs to. */
const DIRECTLY = 2;
const AFTERWARDS = 12;

const ANSWER = 24;
const ASKED_AT_END = 20;
const NEXT_WORDS = 40;

const hasHedge = (sentence: string, claim: TextSpan): boolean =>
  findPlanned(sentence).length > 0 || findOthers(sentence).length > 0 || findConditions(sentence).some(({ end }) => end <= claim.start);

type Hedge = 'denied' | 'unclear';

/**
 * What a sentence does to a claim in it: null if it is plainly stated, `denied` if it is plainly denied, `unclear` if it is asked, planned,
 * conditional, about others, or somehow negated.
 */
export const hedgeOf = (text: string, span: TextSpan): Hedge | null => {
  const sentence = sentenceAround(text, span);
  const claim = { start: span.start - sentence.start, end: span.end - sentence.start };
  if (CROSSED.test(sentence.text)) return 'unclear';
  if (ASKS.test(sentence.text)) {
    const answer = text.slice(sentence.end, sentence.end + ANSWER);
    if (hasHedge(sentence.text, claim) || findDenials(sentence.text).length > 0) return 'unclear';
    if (ANSWERS_YES.test(answer)) return null;
    // "Does the free trial require a card? No." says nothing about the trial.
    const asks_for_it = sentence.text.length - claim.end <= ASKED_AT_END;
    return ANSWERS_NO.test(answer) && asks_for_it ? 'denied' : 'unclear';
  }
  if (hasHedge(sentence.text, claim)) return 'unclear';
  if (findDenialsAfter(sentence.text).some(({ start }) => start >= claim.end && start - claim.end <= AFTERWARDS)) return 'denied';
  const harmless = findHarmless(sentence.text);
  const isReal = (denial: TextSpan) => !harmless.some((one) => gapBetween(one, denial) === 0 && denial.start >= one.start);
  if (findDirectDenials(sentence.text).some((one) => isReal(one) && one.end <= claim.start && claim.start - one.end <= DIRECTLY))
    return 'denied';
  const parts = [...sentence.text.slice(0, claim.start).matchAll(PART_END)];
  const begin = parts.at(-1)?.index ?? 0;
  return findDenials(sentence.text).some((one) => isReal(one) && one.start >= begin && one.end <= claim.start) ? 'unclear' : null;
};

/** Whether what follows a name says that it is not there, or not yet. */
export const isTakenBack = (text: string): boolean => findPlanned(text).length > 0 || findDenials(text.slice(0, NEXT_WORDS)).length > 0;

/** Whether a text says that something is yet to come. */
export const isPlannedText = (text: string): boolean => findPlanned(text).length > 0;
