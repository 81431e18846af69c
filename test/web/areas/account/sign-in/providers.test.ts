import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useIdentityServers } from '../../../../support/accounts/identity-servers.ts';
import { findNewestMail, findTokenFor, Person } from '../../../../support/accounts/person.ts';
import { NOON, useServer } from '../../../../support/server.ts';

const providers = useIdentityServers();
let now = NOON;
const server = useServer({ sign_in: providers.settings, clock: { now: () => now } });
beforeAll(() => {
  providers.site_root = server.root;
});
beforeEach(() => {
  now = NOON;
});

const newAddress = () => `${randomUUID()}@example.com`;
const locationOf = (reply: Response) => [reply.status, reply.headers.get('location')];

/** Sends a form that leads to a provider, and returns the address it leads to. */
const begin = async (person: Person, path: string, fields: Record<string, string> = {}): Promise<string> => {
  const html = await (await person.send(path, fields)).text();
  const [, url] = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(html) ?? [];
  if (!url) throw new Error(html);
  return url.replaceAll('&amp;', '&');
};

/** Somebody whose browser has a secret of its own. */
const somebodyElse = (): Person => {
  const person = new Person(server);
  person.cookies.set('lw_browser', 'B'.repeat(43));
  return person;
};

/** The path and query a provider sends somebody back to. */
const comeBack = async (url: string): Promise<string> => (await providers.visit(url)).slice(server.root.length);

/** Signs in with a provider and returns the answer to the callback. */
const signInWith = async (person: Person, key: string, fields: Record<string, string> = {}): Promise<Response> =>
  person.get(await comeBack(await begin(person, `/sign-in/with/${key}`, fields)));

const accountOf = async (email: string) => {
  const [row] = await server.sql`
    select a.id, a.email_verified_at, a.email_vouched_by, (select count(*)::int from account_identities i where i.account_id = a.id) as identities
    from accounts a where a.email_key = ${email.toLowerCase()}`;
  return row;
};

test.each(['acme', 'github'])('%s: a new account, and the same account the next time', async (key) => {
  providers.person = { id: String(Math.ceil(Math.random() * 1e9)), email: newAddress(), email_verified: true };
  const { email } = providers.person;
  const ada = new Person(server);
  expect(locationOf(await signInWith(ada, key, { go_to: '/account/keys' }))).toEqual([303, '/account/keys']);
  const account = await accountOf(email!);
  expect(account).toMatchObject({ email_verified_at: NOON, email_vouched_by: expect.stringContaining('127.0.0.1'), identities: 1 });
  // The address may change at the provider: the subject decides.
  providers.person = { ...providers.person, email: newAddress() };
  const again = new Person(server);
  await signInWith(again, key);
  expect(await (await again.get('/account')).text()).toContain(email);
  expect(await accountOf(providers.person.email!)).toBeUndefined();
});

test('the request has PKCE, state, nonce and the exact redirect address', async () => {
  const url = new URL(await begin(new Person(server), '/sign-in/with/acme'));
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'our-site',
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: `${server.root}/sign-in/with/acme/callback`,
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
});

test('an account whose address was proved here is connected, and its owner is told', async () => {
  const email = newAddress();
  await new Person(server).signIn(email);
  providers.person = { id: randomUUID(), email, email_verified: true };
  const ben = new Person(server);
  expect(locationOf(await signInWith(ben, 'acme'))).toEqual([303, '/account']);
  expect(await accountOf(email)).toMatchObject({ identities: 1, email_vouched_by: null });
  expect((await findNewestMail(server, email)).subject).toContain('with Acme');
});

