import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mistype } from '../../bench/chance.ts';
import type { Ctx } from '../../src/kernel/context.ts';
import { noLimits } from '../../src/kernel/limits.ts';
import { domainOf, hostOrDomainOf, slugOf, websiteOf } from '../../src/modules/listings/address.ts';
import { ask } from '../../src/modules/listings/asking.ts';
import { importListings } from '../../src/modules/listings/import.ts';
import { furtherLookups, questionOf } from '../../src/modules/listings/question.ts';
import { type SearchListings, SORTS } from '../../src/modules/listings/schema.ts';
import { searchListings } from '../../src/modules/listings/search.ts';
import { indexListings } from '../../src/modules/listings/search-index.ts';
import { lookUp, selectMatches } from '../../src/modules/listings/search-queries.ts';
import { wholeSite } from '../../src/modules/listings/shelf-queries.ts';
import { ensureDefaultSite } from '../../src/modules/sites/site.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const clock = { now: () => new Date('2026-11-11T12:00:00Z') };
let database: TestDatabase;
let ctx: Ctx;

const NAMES = [
  'Ledgerlight',
  'Flakewren',
  'visual-studio-kit',
  'libgd-graph-perl',
  'Notepad++',
  'Gimp',
  'Paperboat',
  'python3-subunit',
  'Quillmark',
  'Zephyrion',
];

const lines = [
  ...NAMES.map((name, i) => ({
    name,
    website: `https://product-${i}.example`,
    tagline: `Tool number ${i} for teams`,
    categories: [i % 2 ? 'tools' : 'games'],
  })),
  { name: 'Größenwahn', website: 'https://groessenwahn.example', tagline: 'Überall schöne Straßen', description: 'Fußgänger finden Wege' },
  { name: '東京ノート', website: 'https://tokyonote.example', tagline: '日本語のメモ帳アプリ', description: '犬と猫' },
  { name: 'مدوّنة', website: 'https://mudawana.example', tagline: 'مُحَرِّر نصوص' },
  { name: 'Tagline Only', website: 'https://t.example', tagline: 'A spreadsheet' },
  { name: 'Keyword Only', website: 'https://k.example', tagline: 'x', keywords: ['spreadsheet'] },
  { name: 'Spreadsheet', website: 'https://s.example', tagline: 'y' },
  { name: 'Description Only', website: 'https://d.example', tagline: 'z', description: 'It is a spreadsheet.' },
  { name: 'My Spreadsheet', website: 'https://m.example', tagline: 'w' },
  { name: 'Wren Flake Studio', website: 'https://wrenflake.example', tagline: 'Not the same' },
  { name: 'Later', website: 'https://later.example', tagline: 'A spreadsheet to come', launched_on: '2026-12-01', categories: ['games'] },
  { name: 'Sooner', website: 'https://sooner.example', tagline: 'comes sooner', launched_on: '2026-11-20' },
  ...Array.from({ length: 60 }, (_, i) => ({
    name: `Widget ${String.fromCharCode(97 + (i % 26))}${i}`,
    website: `https://widget${i}.example`,
    tagline: 'One of the common widgets',
    pricing_model: i % 3 ? 'Free Trial' : 'free',
    country: i % 2 ? 'FI' : 'DE',
    launched_on: `2026-0${1 + (i % 9)}-05`,
    categories: [i % 2 ? 'tools' : 'games'],
  })),
];

beforeAll(async () => {
  database = await createTestDatabase();
  const { sql } = database;
  const site_id = (await ensureDefaultSite(sql))!;
  ctx = {
    site: { id: site_id, key: 'main', name: 'Main', tagline: '', purpose: '', root: 'http://x.example', time_zone: 'UTC' },
    caller: null,
    limits: noLimits,
    clock,
    sql,
    request_id: 'r',
  };
  const answer = await importListings(
    sql,
    site_id,
    (async function* () {
      for (const line of lines) yield JSON.stringify(line);
    })(),
    { clock, time_zone: 'UTC' },
  );
  expect(answer).toMatchObject({ imported: lines.length, refused: [] });
  await sql`insert into categories (site_id, slug, name, parent_id) select site_id, 'board-games', 'Board games', id from categories where slug = 'games'`;
  await sql`insert into listing_counts (listing_id, site_id, votes, views, followers, trending) select id, site_id, id % 7, id % 5, id % 3, (id % 11)::float from listings where name like 'Widget%'`;
});
afterAll(() => database.drop());

