import { describe, expect, test } from 'vitest';
import { SECTION_NAMES } from '../../src/modules/launches/schema.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
type Section = (typeof SECTION_NAMES)[number];
const list = (section: Section, more = {}) => server.client.list_launches({ section, per_page: 100, ...more });

/** The number by which a section is ordered, descending. */
const ORDERS: Partial<Record<Section, (slugs: string[]) => Promise<number[]>>> = {
  trending: async (slugs) => counts(slugs, 'trending'),
  'most-voted': async (slugs) => counts(slugs, 'votes'),
  'most-viewed': async (slugs) => counts(slugs, 'views'),
  'most-followed': async (slugs) => counts(slugs, 'followers'),
};
const counts = async (slugs: string[], column: string): Promise<number[]> => {
  const rows = await server.sql<{ slug: string; value: number }[]>`
    select l.slug, n.${server.sql(column)}::float8 as value from listings l join listing_counts n on n.listing_id = l.id where l.slug = any(${slugs})`;
  return slugs.map((slug) => rows.find((row) => row.slug === slug)!.value);
};

test('200 this-week is the default: the week’s launches by the votes cast in it', async () => {
  const { items, total } = await server.client.list_launches({});
  const { launches } = await server.client.get_launch_week({ week: 'this' });
  expect(items.map(({ slug }) => slug)).toEqual(launches.map(({ listing }) => listing.slug));
  expect(total).toBe(launches.length);
});

test.each(Object.keys(ORDERS) as Section[])('200 %s: every live listing, descending', async (section) => {
  const { items, total } = await list(section);
  expect(total).toBe(51);
  expect(items).toHaveLength(51);
  const values = await ORDERS[section]!(items.map(({ slug }) => slug));
  expect(values).toEqual(values.toSorted((a, b) => b - a));
});

test('200 trending: votes decay, so a new launch ranks above an older one with more votes', async () => {
  const { items } = await list('trending');
  const at = (slug: string) => items.findIndex((item) => item.slug === slug);
  const votes = (slug: string) => items[at(slug)]!.votes;
  expect(votes('handrailer')).toBeLessThan(votes('lanternlog'));
  expect(at('handrailer')).toBeLessThan(at('lanternlog'));
});

test('200 today: launched since midnight, the newest first', async () => {
  const { items } = await list('today');
  expect(items.length).toBeGreaterThan(0);
  const moments = items.map(({ launched_at }) => new Date(launched_at!).getTime());
  expect(moments.every((moment) => moment >= Date.parse('2026-11-11T00:00:00Z'))).toBe(true);
  expect(moments).toEqual(moments.toSorted((a, b) => b - a));
  const [row] = await server.sql`select count(*)::int as count from listings where status = 'live' and launched_at >= '2026-11-11'`;
  expect(items).toHaveLength(row!.count);
});

test('200 recent: every launch, the newest first', async () => {
  const { items } = await list('recent');
  const moments = items.map(({ launched_at }) => new Date(launched_at!).getTime());
  expect(items).toHaveLength(51);
  expect(moments).toEqual(moments.toSorted((a, b) => b - a));
});

test('200 upcoming: scheduled listings, the nearest week first, without those that still await their badge', async () => {
  const { items, total } = await list('upcoming');
  expect(total).toBe(items.length);
  expect(items.every(({ status, launched_at }) => status === 'scheduled' && launched_at === null)).toBe(true);
  const weeks = items.map(({ launch_week_on }) => launch_week_on!);
  expect(weeks).toEqual(weeks.toSorted());
  expect(weeks[0]).toBe('2026-11-16');
});

describe('200 pages', () => {
  test.each(SECTION_NAMES)('%s: contain every launch once', async (section) => {
    const all = await list(section);
    const size = Math.max(1, Math.ceil(all.items.length / 3));
    const pages = await Promise.all([1, 2, 3].map((page) => list(section, { page, per_page: size })));
    expect(pages.flatMap(({ items }) => items)).toEqual(all.items);
    expect((await list(section, { page: 4, per_page: size })).items).toEqual([]);
  });
});

test('400 invalid_input for an unknown section names the sections', async () => {
  const answer = await server.get('/api/v1/launches?section=nearby');
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid_input', errors: [{ path: 'section', limit: [...SECTION_NAMES] }] });
});