describe('an address that is not proved', () => {
  test.each([
    ['the provider has not verified it', false, false],
    ['nobody has proved the account’s address here', true, true],
  ])('%s: a link of ours proves it first', async (_why, email_verified, has_account) => {
    const email = newAddress();
    if (has_account) await server.sql`insert into accounts (email, email_key) values (${email}, ${email})`;
    providers.person = { id: randomUUID(), email, email_verified };
    const carl = new Person(server);
    const reply = await signInWith(carl, 'acme', { go_to: '/account/keys' });
    expect([reply.status, carl.signed_in]).toEqual([200, false]);
    expect(await reply.text()).toContain('Check your inbox');
    expect((await accountOf(email))?.identities ?? 0).toBe(0);
    const opened = await carl.send('/sign-in/link', { token: await findTokenFor(server, email) });
    expect(locationOf(opened)).toEqual([303, '/account/keys']);
    expect(await accountOf(email)).toMatchObject({ identities: 1, email_vouched_by: null });
  });

  test('whoever opens the link elsewhere is not connected to the identity of somebody else', async () => {
    const email = newAddress();
    providers.person = { id: randomUUID(), email, email_verified: false };
    await signInWith(new Person(server), 'acme');
    const victim = somebodyElse();
    await victim.send('/sign-in/link', { token: await findTokenFor(server, email) });
    expect([victim.signed_in, (await accountOf(email))?.identities]).toEqual([true, 0]);
  });

  test('an account that only a provider vouches for is not connected to another one', async () => {
    const email = newAddress();
    providers.person = { id: '4711', email, email_verified: true };
    await signInWith(new Person(server), 'github');
    const dora = new Person(server);
    await signInWith(dora, 'acme');
    expect([dora.signed_in, (await accountOf(email))?.identities]).toEqual([false, 1]);
  });

  test('without an address there is no account', async () => {
    providers.person = { id: randomUUID() };
    const eve = new Person(server);
    const reply = await signInWith(eve, 'acme');
    expect([reply.status, eve.signed_in]).toEqual([400, false]);
    expect(await reply.text()).toContain('Acme didn’t share your email address');
  });
});

describe('an answer that does not belong to the sign-in', () => {
  const attempt = async (change: (begun: { url: URL; person: Person }) => Promise<Response>) => {
    providers.person = { id: randomUUID(), email: newAddress(), email_verified: true };
    const person = new Person(server);
    const reply = await change({ url: new URL(await begin(person, '/sign-in/with/acme')), person });
    expect([reply.status, person.signed_in, await accountOf(providers.person.email!)]).toEqual([400, false, undefined]);
    return reply.text();
  };

  test('another state, browser, provider or time is refused', async () => {
    const expired = 'This sign-in has expired';
    const withState = (path: string) => path.replace(/state=[\w-]+/, `state=${'A'.repeat(43)}`);
    expect(await attempt(async ({ url, person }) => person.get(withState(await comeBack(url.href))))).toContain(expired);
    expect(await attempt(async ({ url }) => somebodyElse().get(await comeBack(url.href)))).toContain(expired);
    expect(await attempt(async ({ url, person }) => person.get((await comeBack(url.href)).replace('/acme/', '/github/')))).toContain(
      expired,
    );
    const late = await attempt(async ({ url, person }) => {
      const path = await comeBack(url.href);
      now = new Date(NOON.getTime() + 31 * 60_000);
      return person.get(path);
    });
    expect(late).toContain(expired);
  });

  test('another nonce or issuer is refused', async () => {
    const failed = 'Signing in with Acme failed';
    const nonce = await attempt(async ({ url, person }) => {
      url.searchParams.set('nonce', 'another');
      return person.get(await comeBack(url.href));
    });
    expect(nonce).toContain(failed);
    const withIssuer = (path: string) => path.replace(/iss=[^&]+/, `iss=${encodeURIComponent('https://evil.example')}`);
    expect(await attempt(async ({ url, person }) => person.get(withIssuer(await comeBack(url.href))))).toContain(failed);
  });

  test('a code counts once: neither its address nor the code alone works again', async () => {
    providers.person = { id: randomUUID(), email: newAddress(), email_verified: true };
    const person = new Person(server);
    const path = await comeBack(await begin(person, '/sign-in/with/acme'));
    await person.get(path);
    expect(person.signed_in).toBe(true);
    const thief = somebodyElse();
    expect((await thief.get(path)).status).toBe(400);
    const own = await comeBack(await begin(thief, '/sign-in/with/acme'));
    const code = new URL(path, server.root).searchParams.get('code')!;
    const reply = await thief.get(own.replace(/code=[^&]+/, `code=${code}`));
    expect([reply.status, thief.signed_in]).toEqual([400, false]);
  });
});

test('who cancels is told so, and can try again', async () => {
  providers.person = null;
  for (const [key, label] of [
    ['acme', 'Acme'],
    ['github', 'GitHub'],
  ] as const) {
    const reply = await signInWith(new Person(server), key, { go_to: '/account/keys' });
    const html = await reply.text();
    expect(html).toContain(`You cancelled signing in with ${label}`);
    expect(html).toContain('href="/sign-in?go_to=%2Faccount%2Fkeys"');
  }
});

