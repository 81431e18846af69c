import { request } from 'node:http';
import { expect, test } from 'vitest';
import { extractToken, findNewestMail, findTokenFor, Person } from '../../../../support/accounts/person.ts';
import { NOON, startServer, useServer } from '../../../../support/server.ts';

let now = NOON;
const server = useServer({ pool: 5, demo: false, clock: { now: () => now } });

const PASSWORD = 'correct horse battery';
const minutesFromNow = (n: number) => new Date(now.getTime() + n * 60_000);
const redirectOf = async (reply: Response) => [reply.status, reply.headers.get('location')];

/** Creates an account with a password through the sign-up form. */
const signUp = async (email: string, name = 'Ada') => {
  const person = new Person(server);
  await person.send('/sign-up', { email, name, password: PASSWORD });
  await person.send('/sign-in/link', { token: await findTokenFor(server, email) });
  return person;
};

test('a mailed link first shows a page and then signs in', async () => {
  const ada = new Person(server);
  expect((await ada.send('/sign-in/mail', { email: 'ada@example.com' })).headers.get('location')).toMatch(/^\/sign-in\/sent\?to=/);
  expect(ada.signed_in).toBe(false);
  const [before] = await server.sql`select count(*)::int as n from accounts where email_key = 'ada@example.com'`;
  expect(before!.n).toBe(0);
  const token = await findTokenFor(server, 'ada@example.com');
  const link_page = await ada.get(`/sign-in/link?token=${token}`);
  expect(link_page.headers.get('cache-control')).toBe('no-store');
  expect(link_page.headers.get('referrer-policy')).toBe('same-origin');
  expect(await link_page.text()).toContain('ada@example.com');
  expect(ada.signed_in).toBe(false);
  expect(await redirectOf(await ada.send('/sign-in/link', { token }))).toEqual([303, '/account']);
  const account = await ada.get('/account');
  expect(account.status).toBe(200);
  expect(account.headers.get('cache-control')).toBe('no-store');
  expect(await account.text()).toContain('Firefox on Windows');
});

test('the card asks for the address only; the page after it names the address, for as long as the link works', async () => {
  const card = await (await server.get('/sign-in')).text();
  expect(card).toMatch(/<form method="post" action="\/sign-in\/mail".*Email me a sign-in link.*formaction="\/sign-in\/email".*<\/form>/s);
  expect(card).not.toContain('type="password"');
  const ada = new Person(server);
  const sent = (await ada.send('/sign-in/mail', { email: "o'ada+1@example.com", go_to: '/account/keys' })).headers.get('location')!;
  const page = await ada.get(sent);
  expect(page.headers.get('cache-control')).toBe('no-store');
  const html = await page.text();
  expect(html).toContain(`We sent a sign-in link to <strong dir="auto">o'ada+1@example.com</strong>`);
  expect(html).toMatch(/href="\/sign-in\?go_to=%2Faccount%2Fkeys">Use another address/);
  const forged = sent.replace(/to=[\w-]+/, `to=${Buffer.from('["eve@example.com",9e15]'.padEnd(60)).toString('base64url')}`);
  for (const other of ['/sign-in/sent', '/sign-in/sent?to=eve@example.com', forged]) {
    const reply = await ada.get(other);
    expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining('We sent a sign-in link to you.')]);
  }
  now = minutesFromNow(16);
  expect(await (await ada.get(sent)).text()).not.toContain('ada+1');
});

test('the password step is the same for every address', async () => {
  await signUp('has-password@example.com');
  const steps = await Promise.all(
    ['has-password@example.com', 'has-nothing@example.com'].map(async (email) =>
      (await (await new Person(server).send('/sign-in/email', { email })).text()).replaceAll(email, 'ADDRESS'),
    ),
  );
  expect(steps[0]).toBe(steps[1]);
  expect(steps[0]).toMatch(/value="ADDRESS".*type="password"/s);
  const rejected = await (await new Person(server).send('/sign-in/email', { email: 'ada' })).text();
  expect(rejected).toMatch(/action="\/sign-in\/mail".*aria-invalid="true"[^>]*value="ada"|value="ada"[^>]*aria-invalid="true"/s);
});

