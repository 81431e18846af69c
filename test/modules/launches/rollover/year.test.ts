import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import type { Ctx, Integrations, Site } from '../../../../src/kernel/context.ts';
import type { JobCtx } from '../../../../src/kernel/jobs.ts';
import { noLimits } from '../../../../src/kernel/limits.ts';
import { toValue } from '../../../../src/kernel/responses.ts';
import { addDays, weekAt } from '../../../../src/kernel/time/weeks.ts';
import { chooseFreePlan } from '../../../../src/modules/launches/free-queue/free-plan.ts';
import { selectDueBadgeChecks } from '../../../../src/modules/launches/free-queue/queries.ts';
import { check_listing_badge, roll_over_weeks } from '../../../../src/modules/launches/jobs.ts';
import { listAwards } from '../../../../src/modules/launches/weeks/weeks.ts';
import { createSite } from '../../../../src/modules/sites/sites.ts';
import type { LedgerRow } from '../../../../src/modules/votes/ledger/ledger.ts';
import { readStoredLedger, recountWeek } from '../../../../src/modules/votes/ledger/recount.ts';
import { castVote, withdrawVote } from '../../../../src/modules/votes/votes.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';
import { saveListings } from '../../../support/launches/saved-listings.ts';
import { as, makeVoters, siteOf } from '../../../support/voters.ts';

/**
 * Nine months of weeks in seconds: 435 listings on three sites, across a new year, a year with 53 weeks and four daylight saving changes.
 * Calls only what jobs and pages call. Every week is run; those that matter hour by hour. Free weeks begin six weeks after they are chosen:
 * the first launches come before the first change of clocks, and the last ones after the last.
 */
const ZONES = ['UTC', 'America/New_York', 'Pacific/Chatham'];
const FIRST_MONDAY = '2026-08-03';
const WEEKS = 41;
const CHOOSING_WEEKS = 30;
const LISTINGS = 435;
const ROOM = 5;
const HOUR = 3_600_000;

let database: TestDatabase;
let sites: Site[];
let voters: number[];
let owner: number;
let now = new Date(`${FIRST_MONDAY}T00:00:00Z`);
/** Triggers after a number of clock reads, to crash in the middle of a rollover. */
let crash_trigger = { in_calls: 0, happens: () => {} };
const clock = {
  now: () => {
    crash_trigger.in_calls -= 1;
    if (crash_trigger.in_calls === 0) crash_trigger.happens();
    return now;
  },
};

/** Deterministic pseudo-random numbers. */
let seed = 7;
const random = (): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

interface TestListing {
  id: number;
  slug: string;
  site: Site;
  /** When the badge appears on its homepage. */
  badge_at: number;
  embed: string;
  promised: string;
}
const test_listings = new Map<number, TestListing>();
const byHost = new Map<string, TestListing>();

/** Homepages that show their badge from some moment on. */
const integrations: Integrations = {
  ...openIntegrations({ smtp_url: null, mail_from: null }),
  fetch: async (url) => {
    const product = byHost.get(new URL(url).host)!;
    const html = `<h1>A product</h1>${now.getTime() >= product.badge_at ? product.embed : ''}`;
    return { url, status: 200, headers: new Headers({ 'content-type': 'text/html' }), body: Buffer.from(html) };
  },
};

const ctxOf = (site: Site): Ctx => ({ site, sql: database.sql, clock, caller: null, limits: noLimits, request_id: '', integrations });
const job = (signal = new AbortController().signal): JobCtx => ({
  sql: database.sql,
  clock,
  integrations,
  site_root: 'http://localhost',
  last_attempt: false,
  signal,
});

const runDueChecks = async (): Promise<void> => {
  const due = await selectDueBadgeChecks(database.sql, now, 10_000);
  await Promise.all(due.map((listing_id) => check_listing_badge.run(job(), { listing_id })));
};

/** One in so many listings gets its badge two days after its week began, so that some are late in every run. */
const LATE_EVERY = 70;

/** When the badge appears: mostly at once, sometimes within days, rarely after weeks or never. */
const badgeAt = (promised: string): number => {
  if (test_listings.size % LATE_EVERY === 0) return Date.parse(`${promised}T00:00:00Z`) + 2 * 24 * HOUR;
  const luck = random();
  const days = luck < 0.86 ? 0 : luck < 0.97 ? random() * 3 : luck < 0.997 ? 3 + random() * 60 : Number.POSITIVE_INFINITY;
  return now.getTime() + days * 24 * HOUR;
};

