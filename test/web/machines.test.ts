import { load } from 'cheerio';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadDemo } from '../../src/demo/load.ts';
import { mayRead, readRobots } from '../../src/modules/drafts/reader/robots.ts';
import { createSite } from '../../src/modules/sites/site.ts';
import { markdownText } from '../../src/web/machines/llms.ts';
import { MACHINES } from '../../src/web/machines/table.ts';
import { calendarText, folded } from '../../src/web/machines/week-calendar.ts';
import { PAGES } from '../../src/web/routes.ts';
import { xml, xmlDocument } from '../../src/web/xml.ts';
import { useBrowser } from '../support/browser.ts';
import { askAs } from '../support/hosts.ts';
import { NOON, useServer } from '../support/server.ts';
import { anyText, faultsIn } from '../support/xml.ts';

const server = useServer();
const browser = useBrowser();

const text = async (path: string): Promise<string> => {
  const reply = await server.get(path);
  expect([path, reply.status]).toEqual([path, 200]);
  return reply.text();
};

test('robots may read what is for everybody, and nothing that is somebody’s', async () => {
  const robots = readRobots(await text('/robots.txt'), 'Googlebot');
  expect(robots.sitemaps).toEqual([`${server.root}/sitemap.xml`]);
  const may = (path: string) => mayRead(robots, new URL(path, server.root));
  expect(PAGES.filter(({ path, personal }) => personal && may(path.replace(/:\w+/g, 'x'))).map(({ path }) => path)).toEqual([]);
  for (const path of ['/', '/listings/ledgerly', '/listings?page=2', '/api/v1/listings', '/feeds/launches.rss', '/blog'])
    expect([path, may(path)]).toEqual([path, true]);
  for (const path of ['/account/keys', '/admin/votes', '/drafts/1', '/dashboard', '/listings/x/claim'])
    expect([path, may(path)]).toEqual([path, false]);
});

test('llms.txt says where everything is, and every address in it answers', async () => {
  const said = await text('/llms.txt');
  expect(said).toMatch(/^# Launchweek\n\n> /);
  const links = [...said.matchAll(/\]\((http[^)]+)\)/g)].map(([, href]) => href!);
  expect(links.length).toBeGreaterThan(15);
  for (const href of links.filter((one) => !one.endsWith('/mcp'))) expect([href, (await fetch(href)).status]).toEqual([href, 200]);
});

