import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ctx, Site } from '../../src/kernel/context.ts';
import type { JobCtx } from '../../src/kernel/job.ts';
import { valueIn } from '../../src/kernel/json.ts';
import { noLimits } from '../../src/kernel/limits.ts';
import { addDays, weekAt } from '../../src/kernel/week.ts';
import type { LedgerRow } from '../../src/modules/ballot/ledger.ts';
import { ledgerOf, recountWeek } from '../../src/modules/ballot/recount.ts';
import { castVote, withdrawVote } from '../../src/modules/ballot/vote.ts';
import { listAwards } from '../../src/modules/launches/awards.ts';
import { chooseFreePlan } from '../../src/modules/launches/free.ts';
import { look_for_badge, turn_weeks } from '../../src/modules/launches/jobs.ts';
import { selectLooks } from '../../src/modules/launches/watch-queries.ts';
import { createSite } from '../../src/modules/sites/site.ts';
import { type Outside, openOutside } from '../../src/outside/outside.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { saveListings } from '../support/saved.ts';
import { as, makeVoters, siteOf } from '../support/voters.ts';

/**
 * A year of weeks, and a few more, in seconds: 2,000 listings on three sites, across a new year, a year of 53 weeks, and four
 * changes of the clocks. Nothing is called but what the jobs and pages call.
 */
const ZONES = ['UTC', 'America/New_York', 'Pacific/Chatham'];
const FIRST_MONDAY = '2026-06-29';
const WEEKS = 54;
const CHOOSING_WEEKS = 38;
const LISTINGS = 2000;
const ROOM = 18;
const HOUR = 3_600_000;

let database: TestDatabase;
let sites: Site[];
let voters: number[];
let owner: number;
let now = new Date(`${FIRST_MONDAY}T00:00:00Z`);
/** What happens when the clock has been asked so often: how somebody pulls the plug in the middle of a Monday. */
let trouble = { in_calls: 0, happens: () => {} };
const clock = {
  now: () => {
    trouble.in_calls -= 1;
    if (trouble.in_calls === 0) trouble.happens();
    return now;
  },
};

/** The same numbers in every run. */
let seed = 7;
const chance = (): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

interface Made {
  id: number;
  slug: string;
  site: Site;
  /** From when on its homepage has the badge. */
  badge_at: number;
  embed: string;
  promised: string;
}
const made = new Map<number, Made>();
const byHost = new Map<string, Made>();

/** The world: homepages that have their badge from some moment on. */
const outside: Outside = {
  ...openOutside({ smtp_url: null, mail_from: null }),
  fetch: async (url) => {
    const product = byHost.get(new URL(url).host)!;
    const html = `<h1>A product</h1>${now.getTime() >= product.badge_at ? product.embed : ''}`;
    return { url, status: 200, headers: new Headers({ 'content-type': 'text/html' }), body: Buffer.from(html) };
  },
};

const ctxOf = (site: Site): Ctx => ({ site, sql: database.sql, clock, caller: null, limits: noLimits, request_id: '' });
const job = (signal = new AbortController().signal): JobCtx<Outside> => ({
  sql: database.sql,
  clock,
  outside,
  site_root: 'http://localhost',
  last_attempt: false,
  signal,
});

const lookAll = async (): Promise<void> => {
  const due = await selectLooks(database.sql, now, 10_000);
  await Promise.all(due.map((listing_id) => look_for_badge.run(job(), { listing_id })));
};

/** When its badge is up: most at once, some within days, few after weeks, fewest never. */
const badgeAt = (): number => {
  const luck = chance();
  const days = luck < 0.86 ? 0 : luck < 0.97 ? chance() * 3 : luck < 0.997 ? 3 + chance() * 60 : Number.POSITIVE_INFINITY;
  return now.getTime() + days * 24 * HOUR;
};

const chooseSome = async (site: Site, many: number): Promise<void> => {
  const saved = await saveListings(
    database.sql,
    site.id,
    Array.from({ length: many }, () => ({ owner_id: owner })),
  );
  const plans = await Promise.all(saved.map(({ id }) => chooseFreePlan(as(owner, { sql: database.sql, site, clock }), { listing_id: id })));
  // Three of four have nobody to tell any more: the year is about weeks, not about mail.
  await database.sql`update listings set owner_id = null where id = any(${saved.map(({ id }) => id)}) and id % 4 <> 0`;
  for (const [i, { id, slug }] of saved.entries()) {
    const { launch_week_on: promised, badge } = plans[i]!;
    const one = { id, slug, site, badge_at: badgeAt(), embed: badge.embed_html, promised };
    made.set(id, one);
    byHost.set(`${slug.replace(/-example$/, '')}.example`, one);
  }
};

