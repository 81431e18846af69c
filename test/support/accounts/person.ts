import type { TestServer } from '../server.ts';

type Fields = Record<string, string>;

let people = 0;

/** A user with a browser: keeps cookies, submits forms and opens links from mail. */
export class Person {
  readonly server: Pick<TestServer, 'root' | 'sql'>;
  readonly cookies = new Map<string, string>();
  readonly user_agent: string;
  /** Additional headers of every request. */
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
    // Each person has an IP address of their own, so that they do not share rate limits.
    people += 1;
    this.headers = { 'x-forwarded-for': `198.18.${people >> 8}.${people & 255}`, ...headers };
  }

  async #request(path: string, init: RequestInit): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(this.server.root + path, {
      ...init,
      redirect: 'manual',
      headers: { 'user-agent': this.user_agent, ...(cookie && { cookie }), ...this.headers, ...(init.headers as Fields) },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair, ...attributes] = line.split('; ');
      const at = pair!.indexOf('=');
      if (attributes.includes('Max-Age=0')) this.cookies.delete(pair!.slice(0, at));
      else this.cookies.set(pair!.slice(0, at), pair!.slice(at + 1));
    }
    return response;
  }

  get(path: string, headers: Fields = {}): Promise<Response> {
    return this.#request(path, { headers });
  }

  /** Submits a form; `FormData` if it has files. */
  send(path: string, fields: Fields | FormData = {}, headers: Fields = {}): Promise<Response> {
    const origin = this.server.root;
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
    return this.#request(path, { method: 'POST', body, headers: { origin, ...headers } });
  }

  get signed_in(): boolean {
    return this.cookies.has('lw_session');
  }

  /** Signs in by link, without opening the pages in between. */
  async signIn(email: string): Promise<this> {
    await this.send('/sign-in/mail', { email });
    await this.send('/sign-in/link', { token: await findTokenFor(this.server, email) });
    if (!this.signed_in) throw new Error(`${email} did not get in`);
    return this;
  }
}

/** The newest mail to an address, of those with a certain text. Jobs may send others at any time. */
export const findNewestMail = async (
  { sql }: Pick<TestServer, 'sql'>,
  email: string,
  like = '%',
): Promise<{ subject: string; text: string }> => {
  const [row] = await sql<{ subject: string; text: string }[]>`
    select subject, body_text as text from mails where to_email = ${email} and body_text like ${like} order by id desc limit 1`;
  if (!row) throw new Error(`There is no mail to ${email}.`);
  return row;
};

/** The link with a token in a mail. */
export const extractLink = (text: string): string => /https?:\/\/\S+\?token=[\w-]{43}/.exec(text)![0];
export const findLinkFor = async (server: Pick<TestServer, 'sql'>, email: string): Promise<string> =>
  extractLink((await findNewestMail(server, email, '%?token=%')).text);

export const extractToken = (text: string): string => /\?token=([A-Za-z0-9_-]{43})/.exec(text)![1]!;
export const findTokenFor = async (server: Pick<TestServer, 'sql'>, email: string): Promise<string> =>
  extractToken((await findNewestMail(server, email, '%?token=%')).text);
