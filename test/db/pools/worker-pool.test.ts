import { expect, test } from 'vitest';
import { openWorkerPool } from '../../../src/db/pools/worker-pool.ts';
import { Person } from '../../support/accounts/person.ts';
import { useServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

const server = useServer({ demo: false, jobs: true });

/** Requests a mail, which a job sends. */
const requestMail = async (email: string) => {
  expect((await new Person(server).send('/sign-in/mail', { email })).status).toBe(303);
  await until(async () => (await server.sql`select from mails where to_email = ${email} and status <> 'waiting'`).length > 0);
};

test.each([
  ['done', 'before delete on graphile_worker._private_jobs'],
  ['failed', 'before update of last_error on graphile_worker._private_jobs'],
])('a job that cannot be recorded as %s does not end the process, and the next one runs', async (end, event) => {
  await server.sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
    create trigger refuse ${event} for each row execute function refuse()`);
  if (end === 'failed') {
    await server.sql`select graphile_worker.add_job('send_mail', '{"mail_id": "none"}'::json, max_attempts => 1)`;
    await until(
      async () => (await server.sql`select from graphile_worker.jobs where attempts > 0 and task_identifier = 'send_mail'`).length > 0,
    );
  } else await requestMail(`${end}@example.com`);
  await server.sql`drop function refuse() cascade`;
  await requestMail(`after-${end}@example.com`);
});

test('sessions have our settings, and lost ones are reported and replaced', async () => {
  const lost: Error[] = [];
  const { pool, close } = openWorkerPool(server.connection.connectionString, { max: 2, onError: (error) => lost.push(error) });
  const { rows } = await pool.query(
    `select current_setting('jit') as jit, current_setting('TimeZone') as zone, current_setting('statement_timeout') as timeout,
      current_setting('application_name') as name`,
  );
  expect(rows).toEqual([{ jit: 'off', zone: 'UTC', timeout: '30s', name: 'launchweek' }]);
  const client = await pool.connect();
  const { rows: pids } = await client.query('select pg_backend_pid() as pid');
  await server.sql`select pg_terminate_backend(${pids[0].pid})`;
  await until(async () => lost.length > 0);
  await expect(client.query('select 1')).rejects.toThrow();
  client.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  // Releasing a connection twice does no harm.
  await new Promise<void>((resolve) =>
    pool.connect((_error, _client, release) => {
      release();
      release();
      resolve();
    }),
  );
  await close();
});

test('a pool closes even while a connection is in use', async () => {
  const { pool, close } = openWorkerPool(server.connection.connectionString, { max: 1, onError: () => {} });
  const client = await pool.connect();
  await close();
  await expect(client.query('select 1')).rejects.toThrow();
});
