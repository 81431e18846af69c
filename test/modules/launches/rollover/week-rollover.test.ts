import pino from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import type { Site } from '../../../../src/kernel/context.ts';
import { chooseFreePlan } from '../../../../src/modules/launches/free-queue/free-plan.ts';
import { rollOverWeek } from '../../../../src/modules/launches/rollover/week-rollover.ts';
import { importListings } from '../../../../src/modules/listings/import/import.ts';
import { readStoredLedger, recountWeek } from '../../../../src/modules/votes/ledger/recount.ts';
import { castVote } from '../../../../src/modules/votes/votes.ts';
import { startJobRunner } from '../../../../src/process/job-runner.ts';
import { findNewestMail } from '../../../support/accounts/person.ts';
import { saveListing } from '../../../support/launches/saved-listings.ts';
import { useServer } from '../../../support/server.ts';
import { until } from '../../../support/until.ts';
import { as, makeVoters, siteOf } from '../../../support/voters.ts';

const server = useServer({ demo: false });
let now = new Date('2026-11-11T12:00:00Z');
const clock = { now: () => now };
let site: Site;
let owner: number;
const email = 'maker@weeks.example';
beforeAll(async () => {
  site = await siteOf(server.sql, server.site_id);
  [owner] = (await makeVoters(server.sql, [{ email }])) as [number];
});

const rollOverAt = (at: string): Promise<void> => {
  now = new Date(at);
  return rollOverWeek({ sql: server.sql, site, clock });
};
const ownerCtx = () => as(owner, { ...server, site, clock });
/** A listing on the free plan; scheduled if `found`. */
const makeQueuedListing = async ({ found = false } = {}) => {
  const saved = await saveListing(server.sql, server.site_id, { owner_id: owner });
  const { launch_week_on } = await chooseFreePlan(ownerCtx(), { listing_id: saved.id });
  if (found) await server.sql`update listings set status = 'scheduled' where id = ${saved.id}`;
  return { ...saved, week: launch_week_on };
};
const listing = async (id: number) =>
  (await server.sql`select status, launch_week_on, launched_at from listings where id = ${id}`)[0] as {
    status: string;
    launch_week_on: string;
    launched_at: Date | null;
  };
const weekOf = async (week: string) => (await server.sql`select * from launch_weeks where site_id = ${site.id} and week_on = ${week}`)[0];
const slotsIn = async (week: string): Promise<number> =>
  (await server.sql`select count(*)::int as n from week_places where site_id = ${site.id} and week_on = ${week}`)[0]!.n;
const movesOf = async (id: number): Promise<string[]> =>
  (await server.sql`select move from moves where record = 'listing' and record_id = ${String(id)} order by id`).map(({ move }) => move);
const mails = async (): Promise<number> => (await server.sql`select count(*)::int as n from mails where to_email = ${email}`)[0]!.n;

test('a week begins on Monday at midnight: scheduled listings go live, awaiting ones move to another week, and owners are notified once', async () => {
  await rollOverAt('2026-11-11T12:00:00Z');
  const ready = await makeQueuedListing({ found: true });
  const waiting = await makeQueuedListing();
  expect([ready.week, waiting.week]).toEqual(['2026-12-21', '2026-12-21']);
  await rollOverAt('2026-12-20T23:59:59Z');
  expect(await listing(ready.id)).toMatchObject({ status: 'scheduled' });

  await rollOverAt('2026-12-21T00:00:30Z');
  expect(await listing(ready.id)).toEqual({
    status: 'live',
    launch_week_on: '2026-12-21',
    launched_at: new Date('2026-12-21T00:00:00Z'),
  });
  expect(await listing(waiting.id)).toMatchObject({ status: 'awaiting_badge', launch_week_on: '2026-12-28', launched_at: null });
  expect(await movesOf(ready.id)).toEqual(['choose_free', 'week_begins']);
  expect(await movesOf(waiting.id)).toEqual(['choose_free', 'week_missed']);
  expect([await slotsIn('2026-12-21'), await slotsIn('2026-12-28')]).toEqual([1, 1]);
  expect((await weekOf('2026-12-21'))!.taken).toBe(1);
  const mail = await findNewestMail(server, email);
  expect(mail.subject).toContain('now launches on 28 December 2026');
  expect(mail.text).toContain(`/dashboard/listings/${waiting.id}/free`);
  const notes = await server.sql`select title from notifications where account_id = ${owner} order by id`;
  expect(notes.map(({ title }) => title)).toEqual([expect.stringContaining('is live on'), expect.stringContaining('now launches on 28')]);

  const before = await mails();
  await rollOverAt('2026-12-21T00:01:30Z');
  await rollOverAt('2026-12-27T23:59:00Z');
  expect(await mails()).toBe(before);
  expect(await listing(waiting.id)).toMatchObject({ launch_week_on: '2026-12-28' });
});

