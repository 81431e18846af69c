import { Webhook as Verifier } from 'standardwebhooks';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { connect, type Sql } from '../../../src/db/open.ts';
import { openIntegrations } from '../../../src/integrations/integrations.ts';
import type { Caller, Ctx } from '../../../src/kernel/context.ts';
import { createSite } from '../../../src/modules/sites/sites.ts';
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  getWebhook,
  revealSecret,
  rotateSecret,
  setWebhookPaused,
} from '../../../src/modules/webhooks/endpoints.ts';
import { deliver_webhook, deliver_webhooks } from '../../../src/modules/webhooks/jobs.ts';
import { sendTestEvent } from '../../../src/modules/webhooks/manual.ts';
import { VERIFY_SAMPLE } from '../../../src/web/areas/docs/webhooks.tsx';
import { findNewestMail } from '../../support/accounts/person.ts';
import { isTableAwaited } from '../../support/db/locks.ts';
import { useNameServer } from '../../support/integrations/dns-server.ts';
import { useWebhookReceiver } from '../../support/integrations/webhook-receiver.ts';
import { runJob } from '../../support/run-job.ts';
import { NOON, useServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';
import { as, makeVoters, siteOf } from '../../support/voters.ts';

const server = useServer();
const receiver = useWebhookReceiver();
const other_receiver = useWebhookReceiver();
const names = useNameServer();
const integrations = openIntegrations({ crawl_allow_private: true });
const DAY_MS = 86_400_000;
let member: Ctx<Caller>;
let webhook_id: number;
let now: Date;

const later = (ms: number): Date => {
  now = new Date(now.getTime() + ms);
  return now;
};
const contextOf = async (account_id: number, site_id = server.site_id): Promise<Ctx<Caller>> => ({
  ...as(account_id, { sql: server.sql, site: await siteOf(server.sql, site_id), clock: { now: () => now } }),
  integrations,
  allow_private: true,
});
const change = (...slugs: string[]) =>
  server.sql.begin(async (sql) => {
    for (const slug of slugs) await sql`update listings set tagline = tagline || '!' where site_id = ${server.site_id} and slug = ${slug}`;
  });
const deliver = (more: { integrations?: typeof integrations; signal?: AbortSignal } = {}) =>
  runJob(server, deliver_webhook, { webhook_id }, now, { integrations, signal: new AbortController().signal, ...more });
const details = () => getWebhook(member, { owner: 'account', id: webhook_id, page: 1 });
const addWebhook = (kinds = ['listing'] as const) => createWebhook(member, { owner: 'account', url: receiver.url, kinds: [...kinds] });

/** A connection of the test's own, while those of the server wait. */
let observer: Sql;
beforeAll(() => {
  observer = connect(server.connection.connectionString, 1);
  return () => observer.end();
});

beforeAll(async () => {
  now = NOON;
  const [account_id] = await makeVoters(server.sql, [{ email: 'hooks@people.example' }]);
  await server.sql`update accounts set language = 'de' where id = ${account_id!}`;
  await server.sql`update sites set settings = settings || '{"languages": ["en", "de"]}' where id = ${server.site_id}`;
  member = await contextOf(account_id!);
});

beforeEach(async () => {
  await server.sql`delete from webhooks`;
  now = NOON;
  for (const each of [receiver, other_receiver]) each.answer = null;
  webhook_id = await addWebhook();
  for (const each of [receiver, other_receiver]) each.take();
});

test('changes are sent in order, each once, and signed as receivers verify it', async () => {
  await change('ledgerly', 'flakewren');
  await change('kontorbuch');
  await deliver();
  await deliver();
  const [first] = receiver.received;
  expect(receiver.take()).toEqual(['ledgerly', 'flakewren', 'kontorbuch'].map((slug) => `listing.updated ${slug}`));
  const { headers, body } = first!;
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-timestamp': String(NOON.getTime() / 1000) });
  const message = JSON.parse(body);
  expect(message).toMatchObject({
    type: 'listing.updated',
    data: { kind: 'listing', key: 'ledgerly', removed: false, data: { slug: 'ledgerly' } },
  });
  expect(new Date(message.timestamp).getTime()).toBeGreaterThan(0);
  const { deliveries, webhook } = await details();
  expect(deliveries.map(({ key, status_code, attempt }) => [key, status_code, attempt])).toEqual([
    ['kontorbuch', 204, 1],
    ['flakewren', 204, 1],
    ['ledgerly', 204, 1],
  ]);
  expect(webhook).toMatchObject({ status: 'active', failed_attempts: 0, next_attempt_at: null });

  const secret = await revealSecret(member, { owner: 'account', id: webhook_id });
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
  const { isFromLaunchweek } = await import(`data:text/javascript,${encodeURIComponent(VERIFY_SAMPLE)}`);
  try {
    expect(new Verifier(secret).verify(body, headers as Record<string, string>)).toEqual(message);
    expect(isFromLaunchweek(secret, headers, body)).toBe(true);
    for (const [wrong_secret, wrong_body] of [
      [secret, `${body} `],
      [`whsec_${'A'.repeat(44)}`, body],
    ] as const) {
      expect(() => new Verifier(wrong_secret).verify(wrong_body, headers as Record<string, string>)).toThrow();
      expect(isFromLaunchweek(wrong_secret, headers, wrong_body)).toBe(false);
    }
    expect(isFromLaunchweek(secret, headers, body, NOON.getTime() + 301_000)).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test('a removed record is a message without it; kinds that were not chosen are passed over', async () => {
  await server.sql`update listings set status = 'removed' where site_id = ${server.site_id} and slug = 'stagelet'`;
  await server.sql`update categories set description = 'Other' where site_id = ${server.site_id} and id = (select min(id) from categories)`;
  await deliver();
  const removed = receiver.received.find(({ key }) => key === 'stagelet')!;
  expect(JSON.parse(removed.body)).toMatchObject({ type: 'listing.removed', data: { removed: true, data: null } });
  expect(receiver.take().every((message) => message.startsWith('listing.'))).toBe(true);
  // Jobs are started where something is left to be sent.
  const start = async () => (await runJob(server, deliver_webhooks, {}, now)).enqueued('deliver_webhook');
  expect(await start()).not.toContainEqual({ webhook_id });
  await change('ledgerly');
  expect(await start()).toContainEqual({ webhook_id });
  await server.sql`update listings set status = 'live' where site_id = ${server.site_id} and slug = 'stagelet'`;
});

test('after a rotation messages are signed with both secrets for a day', async () => {
  const show = () => revealSecret(member, { owner: 'account', id: webhook_id });
  const old_secret = await show();
  await rotateSecret(member, { owner: 'account', id: webhook_id });
  const new_secret = await show();
  const verified = async () => {
    await change('ledgerly');
    await deliver();
    const { body, headers } = receiver.received.splice(0)[0]!;
    vi.useFakeTimers({ now, toFake: ['Date'] });
    const isValid = (secret: string) => {
      try {
        return Boolean(new Verifier(secret).verify(body, headers as Record<string, string>));
      } catch {
        return false;
      }
    };
    const valid = [isValid(old_secret), isValid(new_secret)];
    vi.useRealTimers();
    return valid;
  };
  expect(new_secret).not.toBe(old_secret);
  expect(await verified()).toEqual([true, true]);
  later(DAY_MS + 1);
  expect(await verified()).toEqual([false, true]);
});

test('a message that fails is tried again with its id and holds back later ones; after ten attempts the webhook is off, and its owner gets a mail', async () => {
  receiver.answer = (_message, response) => void response.writeHead(500).write('Out of order');
  await change('ledgerly');
  const { enqueued } = await deliver();
  expect(enqueued('deliver_webhook')).toContainEqual({ webhook_id });
  await change('flakewren');
  await deliver();
  expect(receiver.take()).toEqual(['listing.updated ledgerly']);
  expect((await details()).deliveries[0]).toMatchObject({ status_code: 500, answer: 'Out of order', attempt: 1 });
  for (let attempt = 2; attempt <= 10; attempt += 1) {
    const { next_attempt_at } = (await details()).webhook;
    now = new Date(next_attempt_at!.getTime() - 1);
    await deliver();
    expect(receiver.received.length).toBe(attempt - 2);
    now = next_attempt_at!;
    await deliver();
  }
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  expect(receiver.take()).toEqual(Array(9).fill('listing.updated ledgerly'));
  expect((await details()).webhook.status).toBe('disabled');
  expect((await findNewestMail(server, 'hooks@people.example')).subject).toContain('abgeschaltet');
  await deliver();
  expect(receiver.take()).toEqual([]);

  receiver.answer = null;
  await setWebhookPaused(member, { owner: 'account', id: webhook_id, is_paused: false });
  await deliver();
  expect(receiver.take()).toEqual(['listing.updated ledgerly', 'listing.updated flakewren']);
});

test('410 turns a webhook off at once, Retry-After is respected, redirects are not followed', async () => {
  await change('ledgerly');
  receiver.answer = (_message, response) => void response.writeHead(503, { 'retry-after': '7200' });
  await deliver();
  expect((await details()).webhook.next_attempt_at).toEqual(new Date(NOON.getTime() + 7_200_000));
  later(7_200_000);
  receiver.answer = (_message, response) => void response.writeHead(307, { location: `${receiver.url}/elsewhere` });
  await deliver();
  expect((await details()).deliveries.map(({ status_code }) => status_code)).toEqual([307, 503]);
  later(DAY_MS);
  receiver.answer = (_message, response) => void response.writeHead(410);
  await deliver();
  expect((await details()).webhook.status).toBe('disabled');
  expect(receiver.take()).toHaveLength(3);
});

test('a process that dies between sending and recording: the message is sent again with the same id, and none is lost', async () => {
  await change('ledgerly', 'flakewren');
  receiver.answer = async () => {
    receiver.answer = null;
    // The run loses the database: what follows the response fails as if the process were gone.
    await server.sql`alter table webhook_deliveries rename to webhook_deliveries_gone`;
  };
  await expect(deliver()).rejects.toThrow();
  await server.sql`alter table webhook_deliveries_gone rename to webhook_deliveries`;
  await server.sql`update webhooks set lease = gen_random_uuid(), leased_until = clock_timestamp() + interval '1 hour'`;
  expect((await details()).webhook.next_attempt_at).toEqual(new Date(NOON.getTime() + 60_000));
  later(60_000);
  const { enqueued } = await deliver();
  // The lease of a killed process is waited for.
  expect(receiver.received).toHaveLength(1);
  expect(enqueued('deliver_webhook')).toContainEqual({ webhook_id });
  await server.sql`update webhooks set leased_until = clock_timestamp() - interval '1 second'`;
  await deliver();
  const [first, again, next] = receiver.received;
  expect(again!.id).toBe(first!.id);
  expect(next!.id).not.toBe(first!.id);
  expect(receiver.take()).toEqual(['ledgerly', 'ledgerly', 'flakewren'].map((slug) => `listing.updated ${slug}`));
});

test('two runs at the same time do not deliver twice', async () => {
  await change('ledgerly', 'flakewren');
  await Promise.all([deliver(), deliver()]);
  await deliver();
  expect(receiver.take()).toEqual(['listing.updated ledgerly', 'listing.updated flakewren']);
});

test('a webhook that is edited during a run gets the rest at its new address, with its new secret and in its new kinds', async () => {
  const owned = { owner: 'account', id: webhook_id } as const;
  await change('ledgerly', 'flakewren');
  receiver.answer = async () => {
    receiver.answer = null;
    await editWebhook(member, { ...owned, url: other_receiver.url, kinds: ['listing'] });
    await rotateSecret(member, owned);
  };
  await deliver();
  const [moved] = other_receiver.received;
  expect([receiver.take(), other_receiver.take()]).toEqual([['listing.updated ledgerly'], ['listing.updated flakewren']]);
  expect(String(moved!.headers['webhook-signature']).split(' ')).toHaveLength(2);

  await change('ledgerly', 'flakewren');
  await server.sql`update categories set description = 'Edited' where site_id = ${server.site_id} and id = (select min(id) from categories)`;
  other_receiver.answer = async () => {
    other_receiver.answer = null;
    await editWebhook(member, { ...owned, url: other_receiver.url, kinds: ['category'] });
  };
  await deliver();
  await deliver();
  const received = other_receiver.take();
  expect(received[0]).toBe('listing.updated ledgerly');
  expect(new Set(received.slice(1).map((message) => message.split(' ')[0]))).toEqual(new Set(['category.updated']));
});

test('a failure at the address before an edit does not delay the attempt at the new one', async () => {
  await change('ledgerly');
  await server.sql`update webhooks set failed_attempts = 8, failing_since = ${NOON} where id = ${webhook_id}`;
  receiver.answer = async (_message, response) => {
    receiver.answer = null;
    await editWebhook(member, { owner: 'account', id: webhook_id, url: other_receiver.url, kinds: ['listing'] });
    response.writeHead(500);
  };
  await deliver();
  expect((await details()).webhook).toMatchObject({ failed_attempts: 0, next_attempt_at: null });
  await deliver();
  expect([receiver.take(), other_receiver.take()]).toEqual([['listing.updated ledgerly'], ['listing.updated ledgerly']]);
});

test('a run that stalled sends nothing when another one has taken over', async () => {
  await change('ledgerly');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: haveLocked } = Promise.withResolvers<void>();
  const locking = server.sql.begin(async (sql) => {
    await sql`lock table listing_parts in access exclusive mode`;
    haveLocked();
    await released;
    await sql`update webhooks set lease = gen_random_uuid(), leased_until = clock_timestamp() + interval '40 seconds'`;
  });
  await locked;
  const stalled = deliver();
  await until(() => isTableAwaited(observer, 'listing_parts'));
  release();
  await locking;
  await stalled;
  expect(receiver.take()).toEqual([]);
});

test('a webhook that is deleted during a run or a test gets nothing more, and nothing fails', async () => {
  const owned = { owner: 'account', id: webhook_id } as const;
  await change('ledgerly', 'flakewren');
  receiver.answer = async () => void (await deleteWebhook(member, owned));
  await deliver();
  expect(receiver.take()).toEqual(['listing.updated ledgerly']);
  const id = await addWebhook();
  receiver.answer = async () => void (await deleteWebhook(member, { ...owned, id }));
  expect(await sendTestEvent(member, { ...owned, id })).toBe(true);
  expect(receiver.take()).toEqual(['webhook.test']);
});

test('a run ends after a minute, and the rest follows', async () => {
  await change('ledgerly', 'flakewren', 'kontorbuch');
  receiver.answer = () => void later(31_000);
  const signal = new AbortController().signal;
  await deliver_webhook.run(
    { sql: server.sql, clock: member.clock, integrations, site_root: server.root, last_attempt: true, signal },
    { webhook_id },
  );
  expect(receiver.take()).toEqual(['listing.updated ledgerly', 'listing.updated flakewren']);
  receiver.answer = null;
  const { enqueued } = await deliver();
  expect(enqueued('deliver_webhook')).toContainEqual({ webhook_id });
  expect(receiver.take()).toEqual(['listing.updated kontorbuch']);
});

test('private addresses are refused when a webhook is added and when a message is sent', async () => {
  names.zones['inside.example'] = { a: ['10.0.0.7'] };
  const guarded = openIntegrations({ dns_servers: [names.address] });
  const strict = { ...member, integrations: guarded, allow_private: false };
  const add = (url: string) => createWebhook(strict, { owner: 'account', url, kinds: ['listing'] });
  for (const url of [
    'http://shop.example/in',
    'https://10.0.0.7/in',
    'https://[::1]/in',
    'https://inside.example/in',
    'https://a:b@shop.example/',
    'ftp://a',
  ])
    await expect(add(url), url).rejects.toMatchObject({ code: 'invalid_input', errors: [{ path: 'url' }] });
  // The name resolves to another address later: the check at each delivery finds it.
  await server.sql`update webhooks set url = 'https://inside.example/in' where id = ${webhook_id}`;
  await change('ledgerly');
  await deliver({ integrations: guarded });
  expect((await details()).deliveries[0]).toMatchObject({ status_code: null, error: 'inside.example is not on the public internet' });
});

test('a webhook gets changes of its own site only', async () => {
  const site_id = await createSite(server.sql, {
    key: 'other',
    name: 'Other',
    tagline: '',
    purpose: '',
    root: 'https://other.example',
    time_zone: 'UTC',
  });
  const other = await contextOf(member.caller.account_id, site_id);
  const id = await createWebhook(other, { owner: 'account', url: receiver.url, kinds: ['listing', 'category'] });
  await change('ledgerly');
  await server.sql`insert into categories (site_id, slug, name) values (${site_id}, 'tides', 'Tides')`;
  await deliver();
  expect(receiver.take()).toEqual(['listing.updated ledgerly']);
  await runJob(server, deliver_webhook, { webhook_id: id }, now, { integrations, signal: new AbortController().signal });
  expect(receiver.take()).toEqual(['category.updated tides']);
  await expect(getWebhook(member, { owner: 'account', id, page: 1 })).rejects.toMatchObject({ code: 'not_found' });
});

test('after a restore of the database the receiver is told to begin again, and gets every record', async () => {
  await server.sql`update change_feeds set epoch = 'ffffffffff' where site_id = ${server.site_id}`;
  await server.sql`update webhooks set kinds = '{product}'`;
  await deliver();
  const [reset, ...records] = receiver.take();
  expect(reset).toBe('feed.reset');
  expect(records).toContain('product.updated launch');
});

test('no more than a limit is sent in a minute; the rest follows', async () => {
  await server.sql`
    insert into webhook_deliveries (site_id, webhook_id, message_id, type, duration_ms, created_at)
    select ${server.site_id}, ${webhook_id}, 'msg_0', 'webhook.test', 1, ${NOON} from generate_series(1, 299)`;
  await change('ledgerly', 'flakewren');
  const { enqueued } = await deliver();
  expect(receiver.take()).toEqual(['listing.updated ledgerly']);
  expect(enqueued('deliver_webhook')).toContainEqual({ webhook_id });
  later(60_001);
  await deliver();
  expect(receiver.take()).toEqual(['listing.updated flakewren']);
});
