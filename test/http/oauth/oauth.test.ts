import { describe, expect, test } from 'vitest';
import { applyRetention } from '../../../src/retention/jobs.ts';
import { Application, newPerson, type Tokens, tryToken } from '../../support/http/oauth.ts';
import { NOON, startServer, useServer } from '../../support/server.ts';

const server = useServer({ pool: 5, demo: false });
const deleteOld = (now: Date) => applyRetention({ sql: server.sql, now, signal: AbortSignal.any([]) });
const statusOf = async (token: string) => (await tryToken(server.root, token)).status;
const errorOf = async (answer: Response) => ((await answer.json()) as { error: string }).error;

/** How long a caller is cached. */
const isShutOut = (token: string) => expect.poll(() => statusOf(token)).toBe(401);

test('a registered application is authorized, and calls on behalf of the user', async () => {
  const person = await newPerson(server);
  const application = await Application.registered(server.root);
  const back = await person.answer(application.authorize());
  expect(Object.fromEntries(back.searchParams)).toEqual({ code: expect.any(String), state: 'the-state', iss: server.root });
  const tokens = (await (await application.exchange(back.searchParams.get('code')!)).json()) as Tokens;
  expect(tokens).toEqual({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    expires_in: 3600,
    token_type: 'Bearer',
    scope: 'account:read',
  });
  const me = await tryToken(server.root, tokens.access_token);
  expect(await me.json()).toMatchObject({ email: person.email });
  const held = JSON.stringify(await server.sql`select * from oauth_records`);
  for (const secret of [tokens.access_token, tokens.refresh_token, back.searchParams.get('code')!]) expect(held).not.toContain(secret);
});

test('a user who denies is redirected with an error, and nothing is stored', async () => {
  const person = await newPerson(server);
  const application = await Application.registered(server.root);
  const back = await person.answer(application.authorize(), 'deny');
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'the-state', iss: server.root });
  expect(await server.sql`select from oauth_records where account_id = ${person.account_id}`).toHaveLength(0);
});

test('a registration names the grant types that are offered, and others are ignored', async () => {
  const grant_types = ['authorization_code', 'refresh_token', 'client_credentials', 'urn:ietf:params:oauth:grant-type:device_code'];
  const answer = await new Application(server.root).register({ grant_types });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({ grant_types: ['authorization_code', 'refresh_token'] });
});

test('an application that requests no scope is offered all of them', async () => {
  const application = await Application.registered(server.root);
  expect((await application.connect(await newPerson(server), { scope: null, resource: null })).scope).toBe(
    'account:read listings:write orders:write',
  );
});

