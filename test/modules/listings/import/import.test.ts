import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importListings } from '../../../../src/modules/listings/import/import.ts';
import { ensureDefaultSite } from '../../../../src/modules/sites/sites.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';

const clock = { now: () => new Date('2026-11-11T12:00:00Z') };
let database: TestDatabase;
let site_id: number;

beforeAll(async () => {
  database = await createTestDatabase();
  site_id = (await ensureDefaultSite(database.sql))!;
});
beforeEach(async () => {
  // Delete instead of truncate: the vote ledger refuses truncation.
  for (const table of ['listings', 'companies', 'shelves', 'search_words']) await database.sql`delete from ${database.sql(table)}`;
});
afterAll(() => database.drop());

const listing = (name: string, more: object = {}) => ({ name, website: `https://${name.replace(/\W/g, '')}.example/`, ...more });
const many = Array.from({ length: 95 }, (_, i) =>
  listing(`Thing${i}`, { tagline: `Number ${i}`, categories: [`shelf-${i % 3}`], tags: ['all'] }),
);

async function* toLines(lines: (object | string)[], fail_at = Number.POSITIVE_INFINITY) {
  for (const [i, line] of lines.entries()) {
    if (i === fail_at) throw new Error('cut short');
    yield typeof line === 'string' ? line : JSON.stringify(line);
  }
}

const run = (lines: (object | string)[], more: { fail_at?: number; batch?: number } = {}) =>
  importListings(database.sql, site_id, toLines(lines, more.fail_at), { clock, time_zone: 'UTC', batch: more.batch ?? 10 });

const selectStored = () => database.sql<{ name: string; slug: string; status: string; launch_week_on: string; words: string | null }[]>`
  select l.name, l.slug, l.status, l.launch_week_on, w.words::text from listings l left join listing_words w on w.listing_id = l.id order by l.id`;

describe('an import', () => {
  test('stores every line with its categories, category counts and search words', async () => {
    expect(await run(many)).toEqual({ lines: 95, imported: 95, already_there: 0, refused: [] });
    const rows = await selectStored();
    expect(rows).toHaveLength(95);
    expect(rows.every(({ words, status }) => words !== null && status === 'live')).toBe(true);
    const shelves =
      await database.sql`select coalesce(c.slug, 'all') as slug, s.live from shelves s left join categories c on c.id = s.category_id order by 1`;
    expect(shelves.map(({ slug, live }) => [slug, live])).toEqual([
      ['all', 95],
      ['shelf-0', 32],
      ['shelf-1', 32],
      ['shelf-2', 31],
    ]);
  });

  test('of the same lines changes nothing', async () => {
    await run(many);
    const before = await selectStored();
    expect(await run(many)).toEqual({ lines: 95, imported: 0, already_there: 95, refused: [] });
    expect(await selectStored()).toEqual(before);
  });

  test.each([0, 1, 10, 43, 94])('interrupted at line %i is finished by the next run', async (fail_at) => {
    await expect(run(many, { fail_at })).rejects.toThrow('cut short');
    const there = (await selectStored()).length;
    expect(there).toBeLessThanOrEqual(fail_at);
    expect((await selectStored()).every(({ words }) => words !== null)).toBe(true);
    expect(await run(many)).toEqual({ lines: 95, imported: 95 - there, already_there: there, refused: [] });
  });

  test('running concurrently imports each line once', async () => {
    const results = await Promise.all([run(many), run(many.toReversed()), run(many, { batch: 7 })]);
    expect(results.reduce((n, { imported }) => n + imported, 0)).toBe(95);
    expect(results.every(({ refused }) => refused.length === 0)).toBe(true);
    expect(await selectStored()).toHaveLength(95);
  });

  test('reports every line it cannot import, and imports the others', async () => {
    const result = await run([
      listing('Good one'),
      '{"name": "half',
      '[]',
      '',
      listing('', { website: 'https://noname.example' }),
      { name: 'No website' },
      listing('Local', { website: 'http://localhost/' }),
      listing('Odd', { colour: 'red' }),
      listing('Wrong', { founded_year: '1999' }),
      listing('Never', { launched_on: '2026-02-30' }),
      listing('Shelf', { categories: ['***'] }),
      listing('Control', { tagline: 'a\u0000b' }),
      listing('Good two'),
    ]);
    expect(result).toMatchObject({ lines: 13, imported: 2, already_there: 0 });
    expect(result.refused.map(({ line }) => line)).toEqual([2, 3, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(result.refused.map(({ reason }) => reason)).toEqual([
      'is not JSON',
      'is not a JSON object',
      expect.stringContaining('name'),
      'website is required',
      expect.stringContaining('public website'),
      expect.stringContaining('colour'),
      expect.stringContaining('founded_year'),
      expect.stringContaining('launched_on'),
      expect.stringContaining('categories'),
      expect.stringContaining('tagline'),
    ]);
  });

  test('reports duplicate websites with the listing that has them, within and across batches and runs', async () => {
    const lines = [
      listing('First'),
      listing('Other', { website: 'http://www.first.example/other' }),
      ...many.slice(0, 20),
      listing('Third', { website: 'shop.FIRST.example' }),
    ];
    for (const imported of [21, 0]) {
      const result = await run(lines);
      expect(result.imported).toBe(imported);
      expect(result.already_there).toBe(21 - imported);
      expect(result.refused.map(({ line }) => line)).toEqual([2, 23]);
      for (const { reason } of result.refused) expect(reason).toContain('"First"');
    }
  });

  test('gives every listing a unique slug', async () => {
    const named = (name: string, i: number) => ({ name, website: `https://s${i}.example` });
    const same = Array.from({ length: 120 }, (_, i) => named('C++ Kit', i));
    await run([...same.slice(0, 60), named('東京', 200), named('🚀', 201), named('C++-Kit', 202)]);
    await run(same);
    const slugs = (await selectStored()).map(({ slug }) => slug);
    expect(slugs.slice(0, 3)).toEqual(['c-plus-plus-kit', 'c-plus-plus-kit-2', 'c-plus-plus-kit-3']);
    expect(slugs.slice(60, 63)).toEqual(['s200-example', 's201-example', 'c-plus-plus-kit-61']);
    expect([slugs.length, new Set(slugs).size]).toEqual([123, 123]);
  });

  test('launches listings on their day; a future week makes them scheduled', async () => {
    await run([
      listing('Past', { launched_on: '2026-03-05' }),
      listing('Today', { launched_on: null }),
      listing('This week', { launched_on: '2026-11-14' }),
      listing('Next week', { launched_on: '2026-11-18' }),
    ]);
    const rows = await database.sql`select name, status, launch_week_on, launched_at from listings order by id`;
    expect(rows.map((row) => Object.values(row))).toEqual(
      expect.arrayContaining([
        ['Past', 'live', '2026-03-02', new Date('2026-03-05T00:00:00Z')],
        ['Today', 'live', '2026-11-09', clock.now()],
        ['This week', 'live', '2026-11-09', clock.now()],
        ['Next week', 'scheduled', '2026-11-16', null],
      ]),
    );
  });
});