const search = async (input: Partial<SearchListings>) =>
  (await searchListings(ctx, { status: 'live', sort: 'relevance', page: 1, per_page: 20, ...input })).parse();
const names = async (input: Partial<SearchListings> | string) =>
  (await search(typeof input === 'string' ? { q: input } : input)).items.map(({ name }) => name);

describe('typing', () => {
  test('any one error in a name is forgiven, and the name comes first', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...NAMES),
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        async (name, stream) => {
          const next = () => stream.next().value as number;
          const below = (n: number) => Math.floor(next() * n);
          const q = mistype(name.toLowerCase(), { next, below, of: (list) => list[below(list.length)]! });
          expect((await names(q))[0]).toBe(name);
        },
      ),
      { numRuns: 120 },
    ));

  test.each([
    ['ledgrlihgt', 'Ledgerlight'],
    ['visualstudio kit', 'visual-studio-kit'],
    ['visual studiokit', 'visual-studio-kit'],
    ['flake wren', 'Flakewren'],
    ['tool zehpyroin', 'Zephyrion'],
    ['libgdgraphperl', 'libgd-graph-perl'],
    ['notepad+', 'Notepad++'],
    ['gump', 'Gimp'],
    ['zeph', 'Zephyrion'],
    ['tool paperb', 'Paperboat'],
    ['grossenwahn', 'Größenwahn'],
    ['GRÖSSENWAHN', 'Größenwahn'],
    ['strasen', 'Größenwahn'],
    ['fussgänger', 'Größenwahn'],
    ['東京', '東京ノート'],
    ['メモ帳', '東京ノート'],
    ['猫', '東京ノート'],
    ['مدونة', 'مدوّنة'],
    ['محرر', 'مدوّنة'],
    ['qillmark zzzzzzzz', 'Quillmark'],
  ])('%s finds %s first', async (q, name) => expect((await names(q))[0]).toBe(name));

  test('a name counts more than a tagline, that more than a description, that more than a keyword', async () => {
    expect(await names('spreadsheet')).toEqual(['Spreadsheet', 'My Spreadsheet', 'Tagline Only', 'Description Only', 'Keyword Only']);
  });

  test.each([
    '',
    ' ',
    '🚀',
    "'; drop table listings; --",
    '\\',
    'a & | ! b:* <-> (c',
    "''''",
    '%_%',
    'א'.repeat(200),
    'x'.repeat(200),
    'ab '.repeat(66),
    'widget'.repeat(33),
    '\u202eabc',
    '𝔣𝔩𝔞𝔨𝔢𝔴𝔯𝔢𝔫',
  ])('hostile words %j are answered', async (q) => {
    const { items, total } = await search({ q });
    expect(items.length).toBeLessThanOrEqual(Math.max(total, 0));
  });

  test('any text at all is answered', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 200 }),
          fc.string({ unit: fc.constantFrom(...`widget '"\\&|!:*<->()+#東`), maxLength: 200 }),
        ),
        async (q) => {
          expect((await search({ q })).page).toBe(1);
        },
      ),
      { numRuns: 100 },
    ));
});

