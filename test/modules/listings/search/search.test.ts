import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mistype } from '../../../../bench/support/random.ts';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import type { Ctx } from '../../../../src/kernel/context.ts';
import { noLimits } from '../../../../src/kernel/limits.ts';
import {
  extractDomain,
  extractDomainOrHost,
  identifyPage,
  identifyWebsite,
  normalizeWebsite,
  slugify,
} from '../../../../src/modules/listings/addresses.ts';
import { WHOLE_SITE } from '../../../../src/modules/listings/browse/queries.ts';
import { importListings } from '../../../../src/modules/listings/import/import.ts';
import { LISTING_SORTS, type SearchListings } from '../../../../src/modules/listings/schema.ts';
import { refresh_search_index } from '../../../../src/modules/listings/search/jobs.ts';
import { planQuery } from '../../../../src/modules/listings/search/plan.ts';
import { lookUpWords, selectSearchMatches } from '../../../../src/modules/listings/search/queries.ts';
import { furtherLookups, parseSearchQuery } from '../../../../src/modules/listings/search/query.ts';
import { searchListings, searchWithCounts } from '../../../../src/modules/listings/search/search.ts';
import { indexListings } from '../../../../src/modules/listings/search/search-index.ts';
import { ensureDefaultSite } from '../../../../src/modules/sites/sites.ts';
import { anyText } from '../../../support/any-text.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';

const clock = { now: () => new Date('2026-11-11T12:00:00Z') };
let database: TestDatabase;
let ctx: Ctx;

const NAMES = [
  'Ledgerlight',
  'Flakewren',
  'visual-studio-kit',
  'libgd-graph-perl',
  'Notepad++',
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
  { name: 'Gimp', website: 'https://gimp.example', tagline: 'Plans for real teams' },
  { name: 'Kanbun', website: 'https://kanbun.example', tagline: 'A calendar, and recipes' },
  { name: 'Kartei', website: 'https://kartei.example', tagline: 'A kanban board', description: 'With appointments.' },
  { name: 'Größenwahn', website: 'https://groessenwahn.example', tagline: 'Überall schöne Straßen', description: 'Fußgänger finden Wege' },
  { name: '東京ノート', website: 'https://tokyonote.example', tagline: '日本語のメモ帳アプリ', description: '犬と猫' },
  { name: 'مدوّنة', website: 'https://mudawana.example', tagline: 'مُحَرِّر نصوص' },
  { name: 'Tagline Only', website: 'https://t.example', tagline: 'A spreadsheet' },
  { name: 'Keyword Only', website: 'https://k.example', tagline: 'x', keywords: ['spreadsheet', 'hiddenword'] },
  { name: 'Tag Only', website: 'https://tag.example', tagline: 'x', tags: ['spreadsheet'] },
  { name: 'Spreadsheet', website: 'https://s.example', tagline: 'y' },
  { name: 'Description Only', website: 'https://d.example', tagline: 'z', description: 'It is a spreadsheet.' },
  { name: 'My Spreadsheet', website: 'https://m.example', tagline: 'w' },
  { name: 'Wren Flake Studio', website: 'https://wrenflake.example', tagline: 'Not the same' },
  { name: 'Later', website: 'https://later.example', tagline: 'A spreadsheet to come', launched_on: '2026-12-01', categories: ['games'] },
  { name: 'Sooner', website: 'https://sooner.example', tagline: 'comes sooner', launched_on: '2026-11-20' },
  { name: 'Clock', website: 'https://clock.example', tagline: 'Harbour for boats', description: 'With a clock and a lantern.' },
  { name: 'Harbour', website: 'https://harbour.example', tagline: 'A lantern for boats' },
  { name: 'Lantern and Harbour', website: 'https://lh.example', tagline: 'Both in the name' },
  { name: 'Near', website: 'https://near.example', tagline: 'Your harbour lantern at night' },
  { name: 'Apart', website: 'https://apart.example', tagline: 'A lantern, then a harbour' },
  { name: 'Nota', website: 'https://nota.example', tagline: 'A to-do list' },
  { name: 'Memoria', website: 'https://memoria.example', tagline: 'Things to do' },
  { name: 'Agenda', website: 'https://agenda.example', tagline: 'x', description: 'Your to-do manager.' },
  { name: 'Todo Pro', website: 'https://todopro.example', tagline: 'x' },
  { name: 'Never Mind', website: 'https://nevermind.example', tagline: 'A reason to never do' },
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
    integrations: openIntegrations(),
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
  await sql`
    update listing_counts n set votes = id % 7, views = id % 5, followers = id % 3, trending = (id % 11)::float
    from listings l where l.id = n.listing_id and name like 'Widget%'`;
});
afterAll(() => database.drop());

