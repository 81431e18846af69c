import dns from 'node:dns';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import type { StoreSettings } from '../../../src/integrations/media/settings.ts';
import { type MediaRef, type MediaStore, MediaStoreError, objectName, openMedia, sha256Of } from '../../../src/integrations/media/store.ts';
import { useS3 } from '../../support/integrations/s3-server.ts';
import { hasValidSignature } from '../../support/integrations/sigv4.ts';

const s3 = useS3();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const openStore = (store: StoreSettings): MediaStore => openMedia({ store, previous: null, base_url: null }).store!;
const STORES: [string, () => MediaStore][] = [
  ['a bucket', () => openStore(s3.settings)],
  ['a bucket with a prefix', () => openStore({ ...s3.settings, prefix: 'a/b-c/' })],
  ['a folder', () => openStore({ kind: 'folder', path: folder })],
];

const picture = (text: string, size = 3000): { ref: MediaRef; bytes: Buffer } => {
  const bytes = Buffer.alloc(size, text);
  return { ref: { site_id: 7, hash: sha256Of(bytes) }, bytes };
};

const listAll = async (store: MediaStore): Promise<MediaRef[]> => {
  const all: MediaRef[] = [];
  for await (const refs of store.list()) all.push(...refs);
  return all;
};

test.each(STORES)('%s stores, finds, lists and deletes pictures', async (_name, open) => {
  const store = open();
  const one = picture('one');
  const two = picture('two');
  expect([await store.has(one.ref), await store.get(one.ref)]).toEqual([false, null]);
  await store.put(one.ref, one.bytes);
  await store.put(one.ref, one.bytes);
  await store.put(two.ref, two.bytes);
  expect((await store.get(one.ref))!.equals(one.bytes)).toBe(true);
  expect(await store.has(one.ref)).toBe(true);
  // Another site with the same picture has its own object.
  expect(await store.has({ ...one.ref, site_id: 8 })).toBe(false);
  expect(new Set((await listAll(store)).map(objectName))).toEqual(new Set([objectName(one.ref), objectName(two.ref)]));
  await store.delete(one.ref);
  await store.delete(one.ref);
  expect(await store.get(one.ref)).toBe(null);
  await store.delete(two.ref);
  await store.check();
  expect(await listAll(store)).toEqual([]);
  await expect((async () => store.put(one.ref, two.bytes))()).rejects.toThrow(MediaStoreError);
});

test('a list of more than a page is complete', async () => {
  const store = openStore({ ...s3.settings, prefix: 'many/' });
  const pictures = Array.from({ length: 5 }, (_, i) => picture(`n${i}`));
  for (const { ref, bytes } of pictures) await store.put(ref, bytes);
  s3.page_size = 2;
  s3.requests.length = 0;
  expect(new Set((await listAll(store)).map(objectName))).toEqual(new Set(pictures.map(({ ref }) => objectName(ref))));
  expect(s3.requests).toHaveLength(3);
  s3.page_size = null;
});

test('the bucket can be part of the host name', async () => {
  const { port } = new URL(s3.settings.endpoint);
  const lookup = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((_host: string, options: { all?: boolean }, done: (...found: unknown[]) => void) =>
      options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)) as never);
  const store = openStore({ ...s3.settings, endpoint: `http://s3.eu-central-1.amazonaws.com:${port}`, path_style: false });
  const { ref, bytes } = picture('by host');
  await store.put(ref, bytes);
  expect(s3.requests.at(-1)).toBe(`PUT /${objectName(ref)}`);
  expect(lookup.mock.calls[0]![0]).toBe('pictures.s3.eu-central-1.amazonaws.com');
  lookup.mockRestore();
  // It is the same object as with the bucket in the path.
  expect((await openStore(s3.settings).get(ref))!.equals(bytes)).toBe(true);
});

test('the check of signatures accepts the example of Amazon’s documentation', () => {
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  };
  const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
  expect(hasValidSignature({ method: 'GET', url: '/test.txt', headers }, secret)).toBe(true);
  expect(hasValidSignature({ method: 'GET', url: '/test2.txt', headers }, secret)).toBe(false);
});

test('a wrong key is refused with the reason of the server', async () => {
  const store = openStore({ ...s3.settings, secret_access_key: 'wrong' });
  await expect(store.put(picture('x').ref, picture('x').bytes)).rejects.toThrow(
    'The store of pictures s3://pictures failed: it answered 403 (SignatureDoesNotMatch)',
  );
});

test.each(['fails', 'cuts the body', 'is down', 'is silent'] as const)('a bucket that %s once is asked again', async (kind) => {
  const store = openStore(kind === 'is silent' ? { ...s3.settings, timeout_ms: 4000 } : s3.settings);
  const { ref, bytes } = picture(`once: ${kind}`);
  s3.fault = { kind, times: 1, method: 'PUT' };
  await store.put(ref, bytes);
  s3.fault = { kind, times: 1, method: 'GET' };
  expect((await store.get(ref))!.equals(bytes)).toBe(true);
});

