import { globSync, readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import { Refusal } from '../../../src/kernel/errors.ts';
import { dashboardPath, listingPath } from '../../../src/modules/sites/addresses.ts';
import { dashboardPaths, listingPaths, searchPaths } from '../../../src/web/paths.ts';
import { FORM_ACTIONS } from '../../../src/web/server/form-table.ts';
import { type PathParams, parseParams, path } from '../../../src/web/server/path.ts';
import { WEB_PAGES } from '../../../src/web/server/routes.ts';

test('a link has the parameters and the query, without default values', () => {
  expect(listingPaths.listing({ slug: 'a/b ü' })).toBe('/listings/a%2Fb%20%C3%BC');
  expect(listingPaths.reviews({ slug: 'acme', page: 2, done: 'held' })).toBe('/listings/acme/reviews?page=2&done=held');
  expect(listingPaths.compare({ a: 'a', b: null })).toBe('/compare?a=a');
  expect(searchPaths.listings()).toBe('/listings');
  expect(searchPaths.listings({ q: '', status: 'live', sort: 'relevance', page: 1, per_page: 20 })).toBe('/listings');
  expect(searchPaths.listings({ q: 'a b', page: 2 })).toBe('/listings?q=a+b&page=2');
});

test('modules below the website write the same addresses', () => {
  expect(listingPath('acme')).toBe(listingPaths.listing({ slug: 'acme' }));
  expect(dashboardPath(7)).toBe(dashboardPaths.overview({ listing_id: 7 }));
});

test('the parameters of a link are checked', () => {
  const answer = path('/listings/:slug/reviews/:review_id', { page: 1 });
  expectTypeOf<PathParams<typeof answer.pattern>>().toEqualTypeOf<{ slug: string; review_id: number }>();
  expectTypeOf(answer).parameter(0).toHaveProperty('page').toEqualTypeOf<number | null | undefined>();
  // @ts-expect-error an id is a number
  answer({ slug: 'acme', review_id: '7' });
  // @ts-expect-error a parameter is missing
  answer({ slug: 'acme' });
  // @ts-expect-error the query has no such name
  answer({ slug: 'acme', review_id: 7, paeg: 2 });
});

test('ids are parsed as numbers', () => {
  expect(parseParams('/a/:id/:line_id', { id: '7', line_id: '9007199254740991' }, 'not_found')).toEqual({
    id: 7,
    line_id: Number.MAX_SAFE_INTEGER,
  });
});

test.each([
  ['id', ['0', '-1', '1.5', '1e3', ' 1', '9007199254740992', '12345678901234567', '', undefined]],
  ['listing_id', ['x']],
  ['slug', ['Acme', '-acme', 'a b', '../etc', '', 'x'.repeat(221), undefined]],
  ['uuid', ['7', '00000000-0000-0000-0000-00000000000g', undefined]],
  ['number', ['LW-1', 'LW-0000000I', undefined]],
])('an impossible %s is not found', (name, texts) => {
  for (const text of texts) expect(() => parseParams(`/:${name}`, { [name]: text }, 'listing_not_found')).toThrow(Refusal);
});

test('letter case does not matter in order numbers and ids of drafts', () => {
  expect(parseParams('/:number', { number: 'lw-0123abcd' }, 'not_found')).toEqual({ number: 'LW-0123ABCD' });
  const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e';
  expect(parseParams('/:uuid', { uuid: uuid.toUpperCase() }, 'not_found')).toEqual({ uuid });
});

/** The first segments of all addresses. */
const SECTIONS = new Set([...WEB_PAGES, ...FORM_ACTIONS].map(({ path }) => path.split('/')[1]!).filter(Boolean));
const ADDRESS = new RegExp(`(["'\`]|root\\})/(${[...SECTIONS].join('|')})(["'\`/?#]|$)`, 'm');

test('addresses are written only in the files named paths.ts', () => {
  const files = globSync('src/web/**/*.{ts,tsx}').filter((file) => !file.endsWith('/paths.ts'));
  expect(files.length).toBeGreaterThan(150);
  expect(files.filter((file) => ADDRESS.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('every form is shown on a page with at most its own parameters', () => {
  for (const { path, page } of FORM_ACTIONS) {
    expect(WEB_PAGES.map((row) => row.path)).toContain(page);
    expect(path.match(/:\w+/g) ?? []).toEqual(expect.arrayContaining(page.match(/:\w+/g) ?? []));
  }
});
