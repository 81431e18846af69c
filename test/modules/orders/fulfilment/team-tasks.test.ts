import { beforeAll, describe, expect, test } from 'vitest';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import type { Caller, Ctx, Site } from '../../../../src/kernel/context.ts';
import { Refusal } from '../../../../src/kernel/errors.ts';
import { type FulfilCtx, fulfilLine } from '../../../../src/modules/orders/fulfilment/fulfil.ts';
import {
  deliverAgain,
  finishLine,
  finishTask,
  giveUpLine,
  reopenTask,
  skipTask,
  startTask,
} from '../../../../src/modules/orders/fulfilment/team-tasks.ts';
import { saveListing } from '../../../support/launches/saved-listings.ts';
import { makeOrder, type NewLine } from '../../../support/orders/orders.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { as, makeVoters, siteOf } from '../../../support/voters.ts';

const server = useServer({ demo: false });
const clock = { now: () => NOON };
const integrations = openIntegrations({ smtp_url: null, mail_from: null });
let site: Site;
let buyer: number;
let team: Ctx<Caller> & { integrations: typeof integrations };
let ctx: FulfilCtx;

beforeAll(async () => {
  const { sql } = server;
  site = await siteOf(sql, server.site_id);
  const [one, two] = (await makeVoters(sql, [{}, {}])) as [number, number];
  buyer = one;
  await sql`insert into account_roles (account_id, site_id, role) values (${two}, ${site.id}, 'site_admin')`;
  team = { ...as(two, { sql, site, clock }), integrations };
  ctx = { sql, site, clock, integrations, signal: new AbortController().signal };
});

const handed = async (line: Omit<NewLine, 'listing_id'>, status: 'live' | 'removed' = 'live') => {
  const { id: listing_id } = await saveListing(server.sql, site.id, { owner_id: buyer });
  await server.sql`update listings set status = ${status}, launch_week_on = '2026-10-05', launched_at = '2026-10-05' where id = ${listing_id}`;
  const made = await makeOrder(server.sql, {
    site_id: site.id,
    account_id: buyer,
    lines: [
      { ...line, listing_id },
      { product: 'ai_review', listing_id },
    ],
  });
  await fulfilLine(ctx, made.line_ids[0]!);
  return { ...made, listing_id, line_id: made.line_ids[0]! };
};
const lineOf = async (id: number) =>
  (await server.sql`select status, note, fulfilled_at, refunded_cents from order_lines where id = ${id}`)[0]!;
const tasksOf = (line_id: number) =>
  server.sql<{ id: number; title: string; status: string; note: string | null; url: string | null }[]>`
    select id, title, status, note, url from team_tasks where line_id = ${line_id} order by position`;
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error) => (error instanceof Refusal ? error.code : Promise.reject(error)),
  );

describe('done_for_you', () => {
  test('has a task for each launch site in the settings', async () => {
    const sites = [{ name: 'One Launch', url: 'https://one.example/submit' }, 'Two Launch', { url: 'nameless' }];
    await server.sql`update sites set settings = settings || ${server.sql.json({ done_for_you_sites: sites })} where id = ${site.id}`;
    const { line_id } = await handed({ product: 'done_for_you' });
    expect((await tasksOf(line_id)).map(({ title, url, status }) => [title, url, status])).toEqual([
      ['Prepare texts and images from the listing', null, 'to_do'],
      ['Submit to One Launch', 'https://one.example/submit', 'to_do'],
      ['Submit to Two Launch', null, 'to_do'],
      ['Send you the links', null, 'to_do'],
    ]);
    await server.sql`update sites set settings = settings - 'done_for_you_sites' where id = ${site.id}`;
  });

  test('proceeds task by task, with notes and links for the buyer, and finishes when all are settled', async () => {
    const { line_id } = await handed({ product: 'done_for_you' });
    const [first, second, ...others] = (await tasksOf(line_id)).map(({ id }) => id) as [number, number, ...number[]];
    await startTask(team, { task_id: first });
    expect((await tasksOf(line_id))[0]!.status).toBe('doing');
    await finishTask(team, { task_id: first, note: 'Texts are ready.' });
    await skipTask(team, { task_id: second, note: 'It takes no tools.', url: 'https://two.example' });
    expect(await codeOf(finishLine(team, { line_id, note: 'All done.' }))).toBe('team_tasks_open');
    for (const task_id of others) await finishTask(team, { task_id });
    await reopenTask(team, { task_id: first });
    expect(await codeOf(finishLine(team, { line_id, note: 'All done.' }))).toBe('team_tasks_open');
    await finishTask(team, { task_id: first });
    expect((await tasksOf(line_id)).slice(0, 2)).toMatchObject([
      { status: 'done', note: 'Texts are ready.' },
      { status: 'not_possible', note: 'It takes no tools.', url: 'https://two.example' },
    ]);
    await finishLine(team, { line_id, note: 'Listed on two sites.' });
    expect(await lineOf(line_id)).toMatchObject({ status: 'fulfilled', note: 'Listed on two sites.', fulfilled_at: NOON });
    expect(await codeOf(finishTask(team, { task_id: first }))).toBe('order_line_settled');
  });
});

