import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller, Ctx } from '../../src/kernel/context.ts';
import { chooseFreePlan } from '../../src/modules/launches/free.ts';
import { setRoom } from '../../src/modules/launches/room.ts';
import { launchListing, moveWeek, sendBack, waiveBadge, wantBadge } from '../../src/modules/launches/steering.ts';
import { editListing } from '../../src/modules/listings/versions.ts';
import { takeBackEdit } from '../../src/modules/team/edits.ts';
import { actsAbout } from '../../src/modules/team/log.ts';
import { undoAct } from '../../src/modules/team/undo.ts';
import { makeOrder } from '../support/orders.ts';
import { newestMail } from '../support/person.ts';
import { saveListing } from '../support/saved.ts';
import { NOON, useServer } from '../support/server.ts';
import { as, makeVoters, siteOf } from '../support/voters.ts';

const server = useServer({ demo: false });
let team: Ctx<Caller>;
let owner: Ctx<Caller>;

beforeAll(async () => {
  const { sql, site_id } = server;
  const ids = await makeVoters(sql, [{ email: 'team@team.example' }, { email: 'owner@works.example' }]);
  await sql`insert into account_roles (account_id, site_id, role) values (${ids[0]!}, ${site_id}, 'site_admin')`;
  const place = { sql, site: await siteOf(sql, site_id), clock: { now: () => NOON } };
  [team, owner] = [as(ids[0]!, place), as(ids[1]!, place)];
});

const THIS_WEEK = '2026-11-09';

const saved = async (): Promise<number> => (await saveListing(server.sql, server.site_id, { owner_id: owner.caller.account_id })).id;
const queued = async (): Promise<{ id: number; week: string }> => {
  const id = await saved();
  return { id, week: (await chooseFreePlan(owner, { listing_id: id })).launch_week_on };
};
const stand = async (id: number) => (await server.sql`select status, plan, launch_week_on, launched_at from listings where id = ${id}`)[0]!;
const placesOf = async (id: number) =>
  (await server.sql<{ week_on: string }[]>`select week_on from week_places where listing_id = ${id} order by week_on`).map(
    ({ week_on }) => week_on,
  );
const watched = async (id: number) => (await server.sql`select next_look_at from badge_watches where listing_id = ${id}`)[0]?.next_look_at;
const undoLast = async (id: number) => undoAct(team, { id: (await actsAbout(team, 'listing', id))[0]!.id });
const code = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error) => error.code ?? String(error),
  );
const told = async () => (await newestMail(server, 'owner@works.example')).subject;

