import { HtmlValidate } from 'html-validate';
import { describe, expect, test } from 'vitest';
import * as category from '../../src/web/pages/category.tsx';
import * as compare from '../../src/web/pages/compare.tsx';
import * as home from '../../src/web/pages/home.tsx';
import * as listing from '../../src/web/pages/listing.tsx';
import * as search from '../../src/web/pages/search.tsx';
import { DRAWINGS, draw } from './drawing.ts';
import { aBareListing, aCategory, aComparison, aListing, anAlternative, aSummary, listOf } from './samples.ts';
import { anEmptyHome } from './week-samples.ts';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // Written by the renderer, and valid HTML.
    'doctype-style': 'off',
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'no-trailing-whitespace': 'off',
    'attribute-empty-style': 'off',
    // A description may be as long as it is useful, a title as long as the product's.
    'long-title': 'off',
    // No script comes from elsewhere.
    'require-sri': 'off',
    // Numbers of votes are not numbers to call.
    'tel-non-breaking': 'off',
    // Where something is under way, a browser without script asks again; nobody is writing there.
    'meta-refresh': 'off',
    // The list style is taken off by us; the role keeps no meaning that ul does not have.
    'no-redundant-role': 'off',
  },
});

const between = (html: string, open: string, close: string): string[] =>
  html
    .split(open)
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf(close)));

const ASKS_AGAIN = /<noscript><meta http-equiv="refresh" content="\d+"\/><\/noscript>/;

describe.each(Object.entries(DRAWINGS))('%s', (_name, drawing) => {
  test('is valid HTML', async () => {
    const report = await validator.validateString(await drawing());
    expect(
      report.results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, line, column }) => `${ruleId} ${line}:${column} ${message}`),
      ),
    ).toEqual([]);
  });

  test('says what it is: language, title, description, one h1, main, skip link', async () => {
    const html = await drawing();
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    expect(html).toMatch(/<meta name="description" content="[^"]+"/);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain('<a class="skip" href="#main">');
    expect(html).toContain('<main id="main"');
  });

  test('works without script: forms are sent by GET to an address, fields have labels, nothing waits to be filled in', async () => {
    const html = await drawing();
    for (const form of between(html, '<form', '>')) expect(form).toMatch(/action="\/[a-z]/);
    for (const field of [...between(html, '<input', '>'), ...between(html, '<select', '>')]) {
      const id = /id="([^"]+)"/.exec(field)?.[1];
      expect(field.includes('type="hidden"') || html.includes(`for="${id}"`), field).toBe(true);
    }
    expect(between(html, '<button', '>').filter((button) => button.includes('type="button"'))).toHaveLength(1); // the theme switch
    // What waits without script is the page itself, which asks again.
    expect(html.replace(ASKS_AGAIN, '')).not.toMatch(/<noscript|\shidden[\s>]/);
  });

  test('shows no value that is not there', async () => {
    // The reference speaks of null, as code.
    expect(await drawing()).not.toMatch(/undefined|NaN|\[object|Invalid Date|(?<!<code)>null</);
  });

  test('takes very long words, right-to-left text and emoji', async () => {
    const html = await drawing();
    expect(html).toContain('dir="auto"');
    expect(await drawing((data) => longer(data) as typeof data)).toMatch(/<\/html>\n$/);
  });
});

const WORDS = `${'W'.repeat(400)} مرحبا 👩‍👩‍👧‍👦 青い鳥`;
const longer = (value: unknown): unknown =>
  typeof value === 'string' && /[A-Z ]/.test(value) && !/^\d{4}-/.test(value)
    ? WORDS
    : Array.isArray(value)
      ? value.map(longer)
      : value && typeof value === 'object' && !(value instanceof Date)
        ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, longer(inner)]))
        : value;

describe('listing', () => {
  test('shows where each fact was read, and which the owner typed', async () => {
    const html = await draw(listing, { listing: aListing(), alternatives: [anAlternative()] });
    expect(html).toContain('<mark>Free for one quay, forever.</mark>');
    expect(html).toMatch(
      /Read at <a href="https:\/\/tidewater.example\/pricing#:~:text=Free[^"]*" rel="nofollow ugc noopener">.*?<\/a>, <time[^>]*>30 October 2026</,
    );
    expect(html).toContain('Stated by the owner');
    expect(html).toMatch(/href="#read-founded".*id="read-founded".*<mark>Tides since 2024\.<\/mark>/s);
  });

  test('shows no words for what the profile no longer says', async () => {
    const html = await draw(listing, { listing: aListing({ tagline: null, founded_year: null }), alternatives: [] });
    expect(html).toContain('<mark>Our Code</mark>');
    expect(html).not.toMatch(/Tides since|Book the Quay|#read-/);
  });

  test('a unit stands behind a number alone', async () => {
    const [first] = aListing().attributes;
    const attributes = ['30', 'As long as there is room'].map((value) => ({ ...first!, value, unit: 'days' }));
    const html = await draw(listing, { listing: aListing({ attributes }), alternatives: [] });
    expect(html).toContain('30 days');
    expect(html).not.toContain('room days');
  });

  test('admits what the company’s own site does not state', async () => {
    const html = await draw(listing, { listing: aListing({ not_found_on_website: ['founded_year', 'team_size'] }), alternatives: [] });
    expect(html).toMatch(/Not stated on the company’s own site.*on <time[^>]*>30 October 2026</s);
    expect(html).toContain('Year founded');
    expect(html).toContain('Team size');
  });

  test('a listing with nothing optional has no empty section', async () => {
    const html = await draw(listing, { listing: aBareListing(), alternatives: [] });
    for (const id of [
      'features',
      'apart',
      'attributes',
      'not-stated',
      'story',
      'milestones',
      'updates',
      'faqs',
      'facts',
      'founders',
      'elsewhere',
    ])
      expect(html).not.toContain(`id="${id}"`);
    expect(html).not.toMatch(/undefined|>null</);
    expect(html).toContain('<strong>0</strong> votes');
  });

  test('the rating and the Domain Rating show only with what they rest on', async () => {
    const html = await draw(listing, { listing: aListing(), alternatives: [] });
    expect(html).toContain('of 5 from 12 reviews');
    expect(html).toMatch(/41\.2<\/strong>.*\+2\.1.*Ahrefs.*<time datetime="2026-11-01">1 November 2026<\/time>/s);
    const without = await draw(listing, { listing: aListing({ community_rating: null, domain_rating: null }), alternatives: [] });
    expect(without).not.toMatch(/Community rating|Domain Rating/);
  });

  test('the link to the product opens in the same tab and passes no rank', async () => {
    const html = await draw(listing, { listing: aListing(), alternatives: [] });
    expect(html).toMatch(/<a class="button button-main" href="https:\/\/tidewater.example\/" rel="nofollow noopener">/);
    expect(html).not.toContain('target=');
  });

  test('one that has not launched shows its week instead of votes and is kept from search engines', async () => {
    const html = await draw(listing, { listing: aListing({ status: 'scheduled' }), alternatives: [] });
    expect(html).toContain('Not launched yet');
    expect(html).toContain('<meta name="robots" content="noindex"');
    expect(html).not.toContain('class="votes"');
  });
});

