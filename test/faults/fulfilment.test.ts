import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { enqueueAll } from '../../src/kernel/jobs.ts';
import { fulfil_line } from '../../src/modules/orders/fulfilment/jobs.ts';
import { saveListings } from '../support/launches/saved-listings.ts';
import { makeOrder, type NewLine } from '../support/orders/orders.ts';
import { useScript } from '../support/scripts.ts';
import { NOON, useServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { makeVoters } from '../support/voters.ts';

const server = useServer({ demo: false });
const start = useScript('work-on');

/** Starts a process that runs jobs. */
const startWorker = async (): Promise<ChildProcess> => {
  const child = start(server.connection.connectionString, NOON.toISOString());
  expect((await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()).value).toBe('working');
  return child;
};

const kill = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGKILL');
  await once(child, 'exit');
};

const ORDERS = 24;

test('two workers, one of them killed in the middle: every line is fulfilled, and none twice', async () => {
  const { sql, site_id } = server;
  const [account_id] = (await makeVoters(sql, [{}])) as [number];
  const listings = await saveListings(
    sql,
    site_id,
    Array.from({ length: ORDERS }, () => ({ owner_id: account_id })),
  );
  const line_ids: number[] = [];
  for (const [i, { id: listing_id }] of listings.entries()) {
    const lines: NewLine[] = [
      { product: 'launch', listing_id, week_on: i % 2 ? '2026-11-23' : null },
      { product: 'featured', listing_id },
      { product: 'billboard_min', listing_id, amount_cents: 100 + i },
      { product: 'done_for_you', listing_id },
    ];
    line_ids.push(...(await makeOrder(sql, { site_id, account_id, lines })).line_ids);
  }
  // Each line is enqueued twice, as repeated payment notices may do.
  for (let times = 0; times < 2; times++)
    await enqueueAll(
      sql,
      fulfil_line,
      line_ids.map((line_id) => ({ line_id })),
    );

  const countSettled = async (): Promise<number> =>
    (await sql`select count(*)::int as n from order_lines where id = any(${line_ids}) and status <> 'waiting'`)[0]!.n;
  const [dying, other] = await Promise.all([startWorker(), startWorker()]);
  await until(async () => (await countSettled()) > 0.2 * line_ids.length);
  await kill(dying);
  await until(async () => (await countSettled()) === line_ids.length);

  const moves = await sql<{ move: string; n: number }[]>`
    select move, count(*)::int as n from moves where record = 'order_line' group by move order by move`;
  expect([...moves]).toEqual([
    { move: 'fulfil', n: 3 * ORDERS },
    { move: 'hand_over', n: ORDERS },
  ]);
  const [totals] = await sql`
    select (select count(*)::int from featured_listings) as featured, (select count(*)::int from billboard_contributions) as contributions,
      (select sum(amount_cents)::int from billboard_contributions) as cents, (select count(*)::int from team_tasks) as tasks,
      (select count(*)::int from listings where status = 'live') as live, (select count(*)::int from listings where status = 'scheduled') as scheduled,
      (select count(*)::int from week_places where kind = 'paid') as places, (select count(*)::int from week_places where kind <> 'paid') as other_places,
      (select taken from launch_weeks where week_on = '2026-11-23') as taken`;
  expect(totals).toEqual({
    featured: ORDERS,
    contributions: ORDERS,
    cents: ORDERS * 100 + (ORDERS * (ORDERS - 1)) / 2,
    tasks: 4 * ORDERS,
    live: ORDERS / 2,
    scheduled: ORDERS / 2,
    places: ORDERS / 2,
    other_places: 0,
    taken: ORDERS / 2,
  });
  await kill(other);
});
