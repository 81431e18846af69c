import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runDoctor } from '../../src/cli/doctor.ts';
import { readConfig } from '../../src/config.ts';
import { databaseCheck } from '../../src/db/health-checks.ts';
import { prepareDatabase } from '../../src/db/migrate/migrate.ts';
import { connect, openDatabase, type Sql } from '../../src/db/open.ts';
import { POOLS } from '../../src/db/pools/guarded-pool.ts';
import { PrimaryPositions } from '../../src/db/replicas/lag.ts';
import { formatPosition, parsePosition } from '../../src/db/replicas/position.ts';
import { openReplicas } from '../../src/db/replicas/replicas.ts';
import { loadDemo } from '../../src/demo/load.ts';
import { ensureDefaultSite } from '../../src/modules/sites/sites.ts';
import { openServer } from '../../src/process/serve.ts';
import { OPERATIONS } from '../../src/registry.ts';
import { WEB_PAGES } from '../../src/web/server/routes.ts';
import { createMember } from '../support/accounts/member.ts';
import { Person } from '../support/accounts/person.ts';
import { pathOf } from '../support/calls.ts';
import { freePort } from '../support/free-port.ts';
import { type Cluster, INSTALLED, makeCluster, makeStandby, type Server, signalAll } from '../support/postgres-server.ts';
import { FEW_VOTES, NOON, problemIn } from '../support/server.ts';
import { until } from '../support/until.ts';

const BIN = INSTALLED.get(18)!;
const clock = { now: () => NOON };
const log = pino({ level: 'silent' });

let primary: Cluster;
let standby: Cluster;
let running: { primary: Server; standby: Server };
/** One connection each, for the tests themselves. */
let on: { primary: Sql; standby: Sql };
let urls: { primary: string; standby: string };
let processes: Awaited<ReturnType<typeof startProcess>>[];

/** What one process of the service opens, with checks at short intervals. */
const startProcess = async (max_lag_ms: number, { every_ms = 100, response_ttl_ms = 0 } = {}) => {
  const database = await openDatabase({ database_url: urls.primary, data_dir: '', role: 'command', pool: 1 });
  const [sql, sessions, health] = [database.open('requests'), database.open('sessions'), database.open('health')];
  const reads = await openReplicas({ urls: [urls.standby], primary: sql, health, max_lag_ms, log, every_ms });
  const checks = [databaseCheck(health)];
  const listening = { host: '127.0.0.1', port: 0, site_root: null, rate_limit: true, response_ttl_ms };
  const { app, site_root: root } = await openServer({ ...listening, sql, sessions, reads, checks, clock, log });
  const close = async () => {
    await app.close();
    await reads.stop();
    await database.close();
  };
  return { root, reads, primary: sql, close };
};

beforeAll(async () => {
  const ports = { primary: await freePort(), standby: await freePort() };
  const urlOf = (port: number, database: string) => `postgres://postgres@127.0.0.1:${port}/${database}?sslmode=disable`;
  urls = { primary: urlOf(ports.primary, 'launchweek'), standby: urlOf(ports.standby, 'launchweek') };
  primary = await makeCluster(BIN, ports.primary);
  running = { primary: await primary.start(), standby: null! };
  const admin = connect(urlOf(ports.primary, 'postgres'), 1);
  await admin`create database launchweek`;
  await admin.end();
  on = { primary: connect(urls.primary, 1), standby: connect(urls.standby, 1) };
  const database = await openDatabase({ database_url: urls.primary, data_dir: '', role: 'command', pool: 1 });
  await prepareDatabase(database);
  await loadDemo(database.sql, (await ensureDefaultSite(database.sql))!, NOON, 'UTC', FEW_VOTES);
  await database.close();
  standby = await makeStandby(BIN, { folder: primary.folder, port: ports.primary, sql: on.primary }, ports.standby);
  running.standby = await standby.start();
  processes = [await startProcess(60_000), await startProcess(60_000)];
  await caughtUp();
});
afterAll(async () => {
  await Promise.all(processes.map(({ close }) => close()));
  await Promise.all([on.primary.end({ timeout: 1 }), on.standby.end({ timeout: 1 })]);
  await Promise.all([running.primary.stop('SIGQUIT'), running.standby.stop('SIGQUIT')]);
  await Promise.all([primary.remove(), standby.remove()]);
});

