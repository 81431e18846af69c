import { describe, expect, test } from 'vitest';
import { openIntegrations } from '../../src/integrations/integrations.ts';
import type { Ctx, Site } from '../../src/kernel/context.ts';
import { noLimits } from '../../src/kernel/limits.ts';
import { toValue } from '../../src/kernel/responses.ts';
import { getLaunchWeek } from '../../src/modules/launches/weeks/weeks.ts';
import { NOON, useServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { siteOf } from '../support/voters.ts';

const server = useServer();
const ctx = (site: Site): Ctx => ({
  site,
  caller: null,
  clock: { now: () => NOON },
  sql: server.sql,
  limits: noLimits,
  request_id: '',
  integrations: openIntegrations(),
});
const week = (name: string) => server.client.get_launch_week({ week: name });

describe('200 the running week', () => {
  test('its launches by the votes cast in it, most first; a launch without votes has no rank', async () => {
    const running = await week('this');
    expect(running).toMatchObject({
      launch_week_on: '2026-11-09',
      ends_on: '2026-11-15',
      state: 'running',
      is_final: false,
      scheduled: [],
    });
    expect(running.launches_total).toBe(running.launches.length);
    expect(running.launches[0]).toMatchObject({ rank: 1, votes: 74, listing: { slug: 'handrailer', status: 'live' } });
    const votes = running.launches.map(({ votes }) => votes);
    expect(votes).toEqual(votes.toSorted((a, b) => b - a));
    expect(running.launches.map(({ rank }) => rank)).toEqual(votes.map((n, i) => (n > 0 ? i + 1 : null)));
    expect(running.counted_votes).toBe(votes.reduce((sum, n) => sum + n, 0));
  });

  test('matches the weekly board', async () => {
    const [running, board] = await Promise.all([week('this'), server.client.get_leaderboard({ board: 'community-weekly', per_page: 100 })]);
    expect(running.launches.filter(({ rank }) => rank).map(({ rank, votes, listing }) => [rank, votes, listing.slug])).toEqual(
      board.items.map(({ rank, metric, listing }) => [rank, metric.value, listing.slug]),
    );
  });

  test('launches without votes come last', async () => {
    await server.sql`
      update listings set launch_week_on = '2026-11-09' where slug in ('ledgerly', 'lanternlog')`;
    const { launches } = await until(async () => {
      const found = await week('this');
      return found.launches.some(({ listing }) => listing.slug === 'ledgerly') && found;
    });
    expect(launches.slice(-2).map(({ rank, votes, listing }) => [rank, votes, listing.slug])).toEqual([
      [null, 0, 'lanternlog'],
      [null, 0, 'ledgerly'],
    ]);
  });
});

describe('200 a finished week', () => {
  test('its frozen result, which later votes do not change', async () => {
    const last = await week('last');
    expect(last).toMatchObject({ launch_week_on: '2026-11-02', ends_on: '2026-11-08', state: 'finished', is_final: true, scheduled: [] });
    expect(last.launches.slice(0, 3).map(({ rank }) => rank)).toEqual([1, 2, 3]);
    const winner = last.launches[0]!;
    const [{ id }] = (await server.sql`select id from listings where slug = ${winner.listing.slug}`) as unknown as [{ id: number }];
    const [voter] = await server.sql`
      select b.voter_id from ballots b where b.listing_id = ${id} and b.state = 'counted' and b.in_week limit 1`;
    await server.sql`
      insert into votes (site_id, listing_id, launch_week_on, voter_id, act, at)
      values (${server.site_id}, ${id}, '2026-11-02', ${voter!.voter_id}, 'withdrawn', '2026-11-11T11:00:00Z')`;
    await until(async () => (await week('last')).launches[0]!.listing.votes === winner.listing.votes - 1);
    const after = await week('last');
    expect(after.launches[0]).toMatchObject({ rank: 1, votes: winner.votes });
    expect(after.counted_votes).toBe(last.counted_votes);
  });

  test('any day stands for its week', async () => {
    expect(await week('2026-11-08')).toEqual(await week('2026-11-02'));
    expect((await week('2026-11-11')).launch_week_on).toBe('2026-11-09');
  });
});

test('200 a future week: its scheduled launches, without ranks', async () => {
  const next = await week('next');
  expect(next).toMatchObject({ launch_week_on: '2026-11-16', state: 'future', is_final: false, launches: [], counted_votes: 0 });
  expect(next.scheduled.length).toBe(3);
  expect(next.scheduled.every(({ status, launch_week_on }) => status === 'scheduled' && launch_week_on === '2026-11-16')).toBe(true);
  expect(next.scheduled_total).toBe(3);
  // Listings that still await their badge are not announced.
  const far = await week('2026-12-21');
  expect(far.scheduled.every(({ status }) => status === 'scheduled')).toBe(true);
});

test('200 a week with very many launches returns the first ones and the total', async () => {
  const [site] = await server.sql<{ id: number }[]>`
    insert into sites (key, name, root) values ('crowded', 'Crowded', 'http://crowded.example') returning id`;
  await server.sql`insert into companies (domain) select 'crowd' || n || '.example' from generate_series(1, 300) n`;
  await server.sql`
    insert into listings (site_id, company_id, slug, name, website, domain, status, launched_at, launch_week_on)
    select ${site!.id}, c.id, replace(c.domain, '.', '-'), c.domain, 'https://' || c.domain, c.domain, 'live', '2026-11-09', '2026-11-09'
    from companies c where c.domain like 'crowd%' order by c.id`;
  const crowded = toValue(await getLaunchWeek(ctx(await siteOf(server.sql, site!.id)), { week: 'this' }));
  expect(crowded.launches).toHaveLength(200);
  expect(crowded.launches_total).toBe(300);
  expect(crowded.launches.map(({ listing }) => listing.slug).slice(0, 2)).toEqual(['crowd1-example', 'crowd2-example']);
});

describe('404 launch_week_not_found', () => {
  test.each(['1999-01-04', '2026-09-20', '2031-01-01'])('%s', async (name) => {
    expect(await server.refusal('get_launch_week', { week: name })).toBe('launch_week_not_found');
  });

  test('the first week with a launch and the 52nd from now exist', async () => {
    expect((await week('2026-09-28')).launches.length).toBeGreaterThan(0);
    expect((await week('2027-11-08')).state).toBe('future');
  });
});

describe('400 invalid_input', () => {
  test.each(['tomorrow', '2026-02-30', '2026-13-01', '0000-01-01', '20261109', ''])('"%s"', async (name) => {
    const answer = await server.get(`/api/v1/launches/weeks/${encodeURIComponent(name)}`);
    expect([400, 404]).toContain(answer.status);
    if (name) expect(await server.refusal('get_launch_week', { week: name })).toBe('invalid_input');
  });
});