const chooseFreeListings = async (site: Site, many: number): Promise<void> => {
  const saved = await saveListings(
    database.sql,
    site.id,
    Array.from({ length: many }, () => ({ owner_id: owner })),
  );
  // One after the other, so that every run promises the same weeks. `faults/free-plan` chooses concurrently.
  const plans: Awaited<ReturnType<typeof chooseFreePlan>>[] = [];
  for (const { id } of saved) plans.push(await chooseFreePlan(as(owner, { sql: database.sql, site, clock }), { listing_id: id }));
  // Three of four have no owner, since this test is about weeks, not about mail.
  await database.sql`update listings set owner_id = null where id = any(${saved.map(({ id }) => id)}) and id % 4 <> 0`;
  for (const [i, { id, slug }] of saved.entries()) {
    const { launch_week_on: promised, badge } = plans[i]!;
    const one = { id, slug, site, badge_at: badgeAt(promised), embed: badge.embed_html, promised };
    test_listings.set(id, one);
    byHost.set(`${slug.replace(/-example$/, '')}.example`, one);
  }
};

/** The votes counted by this test itself: voters of each launch with their order, by site and week. */
const tally = new Map<string, Map<string, Map<number, number>>>();
let order = 0;
const votersOf = (site: Site, week: string, slug: string): Map<number, number> => {
  const launches = tally.get(`${site.key} ${week}`) ?? new Map<string, Map<number, number>>();
  tally.set(`${site.key} ${week}`, launches);
  const cast = launches.get(slug) ?? new Map<number, number>();
  launches.set(slug, cast);
  return cast;
};

/** Casts votes for the launches of the site's running week. */
const vote = async (site: Site, many: number): Promise<void> => {
  const week = weekAt(now, site.time_zone);
  const live = await database.sql<{ slug: string }[]>`
    select slug from listings where site_id = ${site.id} and status = 'live' and launch_week_on = ${week} order by id`;
  if (live.length === 0) return;
  // A second concurrent request of one voter for one listing would be handled after later ones of others, so each is sent once.
  const seen = new Set<string>();
  await Promise.all(
    Array.from({ length: many }, async () => {
      // The first launches of a week are the most popular.
      const { slug } = live[Math.floor(random() ** 2 * live.length)]!;
      const voter = voters[Math.floor(random() * voters.length)]!;
      if (seen.has(`${voter} ${slug}`)) return;
      seen.add(`${voter} ${slug}`);
      const cast = votersOf(site, week, slug);
      const ctx = as(voter, { sql: database.sql, site, clock });
      if (cast.has(voter)) {
        cast.delete(voter);
        await withdrawVote(ctx, { slug });
      } else {
        cast.set(voter, ++order);
        await castVote(ctx, { slug });
      }
    }),
  );
};

/** The weeks after which clocks change (Chatham, New York, New York, Chatham) or the year does, the first and the last. */
const WEEKS_BY_THE_HOUR = new Set([
  '2026-08-03',
  '2026-09-21',
  '2026-10-26',
  '2026-12-21',
  '2026-12-28',
  '2027-03-08',
  '2027-03-29',
  '2027-05-10',
]);

/** Two rollovers during which the process dies: by an abort between two steps, and by an error inside a transaction. */
const CRASHES = [
  { week: 24, hour: 0, site: 0, in_calls: 6, happens: (going: AbortController) => going.abort() },
  {
    week: 26,
    hour: 5,
    site: 1,
    in_calls: 6,
    happens: () => {
      throw new Error('The process is gone.');
    },
  },
];
const statuses_after_crash: string[][] = [];
const statusesIn = async (site: Site): Promise<string[]> => {
  const rows = await database.sql<{ status: string }[]>`
    select distinct status from listings where site_id = ${site.id} and launch_week_on = ${weekAt(now, site.time_zone)} order by status`;
  return rows.map(({ status }) => status);
};

/** The hours around the sites' midnights, before and after the clocks change, and the site whose visitors vote then. */
const HOURS: [hour: number, voting: number | null][] = [
  [-14, 2],
  [-13, null],
  [-12, 2],
  [-1, 0],
  [0, 0],
  [1, null],
  [3, 1],
  [4, null],
  [5, 1],
  [6, null],
];

/** In other weeks: soon after each site's midnight. */
const FEW_HOURS: typeof HOURS = [
  [-14, 2],
  [-12, 2],
  [0, 0],
  [5, 1],
];

