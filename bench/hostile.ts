import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { prepareDatabase } from '../src/db/migrate/migrate.ts';
import { openDatabase } from '../src/db/open.ts';
import { systemClock } from '../src/kernel/time/clock.ts';
import { startSession } from '../src/modules/accounts/credentials/sessions.ts';
import { ensureDefaultSite } from '../src/modules/sites/sites.ts';
import { createMember } from '../test/support/accounts/member.ts';
import { freePort } from '../test/support/free-port.ts';
import type { HostileSite } from './hostile/sites.ts';
import type { Watched } from './hostile/watch.ts';
import { NODE_FLAGS } from './support/service.ts';

/**
 * Sends hostile sites through drafts, competitors, claims, badge checks and uploads of one process, all at once, and watches
 * from another thread how long /healthz takes and how much memory the process has. Makes its database and removes it. Run
 * `npm run -s build` first:
 *
 *   node bench/hostile.ts [SEED=now] [BYTES=1000000] [ONLY]
 */
const [seed = Date.now() % 1_000_000, bytes = 1_000_000] = process.argv.slice(2, 4).map(Number);
const only = process.argv[4];
const MAX_WAIT_MS = 250;
const MAX_GROWTH = 256 * 1024 * 1024;
const main = join(import.meta.dirname, '..', 'dist', 'main.js');

const SMALL_PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** Concurrent sites; each is used in three ways. */
const AT_ONCE = 32;

/** An account may have twenty open claims; each site opens two. */
const CLAIMS_AN_ACCOUNT = 10;

/** Limits that are never reached: hostile sites must not be stopped by their number here. */
const LIMITS = Object.fromEntries(
  ['drafts', 'readings', 'reads', 'writes', 'pages', 'member_pages', 'pictures'].map((name) => [name, 1_000_000]),
);

const startWorker = (file: string, workerData: unknown) => {
  const worker = new Worker(new URL(file, import.meta.url), { workerData });
  worker.once('error', (error) => {
    throw error;
  });
  return worker;
};

const sites_worker = startWorker('./hostile/sites.ts', { seed, bytes, only });
const [{ plain, sites }] = (await once(sites_worker, 'message')) as [{ plain: HostileSite; sites: HostileSite[] }];