const search = async (input: Partial<SearchListings>) =>
  (await searchListings(ctx, { status: 'live', sort: 'relevance', page: 1, per_page: 20, ...input })).parse();
const names = async (input: Partial<SearchListings> | string) =>
  (await search(typeof input === 'string' ? { q: input } : input)).items.map(({ name }) => name);

describe('matching', () => {
  test('a name with any one typing error is found first', () =>
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

  test('names weigh more than taglines, taglines more than descriptions, descriptions more than tags; keywords do not match', async () => {
    expect(await names('spreadsheet')).toEqual(['Spreadsheet', 'My Spreadsheet', 'Tagline Only', 'Description Only', 'Tag Only']);
    expect(await names('hiddenword')).not.toContain('Keyword Only');
  });

  test('of two words, both in the name come first, then name and tagline, then next to each other, then apart', async () => {
    expect(await names('harbour lantern')).toEqual(['Lantern and Harbour', 'Harbour', 'Near', 'Apart', 'Clock']);
  });

  test('a word is found joined, hyphenated or as two', async () => {
    const joined = await names('todo');
    expect(joined[0]).toBe('Todo Pro');
    expect(joined.toSorted()).toEqual(['Agenda', 'Memoria', 'Nota', 'Todo Pro']);
    for (const q of ['to-do', 'to do']) {
      const found = await names(q);
      expect(found[0]).toBe('Todo Pro');
      expect(found).toEqual(expect.arrayContaining(['Agenda', 'Memoria', 'Nota', 'Todo Pro', 'Never Mind']));
      expect(found.indexOf('Never Mind')).toBeGreaterThan(found.indexOf('Memoria'));
    }
  });

  const read = (q: string) => searchWithCounts(ctx, { status: 'live', sort: 'relevance', page: 1, per_page: 20, q });

  test.each<[q: string, searched_for: string | null, unmatched_words?: string[]]>([
    ['flakwren', 'flakewren'],
    ['flakewern', 'flakewren'],
    ['klakewren', 'flakewren'],
    ['calendr', 'calendar'],
    ['qillmark zzzzzzzz', 'quillmark', ['zzzzzzzz']],
    ['tool zehpyroin', 'tool zephyrion'],
    ['photo widget', 'widget', ['photo']],
    ['flak wren', 'flakewren'],
    ['libgd grap prl', 'libgd graph perl'],
    ['flakewren', null],
    ['flake wren', null],
    ['zeph', null],
  ])('%s is understood as %s', async (q, searched_for, unmatched_words = []) => {
    expect((await read(q)).reading).toEqual({ searched_for, unmatched_words, is_partial: false });
    // In quotes it is searched as typed.
    const literal = await read(`"${q}"`);
    expect([literal.reading.searched_for, literal.results.total > 0]).toEqual([null, searched_for === null]);
  });

  test.each([
    ['zzzzzzzz', 'resembles nothing'],
    ['gump', 'short words are not corrected'],
    ['meal', 'short words are not corrected'],
    ['dalendar', 'the first letter of a text word must be right'],
    ['planner', 'ordinary words are not corrected'],
    ['plants', 'ordinary words are not corrected'],
    ['money', 'ordinary words are not corrected'],
    ['apointments', 'words of descriptions are no corrections'],
  ])('nothing is found for %s: %s', async (q) => expect((await read(q)).results.total).toBe(0));

  test('a word that a listing has is taken as typed, whatever name it resembles', async () => {
    expect(await names('kanban')).toEqual(['Kartei']);
    expect(await names('kanbn')).toEqual(['Kanbun', 'Kartei']);
  });

  test('plural and singular find each other', async () => {
    expect(await names('calendars')).toEqual(['Kanbun']);
    expect(await names('recipe')).toEqual(['Kanbun']);
    expect(await names('recipe calendars')).toEqual(['Kanbun']);
    expect(await names('"calendars"')).toEqual([]);
    expect((await read('calendars')).reading.searched_for).toBeNull();
  });

  test('if no listing has all words, some have to do', async () => {
    const { results, reading } = await read('kanban recipes');
    expect(results.items.map(({ name }) => name).toSorted()).toEqual(['Kanbun', 'Kartei']);
    expect(reading).toEqual({ searched_for: null, unmatched_words: [], is_partial: true });
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
  ])('answers the hostile query %j', async (q) => {
    const { items, total } = await search({ q });
    expect(items.length).toBeLessThanOrEqual(Math.max(total, 0));
  });

  test('answers any text', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(anyText(200), fc.string({ unit: fc.constantFrom(...`widget '"\\&|!:*<->()+#東`), maxLength: 200 })),
        async (q) => {
          expect((await search({ q })).page).toBe(1);
        },
      ),
      { numRuns: 100 },
    ));
});