test.each(['fails', 'cuts the body', 'is down', 'is silent'] as const)('a bucket that always %s is an error in time', async (kind) => {
  const store = openStore(s3.settings);
  const { ref, bytes } = picture(`always: ${kind}`);
  if (kind !== 'is silent') await store.put(ref, bytes);
  s3.fault = { kind };
  const started_at = performance.now();
  const impatient = openStore({ ...s3.settings, timeout_ms: 1000 });
  await expect(impatient.get(ref)).rejects.toThrow(MediaStoreError);
  expect(performance.now() - started_at).toBeLessThan(20_000);
});

test('other bytes than were stored are never returned', async () => {
  const { ref, bytes } = picture('changed');
  for (const [, open] of STORES) await open().put(ref, bytes);
  s3.fault = { kind: 'changes the body' };
  await expect(openStore(s3.settings).get(ref)).rejects.toThrow(/has other bytes under 7\/.* than its name says/);
  await writeFile(join(folder, objectName(ref)), 'something else');
  await expect(openStore({ kind: 'folder', path: folder }).get(ref)).rejects.toThrow(/has other bytes/);
});

test('a folder that is not there is an error, not an empty store', async () => {
  const store = openStore({ kind: 'folder', path: join(folder, 'not-mounted') });
  const { ref, bytes } = picture('x');
  const works = [() => store.get(ref), () => store.has(ref), () => store.put(ref, bytes), () => store.delete(ref), () => listAll(store)];
  for (const work of works) await expect(work()).rejects.toThrow(/ENOENT/);
});

test('a file that was not written completely is not listed, and deleted after a day', async () => {
  const path = join(folder, 'partial');
  const store = openStore({ kind: 'folder', path });
  await expect(store.check()).rejects.toThrow();
  const { ref, bytes } = picture('p');
  const parent = openStore({ kind: 'folder', path: folder });
  await parent.put(ref, bytes);
  const file = join(folder, `${objectName(ref)}.0011.partial`);
  await writeFile(file, 'half');
  expect((await listAll(parent)).filter(({ hash }) => hash === ref.hash)).toEqual([ref]);
  const names = () => readdir(join(folder, '7', ref.hash.slice(0, 2)));
  expect(await names()).toContain(`${ref.hash}.0011.partial`);
  await utimes(file, new Date(0), new Date(0));
  await listAll(parent);
  expect(await names()).not.toContain(`${ref.hash}.0011.partial`);
});

const KEYS = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

test('settings of the store', () => {
  expect(readConfig({}).media).toEqual({ store: null, previous: null, base_url: null });
  expect(readConfig({ MEDIA_STORE: 'folder:/var/lib/pictures/' }).media.store).toEqual({ kind: 'folder', path: '/var/lib/pictures' });
  expect(readConfig({ MEDIA_STORE: 's3://my.pictures/launch/week/', S3_REGION: 'eu-west-1', ...KEYS }).media.store).toMatchObject({
    bucket: 'my.pictures',
    prefix: 'launch/week/',
    endpoint: 'https://s3.eu-west-1.amazonaws.com',
    path_style: false,
  });
  expect(readConfig({ MEDIA_STORE: 's3://pictures', S3_ENDPOINT: 'http://10.0.0.5:9000/', ...KEYS }).media.store).toMatchObject({
    endpoint: 'http://10.0.0.5:9000',
    path_style: true,
    region: 'us-east-1',
  });
});

test.each<[Record<string, string>, RegExp]>([
  [{ MEDIA_STORE: 'disk' }, /^MEDIA_STORE is "disk", but must be database, folder:\/path or s3:\/\/bucket/],
  [{ MEDIA_STORE: 'folder:pictures' }, /^MEDIA_STORE/],
  [{ MEDIA_STORE: 's3://B', ...KEYS }, /^MEDIA_STORE is "s3:\/\/B"/],
  [{ MEDIA_STORE: 's3://pictures/../x', ...KEYS }, /^MEDIA_STORE/],
  [{ MEDIA_STORE: 's3://pictures' }, /^S3_ACCESS_KEY_ID is missing/],
  [{ MEDIA_STORE: 's3://pictures', ...KEYS, S3_SECRET_ACCESS_KEY: 'with space' }, /^S3_SECRET_ACCESS_KEY contains white space/],
  [{ MEDIA_STORE: 's3://pictures', ...KEYS, S3_ENDPOINT: 'minio:9000' }, /^S3_ENDPOINT/],
  [{ MEDIA_STORE: 's3://pictures', ...KEYS, S3_ADDRESSING: 'both' }, /^S3_ADDRESSING/],
  [{ MEDIA_STORE: 's3://pictures', ...KEYS, S3_REGION: 'a b' }, /^S3_REGION/],
  [{ MEDIA_STORE: 's3://pictures', ...KEYS, S3_TIMEOUT_SECONDS: '0' }, /^S3_TIMEOUT_SECONDS/],
  [{ MEDIA_STORE: 's3://pictures', MEDIA_STORE_PREVIOUS: 's3://pictures', ...KEYS }, /^MEDIA_STORE_PREVIOUS is the same/],
  [{ MEDIA_BASE_URL: 'https://pictures.example' }, /^MEDIA_BASE_URL/],
  [{ MEDIA_STORE: 'folder:/p', MEDIA_BASE_URL: 'pictures.example' }, /^MEDIA_BASE_URL must be/],
])('%o is refused', (env, message) => {
  expect(() => readConfig(env)).toThrow(message);
  expect(() => readConfig(env)).not.toThrow(/with space/);
});