test('a link works once, even if used in parallel', async () => {
  await new Person(server).send('/sign-in/mail', { email: 'once@example.com' });
  const token = await findTokenFor(server, 'once@example.com');
  const people = Array.from({ length: 8 }, () => new Person(server));
  await Promise.all(people.map((person) => person.send('/sign-in/link', { token })));
  expect(people.filter((person) => person.signed_in)).toHaveLength(1);
  const late = new Person(server);
  const again = await late.send('/sign-in/link', { token });
  expect(again.status).toBe(400);
  expect(await again.text()).toContain('This link no longer works');
  expect((await late.get(`/sign-in/link?token=${token}`)).status).toBe(400);
  expect(late.signed_in).toBe(false);
});

test('a link expires after 15 minutes, or when a newer one is used', async () => {
  const eve = new Person(server);
  await eve.send('/sign-in/mail', { email: 'late@example.com' });
  const first = await findTokenFor(server, 'late@example.com');
  await eve.send('/sign-in/mail', { email: 'late@example.com' });
  const second = await findTokenFor(server, 'late@example.com');
  now = minutesFromNow(15);
  expect((await eve.send('/sign-in/link', { token: first })).status).toBe(400);
  await eve.send('/sign-in/mail', { email: 'late@example.com' });
  const third = await findTokenFor(server, 'late@example.com');
  await eve.send('/sign-in/link', { token: third });
  expect(eve.signed_in).toBe(true);
  expect((await new Person(server).send('/sign-in/link', { token: second })).status).toBe(400);
});

test('a link with another purpose does not sign in', async () => {
  const kim = await new Person(server).signIn('kim@example.com');
  await kim.send('/account/move', { email: 'kim2@example.com' });
  for (const end of ['kim@example.com', 'kim2@example.com']) {
    const visitor = new Person(server);
    expect((await visitor.send('/sign-in/link', { token: await findTokenFor(server, end) })).status).toBe(400);
    expect(visitor.signed_in).toBe(false);
  }
});

test.each(['', 'x', 'A'.repeat(43), '../../etc', "' or 1=1 --", 'é'.repeat(43)])('the forged token %j is rejected', async (token) => {
  expect((await new Person(server).send('/sign-in/link', { token })).status).toBe(400);
  expect((await server.get(`/sign-in/link?token=${encodeURIComponent(token)}`)).status).toBe(400);
  expect((await server.get('/account', { cookie: `lw_session=${encodeURIComponent(token)}` })).headers.get('location')).toBe(
    '/sign-in?go_to=%2Faccount',
  );
});

test('the password from sign-up works once the link is opened in the same browser', async () => {
  const bob = await signUp('bob@example.com', 'Bob');
  expect(await (await bob.get('/account')).text()).toContain('You have a password.');
  const again = new Person(server);
  expect(await redirectOf(await again.send('/sign-in/password', { email: ' BOB@Example.com ', password: PASSWORD }))).toEqual([
    303,
    '/account',
  ]);
  expect(again.signed_in).toBe(true);
});

test('an attacker cannot set a password for somebody else’s address at sign-up', async () => {
  const eve = new Person(server);
  await eve.send('/sign-up', { email: 'victim@example.com', name: 'Mallory', password: 'eves own password' });
  const victim = new Person(server);
  await victim.send('/sign-in/link', { token: await findTokenFor(server, 'victim@example.com') });
  expect(victim.signed_in).toBe(true);
  expect(await (await victim.get('/account')).text()).not.toContain('Mallory');
  const reply = await eve.send('/sign-in/password', { email: 'victim@example.com', password: 'eves own password' });
  expect([reply.status, eve.signed_in]).toEqual([400, false]);
});

test('signing up again with another password sets it and signs out all other devices', async () => {
  const old = await signUp('again@example.com');
  const person = new Person(server);
  await person.send('/sign-up', { email: 'again@example.com', password: 'a second password' });
  await person.send('/sign-in/link', { token: await findTokenFor(server, 'again@example.com') });
  const [sessions] =
    await server.sql`select count(*)::int as n from sessions s join accounts a on a.id = s.account_id where email_key = 'again@example.com'`;
  expect([sessions!.n, old.signed_in]).toEqual([1, true]);
  expect((await new Person(server).send('/sign-in/password', { email: 'again@example.com', password: 'a second password' })).status).toBe(
    303,
  );
  expect((await new Person(server).send('/sign-in/password', { email: 'again@example.com', password: PASSWORD })).status).toBe(400);
});

