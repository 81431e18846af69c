import pino from 'pino';
import { expect, test } from 'vitest';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import { rollOverWeek } from '../../../../src/modules/launches/rollover/week-rollover.ts';
import { notify_launch_followers } from '../../../../src/modules/listings/follows/jobs.ts';
import { startJobRunner } from '../../../../src/process/job-runner.ts';
import { Person } from '../../../support/accounts/person.ts';
import { decodeMail, useMailServer } from '../../../support/integrations/mail-server.ts';
import { createOwnListing } from '../../../support/listings/own-listings.ts';
import { runJob } from '../../../support/run-job.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { until } from '../../../support/until.ts';
import { siteOf } from '../../../support/voters.ts';

const server = useServer();
const mail_server = useMailServer();
const countFollowers = async (listing_id: number) =>
  (await server.sql<{ followers: number }[]>`select followers from listing_counts where listing_id = ${listing_id}`)[0]?.followers ?? 0;

/** Update mails; the others are sign-in links. */
const updateMails = () => mail_server.received.filter(({ raw }) => /^Subject: =\?UTF-8\?Q\?Update_from/m.test(raw));

const setUp = async (names: string[]) => {
  const member = await server.member();
  const listing = await createOwnListing(server, member);
  const people = await Promise.all(names.map((name) => new Person(server).signIn(`${name}@example.com`)));
  return { member, ...listing, people };
};

/** Runs jobs with a real mail server until a condition holds. */
const runJobsUntil = async (condition: () => Promise<boolean>): Promise<void> => {
  const integrations = openIntegrations({ smtp_url: mail_server.url, mail_from: null });
  const { sql, connection, root: site_root } = server;
  const worker = await startJobRunner({
    sql,
    connection,
    clock: { now: () => NOON },
    log: pino({ level: 'silent' }),
    integrations,
    site_root,
  });
  await until(condition).finally(() => worker.stop());
  integrations.mail.close();
};

test('following and unfollowing work without JavaScript and are idempotent', async () => {
  const { slug, listing_id, people } = await setUp(['ada', 'ben']);
  const [ada, ben] = people as [Person, Person];
  const page = async (who: Person) => (await who.get(`/listings/${slug}`)).text();
  expect(await page(ada)).toContain(`action="/listings/${slug}/follow"`);
  await Promise.all([ada, ada, ben].map((who) => who.send(`/listings/${slug}/follow`)));
  expect(await countFollowers(listing_id)).toBe(2);
  expect(await page(ada)).toContain(`action="/listings/${slug}/unfollow"`);
  await Promise.all([ben, ben].map((who) => who.send(`/listings/${slug}/unfollow`)));
  expect(await countFollowers(listing_id)).toBe(1);
  expect((await server.client.get_listing({ slug })).followers).toBe(1);
  // Deleting an account deletes its follows.
  await server.sql`delete from accounts where email = 'ada@example.com'`;
  expect(await countFollowers(listing_id)).toBe(0);
});

test('anonymous visitors are sent to sign in; listings that are not public cannot be followed', async () => {
  const { slug, listing_id, people } = await setUp(['cleo']);
  expect(await (await new Person(server).get(`/listings/${slug}`)).text()).toContain(`action="/listings/${slug}/follow"`);
  await server.sql`update listings set status = 'removed' where id = ${listing_id}`;
  expect((await people[0]!.send(`/listings/${slug}/follow`)).status).toBe(404);
});

