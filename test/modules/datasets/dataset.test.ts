import { createHash, hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIntegrations } from '../../../src/integrations/integrations.ts';
import { openMedia } from '../../../src/integrations/media/store.ts';
import type { Site } from '../../../src/kernel/context.ts';
import { CHUNK_BYTES, readDatasetFile, storeDatasetFile } from '../../../src/modules/datasets/files.ts';
import { write_datasets } from '../../../src/modules/datasets/jobs.ts';
import { insertDataset, insertFile, publishDataset } from '../../../src/modules/datasets/queries.ts';
import { parseRange } from '../../../src/modules/datasets/rules.ts';
import type { Manifest } from '../../../src/modules/datasets/write.ts';
import { listLedgerKeys } from '../../../src/modules/votes/checkpoints/keys.ts';
import { copyOfSite } from '../../support/changes/mirror.ts';
import { runJob } from '../../support/run-job.ts';
import { NOON, useServer } from '../../support/server.ts';
import { siteOf } from '../../support/voters.ts';

/** The dumps of a site, as its job writes them and as others read them. */
const server = useServer({ pool: 4 });
const folder = mkdtempSync(join(tmpdir(), 'launchweek-test-datasets-'));
let site: Site;
let latest: Manifest;

const setPublished = (publish: boolean) => server.sql`
  update sites set settings = settings || jsonb_build_object('dataset', jsonb_build_object('publish', ${publish}::boolean, 'licence', 'ODbL-1.0'))
  where id = ${server.site_id}`;
const write = (at = NOON) => runJob(server, write_datasets, { site_id: server.site_id }, at);
const readLatest = async (): Promise<Manifest> => (await server.get('/data/latest.json')).json() as Promise<Manifest>;
const fileOf = (name: string, dump = latest): string => `/data/${dump.name}/${name}`;
const bytesOf = async (name: string): Promise<Buffer> => Buffer.from(await (await server.get(fileOf(name))).arrayBuffer());
const compact = (json: string): string => JSON.stringify(JSON.parse(json));
interface Line {
  kind: string;
  key: string;
  data: unknown;
}
const linesOf = async (dump = latest): Promise<Line[]> => {
  const lines: Line[] = [];
  for (const { name, kind } of dump.files)
    if (kind)
      for (const line of gunzipSync(await bytesOf(name))
        .toString()
        .split('\n')
        .slice(0, -1))
        lines.push(JSON.parse(line) as Line);
  return lines;
};

