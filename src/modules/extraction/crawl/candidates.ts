import type { OutlineLink, PageOutline } from '../parse/outline.ts';
import {
  CRAWL_KINDS,
  type CrawlKind,
  FALLBACK_KINDS,
  isDocumentation,
  isSkippedSection,
  KIND_BY_NAME,
  LAST_KIND,
  nameWords,
  squash,
} from '../words/page-kinds.ts';
import { canonicalAddress, isAsset, isSameSite, pageKey, segmentsOf } from './addresses.ts';

export interface PageCandidate {
  url: URL;
  key: string;
  kind: CrawlKind | null;
  score: number;
  /** Whether its address indicates another language than the homepage's. */
  foreign: boolean;
  homepage_links: number;
}

/** Kinds whose subpages are of the same kind: /features/export, but not /press/2019-award. */
const KINDS_WITH_SUBPAGES: readonly CrawlKind[] = ['about', 'pricing', 'team', 'features', 'product', 'download'];
const LANGUAGES = new Set(
  `ar bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lt lv mk ml mn mr ms my
  nb nl nn no pa pl pt ro ru sk sl sq sr sv sw ta te th tl tr uk ur uz vi zh`.split(/\s+/),
);
const CHOOSES_LANGUAGE: readonly string[] = ['lang', 'language', 'locale', 'hl', 'lng', 'setlang'];
const LONGEST_NAME = 5;

/** The language that the first part of a path names, as in /de/preise or /pt-br/. */
const languageOf = ([first = '']: string[]): string | null => {
  const code = first.toLowerCase();
  return /^[a-z]{2}([-_][a-z]{2,4})?$/.test(code) && LANGUAGES.has(code.slice(0, 2)) ? code.slice(0, 2) : null;
};

/** The folder that a site lies in: that of its homepage, without the language. */
const folderOf = (home: URL): string[] => {
  const folder = home.pathname.endsWith('/') ? segmentsOf(home) : segmentsOf(home).slice(0, -1);
  return languageOf(folder.slice(-1)) ? folder.slice(0, -1) : folder;
};

/** The parts of a path below the site's folder. */
const segmentsBelow = (home: URL, url: URL): string[] => {
  const [folder, segments] = [folderOf(home), segmentsOf(url)];
  return folder.every((segment, at) => segments[at] === segment) ? segments.slice(folder.length) : segments;
};

interface Guess {
  kind: CrawlKind;
  score: number;
}

/** The kind that the first or last words name: "about acme", "license faq". */
const partialMatch = (words: string[], score: number): Guess | null => {
  if (words.length > LONGEST_NAME) return null;
  for (let count = words.length - 1; count > 0; count--)
    for (const [at, part] of [words.slice(0, count), words.slice(-count)].entries()) {
      const name = KIND_BY_NAME.get(part.join(''));
      // "About us" starts a name; "learn more about" ends a sentence.
      if (name && !name.alone && !(at === 1 && name.kind === 'about')) return { kind: name.kind, score };
    }
  return null;
};

const exactMatch = (text: string, score: number): Guess | null => {
  const name = KIND_BY_NAME.get(squash(text));
  return name ? { kind: name.kind, score } : null;
};

const SCRIPTS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const UNSPACED = [...KIND_BY_NAME].filter(([name, { alone }]) => !alone && name.length > 1 && SCRIPTS.test(name));

/** Scripts without spaces: a short text that contains the name counts as the name. */
const unspacedMatch = (text: string): Guess | null => {
  if (text.length > 20 || !SCRIPTS.test(text)) return null;
  const folded = squash(text);
  const found = UNSPACED.find(([name]) => folded.includes(name));
  return found ? { kind: found[1].kind, score: 4 } : null;
};

