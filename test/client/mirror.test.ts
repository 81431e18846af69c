import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFile } from '../../client/src/mirror/file.ts';
import { type MirrorOptions, type MirrorProgress, mirror, verifyMirror } from '../../client/src/mirror.ts';
import type { Site } from '../../src/kernel/context.ts';
import { copyOfSite } from '../support/changes/mirror.ts';
import { useServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { siteOf } from '../support/voters.ts';

/** The mirror that others get with the client, against a real server, through a proxy that can answer in its place. */
const server = useServer({ pool: 4 });
const parent = mkdtempSync(join(tmpdir(), 'launchweek-mirrors-'));
const folder = join(parent, 'copy');
const children: ChildProcess[] = [];
let site: Site;
let address: string;
let requests: string[] = [];
/** Answers a request in place of the server, once, if it returns true. */
let intervene: ((request: IncomingMessage, response: ServerResponse) => boolean) | null = null;

const proxy = createServer(async (request, response) => {
  requests.push(request.url!);
  if (intervene?.(request, response)) return;
  const answer = await fetch(server.address + request.url, { headers: { host: new URL(server.root).host } }).catch(() => null);
  if (!answer) return void request.socket.destroy();
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
});

beforeAll(async () => {
  site = { ...(await siteOf(server.sql, server.site_id)), root: server.root };
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  proxy.closeAllConnections();
  proxy.close();
  rmSync(parent, { recursive: true, force: true });
});

const update = (more: Partial<MirrorOptions> = {}) => mirror({ address, folder, page_size: 50, once: true, ...more });

const query = (sql: string): Record<string, unknown>[] => {
  const db = new DatabaseSync(join(folder, 'mirror.sqlite'), { readOnly: true });
  try {
    return db.prepare(sql).all() as Record<string, unknown>[];
  } finally {
    db.close();
  }
};

/** Without the spaces that PostgreSQL writes, and otherwise unchanged. */
const compact = (() => {
  const statement = new DatabaseSync(':memory:').prepare('select json(?) as json');
  return (json: string) => (statement.get(json) as { json: string }).json;
})();

const expectCopy = async () => {
  const copy = query('select kind, key, data from records').map(({ kind, key, data }) => [`${kind} ${key}`, data]);
  const source = [...(await copyOfSite({ sql: server.sql, site }))].map(([name, json]) => [name, compact(json)]);
  expect(Object.fromEntries(copy)).toEqual(Object.fromEntries(source));
};

test('a first copy, changes and removals; views for queries', async () => {
  const { records, changes, is_complete } = await update();
  expect([records, is_complete]).toEqual([changes, true]);
  await expectCopy();
  expect(query(`select name, website, category from listings where slug = 'ledgerly'`)).toEqual([
    { name: 'Ledgerly', website: 'https://ledgerly.example', category: expect.any(String) },
  ]);
  for (const view of ['categories', 'founders', 'weeks', 'awards', 'products']) expect(query(`select * from ${view}`)).not.toEqual([]);

  await server.sql`update listings set tagline = 'Ünïcode "quoted" – 1.50' where slug = 'ledgerly'`;
  await server.sql`update listings set status = 'removed' where slug = 'sprigg'`;
  await server.sql`update founders set slug = 'renamed-founder' where slug = 'mara-lindqvist'`;
  expect((await update()).changes).toBeGreaterThan(3);
  expect(query(`select tagline from listings where slug in ('ledgerly', 'sprigg')`)).toEqual([{ tagline: 'Ünïcode "quoted" – 1.50' }]);
  await expectCopy();
  expect((await update()).changes).toBe(0);
});

const MIRROR_PROGRAM = `
import { mirror } from ${JSON.stringify(resolve('client/src/mirror.ts'))};
await mirror({ address: process.argv[1], folder: process.argv[2], page_size: 50 });`;

test('a mirror that is killed while it copies continues; no other one may run beside it', async () => {
  rmSync(folder, { recursive: true });
  // The second page never comes, so that it is killed in the middle of the copy.
  intervene = ({ url }) => url!.includes('cursor=');
  const child = spawn(process.execPath, ['--input-type=module', '-e', MIRROR_PROGRAM, address, folder], { stdio: 'inherit' });
  children.push(child);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  requests = [];
  await until(async () => requests.some((url) => url.includes('cursor=')), 30_000);
  await expect(update()).rejects.toThrow('Another mirror is running');
  expect(query('select * from records')).toEqual([]);
  child.kill('SIGKILL');
  await ended;
  intervene = null;
  requests = [];
  await update();
  expect(requests.filter((url) => url.includes('/changes'))[0]).toContain('cursor=');
  await expectCopy();
});

test('a new copy replaces the old one in one moment when the feed can’t be continued', async () => {
  await server.sql`update change_feeds set epoch = 'ffffffffff'`;
  await server.sql`update listings set name = 'After the restore' where slug = 'ledgerly'`;
  const seen: [string, unknown][] = [];
  const onProgress = ({ type }: MirrorProgress) => {
    seen.push([type, query(`select name from listings where slug = 'ledgerly'`)[0]!.name]);
  };
  await update({ onProgress });
  expect(seen.filter(([type]) => type === 'copying').length).toBeGreaterThan(3);
  expect(seen.slice(0, 3)).toEqual([
    ['expired', 'Ledgerly'],
    ['copying', 'Ledgerly'],
    ['copying', 'Ledgerly'],
  ]);
  expect(seen.at(-1)).toEqual(['current', 'After the restore']);
  await expectCopy();
});

test('it follows until it is stopped, over lost connections, limits and answers of others', async () => {
  const trouble: string[] = [];
  const faults: ((response: ServerResponse) => unknown)[] = [
    (response) => response.socket!.destroy(),
    (response) => response.writeHead(429, { 'retry-after': '0' }).end('{"code":"rate_limited"}'),
    (response) => response.writeHead(503, { 'retry-after': '0' }).end('<h1>Away</h1>'),
    (response) => response.end('<h1>Another page</h1>'),
  ];
  intervene = ({ url }, response) => url!.includes('/changes') && Boolean(faults.shift()?.(response) ?? false);
  const stop = new AbortController();
  const following = mirror({
    address,
    folder,
    signal: stop.signal,
    onProgress: (progress) => progress.type === 'trouble' && trouble.push(progress.message),
  });
  await until(async () => faults.length === 0, 20_000);
  await server.sql`update listings set tagline = 'While it followed' where slug = 'ledgerly'`;
  await until(async () => query(`select tagline from listings where slug = 'ledgerly'`)[0]!.tagline === 'While it followed', 20_000);
  stop.abort();
  expect(await following).toMatchObject({ is_complete: true });
  expect(trouble.length).toBe(4);
  intervene = null;
});

test('once is patient with a site that has answered, but not with one that never did', async () => {
  let refusals = 6;
  const refuse: typeof intervene = (_, response) => {
    response.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '0' }).end('{"code":"busy"}');
    return true;
  };
  intervene = (request, response) => request.url!.includes('/changes') && refusals-- > 0 && refuse(request, response);
  expect((await update()).is_complete).toBe(true);
  expect(refusals).toBeLessThan(0);
  intervene = refuse;
  requests = [];
  await expect(update({ folder: join(parent, 'never') })).rejects.toThrow('busy');
  expect(requests).toHaveLength(5);
  intervene = null;
});

