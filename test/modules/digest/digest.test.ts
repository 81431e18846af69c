import { beforeAll, expect, test } from 'vitest';
import { send_digest, start_digests } from '../../../src/modules/digest/jobs.ts';
import { Person } from '../../support/accounts/person.ts';
import { runJob } from '../../support/run-job.ts';
import { useServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

/** The server's time is Wednesday noon, so this Monday's digest is not due any more: jobs get their own time. */
const MONDAY_10 = new Date('2026-11-09T10:30:00Z');
const WEEK = '2026-11-09';
const server = useServer({ pool: 5, rate_limit: true });

const subscribers = () => server.sql<{ email: string; category_ids: number[] }[]>`
  select email, category_ids from digest_subscribers where site_id = ${server.site_id} order by id`;
const mailsTo = (email: string) => server.sql<{ subject: string; body_text: string; body_html: string; unsubscribe_url: string | null }[]>`
  select subject, body_text, body_html, unsubscribe_url from mails where to_email = ${email} order by id`;
const newestMail = async (email: string) => (await mailsTo(email)).at(-1)!;
const linkIn = (text: string, path: string): string => new RegExp(`${path}\\?token=[\\w-]+`).exec(text)![0];
const tokenIn = (link: string): string => link.slice(link.indexOf('=') + 1);
const forget = () => server.sql`truncate digest_subscribers, mailings, mails, limits_taken`;

let category_ids: { id: number; name: string; slug: string }[];
beforeAll(async () => {
  category_ids = await server.sql`
    select c.id, c.name, c.slug from categories c where c.site_id = ${server.site_id} and c.parent_id is null order by c.id`;
});

test('subscribing takes a confirmed link; the same answer for every address; one click ends it', async () => {
  const reader = new Person(server);
  const [first] = category_ids;
  const sent = await reader.send('/digest', { email: 'Reader@digest.example', [`category.${first!.id}`]: 'on', 'category.999999': 'on' });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/digest\/sent\?to=/)]);
  expect(await (await reader.get(sent.headers.get('location')!)).text()).toContain('>Reader@digest.example</strong>');
  expect(await (await reader.get('/digest/sent?to=forged')).text()).toContain('the link we sent you.');
  expect(await subscribers()).toEqual([]);
  const confirm = await newestMail('Reader@digest.example');
  expect(confirm.body_text).toContain(first!.name);
  const link = linkIn(confirm.body_text, '/digest/confirm');
  // Opening the link, as mail scanners do, changes nothing.
  expect(await (await reader.get(link)).text()).toContain('Confirm subscription');
  expect(await subscribers()).toEqual([]);
  for (let twice = 0; twice < 2; twice++)
    expect((await reader.send('/digest/confirm', { token: tokenIn(link) })).headers.get('location')).toBe('/digest/confirmed');
  expect(await subscribers()).toEqual([{ email: 'Reader@digest.example', category_ids: [first!.id] }]);
  expect(await (await reader.get('/digest/confirmed')).text()).toContain(
    'The next digest comes on Monday, 16 November 2026, at 10:00 (UTC).',
  );

  // Somebody else learns nothing by typing a subscribed address, and their request changes nothing.
  const other = await new Person(server).send('/digest', { email: 'reader@digest.example' });
  expect([other.status, other.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/digest\/sent\?to=/)]);
  expect((await newestMail('reader@digest.example')).subject).toBe(confirm.subject);
  expect(await subscribers()).toHaveLength(1);

  await runJob(server, send_digest, { site_id: server.site_id, week_on: WEEK }, MONDAY_10);
  const { unsubscribe_url, body_text, body_html } = await newestMail('Reader@digest.example');
  expect(body_text).toContain(unsubscribe_url);
  expect(body_html).toContain(`href="${unsubscribe_url}"`);
  expect(await (await fetch(unsubscribe_url!)).text()).toMatch(
    /Unsubscribe <bdi>reader@digest\.example<\/bdi>\?.*You’re subscribed to the weekly digest/s,
  );
  expect(await subscribers()).toHaveLength(1);
  for (let twice = 0; twice < 2; twice++)
    expect((await fetch(unsubscribe_url!, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200);
  expect(await subscribers()).toEqual([]);
  // An old link says what is so now.
  expect(await (await fetch(unsubscribe_url!)).text()).toContain('<h1>You’re unsubscribed</h1>');
  await forget();
});

