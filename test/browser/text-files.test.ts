import { load } from 'cheerio';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadDemo } from '../../src/demo/load.ts';
import { isAllowedByRobots, parseRobots } from '../../src/modules/extraction/parse/robots.ts';
import { createSite } from '../../src/modules/sites/sites.ts';
import { OPERATIONS } from '../../src/registry.ts';
import { FEED_ROUTES } from '../../src/web/feeds/routes.ts';
import { markdownText } from '../../src/web/feeds/text-files.ts';
import { escapeCalendarText, foldLine } from '../../src/web/feeds/week-calendar.ts';
import { xml, xmlDocument } from '../../src/web/feeds/xml.ts';
import { WEB_PAGES } from '../../src/web/server/routes.ts';
import { useBrowser } from '../support/browser.ts';
import { requestAsHost } from '../support/http/request-as-host.ts';
import { FEW_VOTES, NOON, useServer } from '../support/server.ts';
import { anyText, findXmlErrors } from '../support/xml.ts';

const server = useServer();
const browser = useBrowser();

const text = async (path: string): Promise<string> => {
  const reply = await server.get(path);
  expect([path, reply.status]).toEqual([path, 200]);
  return reply.text();
};

test('robots.txt allows public pages and disallows personal ones', async () => {
  const robots = parseRobots(await text('/robots.txt'), 'Googlebot');
  expect(robots.sitemaps).toEqual([`${server.root}/sitemap.xml`]);
  const isAllowed = (path: string) => isAllowedByRobots(robots, new URL(path, server.root));
  expect(WEB_PAGES.filter(({ path, personal }) => personal && isAllowed(path.replace(/:\w+/g, 'x'))).map(({ path }) => path)).toEqual([]);
  for (const path of ['/', '/listings/ledgerly', '/listings?page=2', '/api/v1/listings', '/feeds/launches.rss', '/blog'])
    expect([path, isAllowed(path)]).toEqual([path, true]);
  for (const path of ['/account/keys', '/admin/votes', '/drafts/1', '/dashboard', '/listings/x/claim'])
    expect([path, isAllowed(path)]).toEqual([path, false]);
});

test('every link in llms.txt works', async () => {
  const body_text = await text('/llms.txt');
  expect(body_text).toMatch(/^# Launchweek\n\n> /);
  const links = [...body_text.matchAll(/\]\((http[^)]+)\)/g)].map(([, href]) => href!);
  expect(links.length).toBeGreaterThan(15);
  for (const href of links.filter((link) => !link.endsWith('/mcp'))) expect([href, (await fetch(href)).status]).toEqual([href, 200]);
});

test('llms-full.txt has every operation', async () => {
  const body_text = await text('/llms-full.txt');
  for (const { id, method, path } of OPERATIONS) expect(body_text).toContain(`### ${id}\n\n\`${method} /api/v1${path}\``);
});

