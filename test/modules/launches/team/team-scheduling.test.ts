import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller, Ctx } from '../../../../src/kernel/context.ts';
import { chooseFreePlan } from '../../../../src/modules/launches/free-queue/free-plan.ts';
import { listFeatured } from '../../../../src/modules/launches/paid/paid-launch.ts';
import { getFeaturedUntil, setFeaturedUntil } from '../../../../src/modules/launches/team/featuring.ts';
import {
  launchListing,
  moveWeek,
  removeFromQueue,
  requireBadge,
  waiveBadge,
} from '../../../../src/modules/launches/team/team-scheduling.ts';
import { setWeekCapacity } from '../../../../src/modules/launches/team/week-capacity.ts';
import { editListing, listVersions } from '../../../../src/modules/listings/history/history.ts';
import { indexListings } from '../../../../src/modules/listings/search/search-index.ts';
import { listActsAbout } from '../../../../src/modules/moderation/audit-log.ts';
import { editAsTeam, revertEdit } from '../../../../src/modules/moderation/listing-edits.ts';
import { undoAct } from '../../../../src/modules/moderation/undo.ts';
import { findNewestMail } from '../../../support/accounts/person.ts';
import { saveListing } from '../../../support/launches/saved-listings.ts';
import { makeOrder } from '../../../support/orders/orders.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { as, makeVoters, siteOf } from '../../../support/voters.ts';

const server = useServer({ demo: false });
let team: Ctx<Caller>;
let owner: Ctx<Caller>;

beforeAll(async () => {
  const { sql, site_id } = server;
  const ids = await makeVoters(sql, [{ email: 'team@team.example' }, { email: 'owner@works.example' }]);
  await sql`insert into account_roles (account_id, site_id, role) values (${ids[0]!}, ${site_id}, 'site_admin')`;
  const base = { sql, site: await siteOf(sql, site_id), clock: { now: () => NOON } };
  [team, owner] = [as(ids[0]!, base), as(ids[1]!, base)];
});

const THIS_WEEK = '2026-11-09';

const makeListing = async (): Promise<number> => (await saveListing(server.sql, server.site_id, { owner_id: owner.caller.account_id })).id;
const makeQueuedListing = async (): Promise<{ id: number; week: string }> => {
  const id = await makeListing();
  return { id, week: (await chooseFreePlan(owner, { listing_id: id })).launch_week_on };
};
const readListing = async (id: number) =>
  (await server.sql`select status, plan, launch_week_on, launched_at from listings where id = ${id}`)[0]!;
const slotsOf = async (id: number) =>
  (await server.sql<{ week_on: string }[]>`select week_on from week_places where listing_id = ${id} order by week_on`).map(
    ({ week_on }) => week_on,
  );
const nextCheckOf = async (id: number) =>
  (await server.sql`select next_look_at from badge_watches where listing_id = ${id}`)[0]?.next_look_at;
const undoLast = async (id: number) => undoAct(team, { id: (await listActsAbout(team, 'listing', id))[0]!.id });
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error) => error.code ?? String(error),
  );
const lastSubject = async () => (await findNewestMail(server, 'owner@works.example')).subject;