test('it is compared with the site, and says what differs', async () => {
  await update();
  await server.sql`update listings set tagline = 'Not copied yet' where slug = 'ledgerly'`;
  const { kinds, differences } = await verifyMirror({ address, folder });
  expect(differences).toEqual([]);
  expect(kinds.find(({ kind }) => kind === 'listing')).toMatchObject({ not_yet_copied: 1 });
  expect(kinds.every(({ kind, copy, source }) => kind === 'listing' || copy.digest === source.digest)).toBe(true);

  const db = new DatabaseSync(join(folder, 'mirror.sqlite'));
  db.exec(`delete from records where kind = 'award' and key like '%/1'; insert into records values ('founder', 'nobody', '{}', '');
    update records set data = '{}' where kind = 'product' and key = 'launch'`);
  db.close();
  const faults = (await verifyMirror({ address, folder })).differences;
  expect([...new Set(faults.map(({ kind, fault }) => `${fault} ${kind}`))]).toEqual([
    'missing award',
    'surplus founder',
    'different product',
  ]);
});

test('a folder belongs to one site, and its kinds can be chosen', async () => {
  intervene = ({ url }, response) =>
    url!.endsWith('/site') && Boolean(response.end(JSON.stringify({ urls: { site: 'https://other.example/' } })));
  await expect(update()).rejects.toThrow(`is a copy of ${server.root}, but the address is that of https://other.example`);
  await expect(verifyMirror({ address, folder })).rejects.toThrow('https://other.example');
  await update({ moved: true });
  await update();
  expect(query('select source from mirror')).toEqual([{ source: 'https://other.example' }]);
  intervene = null;
  await update({ moved: true, kinds: ['product', 'week'] });
  expect(query('select distinct kind from records order by kind')).toEqual([{ kind: 'product' }, { kind: 'week' }]);
  await server.sql`update listings set tagline = 'Of another kind' where slug = 'ledgerly'`;
  expect((await update()).changes).toBe(0);
  await update({ kinds: ['all'] });
  await expectCopy();
});

test('a full disk and a file of something else have a message, and nothing is lost', async () => {
  const file = await openFile(folder, (db) => db.exec('pragma max_page_count = 1'));
  const before = query('select cursor from mirror');
  const data = 'x'.repeat(10_000_000);
  const text = JSON.stringify({ changes: [{ kind: 'listing', key: 'large', removed: false, changed_at: '', data }] });
  expect(() => file.update({ text, changes: 1, cursor: 'after', has_more: false })).toThrow('the disk is full');
  file.close();
  expect(query('select cursor from mirror')).toEqual(before);
  expect((await update()).is_complete).toBe(true);

  const other = mkdtempSync(join(parent, 'other-'));
  writeFileSync(
    join(other, 'mirror.sqlite'),
    'A text that is certainly longer than the header of a file of SQLite would be, so that it is read.',
  );
  await expect(update({ folder: other })).rejects.toThrow('it is not an SQLite file');
  await expect(mirror({ address: `${address}/nowhere`, folder: join(parent, 'none'), once: true })).rejects.toThrow('no change feed');
});