describe('filters and sorting', () => {
  const keyOf = { relevance: 'votes', newest: 'launched_at', votes: 'votes', most_viewed: 'views', most_followed: 'followers' } as const;

  test.each(LISTING_SORTS.filter((sort) => sort !== 'trending' && sort !== 'relevance'))(
    'search results and categories are sorted by %s',
    async (sort) => {
      for (const input of [{ q: 'widgets' }, {}, { category: 'tools' }, { q: 'common widget', category: 'games', country: 'de' }]) {
        const keys = (await search({ ...input, sort, per_page: 100 })).items.map((item) =>
          String(item[keyOf[sort as keyof typeof keyOf]]).padStart(30),
        );
        expect(keys.length).toBeGreaterThan(20);
        expect(keys).toEqual(keys.toSorted().toReversed());
      }
    },
  );

  test.each(LISTING_SORTS)('pages sorted by %s contain each match once', async (sort) => {
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

  test('filters apply to searching and browsing', async () => {
    const all = (await search({ q: 'widgets', per_page: 100 })).items;
    expect(all).toHaveLength(60);
    const filters: [Partial<SearchListings>, (item: (typeof all)[number]) => boolean][] = [
      [{ country: 'fi' }, (item) => item.country === 'FI'],
      [{ pricing_model: 'FREE trial' }, (item) => item.pricing_model === 'Free Trial'],
      [{ category: 'tools' }, (item) => item.categories[0]!.slug === 'tools'],
      [{ category: 'tools', pricing_model: 'free' }, (item) => item.categories[0]!.slug === 'tools' && item.pricing_model === 'free'],
      [{ domain: 'HTTPS://www.Widget7.example./about' }, (item) => item.domain === 'widget7.example'],
    ];
    for (const [filter, matches] of filters) {
      const result = await search({ q: 'widgets', ...filter, per_page: 100 });
      expect(result.items.map(({ slug }) => slug).sort()).toEqual(
        all
          .filter(matches)
          .map(({ slug }) => slug)
          .sort(),
      );
      expect([result.total, result.total_is_exact]).toEqual([result.items.length, true]);
    }
    expect((await search({ country: 'fi' })).total).toBe(30);
    expect(await names({ domain: 'no website at all' })).toEqual([]);
  });

  test('facets are counted among the results, and follow the other filters', async () => {
    const count = async (input: Partial<SearchListings>) => {
      const { counts, results } = await searchWithCounts(ctx, { status: 'live', sort: 'relevance', page: 1, per_page: 5, ...input });
      return {
        total: results.total,
        category: counts.category,
        pricing: counts.pricing_model,
        is_cut: counts.is_cut,
      };
    };
    const all = { total: 60, category: { tools: 30, games: 30 }, pricing: { 'free-trial': 40, free: 20 }, is_cut: false };
    expect(await count({ q: 'widgets' })).toEqual(all);
    expect(await count({ q: 'widgets', pricing_model: 'free' })).toEqual({
      ...all,
      total: 20,
      category: { tools: 10, games: 10 },
      pricing: { free: 20 },
    });
    expect(await count({ country: 'fi' })).toEqual({
      total: 30,
      category: { tools: 30 },
      pricing: { 'free-trial': 20, free: 10 },
      is_cut: false,
    });
    expect(await count({ category: 'games', pricing_model: 'free' })).toMatchObject({ total: 10, category: { games: 10 } });
    expect(await count({ status: 'upcoming' })).toEqual({ total: 2, category: { games: 1 }, pricing: {}, is_cut: false });
    expect(await count({ q: '"zzzzqqqq"' })).toMatchObject({ total: 0, category: {} });
  });

  test('upcoming listings are found separately, the next first', async () => {
    expect(await names({ status: 'upcoming' })).toEqual(['Sooner', 'Later']);
    expect(await names({ status: 'upcoming', category: 'games' })).toEqual(['Later']);
    expect(await names({ status: 'upcoming', q: 'spredsheet' })).toEqual(['Later']);
    expect(await names('sooner')).not.toContain('Sooner');
  });

  test('a category includes its subcategories', async () => {
    await database.sql`insert into listing_categories (site_id, listing_id, category_id, position)
      select l.site_id, l.id, c.id, 1 from listings l, categories c where l.name = 'Paperboat' and c.slug = 'board-games'`;
    expect(await names({ q: 'paperboat', category: 'games' })).toEqual(['Paperboat']);
    expect(await names({ category: 'board-games' })).toEqual(['Paperboat']);
  });

  test('an unknown category is refused', async () => {
    await expect(search({ category: 'nowhere' })).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ path: 'category', actual: 'nowhere' }],
    });
  });
});