test('an update reaches followers on the site and by mail; a one-click unsubscribe without a session stops the mail', async () => {
  const { member, slug, listing_id, people } = await setUp(['dora']);
  const dora = people[0]!;
  await dora.send(`/listings/${slug}/follow`);
  await member.client.post_listing_update({ listing_id, title: 'First news', body: 'Hello.' });
  await runJobsUntil(async () => updateMails().length === 1);
  const { raw, to } = updateMails()[0]!;
  expect(to).toEqual(['dora@example.com']);
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  const url = /^List-Unsubscribe: <(\S+)>/m.exec(raw.replace(/\r\n\s+/g, ' '))![1]!;
  expect(decodeMail(raw)).toContain(url);

  const html = await (await dora.get('/notifications')).text();
  expect(html).toContain('Acme Notes: First news');
  expect(html).toContain('Mark 1 notification as read');
  const newest_id = /name="newest_id" value="(\d+)"/.exec(html)![1]!;
  await dora.send('/notifications/read', { newest_id });
  expect(await (await dora.get('/notifications')).text()).not.toContain('as read');

  // Opening the link, as mail scanners do, changes nothing.
  expect((await fetch(url)).status).toBe(200);
  expect(await server.sql`select wants_mail from follows where listing_id = ${listing_id}`).toEqual([{ wants_mail: true }]);
  for (let twice = 0; twice < 2; twice++) {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(answer.status).toBe(200);
  }
  expect(await server.sql`select wants_mail from follows where listing_id = ${listing_id}`).toEqual([{ wants_mail: false }]);

  await member.client.post_listing_update({ listing_id, title: 'Second news', body: 'Hello again.' });
  await runJobsUntil(async () => (await server.sql`select from notifications where title like '%Second news'`).length === 1);
  expect(updateMails()).toHaveLength(1);
  // Following again turns mail back on, and the old link still unsubscribes.
  await dora.send(`/listings/${slug}/unfollow`);
  await dora.send(`/listings/${slug}/follow`);
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  expect((await fetch(url, { method: 'POST', body: form })).status).toBe(200);
  expect(await server.sql`select wants_mail from follows where listing_id = ${listing_id}`).toEqual([{ wants_mail: false }]);
});

test('followers of a listing that has not launched are told when voting opens, once, in their language, its owner in other words', async () => {
  const member = await server.member();
  const { slug, listing_id } = await createOwnListing(server, member, { status: 'scheduled' });
  await server.sql`update listings set launch_week_on = '2026-11-09' where id = ${listing_id}`;
  const hana = await new Person(server).signIn('hana@example.com');
  const page = async () => (await hana.get(`/listings/${slug}`)).text();
  expect(await page()).toContain('Follow it to get a notification when voting opens.');
  await hana.send(`/listings/${slug}/follow`);
  expect(await page()).toContain('We’ll notify you when voting opens, here and by email.');
  await server.sql`insert into follows (account_id, listing_id, site_id, created_at) values (${member.account_id}, ${listing_id}, ${server.site_id}, ${NOON})`;
  await server.sql`update sites set settings = settings || '{"languages": ["de"]}' where id = ${server.site_id}`;
  const ida = await new Person(server).signIn('ida@example.com');
  await ida.send(`/listings/${slug}/follow`);
  await server.sql`update accounts set language = 'de' where email = 'ida@example.com'`;

  const site = { ...(await siteOf(server.sql, server.site_id)), root: server.root };
  await rollOverWeek({ sql: server.sql, site, clock: { now: () => NOON } });
  const payload = { listing_id, launched_at: NOON.toISOString() };
  for (let twice = 0; twice < 2; twice++) {
    const { enqueued } = await runJob(server, notify_launch_followers, payload, NOON);
    expect(enqueued('notify_launch_followers')).toEqual([payload]);
  }
  const told = await server.sql`
    select a.email in ('hana@example.com', 'ida@example.com') as is_follower, n.title from notifications n join accounts a on a.id = n.account_id
    where n.key = ${`live ${listing_id} 2026-11-09`} order by 1, 2`;
  expect(told).toEqual([
    { is_follower: false, title: 'Acme Notes is live on Launchweek' },
    { is_follower: true, title: 'Acme Notes has launched' },
    { is_follower: true, title: 'Acme Notes ist gestartet' },
  ]);
  const mails =
    await server.sql`select body_text, unsubscribe_url from mails where to_email = 'hana@example.com' and subject like '%has launched%'`;
  expect(mails).toEqual([
    { body_text: expect.stringContaining('You can vote for it now'), unsubscribe_url: expect.stringContaining('/unsubscribe?') },
  ]);
  expect(await page()).toContain('You’ll get updates here and by email.');
});

