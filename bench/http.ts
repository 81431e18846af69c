// What a read costs over HTTP, in processor time, as a multiple of a bare server that sends the same bytes. The service runs as in
// production: rate limits on (with a site setting high enough for the load) and every request logged to a file.
// usage: npm run -s build && node bench/http.ts [LISTINGS.jsonl]
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { openDatabase } from '../src/db/open.ts';
import { SERVICE, startService, type Target } from './support/service.ts';

const listings = process.argv[2];
const REQUESTS = 20_000;
const ROUNDS = 3;
const CLOCK_TICKS = 100;

const folder = await mkdtemp(join(tmpdir(), 'launchweek-bench-'));
// As root the database server runs as another user, who needs access.
await chmod(folder, 0o755);
const log = join(folder, 'requests.log');

const prepareService = async (): Promise<Target> => {
  const env = { DATA_DIR: join(folder, 'data') };
  const target = await startService(env, log);
  if (listings)
    execFileSync(process.execPath, [...SERVICE, 'listings', 'import', listings], { env: { ...process.env, ...env }, stdio: 'inherit' });
  const { sql, close } = await openDatabase({ database_url: null, data_dir: env.DATA_DIR, role: 'command', pool: 1 });
  await sql`update sites set settings = jsonb_set(settings, '{limits}', '{"strangers": 1000000000}')`;
  await close();
  // Processes cache sites for less than a second.
  await sleep(1500);
  return target;
};

/** A minimal server that sends the given body as JSON to every request. */
const startBare = async (kind: 'http' | 'fastify', body: string): Promise<Target> => {
  const program =
    kind === 'http'
      ? `import { createServer } from 'node:http';
         const body = Buffer.from(process.env.BODY, 'base64');
         const s = createServer((_, r) => { r.setHeader('content-type', 'application/json; charset=utf-8'); r.end(body); });
         s.listen(0, '127.0.0.1', () => console.log(s.address().port));`
      : `import Fastify from 'fastify';
         const body = Buffer.from(process.env.BODY, 'base64');
         const app = Fastify();
         app.get('/*', (_, r) => r.header('content-type', 'application/json; charset=utf-8').send(body));
         await app.listen({ port: 0, host: '127.0.0.1' }); console.log(app.server.address().port);`;
  const env = { ...process.env, BODY: Buffer.from(body).toString('base64') };
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout, 'data');
  const stop = () => {
    child.kill();
    return once(child, 'exit');
  };
  return { url: `http://127.0.0.1:${String(port).trim()}`, pid: child.pid!, stop };
};

/** Seconds of processor time a process has used. */
const cpuOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS;
};

/** Milliseconds of processor time and of the clock for one request. */
const measure = async ({ url, pid }: Target, paths: string[]): Promise<{ cpu_ms: number; clock_ms: number }> => {
  const requests = paths.map((path) => ({ method: 'GET' as const, path }));
  await autocannon({ url, requests, connections: 20, amount: REQUESTS / 5 });
  const cpu = cpuOf(pid);
  const started_at = performance.now();
  const result = await autocannon({ url, requests, connections: 20, amount: REQUESTS });
  if (result.non2xx || result.errors) throw new Error(`${url}${paths[0]}: ${result.non2xx} refused, ${result.errors} failed`);
  return { cpu_ms: ((cpuOf(pid) - cpu) * 1000) / REQUESTS, clock_ms: (performance.now() - started_at) / REQUESTS };
};

const service = await prepareService();
const read = async (path: string): Promise<string> => {
  const answer = await fetch(service.url + path);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.text();
};
const { items: categories } = JSON.parse(await read('/api/v1/categories')) as { items: { slug: string; live_listings: number }[] };
const category = categories.toSorted((a, b) => b.live_listings - a.live_listings)[0]!.slug;
const slugs: string[] = [];
for (let page = 1; page <= 60; page++) {
  const { items } = JSON.parse(await read(`/api/v1/listings?sort=newest&per_page=100&page=${page}`)) as { items: { slug: string }[] };
  slugs.push(...items.map(({ slug }) => slug));
}
const pagesOf = (path: string) => Array.from({ length: 200 }, (_, i) => `${path}?page=${i + 1}`);

const CASES: { name: string; against: 'http' | 'fastify'; paths: string[]; large?: boolean }[] = [
  { name: 'one listing, cached', against: 'fastify', paths: [`/api/v1/listings/${slugs[0]}`] },
  { name: 'a category, cached', against: 'fastify', paths: [`/api/v1/categories/${category}`] },
  { name: 'the default list, cached', against: 'fastify', paths: ['/api/v1/listings'] },
  { name: 'one listing of 6,000, not cached', against: 'http', paths: slugs.map((slug) => `/api/v1/listings/${slug}`), large: true },
  { name: 'a page of 200, not cached', against: 'http', paths: pagesOf('/api/v1/listings'), large: true },
  { name: 'a category page of 200, not cached', against: 'http', paths: pagesOf(`/api/v1/categories/${category}`), large: true },
];

for (const { name, against, paths } of CASES.filter(({ large }) => !large || listings)) {
  const body = await read(paths[0]!);
  const bare = await startBare(against, body);
  // In turns, since other load on the machine varies; the median of the ratios.
  const rounds: { cpu: number; clock: number; ours: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const theirs = await measure(bare, paths.slice(0, 1));
    const ours = await measure(service, paths);
    rounds.push({ cpu: ours.cpu_ms / theirs.cpu_ms, clock: ours.clock_ms / theirs.clock_ms, ours: ours.cpu_ms, bare: theirs.cpu_ms });
  }
  await bare.stop();
  const median = rounds.toSorted((a, b) => a.cpu - b.cpu)[Math.floor(ROUNDS / 2)]!;
  console.log(
    `${name.padEnd(36)} ${median.ours.toFixed(3)} ms against ${median.bare.toFixed(3)} of bare ${against}: ${median.cpu.toFixed(2)} times the processor time, ${median.clock.toFixed(2)} times the clock   ${body.length} bytes`,
  );
}
const { resident_bytes } = JSON.parse(await read('/healthz')) as { resident_bytes: number };
console.log(
  `resident after the load: ${(resident_bytes / 1024 / 1024).toFixed(0)} MB; request log: ${(statSync(log).size / 1024 / 1024).toFixed(0)} MB`,
);
await service.stop();
await rm(folder, { recursive: true, force: true });
