import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloadDataset, type MirrorOptions, mirror } from '../../client/src/mirror.ts';
import { write_datasets } from '../../src/modules/datasets/jobs.ts';
import { runJob } from '../support/run-job.ts';
import { NOON, useServer } from '../support/server.ts';

/** Dumps as the client reads them, and copies that begin with one. */
const server = useServer({ pool: 4 });
const parent = mkdtempSync(join(tmpdir(), 'launchweek-datasets-'));
let requests: string[] = [];
/** Answers in place of the server, if it returns an answer. */
let intervene: (url: string, headers: Record<string, string>) => Promise<Response> | null = () => null;
const fetcher = ((url: string, init: RequestInit) => {
  requests.push(new URL(url).pathname + new URL(url).search);
  return intervene(url, init.headers as Record<string, string>) ?? fetch(url, init);
}) as typeof fetch;
const inFolder = (name: string) => ({ address: server.root, folder: join(parent, name), fetch: fetcher });

beforeAll(async () => {
  await server.sql`update sites set settings = settings || '{"dataset": {"publish": true, "licence": "CC-BY-4.0"}}' where id = ${server.site_id}`;
  await runJob(server, write_datasets, { site_id: server.site_id }, NOON);
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const copy = async (name: string, more: Partial<MirrorOptions> = {}) => {
  requests = [];
  return mirror({ ...inFolder(name), once: true, ...more });
};
const recordsOf = (name: string) => {
  const db = new DatabaseSync(join(parent, name, 'mirror.sqlite'), { readOnly: true });
  const rows = db.prepare('select kind, key, data from records order by kind, key').all();
  db.close();
  return rows;
};

test('a dump is downloaded, continued and checked', async () => {
  const { files } = await downloadDataset(inFolder('dump'));
  const folder = join(parent, 'dump');
  expect(readdirSync(folder).sort()).toEqual([...files.map(({ name }) => name), 'manifest.json', 'manifest.note'].sort());
  // A file that was changed is downloaded again; the part of another one that is there is not.
  const { sha256 } = files.find(({ name }) => name === 'listing.jsonl.gz')!;
  writeFileSync(join(folder, 'founder.jsonl.gz'), 'tampered');
  const listings = readFileSync(join(folder, 'listing.jsonl.gz'));
  rmSync(join(folder, 'listing.jsonl.gz'));
  writeFileSync(join(folder, `listing.jsonl.gz.${sha256.slice(0, 16)}.partial`), listings.subarray(0, 1000));
  const ranges: string[] = [];
  intervene = (_url, headers) => {
    if (headers.range) ranges.push(headers.range);
    return null;
  };
  requests = [];
  await downloadDataset(inFolder('dump'));
  expect(ranges).toEqual(['bytes=1000-']);
  expect(requests.filter((path) => path.endsWith('.gz')).map((path) => path.split('/').at(-1))).toEqual([
    'listing.jsonl.gz',
    'founder.jsonl.gz',
  ]);
  expect(readFileSync(join(folder, 'listing.jsonl.gz')).equals(listings)).toBe(true);
  intervene = () => null;
});

const change = async (url: string, edit: (bytes: Buffer) => Buffer): Promise<Response> => {
  const response = await fetch(url);
  return new Response(new Uint8Array(edit(Buffer.from(await response.arrayBuffer()))), { status: response.status });
};

test('a tampered file, manifest or signature is found', async () => {
  const flip = (bytes: Buffer) => {
    const other = Buffer.from(bytes);
    other[20] = other[20]! ^ 1;
    return other;
  };
  intervene = (url) => (url.endsWith('/listing.jsonl.gz') ? change(url, flip) : null);
  await expect(downloadDataset(inFolder('tampered'))).rejects.toThrow('another checksum');
  await expect(copy('tampered-mirror')).rejects.toThrow('another checksum');
  intervene = (url) =>
    url.endsWith('/latest.json') ? change(url, (bytes) => Buffer.from(bytes.toString().replace(/"records": \d+/, '"records": 1'))) : null;
  await expect(downloadDataset(inFolder('tampered'))).rejects.toThrow('not the one that was signed');
  intervene = (url) => (url.endsWith('.note') ? change(url, (bytes) => Buffer.from(bytes.toString().replace('time 2', 'time 3'))) : null);
  await expect(downloadDataset(inFolder('tampered'))).rejects.toThrow('not signed');
  intervene = () => null;
  const other = `${new URL(server.root).host}/ledger+00000000+${Buffer.concat([Buffer.of(1), Buffer.alloc(32, 7)]).toString('base64')}`;
  await expect(downloadDataset({ ...inFolder('tampered'), ledger_key: other })).rejects.toThrow('not signed');
});

test('a mirror begins with the dump and continues with the changes since', async () => {
  await server.sql`update listings set tagline = 'After the dump' where slug = 'ledgerly'`;
  await server.sql`update listings set status = 'removed' where slug = 'sprigg'`;
  const { is_complete } = await copy('mirror');
  expect(is_complete).toBe(true);
  expect(requests.filter((path) => path.includes('/changes')).every((path) => path.includes('cursor='))).toBe(true);
  await copy('from-feed', { dump: false });
  expect(requests.some((path) => path.includes('/data/'))).toBe(false);
  expect(recordsOf('mirror')).toEqual(recordsOf('from-feed'));
  expect(readdirSync(join(parent, 'mirror'))).not.toContain('dataset');
  await copy('listings', { kinds: ['listing'] });
  expect(requests.filter((path) => path.endsWith('.gz')).map((path) => path.split('/').at(-1))).toEqual(['listing.jsonl.gz']);
  expect(recordsOf('listings')).toEqual(recordsOf('from-feed').filter(({ kind }) => kind === 'listing'));
});

test('a mirror that is stopped while it loads the dump continues; an expired cursor or a dump that can’t be read leads to the feed', async () => {
  const stop = new AbortController();
  intervene = (url) => {
    if (url.endsWith('/founder.jsonl.gz')) stop.abort();
    return null;
  };
  expect((await copy('stopped', { signal: stop.signal })).is_complete).toBe(false);
  intervene = () => null;
  await copy('stopped');
  expect(requests.some((path) => path.endsWith('/category.jsonl.gz'))).toBe(false);
  expect(recordsOf('stopped')).toEqual(recordsOf('from-feed'));

  intervene = (url) => (url.endsWith('/latest.json') ? Promise.resolve(new Response('<h1>Away</h1>', { status: 403 })) : null);
  await copy('no-dump');
  expect(recordsOf('no-dump')).toEqual(recordsOf('from-feed'));

  // A record of the dump whose removal the feed no longer has.
  await server.sql`delete from changes where kind = 'listing' and key = 'sprigg'`;
  intervene = (url) => (url.endsWith('/votes.jsonl.gz') ? Promise.resolve(new Response('<h1>Away</h1>', { status: 403 })) : null);
  await copy('half-a-dump');
  expect(requests.some((path) => path.endsWith('/listing.jsonl.gz'))).toBe(true);
  expect(recordsOf('half-a-dump')).toEqual(recordsOf('from-feed'));

  intervene = () => null;
  await server.sql`update change_feeds set epoch = 'ffffffffff'`;
  await copy('expired');
  expect(requests.filter((path) => path.includes('/changes')).some((path) => !path.includes('cursor='))).toBe(true);
  expect(recordsOf('expired')).toEqual(recordsOf('from-feed'));
});
