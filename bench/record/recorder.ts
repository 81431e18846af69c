import { mkdir, writeFile } from 'node:fs/promises';
import { Agent, request as send } from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatBody, formatHeaders, normalize } from './normalize.ts';
import { ROOT } from './service.ts';

/** A user who sends requests, with a separate network address. */
export interface Person {
  name: string;
  address: string;
  key: string | null;
  cookies: Map<string, string>;
}

export interface Request {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface Answer {
  status: number;
  headers: [name: string, value: string][];
  type: string;
  body: Buffer;
  text: string;
}

let people = 0;
export const newPerson = (name: string): Person => {
  people += 1;
  return { name, address: `198.18.0.${people}`, key: null, cookies: new Map() };
};

const pairsOf = (raw: string[]): [string, string][] =>
  raw.flatMap((name, at): [string, string][] => (at % 2 ? [] : [[name, raw[at + 1]!]]));

const keepCookies = ({ cookies }: Person, headers: [string, string][]): void => {
  for (const [name, value] of headers) {
    if (name.toLowerCase() !== 'set-cookie') continue;
    const [, cookie, content] = /^([^=]+)=([^;]*)/.exec(value)!;
    if (/Max-Age=0|expires=Thu, 01 Jan 1970/i.test(value)) cookies.delete(cookie!);
    else cookies.set(cookie!, content!);
  }
};

/** Public responses are cached for less than a second; after this time changes are visible. */
const CACHED_MS = 1100;

/** Sends requests one after the other and writes each with its response to a file. */
export class Recorder {
  readonly #folder: string;
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #names = new Set<string>();

  constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  get count(): number {
    return this.#names.size;
  }

  /** Sends a request without recording it. */
  async send(person: Person, { method = 'GET', path, headers = {}, body }: Request): Promise<Answer> {
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const request = send({
      agent: this.#agent,
      host: '127.0.0.1',
      port: this.#port,
      method,
      path,
      headers: {
        host: new URL(ROOT).host,
        'x-forwarded-for': person.address,
        'x-request-id': 'recording-0001',
        // Browser views are counted some seconds later, which would make counts depend on timing.
        'user-agent': 'launchweek-recording-bot',
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        ...headers,
      },
    });
    request.end(body);
    const answer = await new Promise<Answer>((resolve, reject) => {
      request.once('error', reject);
      request.once('response', async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        const bytes = Buffer.concat(chunks);
        resolve({
          status: response.statusCode!,
          headers: pairsOf(response.rawHeaders),
          type: response.headers['content-type'] ?? '',
          body: bytes,
          text: bytes.toString('utf8'),
        });
      });
    });
    keepCookies(person, answer.headers);
    return answer;
  }

  /** Sends a request and records it under a name, which is a path in the folder. */
  async record(name: string, person: Person, request: Request): Promise<Answer> {
    const file = `${name.replaceAll(/[^\w./-]+/g, '_')}.txt`;
    if (this.#names.has(file)) throw new Error(`Two requests are called ${name}.`);
    this.#names.add(file);
    const answer = await this.send(person, request);
    const text = [
      `${request.method ?? 'GET'} ${request.path}`,
      `as ${person.name}`,
      '',
      answer.status,
      formatHeaders(answer.headers),
      '',
      formatBody(answer.type, answer.body),
      '',
    ].join('\n');
    const to = join(this.#folder, file);
    await mkdir(dirname(to), { recursive: true });
    await writeFile(to, normalize(text));
    return answer;
  }

  /** Waits until cached responses have expired. */
  async forgetCached(): Promise<void> {
    await sleep(CACHED_MS);
  }

  close(): void {
    this.#agent.destroy();
  }
}