test('responses do not reveal whether an address has an account', async () => {
  await signUp('known@example.com');
  const replies = await Promise.all(
    ['known@example.com', 'nobdy@example.com'].map(async (email) => {
      const person = new Person(server);
      const link = await person.send('/sign-in/mail', { email });
      const up = await person.send('/sign-up', { email, password: PASSWORD });
      const wrong_password = await person.send('/sign-in/password', { email, password: 'not the password' });
      const mail = await findNewestMail(server, email);
      const normalize = (text: string) => text.replaceAll(email, 'ADDRESS').replace(/token=[\w-]{43}/g, 'token=T');
      const headers = (reply: Response) =>
        [...reply.headers]
          .filter(([name]) => !['date', 'x-request-id', 'set-cookie', 'etag'].includes(name))
          .map(([name, value]) => [name, value.replace(/\?to=[\w-]+/, '?to=SEALED')]);
      return {
        link: [link.status, headers(link), link.headers.getSetCookie().length, await link.text()],
        up: [up.status, headers(up), up.headers.getSetCookie().length, await up.text()],
        wrong_password: [
          wrong_password.status,
          headers(wrong_password),
          wrong_password.headers.getSetCookie().length,
          normalize(await wrong_password.text()),
        ],
        mail: [mail.subject, normalize(mail.text)],
      };
    }),
  );
  expect(replies[0]).toEqual(replies[1]);
  expect(replies[0]!.wrong_password[0]).toBe(400);
});

test('an account without a password is refused like a wrong password', async () => {
  await new Person(server).signIn('linked@example.com');
  const reply = await new Person(server).send('/sign-in/password', { email: 'linked@example.com', password: '' });
  expect(reply.status).toBe(400);
  expect(await (await new Person(server).send('/sign-in/password', { email: 'linked@example.com', password: 'null' })).text()).toContain(
    'Wrong email or password.',
  );
});

test('session fixation fails: signing in always creates a new token and ends the previous session', async () => {
  const eve = await new Person(server).signIn('eve@example.com');
  const planted = eve.cookies.get('lw_session')!;
  const victim = new Person(server);
  victim.cookies.set('lw_session', planted);
  await victim.send('/sign-in/mail', { email: 'fixed@example.com' });
  await victim.send('/sign-in/link', { token: await findTokenFor(server, 'fixed@example.com') });
  expect(victim.cookies.get('lw_session')).not.toBe(planted);
  expect(await (await victim.get('/account')).text()).toContain('fixed@example.com');
  const [ended] =
    await server.sql`select count(*)::int as n from sessions s join accounts a on a.id = s.account_id where a.email_key = 'eve@example.com'`;
  expect(ended!.n).toBe(0);
});

test.each([
  [{ origin: 'https://elsewhere.example' }],
  [{ origin: 'null' }],
  [{ origin: '' }],
  [{ origin: 'http://localhost' }],
  [{ origin: 'http://localhost.elsewhere.example' }],
] as Record<string, string>[][])('a form sent with %o is rejected', async (headers) => {
  const email = `ann${Math.random()}@example.com`;
  const ann = await new Person(server).signIn(email);
  const reply = await ann.send('/sign-out', {}, headers);
  expect(reply.status).toBe(403);
  expect(await reply.text()).toContain('We couldn’t accept this form');
  const [left] =
    await server.sql`select count(*)::int as n from sessions s join accounts a on a.id = s.account_id where email_key = ${email}`;
  expect(left!.n).toBe(1);
});

test.each([
  [undefined, 403],
  ['cross-site', 403],
  ['same-site', 403],
  ['none', 403],
  ['same-origin', 303],
])('without Origin, a form with Sec-Fetch-Site %s gets %i', async (site, status) => {
  const { host } = new URL(server.root);
  const headers = { host, 'content-type': 'application/x-www-form-urlencoded', ...(site && { 'sec-fetch-site': site }) };
  const received = await new Promise<number>((resolve, reject) => {
    request(`${server.address}/sign-in/mail`, { method: 'POST', headers }, (reply) => resolve(reply.resume().statusCode!))
      .on('error', reject)
      .end('email=plain%40example.com');
  });
  expect(received).toBe(status);
});

test('only small URL-encoded forms with known fields are accepted', async () => {
  const post = (type: string, body: string) =>
    fetch(`${server.root}/sign-in/mail`, {
      method: 'POST',
      redirect: 'manual',
      body,
      headers: { 'content-type': type, origin: server.root },
    });
  expect((await post('application/json', '{"email":"a@example.com"}')).status).toBe(400);
  expect((await post('text/plain', 'email=a@example.com')).status).toBe(400);
  expect((await post('application/x-www-form-urlencoded', `email=${'a'.repeat(70_000)}`)).status).toBe(400);
  expect((await post('application/x-www-form-urlencoded', 'email=a%40example.com&admin=true')).status).toBe(400);
});