test('a finished week is frozen: winners are notified, later votes and decisions change nothing, and a recount agrees', async () => {
  now = new Date('2026-12-22T09:00:00Z');
  const rows = await server.sql<
    { id: number; slug: string }[]
  >`select id, slug from listings where launch_week_on = '2026-12-21' order by id`;
  const [first] = rows;
  const second = await saveListing(server.sql, server.site_id, { owner_id: null });
  await server.sql`update listings set launched_at = ${now}, launch_week_on = '2026-12-21', status = 'live' where id = ${second.id}`;
  const people = (await makeVoters(server.sql, [{}, {}, {}, {}])).map((id) => as(id, { ...server, site, clock }));
  await castVote(people[0]!, { slug: second.slug });
  for (const voter of people.slice(0, 3)) await castVote(voter, { slug: first!.slug });

  await rollOverAt('2026-12-28T00:00:10Z');
  const week = (await weekOf('2026-12-21'))!;
  expect(week).toMatchObject({ finished_at: now, counted_votes: 4, uncounted_votes: 0, last_seq: 4 });
  const results = () => server.sql`select listing_id, rank, votes from week_results where week_on = '2026-12-21' order by rank`;
  expect([...(await results())]).toEqual([
    { listing_id: first!.id, rank: 1, votes: 3 },
    { listing_id: second.id, rank: 2, votes: 1 },
  ]);
  const award_mails = await server.sql`select subject from mails where to_email = ${email} and subject like '%Launch of the Week #1'`;
  expect(award_mails).toHaveLength(1);

  now = new Date('2026-12-29T09:00:00Z');
  expect(await castVote(people[3]!, { slug: second.slug })).toMatchObject({ state: 'counted', in_week: false });
  await rollOverAt('2026-12-29T09:01:00Z');
  expect(await weekOf('2026-12-21')).toEqual(week);
  expect(await results()).toHaveLength(2);
  const recount = await recountWeek(server.sql, site.id, '2026-12-21', readStoredLedger(server.sql, site));
  expect(recount).toMatchObject({ is_final: true, faults: [], differences: [], counted: 4 });
});

describe('the database rejects changes to a frozen week', () => {
  test.each([
    ['a rank', () => server.sql`update week_results set rank = 9 where rank = 1`],
    ['a deleted result', () => server.sql`delete from week_results`],
    ['truncated results', () => server.sql`truncate week_results cascade`],
    [
      'an added result',
      () => server.sql`
        insert into week_results (site_id, week_on, listing_id, rank, votes, reached_seq)
        select site_id, '2026-12-21', max(id), 3, 1, 1 from listings where launch_week_on <> '2026-12-21' group by site_id`,
    ],
    ['its last ledger row', () => server.sql`update launch_weeks set last_seq = 1 where week_on = '2026-12-21'`],
    ['reopening it', () => server.sql`update launch_weeks set finished_at = null, last_seq = null where week_on = '2026-12-21'`],
    ['the week itself', () => server.sql`delete from launch_weeks where week_on = '2026-12-21'`],
    [
      'without triggers',
      () =>
        server.sql.begin(async (tx) => {
          await tx`set local session_replication_role = replica`;
          await tx`delete from week_results`;
        }),
    ],
  ])('%s', async (_what, change) => {
    await expect(change()).rejects.toThrow(/written once|is frozen/);
  });
});

test('a week that began while no worker ran is rolled over afterwards, once, and the weeks in between are frozen', async () => {
  const ready = await makeQueuedListing({ found: true });
  expect(ready.week).toBe('2027-02-08');
  await rollOverAt('2027-02-24T15:00:00Z');
  expect(await listing(ready.id)).toMatchObject({
    status: 'live',
    launch_week_on: '2027-02-08',
    launched_at: new Date('2027-02-08T00:00:00Z'),
  });
  const before = await mails();
  await rollOverAt('2027-02-24T15:01:00Z');
  expect(await mails()).toBe(before);
  const open = await server.sql`select week_on from launch_weeks where began_at is not null and finished_at is null`;
  expect(open.map(({ week_on }) => week_on)).toEqual(['2027-02-22']);
});

