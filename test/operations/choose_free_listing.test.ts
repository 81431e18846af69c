import { beforeAll, describe, expect, test } from 'vitest';
import { saveListing } from '../support/launches/saved-listings.ts';
import { type Member, NOON, problemIn, useServer } from '../support/server.ts';

const server = useServer({ pool: 5 });
let owner: Member;
beforeAll(async () => {
  owner = await server.member();
});

/** The homepage is checked at once; if the badge is not there yet, again after this. */
const IN_TEN_MINUTES = new Date(NOON.getTime() + 10 * 60_000).toISOString();

const makeListing = (owner_id = owner.account_id) => saveListing(server.sql, server.site_id, { owner_id });
const rowOf = async (id: number) => (await server.sql`select status, plan, launch_week_on from listings where id = ${id}`)[0]!;
const takenIn = async (week: string): Promise<number> =>
  (await server.sql`select taken from launch_weeks where site_id = ${server.site_id} and week_on = ${week}`)[0]?.taken ?? 0;

describe('200', () => {
  test('promises a week six weeks ahead, and returns the embed code, when it is checked next and must be up, and the next steps', async () => {
    const { id, slug } = await makeListing();
    const before = await takenIn('2026-12-21');
    const plan = await owner.client.choose_free_listing({ listing_id: id });
    expect(plan).toMatchObject({
      listing_id: id,
      status: 'awaiting_badge',
      plan: 'free',
      launch_week_on: '2026-12-21',
      badge: { found: false, checked_at: null, next_check_at: IN_TEN_MINUTES, due_at: '2026-12-21T00:00:00.000Z', seen: null },
    });
    expect(plan.next_steps.join(' ')).toContain(`then at ${IN_TEN_MINUTES}`);
    expect(plan.badge.embed_html).toContain(`${server.root}/listings/${slug}`);
    expect(plan.next_steps.join(' ')).toContain('2026-12-21');
    expect(await rowOf(id)).toEqual({ status: 'awaiting_badge', plan: 'free', launch_week_on: '2026-12-21' });
    expect(await takenIn('2026-12-21')).toBe(before + 1);
    const moves =
      await server.sql`select move, from_status, to_status, account_id from moves where record = 'listing' and record_id = ${String(id)}`;
    expect([...moves]).toEqual([{ move: 'choose_free', from_status: 'draft', to_status: 'awaiting_badge', account_id: owner.account_id }]);
  });

  test('SPEC 3.3: the own listing shows the badge in the same shape', async () => {
    const { id } = await makeListing();
    const { badge } = await owner.client.choose_free_listing({ listing_id: id });
    expect((await owner.client.get_my_listing({ listing_id: id })).badge).toEqual(badge);
  });

  test('enqueues a badge check at once', async () => {
    const { id } = await makeListing();
    await owner.client.choose_free_listing({ listing_id: id });
    const jobs = await server.sql`
      select task_identifier from graphile_worker.jobs where key = ${`badge ${id}`}`;
    expect([...jobs]).toEqual([{ task_identifier: 'look_for_badge' }]);
  });

  test('skips full weeks, and follows the site’s settings', async () => {
    await server.sql`update sites set settings = settings || '{"week_room": 2, "free_weeks_ahead": 10}'`;
    const weeks: string[] = [];
    for (let i = 0; i < 5; i++)
      weeks.push((await owner.client.choose_free_listing({ listing_id: (await makeListing()).id })).launch_week_on);
    expect(weeks).toEqual(['2027-01-18', '2027-01-18', '2027-01-25', '2027-01-25', '2027-02-01']);
    await server.sql`update launch_weeks set room = 4 where week_on = '2027-01-18'`;
    expect((await owner.client.choose_free_listing({ listing_id: (await makeListing()).id })).launch_week_on).toBe('2027-01-18');
    await server.sql`update launch_weeks set room = null`;
    await server.sql`update sites set settings = '{}'`;
  });

  test('the same idempotency key returns the same week and takes one slot', async () => {
    const { id } = await makeListing();
    const before = await takenIn('2026-12-21');
    const chooseFree = () =>
      fetch(`${server.api}/me/listings/${id}/free`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.key}`, 'idempotency-key': 'launch-me' },
      });
    const [first, second] = [await chooseFree(), await chooseFree()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await second.json()).toEqual(await first.json());
    expect(await takenIn('2026-12-21')).toBe(before + 1);
  });
});

describe('400', () => {
  test('launch_already_chosen for a listing that has a launch, which stays unchanged', async () => {
    const { id } = await makeListing();
    await owner.client.choose_free_listing({ listing_id: id });
    const before = await takenIn('2026-12-21');
    const answer = await fetch(`${server.api}/me/listings/${id}/free`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.key}` },
    });
    expect(answer.status).toBe(400);
    expect(await problemIn(answer)).toMatchObject({ code: 'launch_already_chosen', detail: expect.stringContaining('2026-12-21') });
    expect(await takenIn('2026-12-21')).toBe(before);
  });

  test('twenty concurrent requests for one listing take one slot', async () => {
    const { id } = await makeListing();
    const before = await takenIn('2026-12-21');
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => owner.client.choose_free_listing({ listing_id: id })));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await takenIn('2026-12-21')).toBe(before + 1);
  });

  test('weeks_full if no week has room, and nothing is written', async () => {
    const { id } = await makeListing();
    await server.sql`update sites set settings = '{"week_room": 0}'`;
    const answer = await fetch(`${server.api}/me/listings/${id}/free`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.key}` },
    });
    expect((await problemIn(answer)).code).toBe('weeks_full');
    expect(await rowOf(id)).toMatchObject({ status: 'draft', plan: null, launch_week_on: null });
    await server.sql`update sites set settings = '{}'`;
  });

  test('invalid_input for an id that is not a number', async () => {
    const answer = await fetch(`${server.api}/me/listings/none/free`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.key}` },
    });
    expect((await problemIn(answer)).code).toBe('invalid_input');
  });
});

test('404 listing_not_found for another account’s listing', async () => {
  const { id } = await makeListing((await server.member()).account_id);
  const answer = await fetch(`${server.api}/me/listings/${id}/free`, { method: 'POST', headers: { authorization: `Bearer ${owner.key}` } });
  expect(await problemIn(answer)).toMatchObject({ status: 404, code: 'listing_not_found' });
});