test('server.json describes the MCP server for registries', async () => {
  const described = JSON.parse(await text('/server.json')) as {
    name: string;
    description: string;
    remotes: unknown;
    icons: { src: string }[];
  };
  expect(described.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(described.description.length).toBeLessThanOrEqual(100);
  expect(described.remotes).toEqual([{ type: 'streamable-http', url: `${server.root}/mcp` }]);
  expect((await fetch(described.icons[0]!.src)).status).toBe(200);
});

test('the pages for developers name addresses of the API that exist', async () => {
  const { operations } = (await (await server.get('/api/v1')).json()) as { operations: { id: string; url: string }[] };
  expect(operations.map(({ id }) => id)).toEqual(OPERATIONS.map(({ id }) => id));
  // The change feed is not an operation.
  const urls = [...operations.map(({ url }) => url), '/api/v1/changes', '/api/v1/changes/stream'];
  const patterns = urls.map((url) => new RegExp(`^${url.replace(server.root, '').replaceAll(/\{\w+\}/g, '[\\w.-]+')}$`));
  for (const page of ['/docs/rest', '/docs/authentication', '/docs/mcp']) {
    const named =
      load(await text(page))('pre')
        .text()
        .match(/\/api\/v1\/[\w/.-]+/g) ?? [];
    for (const address of named) expect([page, address, patterns.some((pattern) => pattern.test(address))]).toEqual([page, address, true]);
  }
});

test('the line with a key names the server before the header, which would take its name', async () => {
  const lines = load(await text('/docs/mcp'))('pre').text();
  expect(lines).toMatch(
    /claude mcp add --transport http launchweek http\S+\/mcp \\\n {2}--header "Authorization: Bearer \$LAUNCHWEEK_API_KEY"/,
  );
  const page = load(await text('/docs/mcp'));
  const links = page('a.button')
    .toArray()
    .map((link) => page(link).attr('href')!);
  const addresses = links.map((link) => new URL(link, server.root)).map(({ origin, pathname }) => origin + pathname);
  expect(addresses).toEqual(expect.arrayContaining(['https://cursor.com/en/install-mcp', 'https://vscode.dev/redirect/mcp/install']));
  const cursor = new URL(links.find((link) => link.includes('cursor.com'))!).searchParams.get('config')!;
  expect(JSON.parse(atob(cursor))).toEqual({ url: `${server.root}/mcp` });
  const code = new URL(links.find((link) => link.includes('vscode.dev'))!).searchParams.get('config')!;
  expect(JSON.parse(code)).toEqual({ type: 'http', url: `${server.root}/mcp` });
});

test('user text in llms.txt is escaped and stays on one line', () => {
  fc.assert(
    fc.property(anyText, (sent) => {
      const line = markdownText(sent);
      expect(line).not.toMatch(/[\n\r\u2028\u2029]/);
      expect(line.replace(/\\[\\`*_{}[\]()<>#+\-!|~&]/g, '')).not.toMatch(/[\\`*_{}[\]()<>#|~&]/);
    }),
  );
  expect(markdownText('# Ignore\n\n[all](https://evil.test) <b>')).toBe('\\# Ignore \\[all\\]\\(https://evil.test\\) \\<b\\>');
});

test('the week calendar is valid iCalendar: line endings, folding, and one event with a stable UID per week', async () => {
  const reply = await server.get('/launches/calendar.ics');
  expect(reply.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const body_text = await reply.text();
  expect(body_text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const line of body_text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const lines = body_text.replaceAll('\r\n ', '').split('\r\n');
  const valuesOf = (name: string) => lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1));
  const uids = valuesOf('UID');
  expect(uids).toContain('week-2026-11-09.launchweek@localhost');
  expect(new Set(uids).size).toBe(uids.length);
  expect(valuesOf('BEGIN').filter((what) => what === 'VEVENT')).toHaveLength(uids.length);
  expect(valuesOf('DTSTAMP')).toEqual(uids.map(() => '20261109T000000Z'));
  expect(lines).toContain('DTSTART;VALUE=DATE:20261109');
  expect(lines).toContain('DTEND;VALUE=DATE:20261116');
  expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR', '']);
  for (const url of [valuesOf('URL')[0]!, valuesOf('URL').at(-1)!]) expect((await fetch(url)).status).toBe(200);
});

test('any text folds into lines of 75 bytes and unfolds unchanged', () => {
  fc.assert(
    fc.property(anyText, fc.nat(200), (sent, times) => {
      const line = `SUMMARY:${escapeCalendarText(sent + 'é'.repeat(times))}`;
      const folded = foldLine(line);
      for (const part of folded.split('\r\n')) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75);
      expect(folded.replaceAll('\r\n ', '')).toBe(line);
      expect(line.slice(8).replace(/\\[\\;,n]/g, '')).not.toMatch(/[\\;,\u0000-\u001f]/);
    }),
  );
});

interface Embed {
  type: string;
  width?: number;
  height?: number;
  html?: string;
  title: string;
}

const fetchEmbed = async (params: Record<string, string>) => {
  const reply = await server.get(`/oembed?${new URLSearchParams(params)}`);
  return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() };
};

test('a listing links to its oEmbed data, which is the same in JSON and XML', async () => {
  const $ = load(await text('/listings/ledgerly'));
  const json = await fetch($('link[type="application/json+oembed"]').attr('href')!);
  const xml_text = await (await fetch($('link[type="text/xml+oembed"]').attr('href')!)).text();
  const embed = (await json.json()) as Embed;
  expect(embed).toMatchObject({ type: 'rich', version: '1.0', provider_name: 'Launchweek', provider_url: server.root });
  expect(await findXmlErrors(await browser.open(), [xml_text])).toEqual([null]);
  const parsed = load(xml_text, { xml: true });
  for (const [name, value] of Object.entries(embed)) expect(parsed(`oembed > ${name}`).text()).toBe(String(value));
  const html = load(embed.html!);
  expect(html('a').attr('href')).toBe(`${server.root}/listings/ledgerly?ref=badge`);
  expect([Number(html('img').attr('width')), Number(html('img').attr('height'))]).toEqual([embed.width, embed.height]);
  expect((await fetch(html('img').attr('src')!)).headers.get('content-type')).toBe('image/svg+xml');
});

test('an embed respects maxwidth and maxheight', async () => {
  const url = `${server.root}/listings/ledgerly`;
  for (const limits of [
    { maxwidth: '300' },
    { maxwidth: '140' },
    { maxheight: '40' },
    { maxwidth: '200', maxheight: '60' },
    { maxwidth: '102', maxheight: '102' },
  ] as Record<string, string>[]) {
    const embed = JSON.parse((await fetchEmbed({ url, ...limits })).text) as Embed;
    expect(embed.type).toBe('rich');
    expect(embed.width).toBeLessThanOrEqual(Number(limits.maxwidth ?? 9999));
    expect(embed.height).toBeLessThanOrEqual(Number(limits.maxheight ?? 9999));
  }
  expect(JSON.parse((await fetchEmbed({ url, maxwidth: '20' })).text)).toMatchObject({ type: 'link' });
});

test.each([
  [{}, 400],
  [{ url: 'http://localhost/listings/ledgerly' }, 404],
  [{ url: 'https://elsewhere.test/listings/ledgerly' }, 404],
  [{ url: 'ROOT/listings/nobody' }, 404],
  [{ url: 'ROOT/blog' }, 404],
  [{ url: 'ROOT/listings/ledgerly', maxwidth: '-5' }, 400],
  [{ url: 'ROOT/listings/ledgerly', format: 'yaml' }, 501],
])('an embed of %j gets %i', async (params: { url?: string }, status) => {
  expect(
    (await fetchEmbed({ ...params, ...(params.url && { url: params.url.replace('ROOT', server.root) }) } as Record<string, string>)).status,
  ).toBe(status);
});

test('security.txt exists once the site has a security contact, and expires within a year', async () => {
  expect((await server.get('/.well-known/security.txt')).status).toBe(404);
  const setContact = (contact: string) =>
    server.sql`update sites set settings = settings || ${server.sql.json({ security_contact: contact })} where id = ${server.site_id}`;
  await setContact('security@launchweek.example');
  const body_text = await text('/.well-known/security.txt');
  expect(body_text).toContain('Contact: mailto:security@launchweek.example\n');
  const expires = Date.parse(/^Expires: (.+)$/m.exec(body_text)![1]!);
  expect(expires).toBeGreaterThan(NOON.getTime());
  expect(expires).toBeLessThan(NOON.getTime() + 365 * 86_400_000);
  expect(body_text).toContain(`Canonical: ${server.root}/.well-known/security.txt`);
  for (const wrong of ['javascript:alert(1)', 'somebody', 'http://plain.test/', 'a@b.test\nContact: mailto:evil@b.test']) {
    await setContact(wrong);
    await expect.poll(async () => (await server.get('/.well-known/security.txt')).status).toBe(404);
  }
});

test('feeds and text files allow any origin, revalidate with ETags, and set no cookies', async () => {
  await server.sql`update sites set settings = settings || '{"security_contact": "security@launchweek.example"}' where id = ${server.site_id}`;
  await expect.poll(async () => (await server.get('/.well-known/security.txt')).status).toBe(200);
  for (const { path } of FEED_ROUTES) {
    const example_path = path.replace('categories/:slug', 'categories/developer-tools').replace(':slug', 'ledgerly');
    const address = path === '/oembed' ? `${example_path}?url=${encodeURIComponent(`${server.root}/listings/ledgerly`)}` : example_path;
    const reply = await server.get(address, { cookie: 'lw_session=0123456789012345678901234567890123456789012' });
    const { headers } = reply;
    expect([path, reply.status, headers.get('cache-control'), headers.get('set-cookie')]).toEqual([
      path,
      200,
      'public, max-age=0, s-maxage=1, stale-while-revalidate=10',
      null,
    ]);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const again = await server.get(`${address}${address.includes('?') ? '&' : '?'}utm_source=x`, { 'if-none-match': headers.get('etag')! });
    expect([path, again.status]).toEqual([path, 304]);
  }
});

test('feeds and text files have data of their own site only', async () => {
  const id = await createSite(server.sql, {
    key: 'garden',
    name: 'Garden & <Launch>',
    tagline: '',
    purpose: '',
    root: 'https://garden.example',
    time_zone: 'Europe/Berlin',
  });
  await loadDemo(server.sql, id, NOON, 'Europe/Berlin', FEW_VOTES);
  await server.sql`update listings set name = 'Gardened ' || name where site_id = ${id}`;
  const ask = (path: string) => requestAsHost(server, 'garden.example', path);
  await expect.poll(async () => (await ask('/llms.txt')).status).toBe(200);
  for (const { path } of FEED_ROUTES) {
    const example_path = path.replace('categories/:slug', 'categories/developer-tools').replace(':slug', 'ledgerly');
    const url = (root: string) => (path === '/oembed' ? `${example_path}?url=${root}/listings/ledgerly` : example_path);
    const { status, body } = await ask(url('https://garden.example'));
    if (path === '/.well-known/security.txt') {
      expect(status).toBe(404);
      continue;
    }
    expect([path, status]).toEqual([path, 200]);
    expect([path, body.includes(server.root) || body.includes('localhost')]).toEqual([path, false]);
    const ours = await (await server.get(url(server.root))).text();
    expect([path, /Gardened|garden\.example|Garden &/.test(ours)]).toEqual([path, false]);
    if (path.startsWith('/feeds/launches')) expect(body).toContain('Gardened');
  }
  expect((await ask(`/oembed?url=${server.root}/listings/ledgerly`)).status).toBe(404);
});

test('XML is well-formed with any text in attributes and elements', async () => {
  const samples = fc.sample(anyText, { numRuns: 300, seed: 11 });
  const documents = samples.map((sent) => xmlDocument(xml('a', [xml('b', sent, { c: sent }), null])));
  const faults = await findXmlErrors(await browser.open(), documents);
  expect(samples.filter((_, at) => faults[at] !== null)).toEqual([]);
});
