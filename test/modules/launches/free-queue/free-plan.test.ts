import { beforeAll, expect, test } from 'vitest';
import type { Site } from '../../../../src/kernel/context.ts';
import { chooseFreePlan } from '../../../../src/modules/launches/free-queue/free-plan.ts';
import { rollOverWeek } from '../../../../src/modules/launches/rollover/week-rollover.ts';
import { bringBackListing, removeListing } from '../../../../src/modules/launches/team/removal.ts';
import { findNewestMail } from '../../../support/accounts/person.ts';
import { saveListing } from '../../../support/launches/saved-listings.ts';
import { useServer } from '../../../support/server.ts';
import { as, makeVoters, siteOf } from '../../../support/voters.ts';

const server = useServer({ demo: false });
let now = new Date('2032-01-07T12:00:00Z');
const clock = { now: () => now };
let site: Site;
let owner: number;
const email = 'maker@queue.example';
beforeAll(async () => {
  site = await siteOf(server.sql, server.site_id);
  [owner] = (await makeVoters(server.sql, [{ email }])) as [number];
});

const rollOverAt = (at: string): Promise<void> => {
  now = new Date(at);
  return rollOverWeek({ sql: server.sql, site, clock });
};
const choose = (listing_id: number) => chooseFreePlan(as(owner, { ...server, site, clock }), { listing_id });
const listing = async (id: number) => (await server.sql`select status, launch_week_on, launched_at from listings where id = ${id}`)[0];
const movesOf = async (id: number): Promise<string[]> =>
  (await server.sql`select move from moves where record = 'listing' and record_id = ${String(id)} order by id`).map(({ move }) => move);
const mails = async (): Promise<number> => (await server.sql`select count(*)::int as n from mails where to_email = ${email}`)[0]!.n;

test('a listing that misses a third week leaves the queue; its owner is notified once and may queue it again', async () => {
  await rollOverAt('2032-01-07T12:00:00Z');
  const { id } = await saveListing(server.sql, server.site_id, { owner_id: owner });
  expect((await choose(id)).launch_week_on).toBe('2032-02-16');
  await rollOverAt('2032-02-16T00:01:00Z');
  await rollOverAt('2032-02-23T00:01:00Z');
  expect(await listing(id)).toMatchObject({ status: 'awaiting_badge', launch_week_on: '2032-03-01' });
  const before = await mails();
  await Promise.all([rollOverAt('2032-03-01T00:01:00Z'), rollOverAt('2032-03-01T00:01:00Z')]);
  await rollOverAt('2032-03-08T00:01:00Z');
  expect(await listing(id)).toEqual({ status: 'draft', launch_week_on: null, launched_at: null });
  expect(await movesOf(id)).toEqual(['choose_free', 'week_missed', 'week_missed', 'queue_left']);
  expect(await server.sql`select from week_places where listing_id = ${id}`).toHaveLength(0);
  expect(await server.sql`select from launch_weeks where taken > 0`).toHaveLength(0);
  expect(await server.sql`select from badge_watches where listing_id = ${id} and next_look_at is not null`).toHaveLength(0);
  expect(await mails()).toBe(before + 1);
  const mail = await findNewestMail(server, email);
  expect(mail.subject).toContain('left the queue');
  expect(mail.text).toContain(`/dashboard/listings/${id}/free`);

  expect((await choose(id)).launch_week_on).toBe('2032-04-19');
  await rollOverAt('2032-04-19T00:01:00Z');
  expect(await listing(id)).toMatchObject({ status: 'awaiting_badge', launch_week_on: '2032-04-26' });
});

test('with free_weeks_ahead 0, the earliest promised week is the next one', async () => {
  await rollOverAt('2032-09-08T12:00:00Z');
  await server.sql`update sites set settings = settings || '{"free_weeks_ahead": 0}' where id = ${site.id}`;
  const { id } = await saveListing(server.sql, server.site_id, { owner_id: owner });
  expect((await choose(id)).launch_week_on).toBe('2032-09-13');
});

test('removing a listing frees its slot; restored, it gets another week and its owner is notified', async () => {
  await rollOverAt('2033-01-05T12:00:00Z');
  await server.sql`update sites set settings = '{"week_room": 1}' where id = ${site.id}`;
  const [admin] = await makeVoters(server.sql, [{}]);
  await server.sql`insert into account_roles (account_id, site_id, role) values (${admin!}, ${site.id}, 'site_admin')`;
  const team = as(admin!, { ...server, site, clock });
  const [gone, next] = [
    await saveListing(server.sql, server.site_id, { owner_id: owner }),
    await saveListing(server.sql, server.site_id, { owner_id: owner }),
  ];
  expect((await choose(gone.id)).launch_week_on).toBe('2033-02-14');
  await removeListing(team, { listing_id: gone.id, cause: 'other' });
  expect((await choose(next.id)).launch_week_on).toBe('2033-02-14');
  await bringBackListing(team, { listing_id: gone.id });
  expect(await listing(gone.id)).toMatchObject({ status: 'awaiting_badge', launch_week_on: '2033-02-21' });
  expect((await findNewestMail(server, email)).text).toContain('21 February 2033');
  const weeks = await server.sql`select week_on, taken from launch_weeks where week_on >= '2033-02-01' order by week_on`;
  expect(weeks).toEqual([
    { week_on: '2033-02-14', taken: 1 },
    { week_on: '2033-02-21', taken: 1 },
  ]);
  const [watch] = await server.sql`select next_look_at from badge_watches where listing_id = ${gone.id}`;
  expect(watch!.next_look_at).not.toBeNull();
});
