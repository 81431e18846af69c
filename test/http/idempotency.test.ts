import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect, type Sql } from '../../src/db/open.ts';
import { invoke } from '../../src/http/invoke.ts';
import { openIntegrations } from '../../src/integrations/integrations.ts';
import type { Caller, Ctx } from '../../src/kernel/context.ts';
import { noLimits } from '../../src/kernel/limits.ts';
import { operation } from '../../src/kernel/operation.ts';
import { Strict, T } from '../../src/kernel/schema.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let pools: Sql[];
let now = new Date('2026-11-11T12:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  pools = [connect(database.url, 5), connect(database.url, 5)];
  await database.sql`create table effects (id bigint generated always as identity primary key, account_id bigint not null, note text not null)`;
  await database.sql`insert into sites (key, name, root) values ('one', 'One', 'http://one.example'), ('two', 'Two', 'http://two.example')`;
  await database.sql`insert into accounts (email, email_key) values ('a@example.com', 'a@example.com'), ('b@example.com', 'b@example.com')`;
});
beforeEach(() => database.sql`truncate effects, idempotency_keys`);
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

/** An operation with a countable effect. */
const note_down = operation({
  id: 'note_down',
  method: 'POST',
  path: '/notes',
  access: 'listings:write',
  status: 201,
  idempotent: true,
  tag: 'Test',
  summary: 'x',
  description: 'x',
  input: Strict({ note: T.String(), more: T.Optional(Strict({ a: T.Integer(), b: T.Integer() })) }),
  output: Strict({ id: T.Integer() }),
  example: { note: 'x' },
  handler: async ({ sql, caller }, { note }) => {
    const [row] = await sql<{ id: number }[]>`insert into effects (account_id, note) values (${caller!.account_id}, ${note}) returning id`;
    if (note === 'broken') throw new Error('broken');
    return { id: row!.id };
  },
});

const ctxOf = (account_id: number, sql: Sql = database.sql, site_id = 1): Ctx => {
  const caller: Caller = { account_id, kind: 'api_key', scopes: ['listings:write'], client: null, expires_at: null, credential_id: 1 };
  return {
    site: { id: site_id } as Ctx['site'],
    caller,
    clock: { now: () => now },
    sql,
    limits: noLimits,
    request_id: '',
    integrations: openIntegrations(),
  };
};
const idOf = (outcome: Awaited<ReturnType<typeof invoke>>): number => JSON.parse((outcome.answer as { text: string }).text).id;
const effects = async () => (await database.sql`select count(*)::int as count from effects`)[0]!.count;

test('200 concurrent calls with one key on two pools have one effect and equal responses', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, (_, i) => invoke(note_down, ctxOf(1, pools[i % 2]), { note: 'x' }, 'key-1')),
  );
  expect(await effects()).toBe(1);
  expect(new Set(outcomes.map(idOf)).size).toBe(1);
  expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
});

test('the order of properties does not matter; values do', async () => {
  await invoke(note_down, ctxOf(1), { note: 'x', more: { a: 1, b: 2 } }, 'k');
  expect((await invoke(note_down, ctxOf(1), { more: { b: 2, a: 1 }, note: 'x' }, 'k')).replayed).toBe(true);
  await expect(invoke(note_down, ctxOf(1), { note: 'y', more: { a: 1, b: 2 } }, 'k')).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
  expect(await effects()).toBe(1);
});

test('keys of different accounts are independent', async () => {
  await invoke(note_down, ctxOf(1), { note: 'x' }, 'k');
  expect((await invoke(note_down, ctxOf(2), { note: 'x' }, 'k')).replayed).toBe(false);
  expect(await effects()).toBe(2);
});

test('a failed call is not stored: the same key can be retried', async () => {
  await expect(invoke(note_down, ctxOf(1), { note: 'broken' }, 'k')).rejects.toThrow('broken');
  await expect(invoke(note_down, ctxOf(1), { note: 7 }, 'k')).rejects.toMatchObject({ code: 'invalid_input' });
  expect(await effects()).toBe(0);
  expect((await invoke(note_down, ctxOf(1), { note: 'x' }, 'k')).replayed).toBe(false);
});