describe('common words', () => {
  const FIRST_ATTEMPT = { kind: 'as_typed', missing: 0 } as const;

  /** Searches as if every word were in a hundred thousand listings. */
  const searchCommonWords = async (q: string, paging = { page: 1, per_page: 100 }) => {
    const query = parseSearchQuery(q)!;
    const plan = planQuery(query, await lookUpWords(ctx, furtherLookups(query), query.words.at(-1)!), () => 100_000, FIRST_ATTEMPT);
    expect([plan.as_typed.index_query, plan.as_typed.may_exceed_limit]).toEqual([null, true]);
    return selectSearchMatches(ctx, WHOLE_SITE, plan, 'relevance', paging);
  };

  test.each(['common widgets', 'widget', 'of the'])(
    '%s is scanned for in sort order instead of the index, and there may be more matches',
    async (q) => {
      const { items, count, more } = await searchCommonWords(q);
      expect([items.length, count, more]).toEqual([60, 60, true]);
    },
  );

  test('a single letter finds words that begin with it', async () => {
    const { items } = await search({ q: 'w' });
    expect(items.length).toBe(20);
    expect(items.every(({ name, tagline }) => /\bw/i.test(`${name} ${tagline}`))).toBe(true);
  });

  test('rare words are looked up in the index, common ones are only checked', async () => {
    const query = parseSearchQuery('python3 subunit for teams')!;
    const matches = await lookUpWords(ctx, furtherLookups(query), 'teams');
    const { as_typed } = planQuery(query, matches, (word) => (word === 'subunit' ? 0 : 100_000), FIRST_ATTEMPT);
    expect(as_typed.index_query).toBe("(('subunit'))");
    expect(as_typed.may_exceed_limit).toBe(false);
    expect(
      (
        await selectSearchMatches(
          ctx,
          WHOLE_SITE,
          planQuery(query, matches, (word) => (word === 'subunit' ? 0 : 100_000), FIRST_ATTEMPT),
          'relevance',
          { page: 1, per_page: 5 },
        )
      ).count,
    ).toBe(1);
  });
});

