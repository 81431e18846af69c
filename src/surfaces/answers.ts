import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An answer to a public read, ready to be sent to anybody. */
export interface Stored {
  status: number;
  type: string;
  body: Buffer;
  etag: string;
  gzip?: Buffer;
}

export const stored = (status: number, type: string, text: string): Stored => {
  const body = Buffer.from(text);
  return { status, type, body, etag: `"${hash('sha1', body, 'base64url')}"` };
};

/** How old a kept answer may be. A change is visible in the next answer after at most one second, on every process, with nothing to invalidate. */
const KEPT_MS = 600;
const MOST_BYTES = 48 * 1024 * 1024;
/** Nobody asks for a longer address twice. */
const LONGEST_KEY = 600;
/** What an entry costs beside its body: key, headers, bookkeeping. */
const ENTRY_BYTES = 500;

interface Entry {
  answer: Promise<Stored>;
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
      ({ status, body }) => {
        if (this.#entries.get(key) !== entry) return;
        if (status !== 200) return this.#drop(key, entry);
        entry.bytes += body.length;
        this.#bytes += body.length;
        this.#makeRoom();
      },
      () => this.#drop(key, entry),
    );
    return entry.answer;
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

/** Sends a stored answer: 304 where the asker has it already, packed where they can unpack. */
export const sendStored = (request: FastifyRequest, reply: FastifyReply, answer: Stored): FastifyReply => {
  reply.header('etag', answer.etag).header('vary', 'accept-encoding');
  if (answer.status === 200 && matches(request.headers['if-none-match'], answer.etag)) return reply.code(304).send();
  reply.code(answer.status).header('content-type', answer.type);
  if (answer.body.length < WORTH_PACKING || !acceptsGzip(request.headers['accept-encoding'])) return reply.send(answer.body);
  answer.gzip ??= gzipSync(answer.body);
  return reply.header('content-encoding', 'gzip').send(answer.gzip);
};

const matches = (asked: string | undefined, etag: string): boolean =>
  asked !== undefined && (asked === '*' || asked.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));

const acceptsGzip = (accepted: string | string[] | undefined): boolean =>
  accepted !== undefined && /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?(?:\s|,|$))/.test(String(accepted));
