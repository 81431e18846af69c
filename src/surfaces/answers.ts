import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An answer to a public read, ready to be sent to anybody. */
export interface Stored {
  status: number;
  type: string;
  body: Buffer;
  etag: string;
  /** The body packed, made when it is first wanted. */
  pack(): Buffer;
}

export const stored = (status: number, type: string, text: string): Stored => {
  const body = Buffer.from(text);
  let packed: Buffer | undefined;
  const pack = () => {
    packed ??= gzipSync(body);
    return packed;
  };
  return { status, type, body, etag: `"${hash('sha1', body, 'base64url')}"`, pack };
};

/** How old a kept answer may be. A change is visible in the next answer after at most one second, on every process, with nothing to invalidate. */
const KEPT_MS = 600;
const MOST_BYTES = 24 * 1024 * 1024;
/** Nobody asks for a longer address twice. */
const LONGEST_KEY = 600;
/** What an entry costs beside its body: key, headers, bookkeeping. */
const ENTRY_BYTES = 500;

interface Entry {
  answer: Promise<Stored>;
  /** The same once it is there, for who will not wait. */
  there?: Stored;
  until: number;
  bytes: number;
}

/** Keeps public answers for under a second and lets those who ask for the same thing at once share one computation. */
export class Answers {
  #entries = new Map<string, Entry>();
  #bytes = 0;

  get(key: string, make: () => Promise<Stored>): Promise<Stored> {
    if (key.length > LONGEST_KEY) return make();
    const now = performance.now();
    const known = this.#entries.get(key);
    if (known && now < known.until) return known.answer;
    if (known) this.#drop(key, known);
    const entry: Entry = { answer: make(), until: now + KEPT_MS, bytes: ENTRY_BYTES + key.length };
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    entry.answer.then(
      (made) => {
        const { status, body } = made;
        if (this.#entries.get(key) !== entry) return;
        entry.there = made;
        if (status !== 200) return this.#drop(key, entry);
        entry.bytes += body.length;
        this.#bytes += body.length;
        this.#makeRoom();
      },
      () => this.#drop(key, entry),
    );
    return entry.answer;
  }

  /** What is kept under a key right now. */
  peek(key: string): Stored | undefined {
    const known = this.#entries.get(key);
    return known && performance.now() < known.until ? known.there : undefined;
  }

  #drop(key: string, entry: Entry): void {
    if (this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  /** The oldest go first: a Map keeps the order of insertion, and every entry lives equally long. */
  #makeRoom(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= MOST_BYTES) return;
      this.#drop(key, entry);
    }
  }
}

const WORTH_PACKING = 1024;

/** Writes a stored answer: 304 where the asker has it already, packed where they can unpack. Gives the status. */
export const writeStored = (
  request: IncomingMessage,
  response: ServerResponse,
  { status, type, body, etag, pack }: Stored,
  headers: Record<string, string>,
): number => {
  const unchanged = status === 200 && matches(request.headers['if-none-match'], etag);
  const packed = !unchanged && body.length >= WORTH_PACKING && acceptsGzip(request.headers['accept-encoding']);
  const sent = unchanged ? undefined : packed ? pack() : body;
  response.writeHead(unchanged ? 304 : status, {
    ...headers,
    etag,
    vary: 'accept-encoding',
    ...(sent && { 'content-type': type, 'content-length': sent.length }),
    ...(packed && { 'content-encoding': 'gzip' }),
  });
  response.end(sent);
  return response.statusCode;
};

/** The same, for a request the framework has in hand: past it, since its way of sending costs as much as the rest of a kept answer. */
export const sendStored = (request: FastifyRequest, reply: FastifyReply, answer: Stored, more: Record<string, string>): void => {
  reply.hijack();
  writeStored(request.raw, reply.raw, answer, { ...(reply.getHeaders() as Record<string, string>), ...more, 'x-request-id': request.id });
};

/** Whether who asks has it already. */
export const matches = (asked: string | undefined, etag: string): boolean =>
  asked !== undefined && (asked === '*' || asked.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));

export const acceptsGzip = (accepted: string | string[] | undefined): boolean =>
  accepted !== undefined && /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?(?:\s|,|$))/.test(String(accepted));
