import { placesOf } from './boundaries.ts';
import { paragraphsOf } from './flat.ts';
import { at, isText } from './given.ts';
import { standsIn } from './literal.ts';
import type { Found, PageIndex } from './page-index.ts';
import { among, NOT_SAID, type Ruling, textOf } from './ruling.ts';

const LONGEST_QUESTION = 300;
const LONGEST_ANSWER = 1500;
/** An answer begins soon after its question: a sign or a number may stand between, no other sentence. */
const GAP = 200;
const SHORT_GAP = 4;
const SENTENCE_ENDS = /[.?!。？！؟]/;
const ANOTHER_ASKED = /[?？؟]/;
const MOST_PLACES = 12;

/** Whether texts stand one soon after the other from a place on, with nothing between that may not be. */
const follow = (text: string, from: number, parts: readonly string[], parted: RegExp): boolean => {
  let end = from;
  for (const [i, part] of parts.entries()) {
    const gap = text.slice(end, end + GAP + part.length).indexOf(part);
    if (gap < 0 || (gap > SHORT_GAP && (i === 0 ? parted : ANOTHER_ASKED).test(text.slice(end, end + gap)))) return false;
    end += gap + part.length;
  }
  return true;
};

/** Whether a page answers a question with that. Structured data may name the answer first, and what it is about between. */
const answers = (page: PageIndex, question: string, parts: readonly string[]): boolean =>
  (['visible', 'json_ld', 'meta', 'attribute'] as const).some((source) => {
    const { text } = page[source];
    const parted = source === 'visible' ? SENTENCE_ENDS : ANOTHER_ASKED;
    if (placesOf(text, question, MOST_PLACES).some((start) => follow(text, start + question.length, parts, parted))) return true;
    return (
      source === 'json_ld' && placesOf(text, parts[0]!, MOST_PLACES).some((start) => follow(text, start, [...parts, question], parted))
    );
  });

export type Faq = { question: string; answer: string };

/** A question and its answer: both in the site's words, and one soon after the other on the same page. */
export const faq = (given: unknown, quotes: Found[], pageAt: (url: string) => PageIndex | undefined): Ruling<Faq> => {
  const question = textOf(at(given, 'question'), LONGEST_QUESTION);
  const written = at(given, 'answer');
  const answer = textOf(written, LONGEST_ANSWER);
  if (isText(question)) return `its question ${question}`;
  if (isText(answer)) return `its answer ${answer}`;
  const parts = paragraphsOf(written as string);
  for (const url of new Set(quotes.map((quote) => quote.url))) {
    const here = quotes.filter((quote) => quote.url === url);
    const used = [question.text, ...parts].map((part) => here.find(({ quote }) => standsIn(part, quote)));
    if (used.every((quote) => quote !== undefined) && answers(pageAt(url)!, question.text, parts))
      return { value: { question: question.text, answer: parts.join('\n\n') }, used: among(quotes, used) };
  }
  return NOT_SAID;
};
