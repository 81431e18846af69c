import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import { type Ctx, inTransaction } from '../../../../src/kernel/context.ts';
import { noLimits } from '../../../../src/kernel/limits.ts';
import { sendMail } from '../../../../src/modules/accounts/mail/outbox.ts';
import { startJobRunner } from '../../../../src/process/job-runner.ts';
import { extractToken, Person } from '../../../support/accounts/person.ts';
import { decodeMail, useMailServer } from '../../../support/integrations/mail-server.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { until } from '../../../support/until.ts';

const server = useServer({ demo: false });
const mail_server = useMailServer();
const log = pino({ level: 'silent' });
const workers: { stop(): Promise<void> }[] = [];

const startWorker = async (smtp_url: string | null, mail_from: string | null = null) => {
  const { sql, connection, root } = server;
  const integrations = openIntegrations({ smtp_url, mail_from });
  const worker = await startJobRunner({ sql, connection, clock: { now: () => NOON }, log, integrations, site_root: root });
  workers.push({
    async stop() {
      await worker.stop();
      integrations.mail.close();
    },
  });
};

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  mail_server.received.length = 0;
});

const mailTo = async (email: string) => (await server.sql`select * from mails where to_email = ${email} order by id desc limit 1`)[0]!;
const waitUntilProcessed = (email: string) =>
  until(async () => {
    const mail = await mailTo(email);
    return mail.status !== 'waiting' ? mail : null;
  });
/** Makes jobs that wait for a retry due now. */
const runRetriesNow = () => server.sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`;

const makeCtx = (): Ctx => ({
  site: {
    id: server.site_id,
    key: 'launchweek',
    name: 'Launchweek',
    tagline: '',
    purpose: '',
    root: server.root,
    time_zone: 'UTC',
    limits: {},
  },
  caller: null,
  clock: { now: () => NOON },
  sql: server.sql,
  limits: noLimits,
  integrations: openIntegrations(),
  request_id: 'r',
});

test('with a mail server a sign-in mail is sent once, as text and HTML, and its text is then deleted', async () => {
  await startWorker(mail_server.url);
  const ada = new Person(server);
  await ada.send('/sign-in/mail', { email: 'ada@example.com' });
  const mail = await waitUntilProcessed('ada@example.com');
  expect(mail).toMatchObject({ status: 'sent', attempts: 1, body_text: '', body_html: '' });
  expect(mail_server.received).toHaveLength(1);
  const [{ to, from, raw }] = mail_server.received as [(typeof mail_server.received)[0]];
  expect(to).toEqual(['ada@example.com']);
  expect(from).toBe('no-reply@localhost');
  expect(raw).toMatch(/^From: Launchweek <no-reply@localhost>\r$/m);
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(raw).toMatch(/text\/plain[\s\S]*text\/html/);
  await ada.send('/sign-in/link', { token: extractToken(decodeMail(raw)) });
  expect(ada.signed_in).toBe(true);
});

test('the sender is configurable', async () => {
  await startWorker(mail_server.url, 'Post Office <post@launch.example>');
  await new Person(server).send('/sign-in/mail', { email: 'from@example.com' });
  await waitUntilProcessed('from@example.com');
  expect(mail_server.received[0]!.raw).toMatch(/^From: Post Office <post@launch.example>\r$/m);
});

test('without a mail server a mail is kept with its text', async () => {
  await startWorker(null);
  await new Person(server).send('/sign-in/mail', { email: 'kept@example.com' });
  const mail = await waitUntilProcessed('kept@example.com');
  expect(mail).toMatchObject({ status: 'kept', sent_at: null });
  expect(mail.body_text).toContain('/sign-in/link?token=');
});

test('a rejected mail is retried until it is sent', async () => {
  await startWorker(mail_server.url);
  mail_server.turn_away = 2;
  await new Person(server).send('/sign-in/mail', { email: 'again@example.com' });
  for (const attempts of [1, 2]) {
    await until(async () => (await mailTo('again@example.com')).attempts === attempts);
    expect(await mailTo('again@example.com')).toMatchObject({ status: 'waiting', last_error: expect.stringContaining('Not now') });
    await until(async () => (await runRetriesNow()).count > 0);
  }
  expect(await waitUntilProcessed('again@example.com')).toMatchObject({ status: 'sent', attempts: 3, last_error: null });
  expect(mail_server.received).toHaveLength(1);
});

test('a mail that fails its last attempt is marked as failed and keeps its text for a retry', async () => {
  await startWorker(mail_server.url);
  mail_server.turn_away = 1;
  await server.sql.begin(async (sql) => {
    await sendMail({ ...makeCtx(), sql }, 'never@example.com', { subject: 's', text: 'secret', html: 'secret' });
    await sql`update graphile_worker._private_jobs set max_attempts = 1 where locked_at is null`;
  });
  expect(await waitUntilProcessed('never@example.com')).toMatchObject({
    status: 'failed',
    body_text: 'secret',
    last_error: expect.stringContaining('Not now'),
  });
});

test('a rolled back transaction sends no mail', async () => {
  await expect(
    inTransaction(makeCtx(), async (ctx) => {
      await sendMail(ctx, 'undone@example.com', { subject: 's', text: 't', html: 'h' });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  const [jobs] = await server.sql`select count(*)::int as n from graphile_worker._private_jobs where attempts < max_attempts`;
  expect([await mailTo('undone@example.com').catch(() => undefined), jobs!.n]).toEqual([undefined, 0]);
});

test('a mail whose job runs twice is sent once', async () => {
  await sendMail(makeCtx(), 'twice@example.com', { subject: 's', text: 't', html: 'h' });
  const { id } = await mailTo('twice@example.com');
  await startWorker(mail_server.url);
  await waitUntilProcessed('twice@example.com');
  await server.sql`select from graphile_worker.add_job('send_mail', ${JSON.stringify({ mail_id: id })}::text::json)`;
  await until(
    async () => (await server.sql`select count(*)::int as n from graphile_worker._private_jobs where attempts < max_attempts`)[0]!.n === 0,
  );
  expect(mail_server.received).toHaveLength(1);
});

test('a subject cannot inject headers', async () => {
  await startWorker(mail_server.url);
  await sendMail(makeCtx(), 'head@example.com', { subject: 'Hi\r\nBcc: eve@example.com\r\n\r\nbody', text: 't', html: 'h' });
  await waitUntilProcessed('head@example.com');
  expect(mail_server.received[0]!.to).toEqual(['head@example.com']);
  expect(mail_server.received[0]!.raw).not.toMatch(/^Bcc:/im);
});
