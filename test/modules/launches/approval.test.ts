import { beforeAll, expect, test } from 'vitest';
import { openIntegrations } from '../../../src/integrations/integrations.ts';
import type { Caller, Ctx } from '../../../src/kernel/context.ts';
import { returnListing } from '../../../src/modules/launches/approval/decisions.ts';
import { chooseFreePlan, resubmitListing } from '../../../src/modules/launches/free-queue/free-plan.ts';
import { rollOverWeek } from '../../../src/modules/launches/rollover/week-rollover.ts';
import { changeSettings } from '../../../src/modules/moderation/administration.ts';
import { approve, reject } from '../../../src/modules/moderation/approvals.ts';
import { listActsAbout } from '../../../src/modules/moderation/audit-log.ts';
import { undoAct } from '../../../src/modules/moderation/undo.ts';
import { fulfilLine } from '../../../src/modules/orders/fulfilment/fulfil.ts';
import { findNewestMail } from '../../support/accounts/person.ts';
import { saveListing } from '../../support/launches/saved-listings.ts';
import { makeOrder } from '../../support/orders/orders.ts';
import { useServer } from '../../support/server.ts';
import { as, makeVoters, siteOf } from '../../support/voters.ts';

let now = new Date('2026-11-11T12:00:00Z');
const clock = { now: () => now };
const server = useServer({ pool: 5, demo: false, clock });
const integrations = openIntegrations({ smtp_url: null, mail_from: null });
let team: Ctx<Caller>;
let owner: Ctx<Caller>;

beforeAll(async () => {
  const { sql, site_id } = server;
  const [a, o] = (await makeVoters(sql, [{ email: 'team@approval.example' }, { email: 'maker@approval.example' }])) as [number, number];
  await sql`insert into account_roles (account_id, site_id, role) values (${a}, ${site_id}, 'site_admin')`;
  const base = { sql, site: await siteOf(sql, site_id), clock };
  [team, owner] = [as(a, base), as(o, base)];
  await changeSettings(team, { new_listings: 'approved', free_weeks_ahead: 2 });
});

const aListing = () => saveListing(server.sql, server.site_id, { owner_id: owner.caller.account_id });
const stateOf = async (id: number) =>
  (
    await server.sql`
      select l.status, l.plan, l.launch_week_on, a.status as approval, a.week_on from listings l
      left join approvals a on a.listing_id = l.id where l.id = ${id}`
  )[0]!;
const slotsOf = async (id: number) => [
  ...(await server.sql`select week_on, kind from week_places where listing_id = ${id} order by week_on`),
];
const isPublic = async (slug: string) => (await fetch(`${server.root}/api/v1/listings/${slug}`)).status === 200;
const undoLast = async (id: number) => undoAct(team, { id: (await listActsAbout(team, 'listing', id))[0]!.id });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code: string }) => error.code,
  );
const deliver = (line_id: number) =>
  fulfilLine({ sql: server.sql, site: team.site, clock, integrations, signal: new AbortController().signal }, line_id);
const lineOf = async (id: number) => (await server.sql`select status, note from order_lines where id = ${id}`)[0]!;
const FIRST_FREE = '2026-11-23';

test('a free launch waits for the team with its week reserved, and nobody else sees it', async () => {
  const { id, slug } = await aListing();
  expect(await chooseFreePlan(owner, { listing_id: id })).toMatchObject({ status: 'draft', launch_week_on: FIRST_FREE });
  expect(await stateOf(id)).toEqual({ status: 'draft', plan: null, launch_week_on: null, approval: 'pending', week_on: FIRST_FREE });
  expect(await slotsOf(id)).toEqual([{ week_on: FIRST_FREE, kind: 'free' }]);
  expect(await isPublic(slug)).toBe(false);
  expect(await codeOf(chooseFreePlan(owner, { listing_id: id }))).toBe('launch_already_chosen');

  await approve(team, { listing_id: id });
  expect(await stateOf(id)).toMatchObject({ status: 'awaiting_badge', plan: 'free', launch_week_on: FIRST_FREE, approval: 'approved' });
  expect(await isPublic(slug)).toBe(true);
  expect((await findNewestMail(server, 'maker@approval.example')).subject).toContain('was approved');

  await undoLast(id);
  expect(await stateOf(id)).toEqual({ status: 'draft', plan: null, launch_week_on: null, approval: 'pending', week_on: FIRST_FREE });
  expect(await slotsOf(id)).toEqual([{ week_on: FIRST_FREE, kind: 'free' }]);
});

