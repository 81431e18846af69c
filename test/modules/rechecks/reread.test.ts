import { expect, test } from 'vitest';
import type { AttributeDefinition } from '../../../src/modules/extraction/proposal.ts';
import { rereadFacts } from '../../../src/modules/rechecks/reading/reread.ts';
import { wordSimilarity } from '../../../src/modules/rechecks/reading/selectors.ts';
import type { Fact, FactQuote, FactReading } from '../../../src/modules/rechecks/reading/tasks.ts';

const ROOT = 'https://harborline.example/';
const PRICING = `${ROOT}pricing`;
const ABOUT = `${ROOT}about`;

const page = (body: string, url = ROOT) => ({
  url,
  status: 200,
  read_at: new Date('2026-11-12T08:00:00Z'),
  html: `<!doctype html><html lang="en"><head><title>Harborline</title></head><body>${body}</body></html>`,
});

const HOME = page(`<header><nav><a href="/pricing">Pricing</a> <a href="/about">About</a></nav></header>
  <main><h1>Plan every shift of your harbor crew</h1><p>Harborline is a planner for harbor masters and their crews.</p>
  <p>Write to hello@harborline.example and we answer the same day.</p></main>`);
const PRICES = page(
  `<main><h1>Pricing</h1><section><h2>Starter</h2><p>$9 per month</p></section><section><h2>Fleet</h2><p>$29 per month</p></section></main>`,
  PRICING,
);
const COMPANY = page('<main><h1>About us</h1><p>We are a small team in Rotterdam, Netherlands, founded in 2019.</p></main>', ABOUT);

interface Options {
  missing?: string[];
  unreadable?: string[];
}

const reread = (pages: ReturnType<typeof page>[], facts: Fact[], { missing = [], unreadable = [] }: Options = {}) =>
  rereadFacts({ pages, categories: [], attributes: ATTRIBUTES, facts, missing, unreadable });

const LOOK_ONLY = { categories: [], attributes: [], missing: [], unreadable: [], locate_only: true };

const fact = (path: string, value: unknown, ...quotes: FactQuote[]): Fact => ({ path, value, quotes });
const quote = (text: string, url = ROOT): FactQuote => ({ quote: text, url });

/** A fact after a first reading, which adds the context of its quotes. */
const firstRead = (pages: ReturnType<typeof page>[], given: Fact): Fact => {
  const [read] = reread(pages, [given]).facts;
  expect(read!.quotes.map(({ state }) => state)).toEqual(given.quotes.map(() => 'confirmed'));
  return { ...given, quotes: read!.quotes.map(({ state: _, ...rest }) => rest) };
};

const statesOf = ({ quotes }: FactReading): string[] => quotes.map(({ state }) => state);
const readOne = (pages: ReturnType<typeof page>[], given: Fact, options?: Options) => reread(pages, [given], options).facts[0]!;

const email = fact('contact_email', 'hello@harborline.example', quote('Write to hello@harborline.example and we answer the same day.'));
const city = fact('city', 'Rotterdam', quote('We are a small team in Rotterdam, Netherlands, founded in 2019.', ABOUT));
const year = fact('founded_year', 2019, quote('We are a small team in Rotterdam, Netherlands, founded in 2019.', ABOUT));
const summary = fact(
  'pricing_summary',
  'Starter · $9 per month · Fleet · $29 per month',
  ...['Starter', '$9 per month', 'Fleet', '$29 per month'].map((text) => quote(text, PRICING)),
);

test('a first reading confirms quotes and stores what stands around them', () => {
  const read = firstRead([HOME], email);
  expect(read.quotes[0]).toMatchObject({ prefix: expect.stringMatching(/masters and their crews\. $/), suffix: '' });
});

test('a quote that is still there is confirmed, whatever else changed', () => {
  const given = firstRead([HOME], email);
  const redesigned = page(`<main><h1>Something new</h1><p>A new paragraph.</p><p>A planner for harbor masters and their crews.</p>
    <div><p>Write to hello@harborline.example and we answer the same day.</p></div><p>More text below.</p></main>`);
  expect(statesOf(readOne([redesigned], given))).toEqual(['confirmed']);
  expect(readOne([redesigned], given)).toMatchObject({ holds: true, change: null });
});

