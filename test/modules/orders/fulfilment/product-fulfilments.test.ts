import { beforeAll, describe, expect, test } from 'vitest';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import type { Site } from '../../../../src/kernel/context.ts';
import { addDays } from '../../../../src/kernel/time/weeks.ts';
import { findBadgeListing } from '../../../../src/modules/launches/badges/queries.ts';
import { chooseFreePlan } from '../../../../src/modules/launches/free-queue/free-plan.ts';
import { listFeatured } from '../../../../src/modules/launches/paid/paid-launch.ts';
import { type FulfilCtx, fulfilLine } from '../../../../src/modules/orders/fulfilment/fulfil.ts';
import { getLeaderboard } from '../../../../src/modules/votes/boards/boards.ts';
import { saveListing } from '../../../support/launches/saved-listings.ts';
import { makeOrder, type NewLine } from '../../../support/orders/orders.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { as, makeVoters, siteOf } from '../../../support/voters.ts';

const server = useServer({ pool: 5, demo: false });
const THIS_WEEK = '2026-11-09';
const NEXT_WEEK = '2026-11-16';
const LATER = '2026-11-30';
let now = NOON;
const clock = { now: () => now };
let site: Site;
let owner: number;
let ctx: FulfilCtx;

beforeAll(async () => {
  const { sql } = server;
  site = await siteOf(sql, server.site_id);
  [owner] = (await makeVoters(sql, [{ email: 'buyer@fulfilment.example' }])) as [number];
  const integrations = openIntegrations({ smtp_url: null, mail_from: null, crawl_allow_private: true });
  ctx = { sql, site, clock, integrations, signal: new AbortController().signal };
  await sql`insert into categories (site_id, slug, name) select ${site.id}, slug, slug from unnest(${['tools', 'notes', 'maps', 'games']}::text[]) slug`;
});

const STATES = ['draft', 'awaiting_badge', 'scheduled_free', 'scheduled_paid', 'live', 'removed'] as const;
type State = (typeof STATES)[number];

const mine = () => as(owner, { ...server, site, clock });

/** The states a listing can be in when an order for it is fulfilled. */
const aListing = async (state: State, website?: string): Promise<{ id: number; slug: string }> => {
  const { sql } = server;
  const saved = await saveListing(sql, site.id, { owner_id: owner, website });
  await sql`
    insert into listing_categories (site_id, listing_id, category_id, position)
    select ${site.id}, ${saved.id}, id, 0 from categories where site_id = ${site.id} and slug = 'tools'`;
  if (state === 'awaiting_badge' || state === 'scheduled_free') await chooseFreePlan(mine(), { listing_id: saved.id });
  if (state === 'scheduled_free') await sql`update listings set status = 'scheduled' where id = ${saved.id}`;
  if (state === 'scheduled_paid') await delivered({ product: 'launch', listing_id: saved.id, week_on: addDays(LATER, 7) });
  if (state === 'live')
    await sql`update listings set status = 'live', plan = 'free', launch_week_on = '2026-10-05', launched_at = '2026-10-05' where id = ${saved.id}`;
  if (state === 'removed') await sql`update listings set status = 'removed' where id = ${saved.id}`;
  return saved;
};

const lineOf = async (id: number) =>
  (await server.sql`select status, note, fulfilled_at from order_lines where id = ${id}`)[0] as {
    status: string;
    note: string | null;
    fulfilled_at: Date | null;
  };
const listingOf = async (id: number) =>
  (await server.sql`select status, plan, launch_week_on, launched_at, unlocked_sections from listings where id = ${id}`)[0]!;
const placesOf = async (id: number): Promise<string[]> =>
  (await server.sql`select week_on, kind from week_places where listing_id = ${id} order by week_on`).map(
    ({ week_on, kind }) => `${week_on} ${kind}`,
  );
const movesOf = async (id: number): Promise<string[]> =>
  (await server.sql`select move from moves where record = 'order_line' and record_id = ${String(id)} order by id`).map(({ move }) => move);

const order = (...lines: NewLine[]) => makeOrder(server.sql, { site_id: site.id, account_id: owner, lines, at: now });
const delivered = async (line: NewLine) => {
  const { line_ids } = await order(line);
  await fulfilLine(ctx, line_ids[0]!);
  return { line_id: line_ids[0]!, ...(await lineOf(line_ids[0]!)) };
};

const PRODUCTS: Record<string, Omit<NewLine, 'listing_id'>> = {
  'launch now': { product: 'launch' },
  'launch in a week': { product: 'launch', week_on: LATER },
  skip_queue: { product: 'skip_queue', week_on: LATER },
  featured: { product: 'featured' },
  done_for_you: { product: 'done_for_you' },
  extra_categories: { product: 'extra_categories', categories: ['notes', 'maps'] },
  relaunch: { product: 'relaunch', week_on: LATER },
  billboard_min: { product: 'billboard_min', amount_cents: 12_300 },
  trophy_cabinet: { product: 'trophy_cabinet', options: { style: 'oak' } },
};