describe('is rejected before the user is asked', () => {
  const refusals: [string, Record<string, string | null>, string][] = [
    ['no PKCE', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
    ['PKCE without a method, which means plain', { code_challenge_method: null }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain', code_challenge: 'a'.repeat(43) }, 'invalid_request'],
    ['a foreign resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['the site itself as resource', { resource: 'http://localhost/' }, 'invalid_target'],
    ['a scope that does not exist', { scope: 'everything' }, 'invalid_scope'],
    ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['doing it unseen', { prompt: 'none' }, 'consent_required'],
  ];
  test.each(refusals)('%s', async (_name, parameters, error) => {
    const application = await Application.registered(server.root);
    const { url } = await (await newPerson(server)).open(application.authorize(parameters));
    expect(url.origin).toBe('http://localhost:7777');
    const told = url.search ? url.searchParams : new URLSearchParams(url.hash.slice(1));
    expect(told.get('error')).toBe(error);
    expect(told.get('iss')).toBe(server.root);
  });

  const pages: [string, Record<string, string | null>, string][] = [
    ['an address it never registered', { redirect_uri: 'https://evil.example/callback' }, 'isn’t registered as its own'],
    ['another path on loopback', { redirect_uri: 'http://localhost:7777/other' }, 'isn’t registered as its own'],
    ['an application nobody knows', { client_id: 'nobody' }, 'Unknown application'],
    ['no application at all', { client_id: null }, 'Invalid request'],
  ];
  test.each(pages)('%s, with a page and no redirect', async (_name, parameters, words) => {
    const application = await Application.registered(server.root);
    const { url, response } = await (await newPerson(server)).open(application.authorize(parameters));
    expect(url.origin).toBe(server.root);
    expect(response!.status).toBe(400);
    expect(response!.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await response!.text()).toContain(words);
  });
});

describe('redirect URIs', () => {
  test('a local program may use another port each time', async () => {
    const application = await Application.registered(server.root);
    application.redirect_uri = 'http://localhost:54321/callback';
    expect((await application.connect(await newPerson(server))).access_token).toBeTruthy();
  });

  test('an application may use its own scheme', async () => {
    const uri = 'com.example.notes:/oauth/callback';
    const application = await Application.registered(server.root, { redirect_uris: [uri] });
    const person = await newPerson(server);
    const { response } = await person.open(application.authorize());
    expect(await response!.text()).toContain('opens com.example.notes: links');
    expect(response!.headers.get('content-security-policy')).toContain("form-action 'self' com.example.notes:");
    expect((await person.answer(application.authorize())).href).toMatch(/^com\.example\.notes:\/oauth\/callback\?code=/);
  });

  test.each([
    'https://app.example/callback',
    'https://app.example:8443/callback?keep=1',
    'http://localhost:7777/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:1234/callback',
    'com.example.app:/callback',
    'com.example.app://callback',
    'io.github.some-one.app:/callback',
    'COM.Example.App:/callback',
  ])('%s can be registered', async (uri) => {
    expect((await new Application(server.root).register({ redirect_uris: [uri] })).status).toBe(201);
  });

  test.each([
    'http://app.example/callback',
    'http://localhost.app.example/callback',
    'http://127.0.0.2/callback',
    'http://0.0.0.0/callback',
    'http://192.168.0.1/callback',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,hello',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://app.example/x',
    'about:blank',
    'ftp://app.example/callback',
    'ws://app.example/callback',
    'mailto:ada@app.example',
    'intent://callback',
    'app:/callback',
    'cursor://anysphere.cursor-retrieval/oauth/callback',
    'urn:ietf:wg:oauth:2.0:oob',
    'com.:/callback',
    '.com:/callback',
    'com..example:/callback',
    'https://app.example/#here',
    'https://app.example/#',
    'com.example.app:/callback#here',
    'https://ada@app.example/callback',
    'https://ada:secret@app.example/callback',
    'http://ada@localhost/callback',
    'com.example.app://ada@callback',
    '/callback',
    '//app.example/callback',
    'app.example',
    'https://',
  ])('%s cannot be registered', async (uri) => {
    for (const application_type of ['native', 'web']) {
      // One rejected URI is enough, whatever the others are.
      const redirect_uris = ['https://app.example/callback', uri];
      const answer = await new Application(server.root).register({ redirect_uris, application_type });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({
        error: 'invalid_redirect_uri',
        error_description: expect.stringMatching(/^redirect_uris must /),
      });
    }
  });

  test.each([[[]], [['']], [[7]], [[null]], [[{}]], ['https://app.example/callback'], [null]])(
    '%j is no list of them',
    async (redirect_uris) => {
      const answer = await new Application(server.root).register({ redirect_uris });
      expect(answer.status).toBe(400);
      expect(await errorOf(answer)).toMatch(/^invalid_(client_metadata|redirect_uri)$/);
    },
  );
});

describe('codes', () => {
  test('work once: reuse revokes the tokens', async () => {
    const application = await Application.registered(server.root);
    const tokens = await application.connect(await newPerson(server));
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect(await errorOf(await application.exchange(tokens.code))).toBe('invalid_grant');
    await isShutOut(tokens.access_token);
    expect(await errorOf(await application.refresh(tokens.refresh_token))).toBe('invalid_grant');
  });

  test('sent twice concurrently give at most one token, which is revoked', async () => {
    const application = await Application.registered(server.root);
    const back = await (await newPerson(server)).answer(application.authorize());
    const code = back.searchParams.get('code')!;
    const answers = await Promise.all([1, 2, 3, 4].map(() => application.exchange(code)));
    expect(answers.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1);
    for (const answer of answers.filter(({ ok }) => ok)) await isShutOut(((await answer.json()) as Tokens).access_token);
  });

  test('are useless without the verifier, with another redirect URI or for another client', async () => {
    const application = await Application.registered(server.root);
    const other = await Application.registered(server.root);
    const person = await newPerson(server);
    const code = (await person.answer(application.authorize())).searchParams.get('code')!;
    expect(await errorOf(await application.exchange(code, { code_verifier: 'x'.repeat(43) }))).toBe('invalid_grant');
    expect(await errorOf(await application.exchange(code, { redirect_uri: 'http://localhost:1/callback' }))).toBe('invalid_grant');
    expect(await errorOf(await application.exchange(code, { client_id: other.client_id }))).toBe('invalid_grant');
    expect(await errorOf(await application.exchange(code, { resource: 'https://other.example/mcp' }))).toBe('invalid_target');
  });
});

describe('refresh tokens', () => {
  test('rotate; reuse revokes the whole family', async () => {
    const application = await Application.registered(server.root);
    const first = await application.connect(await newPerson(server));
    const second = (await (await application.refresh(first.refresh_token)).json()) as Tokens;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await statusOf(second.access_token)).toBe(200);
    expect(await errorOf(await application.refresh(first.refresh_token))).toBe('invalid_grant');
    expect(await errorOf(await application.refresh(second.refresh_token))).toBe('invalid_grant');
    await isShutOut(second.access_token);
    await isShutOut(first.access_token);
  });

  test('grant no more than was allowed', async () => {
    const application = await Application.registered(server.root);
    const { refresh_token } = await application.connect(await newPerson(server));
    expect(await errorOf(await application.refresh(refresh_token, { scope: 'account:read orders:write' }))).toBe('invalid_scope');
    expect(await errorOf(await application.refresh(refresh_token, { resource: 'https://other.example' }))).toBe('invalid_target');
    expect((await application.refresh(refresh_token)).status).toBe(200);
  });

  test('are useless to another client', async () => {
    const application = await Application.registered(server.root);
    const other = await Application.registered(server.root);
    const { refresh_token, access_token } = await application.connect(await newPerson(server));
    expect(await errorOf(await other.refresh(refresh_token))).toBe('invalid_grant');
    await other.revoke(access_token);
    expect(await statusOf(access_token)).toBe(200);
  });
});

test.each(['access_token', 'refresh_token'] as const)('revoking the %s disconnects the application', async (which) => {
  const application = await Application.registered(server.root);
  const tokens = await application.connect(await newPerson(server));
  expect(await statusOf(tokens.access_token)).toBe(200);
  expect((await application.revoke(tokens[which])).status).toBe(200);
  await isShutOut(tokens.access_token);
  expect(await errorOf(await application.refresh(tokens.refresh_token))).toBe('invalid_grant');
});

test('a client with a secret must send it', async () => {
  const application = new Application(server.root);
  const answer = await application.register({ token_endpoint_auth_method: 'client_secret_post' });
  const { client_id, client_secret } = (await answer.json()) as { client_id: string; client_secret: string };
  application.client_id = client_id;
  const person = await newPerson(server);
  const code = (await person.answer(application.authorize())).searchParams.get('code')!;
  expect((await application.exchange(code)).status).toBe(401);
  expect((await application.exchange(code, { client_secret: 'guessed' })).status).toBe(401);
  expect((await application.exchange(code, { client_secret })).status).toBe(200);
});

describe('token audience', () => {
  const mcp = (token: string) =>
    fetch(`${server.root}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });

  test('a token for MCP is valid for both, one for REST not for MCP', async () => {
    const person = await newPerson(server);
    const tools = await (await Application.registered(server.root)).connect(person);
    expect([await statusOf(tools.access_token), (await mcp(tools.access_token)).status]).toEqual([200, 200]);
    const rest = await (await Application.registered(server.root)).connect(person, { resource: `${server.root}/api/v1` });
    expect([await statusOf(rest.access_token), (await mcp(rest.access_token)).status]).toEqual([200, 401]);
  });

  test('a trailing slash does not matter, even within one flow', async () => {
    const application = await Application.registered(server.root);
    const person = await newPerson(server);
    const { access_token } = await application.connect(person, { resource: `${server.root}/mcp/` });
    expect((await mcp(access_token)).status).toBe(200);
    const code = (await person.answer(application.authorize())).searchParams.get('code')!;
    const tokens = (await (await application.exchange(code, { resource: `${server.root}/mcp/` })).json()) as Tokens;
    expect((await mcp(tokens.access_token)).status).toBe(200);
    expect((await application.refresh(tokens.refresh_token, { resource: `${server.root}/mcp` })).status).toBe(200);
  });

  test('malformed tokens are rejected', async () => {
    for (const token of ['x', 'a'.repeat(43), '../../etc', `${'a'.repeat(42)}é`]) expect(await statusOf(encodeURI(token))).toBe(401);
  });
});

test('expired records, grants without tokens and unused registrations are deleted', async () => {
  const person = await newPerson(server);
  const kept = await Application.registered(server.root);
  const tokens = await kept.connect(person);
  await Application.registered(server.root);
  await deleteOld(NOON);
  expect(await statusOf(tokens.access_token)).toBe(200);
  const later = (days: number) => new Date(NOON.getTime() + days * 86_400_000);
  await deleteOld(later(8));
  const kinds = async () =>
    (await server.sql<{ kind: string }[]>`select distinct kind from oauth_records order by kind`).map(({ kind }) => kind);
  expect(await kinds()).toEqual(['Client', 'Grant', 'RefreshToken']);
  const clients = await server.sql<{ id: string }[]>`select id from oauth_records where kind = 'Client'`;
  expect(clients.map(({ id }) => id)).toContain(kept.client_id);
  expect((await kept.refresh(tokens.refresh_token)).status).toBe(200);
  await deleteOld(later(40));
  await deleteOld(later(40));
  expect(await kinds()).toEqual([]);
});

describe('metadata', () => {
  test('lists all endpoints, for any origin', async () => {
    const answer = await server.get('/.well-known/oauth-authorization-server', { origin: 'https://inspector.example' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.json()).toMatchObject({
      issuer: server.root,
      authorization_endpoint: `${server.root}/oauth/authorize`,
      token_endpoint: `${server.root}/oauth/token`,
      registration_endpoint: `${server.root}/oauth/register`,
      revocation_endpoint: `${server.root}/oauth/revoke`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      scopes_supported: ['account:read', 'listings:write', 'orders:write'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });

  test.each(['/mcp', '/api/v1'])('of the resource %s', async (path) => {
    const answer = await server.get(`/.well-known/oauth-protected-resource${path}`);
    expect(await answer.json()).toMatchObject({ resource: server.root + path, authorization_servers: [server.root] });
  });

  test('browsers may register, get tokens and revoke from any origin', async () => {
    for (const path of ['/oauth/register', '/oauth/token', '/oauth/revoke']) {
      const preflight = await fetch(server.root + path, { method: 'OPTIONS', headers: { origin: 'https://inspector.example' } });
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
      const refused = await fetch(server.root + path, { method: 'POST', headers: { origin: 'https://inspector.example' }, body: '' });
      expect(refused.headers.get('access-control-allow-origin')).toBe('*');
      expect(refused.status).toBe(400);
    }
  });
});

test('registrations are rate limited per network', async () => {
  const limited = await startServer({ demo: false, rate_limit: true });
  const application = new Application(limited.root);
  const answers = await Promise.all(Array.from({ length: 70 }, () => application.register()));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(60);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  await limited.close();
});