test('a quote on another page, or among other text, has moved and still speaks for its value', () => {
  const given = firstRead([HOME], email);
  const contact = page('<main><p>Write to hello@harborline.example and we answer the same day.</p></main>', `${ROOT}contact`);
  const home = page('<main><h1>Plan every shift</h1></main>');
  expect(readOne([home, contact], given)).toMatchObject({ holds: true, quotes: [{ state: 'moved', url: `${ROOT}contact` }] });
  const below = page('<main><p>Write to hello@harborline.example and we answer the same day.</p><p>Sailing since long ago.</p></main>');
  expect(statesOf(readOne([below], given))).toEqual(['moved']);
});

test('of several places of a quote the one with the known context counts', () => {
  const twice = (first: string) =>
    page(`<main><p>${first}</p><p>Free plan</p><p>For one berth</p><h2>Questions</h2><p>Free plan</p></main>`);
  const given = firstRead([twice('Small')], fact('pricing_model', 'free', quote('Free plan')));
  const [read] = readOne([twice('Tiny')], given).quotes;
  expect(read).toMatchObject({ state: 'confirmed', suffix: ' For one berth Questions Free pl' });
});

test('a reworded sentence holds if the value still follows from it', () => {
  const now = page('<main><h1>About us</h1><p>Our small team works in Rotterdam, Netherlands, and was founded in 2019.</p></main>', ABOUT);
  for (const given of [city, year]) {
    const read = readOne([HOME, now], firstRead([HOME, COMPANY], given));
    expect(read).toMatchObject({ holds: true, change: null, quotes: [{ state: 'reworded', url: ABOUT }] });
    expect(read.quotes[0]!.quote).toBe('Our small team works in Rotterdam, Netherlands, and was founded in 2019.');
  }
});

test('another value at the same place is a change, with its own quote', () => {
  const now = page('<main><h1>About us</h1><p>We are a small team in Rotterdam, Netherlands, founded in 2018.</p></main>', ABOUT);
  const read = readOne([HOME, now], firstRead([HOME, COMPANY], year));
  expect(read).toMatchObject({ holds: false, quotes: [{ state: 'changed', quote: year.quotes[0]!.quote }] });
  expect(read.change).toMatchObject({ value: '2018', quotes: [{ url: ABOUT, quote: expect.stringContaining('founded in 2018') }] });
  // The same sentence still speaks for the city.
  expect(readOne([HOME, now], firstRead([HOME, COMPANY], city))).toMatchObject({ holds: true, quotes: [{ state: 'reworded' }] });
});

test('another value on another page is no change, unless the page of the quote no longer exists', () => {
  const about = page('<main><h1>About us</h1><p>We build software.</p></main>', ABOUT);
  const story = page('<main><h1>About us</h1><p>Harborline was founded in 2016 in Delft.</p></main>', `${ROOT}company`);
  const given = firstRead([HOME, COMPANY], year);
  expect(readOne([HOME, about, story], given)).toMatchObject({ change: null, quotes: [{ state: 'gone' }] });
  expect(readOne([HOME, story], given, { missing: [ABOUT] })).toMatchObject({ change: { value: '2016' } });
});

test('an address in a sentence that changed is a change of the address', () => {
  const now = page(HOME.html.replaceAll('hello@harborline', 'crew@harborline'));
  expect(readOne([now], firstRead([HOME], email))).toMatchObject({ holds: false, change: { value: 'crew@harborline.example' } });
});

