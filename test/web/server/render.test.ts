import { load } from 'cheerio/slim';
import { HtmlValidate, type ResolvedConfig, StaticConfigLoader } from 'html-validate';
import { beforeAll, describe, expect, test } from 'vitest';
import { localeFor, withLocale } from '../../../src/kernel/language/locale.ts';
import type { Listing } from '../../../src/modules/listings/schema.ts';
import * as home from '../../../src/web/areas/home/home.tsx';
import * as compare from '../../../src/web/areas/listing/compare.tsx';
import * as listing from '../../../src/web/areas/listing/listing.tsx';
import * as category from '../../../src/web/areas/search/category.tsx';
import * as search from '../../../src/web/areas/search/search.tsx';
import { PAGE_FIXTURES, renderFixture } from '../../support/web/fixtures/all-pages.ts';
import { aBareListing, aCategory, aComparison, aListing, anAlternative, aSummary, listOf } from '../../support/web/samples/listings.ts';
import { anEmptyHome } from '../../support/web/samples/weeks.ts';

/** Resolves the configuration once instead of for every page. */
class ResolvedOnce extends StaticConfigLoader {
  #resolved: ResolvedConfig | Promise<ResolvedConfig> | undefined;
  override getConfigFor(): ResolvedConfig | Promise<ResolvedConfig> {
    this.#resolved ??= super.getConfigFor('');
    return this.#resolved;
  }
}

const config = new ResolvedOnce({
  extends: ['html-validate:recommended'],
  rules: {
    // Our renderer writes it this way, and it is valid HTML.
    'doctype-style': 'off',
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'no-trailing-whitespace': 'off',
    'attribute-empty-style': 'off',
    // Descriptions may be long, and titles contain the product's.
    'long-title': 'off',
    // All scripts are our own.
    'require-sri': 'off',
    // Vote counts are not phone numbers.
    'tel-non-breaking': 'off',
    // Pages in progress reload without JavaScript; nobody types there.
    'meta-refresh': 'off',
    // Our CSS removes the list style; the role adds nothing to ul.
    'no-redundant-role': 'off',
  },
});
const validator = new HtmlValidate(config);

const between = (html: string, open: string, close: string): string[] =>
  html
    .split(open)
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf(close)));

/** Options, and items without fields, ids, landmarks or further items: nothing in them must be unlike the items around them. */
const REPEATED =
  /<(li|option)\b(?:(?!<(?:li|input|select|textarea|button|label|nav|section|form|aside|header|footer)\b| (?:id|list|aria-[a-z]+by)=).)*?<\/\1>/gs;

/** Of items in a row that differ only in their texts and addresses, the first. */
const withoutRepeated = (html: string): string => {
  let last = { end: -1, shape: '' };
  return html.replaceAll(REPEATED, (item: string, _name, start: number) => {
    const shape = item
      .replaceAll(/ (href|value|src|datetime)="[^"&]+"/g, ' $1="x"')
      .replaceAll(/>[^<>&]+</g, (text) => (text.slice(1, -1).trim() ? '>x<' : text));
    const is_repeated = start === last.end && shape === last.shape;
    last = { end: start + item.length, shape };
    return is_repeated ? '' : item;
  });
};

/** What is around main, without texts and addresses: mostly the same, so each such frame is validated once. */
const frames = new Set<string>();

/** The page, or a page with only its main part if its frame was validated before. */
const notValidated = (html: string): string => {
  const [begin, end] = [html.indexOf('<main'), html.indexOf('</main>') + '</main>'.length];
  const frame = (html.slice(0, begin) + html.slice(end))
    .replaceAll(/ (content|href|value|src)="[^"]*"/g, ' $1')
    .replaceAll(/>[^<]+</g, '><');
  if (!frames.has(frame)) {
    frames.add(frame);
    return html;
  }
  return `<!doctype html>\n<html lang="en"><head><title>A title</title></head><body>${withoutRepeated(html.slice(begin, end))}</body></html>`;
};