describe('the team', () => {
  test('makes a queued listing live at once: its slot is released, its checks stop, and its owner is notified', async () => {
    const { id } = await makeQueuedListing();
    await launchListing(team, { listing_id: id });
    expect(await readListing(id)).toEqual({ status: 'live', plan: 'free', launch_week_on: THIS_WEEK, launched_at: NOON });
    expect([await slotsOf(id), await nextCheckOf(id)]).toEqual([[], null]);
    expect(await lastSubject()).toContain('is live');
    expect(await codeOf(launchListing(team, { listing_id: id }))).toBe('listing_moved_on');
  });

  test('waives the badge, and requires it again', async () => {
    const { id, week } = await makeQueuedListing();
    await waiveBadge(team, { listing_id: id });
    expect([(await readListing(id)).status, await slotsOf(id), await nextCheckOf(id)]).toEqual(['scheduled', [week], null]);
    await undoLast(id);
    expect([(await readListing(id)).status, await slotsOf(id), await nextCheckOf(id)]).toEqual(['awaiting_badge', [week], NOON]);
    expect(await lastSubject()).toContain('needs the badge again');
    expect(await codeOf(requireBadge(team, { listing_id: id }))).toBe('listing_moved_on');
  });

  test('moves a listing to another week with room, and back; a paid slot stays paid', async () => {
    const { id, week } = await makeQueuedListing();
    const { order_id } = await makeOrder(server.sql, {
      site_id: server.site_id,
      account_id: owner.caller.account_id,
      lines: [{ product: 'skip_queue', listing_id: id }],
    });
    await server.sql`update week_places set kind = 'paid', order_id = ${order_id} where listing_id = ${id}`;
    await moveWeek(team, { listing_id: id, week: '2026-11-23' });
    expect([(await readListing(id)).launch_week_on, await slotsOf(id)]).toEqual(['2026-11-23', ['2026-11-23']]);
    const [slot] = await server.sql`select kind, order_id from week_places where listing_id = ${id}`;
    expect(slot).toEqual({ kind: 'paid', order_id });
    await undoLast(id);
    expect([(await readListing(id)).launch_week_on, await slotsOf(id)]).toEqual([week, [week]]);
    expect(await moveWeek(team, { listing_id: id, week })).toBeNull();
    await setWeekCapacity(team, { week: '2026-11-30', room: 0 });
    for (const wrong of ['2026-11-30', THIS_WEEK, '2026-12-01', '2026-13-01'])
      expect(await codeOf(moveWeek(team, { listing_id: id, week: wrong }))).toBe('invalid_input');
    expect(await slotsOf(id)).toEqual([week]);
  });

  test('takes a listing out of the queue with a reason for its owner, and puts it back', async () => {
    const { id, week } = await makeQueuedListing();
    await removeFromQueue(team, { listing_id: id, reason: 'The price is missing.' });
    expect(await readListing(id)).toMatchObject({ status: 'draft', plan: null, launch_week_on: null });
    expect([await slotsOf(id), await nextCheckOf(id)]).toEqual([[], null]);
    expect((await findNewestMail(server, 'owner@works.example')).text).toContain('The price is missing.');
    await undoLast(id);
    expect(await readListing(id)).toMatchObject({ status: 'awaiting_badge', plan: 'free', launch_week_on: week });
    expect([await slotsOf(id), await nextCheckOf(id)]).toEqual([[week], NOON]);
  });

  test('cannot take a paid launch out of the queue', async () => {
    const { id, week } = await makeQueuedListing();
    await server.sql`update listings set plan = 'paid', status = 'scheduled' where id = ${id}`;
    expect(await codeOf(removeFromQueue(team, { listing_id: id, reason: 'x' }))).toBe('listing_moved_on');
    expect(await slotsOf(id)).toEqual([week]);
  });

  test('is required for all of this', async () => {
    const { id } = await makeQueuedListing();
    for (const act of [
      () => launchListing(owner, { listing_id: id }),
      () => waiveBadge(owner, { listing_id: id }),
      () => moveWeek(owner, { listing_id: id, week: '2026-11-23' }),
      () => removeFromQueue(owner, { listing_id: id, reason: 'x' }),
      () => revertEdit(owner, { id: 1, reason: 'x' }),
    ])
      expect(await codeOf(act())).toBe('not_found');
    expect((await readListing(id)).status).toBe('awaiting_badge');
  });
});

describe('a listing that the team features', () => {
  test('is shown until the end of the day, apart from the paid ones, and both acts are undone', async () => {
    const id = await makeListing();
    const feature = (until: string | null) => setFeaturedUntil(team, { listing_id: id, until });
    expect(await codeOf(feature('2026-11-30'))).toBe('listing_moved_on');
    await server.sql`update listings set status = 'live', launched_at = ${NOON} where id = ${id}`;
    await indexListings(server.sql, [id]);
    for (const day of ['2026-11-10', '2027-12-31', 'soon']) expect(await codeOf(feature(day))).toBe('invalid_input');
    expect(await codeOf(setFeaturedUntil(owner, { listing_id: id, until: '2026-11-30' }))).toBe('not_found');
    await feature('2026-11-20');
    await feature('2026-11-30');
    const isShown = async (at: string, by: 'team' | 'order' = 'team') =>
      (await listFeatured({ ...team, clock: { now: () => new Date(at) } }, { by })).some(({ slug }) => slug === listing!.slug);
    const [listing] = await server.sql<{ slug: string }[]>`select slug from listings where id = ${id}`;
    const times = ['2026-11-30T23:59:00Z', '2026-12-01T00:01:00Z'] as const;
    expect([await isShown(times[0]), await isShown(times[1]), await isShown(times[0], 'order')]).toEqual([true, false, false]);
    expect(await feature('2026-11-30')).toBeNull();
    await undoLast(id);
    expect(await getFeaturedUntil(team, { listing_id: id })).toBe('2026-11-20');
    await feature(null);
    expect([await feature(null), await isShown('2026-11-12T12:00:00Z')]).toEqual([null, false]);
    await undoLast(id);
    expect(await getFeaturedUntil(team, { listing_id: id })).toBe('2026-11-20');
  });
});