test('a headline that is left over elsewhere has changed, one that only moved has not', () => {
  const named = (title: string, h1: string, below = '') =>
    page(
      `<meta property="og:title" content="${title}"><main><h1>${h1}</h1><p>Harborline is a planner for harbor masters.</p>${below}</main>`,
    );
  const headline = 'Plan every shift of your harbor crew';
  const other = 'Every berth and every crew in one plan';
  const given = firstRead([named(headline, headline)], fact('tagline', headline, quote(headline)));
  expect(readOne([named(`Harborline — ${headline}`, other)], given)).toMatchObject({
    holds: false,
    change: { value: other },
    quotes: [{ state: 'changed', quote: headline }],
  });
  const footer = `<footer><p>Harborline</p><p>${headline}</p></footer>`;
  expect(readOne([named('Harborline', other, footer)], given)).toMatchObject({ change: { value: other }, quotes: [{ state: 'changed' }] });
  // A page that still has it, among other text.
  const moved = page(`<header><p>New in spring</p></header><main><h1>${headline}</h1><h2>For masters</h2><p>Harborline plans.</p></main>`);
  expect(readOne([moved], given)).toMatchObject({ holds: true, change: null });
  // Without all pages at hand nothing is decided: the whole website has to be read.
  const [quick] = rereadFacts({ ...LOOK_ONLY, pages: [named(`Harborline — ${headline}`, other)], facts: [given] }).facts;
  expect(quick).toMatchObject({ holds: false, change: null });
});

test('an address in other words, or on another page, is the same address', () => {
  const linked = (links: string, url = ROOT) =>
    page(`<main><h1>Plan every shift</h1><p>Harborline is a planner.</p></main><footer>${links}</footer>`, url);
  const mail = (subject: string) => `<a href="mailto:hello@harborline.example?subject=${subject}">Write to us</a>`;
  const account = (host: string) => `<a href="https://${host}/harborline_app">Instagram</a>`;
  const before = linked(mail('Hello%20there') + account('instagram.com'));
  const contact = linked(mail('A%20question') + account('www.instagram.com'), `${ROOT}contact`);
  const write = fact('contact_email', 'hello@harborline.example', quote('mailto:hello@harborline.example?subject=Hello%20there'));
  const profile = fact('socials.instagram', 'https://instagram.com/harborline_app', quote('https://instagram.com/harborline_app'));
  for (const given of [write, profile])
    expect(readOne([linked(''), contact], firstRead([before], given)), given.path).toMatchObject({
      holds: true,
      change: null,
      quotes: [{ state: 'reworded', url: `${ROOT}contact` }],
    });
  const gone = readOne([linked(''), linked('', `${ROOT}contact`)], firstRead([before], write));
  expect(gone).toMatchObject({ holds: false, quotes: [{ state: 'gone' }] });
});

test('a price on the same plan is a change of the summary', () => {
  const now = page(PRICES.html.replace('$29', '$35'), PRICING);
  const read = readOne([HOME, now], firstRead([HOME, PRICES], summary));
  expect(statesOf(read)).toEqual(['confirmed', 'confirmed', 'confirmed', 'changed']);
  expect(read.change).toMatchObject({ value: 'Starter · $9 per month · Fleet · $35 per month' });
});

test('what is nowhere any more is gone, and nothing is proposed for it', () => {
  const now = page('<main><h1>About us</h1><p>We build software.</p></main>', ABOUT);
  expect(readOne([HOME, now], firstRead([HOME, COMPANY], year))).toMatchObject({ holds: false, change: null, quotes: [{ state: 'gone' }] });
});

test('a page that could not be read says nothing about its quotes', () => {
  const given = firstRead([HOME, COMPANY], year);
  expect(readOne([HOME], given, { unreadable: [ABOUT] })).toMatchObject({ change: null, quotes: [{ state: 'unreadable' }] });
  expect(readOne([HOME], given, { missing: [ABOUT] })).toMatchObject({ change: null, quotes: [{ state: 'gone' }] });
});

test('no change is proposed while a page with another quote of the fact could not be read', () => {
  const given = fact('founded_year', 2019, ...year.quotes, quote('Since 2019 in the port of Rotterdam', `${ROOT}story`));
  const now = page('<main><p>We are a small team in Rotterdam, Netherlands, founded in 2018.</p></main>', ABOUT);
  expect(readOne([HOME, now], given, { unreadable: [`${ROOT}story`] })).toMatchObject({ change: null });
});