test('a provider that does not answer is said, and the sign-in page stays', async () => {
  const dead = { ...providers.settings.providers[0]!, key: 'dead', label: 'Dead', issuer: 'http://127.0.0.1:9' };
  providers.settings.providers.push(dead);
  const reply = await new Person(server).send('/sign-in/with/dead');
  expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('Dead can’t be reached right now')]);
  providers.settings.providers.pop();
  expect((await new Person(server).send('/sign-in/with/nobody')).status).toBe(404);
});

describe('in the account', () => {
  const identityOf = async (email: string): Promise<string> => {
    const [row] = await server.sql`
      select i.id from account_identities i join accounts a on a.id = i.account_id where a.email_key = ${email} order by i.id desc limit 1`;
    return String(row!.id);
  };

  test('a provider is connected and disconnected; one identity belongs to one account', async () => {
    const email = newAddress();
    const fay = await new Person(server).signIn(email);
    providers.person = { id: randomUUID(), email: newAddress(), email_verified: false };
    const path = await comeBack(await begin(fay, '/account/identities/acme/connect'));
    // Who is not signed in to the account any more connects nothing.
    const session = fay.cookies.get('lw_session')!;
    expect(locationOf(await fay.get(path))).toEqual([303, '/account?done=connected']);
    const html = await (await fay.get('/account')).text();
    expect(html).toContain('aria-label="Disconnect Acme"');
    expect(html).toContain('aria-label="Connect GitHub"');
    const gil = await new Person(server).signIn(newAddress());
    const taken = await gil.get(await comeBack(await begin(gil, '/account/identities/acme/connect')));
    expect([taken.status, await taken.text()]).toEqual([400, expect.stringContaining('already in use')]);
    const data = (await (await fay.send('/account/export')).json()) as { account_identities: object[] };
    expect(data.account_identities).toMatchObject([{ provider: 'Acme', subject: providers.person.id, email: providers.person.email }]);
    const id = await identityOf(email);
    await gil.send('/account/identities/disconnect', { id });
    expect((await accountOf(email))?.identities).toBe(1);
    expect(locationOf(await fay.send('/account/identities/disconnect', { id }))).toEqual([303, '/account?done=disconnected']);
    expect((await findNewestMail(server, email)).subject).toContain('Acme is disconnected');
    expect([(await accountOf(email))?.identities, fay.cookies.get('lw_session')]).toEqual([0, session]);
  });

  test('another account that signs in meanwhile does not get the identity', async () => {
    const hal = await new Person(server).signIn(newAddress());
    providers.person = { id: randomUUID(), email: newAddress(), email_verified: true };
    const path = await comeBack(await begin(hal, '/account/identities/acme/connect'));
    const other = await new Person(server).signIn(newAddress());
    hal.cookies.set('lw_session', other.cookies.get('lw_session')!);
    expect((await hal.get(path)).status).toBe(400);
  });

  test('the last way in is not disconnected', async () => {
    const email = newAddress();
    providers.person = { id: randomUUID(), email, email_verified: true };
    const ida = new Person(server);
    await signInWith(ida, 'acme');
    const id = await identityOf(email);
    const refused = await ida.send('/account/identities/disconnect', { id });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('only way to sign in')]);
    // A link of ours proves the mailbox, which is a way in.
    await ida.signIn(email);
    expect((await ida.send('/account/identities/disconnect', { id })).status).toBe(303);
  });
});

