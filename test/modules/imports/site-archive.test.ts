import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { expect, test } from 'vitest';
import { readArchive } from '../../../src/db/backup/archive.ts';
import { emptyContent } from '../../../src/modules/drafts/content.ts';
import { insertDraft, insertLogo } from '../../../src/modules/drafts/queries.ts';
import { exportSite } from '../../../src/modules/imports/archive/export-site.ts';
import { importSite } from '../../../src/modules/imports/archive/import-site.ts';
import { pictureOfSvg } from '../../../src/modules/listings/media/image-processing.ts';
import { createSite } from '../../../src/modules/sites/sites.ts';
import { NOON, useServer } from '../../support/server.ts';
import { makeVoters } from '../../support/voters.ts';

const server = useServer();
const clock = { now: () => NOON };

const exported = async (site_id: number, root: string): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of exportSite({ sql: server.sql, clock, site: { id: site_id, name: 'A site', root } })) pieces.push(piece);
  return Buffer.concat(pieces);
};

async function* inPieces(file: Buffer, size = 10_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
}

const filesIn = async (file: Buffer): Promise<Map<string, string>> => {
  const files = new Map<string, string>();
  for await (const { name, content } of readArchive(Readable.from([file]).pipe(createGunzip())))
    files.set(name, content.toString(name.endsWith('.webp') ? 'base64' : 'utf8'));
  return files;
};

test('what a site exports, another imports, and exports the same', async () => {
  const { sql, site_id, root } = server;
  const [listing] = await sql<{ id: number; slug: string }[]>`
    select id, slug from listings where site_id = ${site_id} and status = 'live' order by id limit 1`;
  const logo = await pictureOfSvg(
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#246"/></svg>',
  );
  await sql`update listings set logo_url = ${`${root}/media/${logo.hash}.webp`} where id = ${listing!.id}`;
  await sql`
    insert into listing_logos (site_id, listing_id, hash, bytes, created_at) values (${site_id}, ${listing!.id}, ${logo.hash}, ${logo.bytes}, ${NOON})`;
  // Another was uploaded by a maker, for a draft.
  const uploaded = await pictureOfSvg(
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#842"/></svg>',
  );
  const [maker] = await makeVoters(sql, [{ email: 'maker@archive.example' }]);
  const draft = await insertDraft(sql, {
    site_id,
    account_id: maker!,
    url: 'https://uploaded.example/',
    domain: 'uploaded.example',
    content: emptyContent(),
    now: NOON,
  });
  await insertLogo(sql, draft, { hash: uploaded.hash, bytes: uploaded.bytes, at: NOON });
  await sql`
    update listings set logo_url = ${`${root}/media/${uploaded.hash}.webp`}
    where id = (select id from listings where site_id = ${site_id} and status = 'live' order by id offset 1 limit 1)`;
  const file = await exported(site_id, root);
  const first = await filesIn(file);
  const other = await createSite(sql, {
    key: 'other',
    name: 'Other',
    root: 'http://other.example',
    tagline: '',
    purpose: '',
    time_zone: 'UTC',
  });
  const { imported, already_there } = await importSite({ sql, clock, site_id: other }, inPieces(file));
  expect(imported).toBeGreaterThan(50);
  expect(already_there).toBe(0);
  const second = await filesIn(await exported(other, 'http://other.example'));
  expect([...second.keys()]).toEqual([...first.keys()]);
  for (const [name, content] of first) expect(second.get(name), name).toEqual(content);
  for (const { hash, bytes } of [logo, uploaded]) expect(first.get(`media/${hash}.webp`)).toBe(bytes.toString('base64'));
  expect(first.get('listings/00001.jsonl')).toContain(`"logo_url":"/media/${logo.hash}.webp"`);
  // The copy is found by search, and its categories count.
  const totals = await sql<{ site_id: number; live: number }[]>`
    select site_id, live from shelves where category_id = 0 and site_id in (${site_id}, ${other}) order by site_id`;
  expect(totals[1]!.live).toBe(totals[0]!.live);
  const [words] = await sql`select count(*)::int as count from listing_words where site_id = ${other}`;
  expect(words!.count).toBe(imported);
  // Again changes nothing.
  expect(await importSite({ sql, clock, site_id: other }, inPieces(file))).toEqual({ imported: 0, already_there: imported });
  expect(await filesIn(await exported(other, 'http://other.example'))).toEqual(second);
});