test('a value that other quotes still support does not change when one of them goes', () => {
  const about = (more: string) => page(`<main><p>We are a small team in Rotterdam, Netherlands.</p>${more}</main>`, ABOUT);
  const given = fact(
    'city',
    'Rotterdam',
    quote('We are a small team in Rotterdam, Netherlands.', ABOUT),
    quote('Visit us in Rotterdam.', ABOUT),
  );
  const read = readOne([HOME, about('<p>Call us first.</p>')], firstRead([HOME, about('<p>Visit us in Rotterdam.</p>')], given));
  expect(read).toMatchObject({ holds: true, change: null });
  expect(statesOf(read)).toEqual(['confirmed', 'gone']);
});

const featurePage = (...names: string[]) =>
  page(`<main><h1>Harborline</h1><h2>Features</h2><ul>${names.map((name) => `<li>${name}</li>`).join('')}</ul></main>`);
const THREE = ['Shift calendar for every berth', 'Tide tables built in', 'Crew messages in one place'];
const features = fact('features', [...THREE, 'Our own words'], ...THREE.map((name) => quote(name)));

test('a list keeps the owner’s own items and those still quoted, and gets the new ones', () => {
  const now = featurePage(THREE[0]!, 'Live weather for each quay', THREE[2]!);
  const read = readOne([now], firstRead([featurePage(...THREE)], features));
  expect(statesOf(read)).toEqual(['confirmed', 'changed', 'confirmed']);
  expect(read.change?.value).toEqual([THREE[0], THREE[2], 'Our own words', 'Live weather for each quay']);
});

test('an item that a list loses is gone, and the list is not shortened', () => {
  const read = readOne([featurePage(THREE[0]!, THREE[2]!)], firstRead([featurePage(...THREE)], features));
  expect(read).toMatchObject({ holds: false, change: null });
  expect(statesOf(read)).toEqual(['confirmed', 'gone', 'confirmed']);
});

test('tags, categories and logos are never proposed anew', () => {
  const given = fact('logo_url', `${ROOT}logo.1.svg`, quote('/logo.1.svg'));
  const withLogo = (name: string) =>
    page(`<header><a href="/"><img class="logo" alt="Harborline" src="/${name}"></a></header><main></main>`);
  expect(readOne([withLogo('logo.2.svg')], firstRead([withLogo('logo.1.svg')], given))).toMatchObject({ change: null });
});

test('links are facts too, by the platform in their path', () => {
  const withLink = (name: string) =>
    page(`<main><h1>Harborline</h1></main><footer><a href="https://github.com/${name}">GitHub</a></footer>`);
  const given = firstRead(
    [withLink('harborline')],
    fact('socials.github', 'https://github.com/harborline', quote('https://github.com/harborline')),
  );
  expect(readOne([withLink('harborline')], given)).toMatchObject({ holds: true });
  expect(readOne([withLink('harborline-app')], given)).toMatchObject({ change: { value: 'https://github.com/harborline-app' } });
});

test('a fact that the judge does not know is confirmed by its quote alone', () => {
  const given = firstRead([HOME], fact('attributes.unheard_of', true, quote('a planner for harbor masters')));
  expect(readOne([HOME], given)).toMatchObject({ holds: true });
  expect(readOne([page('<p>Nothing here</p>')], given)).toMatchObject({ holds: false, change: null, quotes: [{ state: 'gone' }] });
});

test('prices are read per plan, with period and quote', () => {
  expect(reread([HOME, PRICES], []).plans).toEqual([
    { plan: 'Starter', amount: 9, currency: 'USD', period: 'month', quote: '$9 per month', url: PRICING },
    { plan: 'Fleet', amount: 29, currency: 'USD', period: 'month', quote: '$29 per month', url: PRICING },
  ]);
});

test('text is compared by its words, wherever they stand', () => {
  expect(wordSimilarity('Founded in 2019', 'In 2019 founded')).toBe(1);
  expect(wordSimilarity('Größe und Gewicht', 'GROSSE UND GEWICHT')).toBeCloseTo(1);
  expect(wordSimilarity('', 'anything')).toBe(0);
  expect(wordSimilarity('one two', 'three four')).toBe(0);
});

