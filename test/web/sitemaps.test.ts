import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { loadDemo } from '../../src/demo/load.ts';
import type { Ctx } from '../../src/kernel/context.ts';
import { selectMapLines, selectMapParts } from '../../src/modules/content/sitemap-queries.ts';
import { createSite } from '../../src/modules/sites/site.ts';
import { Kept } from '../../src/web/kept.ts';
import { useBrowser } from '../support/browser.ts';
import { askAs } from '../support/hosts.ts';
import { NOON, startServer, useServer } from '../support/server.ts';
import { faultsIn } from '../support/xml.ts';

const server = useServer();
const browser = useBrowser();

interface Place {
  loc: string;
  lastmod: string | null;
}

const placesIn = (xml: string): Place[] => {
  const $ = load(xml, { xml: true });
  return $('url, sitemap')
    .map((_, one) => ({ loc: $('loc', one).text(), lastmod: $('lastmod', one).text() || null }))
    .get();
};

const wholeMap = async (ask: (path: string) => Promise<string>): Promise<{ files: Place[]; texts: string[]; places: Place[] }> => {
  const index = await ask('/sitemap.xml');
  const files = placesIn(index);
  const texts = await Promise.all(files.map(({ loc }) => ask(new URL(loc).pathname)));
  return { files, texts: [index, ...texts], places: texts.flatMap(placesIn) };
};

const get = async (path: string) => {
  const reply = await server.get(path);
  expect([path, reply.status, reply.headers.get('content-type')]).toEqual([path, 200, 'application/xml; charset=utf-8']);
  return reply.text();
};

test('the map is well-formed, and every page in it is there, once, under its own name, for search engines to find', async () => {
  const { files, texts, places } = await wholeMap(get);
  expect(await faultsIn(await browser.open(), texts)).toEqual(texts.map(() => null));
  expect(files.map(({ loc }) => loc.replace(server.root, ''))).toEqual(
    ['pages', 'listings', 'categories', 'founders', 'weeks', 'blog'].map((kind) => `/sitemaps/${kind}-1.xml`),
  );
  expect(new Set(places.map(({ loc }) => loc)).size).toBe(places.length);
  expect(places.length).toBeGreaterThan(150);
  const troubles: string[] = [];
  for (const { loc } of places) {
    const reply = await fetch(loc, { redirect: 'manual' });
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(await reply.text())?.[1];
    if (reply.status !== 200 || canonical !== loc) troubles.push(`${loc} ${reply.status} ${canonical}`);
  }
  expect(troubles).toEqual([]);
});

