import { founderFound } from './founding-words.ts';
import { at, isText } from './given.ts';
import { placesIn } from './literal.ts';
import type { Found } from './page-index.ts';
import { isPersonName, sameName } from './people.ts';
import { among, NOT_SAID, type Ruling, textOf, together } from './ruling.ts';
import { paragraphs } from './texts.ts';

const LONGEST_NAME = 160;
const LONGEST_TITLE = 160;
const LONGEST_BIO = 3000;

export type Founder = { name: string; title: string | null; bio: string | null };

/** A person whom a quote calls a founder. What is said of them beside that is kept only where it, too, is said there. */
export const founder = (given: unknown, quotes: Found[], product: string | null): Ruling<Founder> => {
  const name = textOf(at(given, 'name'), LONGEST_NAME);
  if (isText(name)) return `its name ${name}`;
  if (!isPersonName(name.text) || (product !== null && sameName(name.text, product))) return 'is no name of a person';
  const named = (text: string) => placesIn(name.text, text);
  const calling = together(quotes, named, founderFound);
  const [first] = calling;
  if (!first) return NOT_SAID;
  const title = textOf(at(given, 'title'), LONGEST_TITLE);
  const titled = isText(title) ? [] : together(quotes, named, (text) => placesIn(title.text, text));
  const bio = paragraphs(LONGEST_BIO)(
    at(given, 'bio'),
    quotes.filter(({ url }) => calling.some((quote) => quote.url === url)),
    [],
  );
  return {
    value: { name: name.text, title: isText(title) || !titled[0] ? null : title.text, bio: isText(bio) ? null : bio.value },
    used: among(quotes, [first, ...titled.slice(0, 1), ...(isText(bio) ? [] : bio.used)]),
  };
};
