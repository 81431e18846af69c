import { expect, test } from 'vitest';
import { SearchListings } from '../../../src/modules/listings/schema.ts';
import { parseQuery } from '../../../src/web/server/page.ts';
import { colourOf, initialsOf } from '../../../src/web/ui/elements.tsx';
import {
  countryLabel,
  countryOptions,
  formatDay,
  formatWeek,
  humanize,
  pluralize,
  shortUrl,
  truncateText,
} from '../../../src/web/ui/format.tsx';
import { markdownToHtml } from '../../../src/web/ui/markdown.ts';
import { webUrl } from '../../../src/web/ui/urls.ts';

test('empty fields count as absent, and unknown parameters are skipped', () => {
  const { input, ignored } = parseQuery(SearchListings, { q: '  ', category: '', country: '', page: '3', utm_source: 'mail' });
  expect(input).toEqual({ status: 'live', sort: 'relevance', page: 3, per_page: 20 });
  expect(ignored).toEqual([]);
});

test.each([
  ['country', 'Germany'],
  ['page', '0'],
  ['page', '1001'],
  ['page', 'two'],
  ['page', '1e2'],
  ['sort', 'best'],
  ['status', 'draft'],
  ['category', 'Developer Tools'],
  ['q', 'x'.repeat(201)],
  ['q', 'nul\u0000byte'],
])('%s=%s is ignored and reported', (name, value) => {
  const { input, ignored } = parseQuery(SearchListings, { [name]: value });
  expect(ignored.map((left) => left.name)).toEqual([name]);
  expect(ignored[0]!.hint).toMatch(/\.$/);
  expect(input).toEqual({ status: 'live', sort: 'relevance', page: 1, per_page: 20 });
});

test('of a repeated parameter the first value counts', () => {
  expect(parseQuery(SearchListings, { q: ['first', 'second'] }).input.q).toBe('first');
});

test('only http(s) addresses become links', () => {
  expect(webUrl('https://a.test/x')).toBe('https://a.test/x');
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    ' java\nscript:alert(1)',
    'ftp://a.test',
    '//a.test',
    'a.test',
    '',
    null,
    undefined,
  ])
    expect(webUrl(address)).toBeNull();
});

test('initials work in any script, and the colour depends on the name alone', () => {
  expect(initialsOf('Tidewater')).toBe('T');
  expect(initialsOf('inês carvalho lima')).toBe('IC');
  expect(initialsOf('青い鳥 カレンダー')).toBe('青');
  expect(initialsOf('🦊 Foxglove')).toBe('🦊');
  expect(initialsOf('👩‍👩‍👧‍👦')).toBe('👩‍👩‍👧‍👦');
  expect(initialsOf('   ')).toBe('?');
  expect(colourOf('Tidewater')).toBe(colourOf('Tidewater'));
});

test('formats numbers, countries, labels and texts', () => {
  expect(pluralize(1, 'vote')).toBe('1 vote');
  expect(pluralize(1204, 'category', 'categories')).toBe('1,204 categories');
  expect(countryLabel('pt')).toBe('Portugal');
  expect(countryLabel('??')).toBe('??');
  expect(humanize('open_source')).toBe('Open source');
  expect(shortUrl('https://www.a.test/pricing/')).toBe('a.test/pricing');
  expect(truncateText('one two three four', 12)).toBe('one two…');
  expect(truncateText(`${'x'.repeat(8)}👩`, 10)).toBe(`${'x'.repeat(8)}👩`);
  expect(formatDay('2026-11-09')).toBe('9 November 2026');
  expect(formatDay('soon')).toBe('soon');
  expect(formatWeek('2026-11-09')).toMatch(/^9\s?–\s?15 November$/);
});

test('every country is an option once, by name', () => {
  expect(countryOptions().length).toBeGreaterThan(240);
  expect(new Set(countryOptions().map(({ value }) => value)).size).toBe(countryOptions().length);
  expect(countryOptions().map(({ value }) => value)).toEqual(expect.arrayContaining(['DE', 'JP', 'BR', 'ZA', 'TW']));
  for (const code of ['EU', 'UK', 'ZZ', 'UN', 'XA']) expect(countryOptions().map(({ value }) => value)).not.toContain(code);
});

test('Markdown: headings start below the page title, external links are nofollow', () => {
  expect(markdownToHtml('# A\n\n## B')).toContain('<h2 dir="auto">A</h2>\n<h3 dir="auto">B</h3>');
  expect(markdownToHtml('## A\n\n### B')).toContain('<h2 dir="auto">A</h2>\n<h3 dir="auto">B</h3>');
  expect(markdownToHtml('[a](https://a.test)')).toContain('<a href="https://a.test" rel="nofollow ugc noopener">a</a>');
  expect(markdownToHtml('[a](/categories)')).toContain('<a href="/categories">a</a>');
  expect(markdownToHtml('[a](//evil.test)')).not.toContain('<a');
});
