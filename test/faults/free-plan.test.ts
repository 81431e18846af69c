import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { saveListings } from '../support/launches/saved-listings.ts';
import { useScript } from '../support/scripts.ts';
import { useServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { makeVoters } from '../support/voters.ts';

const server = useServer({ pool: 5, demo: false });
const start = useScript('choose-free');

/** A process that chooses the free plan for all its listings at once when `go` is called. */
const startCrowd = async (owner_id: number, listings: number[]) => {
  const child = start(server.connection.connectionString, String(server.site_id), String(owner_id), ...listings.map(String));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const readLine = async (): Promise<string> => (await lines.next()).value as string;
  expect(await readLine()).toBe('ready');
  return { child, go: () => child.stdin.write('go\n'), readLine };
};

const makeListings = async (n: number): Promise<{ owner: number; ids: number[] }> => {
  const [owner] = await makeVoters(server.sql, [{}]);
  const listings = await saveListings(
    server.sql,
    server.site_id,
    Array.from({ length: n }, () => ({ owner_id: owner! })),
  );
  return { owner: owner!, ids: listings.map(({ id }) => id) };
};

const readWeeks = async (): Promise<{ week_on: string; taken: number; places: number; listings: number }[]> => [
  ...(await server.sql<{ week_on: string; taken: number; places: number; listings: number }[]>`
    select w.week_on, w.taken, (select count(*)::int from week_places p where p.site_id = w.site_id and p.week_on = w.week_on) as places,
      (select count(*)::int from listings l where l.site_id = w.site_id and l.launch_week_on = w.week_on) as listings
    from launch_weeks w where w.taken > 0 order by w.week_on`),
];

test('400 concurrent requests on two processes fill each week exactly to its capacity, the nearest first', async () => {
  const { owner, ids } = await makeListings(400);
  const crowds = await Promise.all([startCrowd(owner, ids.slice(0, 200)), startCrowd(owner, ids.slice(200))]);
  for (const { go } of crowds) go();
  for (const { readLine } of crowds) expect(JSON.parse(await readLine())).toEqual({ promised: 200, faults: [] });
  const filled = await readWeeks();
  expect(filled.map(({ taken, places, listings }) => [taken, places, listings])).toEqual(Array.from({ length: 8 }, () => [50, 50, 50]));
  expect(filled[0]!.week_on).toBe('2026-12-21');
  expect(filled.at(-1)!.week_on).toBe('2027-02-08');
});

test('a process that is killed meanwhile leaves no slot without its listing, and blocks nobody', async () => {
  const { owner, ids } = await makeListings(150);
  const before = (await readWeeks()).reduce((sum, { taken }) => sum + taken, 0);
  const chosen = async (): Promise<number> =>
    (await server.sql`select count(*)::int as n from listings where id = any(${ids}) and status = 'awaiting_badge'`)[0]!.n;
  const dying = await startCrowd(owner, ids);
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
  const again = await startCrowd(
    owner,
    left.map(({ id }) => id),
  );
  again.go();
  expect(JSON.parse(await again.readLine())).toEqual({ promised: left.length, faults: [] });
  const filled = await readWeeks();
  expect(filled.reduce((sum, { taken }) => sum + taken, 0)).toBe(before + 150);
  for (const { taken, places, listings } of filled) expect([taken, places, listings]).toEqual([50, 50, 50]);
});