test('a listing that cannot be launched does not block the others, and is retried', async () => {
  const [odd, even] = [await makeQueuedListing({ found: true }), await makeQueuedListing({ found: true })];
  await server.sql`create function refuse_odd() returns trigger language plpgsql as 'begin raise exception ''not this one''; end'`;
  await server.sql.unsafe(
    `create trigger refuse_odd before update on listings for each row when (new.id = ${odd.id} and new.status = 'live') execute function refuse_odd()`,
  );
  await expect(rollOverAt(`${odd.week}T00:00:01Z`)).rejects.toThrow('has not fully started');
  expect([(await listing(odd.id)).status, (await listing(even.id)).status]).toEqual(['scheduled', 'live']);
  expect((await weekOf(odd.week))!.began_at).toBeNull();
  await server.sql`drop function refuse_odd cascade`;
  await rollOverAt(`${odd.week}T00:01:01Z`);
  expect(await listing(odd.id)).toMatchObject({ status: 'live', launched_at: new Date(`${odd.week}T00:00:00Z`) });
  expect((await weekOf(odd.week))!.began_at).toEqual(now);
});

test('a starting worker rolls over a missed week at once', async () => {
  const ready = await makeQueuedListing({ found: true });
  now = new Date(`${ready.week}T09:00:00Z`);
  const integrations = openIntegrations({ smtp_url: null, mail_from: null });
  const runner = await startJobRunner({ ...server, clock, integrations, log: pino({ level: 'silent' }), site_root: server.root });
  await until(async () => (await listing(ready.id)).status === 'live');
  await runner.stop();
});

test('votes imported into weeks before the site’s first count until the next rollover', async () => {
  const old = await saveListing(server.sql, server.site_id, { owner_id: null });
  await server.sql`update listings set launched_at = '2025-03-04', launch_week_on = '2025-03-03', status = 'live' where id = ${old.id}`;
  await rollOverAt(now.toISOString());
  const vote = (key: string) => server.sql`
    with voter as (insert into voters (site_id, outside_key) values (${site.id}, sha256(${Buffer.from(key)})) returning id)
    insert into votes (site_id, listing_id, launch_week_on, voter_id, act, at)
    select ${site.id}, ${old.id}, '2025-03-03', id, 'cast', '2025-03-05' from voter`;
  await vote('one');
  await rollOverAt(now.toISOString());
  await vote('two');
  expect(await weekOf('2025-03-03')).toBeUndefined();
  await rollOverAt(new Date(now.getTime() + 7 * 86_400_000).toISOString());
  expect(await weekOf('2025-03-03')).toMatchObject({ counted_votes: 2 });
  await vote('three');
  const [result] = await server.sql`select votes, rank from week_results where listing_id = ${old.id}`;
  expect(result).toEqual({ votes: 2, rank: 1 });
});

test('imported listings with a future week have a slot in it', async () => {
  const lines = ['one', 'two', 'three'].map((name) =>
    JSON.stringify({ name, website: `https://${name}.import.example`.replace('import', name), launched_on: '2027-11-03' }),
  );
  await importListings(
    server.sql,
    site.id,
    (async function* () {
      yield* lines;
    })(),
    { clock, time_zone: 'UTC' },
  );
  expect([(await weekOf('2027-11-01'))!.taken, await slotsIn('2027-11-01')]).toEqual([3, 3]);
  await server.sql`delete from listings where launch_week_on = '2027-11-01'`;
  expect([(await weekOf('2027-11-01'))!.taken, await slotsIn('2027-11-01')]).toEqual([0, 0]);
});

test('stored week totals match the counts, also after a recount', async () => {
  const totals = () => server.sql`select week_on, votes::int, uncounted::int from week_totals where votes + uncounted > 0 order by week_on`;
  const sums = () => server.sql`
    select week_on, sum(votes)::int as votes, sum(uncounted)::int as uncounted from week_counts
    group by week_on having sum(votes) + sum(uncounted) > 0 order by week_on`;
  const stored = [...(await totals())];
  expect(stored.length).toBeGreaterThan(1);
  expect(stored).toEqual([...(await sums())]);
  await server.sql`select recount_ballots(${site.id})`;
  expect([...(await totals())]).toEqual(stored);
  // The stored number of launches per week matches too, whatever was moved or removed.
  const launches = async () => [
    ...(await server.sql`select week_on, launches from week_totals where launches <> 0 order by week_on`),
    ...(await server.sql`select launch_week_on as week_on, count(*)::int as launches from listings where status = 'live' group by 1 order by 1`),
  ];
  const both = async () => {
    const all = await launches();
    expect(all.slice(0, all.length / 2)).toEqual(all.slice(all.length / 2));
    return all.length;
  };
  const before = await both();
  await server.sql`update listings set launch_week_on = '2025-06-02' where launch_week_on = '2026-12-21' and status = 'live'`;
  expect(await both()).toBe(before);
  await server.sql`update listings set status = 'removed' where launch_week_on = '2025-06-02'`;
  expect(await both()).toBe(before - 2);
});
