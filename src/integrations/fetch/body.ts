import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { msg } from '../../kernel/language/messages.ts';
import { inEnglish } from '../../kernel/language/stored.ts';

export class BodyTooLarge extends Error {}

/** The requested part is complete; the rest is not read. */
class BodyCut extends Error {}

/** Keeps the data before a compressed response broke off, as browsers do. */
const LENIENT_ZLIB = { finishFlush: constants.Z_SYNC_FLUSH };
/** No real server needs a window of more than 8 MB (RFC 9659), and a small response must not make us allocate more. */
const SMALL_WINDOW = { params: { [constants.ZSTD_d_windowLogMax]: 23 } };

const DECOMPRESSORS = new Map<string, () => Transform>([
  ['gzip', () => createGunzip(LENIENT_ZLIB)],
  ['x-gzip', () => createGunzip(LENIENT_ZLIB)],
  ['deflate', () => createInflate(LENIENT_ZLIB)],
  ['br', () => createBrotliDecompress()],
  ['zstd', () => createZstdDecompress(SMALL_WINDOW)],
]);

/** Without "deflate": half of the servers that accept it send something else. */
export const ACCEPTED_ENCODINGS = 'gzip, br, zstd';

/** Decompressors of a Content-Encoding, last applied first. No real server uses more than two. */
const createDecompressors = (encoding: string | string[] | undefined): Transform[] =>
  [encoding ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => DECOMPRESSORS.has(name))
    .slice(-2)
    .toReversed()
    .map((name) => DECOMPRESSORS.get(name)!());

/** Collects chunks, in preallocated memory if given. */
const collect = (into: Uint8Array | null) => {
  const chunks: Buffer[] = [];
  let length = 0;
  return {
    add(chunk: Buffer): void {
      if (into) into.set(chunk, length);
      else chunks.push(chunk);
      length += chunk.length;
    },
    all: (): Buffer => (into ? Buffer.from(into.buffer, into.byteOffset, length) : Buffer.concat(chunks)),
  };
};

/** Reads and decompresses a body. One that is longer than `max_bytes` after decompression is rejected, or truncated with `cut`. */
export const readBody = async (
  body: Readable,
  encoding: string | string[] | undefined,
  { max_bytes, cut, into = null }: { max_bytes: number; cut: boolean; into?: Uint8Array | null },
  signal: AbortSignal,
): Promise<Buffer> => {
  const collected = collect(into);
  let remaining = max_bytes;
  const take = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) {
      collected.add(chunk.subarray(0, remaining));
      remaining -= chunk.length;
      if (remaining < 0)
        throw cut ? new BodyCut() : new BodyTooLarge(inEnglish(msg('the response has more than {n} bytes'), { n: max_bytes }));
    }
  };
  await pipeline([body, ...createDecompressors(encoding), take] as never, { signal }).catch((error) => {
    if (!(error instanceof BodyCut)) throw error;
  });
  return collected.all();
};
