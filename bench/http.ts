// What a read of the API costs in processor time, as production runs it: rate limits on (with a site's setting high enough for the load)
// and every request logged to a file. In one run, in turns:
// - cached reads, as a multiple of a bare Fastify route that sends the same bytes, with three processes of each;
// - reads that are not cached, as a multiple of hand-written Fastify routes with one SQL statement each (bench/http/hand-written.ts).
// usage: npm run -s build && node bench/http.ts [LISTINGS.jsonl FOLDER] [ROUNDS=3] [REQUESTS=20000] [BEFORE=CHECKOUT] [ONLY=cached|uncached]
// Without listings it reads the demo; with them the database stays in FOLDER. BEFORE is a checkout with another build to compare with.
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../src/db/open.ts';
import { type Cost, measureInTurns, medianCost, medianRatio } from './http/measure.ts';
import { startBare, startHandWritten } from './http/servers.ts';
import { openLasting, openTemporary } from './support/database.ts';
import { loadListings } from './support/load-listings.ts';
import { findPostmaster } from './support/processor-time.ts';
import { SERVICE, startService, type Target } from './support/service.ts';

const options = new Map(process.argv.slice(2).flatMap((arg) => (/^[A-Z]+=/.test(arg) ? [arg.split('=', 2) as [string, string]] : [])));
const [listings, lasting] = process.argv.slice(2).filter((arg) => !/^[A-Z]+=/.test(arg));
const rounds = Number(options.get('ROUNDS') ?? 3);
const requests = Number(options.get('REQUESTS') ?? 20_000);
const before = options.get('BEFORE');
const only = options.get('ONLY');

const folder = await mkdtemp(join(tmpdir(), 'launchweek-bench-'));
// As root the database server runs as another user, who needs access.
await chmod(folder, 0o755);

const prepareDatabase = async (): Promise<Database> => {
  if (listings) {
    const database = await openLasting(lasting ?? folder, 'http', 4);
    await loadListings(database.sql, listings);
    return database;
  }
  const database = await openTemporary(4, false);
  const env = { ...process.env, DATABASE_URL: database.connection.connectionString };
  execFileSync(process.execPath, [...SERVICE, 'migrate'], { env, stdio: 'ignore' });
  execFileSync(process.execPath, [...SERVICE, 'demo'], { env, stdio: 'ignore' });
  return database;
};

const database = await prepareDatabase();
const { sql } = database;
await sql`update sites set settings = jsonb_set(settings, '{limits}', '{"strangers": 1000000000}')`;
await sql`vacuum analyze`;
const url = database.connection.connectionString;
const postmaster = await findPostmaster(url);

const start = (name: string, checkout?: string): Promise<Target> =>
  startService({ DATABASE_URL: url }, join(folder, `${name}.log`), { args: ['--no-jobs'], folder: checkout });
const service = await start('requests');
// Processes cache sites for less than a second.
await sleep(1500);

const read = async ({ url }: Target, path: string): Promise<string> => {
  const answer = await fetch(url + path);
  if (!answer.ok) throw new Error(`${url}${path} answered ${answer.status}`);
  return answer.text();
};

const slugs = (await sql<{ slug: string }[]>`select slug from listings where status = 'live' order by md5(slug) limit 20000`).map(
  ({ slug }) => slug,
);
const [largest] = await sql<{ slug: string }[]>`
  select c.slug from shelves s join categories c on c.id = s.category_id order by s.live desc limit 1`;
const category = largest!.slug;

const ms = (costs: Cost[], of: (cost: Cost) => number): string => `${medianCost(costs, of).toFixed(3)} ms`;
const own = (cost: Cost): number => cost.process;
const sum = (cost: Cost): number => cost.process + cost.database;

const CACHED: [name: string, path: string][] = [
  ['one listing', `/api/v1/listings/${slugs[0]}`],
  ['a category', `/api/v1/categories/${category}`],
  ['the default list', '/api/v1/listings'],
];