test.each(['//elsewhere.example', 'https://elsewhere.example', '/\\elsewhere.example', '/.//elsewhere.example', 'javascript:alert(1)'])(
  'go_to %s does not redirect to another site',
  async (go_to) => {
    expect(await (await server.get(`/sign-in?go_to=${encodeURIComponent(go_to)}`)).text()).not.toContain('elsewhere');
    const email = `go${Math.random()}@example.com`;
    const person = new Person(server);
    await person.send('/sign-up', { email, password: PASSWORD, go_to });
    const signed_in = await person.send('/sign-in/link', { token: await findTokenFor(server, email) });
    expect(await redirectOf(signed_in)).toEqual([303, '/account']);
    expect(await redirectOf(await person.send('/sign-in/password', { email, password: PASSWORD, go_to }))).toEqual([303, '/account']);
  },
);

test('a member page redirects to sign-in and back', async () => {
  const reply = await server.get('/account/keys?x=1');
  expect(await redirectOf(reply)).toEqual([303, '/sign-in?go_to=%2Faccount%2Fkeys%3Fx%3D1']);
  const person = new Person(server);
  await person.send('/sign-in/mail', { email: 'back@example.com', go_to: '/account/keys?x=1' });
  const signed_in = await person.send('/sign-in/link', { token: await findTokenFor(server, 'back@example.com') });
  expect(await redirectOf(signed_in)).toEqual([303, '/account/keys?x=1']);
});

test.each(['ada@example.com\r\nBcc: eve@example.com', 'ada@example.com,eve@example.com', 'ada', '<script>@example.com'])(
  'the address %j is rejected at its field and shown escaped',
  async (email) => {
    const reply = await new Person(server).send('/sign-in/mail', { email });
    const html = await reply.text();
    expect(reply.status).toBe(400);
    expect(html).toMatch(/aria-invalid="true"/);
    expect(html).not.toContain('<script>@');
    const [mails] =
      await server.sql`select count(*)::int as n from mails where to_email like '%eve%example.com' and to_email <> 'eve@example.com'`;
    expect(mails!.n).toBe(0);
  },
);

test('a form with errors keeps its values, except passwords', async () => {
  const reply = await new Person(server).send('/sign-up', { email: 'kept@example.com', name: 'Kept Name', password: 'password123' });
  const html = await reply.text();
  expect(reply.status).toBe(400);
  expect(html).toContain('value="kept@example.com"');
  expect(html).toContain('value="Kept Name"');
  expect(html).toContain('Password is too common; choose another one');
  expect(html).not.toContain('password123');
});

test('cookies are HttpOnly and SameSite, and on https Secure with the __Host- prefix', async () => {
  const plain = new Person(server);
  await plain.send('/sign-in/mail', { email: 'cookie@example.com' });
  const reply = await plain.send('/sign-in/link', { token: await findTokenFor(server, 'cookie@example.com') });
  expect(reply.headers.getSetCookie()[0]).toMatch(/^lw_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);

  const secure = await startServer({ demo: false, site_root: 'https://launch.example' });
  const post = (path: string, body: string) =>
    new Promise<{ status: number; cookies: string[] }>((resolve, reject) => {
      const headers = { host: 'launch.example', origin: 'https://launch.example', 'content-type': 'application/x-www-form-urlencoded' };
      request(`${secure.address}${path}`, { method: 'POST', headers }, (reply) => {
        reply.resume().on('end', () => resolve({ status: reply.statusCode!, cookies: reply.headers['set-cookie'] ?? [] }));
      })
        .on('error', reject)
        .end(body);
    });
  await post('/sign-in/mail', 'email=cookie%40example.com');
  const signed_in = await post('/sign-in/link', `token=${extractToken((await findNewestMail(secure, 'cookie@example.com')).text)}`);
  await secure.close();
  expect(signed_in.cookies[0]).toMatch(/^__Host-lw_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/);
});

test('pages of members and of anonymous visitors are never mixed up by caches', async () => {
  const person = await new Person(server).signIn('cache@example.com');
  for (let round = 0; round < 3; round++) {
    const [member_page, public_page] = await Promise.all([person.get('/categories'), server.get('/categories')]);
    expect(await member_page.text()).toContain('href="/account"');
    expect(member_page.headers.get('cache-control')).toBe('no-store');
    expect(member_page.headers.get('etag')).toBeNull();
    const html = await public_page.text();
    expect(html).toContain('href="/sign-in"');
    expect(html).not.toContain('href="/account"');
    expect(public_page.headers.getSetCookie()).toEqual([]);
  }
});
