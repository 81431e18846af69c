import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { type Ctx, inTransaction } from '../../src/kernel/context.ts';
import { noLimits } from '../../src/kernel/limits.ts';
import { sendMail } from '../../src/modules/accounts/mail.ts';
import { openOutside } from '../../src/outside/outside.ts';
import { startWorking } from '../../src/work.ts';
import { readable, useMailServer } from '../support/mail-server.ts';
import { Person, tokenIn } from '../support/person.ts';
import { NOON, useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const server = useServer({ demo: false });
const post = useMailServer();
const log = pino({ level: 'silent' });
const working: { stop(): Promise<void> }[] = [];

const work = async (smtp_url: string | null, mail_from: string | null = null) => {
  const { sql, connection, root } = server;
  const outside = openOutside({ smtp_url, mail_from });
  const worker = await startWorking({ sql, connection, clock: { now: () => NOON }, log, outside, site_root: root });
  working.push({
    async stop() {
      await worker.stop();
      outside.mail.close();
    },
  });
};

afterEach(async () => {
  await Promise.all(working.splice(0).map((worker) => worker.stop()));
  post.received.length = 0;
});

const mailTo = async (email: string) => (await server.sql`select * from mails where to_email = ${email} order by id desc limit 1`)[0]!;
const settled = (email: string) =>
  until(async () => {
    const mail = await mailTo(email);
    return mail.status !== 'waiting' ? mail : null;
  });
/** Lets a job that waits for its next try have it now. */
const hurry = () => server.sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`;

const ctxOf = (): Ctx => ({
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
  request_id: 'r',
});

test('with a mail server: the link goes out once, in text and HTML, from the site, and its text is then forgotten', async () => {
  await work(post.url);
  const ada = new Person(server);
  await ada.send('/sign-in/mail', { email: 'ada@example.com' });
  const mail = await settled('ada@example.com');
  expect(mail).toMatchObject({ status: 'sent', attempts: 1, body_text: '', body_html: '' });
  expect(post.received).toHaveLength(1);
  const [{ to, from, raw }] = post.received as [(typeof post.received)[0]];
  expect(to).toEqual(['ada@example.com']);
  expect(from).toBe('no-reply@localhost');
  expect(raw).toMatch(/^From: Launchweek <no-reply@localhost>\r$/m);
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(raw).toMatch(/text\/plain[\s\S]*text\/html/);
  await ada.send('/sign-in/link', { token: tokenIn(readable(raw)) });
  expect(ada.signed_in).toBe(true);
});

test('the sender can be set', async () => {
  await work(post.url, 'Post Office <post@launch.example>');
  await new Person(server).send('/sign-in/mail', { email: 'from@example.com' });
  await settled('from@example.com');
  expect(post.received[0]!.raw).toMatch(/^From: Post Office <post@launch.example>\r$/m);
});

test('without one it is kept, with its text', async () => {
  await work(null);
  await new Person(server).send('/sign-in/mail', { email: 'kept@example.com' });
  const mail = await settled('kept@example.com');
  expect(mail).toMatchObject({ status: 'kept', sent_at: null });
  expect(mail.body_text).toContain('/sign-in/link?token=');
});

test('turned away it is tried again, until it is out', async () => {
  await work(post.url);
  post.turn_away = 2;
  await new Person(server).send('/sign-in/mail', { email: 'again@example.com' });
  for (const attempts of [1, 2]) {
    await until(async () => (await mailTo('again@example.com')).attempts === attempts);
    expect(await mailTo('again@example.com')).toMatchObject({ status: 'waiting', last_error: expect.stringContaining('Not now') });
    await until(async () => (await hurry()).count > 0);
  }
  expect(await settled('again@example.com')).toMatchObject({ status: 'sent', attempts: 3, last_error: null });
  expect(post.received).toHaveLength(1);
});

test('what never gets out is marked failed at the last try, and can be sent again by who runs the service', async () => {
  await work(post.url);
  post.turn_away = 1;
  await server.sql.begin(async (sql) => {
    await sendMail({ ...ctxOf(), sql }, 'never@example.com', { subject: 's', text: 'secret', html: 'secret' });
    await sql`update graphile_worker._private_jobs set max_attempts = 1 where locked_at is null`;
  });
  expect(await settled('never@example.com')).toMatchObject({
    status: 'failed',
    body_text: 'secret',
    last_error: expect.stringContaining('Not now'),
  });
});

test('what is undone sends nothing', async () => {
  await expect(
    inTransaction(ctxOf(), async (ctx) => {
      await sendMail(ctx, 'undone@example.com', { subject: 's', text: 't', html: 'h' });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  const [jobs] = await server.sql`select count(*)::int as n from graphile_worker._private_jobs where attempts < max_attempts`;
  expect([await mailTo('undone@example.com').catch(() => undefined), jobs!.n]).toEqual([undefined, 0]);
});

test('a mail whose job is run twice is sent once', async () => {
  await sendMail(ctxOf(), 'twice@example.com', { subject: 's', text: 't', html: 'h' });
  const { id } = await mailTo('twice@example.com');
  await work(post.url);
  await settled('twice@example.com');
  await server.sql`select from graphile_worker.add_job('send_mail', ${JSON.stringify({ mail_id: id })}::text::json)`;
  await until(
    async () => (await server.sql`select count(*)::int as n from graphile_worker._private_jobs where attempts < max_attempts`)[0]!.n === 0,
  );
  expect(post.received).toHaveLength(1);
});

test('no name or subject becomes a header', async () => {
  await work(post.url);
  await sendMail(ctxOf(), 'head@example.com', { subject: 'Hi\r\nBcc: eve@example.com\r\n\r\nbody', text: 't', html: 'h' });
  await settled('head@example.com');
  expect(post.received[0]!.to).toEqual(['head@example.com']);
  expect(post.received[0]!.raw).not.toMatch(/^Bcc:/im);
});
