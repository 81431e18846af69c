import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { serverProcesses } from './run-fixture.ts';

const run = promisify(execFile);
let folder: string;
let port: number;
const running = new Set<ChildProcess>();

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as { port: number };
      server.close(() => resolve(free));
    });
  });

const env = (more: Record<string, string> = {}) => ({
  ...process.env,
  DATABASE_URL: '',
  DATA_DIR: join(folder, 'data'),
  PORT: String(port),
  NODE_ENV: '',
  ...more,
});

/** Starts the service as `npm start` does, and resolves once it has printed its addresses or ended. */
const start = (more?: Record<string, string>) => {
  const child = spawn(process.execPath, ['dist/main.js', 'serve'], { env: env(more), stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let said = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const told = new Promise<string>((resolve) => {
    const hear = (chunk: Buffer) => {
      said += chunk;
      if (said.includes('reference ')) resolve(said);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', () => resolve(said));
  });
  return { child, told, ended };
};

const command = (...words: string[]) => run(process.execPath, ['dist/main.js', ...words], { env: env() });

beforeAll(async () => {
  await run('npm', ['run', '-s', 'build']);
  folder = await mkdtemp(join(inject('folder'), 'serve-'));
  await chmod(folder, 0o755);
  port = await freePort();
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

test('from an empty folder it comes up with demo content, survives SIGKILL, refuses a second of itself, and ends cleanly', async () => {
  const first = start();
  expect(await first.told).toContain(`http://localhost:${port}/mcp`);
  const site = () => fetch(`http://localhost:${port}/api/v1/site`).then((answer) => answer.json());
  expect(await site()).toMatchObject({ counts: { live_listings: 51 } });

  await command('site', 'create', '--key', 'garden', '--name', 'Garden', '--root', 'https://garden.example');
  first.child.kill('SIGKILL');
  await first.ended;

  const again = start();
  await again.told;
  expect(await site()).toMatchObject({ counts: { live_listings: 51 } });
  await expect(command('site', 'create', '--key', 'garden', '--name', 'Garden', '--root', 'https://garden.example')).rejects.toThrow(
    /exists already/,
  );

  const second = start({ PORT: String(await freePort()) });
  expect(await second.told).toMatch(/^Launchweek is already serving from .*\n$/);
  expect(await second.ended).toBe(1);

  again.child.kill('SIGTERM');
  expect(await again.ended).toBe(0);
  expect(serverProcesses(join(folder, 'data'))).toEqual([]);
}, 60_000);

test('a request under way is answered before it stops', async () => {
  const server = start();
  await server.told;
  const asked = fetch(`http://localhost:${port}/api/v1/listings?per_page=100`);
  // Whether it has arrived is told by the next one having been answered.
  await fetch(`http://localhost:${port}/healthz`);
  server.child.kill('SIGINT');
  const answer = await asked;
  expect(answer.status).toBe(200);
  expect(((await answer.json()) as { items: unknown[] }).items).toHaveLength(51);
  expect(await server.ended).toBe(0);
}, 60_000);

test.each([
  [{ PORT: 'abc' }, /^PORT is "abc", but must be a port number\.\n$/],
  [{ SITE_ROOT: 'launch.example/x' }, /^SITE_ROOT is /],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL is /],
  [{ CLOCK_START: 'yesterday' }, /^CLOCK_START is /],
  [{ CLOCK_START: '2026-01-05T09:00:00Z', NODE_ENV: 'production' }, /^CLOCK_START moves the clock/],
] as [Record<string, string>, RegExp][])('nonsense in the environment is refused in one sentence: %o', async (more, sentence) => {
  const server = start(more);
  expect(await server.told).toMatch(sentence);
  expect(await server.ended).toBe(1);
});

test('an unknown command shows what there is', async () => {
  await expect(command('dance')).rejects.toThrow(/usage: launchweek COMMAND/);
});
