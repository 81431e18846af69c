import { expect, test } from 'vitest';
import { makePasswordCheap } from '../../../support/accounts/cheap-password.ts';
import { findNewestMail, findTokenFor, Person } from '../../../support/accounts/person.ts';
import { NOON, startServer, useServer } from '../../../support/server.ts';

let now = NOON;
const server = useServer({ demo: false, clock: { now: () => now } });
const PASSWORD = 'correct horse battery';
const advanceClock = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};
/** Waits until cached sessions have expired. */
const waitForSessionCache = () => new Promise((resolve) => setTimeout(resolve, 1000));
const accountOf = async (email: string) => (await server.sql`select * from accounts where email_key = ${email}`)[0];
const textOf = async (person: Person, path: string) => (await person.get(path)).text();

test('a name is saved, shown escaped, and can be removed; line breaks are rejected', async () => {
  const ada = await new Person(server).signIn('ada@example.com');
  await ada.send('/account/name', { name: '<b>Ada</b> "Countess"' });
  expect(await textOf(ada, '/account?done=named')).toMatch(/&lt;b>Ada&lt;\/b> &quot;Countess&quot;<\/h1>.*Display name saved/s);
  const reply = await ada.send('/account/name', { name: 'Ada\nBcc: eve@example.com' });
  expect(reply.status).toBe(400);
  await ada.send('/account/name', {});
  expect((await accountOf('ada@example.com'))!.name).toBeNull();
});

test('a password can be set after signing in by link and changed with the old one; other devices are signed out', async () => {
  const desktop = await new Person(server).signIn('pass@example.com');
  const laptop = await new Person(server).signIn('pass@example.com');
  expect((await desktop.send('/account/password', { password: 'short' })).status).toBe(400);
  expect((await desktop.send('/account/password', { password: PASSWORD })).status).toBe(303);
  await waitForSessionCache();
  expect((await laptop.get('/account')).status).toBe(303);
  expect((await desktop.get('/account')).status).toBe(200);

  advanceClock(20);
  const wrong = await desktop.send('/account/password', { current_password: 'not it at all', password: 'another good one' });
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain('Current password is wrong');
  expect((await desktop.send('/account/password', { password: 'another good one' })).status).toBe(400);
  expect((await desktop.send('/account/password', { current_password: PASSWORD, password: 'another good one' })).status).toBe(303);
  const again = new Person(server);
  expect((await again.send('/sign-in/password', { email: 'pass@example.com', password: PASSWORD })).status).toBe(400);
  expect((await again.send('/sign-in/password', { email: 'pass@example.com', password: 'another good one' })).status).toBe(303);
  expect((await findNewestMail(server, 'pass@example.com')).subject).toContain('password');
});

test('an outdated password hash is upgraded at sign-in', async () => {
  const ada = await new Person(server).signIn('cost@example.com');
  await ada.send('/account/password', { password: PASSWORD });
  await makePasswordCheap(server.sql, 'cost@example.com', PASSWORD);
  const again = new Person(server);
  await again.send('/sign-in/password', { email: 'cost@example.com', password: PASSWORD });
  expect(again.signed_in).toBe(true);
  expect((await accountOf('cost@example.com'))!.password_hash).toMatch(/^scrypt\$32768\$/);
  expect((await new Person(server).send('/sign-in/password', { email: 'cost@example.com', password: PASSWORD })).status).toBe(303);
});

test('sessions are listed with device and last use; one or all can be ended', async () => {
  const desk = await new Person(server).signIn('many@example.com');
  advanceClock(30);
  const phone = new Person(server, { user_agent: 'Mozilla/5.0 (Linux; Android 15) Chrome/138.0 Mobile Safari/537.36' });
  await phone.signIn('many@example.com');
  const html = await textOf(phone, '/account');
  expect(html).toMatch(/Chrome on Android <span class="chip">This device<\/span>/);
  expect(html).toMatch(/Firefox on Windows.*Last used <time[^>]*>30 minutes ago/s);
  const id = /name="id" value="(\d+)"/.exec(html)![1]!;
  expect((await phone.send('/account/sessions/end', { id })).status).toBe(303);
  await waitForSessionCache();
  expect((await desk.get('/account')).status).toBe(303);
  expect((await phone.get('/account')).status).toBe(200);

  await desk.signIn('many@example.com');
  const reply = await phone.send('/account/sign-out-everywhere');
  expect(phone.signed_in).toBe(false);
  expect(reply.headers.get('location')).toBe('/sign-in');
  await waitForSessionCache();
  expect((await desk.get('/account')).status).toBe(303);
});

