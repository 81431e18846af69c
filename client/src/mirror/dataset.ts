import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ProblemError, problemOf, REPEATABLE_STATUSES, wait, waitBefore } from '../client.ts';
import { MirrorError } from './errors.ts';

/** What a dump of a site's public data consists of. */
export interface Manifest {
  site: { name: string; address: string };
  name: string;
  written_at: string;
  licence: { name: string; url: string | null; attribution: string };
  /** From here the change feed continues. */
  cursor: string;
  files: ManifestFile[];
}

export interface ManifestFile {
  name: string;
  size: number;
  sha256: string;
  kind?: string;
  records?: number;
}

export interface DatasetOptions {
  /** The site, such as https://launchweek.example. */
  address: string;
  /** Where the files go. */
  folder: string;
  /** Only signatures of this key count. Without it those of the keys that the site itself names. */
  ledger_key?: string;
  signal?: AbortSignal;
  fetch?: typeof fetch;
  onProgress?(file: string, bytes: number, size: number): void;
}

const RETRIES = 4;
/** A download that brings nothing for this long is begun again where it stopped. */
const STALLED_MS = 60_000;
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const DATASET_NAME = /^[0-9-]{1,40}$/;

const rootOf = (address: string): string => address.replace(/\/+$/, '').replace(/\/api\/v\d+$/, '');

const request = async ({ fetch: fetcher = globalThis.fetch, signal }: DatasetOptions, url: string, headers: Record<string, string>) => {
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(new Error(`nothing came for ${STALLED_MS / 1000} s`)), STALLED_MS);
  const response = await fetcher(url, { headers, signal: signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal }).catch(
    (error) => {
      clearTimeout(timer);
      throw error;
    },
  );
  return { response, alive: () => timer.refresh(), end: () => clearTimeout(timer) };
};

/** Runs work again after lost connections and answers that ask for it. */
const retry = async <T>({ signal }: DatasetOptions, work: () => Promise<T>): Promise<T> => {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const is_final = error instanceof MirrorError || (error instanceof ProblemError && !isTemporary(error.status));
      if (is_final || signal?.aborted || attempt === RETRIES) throw error;
      await wait(waitBefore(attempt), signal);
    }
  }
};

const isTemporary = (status: number): boolean => status === 429 || status === 500 || REPEATABLE_STATUSES.includes(status);

const readText = (options: DatasetOptions, path: string): Promise<string> =>
  retry(options, async () => {
    const { response, end } = await request(options, rootOf(options.address) + path, {});
    try {
      const text = await response.text();
      if (!response.ok) throw new ProblemError(problemOf(response, text));
      return text;
    } finally {
      end();
    }
  });

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a signed note (docs/ledger.md) has a signature of a key in the form name+id+key. */
const isSignedBy = (note: string, key: string): boolean => {
  const [, name, encoded] = /^([^\s+]+)\+[0-9a-f]{8}\+(\S+)$/.exec(key) ?? [];
  const end = note.lastIndexOf('\n\n');
  const bytes = Buffer.from(encoded ?? '', 'base64');
  if (!name || end < 0 || bytes.length !== 33 || bytes[0] !== 1) return false;
  const text = note.slice(0, end + 1);
  if (text.split('\n')[0] !== name) return false;
  const public_key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.subarray(1).toString('base64url') }, format: 'jwk' });
  return note
    .slice(end + 2)
    .split('\n')
    .some((line) => {
      const [dash, signer, signature = ''] = line.split(' ');
      const signed = Buffer.from(signature, 'base64');
      return dash === '—' && signer === name && signed.length === 68 && verify(null, Buffer.from(text), public_key, signed.subarray(4));
    });
};

const readKeys = async (options: DatasetOptions): Promise<string[]> => {
  if (options.ledger_key) return [options.ledger_key];
  const keys = JSON.parse(await readText(options, '/ledger/keys')) as { key: string; compromised: boolean }[];
  return keys.filter(({ compromised }) => !compromised).map(({ key }) => key);
};

/** The latest dump of a site, with its signature checked; null if it has none. */
export const readManifest = async (options: DatasetOptions): Promise<{ manifest: Manifest; text: string; note: string } | null> => {
  let text: string;
  try {
    text = await readText(options, '/data/latest.json');
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return null;
    throw error;
  }
  const manifest = JSON.parse(text) as Manifest;
  if (!DATASET_NAME.test(manifest.name) || manifest.files.some(({ name }) => !FILE_NAME.test(name)))
    throw new MirrorError('The manifest of the dump has names that are none.');
  const note = await readText(options, `/data/${manifest.name}/manifest.note`);
  const expected = [`dataset ${manifest.name}`, `manifest ${sha256(text).toString('base64')}`];
  if (note.split('\n').slice(1, 3).join('\n') !== expected.join('\n'))
    throw new MirrorError(`The manifest of the dump ${manifest.name} is not the one that was signed.`);
  if (!(await readKeys(options)).some((key) => isSignedBy(note, key)))
    throw new MirrorError(`The dump ${manifest.name} is not signed with a key of this site.`);
  return { manifest, text, note };
};

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const isWhole = async (path: string, { size, sha256 }: ManifestFile): Promise<boolean> => {
  if (sizeOf(path) !== size) return false;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex') === sha256;
};

/** Downloads a file, or what is missing of it, and compares its checksum. Returns where it is. */
export const downloadFile = async (options: DatasetOptions, dataset: string, file: ManifestFile): Promise<string> => {
  const { folder, onProgress } = options;
  const path = join(folder, file.name);
  mkdirSync(folder, { recursive: true });
  if (await isWhole(path, file)) return path;
  // Named after its content, so that the beginning of another dump's file is never continued.
  const partial = `${path}.${file.sha256.slice(0, 16)}.partial`;
  await retry(options, async () => {
    const have = sizeOf(partial);
    if (have >= file.size) return;
    const url = `${rootOf(options.address)}/data/${dataset}/${file.name}`;
    const { response, alive, end } = await request(options, url, {
      'accept-encoding': 'identity',
      ...(have > 0 && { range: `bytes=${have}-`, 'if-range': `"${file.sha256}"` }),
    });
    try {
      if (!response.ok || !response.body) throw new ProblemError(problemOf(response, await response.text()));
      let bytes = response.status === 206 ? have : 0;
      const count = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          alive();
          bytes += chunk.length;
          onProgress?.(file.name, bytes, file.size);
          done(bytes > file.size ? new MirrorError(`${file.name} is larger than its manifest says.`) : null, chunk);
        },
      });
      const from = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
      await pipeline(from, count, createWriteStream(partial, { flags: response.status === 206 ? 'a' : 'w' }));
    } finally {
      end();
    }
  });
  if (!(await isWhole(partial, file))) {
    rmSync(partial, { force: true });
    throw new MirrorError(`${file.name} of the dump ${dataset} has another checksum than its manifest says.`);
  }
  renameSync(partial, path);
  return path;
};

/** Downloads the latest dump of a site into a folder and checks all of it. Files that are there already are only checked. */
export const downloadDataset = async (options: DatasetOptions): Promise<Manifest> => {
  const found = await readManifest(options);
  if (!found) throw new MirrorError(`${options.address} publishes no dumps of its data.`);
  const { manifest, text, note } = found;
  for (const file of manifest.files) await downloadFile(options, manifest.name, file);
  writeFileSync(join(options.folder, 'manifest.json'), text);
  writeFileSync(join(options.folder, 'manifest.note'), note);
  return manifest;
};
