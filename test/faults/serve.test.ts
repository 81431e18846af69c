import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect } from '../../src/db/open.ts';
import { Person } from '../support/accounts/person.ts';
import { freePort } from '../support/free-port.ts';
import { command, useProcesses } from '../support/processes.ts';
import { until } from '../support/until.ts';
import { serverProcesses } from './run-fixture.ts';

const start = useProcesses();
let folder: string;
let env: Record<string, string>;

/** The service as `npm start` runs it, on a database of its own. */
const serve = () => start('', ['serve'], env);
const createGarden = () =>
  command({ ...env, DATABASE_URL: '' }, 'site', 'create', '--key', 'garden', '--name', 'Garden', '--root', 'https://garden.example');
/** The error output and exit code of a command that fails. */
const runAndFail = async (more: Record<string, string>, ...words: string[]) => {
  const { stderr, code } = await command({ DATABASE_URL: '', ...env, ...more }, ...words).catch((error) => error);
  return { stderr, code };
};

beforeAll(async () => {
  folder = await mkdtemp(join(inject('folder'), 'serve-'));
  await chmod(folder, 0o755);
  env = { DATA_DIR: join(folder, 'data'), PORT: String(await freePort()) };
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

test('it starts from an empty folder with demo content, prints a sign-in link for the admin once, survives SIGKILL, and refuses a second server; while stopping it reports not ready, still answers, and finishes requests in progress', async () => {
  const first = await serve();
  expect(first.said()).toContain(`http://localhost:${env.PORT}/mcp`);
  const site = () => fetch(`http://localhost:${env.PORT}/api/v1/site`).then((answer) => answer.json());
  expect(await site()).toMatchObject({ counts: { live_listings: 51 } });
  await createGarden();
  const link = /sign in +(http:\S+)\n/.exec(first.said())![1]!;
  // Its mails are read on a page, not in the database.
  const admin = new Person({ root: first.root, sql: connect(inject('database').server, 1) });
  await admin.send('/sign-in/link', { token: new URL(link).searchParams.get('token')! });
  expect(await (await admin.get('/account')).text()).toContain('admin@launchweek.example');
  // The mail job runs in the same process: without a mail server, mails are stored for the admin.
  await admin.send('/sign-in/mail', { email: 'visitor@example.com' });
  await until(async () => /visitor@example.com.*Stored only/s.test(await (await admin.get('/admin/mail')).text()));
  await first.kill();

  const again = await start('', ['serve'], { ...env, LEAVE_SECONDS: '2' });
  expect(again.said()).not.toContain('sign in');
  expect(await site()).toMatchObject({ counts: { live_listings: 51 } });
  await expect(createGarden()).rejects.toThrow(/already exists/);
  expect(await runAndFail({ PORT: String(await freePort()) }, 'serve')).toEqual({
    stderr: expect.stringMatching(/^Launchweek is already serving from .*\n$/),
    code: 1,
  });
  const request = fetch(`${again.root}/api/v1/listings?per_page=100`);
  // Once the next request is answered, this one has arrived.
  await fetch(`${again.root}/healthz`);
  // One Ctrl-C can reach it twice.
  const ended = Promise.all([again.stop('SIGINT'), again.stop('SIGINT')]);
  const readiness = await until(async () => {
    const reply = await fetch(`${again.root}/readyz`);
    return reply.status === 503 && ((await reply.json()) as { status: string });
  });
  expect(readiness).toMatchObject({ status: 'leaving' });
  expect((await fetch(again.root)).headers.get('connection')).toBe('close');
  const answer = await request;
  expect(answer.status).toBe(200);
  expect(((await answer.json()) as { items: unknown[] }).items).toHaveLength(51);
  expect(await ended).toEqual([0, 0]);
  expect(serverProcesses(join(folder, 'data'))).toEqual([]);
});

test('repeated SIGINT ends it at once, and its database with it', async () => {
  const server = await start('', ['serve'], { ...env, LEAVE_SECONDS: '60' });
  let code: number | null | undefined;
  void server.stop('SIGINT').then((ended) => {
    code = ended;
  });
  await until(async () => {
    if (code === undefined) process.kill(server.pid, 'SIGINT');
    return code !== undefined;
  });
  expect(code).toBe(130);
  expect(serverProcesses(join(folder, 'data'))).toEqual([]);
});

test('an invalid environment variable is reported in one sentence', async () => {
  expect(await runAndFail({ PORT: 'abc' }, 'serve')).toEqual({ stderr: 'PORT is "abc", but must be a port number.\n', code: 1 });
});