test('a page of repetitions is read in little time', () => {
  const long = page(`<main>${'<p>Write to hello@harborline.example and answer</p>'.repeat(5000)}</main>`);
  const started_at = performance.now();
  readOne([long], { ...email, quotes: [{ ...email.quotes[0]!, prefix: 'Write to hello@harborline.example', suffix: 'and answer' }] });
  expect(performance.now() - started_at).toBeLessThan(5000);
});

const definition = (key: string, kind: AttributeDefinition['kind'], name: string): AttributeDefinition => ({
  key,
  kind,
  name,
  synonyms: [],
  unit: null,
  options: null,
});
const ATTRIBUTES = [
  definition('sso', 'boolean', 'Single sign-on'),
  definition('platforms', 'list', 'Platforms'),
  definition('price_from', 'money', 'Price from'),
];
const FACTS = 'Single sign-on is included in every plan.';
const SYSTEMS = 'Available for macOS and Windows.';
const usd = (amount: number) => ({ amount, currency: 'USD', period: 'month' });

test.each([
  ['still there', FACTS, {}, { states: ['confirmed'], holds: true, change: undefined }],
  ['reworded', 'Every plan comes with single sign-on.', {}, { states: ['reworded'], holds: true, change: undefined }],
  ['changed', 'There is no single sign-on in any plan.', {}, { states: ['changed'], holds: false, change: false }],
  ['gone', 'Every plan comes with a harbor map.', {}, { states: ['gone'], holds: false, change: undefined }],
  ['unreadable', '', { unreadable: [ROOT] }, { states: ['unreadable'], holds: false, change: undefined }],
])('the quote of an attribute is %s', (_, text, options, expected) => {
  const home = (line: string) => page(`<main><h1>Harborline</h1><h2>For your crew</h2><p>${line}</p><p>Made for harbors.</p></main>`);
  const read = readOne([home(FACTS)], fact('attributes.sso', true, quote(FACTS)));
  const known = fact('attributes.sso', true, ...read.quotes.map(({ state: _state, ...rest }) => rest));
  const now = readOne(text === '' ? [COMPANY] : [home(text)], known, options);
  expect({ states: statesOf(now), holds: now.holds, change: now.change?.value }).toEqual(expected);
});

test('lists and prices of attributes change like other facts, and move', () => {
  const home = (line: string) => page(`<main><h1>Harborline</h1><h2>Platforms</h2><p>${line}</p><p>Made for harbors.</p></main>`);
  const platforms = firstRead([home(SYSTEMS)], fact('attributes.platforms', ['macOS', 'Windows'], quote(SYSTEMS)));
  const other = readOne([home('Available for macOS and Linux.')], platforms);
  expect([statesOf(other), other.change?.value]).toEqual([['changed'], ['macOS', 'Linux']]);
  const moved = readOne([home('Now with tides.'), page(`<main><h1>About us</h1><p>${SYSTEMS}</p></main>`, ABOUT)], platforms);
  expect([statesOf(moved), moved.quotes[0]!.url, moved.change]).toEqual([['moved'], ABOUT, null]);
  // The same statement in other words, on another page.
  const about = page('<main><h1>About us</h1><p>We build software.</p><p>Runs on Windows and macOS.</p></main>', ABOUT);
  const restated = readOne([home('Now with tides.'), about], platforms);
  expect([statesOf(restated), restated.holds, restated.change]).toEqual([['reworded'], true, null]);
  // Beside others, where a new reading finds another value.
  const more = page('<main><h1>Plan shifts</h1></main><footer><p>Harborline for macOS, Windows and Linux.</p></footer>');
  expect(readOne([more], platforms)).toMatchObject({ holds: true, change: null, quotes: [{ state: 'reworded' }] });
  const price = firstRead([PRICES], fact('attributes.price_from', usd(9), quote('$9 per month', PRICING)));
  const dearer = page(
    `<main><h1>Pricing</h1><section><h2>Starter</h2><p>$12 per month</p></section><section><h2>Fleet</h2><p>$29 per month</p></section></main>`,
    PRICING,
  );
  const changed = readOne([dearer], price);
  expect([statesOf(changed), changed.change?.value]).toEqual([['changed'], usd(12)]);
  expect(changed.change?.quotes).toMatchObject([{ quote: '$12 per month', prefix: 'Pricing Starter ' }]);
});
