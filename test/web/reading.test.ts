import { expect, test } from 'vitest';
import { Refusal } from '../../src/kernel/errors.ts';
import { SearchListings } from '../../src/modules/listings/schema.ts';
import { to, webAddress } from '../../src/web/addresses.ts';
import { asked, slugIn } from '../../src/web/asked.ts';
import { COUNTRIES } from '../../src/web/facets.ts';
import { colourOf, initialsOf } from '../../src/web/parts/logo.tsx';
import { markdownToHtml } from '../../src/web/parts/markdown.ts';
import { sayDay, sayWeek } from '../../src/web/parts/time.tsx';
import { counted, countryName, label, shortAddress, startOf } from '../../src/web/wording.ts';

test('empty fields of a form count as absent, and strangers’ parameters are passed over', () => {
  const { input, misread } = asked(SearchListings, { q: '  ', category: '', country: '', page: '3', utm_source: 'mail' });
  expect(input).toEqual({ status: 'live', sort: 'relevance', page: 3, per_page: 20 });
  expect(misread).toEqual([]);
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
])('%s=%s is left out and said', (name, value) => {
  const { input, misread } = asked(SearchListings, { [name]: value });
  expect(misread.map((left) => left.name)).toEqual([name]);
  expect(misread[0]!.hint).toMatch(/\.$/);
  expect(input).toEqual({ status: 'live', sort: 'relevance', page: 1, per_page: 20 });
});

test('a parameter given twice is read once', () => {
  expect(asked(SearchListings, { q: ['first', 'second'] }).input.q).toBe('first');
});

test('a slug that cannot be one is not found', () => {
  expect(slugIn({ slug: 'acme' }, 'listing_not_found')).toBe('acme');
  for (const slug of ['Acme', '-acme', 'a b', '../etc', '', 'x'.repeat(221), undefined])
    expect(() => slugIn({ slug }, 'listing_not_found')).toThrow(Refusal);
});

test('addresses leave out what goes without saying', () => {
  expect(to.listings({ q: '', status: 'live', sort: 'relevance', page: 1, per_page: 20 })).toBe('/listings');
  expect(to.listings({ q: 'a b', page: 2 })).toBe('/listings?q=a+b&page=2');
  expect(to.compare('a', null)).toBe('/compare?a=a');
});

test('only the web is linked to', () => {
  expect(webAddress('https://a.test/x')).toBe('https://a.test/x');
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
    expect(webAddress(address)).toBeNull();
});

test('initials come from any script, and the colour from the name alone', () => {
  expect(initialsOf('Tidewater')).toBe('T');
  expect(initialsOf('inês carvalho lima')).toBe('IC');
  expect(initialsOf('青い鳥 カレンダー')).toBe('青');
  expect(initialsOf('🦊 Foxglove')).toBe('🦊');
  expect(initialsOf('👩‍👩‍👧‍👦')).toBe('👩‍👩‍👧‍👦');
  expect(initialsOf('   ')).toBe('?');
  expect(colourOf('Tidewater')).toBe(colourOf('Tidewater'));
});

test('numbers, countries, labels and texts are said as people say them', () => {
  expect(counted(1, 'vote')).toBe('1 vote');
  expect(counted(1204, 'category', 'categories')).toBe('1,204 categories');
  expect(countryName('pt')).toBe('Portugal');
  expect(countryName('??')).toBe('??');
  expect(label('open_source')).toBe('Open source');
  expect(shortAddress('https://www.a.test/pricing/')).toBe('a.test/pricing');
  expect(startOf('one two three four', 12)).toBe('one two…');
  expect(startOf(`${'x'.repeat(8)}👩`, 10)).toBe(`${'x'.repeat(8)}👩`);
  expect(sayDay('2026-11-09')).toBe('9 November 2026');
  expect(sayDay('soon')).toBe('soon');
  expect(sayWeek('2026-11-09')).toMatch(/^9\s?–\s?15 November$/);
});

test('every country is offered once, by name', () => {
  expect(COUNTRIES.length).toBeGreaterThan(240);
  expect(new Set(COUNTRIES.map(({ code }) => code)).size).toBe(COUNTRIES.length);
  expect(COUNTRIES.map(({ code }) => code)).toEqual(expect.arrayContaining(['DE', 'JP', 'BR', 'ZA', 'TW']));
  for (const code of ['EU', 'UK', 'ZZ', 'UN', 'XA']) expect(COUNTRIES.map((country) => country.code)).not.toContain(code);
});

test('Markdown: headings go under the page’s own, links to elsewhere pass no rank', () => {
  expect(markdownToHtml('# A\n\n## B')).toContain('<h2 dir="auto">A</h2>\n<h3 dir="auto">B</h3>');
  expect(markdownToHtml('## A\n\n### B')).toContain('<h2 dir="auto">A</h2>\n<h3 dir="auto">B</h3>');
  expect(markdownToHtml('[a](https://a.test)')).toContain('<a href="https://a.test" rel="nofollow ugc noopener">a</a>');
  expect(markdownToHtml('[a](/categories)')).toContain('<a href="/categories">a</a>');
  expect(markdownToHtml('[a](//evil.test)')).not.toContain('<a');
});