/** What the votes of each week come to, counted here: by site and week the voters of each launch with the order they came in. */
const tally = new Map<string, Map<string, Map<number, number>>>();
let order = 0;
const votersOf = (site: Site, week: string, slug: string): Map<number, number> => {
  const launches = tally.get(`${site.key} ${week}`) ?? new Map<string, Map<number, number>>();
  tally.set(`${site.key} ${week}`, launches);
  const cast = launches.get(slug) ?? new Map<number, number>();
  launches.set(slug, cast);
  return cast;
};

/** People vote for the launches of the week that is running where the site is. */
const vote = async (site: Site, many: number): Promise<void> => {
  const week = weekAt(now, site.time_zone);
  const live = await database.sql<{ slug: string }[]>`
    select slug from listings where site_id = ${site.id} and status = 'live' and launch_week_on = ${week} order by id`;
  if (live.length === 0) return;
  // Who asks twice at once is taken up after those who came between, so here everybody asks once.
  const asked = new Set<string>();
  await Promise.all(
    Array.from({ length: many }, async () => {
      // The first launches of a week are the dearest.
      const { slug } = live[Math.floor(chance() ** 2 * live.length)]!;
      const voter = voters[Math.floor(chance() * voters.length)]!;
      if (asked.has(`${voter} ${slug}`)) return;
      asked.add(`${voter} ${slug}`);
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

/** Two Mondays on which the process dies: told to go between two steps, and within one, before its transaction is over. */
const CRASHES = [
  { week: 20, hour: 0, site: 0, in_calls: 14, happens: (going: AbortController) => going.abort() },
  {
    week: 30,
    hour: 5,
    site: 1,
    in_calls: 14,
    happens: () => {
      throw new Error('The process is gone.');
    },
  },
];
const half_done: string[][] = [];
const statusesIn = async (site: Site): Promise<string[]> => {
  const rows = await database.sql<{ status: string }[]>`
    select distinct status from listings where site_id = ${site.id} and launch_week_on = ${weekAt(now, site.time_zone)} order by status`;
  return rows.map(({ status }) => status);
};

/** The hours around the sites' midnights, before and after the clocks change, and on which site people vote then. */
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

/** A Sunday from when the first site's week ends to the Monday on which the last one's begins, hour by hour. */
const turnHours = async (monday: string, week: number): Promise<void> => {
  for (const [hour, voting] of HOURS) {
    now = new Date(Date.parse(`${monday}T00:00:00Z`) + hour * HOUR);
    // Whoever begins the day looks for badges: they may have been put up since.
    if (hour === HOURS[0]![0]) await lookAll();
    const crash = CRASHES.find((one) => one.week === week && one.hour === hour);
    if (crash) {
      const going = new AbortController();
      trouble = { in_calls: crash.in_calls, happens: () => crash.happens(going) };
      await expect(turn_weeks.run(job(going.signal), {})).rejects.toThrow();
      half_done.push(await statusesIn(sites[crash.site]!));
    } else await turn_weeks.run(job(), {});
    if (voting !== null) await vote(sites[voting]!, 3);
  }
};

/** Days of a week on which something happens before its Sunday: listings come, people vote, badges are looked for. */
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
          const so_far = [...made.values()].filter((one) => one.site === site).length;
          const share = Math.floor(LISTINGS / sites.length) + (i < LISTINGS % sites.length ? 1 : 0);
          const last = week === CHOOSING_WEEKS - 1;
          await chooseSome(
            site,
            last ? share - so_far : Math.min(share - so_far, Math.floor((share / CHOOSING_WEEKS) * (0.4 + chance() * 1.2))),
          );
        }
      await lookAll();
      if (day === 3) await Promise.all(sites.map((site) => vote(site, 45)));
    }
    await turnHours(addDays(monday, 7), week);
  }
});
afterAll(() => database.drop());

test('it went from one year to the next, through the 53rd week', () => {
  expect(made.size).toBe(LISTINGS);
  expect(FIRST_MONDAY < '2026-12-28' && now > new Date('2027-07-01')).toBe(true);
});

