import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { Person, tokenFor } from '../support/person.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const running = new Set<ChildProcess>();
const PASSWORD = 'correct horse battery';
let folder: string;
let database: TestDatabase;

const freePort = (): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(String(port)));
    });
  });

/** The same moment for every process, far from the end of a window. */
const env = (more: Record<string, string>) => ({
  ...process.env,
  NODE_ENV: '',
  LOG_LEVEL: 'silent',
  CLOCK_START: '2026-11-11T12:00:00Z',
  DATA_DIR: join(folder, 'data'),
  ...more,
});

const start = async (more: Record<string, string>, ...words: string[]) => {
  const child = spawn(process.execPath, ['dist/main.js', ...words], { env: env(more), stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  let said = '';
  child.stdout!.on('data', (chunk) => {
    said += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await until(async () => /reference .*\n|Working/.test(said), 60_000);
  return { child, said, ended, heard: () => said };
};
const rootIn = (said: string) => /website +(http:\/\/localhost:\d+)\//.exec(said)![1]!;
const command = async (...words: string[]) =>
  (await run(process.execPath, ['dist/main.js', ...words], { env: env({ DATABASE_URL: database.url }) })).stdout;

beforeAll(async () => {
  await run('npm', ['run', '-s', 'build']);
  folder = await mkdtemp(join(inject('folder'), 'people-'));
  await chmod(folder, 0o755);
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await database.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

test('the first start with demo content prints a link that makes its reader the admin, once', async () => {
  const port = await freePort();
  const { child, said, ended } = await start({ DATABASE_URL: '', PORT: port }, 'serve');
  const link = /sign in +(http:\S+)\n/.exec(said)![1]!;
  const admin = new Person({ root: rootIn(said), sql: database.sql });
  await admin.send('/sign-in/link', { token: new URL(link).searchParams.get('token')! });
  expect(await (await admin.get('/account')).text()).toContain('admin@launchweek.example');
  // The job has run in the same process: without a mail server the mail is kept for the admin.
  await admin.send('/sign-in/mail', { email: 'visitor@example.com' });
  await until(async () => /visitor@example.com.*Kept here/s.test(await (await admin.get('/admin/mail')).text()));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  const again = await start({ DATABASE_URL: '', PORT: port }, 'serve');
  expect(again.said).not.toContain('sign in');
  again.child.kill('SIGTERM');
  expect(await again.ended).toBe(0);
}, 90_000);

test('commands: user create prints a link, key create the key alone, and mistakes are one sentence', async () => {
  const link = (await command('user', 'create', '--email', 'ops@example.com', '--name', 'Ops', '--admin')).trim();
  expect(link).toMatch(/^http:\/\/localhost:3000\/sign-in\/link\?token=[\w-]{43}$/);
  expect(await database.sql`select name, is_network_admin from accounts where email_key = 'ops@example.com'`).toEqual([
    { name: 'Ops', is_network_admin: true },
  ]);
  expect(await command('key', 'create', '--email', 'ops@example.com', '--scopes', 'account:read')).toMatch(/^lw_[\w-]{43}\n$/);
  for (const [words, sentence] of [
    [['user', 'create', '--email', 'nonsense'], /email must be a mail address/],
    [['user', 'create'], /user create --email/],
    [['key', 'create', '--email', 'nobody@example.com'], /has no account/],
    [['key', 'create', '--email', 'ops@example.com', '--scopes', 'everything'], /scopes needs one or more of/],
  ] as [string[], RegExp][]) {
    const said = await command(...words).catch((error) => error.stderr as string);
    expect(said).toMatch(sentence);
    expect(said.trim().split('\n')).toHaveLength(1);
  }
}, 60_000);

test('a thousand wrong passwords at once, at two processes and from a hundred addresses: ten are tried', async () => {
  const url = { DATABASE_URL: database.url };
  const token = new URL((await command('user', 'create', '--email', 'target@example.com')).trim()).searchParams.get('token')!;
  const servers = await Promise.all([
    start({ ...url, PORT: await freePort() }, 'serve'),
    start({ ...url, PORT: await freePort() }, 'serve'),
  ]);
  const roots = servers.map(({ said }) => rootIn(said));
  const owner = new Person({ root: roots[0]!, sql: database.sql });
  await owner.send('/sign-in/link', { token });
  expect((await owner.send('/account/password', { password: PASSWORD })).status).toBe(303);

  const guess = (n: number, password: string) =>
    new Person({ root: roots[n % 2]!, sql: database.sql }, { headers: { 'x-forwarded-for': `198.51.100.${n % 100}` } }).send(
      '/sign-in/password',
      {
        email: 'target@example.com',
        password,
      },
    );
  const statuses: number[] = [];
  for (let round = 0; round < 10; round++)
    statuses.push(
      ...(await Promise.all(Array.from({ length: 100 }, async (_, n) => (await guess(n, `guess number ${round * 100 + n}`)).status))),
    );
  expect([400, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([10, 990]);
  // Even the right one is not tried any more; its owner gets in by link.
  expect((await guess(7, PASSWORD)).status).toBe(429);
  await owner.send('/sign-in/mail', { email: 'target@example.com' });
  const mails = await database.sql<{ status: string }[]>`select status from mails where to_email = 'target@example.com'`;
  expect(mails.length).toBeGreaterThan(0);
  for (const { child } of servers) child.kill('SIGTERM');
  expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0]);
}, 90_000);

test('work does jobs without serving, beside a serve that does none and whose log holds no link', async () => {
  const port = await freePort();
  const serving = await start({ DATABASE_URL: database.url, PORT: port, LOG_LEVEL: 'info' }, 'serve', '--no-jobs');
  await new Person({ root: rootIn(serving.said), sql: database.sql }).send('/sign-in/mail', { email: 'split@example.com' });
  const status = async () => (await database.sql`select status from mails where to_email = 'split@example.com'`)[0]!.status;
  expect(await status()).toBe('waiting');
  const token = await tokenFor(database, 'split@example.com');
  await fetch(`${rootIn(serving.said)}/sign-in/link?token=${token}&x=1`);
  const working = await start({ DATABASE_URL: database.url }, 'work');
  await until(async () => (await status()) === 'kept');
  for (const { child } of [serving, working]) child.kill('SIGTERM');
  expect(await Promise.all([serving.ended, working.ended])).toEqual([0, 0]);
  expect(serving.heard()).toContain('/sign-in/link?token=…&x=1');
  expect(serving.heard()).not.toContain(token);
}, 60_000);
