import { beforeAll, expect, test } from 'vitest';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import type { Site } from '../../../../src/kernel/context.ts';
import { toValue } from '../../../../src/kernel/responses.ts';
import { rollOverWeek } from '../../../../src/modules/launches/rollover/week-rollover.ts';
import { getLaunchWeek, listAwards } from '../../../../src/modules/launches/weeks/weeks.ts';
import { getListing } from '../../../../src/modules/listings/profile/profile.ts';
import { fulfilLine } from '../../../../src/modules/orders/fulfilment/fulfil.ts';
import { castVote } from '../../../../src/modules/votes/votes.ts';
import { saveListing } from '../../../support/launches/saved-listings.ts';
import { makeOrder } from '../../../support/orders/orders.ts';
import { useServer } from '../../../support/server.ts';
import { as, makeVoters, siteOf } from '../../../support/voters.ts';

let now = new Date('2026-11-11T12:00:00Z');
const clock = { now: () => now };
const server = useServer({ pool: 5, demo: false, clock });
let site: Site;
let owner: number;
const integrations = openIntegrations({ smtp_url: null, mail_from: null });

beforeAll(async () => {
  site = await siteOf(server.sql, server.site_id);
  [owner] = (await makeVoters(server.sql, [{ email: 'again@relaunch.example' }])) as [number];
});

const ownerCtx = () => as(owner, { ...server, site, clock });
const rollOverAt = (at: string): Promise<void> => {
  now = new Date(at);
  return rollOverWeek({ sql: server.sql, site, clock });
};

/** A listing that is live since the running week. */
const makeLiveListing = async () => {
  const saved = await saveListing(server.sql, site.id, { owner_id: owner });
  const { line_ids } = await makeOrder(server.sql, {
    site_id: site.id,
    account_id: owner,
    lines: [{ product: 'launch', listing_id: saved.id }],
    at: now,
  });
  await deliver(line_ids[0]!);
  return saved;
};
const deliver = (line_id: number) =>
  fulfilLine({ sql: server.sql, site, clock, integrations, signal: new AbortController().signal }, line_id);
const buyRelaunch = async (listing_id: number, week_on: string) => {
  const lines = [{ product: 'relaunch', listing_id, week_on }];
  const { line_ids } = await makeOrder(server.sql, { site_id: site.id, account_id: owner, lines, at: now });
  await deliver(line_ids[0]!);
  return line_ids[0]!;
};
const vote = async (slug: string, voters: number) => {
  for (const id of await makeVoters(
    server.sql,
    Array.from({ length: voters }, () => ({})),
  ))
    await castVote(as(id, { ...server, site, clock }), { slug });
};
const listingOf = async (id: number) => (await server.sql`select status, launch_week_on, launched_at from listings where id = ${id}`)[0]!;
const movesOf = async (id: number): Promise<string[]> =>
  (await server.sql`select move from moves where record = 'listing' and record_id = ${String(id)} order by id`).map(({ move }) => move);
const week = async (monday: string) => {
  const { launches, is_final, launches_total } = toValue(await getLaunchWeek(ownerCtx(), { week: monday }));
  return { is_final, launches_total, launches: launches.map(({ rank, votes, listing }) => ({ rank, votes, slug: listing.slug })) };
};
const totalOf = async (monday: string): Promise<number> =>
  (await server.sql`select launches from week_totals where site_id = ${site.id} and week_on = ${monday}`)[0]!.launches;

test('a relaunched listing stays live, starts its new week at zero votes, and the earlier week stays as it was', async () => {
  await rollOverAt('2026-11-11T12:00:00Z');
  const { id, slug } = await makeLiveListing();
  const quiet = await makeLiveListing();
  await vote(slug, 2);
  await buyRelaunch(id, '2026-11-16');
  await buyRelaunch(quiet.id, '2026-11-16');
  const { scheduled, scheduled_total } = toValue(await getLaunchWeek(ownerCtx(), { week: '2026-11-16' }));
  expect([scheduled.map((listing) => listing.slug), scheduled_total]).toEqual([[slug, quiet.slug], 2]);
  await rollOverAt('2026-11-15T23:59:00Z');
  expect(await listingOf(id)).toMatchObject({ status: 'live', launch_week_on: '2026-11-09' });
  const before = await week('2026-11-09');

  await rollOverAt('2026-11-16T00:00:20Z');
  expect(await listingOf(id)).toEqual({ status: 'live', launch_week_on: '2026-11-16', launched_at: new Date('2026-11-16T00:00:00Z') });
  expect(await movesOf(id)).toEqual(['go_live_now', 'relaunch']);
  expect(await week('2026-11-09')).toEqual({ ...before, is_final: true });
  expect(before.launches.map((launch) => launch.slug)).toEqual([slug, quiet.slug]);
  expect((await week('2026-11-16')).launches.map(({ votes }) => votes)).toEqual([0, 0]);
  expect([await totalOf('2026-11-09'), await totalOf('2026-11-16')]).toEqual([2, 2]);

  // Voters of the first launch may vote for the second as well.
  await vote(slug, 1);
  expect((await week('2026-11-16')).launches[0]).toEqual({ rank: 1, votes: 1, slug });
  expect(toValue(await getListing(ownerCtx(), { slug })).votes).toBe(3);
  await rollOverAt('2026-11-23T00:00:20Z');
  expect((await week('2026-11-16')).launches[0]).toEqual({ rank: 1, votes: 1, slug });
  expect((await week('2026-11-09')).launches[0]).toEqual({ rank: 1, votes: 2, slug });
  expect(toValue(await listAwards(ownerCtx(), { listing: slug, page: 1, per_page: 5 })).items.map((award) => award.launch_week_on)).toEqual(
    ['2026-11-16', '2026-11-09'],
  );

  // A removed listing leaves both weeks; restored, it is back in both.
  await server.sql`update listings set status = 'removed' where id = ${id}`;
  expect([await totalOf('2026-11-09'), await totalOf('2026-11-16')]).toEqual([1, 1]);
  await server.sql`update listings set status = 'live' where id = ${id}`;
  expect([await totalOf('2026-11-09'), await totalOf('2026-11-16')]).toEqual([2, 2]);
});

