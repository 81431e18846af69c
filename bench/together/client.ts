import { Agent, type FormData, request } from 'undici';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  text(): string;
}

interface Sent {
  method?: 'GET' | 'POST' | 'PATCH';
  headers?: Record<string, string>;
  body?: string | FormData;
}

const agent = new Agent({ connections: 128, keepAliveTimeout: 4000, headersTimeout: 60_000 });

/** Sends a request and reads its answer; null without one. */
export const send = async (url: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Answer | null> => {
  try {
    const reply = await request(url, { method, headers: { 'user-agent': 'together', ...headers }, body, dispatcher: agent });
    const bytes = Buffer.from(await reply.body.arrayBuffer());
    return { status: reply.statusCode, headers: reply.headers, body: bytes, text: () => bytes.toString() };
  } catch {
    return null;
  }
};

export const closeClient = (): Promise<void> => agent.close();

/** Keeps the cookies of an answer. */
export const keepCookies = (cookies: Map<string, string>, { headers }: Answer): void => {
  for (const line of [headers['set-cookie'] ?? []].flat()) {
    const [pair, ...attributes] = line.split('; ');
    const at = pair!.indexOf('=');
    if (attributes.includes('Max-Age=0')) cookies.delete(pair!.slice(0, at));
    else cookies.set(pair!.slice(0, at), pair!.slice(at + 1));
  }
};

export const cookieHeader = (cookies: Map<string, string>): Record<string, string> =>
  cookies.size ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {};
