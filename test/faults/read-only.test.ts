import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect, type Sql } from '../../src/db/open.ts';
import { Person } from '../support/accounts/person.ts';
import { type Member, problemIn, useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const server = useServer({ rate_limit: true, jobs: true });
let admin: Sql;
let ada: Person;
let member: Member;

/** Makes the database read-only or writable again; sessions pick that up when they start. */
const setReadOnly = async (on: boolean) => {
  const name = new URL(server.connection.connectionString).pathname.slice(1);
  await admin.unsafe(`alter database ${name} set default_transaction_read_only = ${on}`);
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
  await until(async () => {
    const [row] = await server.sql`select current_setting('default_transaction_read_only') as it`.catch(() => []);
    return row?.it === (on ? 'on' : 'off');
  });
};

beforeAll(async () => {
  admin = connect(inject('database').server, 1);
  ada = await new Person(server).signIn('ada@example.com');
  member = await server.member();
  await setReadOnly(true);
});
afterAll(() => admin.end({ timeout: 1 }));

test('reading still works: pages, the API with limits, signed-in users', async () => {
  const own = { authorization: `Bearer ${member.key}`, 'x-forwarded-for': '203.0.113.9' };
  for (const path of ['/', '/listings/packmoth', '/listings?q=ledger', '/readyz', '/api/v1/listings?q=ledger', '/api/v1/site'])
    expect([path, (await server.get(path)).status]).toEqual([path, 200]);
  for (const path of ['/api/v1/me', '/api/v1/me/listings']) expect([path, (await server.get(path, own)).status]).toEqual([path, 200]);
  expect(await (await ada.get('/account')).text()).toContain('ada@example.com');
});

test('rate limits still apply', async () => {
  const statuses = [];
  for (let i = 0; i < 125; i++) statuses.push((await server.get('/api/v1/site?', { 'x-forwarded-for': '203.0.113.77' })).status);
  expect(statuses[0]).toBe(200);
  expect(statuses.at(-1)).toBe(429);
});

test('writes are refused with 503, a code and a reason, and work again afterwards', async () => {
  const vote = await ada.send('/listings/packmoth/vote');
  expect(vote.status).toBe(503);
  expect(vote.headers.get('retry-after')).toBe('60');
  expect(await vote.text()).toContain('The site is read-only right now');
  const draft = await fetch(`${server.api}/drafts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://example.com' }),
  });
  expect(draft.status).toBe(503);
  expect(await problemIn(draft)).toMatchObject({ code: 'read_only', detail: expect.stringContaining('nothing was saved') });
  await setReadOnly(false);
  expect((await ada.send('/listings/packmoth/vote')).status).toBe(303);
});
