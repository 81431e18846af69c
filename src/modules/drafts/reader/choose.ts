import { isAsset, keyOf, segmentsOf } from './addresses.ts';
import { isPassedBy, KINDS, type Kind, LATE, NAME, squash, wordsOf } from './kinds.ts';

/** A page that could be read next. */
export interface Candidate {
  url: URL;
  key: string;
  kind: Kind | null;
  score: number;
  /** In another language than the homepage, as far as its address shows. */
  foreign: boolean;
  /** How often the homepage links to it. */
  named_at_home: number;
}

/** A link, or an address of a sitemap, which has no text. */
export interface Lead {
  url: URL;
  text: string;
  in_menu: boolean;
}

/** Kinds under whose address more of the same stands: /features/export, but not /press/2019-award. */
const DEEP: readonly Kind[] = ['about', 'pricing', 'team', 'features', 'product'];
const LANGUAGES = new Set(
  `ar bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lt lv mk ml mn mr ms my nb nl nn no pa pl pt ro ru sk sl sq sr sv sw ta te th tl tr uk ur uz vi zh`.split(
    ' ',
  ),
);
const CHOOSES_LANGUAGE: readonly string[] = ['lang', 'language', 'locale', 'hl', 'lng', 'setlang'];
const LONGEST_NAME = 5;

/** The language an address begins with, as in /de/preise or /pt-br/. */
export const languageOf = (url: URL): string | null => {
  const first = segmentsOf(url)[0]?.toLowerCase() ?? '';
  return /^[a-z]{2}([-_][a-z]{2,4})?$/.test(first) && LANGUAGES.has(first.slice(0, 2)) ? first.slice(0, 2) : null;
};

interface Guess {
  kind: Kind;
  score: number;
}

/** The kind that words name at their beginning or end: "about acme", "license faq". */
const partlyNamed = (words: string[], score: number): Guess | null => {
  if (words.length > LONGEST_NAME) return null;
  for (let count = words.length - 1; count > 0; count--)
    for (const [at, part] of [words.slice(0, count), words.slice(-count)].entries()) {
      const name = NAME.get(part.join(''));
      // "About us" begins a name; "learn more about" ends a sentence.
      if (name && !name.alone && !(at === 1 && name.kind === 'about')) return { kind: name.kind, score };
    }
  return null;
};

const wholly = (text: string, score: number): Guess | null => {
  const name = NAME.get(squash(text));
  return name ? { kind: name.kind, score } : null;
};

const SCRIPTS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const UNSPACED = [...NAME].filter(([name, { alone }]) => !alone && name.length > 1 && SCRIPTS.test(name));

/** Scripts without spaces: a short text that holds the name is the name. */
const unspaced = (text: string): Guess | null => {
  if (text.length > 20 || !SCRIPTS.test(text)) return null;
  const folded = squash(text);
  const found = UNSPACED.find(([name]) => folded.includes(name));
  return found ? { kind: found[1].kind, score: 4 } : null;
};

const guess = ({ url, text }: Lead, segments: string[]): Guess | null => {
  const last = (segments.at(-1) ?? '').replace(/\.[a-z]{2,5}$/i, '');
  const above = segments
    .slice(0, -1)
    .map((segment) => wholly(segment, 2))
    .findLast((found) => found !== null);
  const guesses = [
    wholly(last, 10),
    wholly(text, 9),
    ...[...url.searchParams.values()].slice(0, 5).map((value) => wholly(value, 8)),
    partlyNamed(wordsOf(last), 5),
    partlyNamed(wordsOf(text), 4),
    unspaced(text),
    above && DEEP.includes(above.kind) ? above : null,
  ];
  return guesses.reduce<Guess | null>((best, next) => (next && next.score > (best?.score ?? 0) ? next : best), null);
};

/** What a link promises, or null for what is never read. */
export const candidateOf = (lead: Lead, home: URL, language: string | null): Candidate | null => {
  const { url, in_menu, text } = lead;
  const segments = segmentsOf(url);
  if (isAsset(url) || isPassedBy(segments) || segments.length > 6 || CHOOSES_LANGUAGE.some((name) => url.searchParams.has(name)))
    return null;
  const prefix = languageOf(url);
  const foreign = prefix !== null && prefix !== languageOf(home) && prefix !== language?.slice(0, 2);
  const inner = prefix ? segments.slice(1) : segments;
  // The homepage in some language is the homepage.
  if (prefix && inner.length === 0) return null;
  const found = guess(lead, inner);
  const words = wordsOf(text).length;
  const shown = (in_menu ? 2 : 0) + (words > 0 && words <= 4 ? 1 : 0) + (inner.length === 1 ? 1 : 0);
  const score = (found?.score ?? 0) + shown - Math.max(0, inner.length - 1) - (url.search ? 2 : 0) - (foreign ? 6 : 0);
  return { url, key: keyOf(url), kind: found && found.score >= 2 ? found.kind : null, score, foreign, named_at_home: 0 };
};

/** The best of a kind is worth a request from here on; less is a guess from a word in passing. */
const LEAST_NAMED = 3;
const LEAST_OTHER = 2;
const MOST_OF_A_KIND = 2;
const MOST_OTHERS = 4;

/** A page that is named in the menu and at the foot stands above one that is named once. */
const worth = ({ score, named_at_home }: Candidate): number => score + Math.min(2, named_at_home) / 2;
const best = (candidates: Candidate[]): Candidate[] => candidates.toSorted((a, b) => worth(b) - worth(a));

/** One page of each kind that is still missing, the most telling kinds first. */
export const firstOfEachKind = (candidates: Candidate[], read: readonly (Kind | null)[]): Candidate[] =>
  KINDS.filter((kind) => !LATE.includes(kind) && !read.includes(kind))
    .map((kind) => best(candidates.filter((candidate) => candidate.kind === kind && candidate.score >= LEAST_NAMED))[0])
    .filter((candidate) => candidate !== undefined);

/**
 * What fills the places left: the lawyers' pages where nothing else says whom to write to, and of what the homepage names,
 * main pages of no kind and second ones of a kind.
 */
export const fillUp = (candidates: Candidate[], read: readonly (Kind | null)[]): Candidate[] => {
  const late = read.includes('imprint') || read.includes('contact') ? [] : LATE.filter((kind) => !read.includes(kind));
  const own = best(candidates.filter(({ foreign, named_at_home }) => !foreign && named_at_home > 0));
  const count = (kind: Kind | null) => read.filter((one) => one === kind).length;
  const others = own.filter(({ kind, score }) => kind === null && score >= LEAST_OTHER).slice(0, Math.max(0, MOST_OTHERS - count(null)));
  const seconds = KINDS.filter((kind) => !LATE.includes(kind)).flatMap((kind) =>
    own.filter((candidate) => candidate.kind === kind && candidate.score > 0).slice(0, Math.max(0, MOST_OF_A_KIND - count(kind))),
  );
  return [...late.flatMap((kind) => best(candidates.filter((candidate) => candidate.kind === kind)).slice(0, 1)), ...others, ...seconds];
};