/** The outcome for line and listing: one row per product, one column per listing state. */
const OUTCOMES: Record<keyof typeof PRODUCTS, Record<State, [line: string, listing: string]>> = {
  'launch now': {
    draft: ['fulfilled', 'live'],
    awaiting_badge: ['fulfilled', 'live'],
    scheduled_free: ['fulfilled', 'live'],
    scheduled_paid: ['with_the_team', 'scheduled'],
    live: ['with_the_team', 'live'],
    removed: ['with_the_team', 'removed'],
  },
  'launch in a week': {
    draft: ['fulfilled', 'scheduled'],
    awaiting_badge: ['fulfilled', 'scheduled'],
    scheduled_free: ['fulfilled', 'scheduled'],
    scheduled_paid: ['with_the_team', 'scheduled'],
    live: ['with_the_team', 'live'],
    removed: ['with_the_team', 'removed'],
  },
  skip_queue: {
    draft: ['with_the_team', 'draft'],
    awaiting_badge: ['fulfilled', 'awaiting_badge'],
    scheduled_free: ['fulfilled', 'scheduled'],
    scheduled_paid: ['with_the_team', 'scheduled'],
    live: ['with_the_team', 'live'],
    removed: ['with_the_team', 'removed'],
  },
  featured: {
    draft: ['with_the_team', 'draft'],
    awaiting_badge: ['with_the_team', 'awaiting_badge'],
    scheduled_free: ['fulfilled', 'scheduled'],
    scheduled_paid: ['fulfilled', 'scheduled'],
    live: ['fulfilled', 'live'],
    removed: ['with_the_team', 'removed'],
  },
  relaunch: {
    draft: ['with_the_team', 'draft'],
    awaiting_badge: ['with_the_team', 'awaiting_badge'],
    scheduled_free: ['with_the_team', 'scheduled'],
    scheduled_paid: ['with_the_team', 'scheduled'],
    live: ['fulfilled', 'live'],
    removed: ['with_the_team', 'removed'],
  },
  ...Object.fromEntries(
    ['extra_categories', 'billboard_min', 'trophy_cabinet'].map((code) => [
      code,
      {
        draft: ['fulfilled', 'draft'],
        awaiting_badge: ['fulfilled', 'awaiting_badge'],
        scheduled_free: ['fulfilled', 'scheduled'],
        scheduled_paid: ['fulfilled', 'scheduled'],
        live: ['fulfilled', 'live'],
        removed: ['with_the_team', 'removed'],
      } satisfies Record<State, [string, string]>,
    ]),
  ),
  done_for_you: {
    draft: ['with_the_team', 'draft'],
    awaiting_badge: ['with_the_team', 'awaiting_badge'],
    scheduled_free: ['with_the_team', 'scheduled'],
    scheduled_paid: ['with_the_team', 'scheduled'],
    live: ['with_the_team', 'live'],
    removed: ['with_the_team', 'removed'],
  },
};

describe.each(Object.keys(PRODUCTS))('%s', (name) => {
  test.each(STATES)('for a listing that is %s', async (state) => {
    const { id } = await aListing(state);
    const { line_id, ...line } = await delivered({ ...PRODUCTS[name]!, listing_id: id });
    expect([line.status, (await listingOf(id)).status]).toEqual(OUTCOMES[name]![state]);
    expect(line.note).toMatch(/\.$/);
    expect(line.fulfilled_at !== null).toBe(line.status === 'fulfilled');
    expect(await movesOf(line_id)).toEqual([line.status === 'fulfilled' ? 'fulfil' : 'hand_over']);
    // A repeated call finds it fulfilled.
    await fulfilLine(ctx, line_id);
    expect((await movesOf(line_id)).length).toBe(1);
    const weeks = await server.sql`
      select from launch_weeks w where w.taken <> (select count(*) from week_places p where p.site_id = w.site_id and p.week_on = w.week_on)`;
    expect(weeks.length).toBe(0);
  });
});

