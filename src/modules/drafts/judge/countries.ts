import { namesFor, UNSPACED } from './country-index.ts';
import { NO_COUNTRY } from './country-names.ts';
import { postCodesIn } from './post-codes.ts';
import { type Span, wordsIn } from './terms.ts';

export interface CountryFound extends Span {
  code: string;
}

const BETWEEN = /^[\s.'’ʼ()–-]{1,3}$/;
const LONGEST_NAME = 6;
/** Hebrew and Arabic write "in", "and", "from" onto the word. */
const ATTACHED = /^(?:[בלמהוש](?=\p{sc=Hebrew}{3})|[وبلفك](?=\p{sc=Arabic}{3}))/u;
const CAPITAL = /^[^\p{Ll}]/u;

const spacedIn = (text: string): CountryFound[] => {
  const { spaced, capitals } = namesFor(text);
  const words = wordsIn(text);
  const found: CountryFound[] = [];
  /** The code of a run of words, or null where they are known to be something else. */
  const read = (at: number, count: number): string | null | undefined => {
    const [first, last] = [words[at]!, words[at + count - 1]!];
    const key = words
      .slice(at, at + count)
      .map(({ word }) => word)
      .join(' ');
    if (NO_COUNTRY.has(key)) return null;
    const written = text.slice(first.start, last.end);
    const code = spaced.get(key) ?? spaced.get(key.replace(ATTACHED, ''));
    if (code && CAPITAL.test(written)) return code;
    return capitals.has(key) && written === written.toUpperCase() ? capitals.get(key) : undefined;
  };
  for (let at = 0; at < words.length; at++) {
    let reach = 1;
    while (
      reach < LONGEST_NAME &&
      at + reach < words.length &&
      BETWEEN.test(text.slice(words[at + reach - 1]!.end, words[at + reach]!.start))
    )
      reach++;
    for (let count = reach; count > 0; count--) {
      const code = read(at, count);
      if (code === undefined) continue;
      if (code) found.push({ start: words[at]!.start, end: words[at + count - 1]!.end, code });
      at += count - 1;
      break;
    }
  }
  return found;
};

/** After a name these make it a language or its speakers; before it, in Thai. */
const LANGUAGE_AFTER = /^[語语話话人文風风式系어인]/u;
const LANGUAGE_BEFORE = /(?:ภาษา|คน)$/u;

const unspacedIn = (text: string): CountryFound[] => {
  const found: CountryFound[] = [];
  if (!UNSPACED.test(text)) return found;
  const { unspaced } = namesFor(text);
  for (let start = 0; start < text.length; start++) {
    const hit = unspaced.get(text[start]!)?.find(([name]) => text.startsWith(name, start));
    if (!hit) continue;
    const end = start + hit[0].length;
    if (!LANGUAGE_AFTER.test(text.slice(end, end + 1)) && !LANGUAGE_BEFORE.test(text.slice(Math.max(0, start - 4), start)))
      found.push({ start, end, code: hit[1] });
    start = end - 1;
  }
  return found;
};

/** The law an imprint is made by. */
const BY_LAW: Record<string, RegExp> = {
  DE: /§ ?5 (?:Abs\. ?1 )?(?:TMG|DDG|Telemediengesetz|Digitale-Dienste-Gesetz)(?!\p{L})/gu,
  AT: /§ ?5 (?:Abs\. ?1 )?(?:ECG|E-Commerce-Gesetz)(?!\p{L})|§ ?25 (?:Mediengesetz|MedienG)(?!\p{L})/gu,
};

const lawsIn = (text: string): CountryFound[] =>
  Object.entries(BY_LAW).flatMap(([code, sign]) =>
    [...text.matchAll(sign)].map(({ 0: found, index }) => ({ start: index, end: index + found.length, code })),
  );

/** The countries a text names, in any of some forty languages, with where it does. Whose they are, it cannot tell: a court's is among them. */
export const countriesIn = (text: string): CountryFound[] => [
  ...spacedIn(text),
  ...unspacedIn(text),
  ...postCodesIn(text),
  ...lawsIn(text),
];