describe('providers of a site', () => {
  test('a network admin sets them; the secret is neither shown nor logged', async () => {
    const email = newAddress();
    const admin = await new Person(server).signIn(email);
    await server.sql`update accounts set is_network_admin = true where email_key = ${email}`;
    const fields = { key: 'acme', label: 'Our Acme', issuer: 'https://id.example', client_id: 'abc', client_secret: 'very-secret' };
    const insecure = await admin.send('/admin/sign-in', { ...fields, issuer: 'http://id.example' });
    expect(insecure.status).toBe(400);
    expect(await insecure.text()).not.toContain('very-secret');
    expect(locationOf(await admin.send('/admin/sign-in', fields))).toEqual([303, '/admin/sign-in?done=saved']);
    // It replaces the provider of the deployment with the same key. Without a new secret the stored one stays, unless the issuer changes.
    expect(await (await admin.get('/sign-in')).text()).toContain('Continue with Our Acme');
    const { client_secret: _, ...rest } = fields;
    expect((await admin.send('/admin/sign-in', { ...rest, client_id: 'def' })).status).toBe(303);
    expect((await admin.send('/admin/sign-in', { ...rest, issuer: 'https://evil.example' })).status).toBe(400);
    expect(await server.sql`select client_id, client_secret from sign_in_providers`).toEqual([
      { client_id: 'def', client_secret: 'very-secret' },
    ]);
    const page = await (await admin.get('/admin/sign-in')).text();
    expect(page).toContain(`${server.root}/sign-in/with/acme/callback`);
    expect(page).not.toContain('very-secret');
    const [acts] = await server.sql`select string_agg(t::text, '') as text from team_acts t`;
    expect(acts!.text).not.toContain('very-secret');
    expect((await admin.send('/admin/sign-in/remove', { key: 'acme' })).status).toBe(303);
    expect(await (await admin.get('/sign-in')).text()).toContain('Continue with Acme');
  });

  test('a site’s admin may not: a provider could sign in as anybody, on all sites', async () => {
    const email = newAddress();
    const admin = await new Person(server).signIn(email);
    await server.sql`
      insert into account_roles (account_id, site_id, role) select id, ${server.site_id}, 'site_admin' from accounts where email_key = ${email}`;
    expect((await admin.get('/admin/sign-in')).status).toBe(404);
    expect((await admin.send('/admin/sign-in', { key: 'x', issuer: 'https://x.example', client_id: 'a', client_secret: 'b' })).status).toBe(
      404,
    );
  });
});