describe('a paid launch', () => {
  test('without a week goes live at once in the current week, unlocked, and gives up its free slot and badge checks', async () => {
    const { id, slug } = await aListing('awaiting_badge');
    await delivered({ product: 'launch', listing_id: id });
    expect(await listingOf(id)).toMatchObject({
      plan: 'paid',
      launch_week_on: THIS_WEEK,
      launched_at: NOON,
      unlocked_sections: ['media', 'milestones', 'story'],
    });
    expect(await placesOf(id)).toEqual([]);
    expect((await server.sql`select next_look_at from badge_watches where listing_id = ${id}`)[0]!.next_look_at).toBeNull();
    expect((await server.sql`select category_id from shelf_places where listing_id = ${id}`).length).toBe(2);
    expect((await server.client.get_launch_week({ week: THIS_WEEK })).launches.map(({ listing }) => listing.slug)).toContain(slug);
  });

  test('in a chosen week keeps the held slot, gives up the free one, and goes live with its week', async () => {
    const { id } = await aListing('awaiting_badge');
    await delivered({ product: 'launch', listing_id: id, week_on: NEXT_WEEK });
    expect(await listingOf(id)).toMatchObject({ status: 'scheduled', plan: 'paid', launch_week_on: NEXT_WEEK, launched_at: null });
    expect(await placesOf(id)).toEqual([`${NEXT_WEEK} paid`]);
  });

  test('in the week assigned by the free queue keeps that slot', async () => {
    const { id } = await aListing('awaiting_badge');
    const { launch_week_on } = await listingOf(id);
    await delivered({ product: 'launch', listing_id: id, week_on: launch_week_on });
    expect(await placesOf(id)).toEqual([`${launch_week_on} paid`]);
    expect(await listingOf(id)).toMatchObject({ status: 'scheduled', launch_week_on });
  });

  test('whose week began before fulfilment goes live now', async () => {
    const { id } = await aListing('draft');
    const { line_ids } = await order({ product: 'launch', listing_id: id, week_on: THIS_WEEK });
    await fulfilLine(ctx, line_ids[0]!);
    expect(await listingOf(id)).toMatchObject({ status: 'live', launch_week_on: THIS_WEEK });
    expect(await placesOf(id)).toEqual([]);
  });

  test('whose hold is gone takes another slot; if the week is full, it goes to the team and nothing changes', async () => {
    const week_on = '2027-03-01';
    const [first, second] = [await aListing('draft'), await aListing('draft')];
    await server.sql`insert into launch_weeks (site_id, week_on, room) values (${site.id}, ${week_on}, 1)`;
    const lines = [first, second].map(({ id: listing_id }) => ({ product: 'launch', listing_id, week_on }));
    const { line_ids } = await makeOrder(server.sql, { site_id: site.id, account_id: owner, lines, holds: false });
    for (const id of line_ids) await fulfilLine(ctx, id);
    expect([await placesOf(first.id), await placesOf(second.id)]).toEqual([[`${week_on} paid`], []]);
    expect(await lineOf(line_ids[1]!)).toMatchObject({ status: 'with_the_team', note: expect.stringContaining('is full') });
    expect(await listingOf(second.id)).toMatchObject({ status: 'draft', plan: null });
  });
});

test('skip_queue replaces the free slot by the paid one; it still needs the badge to launch with its week', async () => {
  const [waiting, found] = [await aListing('awaiting_badge'), await aListing('scheduled_free')];
  for (const { id } of [waiting, found]) {
    await delivered({ product: 'skip_queue', listing_id: id, week_on: NEXT_WEEK });
    expect(await placesOf(id)).toEqual([`${NEXT_WEEK} paid`]);
    expect(await listingOf(id)).toMatchObject({ plan: 'free', launch_week_on: NEXT_WEEK });
  }
  const [watch] = await server.sql`select next_look_at from badge_watches where listing_id = ${waiting.id}`;
  expect(watch!.next_look_at.getTime()).toBeLessThan(Date.parse('2026-11-16T00:00:00Z'));
});

test('a bundle is fulfilled in any order of its lines: the launch goes first', async () => {
  const { id } = await aListing('draft');
  const { line_ids } = await order(
    { product: 'launch', listing_id: id, bundle: 'launch_bundle' },
    { product: 'featured', listing_id: id, bundle: 'launch_bundle' },
    { product: 'done_for_you', listing_id: id, bundle: 'launch_bundle' },
  );
  for (const line_id of line_ids.toReversed()) await fulfilLine(ctx, line_id);
  expect((await Promise.all(line_ids.map(lineOf))).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'with_the_team']);
});