test('the home page says when nothing has launched yet', async () => {
  const html = await draw(home, anEmptyHome());
  expect(html).toContain('The first launches are on their way.');
});

test('a search is kept while moving through pages, orders and filters', async () => {
  const html = await draw(search, {
    input: { q: 'a & b', country: 'PT', status: 'live', sort: 'newest', page: 2, per_page: 20 },
    misread: [],
    results: listOf([aSummary()], { page: 2, total: 45, has_more: true }),
    categories: [],
  });
  expect(html).toContain('href="/listings?q=a+%26+b&amp;country=PT&amp;sort=newest&amp;page=3"');
  expect(html).toContain('href="/listings?q=a+%26+b&amp;country=PT&amp;sort=newest"');
  expect(html).toContain('Page 2 of 3');
  expect(html).toContain('href="/listings?q=a+%26+b&amp;sort=newest"'); // without the country
  expect(html).toContain('<option value="PT" selected>Portugal</option>');
});

test('a filter that is not among those offered stays chosen in the form', async () => {
  const html = await draw(search, {
    input: { pricing_model: 'pay-what-you-want', status: 'live', sort: 'relevance', page: 1, per_page: 20 },
    misread: [],
    results: listOf([aSummary()]),
    categories: [],
  });
  expect(html).toContain('<option value="pay-what-you-want" selected>Pay-what-you-want</option>');
});

test('a category’s later pages have their own address and title', async () => {
  const html = await draw(category, {
    category: aCategory({ listings: listOf([aSummary()], { page: 2, total: 42, has_more: true }) }),
    misread: [],
    featured: [],
  });
  expect(html).toContain('<link rel="canonical" href="https://launchweek.test/categories/scheduling?page=2"');
  expect(html).toContain('<title>Scheduling, page 2 · Launchweek</title>');
});

test('choosing the same product twice is said', async () => {
  const side = { sent: 'tidewater', listing: aSummary(), candidates: [] };
  expect(await draw(compare, { a: side, b: side, comparison: null })).toContain('These are the same product.');
});

test('a page past the end of a list says so and leads back', async () => {
  const html = await draw(search, {
    input: { status: 'live', sort: 'relevance', page: 900, per_page: 20 },
    misread: [],
    results: listOf([], { page: 900, total: 51 }),
    categories: [],
  });
  expect(html).toContain('There is no page 900');
  expect(html).toContain('<a href="/listings">Back to its first page</a>');
});

test('what neither product states is named once, not shown as blanks', async () => {
  const side = { sent: 'tidewater', listing: aSummary(), candidates: [] };
  const rows = [...aComparison().rows, { key: 'engines', name: 'Engines', unit: null, a: null, b: null }];
  const html = await draw(compare, { a: side, b: side, comparison: aComparison({ rows }) });
  expect(html).toMatch(/Stated by neither.*Engines/s);
  expect(html.match(/Not stated</g)).toHaveLength(2); // the second's country and its free plan
});

describe('what is bought is said to be', () => {
  const placesIn = (html: string) => html.split('<article class="paid-place">').slice(1);

  test('every place in the strips of the home page and of a category says Paid', async () => {
    for (const name of ['home', 'category']) {
      const places = placesIn(await DRAWINGS[name]!());
      expect(places.length).toBe(name === 'home' ? 3 : 1);
      for (const place of places) expect(place.split('</article>')[0]).toContain('<span class="paid">Paid</span>');
    }
  });

  test('a cabinet shows each award with its week and votes, and says that awards follow votes', async () => {
    const html = await DRAWINGS['listing, with a cabinet']!();
    expect(html).toContain('cabinet-oak');
    expect(html.match(/Launch of the Week #1<\/strong>/g)!.length).toBe(1);
    expect(html).toContain('41 votes');
    expect(html).toContain('1 vote<');
    expect(html).toContain('Awards follow votes alone.');
  });
});
