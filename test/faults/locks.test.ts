import { beforeAll, expect, test } from 'vitest';
import { POOLS } from '../../src/db/pools/guarded-pool.ts';
import { startSession } from '../../src/modules/accounts/credentials/sessions.ts';
import { isAdvisoryLockAwaited, isTableAwaited } from '../support/db/locks.ts';
import { freePort } from '../support/free-port.ts';
import { samplesIn } from '../support/metrics.ts';
import { type Running, useProcesses } from '../support/processes.ts';
import { NOON, useServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { makeVoters, siteOf } from '../support/voters.ts';

const start = useProcesses();
const server = useServer();
let first: Running;
let second: Running;
let metrics_port: number;

beforeAll(async () => {
  metrics_port = await freePort();
  const serve = (env: Record<string, string> = {}) =>
    start(server.connection.connectionString, ['serve', '--no-jobs'], { CLOCK_START: NOON.toISOString(), ...env });
  [first, second] = await Promise.all([serve({ METRICS_PORT: String(metrics_port) }), serve()]);
});

/** Whether the first process lets slow statements wait although it has free connections. */
const isHoldingBackSlowStatements = async (): Promise<boolean> => {
  const samples = samplesIn(await (await fetch(`http://127.0.0.1:${metrics_port}/metrics`)).text());
  const count = (state: string) => samples.get(`launchweek_db_pool_uses{pool="requests",state="${state}"}`)!;
  return count('waiting') > 0 && count('running') < POOLS.requests.connections;
};

/** Runs work while another transaction holds the locks of a statement. */
const whileLocked = async <T>(statement: string, work: (release: () => Promise<void>) => Promise<T>): Promise<T> => {
  const holder = await server.sql.reserve();
  let held = true;
  const release = async () => {
    if (held) await holder`rollback`;
    held = false;
  };
  await holder`begin`;
  await holder.unsafe(statement);
  try {
    return await work(release);
  } finally {
    await release();
    holder.release();
  }
};

/** Creates accounts; returns a session cookie for each. */
const signIn = async (count: number): Promise<string[]> => {
  const accounts = await makeVoters(
    server.sql,
    Array.from({ length: count }, () => ({})),
  );
  const visit = { address: '192.0.2.1', user_agent: undefined, known: null };
  const ctx = { sql: server.sql, clock: { now: () => NOON }, site: await siteOf(server.sql, server.site_id) };
  const sessions = accounts.map((id) => startSession(ctx, id, visit, true));
  return (await Promise.all(sessions)).map(({ token }) => `lw_session=${token}`);
};

const vote = async ({ root }: Running, slug: string, cookie: string): Promise<number> => {
  const headers = { origin: root, cookie };
  const answer = await fetch(`${root}/listings/${slug}/vote`, { method: 'POST', headers, body: new URLSearchParams(), redirect: 'manual' });
  return answer.status;
};
const castOn = async (slug: string): Promise<number> =>
  (
    await server.sql<{ n: number }[]>`
      select count(*)::int as n from votes v join listings l on l.id = v.listing_id where l.slug = ${slug} and v.act = 'cast'`
  )[0]!.n;
const tally = (statuses: number[]) => Object.fromEntries([...Map.groupBy(statuses, String)].map(([status, all]) => [status, all.length]));
const hasWaitingLocks = () => isAdvisoryLockAwaited(server.sql);

const PUBLIC = [
  '/',
  '/listings',
  '/listings/ledgerly',
  '/launches/weeks/this',
  '/leaderboards/community-weekly',
  '/categories',
  '/founders',
  '/blog',
  '/sign-in',
  '/docs',
  '/api/v1/site',
  '/api/v1/listings',
  '/api/v1/listings/ledgerly',
];

test('with votes, ballots, orders and drafts locked, all other pages still work, and requests for these are refused in time', async () => {
  const { key } = await server.member();
  const request = (path: string) => fetch(`${first.root}${path}`, { headers: { authorization: `Bearer ${key}` } });
  // Compiled and connected, as in a process that has been serving.
  await Promise.all(PUBLIC.map((path) => fetch(`${first.root}${path}`).then((answer) => answer.arrayBuffer())));
  await whileLocked('lock table votes, ballots, orders, drafts in access exclusive mode', async () => {
    const blocked = Array.from({ length: 40 }, (_, i) => request(i % 2 ? '/api/v1/orders' : '/api/v1/drafts'));
    // What is sent in the first milliseconds may wait behind one of them, and be refused (decision 23).
    await until(async () => {
      blocked.push(request('/api/v1/orders'), request('/api/v1/drafts'));
      return isHoldingBackSlowStatements();
    });
    const slowest = { ms: 0, path: '' };
    for (let round = 0; round < 5; round++)
      await Promise.all(
        PUBLIC.map(async (path) => {
          const started_at = performance.now();
          const answer = await fetch(`${first.root}${path}`);
          expect([path, answer.status]).toEqual([path, 200]);
          await answer.arrayBuffer();
          const ms = performance.now() - started_at;
          if (ms > slowest.ms) Object.assign(slowest, { ms, path });
        }),
      );
    // Some hundred milliseconds, and at most as long as one wait for the lock.
    expect(slowest).toMatchObject({ ms: expect.toSatisfy((ms: number) => ms < 8000) });
    for (const answer of await Promise.all(blocked)) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3']);
      expect(await answer.json()).toMatchObject({ code: 'busy' });
    }
  });
  expect((await request('/api/v1/orders')).status).toBe(200);
});

test('votes that cannot lock the ledger fail together and in time; sent again, each is cast once', async () => {
  const people = await signIn(150);
  const before = await castOn('sprigg');
  await whileLocked(`select lock_ledger(${server.site_id})`, async () => {
    const started_at = performance.now();
    const statuses = await Promise.all(people.map((cookie) => vote(first, 'sprigg', cookie)));
    expect(tally(statuses)).toEqual({ 503: 150 });
    // One request or one batch after the other would take minutes.
    expect(performance.now() - started_at).toBeLessThan(20_000);
  });
  expect(await castOn('sprigg')).toBe(before);
  for (const server of [first, second])
    expect(tally(await Promise.all(people.map((cookie) => vote(server, 'sprigg', cookie))))).toEqual({ 303: 150 });
  expect(await castOn('sprigg')).toBe(before + 150);
});

test('a process that is suspended inside a vote does not block voting elsewhere, and does not report its vote as cast', async () => {
  const [late, ...people] = await signIn(51);
  const before = await castOn('mawidi');
  // Held up while it has the ledger lock, and suspended there.
  const stopped = await whileLocked('lock table vote_origins in access exclusive mode', async (release) => {
    const answer = vote(first, 'mawidi', late!);
    await until(() => isTableAwaited(server.sql, 'vote_origins'));
    process.kill(first.pid, 'SIGSTOP');
    await release();
    return { answer };
  });
  try {
    expect(tally(await Promise.all(people.map((cookie) => vote(second, 'mawidi', cookie))))).toEqual({ 303: 50 });
    expect(await hasWaitingLocks()).toBe(false);
  } finally {
    process.kill(first.pid, 'SIGCONT');
  }
  expect(await stopped.answer).toBe(503);
  expect(await castOn('mawidi')).toBe(before + 50);
  expect(await vote(first, 'mawidi', late!)).toBe(303);
  expect(await castOn('mawidi')).toBe(before + 51);
});