const data_dir = await mkdtemp(join(tmpdir(), 'launchweek-hostile-'));
await chmod(data_dir, 0o755);
const database = await openDatabase({ database_url: null, data_dir, role: 'command', pool: 5 });
let child: ChildProcess | null = null;
try {
  const { sql, connection } = database;
  await prepareDatabase(database);
  await ensureDefaultSite(sql);
  const [site] = await sql<{ id: number }[]>`
    update sites set settings = settings || ${sql.json({ limits: LIMITS })} returning id`;
  const port = await freePort();
  const root = `http://localhost:${port}`;
  child = spawn(process.execPath, [...NODE_FLAGS, main, 'serve'], {
    env: {
      ...process.env,
      NODE_ENV: '',
      // As deploy/ sets it.
      MALLOC_ARENA_MAX: '2',
      LOG_LEVEL: 'info',
      DATABASE_URL: connection.connectionString,
      PORT: String(port),
      CRAWL_ALLOW_PRIVATE: 'on',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const isReady = () =>
    fetch(`${root}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await sleep(100);

  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const call = async (key: string, what: string, method: string, path: string, body?: object) => {
    const reply = await fetch(`${root}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const json = (await reply.json()) as Record<string, unknown>;
    count(`${what}: ${reply.status} ${json.code ?? ''}`);
    return { status: reply.status, json };
  };

  const owner = await createMember({ sql, clock: systemClock });
  const session = await startSession(
    { sql, clock: systemClock, site: { id: 1 } },
    owner.account_id,
    { address: '127.0.0.1', user_agent: 'hostile', known: null },
    true,
  );
  const sendForm = async (what: string, path: string, body: URLSearchParams | FormData): Promise<void> => {
    const headers = { origin: root, cookie: `lw_session=${session.token}` };
    const reply = await fetch(root + path, { method: 'POST', body, redirect: 'manual', headers });
    await reply.text();
    count(`${what}: ${reply.status}`);
  };

  const makeListing = async (origin: string, slug: string, owner_id: number | null): Promise<number> => {
    const domain = new URL(origin).host;
    const [company] = await sql<{ id: number }[]>`insert into companies (domain) values (${domain}) returning id`;
    const [listing] = await sql<{ id: number }[]>`
      insert into listings (site_id, company_id, owner_id, slug, status, plan, launched_at, launch_week_on, name, website, domain, tagline)
      values (${site!.id}, ${company!.id}, ${owner_id}, ${slug}, 'live', 'free', now(), date_trunc('week', now())::date, ${slug},
        ${origin}, ${domain}, 'A site that means no good') returning id`;
    return listing!.id;
  };

  const draft = async ({ name, draft: origin }: HostileSite): Promise<void> => {
    const { status, json } = await call(owner.key, 'draft', 'POST', '/drafts', { url: origin });
    if (status >= 300) return;
    for (let tries = 0; tries < 3000; tries++) {
      const [row] = await sql<{ status: string; code: string | null }[]>`
        select status, failure ->> 'code' as code from drafts where id = ${json.id as number}`;
      if (row!.status === 'ready' || row!.status === 'failed') {
        count(`draft ended: ${row!.status} ${row!.code ?? ''}`);
        if (row!.status === 'ready')
          await call(owner.key, 'competitor', 'PATCH', `/drafts/${json.id}`, { competitor_url: `${origin}/competitor` });
        return;
      }
      await sleep(200);
    }
    count(`draft never ended: ${name}`);
  };
  const claim = async (origin: string, slug: string, key: string): Promise<void> => {
    await makeListing(origin, slug, null);
    for (const method of ['meta', 'file']) {
      const { status, json } = await call(key, 'claim', 'POST', '/claims', { slug, method });
      if (status === 201) await call(key, 'verify', 'POST', `/claims/${json.id}/verify`);
    }
  };
  const checkBadge = async (origin: string, slug: string, image: Uint8Array | null): Promise<void> => {
    const listing_id = await makeListing(origin, slug, owner.account_id);
    await sendForm('badge', `/listings/${slug}/badges/check`, new URLSearchParams({ slug }));
    if (!image) return;
    const form = new FormData();
    form.set('alt', 'A picture');
    form.set('picture', new Blob([Buffer.from(image)]), 'picture.png');
    await sendForm('upload', `/dashboard/listings/${listing_id}/media`, form);
  };
  const takeAllWays = (site: HostileSite, slug: string, key: string): Promise<unknown> =>
    Promise.all([draft(site), claim(site.claim, `${slug}-c`, key), checkBadge(site.badge, `${slug}-b`, site.image)]);

  // Memory growth is measured after everything has run once.
  await takeAllWays({ ...plain, image: SMALL_PNG }, 'plain', owner.key);
  await sleep(3000);
  const watch = startWorker('./hostile/watch.ts', root);
  const { resident_bytes: before } = (await (await fetch(`${root}/healthz`)).json()) as { resident_bytes: number };
  counts.clear();

  const claimants = await Promise.all(
    Array.from({ length: Math.ceil(sites.length / CLAIMS_AN_ACCOUNT) }, () => createMember({ sql, clock: systemClock })),
  );
  const from = performance.now();
  const next = sites.entries();
  const takeNext = async (): Promise<void> => {
    for (const [n, one] of next) await takeAllWays(one, `hostile-${n}`, claimants[Math.floor(n / CLAIMS_AN_ACCOUNT)]!.key);
  };
  // One after the other: this measures hostile bytes, not a hundred simultaneous connections.
  await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => sleep(n * 100).then(takeNext)));
  // Claims and badges are checked again automatically.
  await sql`update listings set status = 'awaiting_badge' where slug like 'hostile-%-b'`;
  await sql`
    insert into badge_watches (listing_id, site_id, began_at, next_look_at)
    select id, site_id, now(), now() from listings where status = 'awaiting_badge'
    on conflict (listing_id) do update set next_look_at = now()`;
  await sql`select graphile_worker.add_job('check_claim', json_build_object('claim_id', id)) from claims`;
  await sql`select graphile_worker.add_job('look_for_badge', json_build_object('listing_id', id)) from listings where status = 'awaiting_badge'`;
  const waiting = () => sql`select from graphile_worker.jobs where run_at < now() and attempts < max_attempts`;
  for (let tries = 0; tries < 600 && (await waiting()).length; tries++) await sleep(500);
  const seconds = (performance.now() - from) / 1000;
  const [{ waits: unsorted, memory }] = await (async () => {
    watch.postMessage('end');
    return (await once(watch, 'message')) as [Watched];
  })();

  const waits = unsorted.toSorted((a, b) => a - b);
  const within = (share: number) => `${waits[Math.min(waits.length - 1, Math.floor(waits.length * share))]!.toFixed(0)} ms`;
  const mb = (many: number) => `${Math.round(many / 1024 / 1024)} MB`;
  const growth = Math.max(...memory) - before;
  const [looks] = await sql<{ badges: number; claims: number }[]>`
    select (select count(*)::int from badge_watches where looked_at is not null) as badges,
      (select count(*)::int from claims where last_check is not null) as claims`;
  counts.set('badges looked for by themselves', looks!.badges).set('claims looked at', looks!.claims);
  console.table(Object.fromEntries([...counts].sort()));
  console.log(`seed ${seed}: ${sites.length} hostile sites of up to ${mb(bytes)} a page in ${seconds.toFixed(0)} s`);
  console.log(
    `/healthz: ${waits.length} times, half within ${within(0.5)}, 99 of 100 within ${within(0.99)}, the slowest ${within(1)} (at most ${MAX_WAIT_MS} ms)`,
  );
  console.log(`memory: ${mb(before)} before, at most ${mb(before + growth)}, growth ${mb(growth)} (at most ${mb(MAX_GROWTH)})`);
  const faults = [...counts.keys()].filter((what) => /never|: 5\d\d|: 429/.test(what));
  if (child.exitCode !== null) faults.push('the process ended');
  if (waits.at(-1)! > MAX_WAIT_MS) faults.push('/healthz waited');
  if (growth > MAX_GROWTH) faults.push('memory grew');
  if (faults.length) {
    process.exitCode = 1;
    console.log(`FAILED: ${faults.join(', ')}`);
  }
} finally {
  if (child && child.exitCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  await sites_worker.terminate();
  await database.close();
  await rm(data_dir, { recursive: true, force: true });
}
