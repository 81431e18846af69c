import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller, Ctx } from '../../../../src/kernel/context.ts';
import { chooseFreePlan } from '../../../../src/modules/launches/free-queue/free-plan.ts';
import {
  launchListing,
  moveWeek,
  removeFromQueue,
  requireBadge,
  waiveBadge,
} from '../../../../src/modules/launches/team/team-scheduling.ts';
import { setWeekCapacity } from '../../../../src/modules/launches/team/week-capacity.ts';
import { editListing } from '../../../../src/modules/listings/history/history.ts';
import { listActsAbout } from '../../../../src/modules/moderation/audit-log.ts';
import { revertEdit, undoAct } from '../../../../src/modules/moderation/undo.ts';
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