test('sessions of other accounts cannot be ended', async () => {
  const ada = await new Person(server).signIn('own1@example.com');
  const eve = await new Person(server).signIn('own2@example.com');
  const [session] =
    await server.sql`select s.id from sessions s join accounts a on a.id = s.account_id where email_key = 'own1@example.com'`;
  expect((await eve.send('/account/sessions/end', { id: String(session!.id) })).status).toBe(404);
  await waitForSessionCache();
  expect((await ada.get('/account')).status).toBe(200);
});

test('a session expires 30 days after its last use, which is recorded at most once a minute', async () => {
  const ada = await new Person(server).signIn('long@example.com');
  const sessionTimes = async () =>
    (
      await server.sql`select last_used_at, expires_at from sessions s join accounts a on a.id = s.account_id where email_key = 'long@example.com'`
    )[0]!;
  const first = await sessionTimes();
  now = new Date(now.getTime() + 30_000);
  await ada.get('/account');
  expect(await sessionTimes()).toEqual(first);
  advanceClock(20 * 24 * 60);
  await waitForSessionCache();
  expect((await ada.get('/account')).headers.getSetCookie()[0]).toContain('Max-Age=2592000');
  expect((await sessionTimes()).last_used_at).toEqual(now);
  advanceClock(29 * 24 * 60);
  await waitForSessionCache();
  expect((await ada.get('/account')).status).toBe(200);
  advanceClock(30 * 24 * 60 + 1);
  expect((await ada.get('/account')).status).toBe(303);
  // Nor is it valid once the cache has expired.
  await waitForSessionCache();
  expect((await ada.get('/account')).status).toBe(303);
});

test.each([
  ['old', 'new'],
  ['new', 'old'],
])('an email address changes once the %s and then the %s address have confirmed', async (first, second) => {
  const ends = { old: `${first}-from@example.com`, new: `${first}-to@example.com` } as Record<string, string>;
  const ada = await new Person(server).signIn(ends.old!);
  expect((await ada.send('/account/move', { email: ends.new! })).headers.get('location')).toBe('/account?done=asked_both');
  const tokens = { old: await findTokenFor(server, ends.old!), new: await findTokenFor(server, ends.new!) } as Record<string, string>;
  expect(tokens.old).not.toBe(tokens.new);

  // Links work in a browser that is not signed in.
  const reader = new Person(server);
  expect(await textOf(reader, `/account/address?token=${tokens[first]}`)).toContain(ends[first]!);
  expect((await reader.send('/account/address', { token: tokens[first]! })).headers.get('location')).toBe('/account/address/half');
  expect((await reader.send('/account/address', { token: tokens[first]! })).status).toBe(400);
  expect(await accountOf(ends.old!)).toBeDefined();
  expect(await textOf(ada, '/account')).toMatch(/You asked to change it to/);

  expect((await reader.send('/account/address', { token: tokens[second]! })).headers.get('location')).toBe('/account/address/moved');
  expect(reader.signed_in).toBe(false);
  expect(await accountOf(ends.old!)).toBeUndefined();
  expect(await accountOf(ends.new!)).toMatchObject({ email: ends.new });
  expect(await textOf(ada, '/account')).toContain(ends.new!);
  expect((await findNewestMail(server, ends.old!)).subject).toContain('has changed');
});

test('a newer change of address invalidates the older links, and links expire after a day', async () => {
  const ada = await new Person(server).signIn('twice@example.com');
  await ada.send('/account/move', { email: 'first-wish@example.com' });
  const stale = [await findTokenFor(server, 'twice@example.com'), await findTokenFor(server, 'first-wish@example.com')];
  await ada.send('/account/move', { email: 'second-wish@example.com' });
  for (const token of stale) expect((await ada.send('/account/address', { token })).status).toBe(400);
  const late = [await findTokenFor(server, 'twice@example.com'), await findTokenFor(server, 'second-wish@example.com')];
  advanceClock(24 * 60);
  for (const token of late) expect((await ada.send('/account/address', { token })).status).toBe(400);
  expect(await accountOf('twice@example.com')).toBeDefined();
});