test('every promise is kept: what had its badge went live in the week it was promised, at midnight where the site is', async () => {
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
    const { promised, badge_at } = made.get(id)!;
    if (left || badge_at === Number.POSITIVE_INFINITY) {
      expect(status).toBe(left ? 'draft' : 'awaiting_badge');
      expect([1, 2]).toContain(missed);
      // Who left had nothing up when the third week began.
      if (left) expect(missed === 2 && badge_at > Date.parse(`${promised}T00:00:00Z`) + 13 * 24 * HOUR).toBe(true);
      continue;
    }
    expect({ id, status, at_midnight, in_time }).toEqual({ id, status: 'live', at_midnight: true, in_time: true });
    expect(week === promised, `${id} was promised ${promised} and launched in ${week}`).toBe(missed === 0);
    if (missed) late += 1;
    // Who was late was late by their own doing.
    if (missed) expect(badge_at).toBeGreaterThan(Date.parse(`${promised}T00:00:00Z`) - 24 * HOUR);
  }
  expect(late).toBeGreaterThan(5);
});

test('no week was overbooked, and the queue was full for long', async () => {
  const weeks = await database.sql<{ taken: number; places: number; launched: number }[]>`
    select w.taken, (select count(*)::int from week_places p where p.site_id = w.site_id and p.week_on = w.week_on) as places,
      (select count(*)::int from listings l where l.site_id = w.site_id and l.launch_week_on = w.week_on) as launched
    from launch_weeks w`;
  for (const { taken, places, launched } of weeks) {
    expect(taken).toBeLessThanOrEqual(ROOM);
    expect([places, launched]).toEqual([taken, taken]);
  }
  expect(weeks.filter(({ taken }) => taken === ROOM).length).toBeGreaterThan(60);
});

test('every Monday was told about once, also the two that were left half done', async () => {
  expect(half_done).toHaveLength(2);
  for (const statuses of half_done) expect(statuses).toEqual(expect.arrayContaining(['live', 'scheduled']));
  const twice = await database.sql`
    select record_id from moves where record = 'listing' and move in ('choose_free', 'badge_found', 'week_begins') group by record_id, move having count(*) > 1`;
  expect(twice).toHaveLength(0);
  const [mails] = await database.sql`
    select count(*)::int as sent, count(distinct (subject))::int as different from mails where subject like '% is live on %'`;
  const [live] = await database.sql`select count(*)::int as n from listings where status = 'live' and owner_id is not null`;
  expect(live!.n).toBeGreaterThan(400);
  expect(mails).toEqual({ sent: live!.n, different: live!.n });
});

describe.each([0, 1, 2])('%#: the results of every week', (i) => {
  test('are frozen, and equal to a recount from the ledger and to what was counted beside it', async () => {
    const site = sites[i]!;
    const frozen = await database.sql<{ week_on: string }[]>`
      select week_on from launch_weeks where site_id = ${site.id} and finished_at is not null order by week_on`;
    expect(frozen.map(({ week_on }) => week_on)).toEqual(Array.from({ length: WEEKS }, (_, week) => addDays(FIRST_MONDAY, week * 7)));
    expect(frozen.map(({ week_on }) => week_on)).toContain('2026-12-28');
    const ledger: unknown[] = [];
    for await (const row of ledgerOf(database.sql, site)) ledger.push(row);
    const rows = async function* () {
      yield* ledger as LedgerRow[];
    };
    const awards = valueIn(await listAwards(ctxOf(site), { page: 1, per_page: 100 }));
    const more = valueIn(await listAwards(ctxOf(site), { page: 2, per_page: 100 }));
    for (const { week_on } of frozen) {
      const recount = await recountWeek(database.sql, site.id, week_on, rows());
      expect(recount).toMatchObject({ is_final: true, faults: [], differences: [] });
      const counted = [...(tally.get(`${site.key} ${week_on}`) ?? [])]
        .map(([slug, cast]) => ({ slug, votes: cast.size, reached: Math.max(0, ...cast.values()) }))
        .filter(({ votes }) => votes > 0)
        .toSorted((a, b) => b.votes - a.votes || a.reached - b.reached);
      expect(recount.standings.map(({ listing, votes }) => [listing, votes])).toEqual(counted.map(({ slug, votes }) => [slug, votes]));
      const won = [...awards.items, ...more.items].filter(({ week }) => week === week_on);
      expect(won.map(({ rank, votes, listing }) => [rank, votes, listing.slug])).toEqual(
        counted.slice(0, 3).map(({ slug, votes }, at) => [at + 1, votes, slug]),
      );
    }
    expect(awards.total).toBeGreaterThan(100);
  });
});