describe('an edit of an owner', () => {
  const edit = async (id: number, columns: Record<string, unknown>): Promise<number> => {
    const { sql } = server;
    await sql.begin((sql) => editListing(sql, id, columns, { account_id: owner.caller.account_id, source: 'owner', at: NOON }));
    return (await sql<{ id: number }[]>`select max(id) as id from listing_versions where listing_id = ${id}`)[0]!.id;
  };
  const textOf = async (id: number) => (await server.sql`select tagline, features from listings where id = ${id}`)[0]!;

  test('is reverted with a reason for the owner, and reapplied by undo', async () => {
    const id = await makeListing();
    const version = await edit(id, { tagline: 'The best of all', features: ['One', 'Two'] });
    await revertEdit(team, { id: version, reason: 'It praises itself.' });
    expect(await textOf(id)).toEqual({ tagline: 'A tagline', features: [] });
    expect((await findNewestMail(server, 'owner@works.example')).text).toContain('It praises itself.');
    expect(await codeOf(revertEdit(team, { id: version, reason: 'x' }))).toBe('edit_overwritten');
    await undoLast(id);
    expect(await textOf(id)).toEqual({ tagline: 'The best of all', features: ['One', 'Two'] });
    const sources = await server.sql<{ source: string }[]>`select source from listing_versions where listing_id = ${id} order by id`;
    expect(sources.map(({ source }) => source)).toEqual(['owner', 'team', 'team']);
  });

  test('is not reverted if a later edit has overwritten it', async () => {
    const id = await makeListing();
    const first = await edit(id, { tagline: 'First' });
    await edit(id, { tagline: 'Second' });
    expect(await codeOf(revertEdit(team, { id: first, reason: 'x' }))).toBe('edit_overwritten');
    expect((await textOf(id)).tagline).toBe('Second');
  });
});

describe('an edit of the team', () => {
  const readTexts = async (id: number) => (await server.sql`select name, tagline, socials from listings where id = ${id}`)[0]!;

  test('is checked as an owner’s, told to the owner, shown in the history, and undone', async () => {
    const id = await makeListing();
    const before = await readTexts(id);
    expect(await codeOf(editAsTeam(owner, { listing_id: id, fields: { tagline: 'Mine' } }))).toBe('not_found');
    expect(await codeOf(editAsTeam(team, { listing_id: id, remove_fields: ['name'] }))).toBe('required_value');
    expect(await codeOf(editAsTeam(team, { listing_id: id, socials: { x: 'https://elsewhere.com/a' } }))).toBe('invalid_input');
    expect(await editAsTeam(team, { listing_id: id, fields: { tagline: before.tagline } })).toBeNull();
    await editAsTeam(team, { listing_id: id, fields: { tagline: 'Plain words' }, socials: { x: '@plain' } });
    expect(await readTexts(id)).toMatchObject({ tagline: 'Plain words', socials: { x: 'https://x.com/plain' } });
    const { subject, text } = await findNewestMail(server, 'owner@works.example');
    expect([subject, text]).toEqual([expect.stringContaining('team edited'), expect.stringContaining(`/dashboard/listings/${id}/history`)]);
    await undoLast(id);
    expect(await readTexts(id)).toEqual(before);
    const { items } = await listVersions(owner, { listing_id: id, page: 1, per_page: 10 });
    expect(items.map(({ source }) => source)).toEqual(['team', 'team']);
    const notified =
      await server.sql`select from notifications where title like '%team edited%' and account_id = ${owner.caller.account_id}`;
    expect(notified.length).toBe(2);
  });

  test('is not undone over a later edit', async () => {
    const id = await makeListing();
    await editAsTeam(team, { listing_id: id, fields: { tagline: 'Plain words' } });
    await server.sql`update listings set tagline = 'Later words' where id = ${id}`;
    await expect(undoLast(id)).rejects.toMatchObject({ code: 'edit_overwritten' });
  });
});