const guessKind = ({ url, text }: OutlineLink, segments: string[]): Guess | null => {
  const last = (segments.at(-1) ?? '').replace(/\.[a-z]{2,5}$/i, '');
  const matches_above = segments.slice(0, -1).map((segment) => exactMatch(segment, 2));
  const above = matches_above.findLast((found) => found !== null);
  const guesses = [
    exactMatch(last, 10),
    exactMatch(text, 9),
    ...[...url.searchParams.values()].slice(0, 5).map((value) => exactMatch(value, 8)),
    partialMatch(nameWords(last), 5),
    partialMatch(nameWords(text), 4),
    unspacedMatch(text),
    above && KINDS_WITH_SUBPAGES.includes(above.kind) ? above : null,
  ];
  const best = (some: (Guess | null)[]) =>
    some.reduce<Guess | null>((first, next) => (next && next.score > (first?.score ?? 0) ? next : first), null);
  // "/features/export" is a feature.
  return best(guesses.filter((guess) => guess?.kind !== LAST_KIND)) ?? best(guesses);
};

export const candidateFor = (link: OutlineLink, home: URL, language: string | null): PageCandidate | null => {
  const { url, in_menu, text } = link;
  const segments = segmentsBelow(home, url);
  if (segments.length > 6 || isAsset(url) || isSkippedSection(segments) || CHOOSES_LANGUAGE.some((name) => url.searchParams.has(name)))
    return null;
  const prefix = languageOf(segments);
  const foreign = prefix !== null && prefix !== languageOf(segmentsBelow(home, home)) && prefix !== language?.slice(0, 2);
  const inner = prefix ? segments.slice(1) : segments;
  // The homepage in another language is still the homepage.
  if (prefix && inner.length === 0) return null;
  const found = guessKind(link, inner);
  const words = nameWords(text).length;
  const visibility = (in_menu ? 2 : 0) + (words > 0 && words <= 4 ? 1 : 0) + (inner.length === 1 ? 1 : 0);
  const score = (found?.score ?? 0) + visibility - Math.max(0, inner.length - 1) - (url.search ? 2 : 0) - (foreign ? 6 : 0);
  const kind = isDocumentation(inner) ? LAST_KIND : found && found.score >= 2 ? found.kind : null;
  return { url, key: pageKey(url), kind, score, foreign, homepage_links: 0 };
};

/** Minimum score of the best page of a kind; below it the match is a word in passing. */
const LEAST_NAMED = 3;
const LEAST_OTHER = 2;
const MAX_OF_A_KIND = 2;
const MAX_OTHERS = 4;

/** A page linked from both menu and footer ranks above one linked once. */
const computeScore = ({ score, homepage_links }: PageCandidate): number => score + Math.min(2, homepage_links) / 2;
const sortByScore = (candidates: PageCandidate[]): PageCandidate[] => candidates.toSorted((a, b) => computeScore(b) - computeScore(a));

/** More of a kind than a crawl ever fetches. */
const ENOUGH_OF_A_KIND = 24;

/** The candidates worth keeping, in their order: the best of each kind, and pages without a kind only if the homepage links to them. */
export const bestOfEachKind = (candidates: PageCandidate[]): PageCandidate[] => {
  const taken = new Map<CrawlKind | null, number>();
  const chosen = sortByScore(candidates).filter(({ kind, homepage_links }) => {
    const count = taken.get(kind) ?? 0;
    if (count >= ENOUGH_OF_A_KIND || (kind === null && homepage_links === 0)) return false;
    taken.set(kind, count + 1);
    return true;
  });
  const keys = new Set(chosen.map(({ key }) => key));
  return candidates.filter(({ key }) => keys.has(key));
};

/** Kinds that are read wherever a site has them. */
const MAIN_KINDS = CRAWL_KINDS.filter((kind) => kind !== LAST_KIND && !FALLBACK_KINDS.includes(kind));

/** One page of each kind that is still missing, the most informative kinds first. */
export const firstOfEachKind = (candidates: PageCandidate[], read: readonly (CrawlKind | null)[]): PageCandidate[] =>
  MAIN_KINDS.filter((kind) => !read.includes(kind))
    .map((kind) => sortByScore(candidates.filter((candidate) => candidate.kind === kind && candidate.score >= LEAST_NAMED))[0])
    .filter((candidate) => candidate !== undefined);