describe('narrowing and ordering', () => {
  const keyOf = { relevance: 'votes', newest: 'launched_at', votes: 'votes', most_viewed: 'views', most_followed: 'followers' } as const;

  test.each(SORTS.filter((sort) => sort !== 'trending' && sort !== 'relevance'))('matches and shelves are ordered by %s', async (sort) => {
    for (const input of [{ q: 'widgets' }, {}, { category: 'tools' }, { q: 'common widget', category: 'games', country: 'de' }]) {
      const keys = (await search({ ...input, sort, per_page: 100 })).items.map((item) =>
        String(item[keyOf[sort as keyof typeof keyOf]]).padStart(30),
      );
      expect(keys.length).toBeGreaterThan(20);
      expect(keys).toEqual(keys.toSorted().toReversed());
    }
  });

  test.each(SORTS)('pages in order of %s hold each match once', async (sort) => {
    for (const input of [
      { q: 'widgets' },
      { q: 'w' },
      { q: 'widget of', country: 'FI' },
      { pricing_model: 'free-trial' },
      { status: 'upcoming' as const },
    ]) {
      const { total } = await search({ ...input, sort });
      const pages = [];
      for (let page = 1; page <= Math.ceil(total / 7) + 1; page++) pages.push(await search({ ...input, sort, page, per_page: 7 }));
      const slugs = pages.flatMap(({ items }) => items.map(({ slug }) => slug));
      expect([slugs.length, new Set(slugs).size]).toEqual([total, total]);
      expect(pages.map(({ has_more }) => has_more)).toEqual(pages.map((_, i) => (i + 1) * 7 < total));
    }
  });

  test('filters narrow a search and a shelf alike', async () => {
    const all = (await search({ q: 'widgets', per_page: 100 })).items;
    expect(all).toHaveLength(60);
    const wishes: [Partial<SearchListings>, (item: (typeof all)[number]) => boolean][] = [
      [{ country: 'fi' }, (item) => item.country === 'FI'],
      [{ pricing_model: 'FREE trial' }, (item) => item.pricing_model === 'Free Trial'],
      [{ category: 'tools' }, (item) => item.categories[0]!.slug === 'tools'],
      [{ category: 'tools', pricing_model: 'free' }, (item) => item.categories[0]!.slug === 'tools' && item.pricing_model === 'free'],
      [{ domain: 'HTTPS://www.Widget7.example./about' }, (item) => item.domain === 'widget7.example'],
    ];
    for (const [wish, agrees] of wishes) {
      const found = await search({ q: 'widgets', ...wish, per_page: 100 });
      expect(found.items.map(({ slug }) => slug).sort()).toEqual(
        all
          .filter(agrees)
          .map(({ slug }) => slug)
          .sort(),
      );
      expect([found.total, found.total_is_exact]).toEqual([found.items.length, true]);
    }
    expect((await search({ country: 'fi' })).total).toBe(30);
    expect(await names({ domain: 'no website at all' })).toEqual([]);
  });

  test('what is to come is found apart, the next first', async () => {
    expect(await names({ status: 'upcoming' })).toEqual(['Sooner', 'Later']);
    expect(await names({ status: 'upcoming', category: 'games' })).toEqual(['Later']);
    expect(await names({ status: 'upcoming', q: 'spredsheet' })).toEqual(['Later']);
    expect(await names('sooner')).not.toContain('Sooner');
  });

  test('a category holds what its subcategories hold', async () => {
    await database.sql`insert into listing_categories (site_id, listing_id, category_id, position)
      select l.site_id, l.id, c.id, 1 from listings l, categories c where l.name = 'Paperboat' and c.slug = 'board-games'`;
    expect(await names({ q: 'paperboat', category: 'games' })).toEqual(['Paperboat']);
    expect(await names({ category: 'board-games' })).toEqual(['Paperboat']);
  });

  test('an unknown category is refused by name', async () => {
    await expect(search({ category: 'nowhere' })).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ path: 'category', actual: 'nowhere' }],
    });
  });
});