/** Two processes with the same code differ by up to a tenth, however long they run. */
const PROCESSES = 3;
const startSeveral = (startOne: (n: number) => Promise<Target>): Promise<Target[]> =>
  Promise.all(Array.from({ length: PROCESSES }, (_, n) => startOne(n)));
const stopAll = (targets: Target[]): Promise<unknown> => Promise.all(targets.map((target) => target.stop()));

const compareCached = async (): Promise<void> => {
  console.log(`\nCached reads\n\n| what | bytes | bare Fastify | service | ratio |${before ? ' before | ratio before |' : ''}`);
  console.log(`|---|---|---|---|---|${before ? '---|---|' : ''}`);
  const services = await startSeveral((n) => start(`service-${n}`));
  const olds = before ? await startSeveral((n) => start(`before-${n}`, before)) : [];
  await sleep(1500);
  for (const [name, path] of CACHED) {
    const body = await read(service, path);
    const bares = await startSeveral(() => startBare(body));
    const costs = await measureInTurns([...bares, ...services, ...olds], { paths: [path], requests, postmaster }, rounds);
    await stopAll(bares);
    const [base, ours, theirs] = [0, 1, 2].map((at) => costs.slice(at * PROCESSES, (at + 1) * PROCESSES).flat());
    const cells = (before ? [ours!, theirs!] : [ours!]).flatMap((of) => [ms(of, own), medianRatio(of, base!, own).toFixed(2)]);
    console.log(`| ${[name, body.length, ms(base!, own), ...cells].join(' | ')} |`);
  }
  await stopAll([...services, ...olds]);
};

/** Numbers may have zeros in front: many addresses of the same few pages, so that each comes again only when it has expired. */
const pagesOf = (path: string, live: number): string[] => {
  const pages = Math.max(1, Math.min(10, Math.floor(live / 20)));
  const zeros = Array.from({ length: 14 }, (_, n) => '0'.repeat(n));
  return zeros.flatMap((a) => zeros.flatMap((b) => Array.from({ length: pages }, (_, n) => `${path}?per_page=${a}20&page=${b}${n + 1}`)));
};

const UNCACHED: [name: string, paths: string[]][] = [
  ['one listing', slugs.map((slug) => `/api/v1/listings/${slug}`)],
  ['a category', pagesOf(`/api/v1/categories/${category}`, slugs.length / 20)],
  ['the default list', pagesOf('/api/v1/listings', slugs.length)],
];

const compareUncached = async (): Promise<void> => {
  const old = before ? await start('before', before) : null;
  const servers: [name: string, server: Target][] = [
    ['hand-written, without a log', await startHandWritten(url, service.url, null)],
    ['hand-written, with its log', await startHandWritten(url, service.url, join(folder, 'hand-written.log'))],
    ['service', service],
    ...(old ? [['before', old] as [string, Target]] : []),
  ];
  const targets = servers.map(([, server]) => server);
  console.log('\nReads that are not cached\n\n| what | server | process | database | sum | ratio of processes | ratio of sums |');
  console.log('|---|---|---|---|---|---|---|');
  for (const [name, paths] of UNCACHED) {
    for (const path of paths.slice(0, 20)) {
      const [theirs, ours] = [JSON.parse(await read(targets[0]!, path)), JSON.parse(await read(service, path))];
      if (!isDeepStrictEqual(theirs, ours)) throw new Error(`${path}: the hand-written route answers something else.`);
    }
    const costs = await measureInTurns(targets, { paths, requests: requests / 5, postmaster }, rounds);
    for (const [i, [server]] of servers.entries()) {
      const ratios = [own, sum].map((of) => medianRatio(costs[i]!, costs[0]!, of).toFixed(2));
      console.log(`| ${[name, server, ms(costs[i]!, own), ms(costs[i]!, (c) => c.database), ms(costs[i]!, sum), ...ratios].join(' | ')} |`);
    }
  }
  await stopAll(targets.filter((target) => target !== service));
};

if (only !== 'uncached') await compareCached();
if (only !== 'cached') await compareUncached();
await service.stop();
await database.close();
await rm(folder, { recursive: true, force: true });
