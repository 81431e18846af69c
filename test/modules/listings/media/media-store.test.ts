import { load } from 'cheerio';
import sharp from 'sharp';
import { beforeAll, expect, inject, test } from 'vitest';
import { runDoctor } from '../../../../src/cli/doctor.ts';
import { readConfig } from '../../../../src/config.ts';
import { restoreBackup } from '../../../../src/db/backup/restore.ts';
import { makeBackup } from '../../../../src/db/backup/write.ts';
import { connect } from '../../../../src/db/open.ts';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import { objectName, openMedia, sha256Of } from '../../../../src/integrations/media/store.ts';
import { exportSite } from '../../../../src/modules/imports/archive/export-site.ts';
import { importSite } from '../../../../src/modules/imports/archive/import-site.ts';
import { checkPictures, movePictures } from '../../../../src/modules/imports/media/move-pictures.ts';
import { sweep_media } from '../../../../src/modules/listings/media/jobs.ts';
import { lockUnusedMedia, unmarkUnusedMedia } from '../../../../src/modules/listings/media/queries.ts';
import { createSite } from '../../../../src/modules/sites/sites.ts';
import { Person } from '../../../support/accounts/person.ts';
import { onDatabase } from '../../../support/database.ts';
import { useS3 } from '../../../support/integrations/s3-server.ts';
import { createOwnListing } from '../../../support/listings/own-listings.ts';
import { runJob } from '../../../support/run-job.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { until } from '../../../support/until.ts';

const s3 = useS3();
const media = {
  base_url: null as string | null,
  get settings() {
    const { base_url } = media;
    return { store: s3.settings, previous: null, base_url };
  },
};
const server = useServer({ demo: 'few votes', pool: 5, media });
// The demo's own pictures are in the database.
beforeAll(() => server.sql`delete from listing_media`);
const openBucket = () => openMedia(media.settings).store!;
const clock = { now: () => NOON };

const draw = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: colour } })
    .png()
    .toBuffer();

const post = async (person: Person, path: string, fields: Record<string, string | Buffer>): Promise<Response> => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') body.append(name, value);
    else body.append(name, new Blob([new Uint8Array(value)]), 'a.png');
  }
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return fetch(server.root + path, { method: 'POST', body, redirect: 'manual', headers: { origin: server.root, cookie } });
};

let owners = 0;
const createOwner = async () => {
  const email = `owner${++owners}@example.com`;
  const member = await server.member({ email });
  const person = await new Person(server).signIn(email);
  return { person, ...(await createOwnListing(server, member, { unlocked: ['media'] })) };
};

const rowsOf = (listing_id: number) => server.sql<{ hash: string; bytes: Buffer | null }[]>`
  select hash, bytes from listing_media where listing_id = ${listing_id} order by position`;

/** An owner with one picture in the bucket. */
const createPicture = async (colour: string) => {
  const owner = await createOwner();
  expect((await post(owner.person, `/dashboard/listings/${owner.listing_id}/media`, { picture: await draw(colour) })).status).toBe(303);
  const { hash, bytes } = (await rowsOf(owner.listing_id))[0]!;
  return { ...owner, hash, bytes, ref: { site_id: server.site_id, hash }, path: `/media/${hash}.webp` };
};

test('an upload is in the bucket before its row, and is served from there', async () => {
  const { hash, bytes, ref, path } = await createPicture('#102');
  expect(bytes).toBe(null);
  expect(sha256Of((await openBucket().get(ref))!)).toBe(hash);
  const served = await server.get(path);
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(served.headers.get('cache-control')).toContain('immutable');
  expect(sha256Of(Buffer.from(await served.arrayBuffer()))).toBe(hash);
  s3.requests.length = 0;
  expect((await server.get(path, { 'if-none-match': `"${hash}"` })).status).toBe(304);
  expect(s3.requests).toEqual([]);
});

