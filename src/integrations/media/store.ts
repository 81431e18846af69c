import { createHash, randomBytes } from 'node:crypto';
import { PlainError } from '../../kernel/errors.ts';
import { counter, histogram } from '../../kernel/metrics.ts';
import { openFolder } from './folder.ts';
import type { ObjectStore } from './objects.ts';
import { openS3 } from './s3.ts';
import type { MediaSettings, StoreSettings } from './settings.ts';

/** A picture: its site, and the SHA-256 of its content in hexadecimal. */
export interface MediaRef {
  site_id: number;
  hash: string;
}

/** Pictures outside of the database. A picture that is read always has the content that its hash names. */
export interface MediaStore {
  name: string;
  put(ref: MediaRef, bytes: Buffer): Promise<void>;
  get(ref: MediaRef): Promise<Buffer | null>;
  has(ref: MediaRef): Promise<boolean>;
  delete(ref: MediaRef): Promise<void>;
  list(): AsyncGenerator<MediaRef[]>;
  /** Writes, reads and deletes a test object. Throws if one of them fails. */
  check(): Promise<void>;
}

/** The store does not work, or returned other bytes than were stored. */
export class MediaStoreError extends PlainError {}

/** Where this deployment stores its pictures. */
export interface Media {
  /** Null: in the database. */
  store: MediaStore | null;
  /** Where they were before, for pictures that have not been moved yet. */
  previous: MediaStore | null;
  /** Public address of the store; null if the service itself sends pictures. */
  base_url: string | null;
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The name of a picture's object. The folder in between keeps directories small. */
export const objectName = ({ site_id, hash }: MediaRef): string => `${site_id}/${hash.slice(0, 2)}/${hash}`;

const OBJECT_NAME = /^([1-9]\d{0,9})\/[0-9a-f]{2}\/([0-9a-f]{64})$/;

const parseName = (name: string): MediaRef[] => {
  const [, site_id, hash] = OBJECT_NAME.exec(name) ?? [];
  return hash ? [{ site_id: Number(site_id), hash }] : [];
};

const requests = counter('media_requests_total', 'Requests to the store of pictures, by operation and outcome: ok, missing or failed.', [
  'operation',
  'outcome',
]);
const durations = histogram(
  'media_request_duration_seconds',
  'Time a request to the store of pictures took.',
  ['operation'],
  [0.01, 0.05, 0.25, 1, 5, 15],
);

const measure = async <T>(store: string, operation: string, work: Promise<T>): Promise<T> => {
  const started_at = performance.now();
  let outcome = 'failed';
  try {
    const result = await work;
    outcome = result === null || result === false ? 'missing' : 'ok';
    return result;
  } catch (error) {
    if (error instanceof MediaStoreError) throw error;
    throw new MediaStoreError(`The store of pictures ${store} failed: ${(error as Error).message}`, { cause: error });
  } finally {
    requests.inc({ operation, outcome });
    durations.observe({ operation }, (performance.now() - started_at) / 1000);
  }
};

const requireHash = (store: string, bytes: Buffer, { site_id, hash }: MediaRef): Buffer => {
  if (sha256Of(bytes) !== hash)
    throw new MediaStoreError(`${store} has other bytes under ${objectName({ site_id, hash })} than its name says.`);
  return bytes;
};

const checkObjects = async (objects: ObjectStore): Promise<void> => {
  const bytes = randomBytes(1000);
  const name = `check/${randomBytes(8).toString('hex')}`;
  await objects.put(name, bytes, sha256Of(bytes));
  const found = await objects.get(name);
  await objects.delete(name);
  if (!found?.equals(bytes)) throw new Error('it returned other bytes than were written');
};

const mediaStore = (objects: ObjectStore): MediaStore => {
  const { name } = objects;
  return {
    name,
    put: (ref, bytes) => {
      requireHash('The picture', bytes, ref);
      return measure(name, 'put', objects.put(objectName(ref), bytes, ref.hash));
    },
    get: (ref) =>
      measure(
        name,
        'get',
        objects.get(objectName(ref)).then((bytes) => bytes && requireHash(name, bytes, ref)),
      ),
    has: (ref) => measure(name, 'has', objects.has(objectName(ref))),
    delete: (ref) => measure(name, 'delete', objects.delete(objectName(ref))),
    async *list() {
      const pages = objects.list();
      for (;;) {
        const { value, done } = await measure(name, 'list', pages.next());
        if (done) return;
        yield value.flatMap(parseName);
      }
    },
    check: () => measure(name, 'check', checkObjects(objects)),
  };
};

const openStore = (settings: StoreSettings | null): MediaStore | null =>
  settings && mediaStore(settings.kind === 's3' ? openS3(settings) : openFolder(settings.path));

export const openMedia = ({ store, previous, base_url }: MediaSettings): Media => ({
  store: openStore(store),
  previous: openStore(previous),
  base_url,
});
