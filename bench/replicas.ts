// Uncached public reads with and without a replica: requests a second, and the processor time of the service, of the primary and of the
// standby. Both databases must run on this machine, with the service's content in them.
// usage: npm run -s build && node bench/replicas.ts PRIMARY_URL STANDBY_URL [VALKEY_URL]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { connect } from '../src/db/open.ts';
import { startService } from './support/service.ts';

const [primary, standby, valkey] = process.argv.slice(2);
if (!primary || !standby) throw new Error('usage: node bench/replicas.ts PRIMARY_URL STANDBY_URL [VALKEY_URL]');

const REQUESTS = 2000;
const CLOCK_TICKS = 100;
const folder = await mkdtemp(join(tmpdir(), 'launchweek-bench-'));
const sql = connect(primary, 1);
await sql`update sites set settings = jsonb_set(settings, '{limits}', '{"strangers": 1000000000}')`;

/** Seconds of processor time that a process has used, and those of its children that have ended. */
const cpuOf = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / CLOCK_TICKS;
  } catch {
    return 0;
  }
};

const askPs = (...args: string[]): number[] => execFileSync('ps', args, { encoding: 'utf8' }).split('\n').map(Number).filter(Boolean);

/** The same for a database server: its first process, and all that it started. */
const cpuOfServer = async (url: string): Promise<number> => {
  const one = connect(url, 1);
  const [row] = await one<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const [first] = askPs('-o', 'ppid=', '-p', String(row!.pid));
  await one.end();
  return [first!, ...askPs('-o', 'pid=', '--ppid', String(first))].reduce((sum, pid) => sum + cpuOf(pid), 0);
};

const slugs = (await sql<{ slug: string }[]>`select slug from listings where status = 'live' order by slug`).map(({ slug }) => slug);

/** Every request has an address of its own, so that no response is cached. */
const measure = async (name: string, settings: Record<string, string>): Promise<void> => {
  const service = await startService({ DATABASE_URL: primary, LOG_LEVEL: 'warn', ...settings }, join(folder, 'log'), ['--no-jobs']);
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
  const before = [cpuOf(service.pid), await cpuOfServer(primary), await cpuOfServer(standby)] as const;
  const result = await load(REQUESTS);
  const after = [cpuOf(service.pid), await cpuOfServer(primary), await cpuOfServer(standby)] as const;
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
