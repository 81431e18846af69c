import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { request } from 'undici';
import { NOON, type TestServer } from '../server.ts';

const base64url = () => randomBytes(32).toString('base64url');

/** Asks a process for an address that is not its own, as a proxy would. */
const askAt = async (
  via: string,
  url: URL,
  { method, headers, body }: { method?: string; headers: Record<string, string>; body?: unknown },
) => {
  const answer = await request(via + url.pathname + url.search, {
    method: (method ?? 'GET') as 'GET',
    headers: { ...headers, host: url.host },
    body: body as string,
  });
  const told = Object.entries(answer.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, one] as [string, string]),
  );
  return new Response(await answer.body.arrayBuffer(), { status: answer.statusCode, headers: told });
};

/** Somebody with a browser: keeps cookies as one does, and follows redirects within the site. */
export class Person {
  readonly account_id: number;
  readonly email: string;
  readonly #root: string;
  /** Another process of the same site, which from now on answers this person. */
  via: string | null = null;
  readonly #cookies = new Map<string, { value: string; path: string }>();

  constructor(root: string, account_id: number, email: string, session: string | null) {
    this.#root = root;
    this.account_id = account_id;
    this.email = email;
    if (session) this.#cookies.set('lw_session', { value: session, path: '/' });
  }

  signOut() {
    this.#cookies.delete('lw_session');
  }
  signInAs(other: Person) {
    this.#cookies.set('lw_session', other.#cookies.get('lw_session')!);
  }

  /** One request, with the cookies that belong to its path. */
  async ask(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.#root);
    const cookie = [...this.#cookies]
      .filter(([, { path }]) => url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const asked = { ...init, headers: { ...(init.headers as Record<string, string>), cookie } };
    const response = await (this.via ? askAt(this.via, url, asked) : fetch(url, { ...asked, redirect: 'manual' }));
    for (const line of response.headers.getSetCookie()) {
      const [pair, ...attributes] = line.split(';').map((part) => part.trim());
      const at = pair!.indexOf('=');
      const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
      if (pair!.slice(at + 1)) this.#cookies.set(pair!.slice(0, at), { value: pair!.slice(at + 1), path });
      else this.#cookies.delete(pair!.slice(0, at));
    }
    return response;
  }

  /** Opens an address and follows it to a page of the site, or to where it leaves the site. */
  async open(address: string): Promise<{ url: URL; response: Response | null }> {
    let url = new URL(address, this.#root);
    for (let hops = 0; hops < 10; hops++) {
      if (url.origin !== this.#root) return { url, response: null };
      const response = await this.ask(url.href);
      const location = response.headers.get('location');
      if (!location) return { url, response };
      url = new URL(location, url);
    }
    throw new Error(`${address} leads round in circles`);
  }

  /** Answers the consent page an address leads to, after unticking boxes. Gives where the browser is sent. */
  async answer(address: string | URL, answer: 'allow' | 'deny' = 'allow', untick: string[] = []): Promise<URL> {
    const { url, response } = await this.open(String(address));
    const html = (await response?.text()) ?? '';
    if (!url.pathname.startsWith('/oauth/consent/')) throw new Error(`no consent page but ${url} ${html.match(/<main.*<\/main>/s)?.[0]}`);
    const account_id = /name="account_id" value="(\d+)"/.exec(html)![1]!;
    const ticked = [...html.matchAll(/type="checkbox" name="([^"]+)" checked/g)].map(([, scope]) => scope!);
    const scopes = ticked.filter((scope) => !untick.includes(scope)).map((scope) => [scope, 'on']);
    const posted = await this.ask(url.href, {
      method: 'POST',
      headers: { origin: this.#root, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams([['account_id', account_id], ['answer', answer], ...scopes]).toString(),
    });
    return (await this.open(posted.headers.get('location')!)).url;
  }
}

/** A new account, signed in. */
export const newPerson = async ({ sql, root }: TestServer): Promise<Person> => {
  const email = `person-${randomUUID()}@example.com`;
  const [account] = await sql<{ id: number }[]>`
    insert into accounts (email, email_key, email_verified_at) values (${email}, ${email}, ${NOON}) returning id`;
  const token = base64url();
  await sql`
    insert into sessions (token_hash, account_id, created_at, last_used_at, expires_at)
    values (${createHash('sha256').update(token).digest()}, ${account!.id}, ${NOON}, ${NOON}, ${new Date(NOON.getTime() + 86_400_000)})`;
  return new Person(root, account!.id, email, token);
};

export interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
  expires_in: number;
  token_type: string;
}

/** An application that speaks OAuth by hand, for what the official clients never do. */
export class Application {
  readonly root: string;
  client_id = '';
  redirect_uri = 'http://localhost:7777/callback';
  readonly verifier = base64url();
  constructor(root: string) {
    this.root = root;
  }

  post(path: string, form: Record<string, string>): Promise<Response> {
    return fetch(this.root + path, { method: 'POST', body: new URLSearchParams(form) });
  }

  register(metadata: Record<string, unknown> = {}): Promise<Response> {
    return fetch(`${this.root}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: 'Hand Made',
        redirect_uris: [this.redirect_uri],
        token_endpoint_auth_method: 'none',
        ...metadata,
      }),
    });
  }

  /** Registered, and ready to ask. */
  static async registered(root: string, metadata: Record<string, unknown> = {}): Promise<Application> {
    const application = new Application(root);
    const answer = (await (await application.register(metadata)).json()) as { client_id: string; redirect_uris: string[] };
    application.client_id = answer.client_id;
    application.redirect_uri = answer.redirect_uris[0]!;
    return application;
  }

  /** Where a person is sent to. A parameter that is null is left out. */
  authorize(parameters: Record<string, string | null> = {}): string {
    const all = {
      response_type: 'code',
      client_id: this.client_id,
      redirect_uri: this.redirect_uri,
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: 'the-state',
      resource: `${this.root}/mcp`,
      scope: 'account:read',
      ...parameters,
    };
    const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
    return `${this.root}/oauth/authorize?${new URLSearchParams(sent)}`;
  }

  exchange(code: string, more: Record<string, string> = {}): Promise<Response> {
    const { client_id, redirect_uri, verifier } = this;
    return this.post('/oauth/token', { grant_type: 'authorization_code', code, client_id, redirect_uri, code_verifier: verifier, ...more });
  }

  refresh(refresh_token: string, more: Record<string, string> = {}): Promise<Response> {
    return this.post('/oauth/token', { grant_type: 'refresh_token', refresh_token, client_id: this.client_id, ...more });
  }

  revoke(token: string): Promise<Response> {
    return this.post('/oauth/revoke', { token, client_id: this.client_id });
  }

  /** The whole way: a person allows it, and it has its tokens. */
  async connect(person: Person, parameters: Record<string, string | null> = {}): Promise<Tokens & { code: string }> {
    const back = await person.answer(this.authorize(parameters));
    const code = back.searchParams.get('code');
    if (!code) throw new Error(`no code in ${back}`);
    const answer = await this.exchange(code);
    if (!answer.ok) throw new Error(await answer.text());
    return { ...((await answer.json()) as Tokens), code };
  }
}

/** What REST says to a token. */
export const tryToken = (root: string, token: string): Promise<Response> =>
  fetch(`${root}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