/** Legal pages if no other page gives contact details, then pages without a kind and second ones, if the homepage links to them. */
export const chooseRemaining = (candidates: PageCandidate[], read: readonly (CrawlKind | null)[]): PageCandidate[] => {
  const fallbacks = read.includes('imprint') || read.includes('contact') ? [] : FALLBACK_KINDS.filter((kind) => !read.includes(kind));
  const own = sortByScore(candidates.filter(({ foreign, homepage_links }) => !foreign && homepage_links > 0));
  const count = (kind: CrawlKind | null) => read.filter((one) => one === kind).length;
  const others = own.filter(({ kind, score }) => kind === null && score >= LEAST_OTHER).slice(0, Math.max(0, MAX_OTHERS - count(null)));
  const seconds = MAIN_KINDS.flatMap((kind) =>
    own.filter((candidate) => candidate.kind === kind && candidate.score > 0).slice(0, Math.max(0, MAX_OF_A_KIND - count(kind))),
  );
  return [
    ...fallbacks.flatMap((kind) => sortByScore(candidates.filter((candidate) => candidate.kind === kind)).slice(0, 1)),
    ...others,
    ...seconds,
  ];
};

const MAX_REFERENCES = 4;
/** Pages of the documentation that say on what a product runs, in which languages, and what it works with; the homepage's links first. */
export const chooseReferences = (candidates: PageCandidate[], read: readonly (CrawlKind | null)[]): PageCandidate[] => {
  const own = sortByScore(candidates.filter(({ kind, foreign }) => kind === LAST_KIND && !foreign));
  const linked = own.filter(({ homepage_links }) => homepage_links > 0);
  const chosen = [...new Set([...linked, ...own.filter(({ score }) => score >= LEAST_NAMED)])];
  return chosen.slice(0, Math.max(0, MAX_REFERENCES - read.filter((kind) => kind === LAST_KIND).length));
};

export interface HomepageFacts {
  url: string;
  language: string | null;
  /** The host it declares as its own, if this is a copy. */
  own_host: string | null;
}

/** A linked page in a form that can be passed between threads. */
export type FoundPage = Omit<PageCandidate, 'url'> & { url: string };

export const homepageFacts = (url: URL, { language, canonical, own_address }: PageOutline): HomepageFacts => {
  // A copy of a site, perhaps on a staging host, links to its original host. Stay on the copy.
  const declared = canonical ?? own_address;
  const own_host = declared && declared.host !== url.host && declared.pathname === url.pathname ? declared.host : null;
  return { url: url.href, language, own_host };
};

const LONGEST_ADDRESS = 512;

export const mergeCandidates = <C extends Pick<PageCandidate, 'score' | 'homepage_links'>>(known: C | undefined, next: C): C => ({
  ...(known && known.score >= next.score ? known : next),
  homepage_links: (known?.homepage_links ?? 0) + next.homepage_links,
});

/** Collects the pages that one page or sitemap links to: each once with its best score, limited to what could ever be crawled. */
export const collectLinks = ({ url, language, own_host }: HomepageFacts) => {
  const home = new URL(url);
  const pool = new Map<string, PageCandidate>();

  /** A copy of a site links to the host it was copied from. */
  const onCrawledHost = (url: URL): URL => {
    const plain = canonicalAddress(url);
    if (plain.host !== own_host) return plain;
    plain.protocol = home.protocol;
    plain.hostname = home.hostname;
    plain.port = home.port;
    return plain;
  };

  return {
    onCrawledHost,
    add(link: OutlineLink, at_home = false): void {
      const url = onCrawledHost(link.url);
      if (url.href.length > LONGEST_ADDRESS || !isSameSite(home, url)) return;
      const candidate = candidateFor({ ...link, url }, home, language);
      if (!candidate) return;
      pool.set(candidate.key, mergeCandidates(pool.get(candidate.key), { ...candidate, homepage_links: at_home ? 1 : 0 }));
    },
    best: (): FoundPage[] => bestOfEachKind([...pool.values()]).map((candidate) => ({ ...candidate, url: candidate.url.href })),
  };
};
