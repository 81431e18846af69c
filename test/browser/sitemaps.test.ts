import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { loadDemo } from '../../src/demo/load.ts';
import type { Site } from '../../src/kernel/context.ts';
import { selectSitemapPart } from '../../src/modules/content/sitemaps/queries.ts';
import { writeSitemap } from '../../src/modules/content/sitemaps/sitemaps.ts';
import { createSite } from '../../src/modules/sites/sites.ts';
import { useBrowser } from '../support/browser.ts';
import { requestAsHost } from '../support/http/request-as-host.ts';
import { FEW_VOTES, NOON, startServer, useServer } from '../support/server.ts';
import { findXmlErrors } from '../support/xml.ts';

const server = useServer();
const browser = useBrowser();

interface SitemapEntry {
  loc: string;
  lastmod: string | null;
}

const parseEntries = (xml: string): SitemapEntry[] => {
  const $ = load(xml, { xml: true });
  return $('url, sitemap')
    .map((_, element) => ({ loc: $('loc', element).text(), lastmod: $('lastmod', element).text() || null }))
    .get();
};

const readSitemap = async (
  fetchText: (path: string) => Promise<string>,
): Promise<{ files: SitemapEntry[]; texts: string[]; entries: SitemapEntry[] }> => {
  const index = await fetchText('/sitemap.xml');
  const files = parseEntries(index);
  const texts = await Promise.all(files.map(({ loc }) => fetchText(new URL(loc).pathname)));
  return { files, texts: [index, ...texts], entries: texts.flatMap(parseEntries) };
};

const get = async (path: string) => {
  const reply = await server.get(path);
  expect([path, reply.status, reply.headers.get('content-type')]).toEqual([path, 200, 'application/xml; charset=utf-8']);
  return reply.text();
};

const contextOf = (root: string) => ({ sql: server.sql, clock: { now: () => NOON }, site: { id: server.site_id, root } as Site });

test('the sitemap is well-formed; every page in it exists, is listed once and is canonical', async () => {
  const { files, texts, entries } = await readSitemap(get);
  expect(await findXmlErrors(await browser.open(), texts)).toEqual(texts.map(() => null));
  expect(files.map(({ loc }) => loc.replace(server.root, ''))).toEqual(
    ['pages', 'listings', 'categories', 'founders', 'weeks', 'blog'].map((kind) => `/sitemaps/${kind}-1.xml`),
  );
  expect(new Set(entries.map(({ loc }) => loc)).size).toBe(entries.length);
  expect(entries.length).toBeGreaterThan(150);
  const problems: string[] = [];
  for (const { loc } of entries) {
    const reply = await fetch(loc, { redirect: 'manual' });
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(await reply.text())?.[1];
    if (reply.status !== 200 || canonical !== loc) problems.push(`${loc} ${reply.status} ${canonical}`);
  }
  expect(problems).toEqual([]);
});

test('it has every public listing, category, founder, week and post, and nothing else', async () => {
  const { entries } = await readSitemap(get);
  const under = (path: string) =>
    entries
      .map(({ loc }) => new URL(loc).pathname)
      .filter((pathname) => pathname.startsWith(`${path}/`))
      .map((pathname) => pathname.slice(path.length + 1))
      .sort();
  const slugs = async (rows: Promise<{ slug: string }[]>) => (await rows).map(({ slug }) => slug).sort();
  const { sql } = server;
  expect(under('/listings')).toEqual(await slugs(sql`select slug from listings where status = 'live'`));
  expect(under('/categories')).toEqual(await slugs(sql`select slug from categories`));
  expect(under('/blog')).toEqual(await slugs(sql`select slug from blog_posts where published_at <= ${NOON}`));
  expect(under('/launches/weeks')).toEqual(
    await slugs(sql`select distinct launch_week_on::text as slug from listings where status = 'live' and launch_week_on is not null`),
  );
  const founders = under('/founders');
  expect(founders.length).toBeGreaterThan(20);
  expect((await sql`select slug from founders where slug = any(${founders})`).length).toBe(founders.length);
});

test('lastmod is correct', async () => {
  const { sql } = server;
  await sql`update listings set updated_at = '2026-11-10T09:30:00Z', launched_at = '2026-10-05T00:00:00Z' where slug = 'ledgerly'`;
  await sql`update listings set updated_at = '2026-01-01T00:00:00Z', launched_at = '2026-10-05T00:00:00Z' where slug = 'flakewren'`;
  await sql`insert into listing_updates (site_id, listing_id, title, body, created_at)
    select site_id, id, 'Later', 'It is.', '2026-11-10T10:00:00Z' from listings where slug = 'flakewren'`;
  const ctx = contextOf('https://a.test');
  const text = (await selectSitemapPart(ctx, 'listings', null, 50_000)).lines!;
  expect(text).toContain('<loc>https://a.test/listings/ledgerly</loc><lastmod>2026-11-10T09:30:00Z</lastmod>');
  expect(text).toMatch(/listings\/flakewren<\/loc><lastmod>2026-11-1\dT/);
  expect(text).not.toContain('flakewren</loc><lastmod>2026-10-05');
  const weeks = (await selectSitemapPart(ctx, 'weeks', null, 50_000)).lines;
  // The running week changes with every vote; a finished one has a fixed date.
  expect(weeks).toContain('<loc>https://a.test/launches/weeks/2026-11-09</loc></url>');
  expect(weeks).toMatch(/weeks\/2026-11-02<\/loc><lastmod>2026-11-\d\dT/);
});