test('repeated and concurrent rollovers begin a relaunch once', async () => {
  await rollOverAt('2026-11-23T12:00:00Z');
  const { id } = await makeLiveListing();
  await buyRelaunch(id, '2026-11-30');
  now = new Date('2026-11-30T00:00:20Z');
  await Promise.all(Array.from({ length: 4 }, () => rollOverWeek({ sql: server.sql, site, clock })));
  await rollOverAt('2026-11-30T00:01:20Z');
  expect(await movesOf(id)).toEqual(['go_live_now', 'relaunch']);
  const notifications = await server.sql`select from notifications where account_id = ${owner} and key = ${`relaunched ${id} 2026-11-30`}`;
  expect(notifications.length).toBe(1);
});

test('a crash during the rollover: the week before is frozen first, and the next run continues', async () => {
  await rollOverAt('2026-11-30T12:00:00Z');
  const { id, slug } = await makeLiveListing();
  await vote(slug, 1);
  await buyRelaunch(id, '2026-12-07');
  await server.sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'dies here'; end $$`;
  for (const table of ['launch_weeks', 'relaunches']) {
    await server.sql`create trigger refuse before update on ${server.sql(table)} for each row execute function refuse()`;
    await expect(rollOverAt('2026-12-07T00:00:20Z')).rejects.toThrow();
    expect(await listingOf(id)).toMatchObject({ launch_week_on: '2026-11-30' });
    await server.sql`drop trigger refuse on ${server.sql(table)}`;
  }
  await rollOverAt('2026-12-07T00:02:20Z');
  expect(await listingOf(id)).toMatchObject({ launch_week_on: '2026-12-07' });
  expect(await week('2026-11-30')).toMatchObject({ is_final: true, launches: [{ rank: 1, votes: 1, slug }, expect.anything()] });
  expect(await movesOf(id)).toEqual(['go_live_now', 'relaunch']);
});

test('no worker ran for two weeks: the relaunch begins in the running week, and the second of two in the next with room', async () => {
  await rollOverAt('2026-12-07T12:00:00Z');
  const { id } = await makeLiveListing();
  await buyRelaunch(id, '2026-12-14');
  await buyRelaunch(id, '2026-12-21');
  await rollOverAt('2026-12-23T12:00:00Z');
  await rollOverAt('2026-12-23T12:01:00Z');
  expect(await listingOf(id)).toMatchObject({ launch_week_on: '2026-12-21', launched_at: new Date('2026-12-21T00:00:00Z') });
  const left = await server.sql`select week_on, began_at from relaunches where listing_id = ${id} order by line_id`;
  expect(left.map(({ week_on, began_at }) => [week_on, began_at === null])).toEqual([
    ['2026-12-14', false],
    ['2026-12-28', true],
  ]);
  expect(await week('2026-12-07')).toMatchObject({ is_final: true });
  await rollOverAt('2026-12-28T00:00:10Z');
  expect(await movesOf(id)).toEqual(['go_live_now', 'relaunch', 'relaunch']);
});

test('a listing that is removed when its relaunch is due relaunches once it is restored', async () => {
  await rollOverAt('2026-12-28T12:00:00Z');
  const { id } = await makeLiveListing();
  await buyRelaunch(id, '2027-01-04');
  await server.sql`update listings set status = 'removed' where id = ${id}`;
  await rollOverAt('2027-01-04T00:00:10Z');
  expect(await listingOf(id)).toMatchObject({ launch_week_on: '2026-12-28' });
  await server.sql`update listings set status = 'live' where id = ${id}`;
  await rollOverAt('2027-01-13T00:00:10Z');
  expect(await listingOf(id)).toMatchObject({ status: 'live', launch_week_on: '2027-01-11' });
});

test('a relaunch of an imported listing freezes the week it leaves, which has no votes', async () => {
  await rollOverAt('2027-01-13T12:00:00Z');
  const { id, slug } = await saveListing(server.sql, site.id, { owner_id: owner });
  await server.sql`update listings set status = 'live', launch_week_on = '2025-03-03', launched_at = '2025-03-03' where id = ${id}`;
  await buyRelaunch(id, '2027-01-18');
  await rollOverAt('2027-01-18T00:00:10Z');
  expect(await listingOf(id)).toMatchObject({ launch_week_on: '2027-01-18' });
  expect(await week('2025-03-03')).toEqual({ is_final: true, launches_total: 1, launches: [{ rank: null, votes: 0, slug }] });
});