test('changing to an address that has an account notifies only that account’s owner', async () => {
  await new Person(server).signIn('taken@example.com');
  const eve = await new Person(server).signIn('mover@example.com');
  const taken = await eve.send('/account/move', { email: 'taken@example.com' });
  const free = await (await new Person(server).signIn('mover2@example.com')).send('/account/move', { email: 'free99@example.com' });
  expect([taken.status, taken.headers.get('location')]).toEqual([free.status, free.headers.get('location')]);
  const mail = await findNewestMail(server, 'taken@example.com');
  expect(mail.subject).toContain('already have');
  expect(mail.text).not.toMatch(/token=|mover/);
});

test('an address that gets an account before the change is confirmed stays with that account', async () => {
  const ada = await new Person(server).signIn('race@example.com');
  await ada.send('/account/move', { email: 'race-to@example.com' });
  const tokens = [await findTokenFor(server, 'race@example.com'), await findTokenFor(server, 'race-to@example.com')];
  const other = await new Person(server).signIn('race-to@example.com');
  await ada.send('/account/address', { token: tokens[0]! });
  expect((await ada.send('/account/address', { token: tokens[1]! })).status).toBe(400);
  expect(await textOf(other, '/account')).toContain('race-to@example.com');
  expect(await accountOf('race@example.com')).toBeDefined();
});