const NOSCRIPT_REFRESH = /<noscript><meta http-equiv="refresh" content="\d+"\/><\/noscript>/;

/** Words that are shown as they are: what `Intl` writes, names, codes, and lower-case words of the sample data. */
const UNTRANSLATED = new Set(
  `January February March April May June July August September October November December Oct Nov Dec Mon Tue Wed Thu Fri Sat Sun day days hour
  hours minute minutes ago in at and or UTC EUR USD Launchweek RSS Atom JSON JSONL Feed GitHub LinkedIn Bluesky Mastodon Facebook Instagram TikTok
  YouTube Threads Pinterest Reddit Medium Product Hunt Ada Lovelace TXT people ports boats harbour harbours tide newsletter tidewater ines week xl
  Section Size Page Country read localhost English Deutsch Espa ol domain Stripe`.split(/\s+/),
);

/** What has no language: files. */
const IS_FILE = /\.(csv|pdf|jsonl?|zip)$/;

const LABELS = ['aria-label', 'title', 'placeholder', 'alt', 'data-says', 'data-copy'];
const WITHOUT_TEXTS = new Set(['script', 'noscript', 'style', 'code', 'kbd', 'pre', 'svg', 'abbr']);

type Parent = Pick<ReturnType<ReturnType<typeof load>['root']>[0], 'children'>;

/** Texts and labels of an element, except those that have no language. */
const textsIn = (element: Parent): string[] =>
  element.children.flatMap((node) => {
    if (node.type === 'text') return [node.data];
    if (!('attribs' in node) || WITHOUT_TEXTS.has(node.name) || node.attribs.lang === 'en') return [];
    if (node.name === 'select' && /country|currency/.test(node.attribs.name ?? '')) return [];
    return [...LABELS.flatMap((name) => node.attribs[name] ?? []), ...textsIn(node)];
  });

/**
 * Texts of a page in the pseudo-language, where those of the catalogue are in brackets, and links of the back office that leave it. Sample
 * data is replaced by `WORDS`.
 */
const findUntranslated = (html: string): string[] => {
  const texts = textsIn(load(html.slice(html.indexOf('<body'))).root()[0]!);
  const addresses = [...html.matchAll(/ (?:href|action)="(\/admin[^"]*)"/g)].map(([, address]) => address!);
  const untranslated = texts.flatMap((text) => {
    let plain = text;
    for (let before = ''; before !== plain; ) [before, plain] = [plain, plain.replace(/\[[^[\]]*\]/g, '')];
    const words = plain
      .split(/\s+/)
      .filter((word) => !/[.:@/]\S/.test(word))
      .flatMap((word) => word.match(/[a-z]{2,}/gi) ?? []);
    return words.some((word) => !UNTRANSLATED.has(word) && !/^w+$/i.test(word)) ? [plain.trim()] : [];
  });
  return [...untranslated, ...addresses.filter((address) => !IS_FILE.test(address))];
};

/** Pages that are not translated: their texts, or the messages of their samples, are English. */
const ENGLISH_FIXTURES = /^docs|refused/;

