import type { TestServer } from './server.ts';

type Fields = Record<string, string>;

let people = 0;

/** Somebody at a browser: keeps cookies, sends forms as browsers do, and opens links from their mail. */
export class Person {
  readonly server: Pick<TestServer, 'root' | 'sql'>;
  readonly cookies = new Map<string, string>();
  readonly user_agent: string;
  /** What this person's requests say on top. */
  readonly headers: Record<string, string>;
  constructor(
    server: Pick<TestServer, 'root' | 'sql'>,
    {
      user_agent = 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
      headers = {},
    }: { user_agent?: string; headers?: Record<string, string> } = {},
  ) {
    this.server = server;
    this.user_agent = user_agent;
    // Each comes from an address of their own, as through a proxy, so that nobody meets the limits another has used up.
    people += 1;
    this.headers = { 'x-forwarded-for': `198.18.${people >> 8}.${people & 255}`, ...headers };
  }

  async #ask(path: string, init: RequestInit): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(this.server.root + path, {
      ...init,
      redirect: 'manual',
      headers: { 'user-agent': this.user_agent, ...(cookie && { cookie }), ...this.headers, ...(init.headers as Fields) },
    });
    for (const line of reply.headers.getSetCookie()) {
      const [pair, ...attributes] = line.split('; ');
      const at = pair!.indexOf('=');
      if (attributes.includes('Max-Age=0')) this.cookies.delete(pair!.slice(0, at));
      else this.cookies.set(pair!.slice(0, at), pair!.slice(at + 1));
    }
    return reply;
  }

  get(path: string, headers: Fields = {}): Promise<Response> {
    return this.#ask(path, { headers });
  }

  send(path: string, fields: Fields = {}, headers: Fields = {}): Promise<Response> {
    const origin = this.server.root;
    return this.#ask(path, { method: 'POST', body: new URLSearchParams(fields), headers: { origin, ...headers } });
  }

  get signed_in(): boolean {
    return this.cookies.has('lw_session');
  }

  /** The whole way by link, without a look at the page between. */
  async signIn(email: string): Promise<this> {
    await this.send('/sign-in/mail', { email });
    await this.send('/sign-in/link', { token: await tokenFor(this.server, email) });
    if (!this.signed_in) throw new Error(`${email} did not get in`);
    return this;
  }
}

/** The text of the newest mail to an address. */
export const newestMail = async ({ sql }: Pick<TestServer, 'sql'>, email: string): Promise<{ subject: string; text: string }> => {
  const [row] = await sql<{ subject: string; text: string }[]>`
    select subject, body_text as text from mails where to_email = ${email} order by id desc limit 1`;
  if (!row) throw new Error(`There is no mail to ${email}.`);
  return row;
};

/** The link in a mail that proves who reads it. */
export const linkIn = (text: string): string => /https?:\/\/\S+\?token=[\w-]{43}/.exec(text)![0];
export const linkFor = async (server: Pick<TestServer, 'sql'>, email: string): Promise<string> =>
  linkIn((await newestMail(server, email)).text);

export const tokenIn = (text: string): string => /\?token=([A-Za-z0-9_-]{43})/.exec(text)![1]!;
export const tokenFor = async (server: Pick<TestServer, 'sql'>, email: string): Promise<string> =>
  tokenIn((await newestMail(server, email)).text);