test('the export has all data of an account, but no secrets', async () => {
  const ada = await new Person(server).signIn('export@example.com');
  await ada.send('/account/password', { password: PASSWORD });
  await ada.send('/account/keys', { name: 'Robot', lives: '90', 'account:read': 'on' });
  const reply = await ada.send('/account/export');
  expect(reply.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
  expect(reply.headers.get('cache-control')).toBe('no-store');
  const text = await reply.text();
  const data = JSON.parse(text);
  expect(data).toMatchObject({
    account: { email: 'export@example.com', has_password: true },
    sessions: [{ device: 'Firefox on Windows' }],
    api_keys: [{ name: 'Robot', scopes: ['account:read'] }],
    idempotency_keys: [],
    oauth_records: [],
  });
  expect(data.mails.length).toBeGreaterThan(0);
  expect(text).not.toMatch(/_hash|scrypt|token|payload/);
  const tables = await server.sql<{ name: string }[]>`
    select distinct conrelid::regclass::text as name from pg_constraint where confrelid = 'accounts'::regclass and contype = 'f'`;
  for (const { name } of tables)
    expect(
      Object.keys(data).some((key) => key.split('.')[0] === name),
      name,
    ).toBe(true);
});

test('deletion asks for the address and removes everything: other sessions, keys, links, mail', async () => {
  const desktop = await new Person(server).signIn('gone@example.com');
  const laptop = await new Person(server).signIn('gone@example.com');
  const key_page = await desktop.send('/account/keys', { name: 'Robot', lives: 'never', 'account:read': 'on' });
  const key = /<code[^>]*>(lw_[\w-]{43})<\/code>/.exec(await key_page.text())![1]!;
  const me = () => server.get('/api/v1/me', { authorization: `Bearer ${key}` });
  expect((await me()).status).toBe(200);
  await new Person(server).send('/sign-in/mail', { email: 'gone@example.com' });
  const pending = await findTokenFor(server, 'gone@example.com');

  const wrong = await desktop.send('/account/delete', { email: 'other@example.com' });
  expect(wrong.status).toBe(400);
  const id = (await accountOf('gone@example.com'))!.id;
  expect((await desktop.send('/account/delete', { email: 'Gone@Example.com' })).headers.get('location')).toBe('/account/deleted');
  expect(desktop.signed_in).toBe(false);
  // While the session is still cached, pages redirect to sign-in instead of failing.
  expect((await laptop.get('/account')).status).toBe(303);
  expect((await laptop.send('/account/name', { name: 'Ghost' })).status).toBeLessThan(500);
  await waitForSessionCache();
  expect((await laptop.get('/account')).status).toBe(303);
  expect((await me()).status).toBe(401);
  expect((await new Person(server).send('/sign-in/link', { token: pending })).status).toBe(400);
  const remaining = await server.sql<{ table_name: string; n: number }[]>`
    select t.table_name, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I where account_id = %s', t.table_name, ${id}::int), false, true, '')))[1]::text::int as n
    from information_schema.columns t where t.column_name = 'account_id' and t.table_schema = 'public'`;
  expect(remaining.filter(({ n }) => n > 0)).toEqual([]);
  const mails = await server.sql`select subject from mails where to_email = 'gone@example.com'`;
  expect(mails.map(({ subject }) => subject)).toEqual(['Your Launchweek account has been deleted']);
});

test('keys are shown once, work at once and are revoked at once', async () => {
  const ada = await new Person(server).signIn('keys@example.com');
  const without_scopes = await ada.send('/account/keys', { name: 'Robot', lives: '30' });
  expect(without_scopes.status).toBe(400);
  expect(await without_scopes.text()).toMatch(/value="Robot".*Choose at least one permission/s);
  const key_page = await (await ada.send('/account/keys', { name: 'Robot <1>', lives: '30', 'account:read': 'on' })).text();
  const key = /<code[^>]*>(lw_[\w-]{43})<\/code>/.exec(key_page)![1]!;
  const key_list = await textOf(ada, '/account/keys');
  expect(key_list).toContain('Robot &lt;1>');
  expect(key_list).not.toContain(key);
  const me = () => server.get('/api/v1/me', { authorization: `Bearer ${key}` });
  expect((await me()).status).toBe(200);
  const id = /name="id" value="(\d+)"/.exec(key_list)![1]!;
  const eve = await new Person(server).signIn('keys2@example.com');
  expect((await eve.send('/account/keys/revoke', { id })).status).toBe(404);
  await ada.send('/account/keys/revoke', { id });
  await waitForSessionCache();
  expect((await me()).status).toBe(401);
});

test('network admins can read stored mail; everybody else gets a 404', async () => {
  const member = await new Person(server).signIn('plain@example.com');
  expect((await member.get('/admin/mail')).status).toBe(404);
  expect((await server.get('/admin/mail')).headers.get('location')).toBe('/sign-in?go_to=%2Fadmin%2Fmail');
  const admin = await new Person(server).signIn('boss@example.com');
  await server.sql`update accounts set is_network_admin = true where email_key = 'boss@example.com'`;
  await server.sql`update mails set status = 'kept'`;
  const html = await textOf(admin, '/admin/mail');
  expect(html).toContain('plain@example.com');
  const href = /href="(\/admin\/mail\/\d+)"/.exec(html)![1]!;
  expect(await textOf(admin, href)).toMatch(/<a href="http:\/\/localhost:\d+\/sign-in\/link\?token=/);
  expect((await member.get(href)).status).toBe(404);
  for (const id of ['0', '999999', 'x', '99999999999999999999']) expect((await admin.get(`/admin/mail/${id}`)).status).toBe(404);
});

test('a GET of a form action redirects to the form', async () => {
  expect((await server.get('/sign-in/password')).headers.get('location')).toBe('/sign-in');
});

test.each([
  ['one address', () => '203.0.113.9'],
  ['one IPv6 household', (n: number) => `2001:db8:0:7::${n}`],
])('%s can request thirty links per quarter of an hour in total', async (_who, address) => {
  const own = await startServer({ demo: false });
  const statuses = [];
  for (let n = 1; n <= 31; n++) {
    const person = new Person(own, { headers: { 'x-forwarded-for': address(n) } });
    statuses.push((await person.send('/sign-in/mail', { email: `flood${n}@example.com` })).status);
  }
  const elsewhere = await new Person(own).send('/sign-in/mail', { email: 'calm@example.com' });
  await own.close();
  expect([statuses.filter((status) => status === 303).length, statuses.at(-1), elsewhere.status]).toEqual([30, 429, 303]);
});