test('the link in the mail to confirm leaves a confirmed subscription, by button or one click, and one can subscribe again at once', async () => {
  const reader = new Person(server);
  const subscribeAgain = async () => {
    await reader.send('/digest', { email: 'left@digest.example' });
    const confirm = await newestMail('left@digest.example');
    await reader.send('/digest/confirm', { token: tokenIn(linkIn(confirm.body_text, '/digest/confirm')) });
    expect(await subscribers()).toHaveLength(1);
    await server.sql`truncate mails`;
    return confirm.unsubscribe_url!;
  };
  const stop_url = await subscribeAgain();
  const page = await (await fetch(stop_url)).text();
  expect(page).toMatch(/Unsubscribe <bdi>left@digest\.example<\/bdi>\?.*You’re subscribed to the weekly digest/s);
  const leave_path = /<form method="post" action="([^"]+)"/.exec(page)![1]!;
  for (let twice = 0; twice < 2; twice++)
    expect(await (await fetch(server.root + leave_path, { method: 'POST' })).text()).toContain('<h1>You’re unsubscribed</h1>');
  expect(await subscribers()).toEqual([]);
  await subscribeAgain();
  expect(await (await fetch(stop_url, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).text()).toContain('You’re unsubscribed');
  expect(await subscribers()).toEqual([]);
  await subscribeAgain();
  await forget();
});

