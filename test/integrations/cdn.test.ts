import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Cdn, type CdnSettings, type CdnStore, openCdn } from '../../src/integrations/cdn.ts';
import { guardedFetch } from '../../src/integrations/fetch/guarded-fetch.ts';
import { listsKey, recordKeys, siteKey } from '../../src/integrations/surrogate-keys.ts';
import { purgeDelays, startPurges } from '../../src/process/purges.ts';
import { OPERATIONS } from '../../src/registry.ts';
import { Person } from '../support/accounts/person.ts';
import { freePort } from '../support/free-port.ts';
import { NOON, startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { startVarnish, VARNISHD } from '../support/varnish.ts';

const TOKEN = 'a-token-of-the-test';
const SLUG = 'ledgerly';
const MIB = 1024 * 1024;
/** How long a request waits for changes. */
const WAIT_SECONDS = 8;
let now = NOON;
let server: TestServer;
let cdn: Cdn;
let store: CdnStore;
let varnish: Awaited<ReturnType<typeof startVarnish>>;
const ends: (() => Promise<unknown>)[] = [];

/** A shared cache whose answers live longer than the test. */
const settingsOf = (port: number): CdnSettings => ({
  kind: 'varnish',
  seconds: 600,
  purge_urls: [`http://127.0.0.1:${port}/`],
  token: TOKEN,
});

const textOf = async (path: string, headers: Record<string, string> = {}): Promise<string> => (await server.get(path, headers)).text();
const purgeSite = () => store.purge([siteKey(server.site_id)]);
const setTagline = (tagline: string) => server.sql`update listings set tagline = ${tagline} where slug = ${SLUG}`;

/** Public pages, as a search engine finds them, and the public operations. */
const listAddresses = async (): Promise<string[]> => {
  const addressesIn = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!.slice(server.root.length) || '/');
  const files = addressesIn(await textOf('/sitemap.xml'));
  const pages = await Promise.all(
    files.map(async (file) => addressesIn(await textOf(file)).slice(0, file.startsWith('/sitemaps/pages') ? 1000 : 2)),
  );
  const values: Record<string, string> = { slug: SLUG, week: 'this', board: 'community-weekly', a: SLUG, b: 'kontorbuch' };
  const fill = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name);
  const reads = OPERATIONS.filter(({ access, method }) => access === 'public' && method === 'GET').map(
    ({ path }) => `/api/v1${fill(path)}`,
  );
  const more = [
    '/sign-in',
    '/sign-up',
    `/listings/${SLUG}/comments`,
    '/compare?a=ledgerly&b=kontorbuch',
    '/listings?q=ledger',
    '/listings/nope',
  ];
  return [...new Set([...pages.flat(), ...more, ...reads])].filter((path) => !path.startsWith('/docs/operations/'));
};