describe.each(Object.entries(PAGE_FIXTURES))('%s', (name, render) => {
  let html: string;
  beforeAll(async () => {
    html = await render();
  });

  test('is valid HTML', async () => {
    const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id!);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    const report = await validator.validateString(notValidated(html));
    expect(
      report.results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, line, column }) => `${ruleId} ${line}:${column} ${message}`),
      ),
    ).toEqual([]);
  });

  test('has language, title, description, one h1, main and a skip link', () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    expect(html).toMatch(/<meta name="description" content="[^"]+"/);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain('<a class="skip" href="#main">');
    expect(html).toContain('<main id="main"');
  });

  test('renders very long words, right-to-left text and emoji, no text past the catalogue, and links that stay in the language', async () => {
    expect(html).toContain('dir="auto"');
    const translated = await withLocale(localeFor({ language: 'en' }, 'en-xa'), () =>
      render((data) => withText(data, WORDS) as typeof data),
    );
    expect(translated).toMatch(/<\/html>\n$/);
    if (!ENGLISH_FIXTURES.test(name)) expect(findUntranslated(translated)).toEqual([]);
  });

  test('works without JavaScript: GET forms have an address, fields have labels, nothing is loaded later', () => {
    for (const form of between(html, '<form', '>')) expect(form).toMatch(/action="\/[a-z]/);
    for (const field of [...between(html, '<input', '>'), ...between(html, '<select', '>')]) {
      const id = /id="([^"]+)"/.exec(field)?.[1];
      expect(field.includes('type="hidden"') || html.includes(`for="${id}"`), field).toBe(true);
    }
    expect(between(html, '<button', '>').filter((button) => button.includes('type="button"'))).toHaveLength(1); // the theme switch
    // Without JavaScript only the page itself reloads.
    expect(html.replace(NOSCRIPT_REFRESH, '')).not.toContain('<noscript');
    // A hidden button is only what the Enter key presses.
    expect(html.replaceAll(/"[^"]*"/g, '')).not.toMatch(/<(?!button)[a-z][^>]*\shidden\b/);
  });

  test('shows no undefined or null values', () => {
    // The reference mentions null in code.
    expect(html).not.toMatch(/undefined|NaN|\[object|Invalid Date|(?<!<code)>null</);
  });
});

const WORDS = `${'W'.repeat(400)} مرحبا 👩‍👩‍👧‍👦 青い鳥`;
/** Replaces what people wrote. */
const withText = (value: unknown, text: string): unknown =>
  typeof value === 'string' && /[A-Z ]/.test(value) && !/^\d{4}-/.test(value)
    ? text
    : Array.isArray(value)
      ? value.map((inner) => withText(inner, text))
      : value && typeof value === 'object' && !(value instanceof Date)
        ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withText(inner, text)]))
        : value;

