import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { createSite } from '../../../src/modules/sites/sites.ts';
import { openServer } from '../../../src/process/serve.ts';
import { Application, newPerson, type Person, tryToken } from '../../support/http/oauth.ts';
import { NOON, startServer, useServer } from '../../support/server.ts';

const server = useServer({ demo: false });
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const consentFor = async (person: Person, application: Application, parameters: Record<string, string | null> = {}) => {
  const { url, response } = await person.open(application.authorize(parameters));
  return { url, response: response!, text: await response!.text() };
};
const applicationsOf = async (person: Person) => (await person.ask('/account/applications')).text();

describe('the page', () => {
  test('shows the application, the scopes and the redirect target, and cannot be framed', async () => {
    const person = await newPerson(server);
    const application = await Application.registered(server.root, {
      client_name: 'Tidy Agent',
      redirect_uris: ['https://tidy.example/back'],
    });
    const { response, text } = await consentFor(person, application, { scope: 'account:read orders:write' });
    for (const words of [
      'Allow Tidy Agent to access your account?',
      'Not verified',
      'sent to tidy.example',
      'View your account',
      'Prepare orders',
      'It can’t pay: only you can',
      person.email,
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('Manage your listings');
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self' https://tidy.example;");
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('shows any name as text', async () => {
    const application = await Application.registered(server.root, { client_name: '<script>alert(1)</script>\u202e' });
    const { text } = await consentFor(await newPerson(server), application);
    expect(text).toContain('&lt;script>alert(1)');
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('\u202e');
  });

  test('a person may untick scopes, and allowing none is denying', async () => {
    const person = await newPerson(server);
    const application = await Application.registered(server.root);
    const all = application.authorize({ scope: null });
    const back = await person.answer(all, 'allow', ['orders:write']);
    const tokens = (await (await application.exchange(back.searchParams.get('code')!)).json()) as { scope: string; refresh_token: string };
    expect(tokens.scope).toBe('account:read listings:write');
    expect(await (await application.refresh(tokens.refresh_token)).json()).toMatchObject({ scope: 'account:read listings:write' });
    const none = await person.answer(all, 'allow', ['account:read', 'listings:write', 'orders:write']);
    expect(none.searchParams.get('error')).toBe('access_denied');
  });

  test('a scope that was not requested cannot be added', async () => {
    const person = await newPerson(server);
    const application = await Application.registered(server.root);
    const { url } = await consentFor(person, application);
    const posted = await person.ask(url.href, {
      method: 'POST',
      headers: { ...FORM, origin: server.root },
      body: `account_id=${person.account_id}&answer=allow&account:read=on&orders:write=on`,
    });
    const { url: back } = await person.open(posted.headers.get('location')!);
    const tokens = (await (await application.exchange(back.searchParams.get('code')!)).json()) as { scope: string };
    expect(tokens.scope).toBe('account:read');
  });

  test('marks new scopes when an application asks for more', async () => {
    const person = await newPerson(server);
    const application = await Application.registered(server.root);
    await application.connect(person);
    const { text } = await consentFor(person, application, { scope: 'account:read listings:write' });
    expect(text).toContain('Hand Made wants more access');
    expect(text).toMatch(/Manage your listings<\/strong> <span class="chip">new/);
    expect(text).not.toMatch(/View your account<\/strong> <span class="chip">new/);
    expect((await application.connect(person, { scope: 'account:read listings:write' })).scope).toContain('listings:write');
    expect((await consentFor(await newPerson(server), application)).text).toContain('Allow Hand Made to access your account?');
  });
});

describe('is bound to the signed-in user', () => {
  test('an anonymous visitor signs in first and returns to the page', async () => {
    const person = await newPerson(server);
    const stranger = await newPerson(server);
    stranger.signOut();
    const application = await Application.registered(server.root);
    const { url, response } = await stranger.open(application.authorize());
    expect([url.pathname, response!.status]).toEqual(['/sign-in', 200]);
    const go_to = url.searchParams.get('go_to')!;
    expect(go_to).toMatch(/^\/oauth\/consent\/[\w-]+$/);
    stranger.signInAs(person);
    const back = await stranger.answer(server.root + go_to);
    const tokens = (await (await application.exchange(back.searchParams.get('code')!)).json()) as { access_token: string };
    expect(await (await tryToken(server.root, tokens.access_token)).json()).toMatchObject({ email: person.email });
  });

  test('another user who signs in later is asked separately', async () => {
    const [first, second] = [await newPerson(server), await newPerson(server)];
    const browser = await newPerson(server);
    const application = await Application.registered(server.root);
    browser.signInAs(first);
    await application.connect(browser);
    const { url } = await consentFor(browser, application);
    browser.signInAs(second);
    const posted = await browser.ask(url.href, {
      method: 'POST',
      headers: { ...FORM, origin: server.root },
      body: `account_id=${first.account_id}&answer=allow`,
    });
    expect([posted.status, posted.headers.get('location')]).toEqual([303, url.pathname]);
    const { access_token } = await application.connect(browser);
    expect(await (await tryToken(server.root, access_token)).json()).toMatchObject({ email: second.email });
  });

  test('a form sent from another site is rejected', async () => {
    const person = await newPerson(server);
    const { url } = await consentFor(person, await Application.registered(server.root));
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, {}] as Record<string, string>[]) {
      const posted = await person.ask(url.href, {
        method: 'POST',
        headers: { ...FORM, ...headers },
        body: `account_id=${person.account_id}&answer=allow`,
      });
      expect(posted.status).toBe(403);
    }
    expect(await server.sql`select from oauth_records where kind = 'Grant' and account_id = ${person.account_id}`).toHaveLength(0);
  });

  test('the page’s URL is useless in another browser, and after use', async () => {
    const person = await newPerson(server);
    const application = await Application.registered(server.root);
    const { url } = await consentFor(person, application);
    const elsewhere = await (await newPerson(server)).ask(url.href);
    expect([elsewhere.status, (await elsewhere.text()).includes('Start again in the application')]).toEqual([400, true]);
    await person.answer(url);
    expect((await person.ask(url.href)).status).toBe(400);
  });
});

describe('connected applications', () => {
  test('are listed with scopes and last use, and can be disconnected', async () => {
    const person = await newPerson(server);
    expect(await applicationsOf(person)).toContain('No connected applications');
    const application = await Application.registered(server.root, { client_name: 'Tidy Agent' });
    const first = await application.connect(person, { scope: 'account:read listings:write' });
    const again = await application.connect(person);
    expect(await applicationsOf(person)).toMatch(/Tidy Agent.*View your account · Manage your listings.*Not verified.*not used yet/s);
    expect((await tryToken(server.root, again.access_token)).status).toBe(200);
    const text = await applicationsOf(person);
    expect(text).toMatch(/last used <time/);
    expect(text.match(/Tidy Agent<\/h2>/g)).toHaveLength(1);

    const other = await newPerson(server);
    const theirs = await application.connect(other);
    const posted = await person.ask('/account/applications/disconnect', {
      method: 'POST',
      headers: { ...FORM, origin: server.root },
      body: new URLSearchParams({ client_id: application.client_id }).toString(),
    });
    expect(posted.status).toBe(303);
    for (const { access_token, refresh_token } of [first, again]) {
      await expect.poll(async () => (await tryToken(server.root, access_token)).status).toBe(401);
      expect((await application.refresh(refresh_token)).status).toBe(400);
    }
    expect(await applicationsOf(person)).toContain('No connected applications');
    expect((await tryToken(server.root, theirs.access_token)).status).toBe(200);
  });

  test('last use is updated at most once a minute', async () => {
    const person = await newPerson(server);
    const { access_token } = await (await Application.registered(server.root)).connect(person);
    const used = async () =>
      (
        await server.sql<
          { last_used_at: Date }[]
        >`select last_used_at, xmin from oauth_records where kind = 'Grant' and account_id = ${person.account_id}`
      )[0];
    await tryToken(server.root, access_token);
    const first = await used();
    expect(first!.last_used_at).toEqual(NOON);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await tryToken(server.root, access_token);
    expect(await used()).toEqual(first);
  });

  test('are deleted with the account', async () => {
    const person = await newPerson(server);
    await (await Application.registered(server.root)).connect(person);
    await server.sql`delete from accounts where id = ${person.account_id}`;
    expect(await server.sql`select from oauth_records where account_id = ${person.account_id}`).toHaveLength(0);
  });
});

test('several processes share state: one finishes what another began', async () => {
  const { app } = await openServer({
    sql: server.sql,
    clock: { now: () => NOON },
    log: pino({ level: 'silent' }),
    host: '127.0.0.1',
    port: 0,
    site_root: server.root,
    rate_limit: false,
  });
  const person = await newPerson(server);
  const application = await Application.registered(server.root);
  const { url } = await consentFor(person, application);
  person.via = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const code = (await person.answer(url)).searchParams.get('code')!;
  const { access_token } = (await (await application.exchange(code)).json()) as { access_token: string };
  const me = await person.ask('/api/v1/me', { headers: { authorization: `Bearer ${access_token}` } });
  expect(await me.json()).toMatchObject({ email: person.email });
  await app.close();
});

describe('sites', () => {
  test('each has its own authorization server with separate tokens and clients', async () => {
    const { port } = new URL(server.root);
    await createSite(server.sql, {
      key: 'other',
      name: 'Other Site',
      tagline: '',
      purpose: '',
      root: `http://other.localhost:${port}`,
      time_zone: 'UTC',
    });
    const ask = (path: string, init: { method?: 'POST'; headers?: Record<string, string>; body?: string } = {}) =>
      request(`http://127.0.0.1:${port}${path}`, { ...init, headers: { ...init.headers, host: `other.localhost:${port}` } });
    const metadata = async () => (await (await ask('/.well-known/oauth-authorization-server')).body.json()) as { issuer?: string };
    await expect.poll(async () => (await metadata()).issuer).toBe(`http://other.localhost:${port}`);

    const application = await Application.registered(server.root);
    const { access_token } = await application.connect(await newPerson(server));
    const refused = await ask('/api/v1/me', { headers: { authorization: `Bearer ${access_token}` } });
    expect(refused.statusCode).toBe(401);
    const unknown = await ask('/oauth/token', {
      method: 'POST',
      headers: FORM,
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: application.client_id }).toString(),
    });
    expect(await unknown.body.json()).toMatchObject({ error: 'invalid_client' });
  });

  test('another host name redirects to the main one', async () => {
    const application = await Application.registered(server.root);
    const answer = await fetch(application.authorize().replace('localhost', '127.0.0.1'), { redirect: 'manual' });
    expect(answer.headers.get('location')).toBe(application.authorize());
  });

  test('behind an https proxy all URLs are public and cookies are secure', async () => {
    const root = 'https://launch.example';
    const proxied = await startServer({ demo: false, site_root: root });
    const headers = { host: 'launch.example', 'content-type': 'application/json' };
    const body = JSON.stringify({ redirect_uris: ['http://localhost:7777/callback'], token_endpoint_auth_method: 'none' });
    const registered = await request(`${proxied.address}/oauth/register`, { method: 'POST', headers, body });
    const application = new Application(root);
    application.client_id = ((await registered.body.json()) as { client_id: string }).client_id;
    const answer = await request(application.authorize().replace(root, proxied.address), { headers });
    expect(answer.headers.location).toMatch(/^\/oauth\/consent\//);
    const cookies = [answer.headers['set-cookie']!].flat();
    expect(cookies.length).toBeGreaterThan(1);
    for (const cookie of cookies) expect(cookie).toMatch(/; secure; httponly/i);
    const [kept] = await proxied.sql<{ back: string }[]>`select payload->>'returnTo' as back from oauth_records where kind = 'Interaction'`;
    expect(kept!.back).toMatch(/^https:\/\/launch\.example\/oauth\/authorize\//);
    await proxied.close();
  });
});
