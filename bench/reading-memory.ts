// What reading hostile sites costs a whole service: how much its process grows, and how long others wait meanwhile.
// usage: node bench/reading-memory.ts [SITES=48] [MB_A_PAGE=2]   (builds the service and starts it on a PostgreSQL of its own)
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { bundle } from '../bundle.ts';

const [sites = 48, mb = 2] = process.argv.slice(2).map(Number);
const MAX_GROWTH_MB = 256;
const MAX_WAIT_MS = 250;
const PAGE_BYTES = mb * 1024 * 1024 - 8192;

/** Pages that the crawler chooses, of twelve kinds. */
const PATHS = ['about', 'pricing', 'contact', 'imprint', 'team', 'faq', 'features', 'press', 'product', 'story', 'help'];
const menu = PATHS.map((path) => `<a href="/${path}">${path}</a>`).join(' ');
const fill = (write: (at: number) => string): string => {
  const parts: string[] = [];
  for (let at = 0, length = 0; length < PAGE_BYTES; at++) {
    const part = write(at);
    parts.push(part);
    length += part.length;
  }
  return parts.join('').slice(0, PAGE_BYTES);
};

/** Page contents, each expensive in another way. */
const FILLINGS: Record<string, () => string> = {
  'dense tags': () => fill(() => '<p><b>x</b>'),
  'random text': () => fill(() => `<p>${randomBytes(300).toString('base64')} Acme was founded in 2019.</p>`),
  'long links': () => fill((at) => `<a href="/x/${at}?utm_source=a&q=${randomBytes(300).toString('hex')}">About ${at}</a>`),
  'structured data': () => `<script type="application/ld+json">[${fill((at) => `{"@type":"Thing","name":"n${at}"},`)}0]</script>`,
  'other scripts': () => fill((at) => `<p class="c${at}" style="color:red">漢字かな交じり文 ${at}</p>`),
};

const pages = Object.values(FILLINGS).map((filling) => filling());
const hostile = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://here');
  if (pathname === '/robots.txt') return void response.writeHead(404).end();
  const kind = (Number(searchParams.get('site') ?? 0) + PATHS.indexOf(pathname.slice(1)) + 1) % pages.length;
  const head = `<!doctype html><html lang="en"><head><title>${pathname} ${Math.random()}</title></head><body><nav>${menu}</nav>`;
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(head + pages[kind]!);
});
hostile.listen(0, '127.0.0.1');
await once(hostile, 'listening');
const site = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;

const BUILT = join('dist', `reading-bench-${process.pid}`);
await bundle({ entryPoints: ['src/main.ts', 'src/parser-worker.ts'], outdir: BUILT });
const data_dir = await mkdtemp(join(tmpdir(), 'launchweek-bench-'));
const port = 20_000 + Math.floor(Math.random() * 20_000);
const env = {
  ...process.env,
  DATA_DIR: data_dir,
  PORT: String(port),
  CRAWL_ALLOW_PRIVATE: 'on',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'error',
  DATABASE_URL: '',
};
const main = join(BUILT, 'main.js');
const run = promisify(execFile);

const residentMb = ({ pid }: ChildProcess): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

const service = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
try {
  let said = '';
  service.stdout.on('data', (chunk) => {
    said += chunk;
  });
  while (!/reference/.test(said)) await sleep(100);
  await run(process.execPath, [main, 'user', 'create', '--email', 'bench@example.com'], { env });
  const { stdout } = await run(process.execPath, [main, 'key', 'create', '--email', 'bench@example.com'], { env });
  const api = async (path: string, body?: unknown) => {
    const answer = await fetch(`http://localhost:${port}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${stdout.trim()}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await answer.json()) as { id: string; status: string; failure: { code: string } | null };
  };
  await sleep(3000);

  const before = residentMb(service);
  const began = performance.now();
  let most = before;
  const waits: number[] = [];
  const ids = await Promise.all(Array.from({ length: sites }, async (_, at) => (await api('/drafts', { url: `${site}/?site=${at}` })).id));
  let open = ids;
  const outcomes: Record<string, number> = {};
  while (open.length > 0 && performance.now() - began < 600_000) {
    const asked = performance.now();
    await fetch(`http://localhost:${port}/healthz`);
    waits.push(performance.now() - asked);
    most = Math.max(most, residentMb(service));
    if (waits.length % 40 === 0) {
      const drafts = await Promise.all(open.map((id) => api(`/drafts/${id}`)));
      for (const { status, failure } of drafts)
        if (status === 'ready' || status === 'failed') outcomes[failure?.code ?? status] = (outcomes[failure?.code ?? status] ?? 0) + 1;
      open = drafts.filter(({ status }) => status === 'crawling' || status === 'drafting').map(({ id }) => id);
    }
    await sleep(25);
  }
  waits.sort((a, b) => a - b);
  const growth = Math.round(most - before);
  const longest = Math.round(waits.at(-1)!);
  console.log(
    `${sites} sites of 12 pages of ${mb} MB in ${((performance.now() - began) / 1000).toFixed(0)} s: ${JSON.stringify(outcomes)}`,
  );
  console.log(
    `resident: ${Math.round(before)} MB before, ${Math.round(most)} MB at most, ${growth} MB more (wanted: under ${MAX_GROWTH_MB})`,
  );
  console.log(`/healthz: median ${waits[waits.length >> 1]!.toFixed(1)} ms, longest ${longest} ms (wanted: under ${MAX_WAIT_MS})`);
  if (growth >= MAX_GROWTH_MB || longest >= MAX_WAIT_MS || open.length > 0) process.exitCode = 1;
} finally {
  service.kill('SIGTERM');
  await once(service, 'exit');
  hostile.close();
  hostile.closeAllConnections();
  for (const folder of [data_dir, BUILT]) await rm(folder, { recursive: true, force: true });
}
