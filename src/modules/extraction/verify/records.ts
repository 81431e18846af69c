import { fold } from '../../../kernel/words.ts';
import type { FaqText, FounderText, MilestoneText } from '../proposal.ts';
import { findFounderWord } from '../words/company.ts';
import words from '../words/contacts.json' with { type: 'json' };
import { termFinder, termsOf } from '../words/terms.ts';
import { containsWhole, paragraphsOf, uncutPlaces, wholeWordPlaces } from '../words/text.ts';
import { datesIn } from './dates.ts';
import { verifyLink } from './facts.ts';
import { type FoundQuote, isText, type PageIndex, propertyOf } from './page-index.ts';
import { inGivenOrder, NOT_SUPPORTED, quotesWithBoth, type Ruling, readText } from './ruling.ts';
import { verifyParagraphs } from './texts.ts';

const HAN =
  /^(?:\p{sc=Han}{2,4}|\p{sc=Han}{1,3}[ ・]\p{sc=Han}{1,3}|\p{sc=Hangul}{2,5}|\p{sc=Hangul}{1,2} \p{sc=Hangul}{1,3}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]{1,8}[ ・＝][\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー・ ]{1,12})$/u;
const NAME_WORD = /^(?:\p{L}[\p{L}\p{M}]*(?:['’\u200c-]\p{L}[\p{L}\p{M}]*)*\.?|\p{Lu}\.(?:-?\p{Lu}\.)*)$/u;
const PARTICLES = new Set(termsOf(...words.name_particles));

/** Words that are not part of a person's name: companies, roles, headings. */
const noPersonFound = termFinder(termsOf(...words.no_person));

/** Legal forms that are ordinary words or names in lower case. */
const FIRM = /(?<!\p{L})(?:AG|UG|KG|SA|SAS|SL|AB|AS|OY|NV|BV|S\.A\.|S\.L\.|B\.V\.|A\/S|e\.V\.|s\.r\.o\.|z o\.o\.)(?!\p{L})/u;

/** Characters in East Asian scripts that indicate companies, offices, places or ordinary words. */
const NO_NAME = /[社会店部室市県區区国國年月者员員長们我你的是在有了和]|公司|团队|代表|대표|이사|회사|창업|우리|팀$/u;

/** Whether a text can be a person's name: two to five words in any script, none of which names a company, a role or a part of a page. */
export const isPersonName = (name: string): boolean => {
  if (/\p{N}/u.test(name) || name.length > 80 || FIRM.test(name) || noPersonFound(name).length > 0) return false;
  if (HAN.test(name)) return !NO_NAME.test(name);
  const words = name.replace(/,? (?:PhD|Ph\.D\.|MSc|MBA|MD|Jr\.?|Sr\.?|II|III)$/, '').split(' ');
  if (words.length < 2 || words.length > 5 || !words.every((word) => NAME_WORD.test(word))) return false;
  const full = words.filter((word) => !PARTICLES.has(word));
  return full.length >= 2 && full.every((word) => !/^\p{Ll}/u.test(word)) && words.some((word) => word.replace(/\P{L}/gu, '').length > 1);
};

export const sameName = (a: string, b: string): boolean =>
  fold(a).replace(/[^\p{L}\p{N}]/gu, '') === fold(b).replace(/[^\p{L}\p{N}]/gu, '');

const LONGEST_NAME = 160;
const LONGEST_TITLE = 160;
const LONGEST_BIO = 3000;

/** Verifies a person whom a quote calls a founder. Title and bio are kept only if quotes support them. */
export const verifyFounder = (given: unknown, quotes: FoundQuote[], product: string | null): Ruling<FounderText> => {
  const name = readText(propertyOf(given, 'name'), LONGEST_NAME);
  if (isText(name)) return `its name ${name}`;
  if (!isPersonName(name.text) || (product !== null && sameName(name.text, product))) return 'is no name of a person';
  const findName = (text: string) => wholeWordPlaces(name.text, text);
  const founder_quotes = quotesWithBoth(quotes, findName, findFounderWord);
  const [first] = founder_quotes;
  if (!first) return NOT_SUPPORTED;
  const title = readText(propertyOf(given, 'title'), LONGEST_TITLE);
  const title_quotes = isText(title) ? [] : quotesWithBoth(quotes, findName, (text) => wholeWordPlaces(title.text, text));
  const bio = verifyParagraphs(LONGEST_BIO)(
    propertyOf(given, 'bio'),
    quotes.filter(({ url }) => founder_quotes.some((quote) => quote.url === url)),
    [],
  );
  return {
    value: { name: name.text, title: isText(title) || !title_quotes[0] ? null : title.text, bio: isText(bio) ? null : bio.value },
    used: inGivenOrder(quotes, [first, ...title_quotes.slice(0, 1), ...(isText(bio) ? [] : bio.used)]),
  };
};

const LONGEST_QUESTION = 300;
const LONGEST_ANSWER = 1500;
/** An answer follows its question closely: a symbol or number may be between them, but no other sentence. */
const GAP = 200;
const SHORT_GAP = 4;
const SENTENCE_ENDS = /[.?!。？！؟]/;
const ANOTHER_ASKED = /[?？؟]/;
const MAX_PLACES = 12;

/** Whether texts follow each other closely from a position on, without a separator between them. */
const areConsecutive = (text: string, from: number, parts: readonly string[], separator: RegExp): boolean => {
  let end = from;
  for (const [i, part] of parts.entries()) {
    const gap = text.slice(end, end + GAP + part.length).indexOf(part);
    if (gap < 0 || (gap > SHORT_GAP && (i === 0 ? separator : ANOTHER_ASKED).test(text.slice(end, end + gap)))) return false;
    end += gap + part.length;
  }
  return true;
};

/** Whether a page answers the question with these parts. Structured data may contain the answer first. */
const isAnswered = (page: PageIndex, question: string, parts: readonly string[]): boolean =>
  (['visible', 'json_ld', 'meta', 'attribute'] as const).some((source) => {
    const { text } = page[source];
    const separator = source === 'visible' ? SENTENCE_ENDS : ANOTHER_ASKED;
    if (uncutPlaces(text, question, MAX_PLACES).some((start) => areConsecutive(text, start + question.length, parts, separator)))
      return true;
    return (
      source === 'json_ld' &&
      uncutPlaces(text, parts[0]!, MAX_PLACES).some((start) => areConsecutive(text, start, [...parts, question], separator))
    );
  });

/** Verifies a question and its answer: both verbatim, and close together on the same page. */
export const verifyFaq = (given: unknown, quotes: FoundQuote[], pageAt: (url: string) => PageIndex | undefined): Ruling<FaqText> => {
  const question = readText(propertyOf(given, 'question'), LONGEST_QUESTION);
  const written = propertyOf(given, 'answer');
  const answer = readText(written, LONGEST_ANSWER);
  if (isText(question)) return `its question ${question}`;
  if (isText(answer)) return `its answer ${answer}`;
  const parts = paragraphsOf(written as string);
  for (const url of new Set(quotes.map((quote) => quote.url))) {
    const here = quotes.filter((quote) => quote.url === url);
    const used = [question.text, ...parts].map((part) => here.find(({ quote }) => containsWhole(part, quote)));
    if (used.every((quote) => quote !== undefined) && isAnswered(pageAt(url)!, question.text, parts))
      return { value: { question: question.text, answer: parts.join('\n\n') }, used: inGivenOrder(quotes, used) };
  }
  return NOT_SUPPORTED;
};

const LONGEST_MILESTONE_TITLE = 200;
const LONGEST_DESCRIPTION = 2000;

const secure = verifyLink((url) => url.protocol === 'https:');

/** Verifies a dated event: a quote contains date and title close together. */
export const verifyMilestone = (given: unknown, quotes: FoundQuote[]): Ruling<MilestoneText> => {
  const date = propertyOf(given, 'date');
  const title = readText(propertyOf(given, 'title'), LONGEST_MILESTONE_TITLE);
  if (!isText(date) || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return 'has no day';
  if (isText(title)) return `its title ${title}`;
  const [first] = quotesWithBoth(
    quotes,
    (text) => wholeWordPlaces(title.text, text),
    (text) => datesIn(text).filter((found) => found.date === date),
  );
  if (!first) return NOT_SUPPORTED;
  const here = quotes.filter(({ url }) => url === first.url);
  const description = verifyParagraphs(LONGEST_DESCRIPTION)(propertyOf(given, 'description'), here, []);
  const url = secure(propertyOf(given, 'url'), here, []);
  return {
    value: { date, title: title.text, description: isText(description) ? null : description.value, url: isText(url) ? null : url.value },
    used: inGivenOrder(quotes, [first, ...(isText(description) ? [] : description.used), ...(isText(url) ? [] : url.used.slice(0, 1))]),
  };
};