test('documents of an earlier version are written again', async () => {
  const { sql } = database;
  await sql`update listing_words w set version = 1, words = 'quillmark:4D'::tsvector from listings l where l.id = w.listing_id and l.name = 'Near'`;
  expect(await names('quillmark')).toContain('Near');
  const run_ctx = {
    sql,
    clock,
    integrations: ctx.integrations,
    site_root: 'http://x.example',
    last_attempt: false,
    signal: new AbortController().signal,
  };
  await refresh_search_index.run(run_ctx, {});
  expect(await names('quillmark')).not.toContain('Near');
  expect(await names('harbour night')).toContain('Near');
});

test('a renamed listing is found by its new name only', async () => {
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
  ])('%s has the domain %s', (text, domain) => expect(extractDomain(text)).toBe(domain));

  test.each([
    ['https://www.ledgerly.example/en/pricing', 'ledgerly.example'],
    ['https://GitHub.com/Ada/Engine.git?tab=readme', 'github.com/ada/engine'],
    ['https://github.com/ada', 'github.com/ada'],
    ['github.com', 'github.com'],
    ['https://ada.github.io/engine/docs/', 'ada.github.io/engine'],
    ['https://ada.github.io/index.html', 'ada.github.io'],
    ['http://engine.sf.net/x', 'engine.sf.net'],
    ['http://www.engine.sourceforge.net', 'engine.sourceforge.net'],
    ['https://sourceforge.net/projects/engine/files', 'sourceforge.net/projects/engine'],
    ['http://ada.free.fr/engine', 'ada.free.fr'],
    ['https://www.npmjs.com/package/@ada/engine', 'npmjs.com/package/@ada/engine'],
    ['https://apps.apple.com/de/app/engine/id42?mt=8', 'apps.apple.com/id42'],
    ['https://play.google.com/store/apps/details?hl=de&id=com.Ada', 'play.google.com/?id=com.ada'],
    ['https://www.cs.uni.example/~ada/engine', 'uni.example/~ada'],
    ['http://127.0.0.1:4000/x', '127.0.0.1:4000'],
    ['not a domain', null],
  ])('%s is the website %s', (text, website) => {
    expect(identifyWebsite(text)).toBe(website);
    // What identifies a website identifies it again.
    if (website) expect(identifyWebsite(website)).toBe(website);
  });

  test('without a domain, host and port identify the website', () => {
    expect(extractDomainOrHost('http://127.0.0.1:4000/x')).toBe('127.0.0.1:4000');
    expect(extractDomainOrHost('https://a.example:4000')).toBe('a.example');
  });
  test('are stored without credentials and fragment', () =>
    expect(normalizeWebsite('WWW.A.example/x?y=1#z')).toBe('https://www.a.example/x?y=1'));
  test('any text is parsed or rejected without an error', () =>
    fc.assert(
      fc.property(anyText(), (text) => {
        extractDomain(text);
        extractDomainOrHost(text);
        const website = identifyWebsite(text);
        if (website !== null) expect(identifyWebsite(website)).toBe(website);
        identifyPage(text);
        normalizeWebsite(text);
      }),
    ));
  test.each([
    ['C++ & Co', 'c-plus-plus-and-co'],
    ['Größe', 'grosse'],
    ['東京', ''],
    ['--a--', 'a'],
  ])('the slug of %s is "%s"', (text, slug) => expect(slugify(text)).toBe(slug));
});