test('while the bucket is down, uploads and pictures are refused with 503, and the form keeps its values', async () => {
  const { person, listing_id, path } = await createPicture('#203');
  s3.fault = { kind: 'is down' };
  const answer = await post(person, `/dashboard/listings/${listing_id}/media`, { picture: await draw('#204') });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
  expect(load(await answer.text())('main').text()).toContain('Pictures can’t be stored or shown at the moment.');
  expect(await rowsOf(listing_id)).toHaveLength(1);
  const picture = await server.get(path);
  expect([picture.status, picture.headers.get('cache-control')]).toEqual([503, 'no-store']);

  await server.member({ email: 'admin@example.com', admin_of: server.site_id });
  const team = await new Person(server).signIn('admin@example.com');
  const brand = await post(team, '/admin/brand', { name: 'A name', headline: 'Typed for long', logo: await draw('#205') });
  expect(brand.status).toBe(503);
  expect(load(await brand.text())('[name=headline]').val()).toBe('Typed for long');
  s3.fault = null;
  const again = await post(team, '/admin/brand', { name: 'A name', headline: 'Typed for long', logo: await draw('#205') });
  expect(again.status).toBe(303);
  const [row] = await server.sql`select hash, bytes from brand_pictures where site_id = ${server.site_id}`;
  expect(row!.bytes).toBe(null);
  expect((await server.get(`/brand/${row!.hash}.png`)).status).toBe(200);
});

test('a picture that was changed in the bucket is not served', async () => {
  const { path } = await createPicture('#306');
  s3.fault = { kind: 'changes the body', method: 'GET' };
  expect((await server.get(path)).status).toBe(503);
});

test('with a public address of the store, pictures are redirected there', async () => {
  const { ref, path } = await createPicture('#407');
  const { openServer } = await import('../../../../src/process/serve.ts');
  const { pino } = await import('pino');
  media.base_url = 'https://pictures.example/a';
  const integrations = openIntegrations({ media: media.settings });
  media.base_url = null;
  const { app, site_root } = await openServer({
    sql: server.sql,
    clock,
    log: pino({ level: 'silent' }),
    host: '127.0.0.1',
    port: 0,
    site_root: null,
    rate_limit: false,
    integrations,
  });
  const answer = await fetch(site_root + path, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, `https://pictures.example/a/${objectName(ref)}`]);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
  await app.close();
});

test('objects without a row are deleted after 30 days, unless they are stored again', async () => {
  const deleted = await createPicture('#508');
  const stored_again = await createPicture('#509');
  const shown = await createPicture('#50a');
  const integrations = openIntegrations({ media: media.settings });
  const sweep = () => runJob(server, sweep_media, {}, NOON, { signal: new AbortController().signal, integrations });
  await server.sql`delete from listing_media where hash = any(${[deleted.hash, stored_again.hash]})`;
  await sweep();
  expect(await openBucket().has(deleted.ref)).toBe(true);
  await server.sql`update unused_media set found_at = found_at - interval '29 days'`;
  await post(stored_again.person, `/dashboard/listings/${stored_again.listing_id}/media`, { picture: await draw('#509') });
  await sweep();
  expect(await openBucket().has(deleted.ref)).toBe(true);
  await server.sql`update unused_media set found_at = found_at - interval '2 days'`;
  await sweep();
  expect(await Promise.all([deleted, stored_again, shown].map(({ ref }) => openBucket().has(ref)))).toEqual([false, true, true]);
  expect(await server.sql`select from unused_media`).toHaveLength(0);
});