test('a returned listing is sent again by its owner, and a rejected one is removed until that is undone', async () => {
  const { id, slug } = await aListing();
  await chooseFreePlan(owner, { listing_id: id });
  await returnListing(team, { listing_id: id, reason: 'Say what it costs.' });
  expect(await stateOf(id)).toMatchObject({ status: 'draft', approval: 'returned', week_on: FIRST_FREE });
  expect((await findNewestMail(server, 'maker@approval.example')).text).toContain('Say what it costs.');
  expect(await codeOf(resubmitListing(team, { listing_id: id }))).toBe('listing_not_found');
  await resubmitListing(owner, { listing_id: id });
  expect(await stateOf(id)).toMatchObject({ approval: 'pending' });
  expect(await codeOf(resubmitListing(owner, { listing_id: id }))).toBe('approval_settled');

  await reject(team, { listing_id: id, reason: 'Not a product.' });
  expect(await stateOf(id)).toMatchObject({ status: 'removed', approval: 'rejected' });
  expect(await slotsOf(id)).toEqual([]);
  expect(await codeOf(approve(team, { listing_id: id }))).toBe('approval_settled');
  await undoLast(id);
  expect(await stateOf(id)).toMatchObject({ status: 'draft', approval: 'pending', week_on: FIRST_FREE });
  expect(await slotsOf(id)).toEqual([{ week_on: FIRST_FREE, kind: 'free' }]);
  expect(await isPublic(slug)).toBe(false);
});

test('a paid launch is delivered when it is approved, with what was bought beside it', async () => {
  const { site_id, sql } = server;
  const { id } = await aListing();
  const lines = [
    { product: 'launch', listing_id: id, week_on: '2026-11-30' },
    { product: 'featured', listing_id: id },
  ];
  const { line_ids } = await makeOrder(sql, { site_id, account_id: owner.caller.account_id, lines });
  for (const line_id of line_ids) await deliver(line_id);
  expect(await Promise.all(line_ids.map(lineOf))).toMatchObject([{ status: 'waiting' }, { status: 'waiting' }]);
  expect(await stateOf(id)).toMatchObject({ status: 'draft', approval: 'pending', week_on: '2026-11-30' });
  await approve(team, { listing_id: id });
  for (const line_id of line_ids) await deliver(line_id);
  expect(await Promise.all(line_ids.map(lineOf))).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
  expect(await stateOf(id)).toMatchObject({ status: 'scheduled', plan: 'paid', launch_week_on: '2026-11-30' });
  await expect(undoLast(id)).rejects.toMatchObject({ code: 'listing_moved_on' });
});

test('a paid launch of a rejected listing goes to the team to refund', async () => {
  const { site_id, sql } = server;
  const { id } = await aListing();
  const lines = [{ product: 'launch', listing_id: id }];
  const { line_ids } = await makeOrder(sql, { site_id, account_id: owner.caller.account_id, lines });
  await deliver(line_ids[0]!);
  expect(await lineOf(line_ids[0]!)).toMatchObject({ status: 'waiting' });
  await reject(team, { listing_id: id, reason: 'Not a product.' });
  await deliver(line_ids[0]!);
  expect(await lineOf(line_ids[0]!)).toMatchObject({ status: 'with_the_team', note: expect.stringContaining('removed') });
});

test('when their week begins, unapproved launches move to the next week, and their owners are told', async () => {
  const { site_id, sql } = server;
  const [free, paid] = [await aListing(), await aListing()];
  await chooseFreePlan(owner, { listing_id: free.id });
  const lines = [{ product: 'launch', listing_id: paid.id, week_on: FIRST_FREE }];
  const { line_ids } = await makeOrder(sql, { site_id, account_id: owner.caller.account_id, lines });
  await sql`update week_places set until = null where listing_id = ${paid.id}`;
  await deliver(line_ids[0]!);
  now = new Date('2026-11-23T00:05:00Z');
  for (const _ of [1, 2]) await rollOverWeek({ sql, site: team.site, clock });
  expect(await stateOf(free.id)).toMatchObject({ status: 'draft', approval: 'pending', week_on: '2026-11-30' });
  expect(await slotsOf(free.id)).toEqual([{ week_on: '2026-11-30', kind: 'free' }]);
  expect(await slotsOf(paid.id)).toEqual([{ week_on: '2026-11-30', kind: 'held' }]);
  const told = await sql`select title from notifications where key like 'review moved %' and account_id = ${owner.caller.account_id}`;
  expect(told.length).toBeGreaterThanOrEqual(2);
  for (const { id } of [free, paid]) await approve(team, { listing_id: id });
  await deliver(line_ids[0]!);
  expect(await stateOf(paid.id)).toMatchObject({ status: 'scheduled', plan: 'paid', launch_week_on: '2026-11-30' });
  expect(await slotsOf(paid.id)).toEqual([{ week_on: '2026-11-30', kind: 'paid' }]);
  expect(await stateOf(free.id)).toMatchObject({ status: 'awaiting_badge', launch_week_on: '2026-11-30' });
});

test('without the setting nothing waits, but what waits already stays in the queue', async () => {
  const [waiting, fresh] = [await aListing(), await aListing()];
  await chooseFreePlan(owner, { listing_id: waiting.id });
  await changeSettings(team, { new_listings: 'public' });
  expect(await chooseFreePlan(owner, { listing_id: fresh.id })).toMatchObject({ status: 'awaiting_badge' });
  expect(await stateOf(waiting.id)).toMatchObject({ status: 'draft', approval: 'pending' });
});
