import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { expect, test } from 'vitest';
import { readArchive } from '../../../src/db/backup/archive.ts';
import { openIntegrations } from '../../../src/integrations/integrations.ts';
import { insertBrandPicture } from '../../../src/modules/content/brand/queries.ts';
import { emptyContent } from '../../../src/modules/drafts/content.ts';
import { insertLogo } from '../../../src/modules/drafts/logo/queries.ts';
import { insertDraft } from '../../../src/modules/drafts/queries.ts';
import { exportSite } from '../../../src/modules/imports/archive/export-site.ts';
import { importSite } from '../../../src/modules/imports/archive/import-site.ts';
import { storeFile } from '../../../src/modules/imports/imports.ts';
import { finishImport } from '../../../src/modules/imports/jobs.ts';
import { pictureOfSvg } from '../../../src/modules/listings/media/image-processing.ts';
import { createSite } from '../../../src/modules/sites/sites.ts';
import { NOON, useServer } from '../../support/server.ts';
import { makeVoters } from '../../support/voters.ts';

const server = useServer({ demo: 'few votes' });
const clock = { now: () => NOON };
const integrations = openIntegrations();

const exported = async (site_id: number, root: string): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of exportSite({ sql: server.sql, clock, integrations, site: { id: site_id, name: 'A site', root } }))
    pieces.push(piece);
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

/** A file of 500 products as directories have them: several languages, long and short texts, shared hosts, founders, figures. */
const PRODUCTS = (() => {
  const hosts = [
    (i: number) => `https://product${i}.vendor${i}.example${i}/`,
    (i: number) => `https://github.com/maker${i % 40}/tool-${i}`,
    (i: number) => `http://tool${i}.sourceforge.net/index.html`,
    (i: number) => `https://maker${i % 40}.github.io/tool-${i}/`,
    (i: number) => `https://www.large-vendor.example/products/${i}`,
  ];
  const names = ['Rechnungs-Büro', 'Contabilidad «Fácil»', '手帳アプリ', 'مذكرة', 'Lib "quoted", with a comma'];
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = Array.from({ length: 500 }, (_, i) => [
    `${names[i % names.length]} ${i}`,
    hosts[i % hosts.length]!(i),
    i % 3 === 0 ? '' : `What number ${i} is for`,
    `First line of ${i}.\n\n- a list\n- 100 % of it\n\n${'Long text. '.repeat(i % 120)}`,
    [`Area ${i % 17}`, ...(i % 4 === 0 ? [`Area ${(i + 1) % 17}`] : [])].join('; '),
    i % 5 === 0 ? `tag ${i}; open source` : '',
    ['Germany', 'ES', 'JP', ''][i % 4]!,
    i % 2 === 0 ? `Ada ${i} (CEO); Grace ${i}` : '',
    i % 6 === 0 ? '2021' : '',
    i % 7 === 0 ? `2025-03-0${1 + (i % 9)}` : '',
    ['yes', 'no', ''][i % 3]!,
  ]);
  const header = 'Name,Website,Tagline,Description,Categories,Tags,Country,Founders,Founded,Launch date,Self-hosted';
  return [header, ...rows.map((cells) => cells.map(quote).join(','))].join('\n');
})();

const importProducts = async (site_id: number): Promise<void> => {
  const { sql } = server;
  const row = await storeFile(
    { sql, clock, site: { id: site_id } },
    { account_id: null, file_name: 'products.csv', pieces: inPieces(Buffer.from(PRODUCTS)) },
  );
  await sql`update imports set list_each = true where id = ${row.id}`;
  const { result, refused } = await finishImport({ sql, clock }, row, 'UTC');
  expect(refused).toEqual([]);
  expect(result).toMatchObject({ status: 'done', imported: 500 });
};

/** What a site has besides listings: a brand, legal pages, a post with a cover. */
const furnish = async (site_id: number): Promise<string> => {
  const { sql } = server;
  const picture = await pictureOfSvg(
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40" fill="#135"/></svg>',
  );
  await insertBrandPicture(sql, site_id, { hash: picture.hash, bytes: picture.bytes, width: 80, height: 40 } as never, NOON);
  const shown = { hash: picture.hash, width: 80, height: 40 };
  await sql`update blog_posts set cover = ${JSON.stringify({ ...shown, alt: 'A bar' })}::text::jsonb where site_id = ${site_id}`;
  const brand = {
    accent: '#0b6a4a',
    headline: 'All of it',
    text: 'Every product.',
    logo: shown,
    footer_links: [{ name: 'About', url: '/blog' }],
  };
  await sql`update sites set settings = settings || ${JSON.stringify({ brand })}::text::jsonb where id = ${site_id}`;
  await sql`
    insert into legal_versions (site_id, kind, number, title, body_markdown, published_at)
    values (${site_id}, 'imprint', 1, 'Old', 'Old', ${NOON}), (${site_id}, 'imprint', 2, 'Imprint', 'Ada Lovelace, London', ${NOON})`;
  return picture.hash;
};

test('what a site exports, another imports, and exports the same', async () => {
  const { sql, site_id, root } = server;
  await importProducts(site_id);
  const cover = await furnish(site_id);
  // Some are not public, or wait for their badge.
  await sql`update listings set status = 'draft', launched_at = null where site_id = ${site_id} and slug like 'rechnungs-buro-1%'`;
  await sql`
    update listings set status = 'awaiting_badge', launched_at = null, launch_week_on = '2026-11-23'
    where site_id = ${site_id} and slug like 'rechnungs-buro-2%'`;
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
  const { imported, already_there } = await importSite({ sql, clock, integrations, site_id: other }, inPieces(file));
  expect(imported).toBeGreaterThan(550);
  expect(already_there).toBe(0);
  const second = await filesIn(await exported(other, 'http://other.example'));
  expect([...second.keys()]).toEqual([...first.keys()]);
  for (const [name, content] of first) expect(second.get(name), name).toEqual(content);
  for (const { hash, bytes } of [logo, uploaded]) expect(first.get(`media/${hash}.webp`)).toBe(bytes.toString('base64'));
  for (const name of ['brand.json', 'legal.jsonl', `media/${cover}.webp`, 'listings/00002.jsonl']) expect(first.has(name), name).toBe(true);
  for (const status of ['draft', 'awaiting_badge', 'scheduled', 'live'])
    expect(
      [...first].some(([name, content]) => name.startsWith('listings/') && content.includes(`"status":"${status}"`)),
      status,
    ).toBe(true);
  expect(first.get('legal.jsonl')).toBe('{"kind" : "imprint", "title" : "Imprint", "body_markdown" : "Ada Lovelace, London"}\n');
  expect(first.get('listings/00001.jsonl')).toContain(`"logo_url":"/media/${logo.hash}.webp"`);
  // The copy is found by search, and its categories count.
  const totals = await sql<{ site_id: number; live: number }[]>`
    select site_id, live from shelves where category_id = 0 and site_id in (${site_id}, ${other}) order by site_id`;
  expect(totals[1]!.live).toBe(totals[0]!.live);
  const [words] = await sql`select count(*)::int as count from listing_words where site_id = ${other}`;
  expect(words!.count).toBe(imported);
  // Again changes nothing.
  expect(await importSite({ sql, clock, integrations, site_id: other }, inPieces(file))).toEqual({ imported: 0, already_there: imported });
  expect(await filesIn(await exported(other, 'http://other.example'))).toEqual(second);
});
