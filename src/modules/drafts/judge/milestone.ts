import { datesIn } from './dates.ts';
import { link } from './facts.ts';
import { at, isText } from './given.ts';
import { placesIn } from './literal.ts';
import type { Found } from './page-index.ts';
import { among, NOT_SAID, type Ruling, textOf, together } from './ruling.ts';
import { paragraphs } from './texts.ts';

const LONGEST_TITLE = 200;
const LONGEST_DESCRIPTION = 2000;

export type Milestone = { date: string; title: string; description: string | null; url: string | null };

const secure = link((url) => url.protocol === 'https:');

/** Something that happened on a day: a quote holds both, near each other. */
export const milestone = (given: unknown, quotes: Found[]): Ruling<Milestone> => {
  const date = at(given, 'date');
  const title = textOf(at(given, 'title'), LONGEST_TITLE);
  if (!isText(date) || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return 'has no day';
  if (isText(title)) return `its title ${title}`;
  const [first] = together(
    quotes,
    (text) => placesIn(title.text, text),
    (text) => datesIn(text).filter((found) => found.date === date),
  );
  if (!first) return NOT_SAID;
  const here = quotes.filter(({ url }) => url === first.url);
  const description = paragraphs(LONGEST_DESCRIPTION)(at(given, 'description'), here, []);
  const url = secure(at(given, 'url'), here, []);
  return {
    value: { date, title: title.text, description: isText(description) ? null : description.value, url: isText(url) ? null : url.value },
    used: among(quotes, [first, ...(isText(description) ? [] : description.used), ...(isText(url) ? [] : url.used.slice(0, 1))]),
  };
};
