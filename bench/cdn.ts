// What a CDN takes off the service: the same requests of strangers to one process, and to Varnish in front of it, with the settings we ship.
// usage: npm run -s build && node bench/cdn.ts [SECONDS]
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { freePort } from '../test/support/free-port.ts';
import { startVarnish } from '../test/support/varnish.ts';
import { cpuOf } from './support/processor-time.ts';
import { startService } from './support/service.ts';

const seconds = Number(process.argv[2] ?? 10);
const TOKEN = 'a-token-of-the-benchmark';

const folder = await mkdtemp(join(tmpdir(), 'launchweek-bench-'));
// As root the database server runs as another user, who needs access.
await chmod(folder, 0o755);
const log = join(folder, 'requests.log');
const port = await freePort();
const root = `http://localhost:${port}`;
const settings = { CDN: 'varnish', CDN_PURGE_URL: `${root}/`, CDN_TOKEN: TOKEN, SITE_ROOT: root, RATE_LIMIT: 'off' };
const service = await startService({ ...settings, DATA_DIR: join(folder, 'data') }, log);
const varnish = await startVarnish({ port, service_ports: [new URL(service.url).port], token: TOKEN });

/** How many requests the service answered: it logs each. Varnish's own counters are added up late. */
const countRequests = async (): Promise<number> => {
  await sleep(1500);
  return readFileSync(log, 'utf8').split('\n').length;
};

const listed = (await (await fetch(`${root}/api/v1/listings?per_page=30`)).json()) as { items: { slug: string }[] };
const paths = [
  ...['/', '/', '/', '/launches/weeks/this', '/listings', '/categories', '/listings?q=ledger', '/api/v1/listings'],
  ...listed.items.flatMap(({ slug }) => [`/listings/${slug}`, `/api/v1/listings/${slug}`]),
];

const measure = async (name: string, url: string): Promise<void> => {
  const before = await countRequests();
  const cpu = cpuOf(service.pid);
  const requests = paths.map((path) => ({
    method: 'GET' as const,
    path,
    headers: { host: new URL(root).host, 'accept-encoding': 'gzip' },
  }));
  const result = await autocannon({ url, connections: 16, duration: seconds, requests });
  if (result.non2xx + result.errors > 0) throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} failed`);
  const { total } = result.requests;
  const used = cpuOf(service.pid) - cpu;
  const answered = (await countRequests()) - before;
  console.log(
    `${name}: ${Math.round(total / result.duration)} requests a second, ${((used * 1e6) / total).toFixed(0)} µs of the service’s processor time each; ` +
      `it answered ${answered}, so the hit ratio is ${(100 * (1 - Math.min(answered / total, 1))).toFixed(1)} %`,
  );
};

console.log(`${paths.length} addresses, ${seconds} s each`);
for (let round = 1; round <= 2; round++) {
  await measure('the process alone', service.url);
  await measure('through Varnish', root);
}
await varnish.stop();
await service.stop();
await rm(folder, { recursive: true });
