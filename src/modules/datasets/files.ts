import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sha256Of } from '../../integrations/media/store.ts';
import type { Site } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { type MediaCtx, readStoredPicture, storePicture } from '../listings/media/stored-pictures.ts';
import { type FileRef, findChunk, insertDatasetChunk, insertFile } from './queries.ts';
import type { ByteRange, DatasetFile } from './rules.ts';

/** Files are stored in pieces of this size: that is what writing and each download need of memory. */
export const CHUNK_BYTES = 1024 * 1024;

type Pieces = Iterable<string | Buffer> | AsyncIterable<string | Buffer>;

/** Pieces of any size as pieces of CHUNK_BYTES; the last one may be smaller. */
const inChunks = async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    size += piece.length;
    if (size < CHUNK_BYTES) continue;
    const bytes = Buffer.concat(waiting);
    let from = 0;
    for (; from + CHUNK_BYTES <= bytes.length; from += CHUNK_BYTES) yield bytes.subarray(from, from + CHUNK_BYTES);
    waiting = [bytes.subarray(from)];
    size = bytes.length - from;
  }
  if (size > 0) yield Buffer.concat(waiting);
};

export interface DatasetStore extends MediaCtx {
  site: Pick<Site, 'id'>;
  dataset: string;
  /** Called with each piece that is stored. */
  onStored?(): Promise<void>;
}

/** Stores a file of a dump, compressed if its name ends in .gz. */
export const storeDatasetFile = async (ctx: DatasetStore, name: string, source: Pieces): Promise<DatasetFile> => {
  const { sql, site, dataset, onStored } = ctx;
  const ref: FileRef = { site_id: site.id, dataset, file: name };
  const whole = createHash('sha256');
  let size = 0;
  const storeAll = async (pieces: AsyncIterable<Buffer>): Promise<void> => {
    let position = 0;
    for await (const bytes of inChunks(pieces)) {
      whole.update(bytes);
      size += bytes.length;
      const chunk = await storePicture(ctx, site.id, { hash: sha256Of(bytes), bytes });
      await insertDatasetChunk(sql, ref, { ...chunk, position: position++ });
      await onStored?.();
    }
  };
  // Objects, so that texts are encoded here and not in the generator.
  const readable = Readable.from(source, { objectMode: true, highWaterMark: 1 });
  if (name.endsWith('.gz')) await pipeline(readable, createGzip(), storeAll);
  else
    await pipeline(
      readable,
      async function* (pieces: AsyncIterable<string | Buffer>) {
        for await (const piece of pieces) yield Buffer.from(piece);
      },
      storeAll,
    );
  const file = { name, size, sha256: whole.digest('hex') };
  await insertFile(sql, site.id, dataset, file);
  return file;
};

/** A part of a file, piece by piece: between two pieces nothing is held, whether or not somebody goes on reading. */
export const readDatasetFile = async function* (
  ctx: MediaCtx & { site: Site },
  ref: FileRef,
  { first, last }: ByteRange,
): AsyncGenerator<Buffer> {
  for (let position = Math.floor(first / CHUNK_BYTES); position * CHUNK_BYTES <= last; position++) {
    const chunk = await findChunk(ctx.sql, ref, position);
    // Deleted while somebody reads it.
    if (!chunk) throw new Refusal('dataset_not_found');
    const bytes = await readStoredPicture(ctx, chunk.hash, chunk);
    const start = position * CHUNK_BYTES;
    yield bytes.subarray(Math.max(first - start, 0), last - start + 1);
  }
};