/** Runs the rollover hour by hour, from the end of the first site's week to the beginning of the last one's. */
const runRolloverHours = async (monday: string, week: number): Promise<void> => {
  const by_the_hour = WEEKS_BY_THE_HOUR.has(addDays(monday, -7)) || CRASHES.some((one) => one.week === week);
  for (const [hour, voting] of by_the_hour ? HOURS : FEW_HOURS) {
    now = new Date(Date.parse(`${monday}T00:00:00Z`) + hour * HOUR);
    // Badges may have appeared since the last check.
    if (hour === HOURS[0]![0]) await runDueChecks();
    const crash = CRASHES.find((one) => one.week === week && one.hour === hour);
    if (crash) {
      const going = new AbortController();
      crash_trigger = { in_calls: crash.in_calls, happens: () => crash.happens(going) };
      await expect(roll_over_weeks.run(job(going.signal), {})).rejects.toThrow();
      statuses_after_crash.push(await statusesIn(sites[crash.site]!));
    } else await roll_over_weeks.run(job(), {});
    if (voting !== null) await vote(sites[voting]!, 3);
  }
};

/** Days of a week on which listings are submitted, votes are cast and badges are checked. */
const DAYS = [2, 3, 5];

beforeAll(async () => {
  database = await createTestDatabase({ pool: 8 });
  const { sql } = database;
  const ids: number[] = [];
  for (const [i, time_zone] of ZONES.entries())
    ids.push(
      await createSite(sql, { key: `zone-${i}`, name: time_zone, root: `https://zone-${i}.example`, tagline: '', purpose: '', time_zone }),
    );
  await sql`update sites set settings = ${sql.json({ week_room: ROOM })}`;
  sites = await Promise.all(ids.map((id) => siteOf(sql, id)));
  voters = await makeVoters(
    sql,
    Array.from({ length: 60 }, () => ({})),
  );
  [owner] = (await makeVoters(sql, [{}])) as [number];
  for (let week = 0; week < WEEKS; week++) {
    const monday = addDays(FIRST_MONDAY, week * 7);
    for (const day of DAYS) {
      now = new Date(Date.parse(`${addDays(monday, day)}T10:30:00Z`));
      if (day === 2 && week < CHOOSING_WEEKS)
        for (const [i, site] of sites.entries()) {
          const so_far = [...test_listings.values()].filter((one) => one.site === site).length;
          const share = Math.floor(LISTINGS / sites.length) + (i < LISTINGS % sites.length ? 1 : 0);
          const last = week === CHOOSING_WEEKS - 1;
          await chooseFreeListings(
            site,
            last ? share - so_far : Math.min(share - so_far, Math.round((share / CHOOSING_WEEKS) * (0.4 + random() * 1.2))),
          );
        }
      await runDueChecks();
      if (day === 3) await Promise.all(sites.map((site) => vote(site, 20)));
    }
    await runRolloverHours(addDays(monday, 7), week);
  }
});
afterAll(() => database.drop());

test('the test spans all changes of clocks and of the year, including the 53rd week, with launches in each of these weeks', async () => {
  expect(test_listings.size).toBe(LISTINGS);
  expect(FIRST_MONDAY < '2026-12-28' && now > new Date('2027-05-01')).toBe(true);
  for (const before of [...WEEKS_BY_THE_HOUR].slice(1, -1)) {
    const launched =
      await database.sql`select distinct site_id from listings where status = 'live' and launch_week_on = ${addDays(before, 7)}`;
    expect([before, launched.length]).toEqual([before, ZONES.length]);
  }
});

test('every listing with its badge went live in the promised week, at midnight in the site’s time zone', async () => {
  const rows = await database.sql<
    { id: number; status: string; week: string; at_midnight: boolean; in_time: boolean; missed: number; left: boolean }[]
  >`
    select l.id, l.status, l.launch_week_on as week,
      l.launched_at at time zone s.time_zone = l.launch_week_on::timestamp as at_midnight,
      (select m.moved_at at time zone s.time_zone - l.launch_week_on::timestamp < interval '2 hours' from moves m
        where m.record = 'listing' and m.record_id = l.id::text and m.move = 'week_begins') as in_time,
      (select count(*)::int from moves m where m.record = 'listing' and m.record_id = l.id::text and m.move = 'week_missed') as missed,
      exists (select from moves m where m.record = 'listing' and m.record_id = l.id::text and m.move = 'queue_left') as left
    from listings l join sites s on s.id = l.site_id`;
  expect(rows).toHaveLength(LISTINGS);
  let late = 0;
  for (const { id, status, week, at_midnight, in_time, missed, left } of rows) {
    const { promised, badge_at } = test_listings.get(id)!;
    if (left || badge_at === Number.POSITIVE_INFINITY) {
      expect(status).toBe(left ? 'draft' : 'awaiting_badge');
      expect([1, 2]).toContain(missed);
      // A listing that left the queue had no badge when its third week began.
      if (left) expect(missed === 2 && badge_at > Date.parse(`${promised}T00:00:00Z`) + 13 * 24 * HOUR).toBe(true);
      continue;
    }
    expect({ id, status, at_midnight, in_time }).toEqual({ id, status: 'live', at_midnight: true, in_time: true });
    expect(week === promised, `${id} was promised ${promised} and launched in ${week}`).toBe(missed === 0);
    if (missed) late += 1;
    // A listing is late only if its badge was.
    if (missed) expect(badge_at).toBeGreaterThan(Date.parse(`${promised}T00:00:00Z`) - 24 * HOUR);
  }
  expect(late).toBeGreaterThanOrEqual(Math.floor(LISTINGS / LATE_EVERY));
});