/** Waits until every process reads from the standby, and the standby has everything. */
const caughtUp = async () => {
  const [row] = await on.primary<{ position: string }[]>`select pg_current_wal_lsn()::text as position`;
  await until(async () => processes.every(({ reads, primary }) => reads.choose(row!.position) !== primary));
};
const pauseReplay = async () => {
  await on.standby`select pg_wal_replay_pause()`;
  await until(async () => (await on.standby`select pg_get_wal_replay_pause_state() as it`)[0]!.it === 'paused');
};
const resumeReplay = async () => {
  await on.standby`select pg_wal_replay_resume()`;
  await caughtUp();
};
afterEach(async () => {
  await on.standby`select pg_wal_replay_resume()`.catch(() => {});
});
const rename = (name: string) => on.primary`update listings set name = ${name} where slug = 'packmoth'`;
let addresses = 0;
/** An anonymous request, from an address of its own. */
const get = (path: string, headers: Record<string, string> = {}, { root } = processes[0]!) => {
  addresses += 1;
  return fetch(root + path, { redirect: 'manual', headers: { 'x-forwarded-for': `198.51.100.${addresses % 250}`, ...headers } });
};
const hasVoted = async (person: Person) => (await (await person.get('/listings/packmoth')).text()).includes('You voted for Packmoth');
const nameIn = async (response: Promise<Response>) => ((await (await response).json()) as { name: string }).name;
const callTool = (headers: Record<string, string> = {}) =>
  fetch(`${processes[0]!.root}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_listing', arguments: { slug: 'packmoth' } } }),
  });

test('strangers read from the standby; callers of the API read what was just written', async () => {
  const { key } = await createMember({ sql: on.primary, clock });
  await caughtUp();
  const authorization = `Bearer ${key}`;
  const old = await nameIn(get('/api/v1/listings/packmoth'));
  await pauseReplay();
  await rename('Packmoth of the primary');
  expect(await nameIn(get('/api/v1/listings/packmoth'))).toBe(old);
  expect((await (await callTool()).text()).includes('of the primary')).toBe(false);
  for (const path of ['/listings/packmoth', '/pictures/listings/packmoth.png', '/listings/packmoth/badges/launch.svg', '/sitemap.xml'])
    expect([path, (await get(path)).status < 500]).toEqual([path, true]);
  expect((await (await get('/listings/packmoth')).text()).includes('of the primary')).toBe(false);
  expect(await nameIn(get('/api/v1/listings/packmoth', { authorization }))).toBe('Packmoth of the primary');
  expect((await (await callTool({ authorization })).text()).includes('of the primary')).toBe(true);
  await resumeReplay();
  expect(await nameIn(get('/api/v1/listings/packmoth'))).toBe('Packmoth of the primary');
  await rename(old);
});

test('a person sees what they wrote at once, also where another process answers', async () => {
  const ada = await new Person({ root: processes[0]!.root, sql: on.primary }).signIn('ada@example.com');
  const elsewhere = new Person({ root: processes[1]!.root, sql: on.primary });
  await caughtUp();
  await pauseReplay();
  expect((await ada.send('/listings/packmoth/vote')).status).toBe(303);
  expect(ada.cookies.get('lw_position')).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/);
  for (const [name, value] of ada.cookies) elsewhere.cookies.set(name, value);
  for (const person of [ada, elsewhere]) expect(await hasVoted(person)).toBe(true);
  // Without the cookie the page comes from the standby, which does not know of the vote.
  elsewhere.cookies.delete('lw_position');
  expect(await hasVoted(elsewhere)).toBe(false);
  await resumeReplay();
  const { choose } = processes[0]!.reads;
  await until(async () => choose(ada.cookies.get('lw_position')!) === choose(null));
  expect(await hasVoted(ada)).toBe(true);
});

test('strangers with positions in their cookies share an answer of the primary; false positions are ignored', async () => {
  const process = await startProcess(60_000, { response_ttl_ms: 60_000 });
  processes.push(process);
  await caughtUp();
  await pauseReplay();
  await rename('Packmoth of the primary');
  const isNew = async (position: string) => {
    const page = await get('/listings/packmoth', { cookie: `lw_position=${position}` }, process);
    return (await page.text()).includes('of the primary');
  };
  for (const position of ['FFFFFFFF/FFFFFFFF', '7FFFFFFF/0', '0/1']) expect([position, await isNew(position)]).toEqual([position, false]);
  expect(await isNew((await process.reads.notePosition())!)).toBe(true);
  await rename('Packmoth');
  expect(await isNew((await process.reads.notePosition())!)).toBe(true);
  await resumeReplay();
  processes.pop();
  await process.close();
});

test('a standby that is too far behind is left out, and comes back by itself', async () => {
  const process = await startProcess(300);
  processes.push(process);
  await caughtUp();
  expect(process.reads.status()).toMatchObject([{ reason: null }]);
  await pauseReplay();
  await rename('Packmoth renamed');
  const read = () => nameIn(get('/api/v1/listings/packmoth', {}, process));
  await until(async () => (await read()) === 'Packmoth renamed');
  expect(process.reads.status()).toMatchObject([{ reason: 'It is more than 0.3 seconds behind the primary.' }]);
  expect(await (await get('/readyz', {}, process)).json()).toMatchObject({ status: 'ready', checks: { database: 'ok' } });
  await resumeReplay();
  expect(process.reads.status()).toMatchObject([{ reason: null }]);
  processes.pop();
  await process.close();
});

test('a standby that stops costs no read, and comes back by itself', async () => {
  const reading = { is_over: false, statuses: new Set<number>() };
  const readers = Array.from({ length: 4 }, async () => {
    while (!reading.is_over) reading.statuses.add((await get('/api/v1/listings?per_page=2')).status);
  });
  await running.standby.stop('SIGQUIT');
  await until(async () => processes.every(({ reads }) => reads.status().every(({ reason }) => reason !== null)));
  await rename('Packmoth without a standby');
  expect(await nameIn(get('/api/v1/listings/packmoth'))).toBe('Packmoth without a standby');
  running.standby = await standby.start();
  await caughtUp();
  reading.is_over = true;
  await Promise.all(readers);
  expect([...reading.statuses]).toEqual([200]);
});

interface FeedPage {
  changes: { kind: string; key: string; data: { name: string } | null }[];
  cursor: string;
  has_more: boolean;
}
const readFeed = async (query: Record<string, string>, headers?: Record<string, string>): Promise<FeedPage> => {
  const response = await get(`/api/v1/changes?${new URLSearchParams(query)}`, headers);
  expect(response.status).toBe(200);
  return (await response.json()) as FeedPage;
};
/** What a copy of the feed has, by key, the last state of each record. */
const copyFeed = async (query: Record<string, string> = {}) => {
  const names = new Map<string, string | undefined>();
  const first = await readFeed({ ...query, limit: '20' });
  for (let page = first; ; page = await readFeed({ ...query, limit: '20', cursor: page.cursor })) {
    for (const { kind, key, data } of page.changes) names.set(`${kind} ${key}`, data?.name);
    if (!page.has_more) return { names, first, cursor: page.cursor };
  }
};
const findLastSeq = async (sql: Sql) => Number((await sql`select last_seq from change_feeds`)[0]!.last_seq);

test('a stranger copies the change feed from the standby, and its end from the primary', async () => {
  await copyFeed();
  await caughtUp();
  await pauseReplay();
  await rename('Packmoth at the end');
  const { names, first } = await copyFeed();
  expect(names.get('listing packmoth')).toBe('Packmoth at the end');
  // The first page is as of the standby, to which the primary's last place has not come.
  const [, , began_at] = first.cursor.split('.')[0]!.split('-');
  expect(Number(began_at)).toBe(await findLastSeq(on.standby));
  expect(await findLastSeq(on.primary)).toBeGreaterThan(Number(began_at));
  await resumeReplay();
});

test('a reader of the change feed stays on the standby while the primary writes, also between two checks', async () => {
  const { reads, close } = await startProcess(60_000, { every_ms: 60_000 });
  onTestFinished(close);
  let position: string | null = null;
  const given: boolean[] = [];
  for (let page = 0; page < 5; page++) {
    await rename('Packmoth while somebody reads');
    await caughtUp();
    const read: { position: string } | null = await reads.readOne(position, (sql) => sql`select`);
    given.push(read !== null);
    position = read?.position ?? position;
  }
  expect(given).toEqual([true, true, true, true, true]);
  // What it is known to have says nothing of answers that were read before.
  expect(reads.mayLack(position)).toBe(true);
});

test('a reader of the change feed never gets an older state of a record than before', async () => {
  const { cursor } = await copyFeed();
  const start = cursor.split('.')[0]!;
  await rename('Packmoth of the feed');
  await on.primary`update listings set tagline = tagline || '.' where slug = 'ledgerly'`;
  await copyFeed();
  await caughtUp();
  await pauseReplay();
  await rename('Packmoth after it');
  const position = (await readFeed({ cursor: 'latest' })).cursor.split('.')[1]!;
  const readFirst = async (from: string) => {
    const { key, data } = (await readFeed({ cursor: from, limit: '1', kinds: 'listing' })).changes[0]!;
    return [key, data!.name];
  };
  expect(await readFirst(start)).toEqual(['packmoth', 'Packmoth of the feed']);
  // Who has read the newer state may not get that of the standby. On the primary the record has moved to the end.
  expect(await readFirst(`${start}.${position}`)).toEqual(['ledgerly', 'Ledgerly']);
  await resumeReplay();
});

test('the change feed goes on from the standby while the primary is away, and nothing is missed', async () => {
  const { key } = await createMember({ sql: on.primary, clock });
  const { names, cursor } = await copyFeed();
  await caughtUp();
  await running.primary.stop('SIGINT');
  expect((await copyFeed()).names).toEqual(names);
  const waited = await readFeed({ cursor, wait: '1' });
  expect(waited.changes).toEqual([]);
  expect((await get('/api/v1/changes', { authorization: `Bearer ${key}` })).status).toBe(503);
  const long_poll = readFeed({ cursor: waited.cursor, wait: '30', kinds: 'listing' });
  running.primary = await primary.start();
  await until(() =>
    rename('Packmoth after the outage').then(
      () => true,
      () => false,
    ),
  );
  expect((await long_poll).changes.map(({ key, data }) => [key, data!.name])).toEqual([['packmoth', 'Packmoth after the outage']]);
  await caughtUp();
});

test('what a standby that hangs was asked is read from the primary after a second, and it comes back by itself', async () => {
  const reading = { is_over: false, statuses: new Set<number>(), times: [] as number[] };
  const readers = Array.from({ length: 4 }, async () => {
    while (!reading.is_over) {
      for (const path of ['/api/v1/listings?per_page=2', '/api/v1/changes?limit=20']) {
        const since = performance.now();
        reading.statuses.add((await get(path)).status);
        reading.times.push(performance.now() - since);
      }
    }
  });
  await until(async () => reading.times.length > 20);
  signalAll(running.standby, 'SIGSTOP');
  try {
    await until(async () => processes.every(({ reads }) => reads.status().every(({ reason }) => reason !== null)));
    await rename('Packmoth without an answer');
    expect(await nameIn(get('/api/v1/listings/packmoth'))).toBe('Packmoth without an answer');
  } finally {
    reading.is_over = true;
    await Promise.all(readers);
    signalAll(running.standby, 'SIGCONT');
  }
  expect([...reading.statuses]).toEqual([200]);
  // The pool itself waits six seconds for an answer.
  expect(Math.max(...reading.times)).toBeLessThan(POOLS.replica.answer_ms);
  await caughtUp();
});

test('strangers read on while the primary is away; everything else is refused, and works again afterwards', async () => {
  const [{ root }] = processes as [(typeof processes)[0]];
  const eve = await new Person({ root, sql: on.primary }).signIn('eve@example.com');
  const { key } = await createMember({ sql: on.primary, clock });
  const pages = WEB_PAGES.filter(({ personal, path }) => !personal && !path.includes(':')).map(({ path }) => path);
  const reads = OPERATIONS.filter(({ access, method }) => access === 'public' && method === 'GET');
  const paths = [
    ...pages,
    ...reads.map((row) => `/api/v1${pathOf(row, row.example as Record<string, unknown>)}`),
    ...['/feeds/launches.xml', '/sitemap.xml', '/llms.txt', '/ledger/checkpoint', '/listings/packmoth', '/listings/packmoth?ref=badge'],
  ];
  const statuses = () => Promise.all(paths.map(async (path) => [path, (await get(path)).status]));
  await caughtUp();
  const before = await statuses();
  expect(before.filter(([, status]) => status === 200).length).toBeGreaterThan(30);
  await running.primary.stop('SIGINT');
  expect(await statuses()).toEqual(before);
  await until(async () => processes[0]!.reads.isPrimaryDown());
  const visit = await get('/listings/ledgerly', { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' });
  expect(visit.status).toBe(200);
  expect(await (await get('/readyz')).json()).toMatchObject({
    status: 'reads_only',
    checks: { database: expect.stringContaining('does not') },
  });
  const own = await eve.get('/');
  expect([own.status, own.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await own.text()).toContain('Back in a moment');
  expect((await eve.send('/listings/packmoth/vote')).status).toBe(503);
  const caller = await get('/api/v1/listings/packmoth', { authorization: `Bearer ${key}` });
  expect([caller.status, (await problemIn(caller)).code]).toEqual([503, 'not_ready']);
  const limited = await Promise.all(Array.from({ length: 130 }, () => get('/api/v1/site', { 'x-forwarded-for': '203.0.113.7' })));
  expect(limited.filter(({ status }) => status === 200)).toHaveLength(120);
  running.primary = await primary.start();
  await until(async () => (await eve.send('/listings/packmoth/vote')).status === 303);
  expect(await hasVoted(eve)).toBe(true);
  await until(async () => ((await (await get('/readyz')).json()) as { status: string }).status === 'ready');
  // The view from meanwhile is counted.
  await until(async () => (await on.primary`select from listing_days where day = '2026-11-11' and views > 0`.catch(() => [])).length > 0);
});

test('a process whose primary is back is not ready before it serves members again', async () => {
  const { root, reads, close } = await startProcess(60_000, { every_ms: 2000 });
  try {
    const ivo = await new Person({ root, sql: on.primary }).signIn('ivo@example.com');
    await running.primary.stop('SIGINT');
    await until(async () => reads.isPrimaryDown());
    running.primary = await primary.start();
    await until(async () => ((await (await fetch(`${root}/readyz`)).json()) as { status: string }).status === 'ready');
    expect((await ivo.get('/account')).status).toBe(200);
  } finally {
    await close();
  }
});

test('the doctor says which replicas get reads', async () => {
  await caughtUp();
  const nobody = urls.standby.replace(/:\d+\//, `:${await freePort()}/`);
  const config = readConfig({
    DATABASE_URL: urls.primary,
    DATABASE_READ_URL: `${urls.standby},${nobody},${urls.primary}`,
    DATABASE_READ_LAG_SECONDS: '30',
  });
  const lines: string[] = [];
  expect(await runDoctor(config, (line) => lines.push(line))).toBe(false);
  expect(lines.filter((line) => line.includes('Replica'))).toEqual([
    expect.stringMatching(/^ok .* has what the primary wrote\.$/),
    expect.stringMatching(/^FAILED .* gets no reads: .*ECONNREFUSED/),
    expect.stringMatching(/^FAILED .* gets no reads: It is not a standby of the primary\.$/),
  ]);
});

test('a replica is behind since the first position that it lacks, whether or not the primary writes', () => {
  let now = 0;
  const positions = new PrimaryPositions(() => now);
  positions.add(10n);
  expect([positions.behindSince(9n), positions.behindSince(10n)]).toEqual([0, null]);
  now = 5000;
  positions.add(10n);
  positions.add(20n);
  expect([positions.behindSince(9n), positions.behindSince(10n), positions.behindSince(20n)]).toEqual([0, 5000, null]);
  now = 9000;
  positions.add(15n);
  expect([positions.behindSince(15n), positions.behindSince(12n)]).toEqual([null, 9000]);
});

test.each([
  ['16/B374D848', 0x16b374d848n],
  ['0/0', 0n],
  ['FFFFFFFF/FFFFFFFF', 0xffffffffffffffffn],
  ['16/', null],
  ['123456789/0', null],
  ['x', null],
])('the position %s', (text, number) => {
  expect(parsePosition(text)).toBe(number);
  if (number !== null) expect(formatPosition(number)).toBe(text);
});
