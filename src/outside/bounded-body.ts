import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

export class BodyTooLarge extends Error {}

const UNPACK: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The unpackers of a Content-Encoding, the last applied first. More than two is no honest server's doing. */
const unpackers = (encoding: string | string[] | undefined): Transform[] =>
  [encoding ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name in UNPACK)
    .slice(-2)
    .toReversed()
    .map((name) => UNPACK[name]!());

/** The whole body, unpacked, as long as it has no more than so many bytes: a small answer that unpacks into a large one is too large. */
export const readBody = async (
  body: Readable,
  encoding: string | string[] | undefined,
  max_bytes: number,
  signal: AbortSignal,
): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const take = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > max_bytes) throw new BodyTooLarge(`the answer has more than ${max_bytes} bytes`);
      chunks.push(chunk);
    }
  };
  await pipeline([body, ...unpackers(encoding), take] as never, { signal });
  return Buffer.concat(chunks);
};
