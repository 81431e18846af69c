// Uncached public reads with and without a replica: requests a second, and the processor time of the service, of the primary and of the
// standby. Both databases must run on this machine, with the service's content in them.
// usage: npm run -s build && node bench/replicas.ts PRIMARY_URL STANDBY_URL [VALKEY_URL]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { connect } from '../src/db/open.ts';
import { cpuOf, cpuOfServer, findPostmaster } from './support/processor-time.ts';
import { startService } from './support/service.ts';

const [primary, standby, valkey] = process.argv.slice(2);
if (!primary || !standby) throw new Error('usage: node bench/replicas.ts PRIMARY_URL STANDBY_URL [VALKEY_URL]');

const REQUESTS = 2000;
const folder = await mkdtemp(join(tmpdir(), 'launchweek-bench-'));
const sql = connect(primary, 1);
await sql`update sites set settings = jsonb_set(settings, '{limits}', '{"strangers": 1000000000}')`;

const postmasters = [await findPostmaster(primary), await findPostmaster(standby)] as const;
const cpuOfAll = (pid: number) => [cpuOf(pid), ...postmasters.map(cpuOfServer)];

const slugs = (await sql<{ slug: string }[]>`select slug from listings where status = 'live' order by slug`).map(({ slug }) => slug);

/** Every request has an address of its own, so that no response is cached. */
const measure = async (name: string, settings: Record<string, string>): Promise<void> => {
  const service = await startService({ DATABASE_URL: primary, LOG_LEVEL: 'warn', ...settings }, join(folder, 'log'), {
    args: ['--no-jobs'],
  });
  await sleep(1500);
  let n = 0;
  const load = (amount: number) =>
    autocannon({
      url: service.url,
      connections: 20,
      amount,
      requests: [
        { setupRequest: (request) => ({ ...request, path: `/api/v1/listings?q=${slugs[++n % slugs.length]}&per_page=${1 + (n % 50)}` }) },
      ],
    });
  await load(REQUESTS / 4);
  const before = cpuOfAll(service.pid);
  const result = await load(REQUESTS);
  const after = cpuOfAll(service.pid);
  if (result.non2xx || result.errors) throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} failed`);
  const [own, on_primary, on_standby] = after.map((seconds, i) => (((seconds - before[i]!) * 1000) / REQUESTS).toFixed(2));
  console.log(`| ${name} | ${Math.round(result.requests.average)} | ${own} ms | ${on_primary} ms | ${on_standby} ms |`);
  await service.stop();
};

console.log('| reads from | requests a second | service | primary | standby |\n|---|---|---|---|---|');
await measure('the primary', {});
await measure('the standby', { DATABASE_READ_URL: standby });
if (valkey) await measure('the standby, limits in Valkey', { DATABASE_READ_URL: standby, VALKEY_URL: valkey });
await sql.end();
await rm(folder, { recursive: true });
