import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../src/db/open.ts';
import { guardPool } from '../../src/db/pools/guarded-pool.ts';
import { enqueue } from '../../src/kernel/jobs.ts';
import { processMetrics } from '../../src/kernel/metrics.ts';
import { send_mail } from '../../src/modules/accounts/mail/jobs.ts';
import { castVote } from '../../src/modules/votes/votes.ts';
import { type MetricsListener, serveMetrics } from '../../src/monitoring/metrics.ts';
import { laneOfJob } from '../../src/process/job-runner.ts';
import { samplesIn } from '../support/metrics.ts';
import { NOON, useServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { as, makeVoters, siteOf } from '../support/voters.ts';

// With caching, because hits are counted.
const server = useServer({ rate_limit: true, jobs: true, crawl_allow_private: true, response_ttl_ms: 600 });
const settings = { host: '127.0.0.1', port: 0, token: null };
let listener: MetricsListener;

beforeAll(async () => {
  listener = await serveMetrics({ settings, sql: server.sql, connection: server.connection, laneOf: laneOfJob });
});
afterAll(() => listener.close());

const scrape = async (headers: Record<string, string> = {}, path = '/metrics', port = listener.port) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers });
const samples = async () => samplesIn(await (await scrape()).text());
/** The sum of all samples with this prefix. */
const sum = (all: Map<string, number>, beginning: string) =>
  [...all].filter(([line]) => line.startsWith(beginning)).reduce((total, [, value]) => total + value, 0);

