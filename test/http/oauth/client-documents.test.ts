import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Documents, usePublisher } from '../../support/http/client-publisher.ts';
import { Application, newPerson, tryToken } from '../../support/http/oauth.ts';
import { startServer, type TestServer, useServer } from '../../support/server.ts';

/** Client documents by path. */
const server = useServer({ demo: false, crawl_allow_private: true });
const redirect_uris = ['http://localhost:7777/callback'];

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const DOCUMENTS: Documents = {
  '/keyed.json': (client_id) => ({
    client_id,
    client_name: 'With a Key',
    redirect_uris,
    token_endpoint_auth_method: 'private_key_jwt',
    jwks_uri: client_id.replace('keyed', 'keys'),
  }),
  '/keys.json': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] }),
  '/good.json': (client_id) => ({ client_id, client_name: 'Good Reader', redirect_uris }),
  '/general.json': (client_id) => ({
    client_id,
    client_name: 'For Every Server',
    redirect_uris,
    grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    scope: 'openid profile offline_access',
    token_endpoint_auth_method: 'none',
    software_version: '7',
  }),
  '/nameless.json': (client_id) => ({ client_id, redirect_uris }),
  '/liar.json': () => ({ client_id: 'https://good.example/client.json', client_name: 'Good', redirect_uris }),
  '/secret.json': (client_id) => ({ client_id, redirect_uris, token_endpoint_auth_method: 'client_secret_basic' }),
  '/insecure.json': (client_id) => ({ client_id, redirect_uris: ['http://app.example/callback'] }),
  ...Object.fromEntries(
    Object.entries({
      script: 'javascript:alert(1)',
      'own-scheme': 'app:/callback',
      user: 'https://ada@app.example/',
      fragment: 'https://app.example/#',
    }).map(([name, uri]) => [`/${name}.json`, (client_id: string) => ({ client_id, redirect_uris: [...redirect_uris, uri] })]),
  ),
  '/huge.json': (client_id) => ({ client_id, redirect_uris, client_name: 'x'.repeat(1_000_000) }),
  '/page.json': () => '<!doctype html>',
  '/list.json': () => '[]',
  '/slow.json': () => null,
};

const publisher = usePublisher(DOCUMENTS);

const applicationAt = (path: string, { root }: TestServer = server): Application => {
  const application = new Application(root);
  application.client_id = path.startsWith('https:') ? path : publisher.origin + path;
  return application;
};

const pageFor = async (application: Application, at: TestServer = server) => {
  const { url, response } = await (await newPerson(at)).open(application.authorize());
  return { url, status: response!.status, text: await response!.text() };
};

test('a client is accepted by its document, whose host vouches for it', async () => {
  const application = applicationAt('/good.json');
  const { text } = await pageFor(application);
  expect(text).toContain('Allow Good Reader to access your account?');
  expect(text).toMatch(new RegExp(`Verified by <strong dir="ltr">${new URL(publisher.origin).host}</strong>`));
  publisher.asked = [];
  const tokens = await application.connect(await newPerson(server));
  expect((await tryToken(server.root, tokens.access_token)).status).toBe(200);
  expect((await application.refresh(tokens.refresh_token)).status).toBe(200);
  // Cached, and not read again for each step.
  expect(publisher.asked).toEqual([]);
});

test('unknown properties of a document are ignored', async () => {
  const { access_token, scope } = await applicationAt('/general.json').connect(await newPerson(server), {
    scope: 'listings:write account:read',
  });
  expect(scope.split(' ').toSorted()).toEqual(['account:read', 'listings:write']);
  expect((await tryToken(server.root, access_token)).status).toBe(200);
});

test('a client may authenticate with a published key, once per assertion', async () => {
  const application = applicationAt('/keyed.json');
  const person = await newPerson(server);
  const code = (await person.answer(application.authorize())).searchParams.get('code')!;
  expect((await application.exchange(code)).status).toBe(401);
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: application.client_id, sub: application.client_id, aud: server.root, jti: randomUUID(), iat: now, exp: now + 60 };
  const signed = [{ alg: 'ES256' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  const proof = {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: `${signed}.${signature}`,
  };
  const answer = await application.exchange(code, proof);
  expect(answer.status, await answer.clone().text()).toBe(200);
  const { refresh_token } = (await answer.json()) as { refresh_token: string };
  expect((await application.refresh(refresh_token, proof)).status).toBe(401);
});

test('a client without a name is shown with its host', async () => {
  expect((await pageFor(applicationAt('/nameless.json'))).text).toContain(
    `Allow ${new URL(publisher.origin).host} to access your account?`,
  );
});

describe('is rejected with a page that says why', () => {
  test.each([
    ['a document that lies about its id', '/liar.json', 'is inconsistent'],
    ['one that claims a secret', '/secret.json', 'is inconsistent'],
    ['one that leads to http on a network', '/insecure.json', 'or isn’t secure'],
    ['one that leads to script', '/script.json', 'redirect_uris must use https'],
    ['one that leads to a scheme anybody may claim', '/own-scheme.json', 'redirect_uris must use https'],
    ['one that leads to a user name', '/user.json', 'redirect_uris must not contain a user name'],
    ['one that leads to a fragment', '/fragment.json', 'redirect_uris must not contain fragments'],
    ['one that is huge', '/huge.json', 'it is too large'],
    ['one that has moved', '/moved.json', 'redirects to another address'],
    ['none at all', '/absent.json', 'Its registration may have expired'],
    ['a page', '/page.json', 'Its registration may have expired'],
    ['a list', '/list.json', 'is inconsistent'],
    ['a server nobody runs', 'https://localhost:1/client.json', 'couldn’t be reached'],
    ['the cloud’s own address', 'https://169.254.169.254/client.json', 'it is not on the public internet'],
  ])('%s', async (_name, path, words) => {
    const { url, status, text } = await pageFor(applicationAt(path));
    expect(url.pathname).toBe('/oauth/authorize');
    expect(status).toBe(400);
    expect(text).toContain(words);
    expect(text).toContain('class="masthead"');
  });

  test('a slow one', async () => {
    expect((await pageFor(applicationAt('/slow.json'))).text).toContain('didn’t respond in time');
  });
});

test('in production a document on a private address is rejected', async () => {
  const strict = await startServer({ demo: false });
  publisher.asked = [];
  const { status, text } = await pageFor(applicationAt('/good.json', strict), strict);
  expect([status, text.includes('it is not on the public internet')]).toEqual([400, true]);
  expect(await pageFor(applicationAt('https://localhost/good.json', strict), strict)).toMatchObject({ status: 400 });
  expect(publisher.asked).toEqual([]);
  await strict.close();
});