describe('a form that waits for the sign-in', () => {
  const countVotes = async (email: string) => {
    const [row] =
      await server.sql`select count(*)::int as n from ballots b join voters v on v.id = b.voter_id join accounts a on a.id = v.account_id where a.email_key = ${email}`;
    return row!.n as number;
  };
  const pendingIn = (reply: Response): string => new URL(reply.headers.get('location')!, server.root).searchParams.get('pending')!;
  const VOTED = [303, '/listings/packmoth#vote'];

  test('a vote is cast after signing in by link, and says so; the page before says what for', async () => {
    const email = newAddress();
    const ada = new Person(server);
    const reply = await ada.send('/listings/packmoth/vote', { back: '/' });
    expect(reply.status).toBe(303);
    const pending = pendingIn(reply);
    const page = await (await ada.get(reply.headers.get('location')!)).text();
    expect(page).toContain('Sign in to vote for Packmoth');
    expect(page).toContain(`name="pending" value="${pending}"`);
    const step = await (await ada.send('/sign-in/email', { email, pending, go_to: '/listings/packmoth' })).text();
    expect(step).toContain('Sign in to vote for Packmoth');
    expect(step).toContain('Email me a sign-in link');
    await ada.send('/sign-in/mail', { email, pending });
    const token = await findTokenFor(server, email);
    expect(await (await ada.get(`/sign-in/link?token=${token}`)).text()).toContain('Sign in to vote for Packmoth');
    expect(await countVotes(email)).toBe(0);
    expect(locationOf(await ada.send('/sign-in/link', { token }))).toEqual(VOTED);
    expect(await (await ada.get('/listings/packmoth')).text()).toContain('You voted');
    expect([await countVotes(email), (await server.sql`select from pending_actions where id = ${pending}`).length]).toEqual([1, 0]);
  });

  test('on another device too, or not, as one likes', async () => {
    for (const [only, votes] of [
      [{}, 1],
      [{ only: 'sign_in' }, 0],
    ] as const) {
      const email = newAddress();
      const laptop = new Person(server);
      const pending = pendingIn(await laptop.send('/listings/packmoth/vote'));
      await laptop.send('/sign-in/mail', { email, pending });
      await new Person(server).send('/sign-in/link', { token: await findTokenFor(server, email), ...only });
      expect(await countVotes(email)).toBe(votes);
    }
  });

  test('after a password and a provider, in the browser that sent the form only', async () => {
    const email = newAddress();
    const ben = new Person(server);
    await ben.send('/sign-up', { email, password: 'correct horse battery' });
    await ben.send('/sign-in/link', { token: await findTokenFor(server, email) });
    await ben.send('/sign-out');
    const password = { email, password: 'correct horse battery' };
    const pending = pendingIn(await new Person(server).send('/listings/packmoth/vote'));
    // Somebody else's form, as a link to the sign-in page could name it.
    ben.cookies.set('lw_browser', 'B'.repeat(43));
    await ben.send('/sign-in/password', { ...password, pending });
    expect([ben.signed_in, await countVotes(email)]).toEqual([true, 0]);
    await ben.send('/sign-out');
    const own = pendingIn(await ben.send('/listings/packmoth/vote'));
    expect(locationOf(await ben.send('/sign-in/password', { ...password, pending: own }))).toEqual(VOTED);
    expect(await countVotes(email)).toBe(1);

    providers.person = { id: randomUUID(), email: newAddress(), email_verified: true };
    const cleo = new Person(server);
    const form = pendingIn(await cleo.send('/listings/packmoth/vote'));
    expect(locationOf(await signInWith(cleo, 'acme', { pending: form }))).toEqual(VOTED);
    expect(await countVotes(providers.person.email!)).toBe(1);
    const dan = somebodyElse();
    providers.person = { id: randomUUID(), email: newAddress(), email_verified: true };
    const stolen = pendingIn(await new Person(server).send('/listings/packmoth/vote'));
    expect(locationOf(await signInWith(dan, 'acme', { pending: stolen }))).toEqual([303, '/account']);
    expect(await countVotes(providers.person.email!)).toBe(0);
  });

  test('follows, reviews and the start of a launch wait too; refusals are shown on their page', async () => {
    const email = newAddress();
    const eve = new Person(server);
    const follow = pendingIn(await eve.send('/listings/packmoth/follow'));
    await eve.send('/sign-in/mail', { email, pending: follow });
    expect(locationOf(await eve.send('/sign-in/link', { token: await findTokenFor(server, email) }))).toEqual([
      303,
      '/listings/packmoth#follow',
    ]);
    await eve.send('/sign-out');
    const launch = await eve.send('/submit', { url: 'not a website' });
    expect(await (await eve.get(launch.headers.get('location')!)).text()).toContain('Sign in and we’ll read your website');
    await eve.send('/sign-in/mail', { email, pending: pendingIn(launch) });
    const token = await findTokenFor(server, email);
    expect(await (await eve.get(`/sign-in/link?token=${token}`)).text()).toContain('Sign in and we’ll read your website');
    const refused = await eve.send('/sign-in/link', { token });
    const html = await refused.text();
    expect([refused.status, eve.signed_in]).toEqual([400, true]);
    expect(html).toContain('value="not a website"');
    expect(html).toContain('field-error');
    await eve.send('/sign-out');
    const review = pendingIn(
      await eve.send('/listings/packmoth/reviews', { rating: '5', body: 'It does what it says, and does it well.' }),
    );
    await eve.send('/sign-in/mail', { email, pending: review });
    const reviewed = await eve.send('/sign-in/link', { token: await findTokenFor(server, email) });
    expect(reviewed.headers.get('location')).toContain('/listings/packmoth/reviews?done=');
  });

  test('comments, replies and votes for them, claims and follows of categories wait, with what was typed', async () => {
    const email = newAddress();
    const guy = new Person(server);
    /** Sends a form as a visitor, then signs in. Returns what the sign-in was for and where it led. */
    const sendAndSignIn = async (path: string, fields: Record<string, string> = {}) => {
      const reply = await guy.send(path, fields);
      const page = await (await guy.get(reply.headers.get('location')!)).text();
      await guy.send('/sign-in/mail', { email, pending: pendingIn(reply) });
      const { headers } = await guy.send('/sign-in/link', { token: await findTokenFor(server, email) });
      await guy.send('/sign-out');
      return { title: /<h1[^>]*>([^<]*)/.exec(page)![1], go_to: headers.get('location')! };
    };
    const [{ slug, name }] = await server.sql<[{ slug: string; name: string }]>`
      select slug, name from public_listings where owner_id is null and site_id = ${server.site_id} order by id limit 1`;
    const visitor = await (await guy.get(`/listings/${slug}`)).text();
    expect(visitor).toContain(`<form method="post" action="/listings/${slug}/comments"`);

    const comment = await sendAndSignIn(`/listings/${slug}/comments`, { body: 'Does it sync?', from: 'listing' });
    expect(comment).toEqual({ title: `Sign in to comment on ${name}`, go_to: expect.stringContaining('#comment-') });
    const id = comment.go_to.split('#comment-')[1];
    const reply = await sendAndSignIn(`/listings/${slug}/comments/${id}/reply`, { body: 'It does, I found it.', comment: id! });
    expect(reply).toEqual({ title: `Sign in to reply to a comment on ${name}`, go_to: expect.stringContaining('#comment-') });
    expect(await (await guy.get(reply.go_to)).text()).toMatch(/Does it sync\?.*It does, I found it\./s);
    const [other] = await server.sql`select c.id, l.slug from comments c join public_listings l on l.id = c.listing_id
      where c.status = 'shown' and c.account_id is null and c.thread_id is null limit 1`;
    await sendAndSignIn(`/listings/${other!.slug}/comments/${other!.id}/vote`, { vote: 'on', comment: String(other!.id) });
    expect((await server.sql`select from comment_votes where comment_id = ${other!.id}`).length).toBe(1);

    expect(await (await guy.get(`/listings/${slug}/claim`)).text()).toContain('You sign in next.');
    expect((await sendAndSignIn(`/listings/${slug}/claim`, { method: 'dns' })).title).toBe(`Sign in to claim ${name}`);
    const claims =
      await server.sql`select from claims c join accounts a on a.id = c.account_id where a.email_key = ${email} and c.method = 'dns'`;
    expect(claims.length).toBe(1);
    const by_mail = await sendAndSignIn(`/listings/${slug}/claim`, { method: 'email', email: 'ceo@elsewhere.example' });
    expect(by_mail.title).toBe(`Sign in to claim ${name} with a link to ceo@elsewhere.example`);
    const refused = await guy.send(`/listings/${slug}/claim`, { method: 'email', email: 'call 555 now' });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('value="call 555 now"')]);

    const [category] = await server.sql<[{ slug: string; name: string }]>`
      select slug, name from categories where site_id = ${server.site_id} order by id limit 1`;
    expect(await (await guy.get(`/categories/${category.slug}`)).text()).toContain(`action="/categories/${category.slug}/follow"`);
    expect(await sendAndSignIn(`/categories/${category.slug}/follow`)).toEqual({
      title: `Sign in to follow ${category.name}`,
      go_to: `/categories/${category.slug}`,
    });
    expect((await server.sql`select from category_follows`).length).toBe(1);
  });

  test('wrong fields are refused before, and other sites, other forms and old ones wait for nothing', async () => {
    const fay = new Person(server);
    expect((await fay.send('/listings/packmoth/vote', {}, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await fay.send('/listings/packmoth/reviews', { rating: '9' })).status).toBe(400);
    expect((await fay.send('/listings/no-such-listing/vote')).status).toBe(404);
    expect((await fay.send('/listings/packmoth/vote/take-back')).headers.get('location')).toBe('/sign-in');
    const email = newAddress();
    const pending = pendingIn(await fay.send('/listings/packmoth/vote'));
    now = new Date(NOON.getTime() + 61 * 60_000);
    expect(await (await fay.get(`/sign-in?pending=${pending}`)).text()).not.toContain('vote for');
    await fay.send('/sign-in/mail', { email, pending });
    await fay.send('/sign-in/link', { token: await findTokenFor(server, email) });
    expect([fay.signed_in, await countVotes(email)]).toEqual([true, 0]);
  });
});

