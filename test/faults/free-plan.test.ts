import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { saveListings } from '../support/saved.ts';
import { useScript } from '../support/scripts.ts';
import { useServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { makeVoters } from '../support/voters.ts';

const server = useServer({ demo: false });
const start = useScript('choose-free');

/** A process that waits for the word, and then chooses the free plan for all its listings at once. */
const crowd = async (owner_id: number, listings: number[]) => {
  const child = start(server.connection.connectionString, String(server.site_id), String(owner_id), ...listings.map(String));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const hear = async (): Promise<string> => (await lines.next()).value as string;
  expect(await hear()).toBe('ready');
  return { child, go: () => child.stdin.write('go\n'), hear };
};

const saved = async (n: number): Promise<{ owner: number; ids: number[] }> => {
  const [owner] = await makeVoters(server.sql, [{}]);
  const listings = await saveListings(
    server.sql,
    server.site_id,
    Array.from({ length: n }, () => ({ owner_id: owner! })),
  );
  return { owner: owner!, ids: listings.map(({ id }) => id) };
};

const weeks = async (): Promise<{ week_on: string; taken: number; places: number; listings: number }[]> => [
  ...(await server.sql<{ week_on: string; taken: number; places: number; listings: number }[]>`
    select w.week_on, w.taken, (select count(*)::int from week_places p where p.site_id = w.site_id and p.week_on = w.week_on) as places,
      (select count(*)::int from listings l where l.site_id = w.site_id and l.launch_week_on = w.week_on) as listings
    from launch_weeks w where w.taken > 0 order by w.week_on`),
];

test('1,000 at once on two processes fill each week exactly to its room, the nearest first', async () => {
  const { owner, ids } = await saved(1000);
  const crowds = await Promise.all([crowd(owner, ids.slice(0, 500)), crowd(owner, ids.slice(500))]);
  for (const { go } of crowds) go();
  for (const { hear } of crowds) expect(JSON.parse(await hear())).toEqual({ promised: 500, faults: [] });
  const filled = await weeks();
  expect(filled.map(({ taken, places, listings }) => [taken, places, listings])).toEqual(Array.from({ length: 20 }, () => [50, 50, 50]));
  expect(filled[0]!.week_on).toBe('2026-12-21');
  expect(filled.at(-1)!.week_on).toBe('2027-05-03');
});

test('a process that is killed while it chooses leaves no place without its listing, and keeps nobody out', async () => {
  const { owner, ids } = await saved(300);
  const before = (await weeks()).reduce((sum, { taken }) => sum + taken, 0);
  const chosen = async (): Promise<number> =>
    (await server.sql`select count(*)::int as n from listings where id = any(${ids}) and status = 'awaiting_badge'`)[0]!.n;
  const dying = await crowd(owner, ids);
  dying.go();
  await until(async () => (await chosen()) > 10);
  dying.child.kill('SIGKILL');
  await once(dying.child, 'exit');
  const left = await until(async () => {
    const rows = await server.sql<
      { id: number }[]
    >`select id from listings where id = any(${ids}) and status = 'draft' for update skip locked`;
    return rows.length + (await chosen()) === ids.length && rows;
  });
  const again = await crowd(
    owner,
    left.map(({ id }) => id),
  );
  again.go();
  expect(JSON.parse(await again.hear())).toEqual({ promised: left.length, faults: [] });
  const filled = await weeks();
  expect(filled.reduce((sum, { taken }) => sum + taken, 0)).toBe(before + 300);
  for (const { taken, places, listings } of filled) expect([taken, places, listings]).toEqual([50, 50, 50]);
});
