// How much memory the service takes under load, and how long it takes to start: with all listings, until the first answer.
// usage: npm run -s build && node bench/footprint.ts LISTINGS.jsonl FOLDER [REQUESTS=20000]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { openLasting } from './support/database.ts';
import { loadListings } from './support/load-listings.ts';
import { memoryOf } from './support/processor-time.ts';
import { startService } from './support/service.ts';

const [listings, lasting, amount] = process.argv.slice(2);
if (!listings || !lasting) throw new Error('usage: node bench/footprint.ts LISTINGS.jsonl FOLDER [REQUESTS=20000]');
const requests = Number(amount?.replace('REQUESTS=', '') ?? 20_000);
const MAX_MB = 350;
const MAX_START_MS = 3000;

const folder = await mkdtemp(join(tmpdir(), 'launchweek-bench-'));
const database = await openLasting(lasting, 'http', 2);
await loadListings(database.sql, listings);
await database.sql`update sites set settings = jsonb_set(settings, '{limits}', '{"strangers": 1000000000, "pages": 1000000000}')`;
const slugs = (await database.sql<{ slug: string }[]>`select slug from listings where status = 'live' order by md5(slug) limit 5000`).map(
  ({ slug }) => slug,
);

const start = () => startService({ DATABASE_URL: database.connection.connectionString }, join(folder, 'requests.log'));
const starts: number[] = [];
for (let n = 0; n < 3; n++) {
  const began = performance.now();
  const service = await start();
  await fetch(`${service.url}/api/v1/listings`).then((answer) => answer.text());
  starts.push(performance.now() - began);
  await service.stop();
}
console.log(`start to the first answer: ${starts.map((ms) => Math.round(ms)).join(', ')} ms (at most ${MAX_START_MS})`);

const service = await start();
/** Pages, searches, profiles and lists: what fills caches and the heap most. */
const LOADS: [name: string, path: (n: number) => string][] = [
  ['profiles of the API', (n) => `/api/v1/listings/${slugs[n % slugs.length]}`],
  ['long lists of the API', (n) => `/api/v1/listings?per_page=100&page=${1 + (n % 100)}`],
  ['pages of listings', (n) => `/listings/${slugs[n % slugs.length]}`],
  ['searches', (n) => `/listings?q=${encodeURIComponent(slugs[n % slugs.length]!)}`],
];
for (const [name, path] of LOADS) {
  let n = 0;
  const next = { setupRequest: (request: object) => ({ ...request, path: path(n++) }) };
  const { errors } = await autocannon({ url: service.url, connections: 20, amount: requests / LOADS.length, requests: [next] });
  const { now, peak } = memoryOf(service.pid);
  console.log(`resident after ${name}: ${now.toFixed(0)} MB, at most ${peak.toFixed(0)} MB (limit ${MAX_MB}); ${errors} errors`);
}
await service.stop();
await database.close();
await rm(folder, { recursive: true });