test('every public listing, category, founder, week and post is in it, and nothing else', async () => {
  const { places } = await wholeMap(get);
  const under = (path: string) =>
    places
      .map(({ loc }) => new URL(loc).pathname)
      .filter((one) => one.startsWith(`${path}/`))
      .map((one) => one.slice(path.length + 1))
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

test('what it says of when a page changed is true', async () => {
  const { sql } = server;
  await sql`update listings set updated_at = '2026-11-10T09:30:00Z', launched_at = '2026-10-05T00:00:00Z' where slug = 'ledgerly'`;
  await sql`update listings set updated_at = '2026-01-01T00:00:00Z', launched_at = '2026-10-05T00:00:00Z' where slug = 'flakewren'`;
  await sql`insert into listing_updates (site_id, listing_id, title, body, created_at)
    select site_id, id, 'Later', 'It is.', '2026-11-10T10:00:00Z' from listings where slug = 'flakewren'`;
  const ctx = { sql, clock: { now: () => NOON }, site: { id: server.site_id } } as unknown as Ctx;
  const text = await selectMapLines(ctx, 'listings', 0, 50_000, 'https://a.test');
  expect(text).toContain('<loc>https://a.test/listings/ledgerly</loc><lastmod>2026-11-10T09:30:00Z</lastmod>');
  expect(text).toMatch(/listings\/flakewren<\/loc><lastmod>2026-11-1\dT/);
  expect(text).not.toContain('flakewren</loc><lastmod>2026-10-05');
  const weeks = await selectMapLines(ctx, 'weeks', -10_000, 50_000, 'https://a.test');
  // The week that runs changes with every vote; one that is over was frozen at a moment.
  expect(weeks).toContain('<loc>https://a.test/launches/weeks/2026-11-09</loc></url>');
  expect(weeks).toMatch(/weeks\/2026-11-02<\/loc><lastmod>2026-11-\d\dT/);
});

test('a kind of more pages than a file may hold is split, without a gap or a page twice', async () => {
  const ctx = { sql: server.sql, clock: { now: () => NOON }, site: { id: server.site_id } } as unknown as Ctx;
  const parts = await selectMapParts(ctx, 'listings', 7);
  const files = await Promise.all(parts.map(({ first_id }) => selectMapLines(ctx, 'listings', first_id, 7, '')));
  const counts = files.map((text) => text.split('\n').length);
  expect(counts.slice(0, -1)).toEqual(counts.slice(0, -1).map(() => 7));
  expect(parts.map(({ number }) => number)).toEqual(parts.map((_, at) => at + 1));
  expect(files.join('\n')).toBe(await selectMapLines(ctx, 'listings', 0, 50_000, ''));
  expect(await selectMapParts(ctx, 'listings', 50_000)).toHaveLength(1);
});

test('a file is sent packed to who can unpack it, and only once to who has it', async () => {
  const address = `${server.root}/sitemaps/listings-1.xml`;
  const plain = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
  const packed = await fetch(address, { headers: { 'accept-encoding': 'gzip' } });
  expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([null, 'gzip']);
  expect(await packed.text()).toBe(await plain.text());
  const { body } = await askAs(server, new URL(server.root).host, '/sitemaps/listings-1.xml');
  expect(body).toMatch(/^<\?xml/);
  expect((await server.get('/sitemaps/listings-1.xml', { 'if-none-match': plain.headers.get('etag')! })).status).toBe(304);
});

test.each(['/sitemaps/listings-2.xml', '/sitemaps/listings-0.xml', '/sitemaps/accounts-1.xml', '/sitemaps/sitemap.xml', '/sitemaps/x'])(
  '%s is not there',
  async (path) => expect((await server.get(path)).status).toBe(404),
);

test('each site has its own map', async () => {
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
  await loadDemo(sql, id, NOON, 'Europe/Berlin');
  for (const table of ['listings', 'categories', 'founders', 'blog_posts'])
    await sql`update ${sql(table)} set slug = slug || '-of-the-garden' where site_id = ${id}`;
  const ask = async (path: string) => (await askAs(both, 'garden.example', path)).body;
  await expect.poll(() => ask('/api/v1/site')).toContain('Gardenlaunch');
  const theirs = await wholeMap(ask);
  const ours = await wholeMap(async (path) => (await both.get(path)).text());
  await both.close();
  const slugsIn = ({ places }: { places: Place[] }) =>
    places.map(({ loc }) => new URL(loc).pathname).filter((path) => /^\/(listings|categories|founders|blog)\//.test(path));
  expect(theirs.places.filter(({ loc }) => !loc.startsWith('https://garden.example/'))).toEqual([]);
  expect(ours.places.filter(({ loc }) => !loc.startsWith(both.root))).toEqual([]);
  expect(slugsIn(theirs).length).toBeGreaterThan(100);
  expect(slugsIn(theirs).filter((path) => !path.endsWith('-of-the-garden'))).toEqual([]);
  expect(slugsIn(ours).filter((path) => path.endsWith('-of-the-garden'))).toEqual([]);
  expect(theirs.places.length).toBe(ours.places.length);
});

test('what costs work is made one at a time, shared, forgotten when there is no room, and refused to who comes when too many wait', async () => {
  let [running, most, made] = [0, 0, 0];
  const kept = new Kept<string>({ bytes: 10, kept_ms: 60_000, waiting: 3 }, (text) => text.length);
  const make = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    made++;
    return 'x'.repeat(4);
  };
  const asked = ['a', 'a', 'b', 'c'].map((key) => kept.get(key, make));
  await expect(kept.get('d', make)).rejects.toMatchObject({ code: 'not_ready' });
  await Promise.all(asked);
  expect([most, made]).toEqual([1, 3]);
  expect(['a', 'b', 'c'].map((key) => kept.has(key))).toEqual([false, true, true]);
  await expect(kept.get('e', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(kept.has('e')).toBe(false);
  await kept.get('b', make);
  await kept.get('f', make);
  expect(['b', 'c', 'f'].map((key) => kept.has(key))).toEqual([true, false, true]);
  expect(made).toBe(4);
});