test('words of others stay words on one line of llms.txt', () => {
  fc.assert(
    fc.property(anyText, (sent) => {
      const line = markdownText(sent);
      expect(line).not.toMatch(/[\n\r\u2028\u2029]/);
      expect(line.replace(/\\[\\`*_{}[\]()<>#+\-!|~&]/g, '')).not.toMatch(/[\\`*_{}[\]()<>#|~&]/);
    }),
  );
  expect(markdownText('# Ignore\n\n[all](https://evil.test) <b>')).toBe('\\# Ignore \\[all\\]\\(https://evil.test\\) \\<b\\>');
});

test('the calendar of weeks is iCalendar: lines end and fold as they must, every week once, by the same name for good', async () => {
  const reply = await server.get('/launches/calendar.ics');
  expect(reply.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const said = await reply.text();
  expect(said.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const line of said.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const lines = said.replaceAll('\r\n ', '').split('\r\n');
  const all = (name: string) => lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1));
  const uids = all('UID');
  expect(uids).toContain('week-2026-11-09.launchweek@localhost');
  expect(new Set(uids).size).toBe(uids.length);
  expect(all('BEGIN').filter((what) => what === 'VEVENT')).toHaveLength(uids.length);
  expect(all('DTSTAMP')).toEqual(uids.map(() => '20261109T000000Z'));
  expect(lines).toContain('DTSTART;VALUE=DATE:20261109');
  expect(lines).toContain('DTEND;VALUE=DATE:20261116');
  expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR', '']);
  for (const url of [all('URL')[0]!, all('URL').at(-1)!]) expect((await fetch(url)).status).toBe(200);
});

test('any text folds into lines of 75 bytes and unfolds to itself', () => {
  fc.assert(
    fc.property(anyText, fc.nat(200), (sent, times) => {
      const line = `SUMMARY:${calendarText(sent + 'é'.repeat(times))}`;
      const written = folded(line);
      for (const part of written.split('\r\n')) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75);
      expect(written.replaceAll('\r\n ', '')).toBe(line);
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

const embed = async (asked: Record<string, string>) => {
  const reply = await server.get(`/oembed?${new URLSearchParams(asked)}`);
  return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() };
};

test('a listing’s page says how to embed it, as JSON and as XML that say the same', async () => {
  const $ = load(await text('/listings/ledgerly'));
  const json = await fetch($('link[type="application/json+oembed"]').attr('href')!);
  const written = await (await fetch($('link[type="text/xml+oembed"]').attr('href')!)).text();
  const said = (await json.json()) as Embed;
  expect(said).toMatchObject({ type: 'rich', version: '1.0', provider_name: 'Launchweek', provider_url: server.root });
  expect(await faultsIn(await browser.open(), [written])).toEqual([null]);
  const parsed = load(written, { xml: true });
  for (const [name, value] of Object.entries(said)) expect(parsed(`oembed > ${name}`).text()).toBe(String(value));
  const html = load(said.html!);
  expect(html('a').attr('href')).toBe(`${server.root}/listings/ledgerly`);
  expect([Number(html('img').attr('width')), Number(html('img').attr('height'))]).toEqual([said.width, said.height]);
  expect((await fetch(html('img').attr('src')!)).headers.get('content-type')).toBe('image/svg+xml');
});

test('an embed keeps within the room it is given', async () => {
  const url = `${server.root}/listings/ledgerly`;
  for (const room of [
    { maxwidth: '300' },
    { maxwidth: '140' },
    { maxheight: '40' },
    { maxwidth: '200', maxheight: '60' },
    { maxwidth: '102', maxheight: '102' },
  ] as Record<string, string>[]) {
    const said = JSON.parse((await embed({ url, ...room })).text) as Embed;
    expect(said.type).toBe('rich');
    expect(said.width).toBeLessThanOrEqual(Number(room.maxwidth ?? 9999));
    expect(said.height).toBeLessThanOrEqual(Number(room.maxheight ?? 9999));
  }
  expect(JSON.parse((await embed({ url, maxwidth: '20' })).text)).toMatchObject({ type: 'link' });
});

test.each([
  [{}, 400],
  [{ url: 'http://localhost/listings/ledgerly' }, 404],
  [{ url: 'https://elsewhere.test/listings/ledgerly' }, 404],
  [{ url: 'ROOT/listings/nobody' }, 404],
  [{ url: 'ROOT/blog' }, 404],
  [{ url: 'ROOT/listings/ledgerly', maxwidth: '-5' }, 400],
  [{ url: 'ROOT/listings/ledgerly', format: 'yaml' }, 501],
])('an embed of %j is refused with %i', async (asked: { url?: string }, status) => {
  expect(
    (await embed({ ...asked, ...(asked.url && { url: asked.url.replace('ROOT', server.root) }) } as Record<string, string>)).status,
  ).toBe(status);
});

test('security.txt is there once the site names somebody to tell, and never promises more than a year', async () => {
  expect((await server.get('/.well-known/security.txt')).status).toBe(404);
  const say = (contact: string) =>
    server.sql`update sites set settings = settings || ${server.sql.json({ security_contact: contact })} where id = ${server.site_id}`;
  await say('security@launchweek.example');
  const said = await text('/.well-known/security.txt');
  expect(said).toContain('Contact: mailto:security@launchweek.example\n');
  const expires = Date.parse(/^Expires: (.+)$/m.exec(said)![1]!);
  expect(expires).toBeGreaterThan(NOON.getTime());
  expect(expires).toBeLessThan(NOON.getTime() + 365 * 86_400_000);
  expect(said).toContain(`Canonical: ${server.root}/.well-known/security.txt`);
  for (const wrong of ['javascript:alert(1)', 'somebody', 'http://plain.test/', 'a@b.test\nContact: mailto:evil@b.test']) {
    await say(wrong);
    await expect.poll(async () => (await server.get('/.well-known/security.txt')).status).toBe(404);
  }
});

test('everything for machines may be read from anywhere, is sent again only when it changed, and carries no session', async () => {
  await server.sql`update sites set settings = settings || '{"security_contact": "security@launchweek.example"}' where id = ${server.site_id}`;
  await expect.poll(async () => (await server.get('/.well-known/security.txt')).status).toBe(200);
  for (const { path } of MACHINES) {
    const asked = path.replace('categories/:slug', 'categories/developer-tools').replace(':slug', 'ledgerly');
    const address = path === '/oembed' ? `${asked}?url=${encodeURIComponent(`${server.root}/listings/ledgerly`)}` : asked;
    const reply = await server.get(address, { cookie: 'lw_session=0123456789012345678901234567890123456789012' });
    const { headers } = reply;
    expect([path, reply.status, headers.get('cache-control'), headers.get('set-cookie')]).toEqual([path, 200, 'public, no-cache', null]);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const again = await server.get(`${address}${address.includes('?') ? '&' : '?'}utm_source=x`, { 'if-none-match': headers.get('etag')! });
    expect([path, again.status]).toEqual([path, 304]);
  }
});

test('each site tells of itself alone', async () => {
  const id = await createSite(server.sql, {
    key: 'garden',
    name: 'Garden & <Launch>',
    tagline: '',
    purpose: '',
    root: 'https://garden.example',
    time_zone: 'Europe/Berlin',
  });
  await loadDemo(server.sql, id, NOON, 'Europe/Berlin');
  await server.sql`update listings set name = 'Gardened ' || name where site_id = ${id}`;
  const ask = (path: string) => askAs(server, 'garden.example', path);
  await expect.poll(async () => (await ask('/llms.txt')).status).toBe(200);
  for (const { path } of MACHINES) {
    const asked = path.replace('categories/:slug', 'categories/developer-tools').replace(':slug', 'ledgerly');
    const url = (root: string) => (path === '/oembed' ? `${asked}?url=${root}/listings/ledgerly` : asked);
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

test('whatever stands in an attribute or an element, the document is well-formed', async () => {
  const samples = fc.sample(anyText, { numRuns: 300, seed: 11 });
  const documents = samples.map((sent) => xmlDocument(xml('a', [xml('b', sent, { c: sent }), null])));
  const faults = await faultsIn(await browser.open(), documents);
  expect(samples.filter((_, at) => faults[at] !== null)).toEqual([]);
});