test('whoever never confirmed and stops the mails that ask for it gets none for two weeks', async () => {
  const reader = new Person(server);
  await reader.send('/digest', { email: 'left@digest.example' });
  const { unsubscribe_url } = await newestMail('left@digest.example');
  expect(await (await fetch(unsubscribe_url!)).text()).toContain('Don’t email me again');
  expect((await fetch(unsubscribe_url!, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200);
  await forget();

  // None for two weeks, then one at most every two weeks, until its owner confirms.
  const ask = async (days: number) => {
    await server.sql`update closed_mailboxes set closed_at = closed_at - ${days} * interval '1 day'`;
    await server.sql`truncate limits_taken`;
    for (let n = 0; n < 2; n++) await new Person(server).send('/digest', { email: 'Left@digest.example' });
    return (await mailsTo('Left@digest.example')).length;
  };
  expect([await ask(0), await ask(13), await ask(1), await ask(13)]).toEqual([0, 0, 1, 1]);
  const again = await newestMail('Left@digest.example');
  await reader.send('/digest/confirm', { token: tokenIn(linkIn(again.body_text, '/digest/confirm')) });
  expect([(await subscribers()).length, (await server.sql`select from closed_mailboxes`).length]).toEqual([1, 0]);
  await forget();
});

test('a category’s page leads to the digest of that category', async () => {
  const [sub] = await server.sql<{ id: number; slug: string }[]>`
    select id, slug from categories where site_id = ${server.site_id} and parent_id is not null order by id limit 1`;
  for (const { id, slug } of [category_ids[1]!, sub!]) {
    expect(await (await server.get(`/categories/${slug}`)).text()).toContain(`href="/digest?category=${slug}"`);
    const page = await (await server.get(`/digest?category=${slug}`)).text();
    expect(page.match(/<input type="checkbox"[^>]*checked[^>]*>/g)).toEqual([expect.stringContaining(`name="category.${id}"`)]);
  }
});

test('bad input, forged, foreign and old links are refused; a network and a mailbox have limits', async () => {
  const reader = new Person(server);
  const bad = await reader.send('/digest', { email: 'not an address' });
  expect([bad.status, await bad.text()]).toEqual([400, expect.stringContaining('value="not an address"')]);
  await reader.send('/digest', { email: 'limits@digest.example' });
  const token = tokenIn(linkIn((await newestMail('limits@digest.example')).body_text, '/digest/confirm'));
  const forged = Buffer.from(token, 'base64url');
  forged[5]! ^= 1;
  for (const wrong of ['x', forged.toString('base64url')])
    expect((await reader.send('/digest/confirm', { token: wrong })).status).toBe(400);
  // A link to confirm does not unsubscribe.
  expect((await fetch(`${server.root}/unsubscribe/digest?token=${token}`, { method: 'POST' })).status).toBe(400);

  // A mailbox gets three mails a day at most; whoever asks is not told.
  for (let n = 0; n < 4; n++) expect((await new Person(server).send('/digest', { email: 'limits@digest.example' })).status).toBe(303);
  expect(await mailsTo('limits@digest.example')).toHaveLength(3);
  const answers = [];
  for (let n = 0; n < 11; n++) answers.push((await reader.send('/digest', { email: `many${n}@digest.example` })).status);
  expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0);
  expect(await subscribers()).toEqual([]);
  await forget();
});

test('a signed-in reader subscribes at once, and the account’s export and deletion include it', async () => {
  const ada = await new Person(server).signIn('ada@digest.example');
  expect(await (await ada.get('/digest')).text()).toContain('value="ada@digest.example"');
  expect((await ada.send('/digest', { email: 'Ada@digest.example' })).headers.get('location')).toBe('/digest?done=saved');
  expect(await (await ada.get('/digest?done=saved')).text()).toContain('Unsubscribe');
  // Another address still has to be confirmed.
  await ada.send('/digest', { email: 'eve@digest.example' });
  expect((await subscribers()).map(({ email }) => email)).toEqual(['Ada@digest.example']);
  await ada.send('/digest/leave');
  expect(await subscribers()).toEqual([]);
  await ada.send('/digest', { email: 'ada@digest.example' });
  const data = JSON.parse(await (await ada.send('/account/export')).text());
  expect(data.digest_subscriptions).toMatchObject([{ email: 'ada@digest.example', category_ids: [] }]);
  expect((await ada.send('/account/delete', { email: 'wrong@digest.example' })).status).toBe(400);
  expect(await subscribers()).toHaveLength(1);
  await ada.send('/account/delete', { email: 'ada@digest.example' });
  expect(await subscribers()).toEqual([]);
  await forget();
});

test('it tells this week’s launches and last week’s winners, of the chosen categories, without links of others', async () => {
  const [launch] = await server.sql<{ name: string; slug: string; category_id: number }[]>`
    select l.name, l.slug, p.category_id from listings l join shelf_places p on p.listing_id = l.id and p.category_id <> 0
    join categories c on c.id = p.category_id and c.parent_id is null
    where l.status = 'live' and l.launch_week_on = ${WEEK} order by l.id limit 1`;
  const winners = await server.sql<{ name: string }[]>`
    select l.name from week_results r join listings l on l.id = r.listing_id
    where r.week_on = '2026-11-02' and r.rank <= 3 and l.status = 'live' order by r.rank`;
  await server.sql`update listings set tagline = 'Visit https://evil.example/now today' where slug = ${launch!.slug}`;
  const subscribe = (email: string, ids: number[]) => server.sql`
    insert into digest_subscribers (site_id, email, email_key, category_ids, confirmed_at)
    values (${server.site_id}, ${email}, ${email}, ${ids}, ${MONDAY_10})`;
  await subscribe('all@digest.example', []);
  await subscribe('chosen@digest.example', [launch!.category_id]);
  await subscribe('deleted@digest.example', [999_999]);
  await runJob(server, send_digest, { site_id: server.site_id, week_on: WEEK }, MONDAY_10);
  const [all, chosen, deleted] = await Promise.all(['all', 'chosen', 'deleted'].map((name) => newestMail(`${name}@digest.example`)));
  expect(all!.subject).toMatch(/^\d+ launch(es)? this week on Launchweek$/);
  expect(all!.body_text).toContain(`/listings/${launch!.slug}?utm_source=digest`);
  expect(all!.body_text).not.toContain('evil.example/now');
  for (const { name } of winners) expect(all!.body_html).toContain(name);
  expect(all!.body_text).toContain(`* ${winners[0]!.name}\n  #1 with`);
  expect(chosen!.body_text).toContain(`/listings/${launch!.slug}?`);
  expect(chosen!.body_text).toContain('Best of last week in your categories');
  expect(chosen!.body_text.length).toBeLessThan(all!.body_text.length);
  expect(deleted!.subject).toBe(all!.subject);
  await forget();
});

test('it is begun once a week, in the chosen hour of the site’s time zone; interrupted and concurrent runs write to everybody once', async () => {
  await server.sql`
    insert into digest_subscribers (site_id, email, email_key, confirmed_at)
    select ${server.site_id}, 'many' || n || '@digest.example', 'many' || n || '@digest.example', ${MONDAY_10} from generate_series(1, 350) n`;
  const dueAt = async (now: Date) => (await runJob(server, start_digests, undefined, now)).enqueued('send_digest');
  const at = (iso: string) => new Date(iso);
  // Half past nine is too early, and Wednesday is too late.
  expect(await dueAt(at('2026-11-09T09:30:00Z'))).toEqual([]);
  expect(await dueAt(at('2026-11-11T12:00:00Z'))).toEqual([]);
  const payload = { site_id: server.site_id, week_on: WEEK };
  expect(await dueAt(MONDAY_10)).toEqual([payload]);

  const sent = async () =>
    (await server.sql`select to_email from mails where to_email like 'many%@digest.example'`).map((mail) => mail.to_email);
  // The process stops after the first batch.
  const stopping = new AbortController();
  const stopped = runJob(server, send_digest, payload, MONDAY_10, stopping);
  await until(async () => (await sent()).length > 0);
  stopping.abort();
  await stopped;
  const before = (await sent()).length;
  expect(before).toBeLessThan(350);
  await server.sql`delete from graphile_worker._private_jobs`;
  // It is continued after its day, by two processes at once; not when it is old news.
  expect(await dueAt(at('2026-11-13T12:00:00Z'))).toEqual([]);
  expect(await dueAt(at('2026-11-12T09:00:00Z'))).toEqual([payload]);
  await Promise.all([runJob(server, send_digest, payload, MONDAY_10), runJob(server, send_digest, payload, MONDAY_10)]);
  await runJob(server, send_digest, payload, MONDAY_10);
  expect((await sent()).length).toBe(350);
  expect(new Set(await sent()).size).toBe(350);
  expect(await server.sql`select mails, finished_at is not null as done from mailings`).toEqual([{ mails: 350, done: true }]);
  await server.sql`delete from graphile_worker._private_jobs`;
  // A batch that fails is written as a whole or not at all.
  await server.sql`truncate mails, mailings`;
  await server.sql`create function break_mail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`;
  await server.sql`create trigger break_mail before insert on mails for each row when (new.to_email = 'many250@digest.example') execute function break_mail()`;
  await expect(runJob(server, send_digest, payload, MONDAY_10)).rejects.toThrow('broken');
  expect((await sent()).length).toBe(200);
  await server.sql`drop trigger break_mail on mails`;
  await runJob(server, send_digest, payload, MONDAY_10);
  expect([(await sent()).length, new Set(await sent()).size]).toEqual([350, 350]);
  await forget();
});

test('the team previews it, sends itself a test, and sets when it is sent; off hides the form and sends nothing', async () => {
  const admin = await new Person(server).signIn('team@digest.example');
  await server.sql`update accounts set is_network_admin = true where email_key = 'team@digest.example'`;
  const page = await (await admin.get('/admin/digest')).text();
  expect(page).toContain('src="/admin/digest/preview"');
  const preview = await admin.get('/admin/digest/preview');
  expect(preview.headers.get('content-security-policy')).toContain("img-src 'self'");
  expect(preview.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  expect(await preview.text()).toContain('New this week');
  expect((await admin.send('/admin/digest/test')).headers.get('location')).toBe('/admin/digest?done=tested');
  expect((await newestMail('team@digest.example')).subject).toMatch(/^Test: \d+ launch/);
  const stranger = await new Person(server).signIn('stranger@digest.example');
  for (const path of ['/admin/digest', '/admin/digest/preview']) expect((await stranger.get(path)).status).toBe(404);
  expect((await stranger.send('/admin/digest/test')).status).toBe(404);

  await admin.send('/admin/digest/schedule', { on: 'yes', day: '3', hour: '11' });
  const dueAt = async (iso: string) => (await runJob(server, start_digests, undefined, new Date(iso))).enqueued('send_digest');
  expect(await dueAt('2026-11-09T12:00:00Z')).toEqual([]);
  expect(await dueAt('2026-11-11T11:00:00Z')).toHaveLength(1);
  await server.sql`delete from graphile_worker._private_jobs`;
  expect((await admin.send('/admin/digest/schedule', { on: 'yes', day: '8', hour: '11' })).status).toBe(400);
  await admin.send('/admin/digest/schedule', { on: 'no', day: '3', hour: '11' });
  expect(await dueAt('2026-11-11T11:00:00Z')).toEqual([]);
  await until(async () => !(await (await server.get('/')).text()).includes('id="digest-email"'));
  expect(await (await server.get('/digest')).text()).toContain('The digest is paused at the moment');
  const [act] = await server.sql<{ id: number }[]>`select id from team_acts where act = 'set_digest' order by id desc limit 1`;
  await admin.send('/admin/log/undo', { id: String(act!.id) });
  expect(await dueAt('2026-11-11T11:00:00Z')).toHaveLength(1);
  await until(async () => (await (await server.get('/')).text()).includes('id="digest-email"'));
});