describe('access', () => {
  test('not on the service’s port, whatever the headers', async () => {
    expect((await server.get('/metrics')).status).toBe(404);
    expect((await server.get('/metrics', { authorization: 'Bearer a-token-of-some-length' })).status).toBe(404);
  });

  test('without a token on their own port; other paths and methods are rejected', async () => {
    const answer = await scrape();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect((await scrape({}, '/')).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${listener.port}/metrics`, { method: 'POST' })).status).toBe(405);
  });

  test('with a token, only with it', async () => {
    const token = 'a-token-of-some-length';
    const guarded = await serveMetrics({
      settings: { ...settings, token },
      sql: server.sql,
      connection: server.connection,
      laneOf: laneOfJob,
    });
    const ask = async (authorization?: string) => (await scrape(authorization ? { authorization } : {}, '/metrics', guarded.port)).status;
    expect([await ask(), await ask('Bearer wrong'), await ask(`Basic ${token}`), await ask(`Bearer ${token}`)]).toEqual([
      401, 401, 401, 200,
    ]);
    await guarded.close();
  });

  test('a port in use fails the start', async () => {
    const again = serveMetrics({
      settings: { ...settings, port: listener.port },
      sql: server.sql,
      connection: server.connection,
      laneOf: laneOfJob,
    });
    await expect(again).rejects.toThrow(/EADDRINUSE/);
  });
});

test('requests are counted by route, method and status, never by requested URL', async () => {
  const before = await samples();
  const not_found = 'launchweek_http_requests_total{surface="other",route="not_found"';
  await server.get('/api/v1/listings/ledgerly');
  await server.get('/api/v1/listings/no-such-listing-at-all');
  await server.get('/listings/ledgerly');
  await server.get('/wp-login.php');
  await server.get('/healthz');
  const all = await until(async () => {
    const found = await samples();
    return sum(found, not_found) > sum(before, not_found) && found;
  });
  const grownBy = (line: string) => (all.get(line) ?? 0) - (before.get(line) ?? 0);
  const one = (route: string, status: number, surface: string) =>
    grownBy(`launchweek_http_requests_total{surface="${surface}",route="${route}",method="GET",status="${status}"}`);
  expect(one('get_listing', 200, 'api')).toBe(1);
  expect(one('get_listing', 404, 'api')).toBe(1);
  expect(one('listing', 200, 'page')).toBe(1);
  expect(grownBy('launchweek_http_request_duration_seconds_count{surface="api",route="get_listing"}')).toBe(2);
  expect([...all.keys()].filter((line) => /wp-login|no-such-listing|healthz|ledgerly/.test(line))).toEqual([]);
});

test('MCP calls are counted by tool and outcome; unknown tools are not', async () => {
  const call = (name: string, args: object) =>
    fetch(`${server.root}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    }).then((answer) => answer.text());
  const before = await samples();
  await call('get_site', {});
  await call('get_listing', { slug: 'no-such-listing' });
  await call('made_up_by_somebody', {});
  const all = await samples();
  const grownBy = (line: string) => (all.get(line) ?? 0) - (before.get(line) ?? 0);
  expect(grownBy('launchweek_mcp_tool_calls_total{tool="get_site",outcome="ok"}')).toBe(1);
  expect(grownBy('launchweek_mcp_tool_calls_total{tool="get_listing",outcome="listing_not_found"}')).toBe(1);
  expect([...all.keys()].filter((line) => line.includes('made_up'))).toEqual([]);
});

test('votes, mail, jobs, drafts, limits and caches are counted', async () => {
  const before = await samples();
  const site = await siteOf(server.sql, server.site_id);
  const [voter] = await makeVoters(server.sql, [{}]);
  await castVote(as(voter!, { sql: server.sql, site, clock: { now: () => NOON } }), { slug: 'ledgerly' });
  for (let i = 0; i < 125; i++) await server.get('/api/v1/site', { 'x-forwarded-for': '203.0.113.44' });
  const [mail] = await server.sql`
    insert into mails (site_id, to_email, subject, body_text, body_html) values (${server.site_id}, 'a@example.com', 's', 't', 'h') returning id`;
  await enqueue(server.sql, send_mail, { mail_id: mail!.id as number });
  const { client } = await server.member();
  await client.submit_listing({ url: 'http://127.0.0.1:1/' });
  const grown = (all: Map<string, number>, line: string) => sum(all, line) - sum(before, line);
  const after = await until(async () => {
    const found = await samples();
    const done = (job: string) => grown(found, `launchweek_job_runs_total{job="${job}",outcome="done"}`) > 0;
    return done('send_mail') && done('read_draft') && found;
  });
  expect(grown(after, 'launchweek_mails_total{outcome="kept"}')).toBe(1);
  expect(grown(after, 'launchweek_votes_total{act="cast"')).toBe(1);
  expect(grown(after, 'launchweek_rate_limit_refusals_total{limit="strangers"}')).toBe(5);
  expect(grown(after, 'launchweek_cache_requests_total{cache="api",result="hit"}')).toBeGreaterThan(50);
  expect(grown(after, 'launchweek_crawls_total{outcome="unreachable"}')).toBe(1);
  expect(grown(after, 'launchweek_fetches_total{outcome="unreachable"}')).toBeGreaterThan(0);
  expect(grown(after, 'launchweek_status_changes_total{record="draft",to="failed"}')).toBe(1);
  expect(after.get('launchweek_job_lane_running{lane="general"}')).toBe(1);
});

describe('database metrics', () => {
  test('jobs by lane, state and age; mail, drafts, workers, connections and the clock', async () => {
    const { sql } = server;
    const add = (task: string, run_at: string) => sql`
      select from graphile_worker.add_job(${task}, run_at => now() + ${run_at}::interval, max_attempts => 2, job_key => ${`${task} ${run_at}`})`;
    await add('read_draft', '1 hour');
    await add('of_another_version', '-10 minutes');
    await add('build_draft', '1 day');
    await sql`update graphile_worker._private_jobs set attempts = max_attempts, run_at = now() - interval '2 hours' where key = 'build_draft 1 day'`;
    const all = await until(async () => {
      const found = await samples();
      return found.get('launchweek_jobs{lane="unknown",state="waiting"}') === 1 && found;
    });
    expect(all.get('launchweek_jobs{lane="reading",state="scheduled"}')).toBe(1);
    for (const lane of ['importing', 'delivering']) expect(all.get(`launchweek_jobs{lane="${lane}",state="waiting"}`)).toBe(0);
    expect(all.get('launchweek_jobs{lane="drafting",state="failed"}')).toBe(1);
    expect(all.get('launchweek_job_oldest_seconds{lane="drafting",state="failed"}')).toBeGreaterThan(7000);
    expect(all.get('launchweek_job_oldest_seconds{lane="unknown",state="waiting"}')).toBeGreaterThan(590);
    expect(all.get('launchweek_job_oldest_seconds{lane="general",state="waiting"}')).toBeLessThan(60);
    expect(all.get('launchweek_workers_alive')).toBe(5);
    expect(all.get('launchweek_mails{status="waiting"}')).toBe(0);
    expect(sum(all, 'launchweek_db_connections{')).toBeGreaterThan(1);
    expect(Math.abs(all.get('launchweek_db_clock_offset_seconds')!)).toBeLessThan(60);
    expect(all.get('launchweek_db_up')).toBe(1);
    expect(all.get('launchweek_db_ping_seconds')).toBeLessThan(2);
  });

  test('an unresponsive database is reported in time, without stale values', async () => {
    const nowhere = { connectionString: 'postgres://postgres@127.0.0.1:1/nothing' };
    const away = connect(nowhere.connectionString, 1);
    const lonely = await serveMetrics({ settings, sql: away, connection: nowhere, laneOf: laneOfJob });
    const all = samplesIn(await (await scrape({}, '/metrics', lonely.port)).text());
    expect(all.get('launchweek_db_up')).toBe(0);
    expect(all.get('launchweek_db_ping_seconds')).toBe(2);
    expect(all.has('launchweek_workers_alive')).toBe(false);
    expect(all.has('launchweek_db_clock_offset_seconds')).toBe(false);
    expect(all.has('process_resident_memory_bytes')).toBe(true);
    await lonely.close();
    await away.end({ timeout: 1 });
  });
});

test('a transaction that waits for a connection is counted as waiting', async () => {
  const limits = { connections: 1, transactions: 1, slow: 1, wait_ms: 10_000, answer_ms: 10_000 };
  const sql = guardPool('test', () => connect(server.connection.connectionString, 1), limits);
  const states = async () => {
    const all = samplesIn(await processMetrics.metrics());
    return ['waiting', 'running'].map((state) => all.get(`launchweek_db_pool_uses{pool="test",state="${state}"}`));
  };
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = sql.begin(() => held);
  await until(async () => (await states()).join() === '0,1');
  const second = sql.begin('read only', (tx) => tx`select 1 as one`);
  await until(async () => (await states()).join() === '1,1');
  release();
  await first;
  expect([...(await second)]).toEqual([{ one: 1 }]);
  await expect(sql.begin(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await states()).toEqual([0, 0]);
  await sql.end();
});

test('no metric has more label values than there are routes, besides methods, statuses and buckets', async () => {
  const lines = new Set([...(await samples()).keys()].map((line) => line.replace(/,?(le|method|status)="[^"]*"/g, '')));
  const series = Map.groupBy(lines, (line) => line.split('{')[0]!);
  expect([...series].filter(([, lines]) => lines.length > 1000).map(([name]) => name)).toEqual([]);
});
