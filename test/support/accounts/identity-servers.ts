import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Provider from 'oidc-provider';
import { afterAll, beforeAll } from 'vitest';
import type { ProviderSettings } from '../../../src/integrations/identity/provider.ts';

interface Somebody {
  id: string;
  email?: string;
  email_verified?: boolean;
}

const CLIENT = { client_id: 'our-site', client_secret: 'a-secret-of-the-site' };

/** An OpenID provider at which `person` is always signed in, or cancels. */
const openIdProvider = (issuer: string, state: IdentityServers): RequestListener => {
  const people = new Map<string, Somebody>();
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [`${state.site_root}/sign-in/with/acme/callback`] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: ['a cookie key'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, email: people.get(id)?.email, email_verified: people.get(id)?.email_verified }),
    }),
    // Everybody has agreed.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  const handle = provider.callback();
  return async (request, response) => {
    if (!request.url!.startsWith('/interaction/')) return handle(request, response);
    const { person } = state;
    if (person) people.set(person.id, person);
    await provider.interactionFinished(request, response, person ? { login: { accountId: person.id } } : { error: 'access_denied' });
  };
};

/** What GitHub answers: OAuth 2 with PKCE, no ID token, addresses by its API. */
const githubServer = (state: IdentityServers): RequestListener => {
  const codes = new Map<string, { challenge: string; person: Somebody }>();
  const tokens = new Map<string, Somebody>();
  const json = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const authorize = (url: URL, response: ServerResponse) => {
    const back = new URL(url.searchParams.get('redirect_uri')!);
    back.searchParams.set('state', url.searchParams.get('state')!);
    const code = randomUUID();
    if (state.person) codes.set(code, { challenge: url.searchParams.get('code_challenge')!, person: state.person });
    back.searchParams.set(state.person ? 'code' : 'error', state.person ? code : 'access_denied');
    response.writeHead(302, { location: back.href }).end();
  };
  const exchange = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await text(request));
    const granted = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (form.get('client_secret') !== CLIENT.client_secret || granted?.challenge !== challenge)
      return json(response, { error: 'bad_verification_code', error_description: 'The code is incorrect or expired.' });
    const access_token = `gho_${randomUUID()}`;
    tokens.set(access_token, granted.person);
    return json(response, { access_token, token_type: 'bearer', scope: 'user:email' });
  };
  return (request, response) => {
    const url = new URL(request.url!, 'http://github.invalid');
    const person = tokens.get(request.headers.authorization?.replace(/^Bearer /i, '') ?? '');
    if (url.pathname === '/login/oauth/authorize') return authorize(url, response);
    if (url.pathname === '/login/oauth/access_token') return void exchange(request, response);
    if (!person) return void json(response, { message: 'Bad credentials' }, 401);
    if (url.pathname === '/user') return void json(response, { id: Number(person.id), login: 'somebody' });
    const { email, email_verified: verified } = person;
    return void json(
      response,
      email
        ? [
            { email: 'old@elsewhere.example', primary: false, verified: true },
            { email, primary: true, verified },
          ]
        : [],
    );
  };
};

export interface IdentityServers {
  /** The site's origin, which the providers know. */
  site_root: string;
  /** Who is signed in at the providers; null cancels. */
  person: Somebody | null;
  settings: { providers: ProviderSettings[]; buttons_first: boolean };
  /** Goes to a provider as a browser does, and returns the address it sends back to. */
  visit(url: string): Promise<string>;
}

const listen = async (handler: () => RequestListener) => {
  const server = createServer((request, response) => handler()(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, root: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

/** Follows redirects with cookies until they leave the provider. */
const visit = async (start: string): Promise<string> => {
  const { origin } = new URL(start);
  const cookies = new Map<string, string>();
  let url = new URL(start);
  for (let hops = 0; hops < 10 && url.origin === origin; hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`${url.pathname} answered ${response.status}: ${await response.text()}`);
    url = new URL(location, url);
  }
  return url.href;
};

/** The providers acme (OpenID Connect) and github, on loopback. Set `site_root` before the first visit. */
export const useIdentityServers = (): IdentityServers => {
  const state: IdentityServers = { site_root: '', person: null, settings: { providers: [], buttons_first: false }, visit };
  const closing: (() => void)[] = [];
  beforeAll(async () => {
    let oidc: RequestListener | undefined;
    const acme = await listen(() => {
      oidc ??= openIdProvider(acme.root, state);
      return oidc;
    });
    const github_handler = githubServer(state);
    const github = await listen(() => github_handler);
    closing.push(
      ...[acme, github].map(
        ({ server }) =>
          () =>
            server.close(),
      ),
    );
    const shared = { ...CLIENT, by_deployment: true as const };
    state.settings.providers.push(
      { key: 'acme', label: 'Acme', kind: 'oidc', issuer: acme.root, ...shared },
      { key: 'github', label: 'GitHub', kind: 'github', issuer: `${github.root}/login/oauth`, api_url: github.root, ...shared },
    );
  });
  afterAll(() => {
    for (const close of closing) close();
  });
  return state;
};