describe('listing', () => {
  test('shows where each fact was read, and which ones the owner stated', async () => {
    const html = await renderFixture(listing, { listing: aListing({ claimed: true }), alternatives: [anAlternative()] });
    expect(html).toContain('<mark>Free for one quay, forever.</mark>');
    expect(html).toMatch(
      /From <a href="https:\/\/tidewater.example\/pricing#:~:text=Free[^"]*" rel="nofollow ugc noopener">.*?<\/a>, <time[^>]*>30 October 2026</,
    );
    expect(html).toContain('Stated by the owner');
    expect(html).toMatch(/href="#read-founded".*id="read-founded".*<mark>Tides since 2024\.<\/mark>/s);
  });

  test('shows no quotes for facts the profile no longer states', async () => {
    const html = await renderFixture(listing, { listing: aListing({ tagline: null, founded_year: null }), alternatives: [] });
    expect(html).toContain('<mark>Our Code</mark>');
    expect(html).not.toMatch(/Tides since|Book the Quay|#read-/);
  });

  test('appends a unit only to numbers', async () => {
    const [first] = aListing().attributes;
    const attributes = ['30', 'As long as there is room'].map((value) => ({ ...first!, value, unit: 'days' }));
    const html = await renderFixture(listing, { listing: aListing({ attributes }), alternatives: [] });
    expect(html).toContain('30 days');
    expect(html).not.toContain('room days');
  });

  test('lists what we did not find on the company’s site, except what the profile’s own texts say', async () => {
    const evidence = [
      {
        field: 'name',
        quote: 'Tidewater',
        url: 'https://tidewater.example/',
        read_at: '2026-10-30T12:00:00.000Z',
        confirmed_at: null,
        missing_since: null,
      },
    ];
    const missingWith = async (description: string | null) => {
      const not_found_on_website: Listing['not_found_on_website'] = ['founded_year', 'founders', 'social_profiles'];
      const html = await renderFixture(listing, {
        listing: aListing({ not_found_on_website, description, short_description: null, evidence }),
        alternatives: [],
      });
      return html.split('id="not-stated"')[1]!.split('</section>')[0]!;
    };
    const all = await missingWith('Built by hand, founded in a shed.');
    expect(all).toMatch(/Not found on tidewater\.example.*on <time[^>]*>30 October 2026<.*its owner can add them/s);
    expect(['Year founded', 'Founders', 'Social profiles'].filter((fact) => all.includes(fact))).toHaveLength(3);
    const fewer = await missingWith('Made by Ana Brekke. We started in 2025.');
    expect(['Year founded', 'Founders', 'Social profiles'].filter((fact) => fewer.includes(fact))).toEqual(['Social profiles']);
  });

  test('has no empty sections when nothing optional is set', async () => {
    const html = await renderFixture(listing, { listing: aBareListing(), alternatives: [] });
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

  test('shows the rating and the Domain Rating only with their sources', async () => {
    const html = await renderFixture(listing, { listing: aListing(), alternatives: [] });
    expect(html).toContain('of 5 from 12 reviews');
    expect(html).toMatch(/41\.2<\/strong>.*\+2\.1.*Ahrefs.*<time datetime="2026-11-01">1 November 2026<\/time>/s);
    const without = await renderFixture(listing, { listing: aListing({ community_rating: null, domain_rating: null }), alternatives: [] });
    expect(without).not.toMatch(/Community rating|Domain Rating/);
  });

  test('links to the product in the same tab with nofollow', async () => {
    const html = await renderFixture(listing, { listing: aListing(), alternatives: [] });
    expect(html).toMatch(/<a class="button button-main" href="https:\/\/tidewater.example\/" rel="nofollow noopener">/);
    expect(html).not.toContain('target=');
  });

  test('before launch shows the week instead of votes and is noindex', async () => {
    const html = await renderFixture(listing, { listing: aListing({ status: 'scheduled' }), alternatives: [] });
    expect(html).toContain('Not launched yet');
    expect(html).toContain('<meta name="robots" content="noindex"');
    expect(html).not.toContain('class="votes"');
  });
});

test('the home page has a placeholder before the first launch', async () => {
  const html = await renderFixture(home, anEmptyHome());
  expect(html).toContain('The first launches are on their way.');
});

const UNCOUNTED = {
  reading: { searched_for: null, unmatched_words: [], is_partial: false },
  counts: { category: {}, stage: {}, pricing_model: {}, attributes: {}, is_cut: false },
  attributes: [],
};

test('pagination, sort links and filters keep the search', async () => {
  const html = await renderFixture(search, {
    input: { q: 'a & b', country: 'PT', status: 'live', sort: 'newest', page: 2, per_page: 20 },
    ignored: [],
    results: listOf([aSummary()], { page: 2, total: 45, has_more: true }),
    ...UNCOUNTED,
    categories: [],
  });
  expect(html).toContain('href="/listings?q=a+%26+b&amp;country=PT&amp;sort=newest&amp;page=3"');
  expect(html).toContain('href="/listings?q=a+%26+b&amp;country=PT&amp;sort=newest"');
  expect(html).toContain('Page 2 of 3');
  expect(html).toContain('href="/listings?q=a+%26+b&amp;sort=newest"'); // without the country
  expect(html).toContain('<option value="PT" selected>Portugal</option>');
});

test('a filter value that is not an option stays selected in the form', async () => {
  const html = await renderFixture(search, {
    input: { pricing_model: 'pay-what-you-want', status: 'live', sort: 'relevance', page: 1, per_page: 20 },
    ignored: [],
    results: listOf([aSummary()]),
    ...UNCOUNTED,
    categories: [],
  });
  expect(html).toContain('<option value="pay-what-you-want" selected>Pay-what-you-want</option>');
});

test('later pages of a category have their own address and title', async () => {
  const html = await renderFixture(category, {
    category: aCategory({ listings: listOf([aSummary()], { page: 2, total: 42, has_more: true }) }),
    ignored: [],
    picks: [],
    featured: [],
    is_followed: false,
    attributes: [],
    counts: UNCOUNTED.counts,
    changes: [],
  });
  expect(html).toContain('<link rel="canonical" href="https://launchweek.test/categories/scheduling?page=2"');
  expect(html).toContain('<title>Scheduling, page 2 · Launchweek</title>');
});

test('comparing a product with itself shows a message', async () => {
  const side = { name: 'a' as const, sent: 'tidewater', listing: aSummary(), candidates: [] };
  expect(await renderFixture(compare, { sides: [side, { ...side, name: 'b' as const }], comparison: null })).toContain(
    'These are the same product.',
  );
});

test('a page past the end of a list says so and links back', async () => {
  const html = await renderFixture(search, {
    input: { status: 'live', sort: 'relevance', page: 900, per_page: 20 },
    ignored: [],
    results: listOf([], { page: 900, total: 51 }),
    ...UNCOUNTED,
    categories: [],
  });
  expect(html).toContain('Page 900 doesn’t exist');
  expect(html).toContain('<a href="/listings">Go to the first page</a>');
});

test('a draft is submitted from the bar at its top, too; one that failed says why in a sentence', async () => {
  const barOf = async (fixture: string) => (await PAGE_FIXTURES[fixture]!()).split('class="draft-bar"')[1]!.split('</div>')[0]!;
  expect(await barOf('draft')).toMatch(/value="save".*value="preview".*value="submit"/s);
  expect(await barOf('draft, submitted')).not.toContain('value="submit"');
  expect(await PAGE_FIXTURES['draft, failed']!()).toContain('>The robots.txt of tidewater.example keeps readers out.</p>');
});

test('attributes that neither product states are listed once instead of as empty rows', async () => {
  const side = { name: 'a' as const, sent: 'tidewater', listing: aSummary(), candidates: [] };
  const rows = [
    ...aComparison().rows,
    { key: 'engines', name: 'Engines', kind: 'list' as const, unit: null, values: { tidewater: null, quayside: null }, not_applicable: [] },
  ];
  const html = await renderFixture(compare, { sides: [side, { ...side, name: 'b' as const }], comparison: aComparison({ rows }) });
  expect(html).toMatch(/Not stated by any product.*Engines/s);
  expect(html.match(/Not stated</g)).toHaveLength(2); // the second's country and its free plan
});

describe('paid slots are marked', () => {
  const slotsIn = (html: string) => html.split('<article class="paid-place">').slice(1);

  test('every slot in the strips of the home page and of a category says Paid, except those that the team picked', async () => {
    for (const name of ['home', 'category']) {
      const slots = slotsIn(await PAGE_FIXTURES[name]!());
      const [picked, bought] = [
        slots.filter((slot) => slot.includes('/listings/picked"')),
        slots.filter((slot) => !slot.includes('/listings/picked"')),
      ];
      expect([picked.length, bought.length]).toEqual(name === 'home' ? [1, 3] : [0, 1]);
      for (const slot of bought) expect(slot.split('</article>')[0]).toContain('<span class="paid">Paid</span>');
      for (const slot of picked) expect(slot.split('</article>')[0]).not.toContain('Paid');
    }
  });

  test('a cabinet shows each award with its week and votes, and says that awards follow votes', async () => {
    const html = await PAGE_FIXTURES['listing, with a cabinet']!();
    expect(html).toContain('cabinet-oak');
    expect(html.match(/Launch of the Week #1<\/strong>/g)!.length).toBe(1);
    expect(html).toContain('41 votes');
    expect(html).toContain('1 vote<');
    expect(html).toContain('Awards depend only on votes.');
  });
});
