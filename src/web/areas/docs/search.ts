import { renderHtml } from '../../../kernel/html.ts';
import { REFUSALS } from '../../../refusals.ts';
import { OPERATIONS } from '../../../registry.ts';
import { docsPaths } from '../../paths.ts';
import type { PageContext } from '../../server/page.ts';
import { authenticationPage } from './authentication.tsx';
import { ERROR_TEXTS, errorsPage, limitsPage } from './conventions.tsx';
import { mcpPage } from './mcp.tsx';
import { restPage } from './rest.tsx';

interface DocsEntry {
  kind: 'Guide' | 'Operation' | 'Error';
  title: string;
  href: string;
  /** What is searched besides the title, and how much a match counts. */
  texts: { text: string; weight: number }[];
}

const TITLE_WEIGHT = 10;

const ENTITIES: Record<string, string> = { '&quot;': '"', '&lt;': '<', '&amp;': '&' };

/** The text of a part of a page. */
const textOf = (content: Parameters<typeof renderHtml>[0]): string =>
  renderHtml(content)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:quot|lt|amp);/g, (entity) => ENTITIES[entity]!)
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,:;)])/g, '');

/** Of equal matches the page about the topic comes first, then the quickstarts, which only mention it. */
const GUIDES = [authenticationPage, limitsPage, errorsPage, restPage, mcpPage];

const guideEntries = (context: PageContext): DocsEntry[] =>
  GUIDES.flatMap(({ path, title, description, sections }) => [
    { kind: 'Guide' as const, title, href: path(), texts: [{ text: description, weight: 4 }] },
    ...sections
      .filter(({ not_searched }) => !not_searched)
      .map((section) => ({
        kind: 'Guide' as const,
        title: `${title}: ${section.title}`,
        href: `${path()}#${section.id}`,
        texts: [{ text: textOf(section.view(context)), weight: 2 }],
      })),
  ]);

const OPERATION_ENTRIES: DocsEntry[] = OPERATIONS.map((row) => ({
  kind: 'Operation',
  title: row.id,
  href: docsPaths.operation({ operation: row.id }),
  texts: [
    { text: row.summary, weight: 4 },
    { text: row.description, weight: 2 },
    ...Object.entries(row.input.properties).map(([name, property]) => ({
      text: `Parameter ${name}: ${'description' in property ? property.description : ''}`,
      weight: 1.5,
    })),
    ...(row.refusals ?? []).map((code) => ({ text: `Error ${code}: ${REFUSALS[code].detail ?? ''}`, weight: 0.5 })),
  ],
}));

const ERROR_ENTRIES: DocsEntry[] = ERROR_TEXTS.map(({ code, title, status, advice }) => ({
  kind: 'Error',
  title: code,
  href: `${docsPaths.errors()}#${code}`,
  texts: [
    { text: advice, weight: 2 },
    { text: `${status} ${title}`, weight: 4 },
  ],
}));

const WORD = /[\p{L}\p{N}]+/gu;
const STOP_WORDS = new Set('a an and are can do does for how i in is it my of on or the to what when where which with you your'.split(' '));

const wordsIn = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];
/** `keys` finds `key`. */
const withoutPlural = (word: string): string => (word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word);

const termsIn = (q: string): string[] => {
  const words = wordsIn(q);
  const content = words.filter((word) => !STOP_WORDS.has(word));
  return [...new Set((content.length > 0 ? content : words).map(withoutPlural))].slice(0, 8);
};

const matches = (word: string, term: string): boolean => word === term || (term.length > 1 && word.startsWith(term));

/** The same word counts twice as much as one that begins with it. */
const scoreText = (words: string[], term: string): number =>
  words.reduce((best, word) => (matches(word, term) ? Math.max(best, withoutPlural(word) === term ? 2 : 1) : best), 0);

export interface DocsResult {
  kind: DocsEntry['kind'];
  title: string;
  href: string;
  /** The best text for the query, in parts of which the matching ones are marked. */
  snippet: { text: string; marked: boolean }[];
}

const SNIPPET_LENGTH = 180;

/** A part of the text around the first match, at word boundaries. */
const excerpt = (text: string, at: number): string => {
  if (text.length <= SNIPPET_LENGTH) return text;
  const wanted = Math.max(0, Math.min(at - SNIPPET_LENGTH / 3, text.length - SNIPPET_LENGTH));
  const start = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1;
  const end = start + SNIPPET_LENGTH >= text.length ? text.length : text.lastIndexOf(' ', start + SNIPPET_LENGTH);
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
};

const snippetOf = (texts: DocsEntry['texts'], terms: string[]): DocsResult['snippet'] => {
  const found = (text: string): number => terms.filter((term) => scoreText(wordsIn(text), term) > 0).length;
  const best = texts.map(({ text }) => text).reduce((a, b) => (found(b) > found(a) ? b : a));
  const isMatch = (word: string): boolean => terms.some((term) => matches(word.toLowerCase(), term));
  const first = [...best.matchAll(WORD)].find(([word]) => isMatch(word));
  const text = excerpt(best, first?.index ?? 0);
  const parts: DocsResult['snippet'] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isMatch(word)) continue;
    parts.push({ text: text.slice(end, index), marked: false }, { text: word, marked: true });
    end = index + word.length;
  }
  return [...parts, { text: text.slice(end), marked: false }].filter(({ text }) => text !== '');
};

const MAX_RESULTS = 30;
const EXACT_TITLE = 100;

/** What the docs say about a query, best first: entries with all its words or, where there is none, with some of them. */
export const searchDocs = (q: string, context: PageContext): DocsResult[] => {
  const terms = termsIn(q);
  const query = wordsIn(q).join(' ');
  const scored = [...guideEntries(context), ...OPERATION_ENTRIES, ...ERROR_ENTRIES].map((entry) => {
    const title = wordsIn(entry.title);
    const texts = entry.texts.map(({ text, weight }) => ({ words: wordsIn(text), weight }));
    const scores = terms.map((term) =>
      texts.reduce((sum, { words, weight }) => sum + weight * scoreText(words, term), TITLE_WEIGHT * scoreText(title, term)),
    );
    return {
      entry,
      matched: scores.filter((score) => score > 0).length,
      score: scores.reduce((sum, score) => sum + score, title.join(' ') === query ? EXACT_TITLE : 0),
    };
  });
  const most = Math.max(...scored.map(({ matched }) => matched));
  if (most === 0) return [];
  return scored
    .filter(({ matched }) => matched === most)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS)
    .map(({ entry: { kind, title, href, texts } }) => ({ kind, title, href, snippet: snippetOf(texts, terms) }));
};
