import { afterAll, expect, test } from 'vitest';
import { makePasswordCheap } from '../support/accounts/cheap-password.ts';
import { Person } from '../support/accounts/person.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { command, useProcesses } from '../support/processes.ts';

const start = useProcesses();
const PASSWORD = 'correct horse battery';
/** The same time for every process, far from the end of a rate limit window. */
const AT = { CLOCK_START: '2026-11-11T12:00:00Z' };
const databases: TestDatabase[] = [];

/** Each test has a database of its own, so that they run concurrently. */
const makeDatabase = async () => {
  const database = await createTestDatabase();
  databases.push(database);
  return { database, launchweek: (...words: string[]) => command({ ...AT, DATABASE_URL: database.url }, ...words) };
};

afterAll(() => Promise.all(databases.map((database) => database.drop())));

test.concurrent('user create prints a link, key create prints only the key, and errors are one sentence', async () => {
  const { database, launchweek } = await makeDatabase();
  const link = (await launchweek('user', 'create', '--email', 'ops@example.com', '--name', 'Ops', '--admin')).trim();
  expect(link).toMatch(/^http:\/\/localhost:3000\/sign-in\/link\?token=[\w-]{43}$/);
  expect(await database.sql`select name, is_network_admin from accounts where email_key = 'ops@example.com'`).toEqual([
    { name: 'Ops', is_network_admin: true },
  ]);
  expect(await launchweek('key', 'create', '--email', 'ops@example.com', '--scopes', 'account:read')).toMatch(/^lw_[\w-]{43}\n$/);
  for (const [words, sentence] of [
    [['user', 'create', '--email', 'nonsense'], /email must be an email address/],
    [['key', 'create', '--email', 'nobody@example.com'], /has no account/],
    [['key', 'create', '--email', 'ops@example.com', '--scopes', 'everything'], /scopes needs one or more of/],
  ] as [string[], RegExp][]) {
    const stderr = await launchweek(...words).catch((error) => error.stderr as string);
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  }
});

test.concurrent('a thousand wrong passwords at two processes from a hundred addresses: sixty are tried, and the owner is not locked out', async () => {
  const { database, launchweek } = await makeDatabase();
  const token = new URL((await launchweek('user', 'create', '--email', 'target@example.com')).trim()).searchParams.get('token')!;
  const servers = await Promise.all([
    start(database.url, ['serve', '--no-jobs'], { ...AT, RATE_LIMIT: 'on' }),
    start(database.url, ['serve', '--no-jobs'], { ...AT, RATE_LIMIT: 'on' }),
  ]);
  const roots = servers.map(({ root }) => root);
  const owner = new Person({ root: roots[0]!, sql: database.sql });
  await owner.send('/sign-in/link', { token });
  expect((await owner.send('/account/password', { password: PASSWORD })).status).toBe(303);
  await makePasswordCheap(database.sql, 'target@example.com', PASSWORD);

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
  expect([400, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([60, 940]);
  // Even the right password is refused now, except in a browser that has signed in before.
  expect((await guess(7, PASSWORD)).status).toBe(429);
  await owner.send('/sign-out');
  expect((await owner.send('/sign-in/password', { email: 'target@example.com', password: PASSWORD })).headers.get('location')).toBe(
    '/account',
  );
  expect(await Promise.all(servers.map((server) => server.stop()))).toEqual([0, 0]);
});