test('a forged token is rejected', async () => {
  for (const token of ['', 'x', 'A'.repeat(43)]) expect((await server.get(`/unsubscribe?token=${token}`)).status).toBe(400);
  expect((await fetch(`${server.root}/unsubscribe?token=${'A'.repeat(43)}`, { method: 'POST' })).status).toBe(400);
});

test('notifications that arrive while the page is open stay unread', async () => {
  const { people } = await setUp(['eve']);
  const [account] = await server.sql<{ id: number }[]>`select id from accounts where email = 'eve@example.com'`;
  const insertNotification = async (key: string) =>
    (
      await server.sql<{ id: number }[]>`
        insert into notifications (account_id, site_id, kind, key, title, url, created_at) values (${account!.id}, ${server.site_id}, 'update', ${key}, ${key}, '/', ${NOON}) returning id`
    )[0]!.id;
  const first = await insertNotification('one');
  await insertNotification('two');
  await people[0]!.send('/notifications/read', { newest_id: String(first) });
  expect(await server.sql`select title from notifications where account_id = ${account!.id} and read_at is null`).toEqual([
    { title: 'two' },
  ]);
});

test('opening a notification marks it as read, for its owner and not for a browser that looks ahead', async () => {
  const { people } = await setUp(['fay', 'gus']);
  const [fay, gus] = people as [Person, Person];
  const [row] = await server.sql<{ id: number }[]>`
    insert into notifications (account_id, site_id, kind, key, title, url, created_at)
    select id, ${server.site_id}, 'comment', 'opened', 'New comment', '/updates#here', ${NOON} from accounts where email = 'fay@example.com' returning id`;
  const path = `/notifications/${row!.id}`;
  const isRead = async () => (await server.sql`select from notifications where id = ${row!.id} and read_at is not null`).length === 1;
  expect(await (await fay.get('/notifications')).text()).toContain(`href="${path}"`);

  expect((await fay.get(path, { 'sec-purpose': 'prefetch' })).headers.get('location')).toBe('/updates#here');
  expect((await gus.get(path)).status).toBe(404);
  expect((await fay.get('/notifications/999999')).status).toBe(404);
  expect((await new Person(server).get(path)).headers.get('location')).toBe(`/sign-in?go_to=${encodeURIComponent(path)}`);
  await fetch(server.root + path, {
    method: 'HEAD',
    headers: { cookie: `lw_session=${fay.cookies.get('lw_session')}` },
    redirect: 'manual',
  });
  expect(await isRead()).toBe(false);

  const opened = await fay.get(path);
  expect([opened.status, opened.headers.get('location'), opened.headers.get('cache-control')]).toEqual([303, '/updates#here', 'no-store']);
  expect(await isRead()).toBe(true);
  const html = await (await fay.get('/notifications')).text();
  expect([html.includes(path), html.includes('href="/updates#here"'), html.includes('New · ')]).toEqual([false, true, false]);
});

test('the updates page shows updates of live listings only', async () => {
  const { member, listing_id, slug } = await setUp([]);
  const hidden = await createOwnListing(server, member, { status: 'scheduled' });
  await member.client.post_listing_update({ listing_id, title: 'Seen by all', body: 'Yes.' });
  await member.client.post_listing_update({ listing_id: hidden.listing_id, title: 'Not yet seen', body: 'No.' });
  const html = await (await server.get('/updates')).text();
  expect(html).toContain('Seen by all');
  expect(html).toContain(`href="/listings/${slug}"`);
  expect(html).not.toContain('Not yet seen');
});
