import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { bundle } from '../bundle.ts';
import { median } from './support/search-queries.ts';
import { NODE_FLAGS } from './support/service.ts';

/**
 * What drawing a page costs: how many the server draws in a second, as a share of how many times it answers the same data as JSON
 * (wanted: 0.5). Both are asked in turn, round after round, because the machine's other tenants come and go; processor time is what
 * they change least.
 * usage: node bench/render.ts [rounds=7] [seconds=3]
 */
const rounds = Number(process.argv[2] ?? 7);
const seconds = Number(process.argv[3] ?? 3);
const PORT = 3900;
const root = `http://localhost:${PORT}`;

const start = async (data_dir: string): Promise<ChildProcess> => {
  await bundle({ entryPoints: ['bench/render-server.ts'], outdir: 'dist' });
  const child = spawn(process.execPath, [...NODE_FLAGS, 'dist/render-server.js', data_dir], {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(PORT) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve, reject) => {
    child.stdout!.once('data', resolve);
    child.once('exit', () => reject(new Error('the server ended')));
  });
  return child;
};

interface Cost {
  /** Responses per second of wall time. */
  rate: number;
  /** CPU time per response of the server's process, and including its database. */
  server_ms: number;
  all_ms: number;
}

const spent = async () => (await (await fetch(`${root}/spent`)).json()) as { server_ms: number; database_ms: number };

let asked = 0;
/** Measures responses. The mark is replaced by a changing number, so that no response is cached. */
const cost = async (path: string): Promise<Cost> => {
  const setupRequest = (request: autocannon.Request) => ({ ...request, path: path.replace('#', () => String(asked++)) });
  const before = await spent();
  const result = await autocannon({ url: root, requests: [{ method: 'GET', path, setupRequest }], connections: 20, duration: seconds });
  const after = await spent();
  if (result.non2xx || result.errors) throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} failed`);
  const answers = result['2xx'];
  const server_ms = (after.server_ms - before.server_ms) / answers;
  return { rate: answers / result.duration, server_ms, all_ms: server_ms + (after.database_ms - before.database_ms) / answers };
};

const folder = await mkdtemp(join(tmpdir(), 'launchweek-render-'));
// The user who runs PostgreSQL for root must be able to enter.
await chmod(folder, 0o755);
const child = await start(folder);
try {
  const { items } = (await (await fetch(`${root}/api/v1/listings?sort=votes&per_page=1`)).json()) as { items: { slug: string }[] };
  const listing = `/listings/${items[0]!.slug}`;
  const CASES: { name: string; page: string; data: string }[] = [
    { name: 'home, not kept', page: '/?n=#', data: '/data/home?n=#' },
    { name: 'a listing, not kept', page: `${listing}?n=#`, data: `/data${listing}?n=#` },
    { name: 'a listing, not kept, beside get_listing alone', page: `${listing}?n=#`, data: `/anew${listing}` },
    { name: 'home, kept', page: '/', data: '/data/home' },
    { name: 'a listing, kept', page: listing, data: `/data${listing}` },
    { name: 'a listing, kept, beside get_listing alone', page: listing, data: `/api/v1${listing}` },
  ];

  for (const { name, page, data } of CASES) {
    const bytes = await Promise.all([page, data].map(async (path) => (await (await fetch(root + path)).arrayBuffer()).byteLength));
    const seen: { page: Cost; data: Cost }[] = [];
    for (let round = -1; round < rounds; round++) {
      const both = { page: await cost(page), data: await cost(data) };
      // The first round warms up the JIT compiler.
      if (round >= 0) seen.push(both);
    }
    const spread = (ratioOf: (page: Cost, data: Cost) => number): string => {
      const ratios = seen.map((each) => ratioOf(each.page, each.data)).toSorted((a, b) => a - b);
      return `${median(ratios).toFixed(2)} (${ratios[0]!.toFixed(2)}–${ratios.at(-1)!.toFixed(2)})`;
    };
    const middle = (of: (each: { page: Cost; data: Cost }) => number) => median(seen.map(of).toSorted((a, b) => a - b)).toFixed(2);
    console.log(`${name}: ${bytes[0]} bytes, as JSON ${bytes[1]}
  by the clock ${spread((page, data) => page.rate / data.rate)}
  by processor time of the server ${spread((page, data) => data.server_ms / page.server_ms)}: ${middle(({ page }) => page.server_ms)} and ${middle(({ data }) => data.server_ms)} ms
  by processor time, its database's too ${spread((page, data) => data.all_ms / page.all_ms)}: ${middle(({ page }) => page.all_ms)} and ${middle(({ data }) => data.all_ms)} ms`);
  }
} finally {
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
  await rm(folder, { recursive: true, force: true });
}