test('a key expires after a day', async () => {
  await invoke(note_down, ctxOf(1), { note: 'x' }, 'k');
  now = new Date(now.getTime() + 23 * 3_600_000);
  expect((await invoke(note_down, ctxOf(1), { note: 'x' }, 'k')).replayed).toBe(true);
  now = new Date(now.getTime() + 2 * 3_600_000);
  expect((await invoke(note_down, ctxOf(1), { note: 'x' }, 'k')).replayed).toBe(false);
});

test.each(['', 'with space', 'ü', 'x'.repeat(256), 'line\nbreak'])('400 invalid_idempotency_key for %j', async (key) => {
  await expect(invoke(note_down, ctxOf(1), { note: 'x' }, key)).rejects.toMatchObject({ code: 'invalid_idempotency_key' });
});

/** Network calls: by whom, and whether a transaction was open. */
const looks: { note: string; in_transaction: boolean }[] = [];
beforeEach(() => void looks.splice(0));

/** An operation that needs the network first. */
const look_up = operation({
  ...note_down,
  id: 'look_up',
  before: async ({ sql }, { note }) => {
    looks.push({ note, in_transaction: !('begin' in sql) });
    if (note === 'unreachable') throw new Error('unreachable');
    return `seen ${note}`;
  },
  handler: async ({ sql, caller }, _input, seen) => {
    const [row] = await sql<{ id: number }[]>`insert into effects (account_id, note) values (${caller!.account_id}, ${seen}) returning id`;
    return { id: row!.id };
  },
});
const notes = async () => (await database.sql<{ note: string }[]>`select note from effects order by id`).map(({ note }) => note);

test.each([undefined, 'k'])('`before` runs outside any transaction and its result is passed to the handler (key %s)', async (key) => {
  await invoke(look_up, ctxOf(1), { note: 'x' }, key);
  expect(looks).toEqual([{ note: 'x', in_transaction: false }]);
  expect(await notes()).toEqual(['seen x']);
});

test('a replayed response makes no network call; a reused key is rejected before one', async () => {
  const first = await invoke(look_up, ctxOf(1), { note: 'x' }, 'k');
  expect(await invoke(look_up, ctxOf(1), { note: 'x' }, 'k')).toEqual({ ...first, replayed: true });
  await expect(invoke(look_up, ctxOf(1), { note: 'y' }, 'k')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  expect(looks).toHaveLength(1);
});

test('two concurrent calls with one key may both use the network, and have one effect', async () => {
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => invoke(look_up, ctxOf(1), { note: 'x' }, 'k')));
  expect(new Set(outcomes.map(idOf)).size).toBe(1);
  expect(await notes()).toEqual(['seen x']);
});

test('a failure in `before` has no effect and stores no key', async () => {
  await expect(invoke(look_up, ctxOf(1), { note: 'unreachable' }, 'k')).rejects.toThrow('unreachable');
  await expect(invoke(look_up, ctxOf(1), { note: 7 }, 'k')).rejects.toMatchObject({ code: 'invalid_input' });
  expect(looks).toHaveLength(1);
  expect((await invoke(look_up, ctxOf(1), { note: 'x' }, 'k')).replayed).toBe(false);
});

test('keys of different sites are independent', async () => {
  const [one, two] = [
    await invoke(note_down, ctxOf(1), { note: 'x' }, 'k'),
    await invoke(note_down, ctxOf(1, database.sql, 2), { note: 'x' }, 'k'),
  ];
  expect([one.replayed, two.replayed]).toEqual([false, false]);
  expect(idOf(two)).not.toBe(idOf(one));
  await invoke(note_down, ctxOf(1, database.sql, 2), { note: 'y' }, 'other');
  await invoke(note_down, ctxOf(1), { note: 'z' }, 'other');
  expect(await effects()).toBe(4);
});
