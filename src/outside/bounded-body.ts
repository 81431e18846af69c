import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

export class BodyTooLarge extends Error {}

/** As much as was wanted has come; the rest is not waited for. */
class Enough extends Error {}

/** What came before a packed answer broke off is kept, as browsers do. */
const LENIENT = { finishFlush: constants.Z_SYNC_FLUSH };
/** Nothing honest needs more than 8 MB to look back on (RFC 9659), and a small answer may not make us set aside more. */
const NARROW = { params: { [constants.ZSTD_d_windowLogMax]: 23 } };

const UNPACK = new Map<string, () => Transform>([
  ['gzip', () => createGunzip(LENIENT)],
  ['x-gzip', () => createGunzip(LENIENT)],
  ['deflate', () => createInflate(LENIENT)],
  ['br', () => createBrotliDecompress()],
  ['zstd', () => createZstdDecompress(NARROW)],
]);

/** What we ask for. Not "deflate": half of the servers that know the word send something else by it. */
export const ACCEPTED_ENCODINGS = 'gzip, br, zstd';

/** The unpackers of a Content-Encoding, the last applied first. More than two is no honest server's doing. */
const unpackers = (encoding: string | string[] | undefined): Transform[] =>
  [encoding ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => UNPACK.has(name))
    .slice(-2)
    .toReversed()
    .map((name) => UNPACK.get(name)!());

/**
 * The whole body, unpacked, as long as it has no more than so many bytes: a small answer that unpacks into a large one is too
 * large. With `cut` the beginning of a longer body is enough.
 */
export const readBody = async (
  body: Readable,
  encoding: string | string[] | undefined,
  { max_bytes, cut }: { max_bytes: number; cut: boolean },
  signal: AbortSignal,
): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let room = max_bytes;
  const take = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) {
      chunks.push(chunk.subarray(0, room));
      room -= chunk.length;
      if (room < 0) throw cut ? new Enough() : new BodyTooLarge(`the answer has more than ${max_bytes} bytes`);
    }
  };
  await pipeline([body, ...unpackers(encoding), take] as never, { signal }).catch((error) => {
    if (!(error instanceof Enough)) throw error;
  });
  return Buffer.concat(chunks);
};