describe.skipIf(!VARNISHD)(`with Varnish as it is deployed${VARNISHD ? '' : ' (skipped: varnishd is not installed)'}`, () => {
  beforeAll(async () => {
    const port = await freePort();
    server = await startServer({ cdn: settingsOf(port), site_root: `http://localhost:${port}`, clock: { now: () => now } });
    ends.push(() => server.close());
    varnish = await startVarnish({ port, service_ports: [new URL(server.address).port], token: TOKEN });
    ends.unshift(varnish.stop);
    cdn = openCdn(settingsOf(port), guardedFetch({ allow_private: true }));
    [store] = cdn.stores as [CdnStore];
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });

  test('pages and answers for strangers are stored until they are purged, each by what it shows', async () => {
    const [page, list, answer] = [`/listings/${SLUG}`, '/', `/api/v1/listings/${SLUG}`];
    const showsTagline = async (path: string, tagline: string) => (await textOf(path)).includes(tagline);
    await setTagline('The first tagline');
    for (const path of [page, answer]) expect(await showsTagline(path, 'The first tagline')).toBe(true);
    await textOf(list);
    await setTagline('The second tagline');
    for (const path of [page, answer]) expect(await showsTagline(path, 'The first tagline')).toBe(true);
    await store.purge([listsKey(server.site_id), ...recordKeys(server.site_id, 'listing', 'kontorbuch')]);
    expect((await server.get(list)).headers.get('age')).toBe('0');
    expect(await showsTagline(page, 'The first tagline')).toBe(true);
    await store.purge(recordKeys(server.site_id, 'listing', SLUG));
    for (const path of [page, answer]) expect(await showsTagline(path, 'The second tagline')).toBe(true);
  });

  test('what changes in public is purged, wherever it is shown', async () => {
    const [page, list] = [`/listings/${SLUG}`, '/listings?q=ledgerly'];
    for (const path of [page, list]) await textOf(path);
    await setTagline('Changed while no process purged');
    const purges = startPurges({ sql: server.sql, cdn, log: pino({ level: 'silent' }), delays: purgeDelays(null) });
    onTestFinished(() => purges.stop());
    for (const path of [page, list]) await until(async () => (await textOf(path)).includes('Changed while no process purged'));
    await setTagline('The third tagline');
    for (const path of [page, list]) await until(async () => (await textOf(path)).includes('The third tagline'));
  });

  test('every public page and operation may be stored, tells no time, has no cookie and no name of a client', async () => {
    const addresses = await listAddresses();
    expect(addresses.length).toBeGreaterThan(60);
    const read = async (path: string) => {
      const response = await server.get(path);
      return { response, text: await response.text() };
    };
    now = NOON;
    await purgeSite();
    const before = new Map<string, string>();
    for (const path of addresses) before.set(path, (await read(path)).text);
    now = new Date(NOON.getTime() + 90_000);
    await purgeSite();
    const faults: unknown[] = [];
    for (const path of addresses) {
      const { response, text } = await read(path);
      const { headers, status } = response;
      const own = ['set-cookie', 'x-request-id', 'ratelimit', 'surrogate-key'].filter((name) => headers.has(name));
      const is_stored = headers.get('cache-control') === 'public, max-age=0, s-maxage=600, stale-while-revalidate=10';
      const vary = `accept-encoding, ${path.startsWith('/api/') ? 'authorization' : 'cookie'}`;
      // An error of the API has the id of its request.
      const is_error = path.startsWith('/api/') && status >= 400;
      if (headers.get('age') !== '0' || (text !== before.get(path) && !is_error))
        faults.push({ path, status, age: headers.get('age'), changed: true });
      if (status < 400 && (!is_stored || headers.get('vary')?.toLowerCase() !== vary || own.length > 0))
        faults.push({ path, status, own, vary: headers.get('vary'), caching: headers.get('cache-control') });
      const unchanged = await server.get(path, { 'if-none-match': headers.get('etag') ?? '' });
      if (status === 200 && unchanged.status !== 304) faults.push({ path, unchanged: unchanged.status });
    }
    expect(faults).toEqual([]);
  });

  test('what is somebody’s own is neither stored nor replaced by what is stored', async () => {
    const paths = ['/', `/listings/${SLUG}`, '/listings', '/submit', '/sign-in', '/contact', '/digest'];
    const ada = await new Person(server).signIn('ada@cdn.example');
    // The first half is stored before she comes; the others she opens first.
    for (const path of paths.slice(0, 3)) await textOf(path);
    for (const path of paths) {
      const own = await ada.get(path);
      expect([path, own.headers.get('cache-control'), own.headers.get('age')]).toEqual([path, 'no-store', '0']);
      if (own.status === 200) expect(await own.text()).toContain('account-menu');
      const strangers = await textOf(path);
      expect(strangers).not.toContain('account-menu');
      expect(strangers).not.toContain('ada@cdn.example');
    }
    expect((await server.get('/account')).headers.get('location')).toContain('/sign-in');
    // A browser that was here before gets what is stored.
    const { lw_session: _, ...rest } = Object.fromEntries(ada.cookies);
    expect(Object.keys(rest)).toContain('lw_known');
    const known = `lw_known=${rest.lw_known}; lw_language=de; _ga=1`;
    expect(Number((await server.get(`/listings/${SLUG}`, { cookie: known })).headers.get('age'))).toBeGreaterThanOrEqual(0);
    expect(await textOf(`/listings/${SLUG}`, { cookie: known })).toBe(await textOf(`/listings/${SLUG}`));
  });

  test('a chosen language redirects its owner alone; a message and a rejected form are shown once', async () => {
    await server.sql`update sites set settings = settings || '{"languages": ["en", "de"]}'::jsonb where id = ${server.site_id}`;
    await until(async () => (await server.get('/de/', { cookie: 'lw_browser=x' })).status === 200);
    await textOf('/');
    const german = await server.get('/', { cookie: 'lw_language=de' });
    expect([german.status, german.headers.get('location')]).toEqual([302, '/de']);
    expect((await server.get('/')).status).toBe(200);
    const rejected = await new Person(server).send('/contact', { name: 'Grace Hopper', email: 'not an address', message: '' });
    expect([rejected.headers.get('cache-control'), (await rejected.text()).includes('Grace Hopper')]).toEqual(['no-store', true]);
    expect(await textOf('/contact')).not.toContain('Grace Hopper');
  });

  test('an API key gets its own answer, also where one for strangers is stored', async () => {
    await textOf('/api/v1/listings');
    const { key } = await server.member();
    const own = await server.get('/api/v1/listings', { authorization: `Bearer ${key}` });
    expect([own.status, own.headers.get('cache-control'), own.headers.get('age')]).toEqual([200, 'private, no-cache', '0']);
    expect((await server.get('/api/v1/listings', { authorization: 'Bearer lw_wrong' })).status).toBe(401);
    expect((await server.get('/api/v1/listings')).status).toBe(200);
  });

  test('a view is counted by the page’s script, not by whom the CDN asks for', async () => {
    const firefox = new Person(server);
    const html = await (await firefox.get('/listings/kontorbuch')).text();
    expect(html).toMatch(/src="\/assets\/views[^"]*\.js"/);
    const send = (who: Person, page: string, origin = server.root) =>
      fetch(`${server.root}/views`, {
        method: 'POST',
        body: JSON.stringify({ page, referrer: 'https://news.example/' }),
        headers: { origin, 'user-agent': who.user_agent, ...who.headers },
      });
    expect((await send(firefox, '/listings/kontorbuch')).status).toBe(204);
    expect((await send(new Person(server), '/listings/kontorbuch?utm_source=letter')).status).toBe(204);
    expect((await send(new Person(server), '/nowhere')).status).toBe(204);
    expect((await send(new Person(server), '/', 'https://evil.example')).status).toBe(403);
    const count = () => server.sql<{ source: string; views: number }[]>`
      select source, sum(s.views)::int as views from listing_sources s join listings l on l.id = s.listing_id
      where l.slug = 'kontorbuch' and s.source in ('news.example', 'letter') group by 1 order by 1`;
    expect(await until(async () => (await count()).length === 2 && count())).toEqual([
      { source: 'letter', views: 1 },
      { source: 'news.example', views: 1 },
    ]);
  });

  test('many who wait for changes do not wait for each other', async () => {
    const { cursor } = (await (await server.get('/api/v1/changes?cursor=latest')).json()) as { cursor: string };
    const began_at = performance.now();
    const polls = await Promise.all([1, 2, 3].map(() => textOf(`/api/v1/changes?cursor=${cursor}&wait=${WAIT_SECONDS}`)));
    for (const poll of polls) expect(JSON.parse(poll)).toEqual({ changes: [], cursor, has_more: false });
    // One after the other they would take three times as long.
    expect(performance.now() - began_at).toBeLessThan(3 * WAIT_SECONDS * 1000 - 5000);
  });

  test('a file that is larger than the storage arrives, also from where it was interrupted, and a slow client fills no memory', async () => {
    const { sql, site_id } = server;
    const [dataset, name, pieces, bytes] = ['2026-11-16-000000', 'listing.jsonl.gz', 36, randomBytes(MIB)];
    const dump = { site_id, name: dataset, week_on: '2026-11-09', started_at: NOON, published_at: NOON, manifest: '{}', note: '' };
    await sql`update sites set settings = settings || '{"dataset": {"publish": true, "licence": "CC0-1.0"}}' where id = ${site_id}`;
    await sql`insert into datasets ${sql(dump)}`;
    await sql`insert into dataset_files ${sql({ site_id, dataset, name, size: pieces * MIB, sha256: 'x' })}`;
    await sql`
        insert into dataset_chunks (site_id, dataset, file, position, hash, bytes)
        select ${site_id}, ${dataset}, ${name}, n, 'x' || n, ${bytes} from generate_series(0, ${pieces - 1}) n`;
    const path = `/data/${dataset}/${name}`;
    const rest = await server.get(path, { range: `bytes=${30 * MIB}-` });
    expect([rest.status, rest.headers.get('content-range')]).toEqual([206, `bytes ${30 * MIB}-${36 * MIB - 1}/${36 * MIB}`]);
    expect(
      Buffer.from(await rest.arrayBuffer())
        .subarray(0, MIB)
        .equals(bytes),
    ).toBe(true);
    const slow = (await server.get(path)).body!.getReader();
    await slow.read();
    expect((await (await server.get(path)).arrayBuffer()).byteLength).toBe(pieces * MIB);
    const held = await varnish.readCounter('SMA.Transient.g_bytes');
    await slow.cancel();
    expect(held).toBeLessThan(8 * MIB);
  });

  test('what only the page’s script reads makes no other answer', async () => {
    const queries = ['?utm_source=letter', '?utm_source=letter&utm_medium=mail', '?utm_campaign'];
    const of_both = '/compare?a=ledgerly&b=kontorbuch';
    await store.purge([siteKey(server.site_id)]);
    for (const path of [`/listings/${SLUG}`, of_both]) await textOf(path);
    await setTagline('Nobody has seen this yet');
    for (const path of [...queries.map((query) => `/listings/${SLUG}${query}`), of_both.replace('&', '&utm_source=letter&')])
      expect(await textOf(path)).not.toContain('Nobody has seen this yet');
    expect(await textOf(`/listings/${SLUG}?a=1&utm_source=letter`)).toContain('Nobody has seen this yet');
  });

  test('only who has the token can purge', async () => {
    const purge = (headers: Record<string, string>) => fetch(`${server.root}/`, { method: 'PURGE', headers });
    expect((await purge({ 'x-purge-keys': siteKey(server.site_id) })).status).toBe(403);
    expect((await purge({ 'x-purge-token': TOKEN, 'x-purge-keys': 'a.*' })).status).toBe(400);
    const [wrong] = openCdn({ ...settingsOf(1), token: 'wrong' }, guardedFetch({ allow_private: true })).stores;
    await expect(wrong!.purge(['site:1'])).rejects.toThrow('The CDN did not purge');
  });
});
