import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/kernel/time/clock.ts';
import { createMember } from '../support/accounts/member.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { useProcesses } from '../support/processes.ts';

const start = useProcesses();
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('200 concurrent calls with one Idempotency-Key on two processes create one draft and get equal responses', async () => {
  const servers = await Promise.all([start(database.url, ['serve', '--no-jobs']), start(database.url, ['serve', '--no-jobs'])]);
  const { key } = await createMember({ ...database, clock: systemClock });
  const post = async (at: number, url: string) => {
    const answer = await fetch(`${servers[at % 2]!.root}/api/v1/drafts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'one-key' },
      body: JSON.stringify({ url }),
    });
    return { status: answer.status, replayed: answer.headers.get('idempotent-replayed'), text: await answer.text() };
  };
  const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => post(at, 'https://acme.example')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.filter(({ replayed }) => replayed !== 'true')).toHaveLength(1);
  const [counts] = await database.sql`
    select (select count(*)::int from drafts) as drafts, (select count(*)::int from graphile_worker.jobs where task_identifier = 'read_draft') as jobs`;
  expect(counts).toEqual({ drafts: 1, jobs: 1 });
  expect(await post(0, 'https://other.example')).toMatchObject({ status: 400, text: expect.stringContaining('idempotency_key_reused') });
  expect(await Promise.all(servers.map((server) => server.stop()))).toEqual([0, 0]);
});
