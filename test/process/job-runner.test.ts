import pino from 'pino';
import { expect, test } from 'vitest';
import { recordHeartbeat, releaseAbandonedJobs } from '../../src/db/pools/worker-heartbeat.ts';
import { openIntegrations } from '../../src/integrations/integrations.ts';
import type { OutgoingMail } from '../../src/integrations/mail.ts';
import { enqueue, job } from '../../src/kernel/jobs.ts';
import { laneOfJob, startJobRunner } from '../../src/process/job-runner.ts';
import { JOBS } from '../../src/process/jobs.ts';
import { createTestDatabase } from '../support/database.ts';
import { NOON, useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const server = useServer({ demo: false });
const log = pino({ level: 'silent' });

const workWith = (send: (mail: OutgoingMail) => Promise<'sent' | 'kept'>) =>
  startJobRunner({
    sql: server.sql,
    connection: server.connection,
    clock: { now: () => NOON },
    log,
    integrations: { ...openIntegrations({ smtp_url: null, mail_from: null }), mail: { ...openIntegrations().mail, send } },
    site_root: server.root,
  });

const waiting = async () =>
  (await server.sql`select count(*)::int as n from graphile_worker._private_jobs where attempts < max_attempts`)[0]!.n as number;
const write = async (how_many: number, subject: string) => {
  const ids = await server.sql<{ id: number }[]>`
    insert into mails (site_id, to_email, subject, body_text, body_html)
    select ${server.site_id}, 'n' || n || '@example.com', ${subject}, 't', 'h' from generate_series(1, ${how_many}) n returning id`;
  const [send_mail] = JOBS;
  for (const { id } of ids) await enqueue(server.sql, send_mail!, { mail_id: id } as never);
};

test('every job has a unique name', () => {
  expect(new Set(JOBS.map(({ name }) => name)).size).toBe(JOBS.length);
});

test('webhooks, whose receivers may be slow, have workers of their own', () => {
  const lane = laneOfJob('deliver_webhook');
  expect(JOBS.filter(({ name }) => laneOfJob(name) === lane).map(({ name }) => name)).toEqual(['deliver_webhook']);
});

test('many workers share the work: each job runs once', async () => {
  const sent: string[] = [];
  await write(60, 'shared');
  const send = async ({ to }: OutgoingMail) => {
    sent.push(to);
    return 'sent' as const;
  };
  const workers = await Promise.all([workWith(send), workWith(send), workWith(send)]);
  await until(async () => (await waiting()) === 0);
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(sent).toHaveLength(60);
  expect(new Set(sent).size).toBe(60);
});

test('jobs start at once, and running jobs are finished before stopping', async () => {
  let begun = () => {};
  const has_begun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let finish = () => {};
  const may_finish = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const worker = await workWith(async () => {
    begun();
    await may_finish;
    return 'sent';
  });
  await write(1, 'under way');
  await has_begun;
  const stopped = worker.stop();
  finish();
  await stopped;
  const [mail] = await server.sql`select status from mails where subject = 'under way'`;
  expect(mail!.status).toBe('sent');
});

test('jobs that become due at the same time start together, although one worker looks for them', async () => {
  const begun: number[] = [];
  let finish = () => {};
  const may_finish = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const worker = await workWith(async () => {
    begun.push(performance.now());
    await may_finish;
    return 'sent';
  });
  const ids = await server.sql<{ id: number }[]>`
    insert into mails (site_id, to_email, subject, body_text, body_html)
    select ${server.site_id}, 'n@example.com', 'due', 't', 'h' from generate_series(1, 4) n returning id`;
  const [send_mail] = JOBS;
  for (const { id } of ids) await enqueue(server.sql, send_mail!, { mail_id: id } as never, { in_seconds: 2 });
  const enqueued_at = performance.now();
  await until(async () => begun.length === 4);
  // Nobody is notified when a job becomes due.
  expect(begun[0]! - enqueued_at).toBeLessThan(20_000);
  // Looking for each of the other three would take two seconds, six in all.
  expect(begun.at(-1)! - begun[0]!).toBeLessThan(5900);
  finish();
  await worker.stop();
});

test('a job replaces a waiting one with the same key; a delayed job waits', async () => {
  const remind = job<{ n: number }>({ name: 'remind', run: async () => {} });
  await enqueue(server.sql, remind, { n: 1 }, { key: 'k', in_seconds: 3600 });
  await enqueue(server.sql, remind, { n: 2 }, { key: 'k', in_seconds: 3600 });
  const rows =
    await server.sql`select payload, run_at > now() + interval '50 minutes' as later from graphile_worker._private_jobs where key = 'k'`;
  expect(rows).toEqual([{ payload: { n: 2 }, later: true }]);
  await server.sql`delete from graphile_worker._private_jobs`;
});

test('jobs of a dead pool are released within seconds; those of a living one are not', async () => {
  const { sql } = server;
  const idle = job<object>({ name: 'nobody_does_this', run: async () => {} });
  for (const pool of ['pool-dead', 'pool-alive', 'pool-new']) {
    await enqueue(sql, idle, {}, { key: pool });
    const ago = pool === 'pool-new' ? 1 : 60;
    await sql`update graphile_worker._private_jobs set locked_by = ${pool}, locked_at = now() - make_interval(secs => ${ago}) where key = ${pool}`;
  }
  await recordHeartbeat(sql, ['pool-alive', 'pool-dead']);
  await sql`update pools_at_work set seen_at = now() - interval '11 seconds' where pool_id = 'pool-dead'`;
  await releaseAbandonedJobs(sql);
  const held = await sql`select key from graphile_worker.jobs where locked_by is not null and key like 'pool-%' order by key`;
  expect(held.map(({ key }) => key)).toEqual(['pool-alive', 'pool-new']);
  await sql`delete from graphile_worker._private_jobs where key like 'pool-%'`;
});

test('jobs continue after the database has dropped all connections', async () => {
  const sent: string[] = [];
  const worker = await workWith(async ({ to }) => {
    sent.push(to);
    return 'sent';
  });
  const other = await createTestDatabase({ pool: 1 });
  await other.sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${new URL(server.connection.connectionString).pathname.slice(1)}`;
  await other.drop();
  await until(() =>
    write(1, 'after')
      .then(() => true)
      .catch(() => false),
  );
  await until(async () => sent.length > 0);
  await worker.stop();
});