describe('the team moves a listing', () => {
  test('live at once from wherever it waits: its place is free again, nobody looks for its badge, its owner is told', async () => {
    const { id } = await queued();
    await launchListing(team, { listing_id: id });
    expect(await stand(id)).toEqual({ status: 'live', plan: 'free', launch_week_on: THIS_WEEK, launched_at: NOON });
    expect([await placesOf(id), await watched(id)]).toEqual([[], null]);
    expect(await told()).toContain('is live');
    expect(await code(launchListing(team, { listing_id: id }))).toBe('listing_moved_on');
  });

  test('on without its badge, and back to waiting for it', async () => {
    const { id, week } = await queued();
    await waiveBadge(team, { listing_id: id });
    expect([(await stand(id)).status, await placesOf(id), await watched(id)]).toEqual(['scheduled', [week], null]);
    await undoLast(id);
    expect([(await stand(id)).status, await placesOf(id), await watched(id)]).toEqual(['awaiting_badge', [week], NOON]);
    expect(await told()).toContain('needs our badge after all');
    expect(await code(wantBadge(team, { listing_id: id }))).toBe('listing_moved_on');
  });

  test('to another week that has room, and back; a place that was paid for stays a paid one', async () => {
    const { id, week } = await queued();
    const { order_id } = await makeOrder(server.sql, {
      site_id: server.site_id,
      account_id: owner.caller.account_id,
      lines: [{ product: 'skip_queue', listing_id: id }],
    });
    await server.sql`update week_places set kind = 'paid', order_id = ${order_id} where listing_id = ${id}`;
    await moveWeek(team, { listing_id: id, week: '2026-11-23' });
    expect([(await stand(id)).launch_week_on, await placesOf(id)]).toEqual(['2026-11-23', ['2026-11-23']]);
    const [place] = await server.sql`select kind, order_id from week_places where listing_id = ${id}`;
    expect(place).toEqual({ kind: 'paid', order_id });
    await undoLast(id);
    expect([(await stand(id)).launch_week_on, await placesOf(id)]).toEqual([week, [week]]);
    expect(await moveWeek(team, { listing_id: id, week })).toBeNull();
    await setRoom(team, { week: '2026-11-30', room: 0 });
    for (const wrong of ['2026-11-30', THIS_WEEK, '2026-12-01', '2026-13-01'])
      expect(await code(moveWeek(team, { listing_id: id, week: wrong }))).toBe('invalid_input');
    expect(await placesOf(id)).toEqual([week]);
  });

  test('out of the queue with a reason its owner reads, and into it again', async () => {
    const { id, week } = await queued();
    await sendBack(team, { listing_id: id, reason: 'The price is missing.' });
    expect(await stand(id)).toMatchObject({ status: 'draft', plan: null, launch_week_on: null });
    expect([await placesOf(id), await watched(id)]).toEqual([[], null]);
    expect((await newestMail(server, 'owner@works.example')).text).toContain('The price is missing.');
    await undoLast(id);
    expect(await stand(id)).toMatchObject({ status: 'awaiting_badge', plan: 'free', launch_week_on: week });
    expect([await placesOf(id), await watched(id)]).toEqual([[week], NOON]);
  });

  test('but never out of a launch that is paid for', async () => {
    const { id, week } = await queued();
    await server.sql`update listings set plan = 'paid', status = 'scheduled' where id = ${id}`;
    expect(await code(sendBack(team, { listing_id: id, reason: 'x' }))).toBe('listing_moved_on');
    expect(await placesOf(id)).toEqual([week]);
  });

  test('and nobody else does', async () => {
    const { id } = await queued();
    for (const act of [
      () => launchListing(owner, { listing_id: id }),
      () => waiveBadge(owner, { listing_id: id }),
      () => moveWeek(owner, { listing_id: id, week: '2026-11-23' }),
      () => sendBack(owner, { listing_id: id, reason: 'x' }),
      () => takeBackEdit(owner, { id: 1, reason: 'x' }),
    ])
      expect(await code(act())).toBe('not_found');
    expect((await stand(id)).status).toBe('awaiting_badge');
  });
});

describe('an edit of an owner', () => {
  const edit = async (id: number, columns: Record<string, unknown>): Promise<number> => {
    const { sql } = server;
    await sql.begin((sql) => editListing(sql, id, columns, { account_id: owner.caller.account_id, source: 'owner', at: NOON }));
    return (await sql<{ id: number }[]>`select max(id) as id from listing_versions where listing_id = ${id}`)[0]!.id;
  };
  const textOf = async (id: number) => (await server.sql`select tagline, features from listings where id = ${id}`)[0]!;

  test('is taken back with a reason its owner reads, and stands again when that is undone', async () => {
    const id = await saved();
    const version = await edit(id, { tagline: 'The best of all', features: ['One', 'Two'] });
    await takeBackEdit(team, { id: version, reason: 'It praises itself.' });
    expect(await textOf(id)).toEqual({ tagline: 'A tagline', features: [] });
    expect((await newestMail(server, 'owner@works.example')).text).toContain('It praises itself.');
    expect(await code(takeBackEdit(team, { id: version, reason: 'x' }))).toBe('edit_overwritten');
    await undoLast(id);
    expect(await textOf(id)).toEqual({ tagline: 'The best of all', features: ['One', 'Two'] });
    const sources = await server.sql<{ source: string }[]>`select source from listing_versions where listing_id = ${id} order by id`;
    expect(sources.map(({ source }) => source)).toEqual(['owner', 'team', 'team']);
  });

  test('that another went over is left alone', async () => {
    const id = await saved();
    const first = await edit(id, { tagline: 'First' });
    await edit(id, { tagline: 'Second' });
    expect(await code(takeBackEdit(team, { id: first, reason: 'x' }))).toBe('edit_overwritten');
    expect((await textOf(id)).tagline).toBe('Second');
  });
});
