import { describe, expect, test } from 'vitest';
import { useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const server = useServer();

const idOf = async (slug: string): Promise<number> =>
  (await server.sql<{ id: number }[]>`select id from listings where slug = ${slug}`)[0]!.id;

describe('200 community-weekly', () => {
  test('this week’s launches by the votes cast in it, most first', async () => {
    const board = await server.client.get_leaderboard({ board: 'community-weekly' });
    expect(board).toMatchObject({
      board: 'community-weekly',
      paid: false,
      launch_week_on: '2026-11-09',
      is_final: false,
      page: 1,
      total_is_exact: true,
    });
    expect(board.items.map(({ rank }) => rank)).toEqual(board.items.map((_, i) => i + 1));
    expect(board.items.every(({ listing }) => listing.launch_week_on === '2026-11-09')).toBe(true);
    const votes = board.items.map(({ metric }) => metric.value);
    expect(votes).toEqual(votes.toSorted((a, b) => b - a));
    expect(board.items[0]).toMatchObject({
      listing: { slug: 'handrailer', votes: 74 },
      metric: { name: 'votes', value: 74, unit: 'votes', as_of: '2026-11-11', source: 'Launchweek vote ledger', trend: null },
      paid: false,
    });
  });

  test('last week’s board has only votes of that week: later ones count for the all-time board', async () => {
    const { items, launch_week_on, is_final } = await server.client.get_leaderboard({ board: 'community-weekly', week: 'last' });
    expect(launch_week_on).toBe('2026-11-02');
    expect(is_final).toBe(true);
    expect(items.length).toBeGreaterThan(3);
    expect(items.every(({ listing, metric }) => metric.value <= listing.votes)).toBe(true);
    expect(items.some(({ listing, metric }) => metric.value < listing.votes)).toBe(true);
    expect(items[0]!.metric.as_of).toBe('2026-11-08');
  });

  test('any day stands for its week', async () => {
    const sunday = await server.client.get_leaderboard({ board: 'community-weekly', week: '2026-11-08' });
    expect(sunday).toEqual(await server.client.get_leaderboard({ board: 'community-weekly', week: 'last' }));
  });

  test('a week without launches is empty', async () => {
    expect(await server.client.get_leaderboard({ board: 'community-weekly', week: '2026-12-07' })).toMatchObject({ items: [], total: 0 });
  });

  test('SPEC 4.2: a week before the site began is 404, as it is for get_launch_week, its page and its ledger', async () => {
    for (const week of ['2001-01-01', '2026-09-21', '2031-01-06']) {
      expect(await server.refusal('get_leaderboard', { board: 'community-weekly', week })).toBe('launch_week_not_found');
      expect(await server.refusal('get_launch_week', { week })).toBe('launch_week_not_found');
      const pages = [`/leaderboards/community-weekly?week=${week}`, `/launches/weeks/${week}`, `/launches/weeks/${week}/ledger.jsonl`];
      expect(await Promise.all(pages.map(async (page) => (await server.get(page)).status))).toEqual([404, 404, 404]);
    }
    expect((await server.client.get_leaderboard({ board: 'community-weekly', week: '2026-09-28' })).items.length).toBeGreaterThan(0);
    for (const page of ['/leaderboards/community-weekly?week=', '/launches/weeks/']) {
      expect(await (await server.get(`${page}2026-09-28`)).text()).not.toContain('Previous week');
      expect(await (await server.get(`${page}2026-10-05`)).text()).toContain('Previous week');
    }
  });

  test('SPEC 4.2: weeks, boards and awards agree on ranks and votes, also after a winner was removed', async () => {
    const rankings = async () => {
      const [week, board, awards] = await Promise.all([
        server.client.get_launch_week({ week: '2026-10-26' }),
        server.client.get_leaderboard({ board: 'community-weekly', week: '2026-10-26', per_page: 100 }),
        server.client.list_awards({ per_page: 100 }),
      ]);
      return {
        week: week.launches.flatMap(({ rank, votes, listing }) => (rank ? [[rank, listing.slug, votes]] : [])),
        board: board.items.map(({ rank, metric, listing }) => [rank, listing.slug, metric.value]),
        awards: awards.items
          .filter(({ launch_week_on }) => launch_week_on === '2026-10-26')
          .map(({ rank, votes, listing }) => [rank, listing.slug, votes]),
      };
    };
    const before = await rankings();
    expect(before.board.length).toBeGreaterThan(3);
    expect(before.week).toEqual(before.board);
    expect(before.awards).toEqual(before.board.slice(0, 3));
    const winner = before.board[0]![1] as string;
    await server.sql`update listings set status = 'removed' where slug = ${winner}`;
    const after = await until(async () => {
      const now = await rankings();
      return [now.week, now.board, now.awards].every((list) => list.every(([, slug]) => slug !== winner)) && now;
    });
    expect(after).toEqual({ week: before.week.slice(1), board: before.board.slice(1), awards: before.awards.slice(1) });
    await server.sql`update listings set status = 'live' where slug = ${winner}`;
    await until(async () => (await rankings()).board.length === before.board.length);
  });

  test('pages contain every launch once', async () => {
    const all = await server.client.get_leaderboard({ board: 'community-weekly', week: 'last' });
    const pages = await Promise.all(
      all.items.map((_, i) => server.client.get_leaderboard({ board: 'community-weekly', week: 'last', per_page: 1, page: i + 1 })),
    );
    expect(pages.flatMap(({ items }) => items)).toEqual(all.items);
    expect(pages.map(({ has_more }) => has_more)).toEqual([...pages.slice(1).map(() => true), false]);
  });
});

test('200 community-all-time: every live listing by all its counted votes', async () => {
  const { items, total, launch_week_on, paid } = await server.client.get_leaderboard({ board: 'community-all-time', per_page: 100 });
  expect({ total, launch_week_on, paid }).toEqual({ total: 51, launch_week_on: null, paid: false });
  expect(items[0]).toMatchObject({ rank: 1, listing: { slug: 'lanternlog' }, metric: { value: 388 } });
  expect(items.every(({ listing, metric }) => listing.votes === metric.value)).toBe(true);
  const second = await server.client.get_leaderboard({ board: 'community-all-time', per_page: 10, page: 2 });
  expect(second.items).toEqual(items.slice(10, 20));
});

describe('200 billboard', () => {
  test('by money contributed, and every item is marked as paid', async () => {
    expect(await server.client.get_leaderboard({ board: 'billboard' })).toMatchObject({ paid: true, items: [], total: 0 });
    const [ledgerly, packmoth, grepling] = await Promise.all(['ledgerly', 'packmoth', 'grepling'].map(idOf));
    const give = (listing_id: number, amount_cents: number) => server.sql`
      insert into billboard_contributions (site_id, listing_id, amount_cents, at) values (${server.site_id}, ${listing_id}, ${amount_cents}, '2026-11-10')`;
    await give(ledgerly!, 2000);
    await give(packmoth!, 9000);
    await give(ledgerly!, 8000);
    await give(grepling!, 100_000); // not live: not on the board
    const { items } = await until(async () => {
      const board = await server.client.get_leaderboard({ board: 'billboard' });
      return board.total === 2 && board;
    });
    expect(items.map(({ rank, listing, metric, paid }) => [rank, listing.slug, metric.value, metric.unit, paid])).toEqual([
      [1, 'ledgerly', 10_000, 'USD cents', true],
      [2, 'packmoth', 9000, 'USD cents', true],
    ]);
    // A refunded contribution does not count.
    await give(packmoth!, -9000);
    await until(async () => (await server.client.get_leaderboard({ board: 'billboard' })).total === 1);
  });

  test('a removed listing leaves every board, and returns when restored', async () => {
    const id = await idOf('ledgerly');
    const boards = async () => {
      const all = await Promise.all(
        (['billboard', 'domain-rating', 'community-all-time', 'community-weekly'] as const).map((board) =>
          server.client.get_leaderboard({ board, per_page: 100, ...(board === 'community-weekly' && { week: 'last' }) }),
        ),
      );
      return all.map(({ items, total }) => ({ there: items.some(({ listing }) => listing.slug === 'ledgerly'), total }));
    };
    const before = await boards();
    expect(before.every(({ there }) => there)).toBe(true);
    await server.sql`update listings set status = 'removed' where id = ${id}`;
    await until(async () => (await boards()).every(({ there, total }, i) => !there && total === before[i]!.total - 1));
    await server.sql`update listings set status = 'live' where id = ${id}`;
    await until(async () => JSON.stringify(await boards()) === JSON.stringify(before));
  });
});

test.each([
  ['domain-rating', 'domain_rating', 'points'],
  ['revenue', 'revenue', 'USD cents per month'],
] as const)('200 %s: the newest figure with source, date and trend', async (board, name, unit) => {
  const { items, total } = await server.client.get_leaderboard({ board });
  expect(items.length).toBeGreaterThan(0);
  expect(total).toBeGreaterThanOrEqual(items.length);
  const values = items.map(({ metric }) => metric.value);
  expect(values).toEqual(values.toSorted((a, b) => b - a));
  for (const { metric } of items) expect(metric).toMatchObject({ name, unit, source: 'demo import', as_of: '2026-11-11' });
  const [first] = items;
  const history = await server.sql<{ value: string }[]>`
    select value from listing_metrics where listing_id = ${await idOf(first!.listing.slug)} and name = ${name} order by as_of_on desc limit 2`;
  expect(first!.metric.value).toBe(Number(history[0]!.value));
  if (history[1]) expect(first!.metric.trend).toBeCloseTo(Number(history[0]!.value) - Number(history[1].value), 6);
});

test('200 a newer figure moves the listing, an older one does not, and without a source it is not on the board', async () => {
  const id = await idOf('packmoth');
  const board = () => server.client.get_leaderboard({ board: 'revenue', per_page: 100 });
  const rankedItem = async () => (await board()).items.find(({ listing }) => listing.slug === 'packmoth');
  const write = (as_of_on: string, value: number, source: string) => server.sql`
    insert into listing_metrics (site_id, listing_id, name, as_of_on, value, unit, source)
    values (${server.site_id}, ${id}, 'revenue', ${as_of_on}, ${value}, 'USD cents per month', ${source})`;
  await server.sql`delete from listing_metrics where listing_id = ${id} and name = 'revenue'`;
  await write('2026-11-01', 5_000_000, '');
  await until(async () => !(await rankedItem()));
  await write('2026-10-01', 1000, 'books');
  await until(async () => (await rankedItem())?.metric.value === 1000);
  await write('2026-10-20', 9_000_000, 'books');
  await until(async () => (await board()).items[0]?.listing.slug === 'packmoth');
  expect((await rankedItem())!.metric).toMatchObject({ value: 9_000_000, trend: 8_999_000, as_of: '2026-10-20', source: 'books' });
  await write('2026-09-01', 1, 'books');
  expect((await rankedItem())!.rank).toBe(1);
});

test.each([
  ['community-weekly', 'next'],
  ['community-weekly', '2026-02-31'],
  ['community-weekly', '0000-01-01'],
  ['community-weekly', ''],
  ['revenue', 'this'],
  ['billboard', '2026-11-09'],
])('400 %s does not take the week "%s"', async (board, week) => {
  expect(await server.refusal('get_leaderboard', { board, week })).toBe('invalid_input');
});

test('404 board_not_found', async () => {
  expect(await server.refusal('get_leaderboard', { board: 'best-ever' })).toBe('board_not_found');
  expect(await server.refusal('get_leaderboard', { board: 'constructor' })).toBe('board_not_found');
});