describe('featured', () => {
  test('runs seven days in the strips of the site and its category, protects the badge, and affects no ranking', async () => {
    const { id, slug } = await aListing('live');
    const before = await server.client.search_listings({ q: '' });
    await delivered({ product: 'featured', listing_id: id });
    const shown = async () => (await listFeatured(mine())).map((listing) => listing.slug);
    expect(await shown()).toContain(slug);
    expect((await listFeatured(mine(), { category: 'tools' })).map((listing) => listing.slug)).toContain(slug);
    expect(await listFeatured(mine(), { category: 'games' })).toEqual([]);
    expect((await findBadgeListing(mine(), slug))!.featured).toBe(true);
    expect(await server.client.search_listings({ q: '' })).toEqual(before);
    now = new Date(NOON.getTime() + 7 * 86_400_000);
    try {
      expect(await shown()).not.toContain(slug);
      expect((await findBadgeListing(mine(), slug))!.featured).toBe(false);
    } finally {
      now = NOON;
    }
  });

  test('of a scheduled listing starts with its launch, even if that moves', async () => {
    const { id } = await aListing('scheduled_free');
    await delivered({ product: 'featured', listing_id: id });
    const times = async () => (await server.sql`select from_at, until_at from featured_listings where listing_id = ${id}`)[0];
    expect(await times()).toEqual({ from_at: new Date('2026-12-21T00:00:00Z'), until_at: new Date('2026-12-28T00:00:00Z') });
    await delivered({ product: 'skip_queue', listing_id: id, week_on: LATER });
    expect(await times()).toEqual({ from_at: new Date('2026-11-30T00:00:00Z'), until_at: new Date('2026-12-07T00:00:00Z') });
    await delivered({ product: 'launch', listing_id: id });
    expect(await times()).toEqual({ from_at: NOON, until_at: new Date('2026-11-18T12:00:00Z') });
  });
});

test('extra_categories adds the listing to further categories, once, and never more than three', async () => {
  const { id, slug } = await aListing('live');
  await delivered({ product: 'extra_categories', listing_id: id, categories: ['notes', 'maps'] });
  const { categories } = await server.client.get_listing({ slug });
  expect(categories.map((category) => category.slug)).toEqual(['tools', 'notes', 'maps']);
  expect((await server.client.get_category({ slug: 'maps' })).listings.items.map((item) => item.slug)).toContain(slug);
  const line = await delivered({ product: 'extra_categories', listing_id: id, categories: ['games', 'notes'] });
  expect(line).toMatchObject({ status: 'with_the_team', note: expect.stringContaining('more than 3') });
  const gone = await delivered({ product: 'extra_categories', listing_id: id, categories: ['nowhere'] });
  expect(gone).toMatchObject({ status: 'with_the_team', note: expect.stringContaining('nowhere') });
});

test('billboard_min counts without VAT, once, and is marked as paid', async () => {
  const { id, slug } = await aListing('live');
  await delivered({ product: 'billboard_min', listing_id: id, amount_cents: 987_600 });
  const [first] = JSON.parse(String((await getLeaderboard(mine(), { board: 'billboard', page: 1, per_page: 5 })).text)).items;
  expect(first).toMatchObject({ paid: true, listing: { slug }, metric: { value: 987_600 } });
});

describe('exactly once', () => {
  test('of ten concurrent fulfilments of one line, one succeeds', async () => {
    const { id } = await aListing('live');
    const { line_ids } = await order(
      { product: 'billboard_min', listing_id: id, amount_cents: 700 },
      { product: 'featured', listing_id: id },
      { product: 'relaunch', listing_id: id, week_on: LATER },
    );
    await Promise.all(Array.from({ length: 10 }, () => line_ids.map((line_id) => fulfilLine(ctx, line_id))).flat());
    for (const line_id of line_ids) expect(await movesOf(line_id)).toEqual(['fulfil']);
    expect([...(await server.sql`select amount_cents from billboard_contributions where listing_id = ${id}`)]).toEqual([
      { amount_cents: 700 },
    ]);
  });

  test('an unpaid order is not fulfilled', async () => {
    const { id } = await aListing('draft');
    const lines = [{ product: 'launch', listing_id: id }];
    const { line_ids } = await makeOrder(server.sql, { site_id: site.id, account_id: owner, lines, status: 'pending' });
    await fulfilLine(ctx, line_ids[0]!);
    expect(await lineOf(line_ids[0]!)).toMatchObject({ status: 'waiting', note: null });
    expect((await listingOf(id)).status).toBe('draft');
  });
});

test('the note of a line is in the language of its buyer', async () => {
  const { id } = await aListing('draft');
  await server.sql`update accounts set language = 'de' where id = ${owner}`;
  const { line_ids } = await order({ product: 'launch', listing_id: id, week_on: LATER });
  await fulfilLine({ ...ctx, site: { ...site, languages: ['de'] } }, line_ids[0]!);
  await server.sql`update accounts set language = null where id = ${owner}`;
  expect((await lineOf(line_ids[0]!)).note).toMatch(
    /^Geht am Montag, 30\. November 2026, live; die Abstimmung endet am Sonntag, 6\. Dezember 2026\./,
  );
});