describe('words that are everywhere', () => {
  const TYPED = { missing: 0, guess: false };

  /** As if every word were in a hundred thousand listings. */
  const asIfCommon = async (q: string, paging = { page: 1, per_page: 100 }) => {
    const question = questionOf(q)!;
    const asked = ask(question, await lookUp(ctx, furtherLookups(question), question.words.at(-1)!), () => 100_000, TYPED);
    expect([asked.typed.filed, asked.typed.many]).toEqual([null, true]);
    return selectMatches(ctx, wholeSite, asked, 'relevance', paging);
  };

  test.each(['common widgets', 'widget', 'of the'])(
    '%s is looked for on the shelf, not in the index, and the answer says there may be more',
    async (q) => {
      const { items, count, more } = await asIfCommon(q);
      expect([items.length, count, more]).toEqual([60, 60, true]);
    },
  );

  test('a beginning finds what begins so', async () => {
    const { items } = await search({ q: 'w' });
    expect(items.length).toBe(20);
    expect(items.every(({ name, tagline }) => /\bw/i.test(`${name} ${tagline}`))).toBe(true);
  });

  test('rare words narrow the search, common ones are only checked', async () => {
    const question = questionOf('python3 subunit for teams')!;
    const findings = await lookUp(ctx, furtherLookups(question), 'teams');
    const { typed } = ask(question, findings, (word) => (word === 'subunit' ? 0 : 100_000), TYPED);
    expect(typed.filed).toBe("(('subunit'))");
    expect(typed.many).toBe(false);
    expect(
      (
        await selectMatches(
          ctx,
          wholeSite,
          ask(question, findings, (word) => (word === 'subunit' ? 0 : 100_000), TYPED),
          'relevance',
          { page: 1, per_page: 5 },
        )
      ).count,
    ).toBe(1);
  });
});

test('a listing is found by its new name and no longer by the old one', async () => {
  const { sql } = database;
  await sql.begin(async (tx) => {
    const [row] = await tx<{ id: number }[]>`update listings set name = 'Brandnewname' where name = 'Zephyrion' returning id`;
    await indexListings(tx, [row!.id]);
  });
  expect(await names('brandnewnam')).toEqual(['Brandnewname']);
  expect(await names('zephyrion')).not.toContain('Brandnewname');
});

describe('addresses', () => {
  test.each([
    ['ledgerly.example', 'ledgerly.example'],
    ['HTTPS://WWW.Ledgerly.Example./a?b#c', 'ledgerly.example'],
    ['app.ledgerly.example:8443', 'ledgerly.example'],
    ['//ledgerly.example/', 'ledgerly.example'],
    ['user:pw@ledgerly.example', 'ledgerly.example'],
    ['shop.acme.co.uk', 'acme.co.uk'],
    ['foo.github.io/bar', 'foo.github.io'],
    ['github.io', 'github.io'],
    ['München.de', 'xn--mnchen-3ya.de'],
    ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
    ['https://g---12.example/', 'g---12.example'],
    ['https://aewm--.example/', 'aewm--.example'],
    ['localhost', null],
    ['127.0.0.1', null],
    ['co.uk', null],
    ['ftp://a.example', null],
    ['javascript:alert(1)', null],
    ['not a domain', null],
    ['', null],
  ])('%s belongs to %s', (text, domain) => expect(domainOf(text)).toBe(domain));

  test('without a domain, host and port tell', () => {
    expect(hostOrDomainOf('http://127.0.0.1:4000/x')).toBe('127.0.0.1:4000');
    expect(hostOrDomainOf('https://a.example:4000')).toBe('a.example');
  });
  test('are kept without credentials and fragment', () => expect(websiteOf('WWW.A.example/x?y=1#z')).toBe('https://www.a.example/x?y=1'));
  test('any text is read or refused, never an error', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        domainOf(text);
        hostOrDomainOf(text);
        websiteOf(text);
      }),
    ));
  test.each([
    ['C++ & Co', 'c-plus-plus-and-co'],
    ['Größe', 'grosse'],
    ['東京', ''],
    ['--a--', 'a'],
  ])('%s in an address is "%s"', (text, slug) => expect(slugOf(text)).toBe(slug));
});