describe('after signing in', () => {
  test('admins land on the back office, unless they were on their way elsewhere; the menu leads there', async () => {
    const email = newAddress();
    const admin = await new Person(server).signIn(email);
    await server.sql`
      insert into account_roles (account_id, site_id, role) select id, ${server.site_id}, 'site_admin' from accounts where email_key = ${email}`;
    for (const [go_to, location] of [
      [{}, '/admin'],
      [{ go_to: '/account/keys' }, '/account/keys'],
    ] as const) {
      await admin.send('/sign-in/mail', { email, ...go_to });
      expect(locationOf(await admin.send('/sign-in/link', { token: await findTokenFor(server, email) }))).toEqual([303, location]);
    }
    const html = await (await admin.get('/')).text();
    expect(html).toContain('<a href="/admin">Back office</a>');
  });

  test('the menu in the header counts unread notifications', async () => {
    const email = newAddress();
    const gil = await new Person(server).signIn(email);
    const before = await (await gil.get('/')).text();
    expect(before).toContain('account-menu');
    expect(before).not.toContain('unread-count');
    expect(before).not.toContain('href="/admin"');
    await server.sql`
      insert into notifications (account_id, site_id, kind, key, title, url, created_at)
      select a.id, ${server.site_id}, 'update', n::text, 'News', '/', ${NOON} from accounts a, generate_series(1, 120) n where email_key = ${email}`;
    expect(await (await gil.get('/')).text()).toContain('99+');
    await server.sql`
      update notifications set read_at = now() where key <> '3' and account_id = (select id from accounts where email_key = ${email})`;
    expect(await (await gil.get('/')).text()).toContain('1 unread notification<');
  });
});
