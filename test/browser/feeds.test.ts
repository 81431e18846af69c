import { load } from 'cheerio';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { beforeAll, expect, test } from 'vitest';
import { Strict, T } from '../../src/kernel/schema.ts';
import { FEEDS } from '../../src/web/feeds/feeds.ts';
import { FEED_FORMATS, FEED_TYPES, FEED_WRITERS, type Feed } from '../../src/web/feeds/formats.ts';
import { useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';
import { anyText, findXmlErrors } from '../support/xml.ts';

const server = useServer();
const browser = useBrowser();

const SLUGS: Record<string, string> = { categories: 'developer-tools', listings: 'ledgerly' };
const pathOf = ({ path }: { path: string }): string => path.replace(':slug', SLUGS[path.split('/')[2]!] ?? '');
const ALL_FEEDS = FEEDS.flatMap((feed) => FEED_FORMATS.map((format) => ({ path: `${pathOf(feed)}.${format}`, format })));

const MARKUP = `]]></description><script>alert(1)</script> & "quotes"`;
beforeAll(async () => {
  await server.sql`
    insert into listing_updates (site_id, listing_id, title, body, created_at)
    select site_id, id, ${MARKUP}, ${'Two lines\nof it, and a \u0008 bell'}, '2026-11-11T08:00:00Z' from listings where slug = 'ledgerly'`;
  await server.sql`
    insert into comments (site_id, listing_id, author_name, body, created_at, updated_at)
    select site_id, id, 'Ada', ${MARKUP}, t, t from listings, (values ('2026-11-11T08:00:00Z'::timestamptz)) v (t) where slug = 'ledgerly'`;
});

const JsonFeed = T.Object({
  version: T.Literal('https://jsonfeed.org/version/1.1'),
  title: T.String({ minLength: 1 }),
  home_page_url: T.String({ pattern: '^http' }),
  feed_url: T.String({ pattern: '^http' }),
  items: T.Array(
    Strict({
      id: T.String({ minLength: 1 }),
      url: T.String({ pattern: '^http' }),
      title: T.String({ minLength: 1 }),
      content_text: T.String({ minLength: 1 }),
      date_published: T.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' }),
      date_modified: T.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' }),
      authors: T.Optional(T.Array(Strict({ name: T.String() }))),
      tags: T.Optional(T.Array(T.String())),
    }),
  ),
});

interface ParsedFeed {
  self: string;
  entries: { id: string; title: string; text: string }[];
}

/** Parses and validates a feed, by format. */
const PARSERS: Record<string, (text: string) => ParsedFeed> = {
  rss: (text) => {
    const $ = load(text, { xml: true });
    for (const name of ['title', 'link', 'description', 'lastBuildDate']) expect($(`channel > ${name}`).text()).not.toBe('');
    expect(Number.isNaN(Date.parse($('lastBuildDate').text()))).toBe(false);
    const entries = $('item').map((_, item) => ({
      id: $('guid', item).text(),
      title: $('title', item).text(),
      text: $('description', item).text(),
    }));
    for (const item of $('item')) expect($('pubDate', item).text()).toMatch(/^\w{3}, \d{2} \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
    return { self: $('channel > atom\\:link').attr('href')!, entries: entries.get() };
  },
  atom: (text) => {
    const $ = load(text, { xml: true });
    for (const name of ['id', 'title', 'updated', 'author > name']) expect($(`feed > ${name}`).first().text()).not.toBe('');
    for (const moment of $('updated, published')) expect($(moment).text()).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const entries = $('entry').map((_, entry) => ({
      id: $('id', entry).text(),
      title: $('title', entry).text(),
      text: $('content', entry).text(),
    }));
    expect($('entry > link[rel=alternate]').length).toBe(entries.length);
    return { self: $('feed > link[rel=self]').attr('href')!, entries: entries.get() };
  },
  json: (text) => {
    const feed = JSON.parse(text);
    expect([...Value.Errors(JsonFeed, feed)]).toEqual([]);
    return { self: feed.feed_url, entries: feed.items.map((item: Record<string, string>) => ({ ...item, text: item.content_text })) };
  },
};

test('every feed is valid and has the same entries in every format', async () => {
  const page = await browser.open();
  const texts = await Promise.all(
    ALL_FEEDS.map(async ({ path, format }) => {
      const reply = await server.get(path);
      expect([path, reply.status, reply.headers.get('content-type')]).toEqual([path, 200, `${FEED_TYPES[format].type}; charset=utf-8`]);
      return { path, format, text: await reply.text() };
    }),
  );
  const xml_feeds = texts.filter(({ format }) => format !== 'json');
  expect(
    await findXmlErrors(
      page,
      xml_feeds.map(({ text }) => text),
    ),
  ).toEqual(xml_feeds.map(() => null));
  const result = new Map(texts.map(({ path, format, text }) => [path, PARSERS[format]!(text)]));
  for (const [path, { self, entries }] of result) {
    expect(self).toBe(server.root + path);
    expect(entries.length, path).toBeGreaterThan(0);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    const other = result.get(path.replace(/\.\w+$/, '.json'))!;
    expect(entries.map(({ id, title }) => [id, title])).toEqual(other.entries.map(({ id, title }) => [id, title]));
  }
  const news = result.get('/feeds/listings/ledgerly.rss')!.entries;
  expect(news.find(({ title }) => title === MARKUP)?.text).toBe('Two lines\nof it, and a  bell');
});

test('links in feeds work', async () => {
  for (const feed of FEEDS) {
    const { items } = (await (await server.get(`${pathOf(feed)}.json`)).json()) as { items: { url: string }[] };
    for (const { url } of [items[0]!, items.at(-1)!]) {
      const reply = await fetch(url);
      expect([url, reply.status]).toEqual([url, 200]);
      const anchor = url.split('#')[1];
      if (anchor) expect(await reply.text()).toContain(`id="${anchor}"`);
    }
  }
});

test.each(ALL_FEEDS)('$path is not sent again with a matching ETag', async ({ path }) => {
  const first = await server.get(path);
  expect(first.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1, stale-while-revalidate=10');
  expect(first.headers.get('access-control-allow-origin')).toBe('*');
  const again = await server.get(path, { 'if-none-match': first.headers.get('etag')! });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('feeds of unknown or non-public records return 404', async () => {
  const [hidden] = await server.sql<{ slug: string }[]>`
    insert into listings (site_id, company_id, slug, name, website, domain)
    select site_id, company_id, 'not-yet', 'Not yet', 'https://not-yet.example/', 'not-yet.example' from listings limit 1 returning slug`;
  for (const path of [
    '/feeds/listings/nobody.rss',
    `/feeds/listings/${hidden!.slug}.atom`,
    '/feeds/categories/none.json',
    '/feeds/launches.xml',
  ])
    expect([path, (await server.get(path)).status]).toEqual([path, 404]);
});

test('a new update appears in the feed', async () => {
  const before = await (await server.get('/feeds/updates.json')).text();
  await server.sql`
    insert into listing_updates (site_id, listing_id, title, body, created_at)
    select site_id, id, 'Just now', 'It happened.', '2026-11-11T11:59:00Z' from listings where slug = 'flakewren'`;
  expect(before).not.toContain('Just now');
  await expect.poll(async () => (await server.get('/feeds/updates.json')).text()).toContain('Just now');
});

test('feeds are well-formed and keep the text, whatever people write', async () => {
  const page = await browser.open();
  const moment = new Date('2026-11-11T00:00:00Z');
  const feedOf = (text: string): Feed => ({
    title: text,
    description: text,
    page: 'https://a.test/',
    self: 'https://a.test/feed',
    updated: moment,
    entries: [
      {
        id: `https://a.test/${text}`,
        url: 'https://a.test/',
        title: text,
        text,
        published: moment,
        updated: moment,
        author: text,
        tags: [text, text],
      },
    ],
  });
  const samples = fc.sample(anyText, { numRuns: 300, seed: 7 });
  for (const format of ['rss', 'atom'] as const) {
    const texts = samples.map((text) => FEED_WRITERS[format](feedOf(text), text));
    const faults = await findXmlErrors(page, texts);
    expect(samples.filter((_, index) => faults[index] !== null)).toEqual([]);
    for (const [index, text] of texts.entries()) {
      const $ = load(text, { xml: true });
      expect($('item, entry').length).toBe(1);
      const expected = samples[index]!.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
      expect($('item > title, entry > title').text()).toBe(expected);
    }
  }
  for (const text of samples) expect(JSON.parse(FEED_WRITERS.json(feedOf(text), text)).items[0].title).toBe(text);
});
