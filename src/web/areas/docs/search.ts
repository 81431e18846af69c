import type { VNode } from 'preact';
import { renderHtml } from '../../../kernel/html.ts';
import { REFUSALS } from '../../../refusals.ts';
import { OPERATIONS } from '../../../registry.ts';
import { docsPaths } from '../../paths.ts';
import type { PageContext } from '../../server/page.ts';
import { adminApiPage } from './admin.tsx';
import { authenticationPage } from './authentication.tsx';
import { ERROR_TEXTS, errorsPage, limitsPage } from './conventions.tsx';
import { mcpPage } from './mcp.tsx';
import { restPage } from './rest.tsx';
import { webhooksGuide } from './webhooks.tsx';

interface DocsEntry {
  kind: 'Guide' | 'Operation' | 'Error';
  title: string;
  href: string;
  /** What is searched besides the title, and how much a match counts. */
  texts: { text: string; weight: number }[];
}

const TITLE_WEIGHT = 10;

const ENTITIES: Record<string, string> = { '&quot;': '"', '&lt;': '<', '&amp;': '&' };

const withoutCode = (html: string): string =>
  html
    .split('<pre')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('</pre>') + '</pre>'.length)))
    .join(' ');

/** The prose of a part of a page. */
const proseOf = (content: VNode): string =>
  withoutCode(renderHtml(content))
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:quot|lt|amp);/g, (entity) => ENTITIES[entity]!)
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,:;)])/g, '');

/** Of equal matches the page about the topic comes first, then the quickstarts, which only mention it. */
const GUIDES = [authenticationPage, limitsPage, errorsPage, restPage, mcpPage, webhooksGuide, adminApiPage];

const guideEntries = (context: PageContext): DocsEntry[] =>
  GUIDES.flatMap(({ path, title, description, sections }) => [
    { kind: 'Guide' as const, title, href: path(), texts: [{ text: description, weight: 4 }] },
    ...sections
      .filter(({ not_searched }) => !not_searched)
      .map((section) => ({
        kind: 'Guide' as const,
        title: `${title}: ${section.title}`,
        href: `${path()}#${section.id}`,
        texts: [{ text: proseOf(section.view(context)), weight: 2 }],
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
/** `keys` finds `key`, `paginate` finds `pagination`. */
const SUFFIX = /(?:ions?|ing|ed|es|e|s)$/;
const stemOf = (word: string): string =>
  word.length > 5 ? word.replace(SUFFIX, '') : word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;

const termsIn = (q: string): string[] => {
  const words = wordsIn(q);
  const content = words.filter((word) => !STOP_WORDS.has(word));
  return [...new Set((content.length > 0 ? content : words).map(stemOf))].slice(0, 8);
};

const matches = (word: string, term: string): boolean => word === term || (term.length > 1 && word.startsWith(term));

/** The same word counts twice as much as one that begins with it. */
const scoreText = (words: string[], term: string): number =>
  words.reduce((best, word) => (matches(word, term) ? Math.max(best, stemOf(word) === term ? 2 : 1) : best), 0);

export interface DocsResult {
  kind: DocsEntry['kind'];
  title: string;
  href: string;
  /** The best text for the query, in parts of which the matching ones are marked. */
  snippet: { text: string; marked: boolean }[];
}

const SNIPPET_LENGTH = 180;

/** A part of the text around a match, at word boundaries. */
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
  const starts = [...best.matchAll(WORD)].filter(([word]) => isMatch(word)).map(({ index }) => index);
  const from = (start: number): string => best.slice(start, start + SNIPPET_LENGTH / 2);
  const text = excerpt(
    best,
    starts.reduce((a, b) => (found(from(b)) > found(from(a)) ? b : a), starts[0] ?? 0),
  );
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
/** A guide explains what an error only mentions. */
const KIND_FACTORS: Record<DocsEntry['kind'], number> = { Guide: 1.25, Operation: 1, Error: 0.8 };
/** How many times more a text counts that has the words of the query next to each other, such as `per_page`. */
const PHRASE = 3;

/** What the docs say about a query, best first: entries with all its words or, where there is none, with some of them. */
export const searchDocs = (q: string, context: PageContext): DocsResult[] => {
  const terms = termsIn(q);
  const query = wordsIn(q).join(' ');
  const isPhrase = query.includes(' ');
  const scored = [...guideEntries(context), ...OPERATION_ENTRIES, ...ERROR_ENTRIES].map((entry) => {
    const texts = [{ text: entry.title, weight: TITLE_WEIGHT }, ...entry.texts].map(({ text, weight }) => {
      const words = wordsIn(text);
      return { words, weight: isPhrase && words.join(' ').includes(query) ? weight * PHRASE : weight };
    });
    const scores = terms.map((term) => texts.reduce((sum, { words, weight }) => sum + weight * scoreText(words, term), 0));
    return {
      entry,
      matched: scores.filter((score) => score > 0).length,
      score: scores.reduce((sum, score) => sum + score * KIND_FACTORS[entry.kind], texts[0]!.words.join(' ') === query ? EXACT_TITLE : 0),
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