test('giving up a line marks it as failed with the reason, releases its week and refunds it', async () => {
  const { line_id, order_id, listing_id } = await handed({ product: 'launch', week_on: '2026-11-30', amount_cents: 4200 });
  const held = () => server.sql`select from week_places where listing_id = ${listing_id} and kind = 'held'`;
  expect([(await lineOf(line_id)).status, (await held()).length]).toEqual(['with_the_team', 1]);
  await giveUpLine(team, { line_id, reason: 'It was live already, so there was nothing to launch.' });
  expect(await lineOf(line_id)).toMatchObject({
    status: 'failed',
    note: 'It was live already, so there was nothing to launch.',
    refunded_cents: 4200,
  });
  expect((await held()).length).toBe(0);
  const refunds = await server.sql`select line_id, amount_cents, account_id, status from refunds where order_id = ${order_id}`;
  expect([...refunds]).toEqual([{ line_id, amount_cents: 4200, account_id: team.caller.account_id, status: 'asked' }]);
  const [order] = await server.sql`select status, refunded_cents from orders where id = ${order_id}`;
  expect(order).toEqual({ status: 'partially_refunded', refunded_cents: 4200 });
  expect(await codeOf(giveUpLine(team, { line_id, reason: 'Again.' }))).toBe('order_line_settled');
});

test('the team can retry a delivery once the obstacle is gone, and is told while it is not', async () => {
  const { line_id, listing_id } = await handed({ product: 'featured' }, 'removed');
  expect(await codeOf(deliverAgain(team, { line_id }))).toBe('order_line_obstacle');
  expect((await lineOf(line_id)).status).toBe('with_the_team');
  await server.sql`update listings set status = 'live' where id = ${listing_id}`;
  await deliverAgain(team, { line_id });
  expect((await lineOf(line_id)).status).toBe('fulfilled');
  expect(await codeOf(deliverAgain(team, { line_id }))).toBe('order_line_settled');
  const moves =
    await server.sql`select move, account_id from moves where record = 'order_line' and record_id = ${String(line_id)} order by id`;
  expect([...moves]).toEqual([
    { move: 'hand_over', account_id: null },
    { move: 'fulfil', account_id: team.caller.account_id },
  ]);
});

test('others, including the team of another site, get "not found"', async () => {
  const { line_id } = await handed({ product: 'done_for_you' });
  const [task] = await tasksOf(line_id);
  const stranger = { ...as(buyer, { ...server, site, clock }), integrations };
  const [other] = await server.sql<
    { id: number }[]
  >`insert into sites (key, name, root) values ('garden', 'Garden', 'http://garden.example') returning id`;
  await server.sql`insert into account_roles (account_id, site_id, role) values (${team.caller.account_id}, ${other!.id}, 'site_admin')`;
  const elsewhere = { ...team, site: { ...site, id: other!.id } };
  const acts = [
    (who: typeof team) => startTask(who, { task_id: task!.id }),
    (who: typeof team) => finishLine(who, { line_id, note: 'x' }),
    (who: typeof team) => giveUpLine(who, { line_id, reason: 'x' }),
    (who: typeof team) => deliverAgain(who, { line_id }),
  ];
  for (const act of acts) {
    expect(await codeOf(act(stranger))).toBe('not_found');
    expect(await codeOf(act(elsewhere))).toMatch(/_not_found$/);
  }
  expect((await lineOf(line_id)).status).toBe('with_the_team');
});
