import { expect, test } from 'vitest';
import { pageTextOf } from '../../../../src/modules/extraction/parse/parsed-page.ts';
import { proposeProfile } from '../../../../src/modules/extraction/propose/propose.ts';
import { verifyProposal } from '../../../../src/modules/extraction/verify/verify.ts';
import { BUILT_IN_ATTRIBUTES } from '../../../../src/modules/extraction/words/attributes.ts';
import { HOSTILE } from '../../../support/extraction/hostile-pages.ts';
import { seeded } from '../../../support/hostile.ts';
import { measureCpuTime } from '../../../support/own-time.ts';

const PAGES = HOSTILE.filter(({ kind }) => kind === 'page');
const CATEGORIES = ['Productivity', 'Developer tools', 'Finance & accounting'].map((name) => ({
  name,
  slug: name.toLowerCase(),
  description: null,
}));
const SEED = Number(process.env.HOSTILE_SEED ?? 1);

/** Extracts from a site whose pages of several kinds all have the same content. */
const draft = (html: string): void => {
  const pages = ['', 'about', 'pricing', 'faq'].map((path) => ({
    url: `https://acme.test/${path}`,
    status: 200,
    read_at: new Date(0),
    html,
  }));
  verifyProposal(proposeProfile(pages, CATEGORIES, BUILT_IN_ATTRIBUTES), pages.map(pageTextOf), CATEGORIES, BUILT_IN_ATTRIBUTES);
};
const timeOf = (name: string, bytes: number): number => {
  const html = String(PAGES.find((page) => page.name === name)!.make(seeded(SEED), bytes));
  return measureCpuTime(() => draft(html));
};

test('there are hostile inputs of every kind, reproducible by seed', () => {
  expect(new Set(HOSTILE.map(({ name }) => name)).size).toBe(HOSTILE.length);
  expect(PAGES.length).toBeGreaterThan(25);
  expect(HOSTILE.length).toBeGreaterThan(40);
  for (const { make } of HOSTILE) {
    const made = Buffer.from(make(seeded(SEED), 2000));
    expect(made.length).toBeGreaterThan(50);
    expect(made.equals(Buffer.from(make(seeded(SEED), 2000)))).toBe(true);
  }
});

test.each(PAGES.map(({ name }) => name))('extraction from %s succeeds or gives blanks', (name) => {
  expect(timeOf(name, 4000)).toBeLessThan(10_000);
});

const SMALL = 16_000;
const TIMES = 4;
/** A factor of two above n log n: four times the input should take a little more than four times as long; quadratic would be sixteen. */
const MOST = 8;
/** Shorter times are mostly constant overhead. */
const LEAST_MS = 40;

/** What takes so long that its growth shows at a quarter of the size. The others are too quick there. */
const SLOW = new Set([
  'a row without end',
  'a long heading over many blocks',
  'buttons in one block',
  'copyright lines',
  'links to places on the page',
  'long names around many blocks',
  'prices in one block',
  'questions',
]);
/** At a quarter of the size a quadratic part is a quarter as large beside the linear one: 5 there is less than 8 at the full size. */
const MOST_AT_QUARTER = 5;

/** The least of up to three measurements, so that a busy machine does not count as growth. */
const leastGrowth = (measure: () => number, enough: number): number =>
  [0, 1, 2].reduce((least) => (least <= enough ? least : Math.min(least, measure())), Number.POSITIVE_INFINITY);

/** The time for four times the size of a quarter, divided by that for one, both without what an empty page takes. */
const growthAtQuarter = (name: string): number => {
  const [large, small, constant] = [SMALL, SMALL / TIMES, 0].map((bytes) => timeOf(name, bytes)) as [number, number, number];
  return (large - constant) / (small - constant);
};

const growth = (name: string): number => {
  // The larger one first: the smaller one then finds the code compiled, so that a slow first run cannot hide growth.
  const large = timeOf(name, SMALL * TIMES);
  // Quick enough whatever the smaller one takes.
  return large <= MOST * LEAST_MS ? large / LEAST_MS : large / Math.max(LEAST_MS, timeOf(name, SMALL));
};

test.each([
  'a row without end',
  'a long heading over many blocks',
  'buttons in one block',
  'copyright lines',
  'a letter with marks without end',
  'blocks of structured data',
  'links to places on the page',
  'links without end',
  'long names around many blocks',
  'meta tags without end',
  'orders to a machine',
  'prices in one block',
  'questions',
  'seats in one block',
  'years of founding in one block',
])('four times as much of %s takes about four times as long', (name) => {
  if (SLOW.has(name) && leastGrowth(() => growthAtQuarter(name), MOST_AT_QUARTER) <= MOST_AT_QUARTER) return;
  expect(leastGrowth(() => growth(name), MOST)).toBeLessThanOrEqual(MOST);
});