test('kinds with too many pages for one file are split without gaps or duplicates; a file that is no longer needed is deleted', async () => {
  const before = await readSitemap(get);
  const names = async () => (await server.sql<{ name: string }[]>`select name from sitemap_files order by 1`).map(({ name }) => name);
  const written = await names();
  await writeSitemap(contextOf(server.root), { max_urls: 7 });
  const { files, entries } = await readSitemap(get);
  const of = (kind: string) => files.filter(({ loc }) => loc.includes(`/sitemaps/${kind}-`));
  expect(of('listings').length).toBeGreaterThan(5);
  const counts = await Promise.all(of('listings').map(async ({ loc }) => parseEntries(await get(new URL(loc).pathname)).length));
  expect(counts.slice(0, -1)).toEqual(counts.slice(0, -1).map(() => 7));
  expect(entries.map(({ loc }) => loc)).toEqual(before.entries.map(({ loc }) => loc));
  await writeSitemap(contextOf(server.root));
  expect(await names()).toEqual(written);
});

test('a request reads what the job wrote: a new listing appears with its next run, and unchanged files are not written', async () => {
  const versions = () => server.sql`select name, xmin::text from sitemap_files order by 1`;
  await get('/sitemap.xml');
  await writeSitemap(contextOf(server.root));
  const before = await versions();
  await server.sql`update listings set slug = 'renamed-quietly' where slug = 'packmoth'`;
  expect(await get('/sitemaps/listings-1.xml')).not.toContain('renamed-quietly');
  await writeSitemap(contextOf(server.root));
  expect(await get('/sitemaps/listings-1.xml')).toContain('renamed-quietly');
  const changed = (await versions()).filter(({ xmin }, at) => xmin !== before[at]!.xmin).map(({ name }) => name);
  expect(changed).toEqual(['listings-1.xml']);
});

test('files are compressed if the client accepts it, and not sent again with a matching ETag', async () => {
  const address = `${server.root}/sitemaps/listings-1.xml`;
  const plain = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
  const gzipped = await fetch(address, { headers: { 'accept-encoding': 'gzip' } });
  expect([plain.headers.get('content-encoding'), gzipped.headers.get('content-encoding')]).toEqual([null, 'gzip']);
  expect(await gzipped.text()).toBe(await plain.text());
  const { body } = await requestAsHost(server, new URL(server.root).host, '/sitemaps/listings-1.xml');
  expect(body).toMatch(/^<\?xml/);
  expect((await server.get('/sitemaps/listings-1.xml', { 'if-none-match': plain.headers.get('etag')! })).status).toBe(304);
});

test.each(['/sitemaps/listings-2.xml', '/sitemaps/listings-0.xml', '/sitemaps/accounts-1.xml', '/sitemaps/sitemap.xml', '/sitemaps/x'])(
  '%s does not exist',
  async (path) => expect((await server.get(path)).status).toBe(404),
);

test('each site has its own sitemap', async () => {
  const both = await startServer();
  const { sql } = both;
  const id = await createSite(sql, {
    key: 'garden',
    name: 'Gardenlaunch',
    tagline: '',
    purpose: '',
    root: 'https://garden.example',
    time_zone: 'Europe/Berlin',
  });
  await loadDemo(sql, id, NOON, 'Europe/Berlin', FEW_VOTES);
  for (const table of ['listings', 'categories', 'founders', 'blog_posts'])
    await sql`update ${sql(table)} set slug = slug || '-of-the-garden' where site_id = ${id}`;
  const ask = async (path: string) => (await requestAsHost(both, 'garden.example', path)).body;
  await expect.poll(() => ask('/api/v1/site')).toContain('Gardenlaunch');
  const theirs = await readSitemap(ask);
  const ours = await readSitemap(async (path) => (await both.get(path)).text());
  await both.close();
  const slugsIn = ({ entries }: { entries: SitemapEntry[] }) =>
    entries.map(({ loc }) => new URL(loc).pathname).filter((path) => /^\/(listings|categories|founders|blog)\//.test(path));
  expect(theirs.entries.filter(({ loc }) => !loc.startsWith('https://garden.example/'))).toEqual([]);
  expect(ours.entries.filter(({ loc }) => !loc.startsWith(both.root))).toEqual([]);
  expect(slugsIn(theirs).length).toBeGreaterThan(100);
  expect(slugsIn(theirs).filter((path) => !path.endsWith('-of-the-garden'))).toEqual([]);
  expect(slugsIn(ours).filter((path) => path.endsWith('-of-the-garden'))).toEqual([]);
  expect(theirs.entries.length).toBe(ours.entries.length);
});