test('no week was overbooked, and the queue was full for many weeks', async () => {
  const weeks = await database.sql<{ taken: number; places: number; launched: number }[]>`
    select w.taken, (select count(*)::int from week_places p where p.site_id = w.site_id and p.week_on = w.week_on) as places,
      (select count(*)::int from listings l where l.site_id = w.site_id and l.launch_week_on = w.week_on) as launched
    from launch_weeks w`;
  for (const { taken, places, launched } of weeks) {
    expect(taken).toBeLessThanOrEqual(ROOM);
    expect([places, launched]).toEqual([taken, taken]);
  }
  expect(weeks.filter(({ taken }) => taken === ROOM).length).toBeGreaterThan(45);
});

test('every launch was announced once, also after the two crashes', async () => {
  expect(statuses_after_crash).toHaveLength(2);
  for (const statuses of statuses_after_crash) expect(statuses).toEqual(expect.arrayContaining(['live', 'scheduled']));
  const twice = await database.sql`
    select record_id from moves where record = 'listing' and move in ('choose_free', 'badge_found', 'week_begins') group by record_id, move having count(*) > 1`;
  expect(twice).toHaveLength(0);
  const [mails] = await database.sql`
    select count(*)::int as sent, count(distinct (subject))::int as different from mails where subject like '% is live on %'`;
  const [live] = await database.sql`select count(*)::int as n from listings where status = 'live' and owner_id is not null`;
  expect(live!.n).toBeGreaterThan(87);
  expect(mails).toEqual({ sent: live!.n, different: live!.n });
});

describe.each([0, 1, 2])('%#: every week’s result', (i) => {
  test('is frozen, and equals a recount from the ledger and this test’s own count', async () => {
    const site = sites[i]!;
    const frozen = await database.sql<{ week_on: string }[]>`
      select week_on from launch_weeks where site_id = ${site.id} and finished_at is not null order by week_on`;
    expect(frozen.map(({ week_on }) => week_on)).toEqual(Array.from({ length: WEEKS }, (_, week) => addDays(FIRST_MONDAY, week * 7)));
    expect(frozen.map(({ week_on }) => week_on)).toContain('2026-12-28');
    const ledger: unknown[] = [];
    for await (const row of readStoredLedger(database.sql, site)) ledger.push(row);
    const rows = async function* () {
      yield* ledger as LedgerRow[];
    };
    const awards = toValue(await listAwards(ctxOf(site), { page: 1, per_page: 50 }));
    const more = toValue(await listAwards(ctxOf(site), { page: 2, per_page: 50 }));
    for (const { week_on } of frozen) {
      const recount = await recountWeek(database.sql, site.id, week_on, rows());
      expect(recount).toMatchObject({ is_final: true, faults: [], differences: [] });
      const counted = [...(tally.get(`${site.key} ${week_on}`) ?? [])]
        .map(([slug, cast]) => ({ slug, votes: cast.size, reached: Math.max(0, ...cast.values()) }))
        .filter(({ votes }) => votes > 0)
        .toSorted((a, b) => b.votes - a.votes || a.reached - b.reached);
      expect(recount.ranking.map(({ listing, votes }) => [listing, votes])).toEqual(counted.map(({ slug, votes }) => [slug, votes]));
      const won = [...awards.items, ...more.items].filter(({ launch_week_on }) => launch_week_on === week_on);
      expect(won.map(({ rank, votes, listing }) => [rank, votes, listing.slug])).toEqual(
        counted.slice(0, 3).map(({ slug, votes }, at) => [at + 1, votes, slug]),
      );
    }
    expect(awards.total).toBeGreaterThan(75);
  });
});