test('a picture that is stored again while its object is being deleted is not lost', async () => {
  const { person, listing_id, hash, ref } = await createPicture('#50b');
  await server.sql`delete from listing_media where hash = ${hash}`;
  await server.sql`insert into unused_media (site_id, hash, found_at) values (${ref.site_id}, ${hash}, now() - interval '31 days')`;
  let upload: Promise<Response>;
  await server.sql.begin(async (tx) => {
    expect(await lockUnusedMedia(tx, 1)).toEqual(ref);
    s3.requests.length = 0;
    upload = post(person, `/dashboard/listings/${listing_id}/media`, { picture: await draw('#50b') });
    await until(
      async () =>
        (await server.sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%unused_media%'`).length > 0,
    );
    expect(s3.requests).toEqual([]);
    await openBucket().delete(ref);
    await unmarkUnusedMedia(tx, ref);
  });
  expect((await upload!).status).toBe(303);
  expect(await openBucket().has(ref)).toBe(true);
});

test('pictures move from the database to a bucket, to another one and back, while they are served', async () => {
  const { listing_id, hash, ref, path } = await createPicture('#60b');
  const original = (await openBucket().get(ref))!;
  await server.sql`update listing_media set bytes = ${original} where listing_id = ${listing_id}`;
  await openBucket().delete(ref);
  const said: string[] = [];
  const report = (sentence: string) => void said.push(sentence);
  const isServed = async () => sha256Of(Buffer.from(await (await server.get(path)).arrayBuffer())) === hash;
  const move = (given: Parameters<typeof openMedia>[0], delete_old = false) =>
    movePictures({ sql: server.sql, media: openMedia(given), report }, { delete_old });

  // Damaged bytes stay where they are.
  await server.sql`update listing_media set bytes = 'other' where listing_id = ${listing_id}`;
  expect(await move(media.settings, true)).toMatchObject({ damaged: 1 });
  expect(said).toEqual([expect.stringContaining(`${objectName(ref)} is damaged`)]);
  expect((await rowsOf(listing_id))[0]!.bytes?.toString()).toBe('other');
  await server.sql`update listing_media set bytes = ${original} where listing_id = ${listing_id}`;

  // A bucket that fails in the middle is tried again by the next run.
  s3.fault = { kind: 'fails', method: 'PUT' };
  await expect(move(media.settings)).rejects.toThrow(/it answered 500/);
  s3.fault = null;
  expect(await isServed()).toBe(true);
  expect(await move(media.settings)).toMatchObject({ moved: 1 });
  expect((await rowsOf(listing_id))[0]!.bytes).not.toBe(null);
  const { already_there } = await move(media.settings, true);
  expect(already_there).toBeGreaterThan(0);
  expect((await rowsOf(listing_id))[0]!.bytes).toBe(null);
  expect(await isServed()).toBe(true);

  const elsewhere = { store: { ...s3.settings, prefix: 'moved/' }, previous: s3.settings, base_url: null };
  expect((await move(elsewhere, true)).moved).toBe(already_there);
  expect(await openBucket().has(ref)).toBe(false);
  const back = { store: null, previous: elsewhere.store, base_url: null };
  expect((await move(back, true)).moved).toBe(already_there);
  expect(await openMedia(elsewhere).store!.has(ref)).toBe(false);
  expect((await rowsOf(listing_id))[0]!.bytes?.equals(original)).toBe(true);
  expect(await isServed()).toBe(true);
  await move(media.settings, true);

  expect(await checkPictures({ sql: server.sql, media: openMedia(media.settings), report })).toEqual({ ok: already_there });
  await openBucket().delete(ref);
  expect(await checkPictures({ sql: server.sql, media: openMedia(media.settings), report })).toMatchObject({ missing: 1 });
  expect(said.at(-1)).toBe(`${objectName(ref)} is missing.`);
  expect((await server.get(path)).status).toBe(404);
  await openBucket().put(ref, original);
});

const collect = async (pieces: AsyncIterable<Buffer>): Promise<Buffer> => {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
};

test('a backup contains the pictures of the bucket, and restores them into a store or the database', async () => {
  const { hash, ref } = await createPicture('#70c');
  const bucket = openBucket();
  let backup = Buffer.alloc(0);
  const take = (without_pictures = false) =>
    makeBackup(server.sql, { version: '1.0.0', now: NOON, pictures: bucket, without_pictures }, async (pieces) => {
      backup = Buffer.from(await collect(pieces));
    });
  const [{ named }] = (await server.sql`select count(distinct hash)::int as named from stored_pictures where not in_database`) as [
    { named: number },
  ];
  expect((await take(true)).pictures).toEqual({ store: 's3://pictures', named, included: 0, missing: [] });
  s3.fault = { kind: 'is down' };
  await expect(take()).rejects.toThrow(/s3:\/\/pictures failed/);
  s3.fault = null;
  expect((await take()).pictures).toEqual({ store: 's3://pictures', named, included: named, missing: [] });

  const { server: url, template } = inject('database');
  const name = `${template}_media`;
  const admin = connect(url, 1);
  await admin`create database ${admin(name)}`;
  const connectionString = onDatabase(url, name);
  const sql = connect(connectionString, 1);
  const open = async function* () {
    yield backup;
  };
  await restoreBackup({ sql, connection: { connectionString }, open, replace: false });
  const [row] = await sql`select bytes from listing_media where hash = ${hash}`;
  expect(sha256Of(row!.bytes)).toBe(hash);

  await bucket.delete(ref);
  const put: string[] = [];
  const storePicture = async (stored: typeof ref, bytes: Buffer) => {
    put.push(stored.hash);
    await bucket.put(stored, bytes);
  };
  await restoreBackup({ sql, connection: { connectionString }, open, replace: true, storePicture });
  expect(put).toHaveLength(named);
  expect(await bucket.has(ref)).toBe(true);

  // Half of a picture is noticed before anything is changed.
  const at = backup.indexOf(`media/${server.site_id}/${hash}`);
  backup[at + 512 + 40]! ^= 1;
  await expect(restoreBackup({ sql, connection: { connectionString }, open, replace: true })).rejects.toThrow(
    /another content than its name says/,
  );
  await sql.end();
  await admin`drop database ${admin(name)}`;
  await admin.end();
});

test('an export has the pictures of the bucket and names those that are missing; an import stores them', async () => {
  const { hash, ref } = await createPicture('#80d');
  const lost = await createPicture('#80e');
  await openBucket().delete(lost.ref);
  const integrations = openIntegrations({ media: media.settings });
  const missing: string[] = [];
  const site = { id: server.site_id, name: 'A site', root: server.root };
  const archive = await collect(exportSite({ sql: server.sql, clock, integrations, site, onMissingPicture: (one) => missing.push(one) }));
  expect(missing).toEqual([lost.hash]);
  const site_id = await createSite(server.sql, {
    key: 'copy',
    name: 'Copy',
    root: 'http://copy.example',
    tagline: '',
    purpose: '',
    time_zone: 'UTC',
  });
  const pieces = async function* () {
    yield archive;
  };
  await importSite({ sql: server.sql, clock, integrations, site_id }, pieces());
  const [row] = await server.sql`select bytes from listing_media where site_id = ${site_id} and hash = ${hash}`;
  expect(row!.bytes).toBe(null);
  expect(await openBucket().has({ ...ref, site_id })).toBe(true);
});

test('the doctor tries the store', async () => {
  const examine = async () => {
    const { endpoint, access_key_id, secret_access_key } = s3.settings;
    const env = {
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: access_key_id,
      S3_SECRET_ACCESS_KEY: secret_access_key,
    };
    const lines: string[] = [];
    await runDoctor(readConfig({ DATABASE_URL: server.connection.connectionString!, MEDIA_STORE: 's3://pictures', ...env }), (line) =>
      lines.push(line),
    );
    return lines.find((line) => line.includes(' Pictures '))!;
  };
  expect(await examine()).toMatch(/^ok +Pictures +s3:\/\/pictures can be written and read; \d+ pictures are in it\.$/);
  s3.fault = { kind: 'fails' };
  expect(await examine()).toMatch(/^FAILED +Pictures +The store of pictures s3:\/\/pictures failed: it answered 500 \(InternalError\)$/);
});