beforeAll(async () => {
  site = { ...(await siteOf(server.sql, server.site_id)), root: server.root };
  await server.member();
  await server.sql`update listings set status = 'draft', name = 'Not public yet' where slug = 'kontorbuch'`;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('nothing is published before the team chose a licence; then the page says that the first dump follows', async () => {
  await write();
  expect((await server.get('/data/latest.json')).status).toBe(404);
  expect(await (await server.get('/data')).text()).toContain('publishes no dumps');
  await setPublished(true);
  expect(await (await server.get('/data')).text()).toContain('The first dump is being written');
});

test('a dump has what the change feed has, and nothing of what was removed', async () => {
  await server.sql`update listings set status = 'removed' where slug = 'sprigg'`;
  await write();
  latest = await readLatest();
  const lines = await linesOf();
  const dump = Object.fromEntries(lines.map(({ kind, key, data }) => [`${kind} ${key}`, JSON.stringify(data)]));
  const source = [...(await copyOfSite({ sql: server.sql, site }))].map(([name, json]) => [name, compact(json)] as const);
  expect(dump).toEqual(Object.fromEntries(source));
  expect(Object.keys(dump)).not.toContain('listing sprigg');
  expect(latest.files.reduce((sum, { records = 0 }) => sum + records, 0)).toBe(lines.length);

  const file = join(folder, 'mirror.sqlite');
  const sqlite = gunzipSync(await bytesOf('mirror.sqlite.gz'));
  // Neither among the records nor in unused pages. Other records may name it only as long as the site does.
  if (!JSON.stringify(dump).includes('sprigg')) expect(sqlite.includes('sprigg')).toBe(false);
  writeFileSync(file, sqlite);
  const db = new DatabaseSync(file, { readOnly: true });
  expect(db.prepare('select cursor, source from mirror').get()).toEqual({ cursor: latest.cursor, source: server.root });
  expect(db.prepare('select count(*) as n from records').get()).toEqual({ n: lines.length });
  expect(db.prepare(`select name from listings where slug = 'ledgerly'`).get()).toEqual({ name: 'Ledgerly' });
  db.close();

  const after = (await (await server.get(`/api/v1/changes?cursor=${latest.cursor}`)).json()) as { changes: unknown[] };
  expect(after.changes).toEqual([]);
});

test('every record fits the schema, and the files fit the checksums, the manifest and its signature', async () => {
  const schema = JSON.parse((await bytesOf('schema.json')).toString()) as { $defs: Record<string, object> };
  const wrong = (await linesOf()).filter(({ kind, data }) => !Value.Check(schema.$defs[kind]!, data));
  expect(wrong.slice(0, 3)).toEqual([]);
  for (const { name, size, sha256 } of latest.files) {
    const bytes = await bytesOf(name);
    expect([name, bytes.length, hash('sha256', bytes)]).toEqual([name, size, sha256]);
  }
  const sums = (await bytesOf('SHA256SUMS')).toString();
  expect(sums).toContain(`${latest.files[0]!.sha256}  ${latest.files[0]!.name}\n`);
  const manifest = await bytesOf('manifest.json');
  const note = (await bytesOf('manifest.note')).toString();
  expect(note.split('\n').slice(1, 3)).toEqual([
    `dataset ${latest.name}`,
    `manifest ${createHash('sha256').update(manifest).digest('base64')}`,
  ]);
  expect((await listLedgerKeys({ sql: server.sql, site })).map(({ key }) => key.split('+')[0])).toContain(note.split('\n')[0]);
  expect((await bytesOf('licence.txt')).toString()).toContain('Open Database License');
  expect(gunzipSync(await bytesOf('ledger.jsonl.gz')).toString()).toBe(await (await server.get('/ledger/export.jsonl')).text());
});

test('nothing private is in a dump', async () => {
  const text = (await linesOf()).map((line) => JSON.stringify(line)).join('\n');
  const sqlite = gunzipSync(await bytesOf('mirror.sqlite.gz'));
  const emails = await server.sql<{ email: string }[]>`select email from accounts`;
  expect(emails.length).toBeGreaterThan(0);
  for (const secret of [...emails.map(({ email }) => email), 'Not public yet'])
    expect([secret, text.includes(secret), sqlite.includes(secret)]).toEqual([secret, false, false]);
});

test('downloads can be continued', async () => {
  const whole = await bytesOf('listing.jsonl.gz');
  const { sha256 } = latest.files.find(({ name }) => name === 'listing.jsonl.gz')!;
  const part = async (headers: Record<string, string>) => {
    const response = await server.get(fileOf('listing.jsonl.gz'), headers);
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const rest = await part({ range: 'bytes=100-', 'if-range': `"${sha256}"` });
  expect([rest.status, rest.headers.get('content-range')]).toEqual([206, `bytes 100-${whole.length - 1}/${whole.length}`]);
  expect(rest.bytes.equals(whole.subarray(100))).toBe(true);
  expect((await part({ range: 'bytes=-10' })).bytes.equals(whole.subarray(-10))).toBe(true);
  const beyond = await part({ range: `bytes=${whole.length}-` });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`]);
  // Another file than before is sent from its beginning.
  const other = await part({ range: 'bytes=100-', 'if-range': '"other"' });
  expect([other.status, other.bytes.equals(whole)]).toEqual([200, true]);
  expect((await part({ range: 'bytes=100-', 'if-range': other.headers.get('last-modified')! })).status).toBe(206);
  expect((await part({ 'if-none-match': `"${sha256}"` })).status).toBe(304);
  expect(other.headers.get('cache-control')).toContain('immutable');
  const head = await fetch(`${server.address}${fileOf('listing.jsonl.gz')}`, {
    method: 'HEAD',
    headers: { host: new URL(server.root).host },
  });
  expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
    200,
    String(whole.length),
    'bytes',
  ]);
});

test.each<[string | undefined, unknown]>([
  [undefined, null],
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=5-99', { first: 5, last: 9 }],
  ['bytes=-99', { first: 0, last: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-3', null],
  ['bytes=0-1,3-4', null],
  ['lines=1-2', null],
])('of 10 bytes the range %s is %j', (header, range) => expect(parseRange(header, 10)).toEqual(range));

test('a file of many pieces, in a store: any part of it; a download that ends early leaves nothing open', async () => {
  const media = openMedia({ store: { kind: 'folder', path: folder }, previous: null, base_url: null });
  const integrations = { ...openIntegrations({ smtp_url: null, mail_from: null }), media };
  const name = '2026-11-09-000000';
  const ctx = { sql: server.sql, site, integrations, dataset: name };
  await insertDataset(server.sql, { site_id: site.id, name, week_on: '2026-11-09', started_at: NOON });
  const bytes = Buffer.alloc(3 * CHUNK_BYTES + 5, 'abcdefg');
  const pieces = [bytes.subarray(0, 10), bytes.subarray(10, 2 * CHUNK_BYTES + 1), bytes.subarray(2 * CHUNK_BYTES + 1)];
  expect(await storeDatasetFile(ctx, 'many.txt', pieces)).toEqual({ name: 'many.txt', size: bytes.length, sha256: hash('sha256', bytes) });
  expect(await server.sql`select from dataset_chunks where dataset = ${name} and bytes is not null`).toEqual([]);
  const read = async (first: number, last: number) => {
    const parts: Buffer[] = [];
    for await (const part of readDatasetFile(ctx, { site_id: site.id, dataset: name, file: 'many.txt' }, { first, last })) parts.push(part);
    return Buffer.concat(parts);
  };
  for (const [first, last] of [
    [0, bytes.length - 1],
    [CHUNK_BYTES - 1, CHUNK_BYTES],
    [CHUNK_BYTES, CHUNK_BYTES],
    [3 * CHUNK_BYTES + 4, 3 * CHUNK_BYTES + 4],
  ] as const)
    expect((await read(first, last)).equals(bytes.subarray(first, last + 1))).toBe(true);
  await insertFile(server.sql, site.id, name, { name: 'in-database', size: 3 * CHUNK_BYTES, sha256: 'x' });
  await server.sql`
    insert into dataset_chunks (site_id, dataset, file, position, hash, bytes)
    select ${site.id}, ${name}, 'in-database', n, 'x', ${bytes.subarray(0, CHUNK_BYTES)} from generate_series(0, 2) n`;
  await publishDataset(server.sql, { site_id: site.id, name, published_at: NOON, manifest: '{"files":[]}', note: '' });
  await new Promise<void>((closed) => {
    const { hostname, port } = new URL(server.address);
    const download = request(
      { hostname, port, path: `/data/${name}/in-database`, headers: { host: new URL(server.root).host } },
      (response) => response.once('data', () => download.destroy()),
    );
    download
      .once('close', closed)
      .once('error', () => {})
      .end();
  });
  expect((await server.get('/data/latest.json')).status).toBe(200);
  await server.sql`delete from datasets where name = ${name}`;
});

test('of two writers one writes; what a writer left that died is never seen, and the next one begins anew', async () => {
  const { sql } = server;
  const at = new Date(NOON.getTime() + 60_000);
  await Promise.all([write(at), write(at)]);
  expect(await sql`select name from datasets order by name`).toHaveLength(2);
  // As if killed in the middle.
  await insertDataset(sql, { site_id: site.id, name: '2026-11-11-130000', week_on: '2026-11-09', started_at: NOON });
  await insertFile(sql, site.id, '2026-11-11-130000', { name: 'listing.jsonl.gz', size: 5, sha256: 'x' });
  expect((await server.get('/data/2026-11-11-130000/listing.jsonl.gz')).status).toBe(404);
  expect((await readLatest()).name).toBe('2026-11-11-120100');
  await write(new Date(NOON.getTime() + 120_000));
  expect((await readLatest()).name).toBe('2026-11-11-120100');
  await sql`update datasets set seen_at = now() - interval '6 minutes' where published_at is null`;
  await write(new Date(NOON.getTime() + 180_000));
  expect((await readLatest()).name).toBe('2026-11-11-120300');
  expect(await sql`select from datasets where published_at is null`).toEqual([]);
  // Once a week is enough.
  await runJob(server, write_datasets, {}, new Date(NOON.getTime() + 240_000));
  expect((await readLatest()).name).toBe('2026-11-11-120300');
  expect(await (await server.get('/data')).text()).toContain('Earlier dumps');
});

test('a process that must stop leaves nothing behind', async () => {
  const signal = AbortSignal.abort();
  await expect(runJob(server, write_datasets, { site_id: site.id }, new Date(NOON.getTime() + 300_000), { signal })).rejects.toThrow();
  expect(await server.sql`select from datasets where published_at is null`).toEqual([]);
});

test('switched off, nothing can be downloaded', async () => {
  await setPublished(false);
  for (const path of ['/data/latest.json', fileOf('manifest.json'), fileOf('listing.jsonl.gz')])
    expect((await server.get(path)).status).toBe(404);
});
