import { load } from 'cheerio';
import fc from 'fast-check';
import sharp from 'sharp';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { Strict, T } from '../../src/kernel/schema.ts';
import { processPicture, rasterizeSvg } from '../../src/modules/listings/media/image-processing.ts';
import * as listing from '../../src/web/areas/listing/listing.tsx';
import { linkedData } from '../../src/web/server/metadata.ts';
import { renderShareCard, type ShareCard, shareCardHash } from '../../src/web/share-images/share-card.ts';
import { isLegible, layoutLines, removeUndrawable } from '../../src/web/share-images/text-layout.ts';
import { useBrowser } from '../support/browser.ts';
import { requestAsHost } from '../support/http/request-as-host.ts';
import { startServer, useServer } from '../support/server.ts';
import { renderFixture } from '../support/web/fixtures/all-pages.ts';
import { aListing } from '../support/web/samples/listings.ts';
import { anyText } from '../support/xml.ts';

const server = useServer();
const browser = useBrowser();

const pageAt = async (path: string) => {
  const reply = await server.get(path);
  expect([path, reply.status]).toEqual([path, 200]);
  return load(await reply.text());
};

const Url = T.String({ pattern: '^https?://' });
const Moment = T.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT' });
const NamedThing = (type: string) => T.Object({ '@type': T.Literal(type), name: T.String({ minLength: 1 }), url: T.Optional(Url) });
const ItemList = Strict({
  '@type': T.Literal('ItemList'),
  name: T.String({ minLength: 1 }),
  numberOfItems: T.Integer({ minimum: 0 }),
  itemListElement: T.Array(
    Strict({ '@type': T.Literal('ListItem'), position: T.Integer({ minimum: 1 }), name: T.String({ minLength: 1 }), url: Url }),
    { minItems: 1 },
  ),
});
const Reference = Strict({ '@id': Url });

/** The properties of each schema.org type that search engines require or accept. No others are allowed. */
const SCHEMA_ORG_TYPES = {
  SoftwareApplication: Strict({
    '@type': T.String(),
    '@id': Url,
    name: T.String({ minLength: 1 }),
    url: Url,
    mainEntityOfPage: Url,
    description: T.Optional(T.String({ minLength: 1 })),
    applicationCategory: T.Optional(T.String()),
    featureList: T.Optional(T.Array(T.String())),
    keywords: T.Optional(T.String()),
    image: T.Optional(Url),
    screenshot: T.Optional(T.Array(Url)),
    datePublished: Moment,
    dateModified: Moment,
    sameAs: T.Optional(T.Array(Url)),
    isAccessibleForFree: T.Optional(T.Boolean()),
    author: T.Optional(T.Array(NamedThing('Person'))),
    aggregateRating: T.Optional(
      Strict({
        '@type': T.Literal('AggregateRating'),
        ratingValue: T.Number({ minimum: 1, maximum: 5 }),
        reviewCount: T.Integer({ minimum: 1 }),
        bestRating: T.Literal(5),
        worstRating: T.Literal(1),
      }),
    ),
  }),
  Person: Strict({
    '@type': T.String(),
    '@id': Url,
    name: T.String({ minLength: 1 }),
    url: Url,
    mainEntityOfPage: Url,
    description: T.Optional(T.String()),
    image: T.Optional(Url),
    sameAs: T.Optional(T.Array(Url)),
    worksFor: T.Optional(T.Array(NamedThing('Organization'))),
  }),
  ItemList,
  CollectionPage: Strict({
    '@type': T.String(),
    '@id': Url,
    url: Url,
    name: T.String({ minLength: 1 }),
    description: T.Optional(T.String()),
    isPartOf: Reference,
    mainEntity: ItemList,
  }),
  BlogPosting: Strict({
    '@type': T.String(),
    '@id': Url,
    headline: T.String({ minLength: 1, maxLength: 110 }),
    description: T.Optional(T.String()),
    url: Url,
    mainEntityOfPage: Url,
    image: Url,
    datePublished: Moment,
    dateModified: Moment,
    author: NamedThing('Person'),
    publisher: NamedThing('Organization'),
  }),
  BreadcrumbList: Strict({
    '@type': T.String(),
    itemListElement: T.Array(
      Strict({ '@type': T.Literal('ListItem'), position: T.Integer({ minimum: 1 }), name: T.String({ minLength: 1 }), item: Url }),
      { minItems: 2 },
    ),
  }),
  Organization: Strict({ '@type': T.String(), '@id': Url, name: T.String({ minLength: 1 }), url: Url }),
  WebSite: Strict({
    '@type': T.String(),
    '@id': Url,
    name: T.String({ minLength: 1 }),
    url: Url,
    description: T.Optional(T.String()),
    publisher: Reference,
    potentialAction: Strict({
      '@type': T.Literal('SearchAction'),
      target: Strict({ '@type': T.Literal('EntryPoint'), urlTemplate: T.String({ pattern: '\\?q=\\{search_term_string\\}$' }) }),
      'query-input': T.Literal('required name=search_term_string'),
    }),
  }),
};

const graphOf = ($: ReturnType<typeof load>): { '@type': keyof typeof SCHEMA_ORG_TYPES; [name: string]: unknown }[] => {
  const blocks = $('script[type="application/ld+json"]');
  expect(blocks.length).toBe(1);
  const { '@context': context, '@graph': graph } = JSON.parse(blocks.text());
  expect(context).toBe('https://schema.org');
  return graph;
};

test.each([
  ['/', ['Organization', 'WebSite']],
  ['/listings/ledgerly', ['SoftwareApplication', 'BreadcrumbList']],
  ['/listings/lanternlog', ['SoftwareApplication', 'BreadcrumbList']],
  ['/categories/developer-tools', ['CollectionPage', 'BreadcrumbList']],
  ['/founders/mara-lindqvist', ['Person', 'BreadcrumbList']],
  ['/launches/weeks/this', ['ItemList', 'BreadcrumbList']],
  ['/launches/weeks/2026-11-02', ['ItemList', 'BreadcrumbList']],
  ['/blog/recount-the-votes-yourself', ['BlogPosting', 'BreadcrumbList']],
  ['/leaderboards/billboard', ['BreadcrumbList']],
])('%s has structured data of the types %j', async (path, types) => {
  const graph = graphOf(await pageAt(path));
  expect(graph.map((thing) => thing['@type'])).toEqual(types);
  for (const thing of graph)
    expect(
      [...Value.Errors(SCHEMA_ORG_TYPES[thing['@type']], thing)].map(({ instancePath, message }) => `${instancePath} ${message}`),
    ).toEqual([]);
  const crumbs = graph.find((thing) => thing['@type'] === 'BreadcrumbList') as { itemListElement: { item: string }[] } | undefined;
  for (const { item } of crumbs?.itemListElement ?? []) expect([item, (await fetch(item)).status]).toEqual([item, 200]);
});

test('structured data has a rating only if there are reviews', async () => {
  const ratingOf = async (community_rating: { value: number; reviews: number } | null) =>
    graphOf(load(await renderFixture(listing, { listing: aListing({ community_rating }), alternatives: [] })))[0]!.aggregateRating;
  expect(await ratingOf({ value: 4.6, reviews: 12 })).toMatchObject({ ratingValue: 4.6, reviewCount: 12 });
  expect(await ratingOf(null)).toBeUndefined();
  expect(await ratingOf({ value: 0, reviews: 0 })).toBeUndefined();
});

test('a page that is not indexed has no structured data and no canonical or alternate links', async () => {
  const $ = load(await renderFixture(listing, { listing: aListing({ status: 'scheduled' }), alternatives: [] }));
  expect($('script[type="application/ld+json"], link[rel=canonical], link[rel=alternate]').length).toBe(0);
});

test('user text cannot break out of structured data and survives unchanged', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const json = linkedData([{ '@type': 'Person', name: text }]);
      expect(json).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(json)['@graph'][0].name).toBe(text);
    }),
  );
});

test('structured data does not violate the content security policy', async () => {
  const page = await browser.open();
  const problems: string[] = [];
  page.on('console', (message) => message.type() !== 'log' && problems.push(message.text()));
  await page.addInitScript('addEventListener("securitypolicyviolation", (event) => console.warn(event.violatedDirective))');
  for (const path of ['/', '/listings/ledgerly', '/categories/developer-tools', '/blog/recount-the-votes-yourself'])
    await page.goto(server.root + path);
  expect(problems).toEqual([]);
});

test('every page links to its JSON data and feeds, and each link has the declared content type', async () => {
  const PATHS = [
    '/',
    '/listings',
    '/listings?category=developer-tools&page=1',
    '/listings/ledgerly',
    '/listings/ledgerly/alternatives',
    '/compare',
    '/compare?a=ledgerly&b=kontorbuch',
    '/categories',
    '/categories/developer-tools',
    '/launches',
    '/launches?section=recent',
    '/launches/calendar',
    '/launches/weeks/last',
    '/awards',
    '/leaderboards/billboard',
    '/leaderboards/community-weekly',
    '/founders',
    '/founders/mara-lindqvist',
    '/blog',
    '/blog/this-is-a-demo',
    '/updates',
  ];
  const links_by_path = new Map<string, string[]>();
  for (const path of PATHS) {
    const $ = await pageAt(path);
    const links = $('link[rel=alternate]')
      .map((_, link) => ({ type: $(link).attr('type')!, href: $(link).attr('href')! }))
      .get();
    links_by_path.set(
      path,
      links.map(({ href }) => href.replace(server.root, '')),
    );
    for (const { type, href } of links) {
      const reply = await fetch(href);
      const kind = { 'application/json+oembed': 'application/json', 'text/xml+oembed': 'text/xml' }[type] ?? type;
      expect([href, reply.status, reply.headers.get('content-type')]).toEqual([href, 200, `${kind}; charset=utf-8`]);
    }
  }
  expect(links_by_path.get('/')![0]).toBe('/api/v1/site');
  expect(links_by_path.get('/listings/ledgerly')).toEqual([
    '/api/v1/listings/ledgerly',
    '/feeds/listings/ledgerly.rss',
    '/feeds/listings/ledgerly.atom',
    '/feeds/listings/ledgerly.json',
    expect.stringContaining('/oembed?url='),
    expect.stringContaining('/oembed?url='),
  ]);
  expect(links_by_path.get('/compare')).toEqual([]);
  expect(links_by_path.get('/compare?a=ledgerly&b=kontorbuch')).toEqual(['/api/v1/compare?a=ledgerly&b=kontorbuch']);
  expect(links_by_path.get('/launches/weeks/last')).toContain('/api/v1/launches/weeks/2026-11-02');
  expect(links_by_path.get('/launches/calendar')).toContain('/launches/calendar.ics');
});

const PAGES_WITH_IMAGE = [
  '/',
  '/listings/ledgerly',
  '/categories/developer-tools',
  '/launches/weeks/this',
  '/launches/weeks/last',
  '/founders/haruto-minagawa',
  '/blog/recount-the-votes-yourself',
  '/docs',
];

test('every page has a share image of 1200 by 630; pages about a record have their own', async () => {
  const addresses: string[] = [];
  for (const path of PAGES_WITH_IMAGE) {
    const $ = await pageAt(path);
    const address = $('meta[property="og:image"]').attr('content')!;
    expect($('meta[name="twitter:card"]').attr('content')).toBe('summary_large_image');
    const reply = await fetch(address);
    expect([path, reply.status, reply.headers.get('content-type')]).toEqual([path, 200, 'image/png']);
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable, s-maxage=3600');
    const { width, height, format } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata();
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' });
    expect([$('meta[property="og:image:width"]').attr('content'), $('meta[property="og:image:height"]').attr('content')]).toEqual([
      '1200',
      '630',
    ]);
    addresses.push(address);
  }
  expect(addresses.at(-1)).toBe(addresses[0]);
  expect(new Set(addresses).size).toBe(PAGES_WITH_IMAGE.length - 1);
});

test('a share image gets a new address when its content changes; the old address serves the new image with a short cache time', async () => {
  const addressOf = async () => (await pageAt('/listings/flakewren'))('meta[property="og:image"]').attr('content')!;
  const before = await addressOf();
  await server.sql`update listings set tagline = 'Something else altogether' where slug = 'flakewren'`;
  await expect.poll(addressOf).not.toBe(before);
  const [old, now] = await Promise.all([fetch(before), fetch(await addressOf())]);
  expect([old.headers.get('cache-control'), old.headers.get('etag')]).toEqual(['public, max-age=300', now.headers.get('etag')]);
  const again = await fetch(await addressOf(), { headers: { 'if-none-match': now.headers.get('etag')! } });
  expect(again.status).toBe(304);
});

test.each(['/pictures/listings/nobody.png', '/pictures/account.png', '/pictures/launches/weeks/soon.png', '/pictures/founders/..%2f.png'])(
  'there is no share image at %s',
  async (path) => expect((await server.get(path)).status).toBe(404),
);

test('unknown hosts have no share images', async () => {
  expect((await requestAsHost(server, 'nobody.example', '/pictures/home.png')).status).toBe(404);
});

test('rendering new share images counts against the rate limit', async () => {
  const limited = await startServer({ rate_limit: true });
  const slugs = (await limited.sql<{ slug: string }[]>`select slug from listings where status = 'live'`).map(({ slug }) => slug);
  await limited.sql`update sites set settings = '{"limits": {"strangers": 2}}'`;
  const statusOf = async (slug: string) => (await limited.get(`/pictures/listings/${slug}.png`)).status;
  expect(await statusOf(slugs[0]!)).toBe(200);
  const others = slugs.slice(1).values();
  await expect.poll(() => statusOf(others.next().value!)).toBe(429);
  expect(await statusOf(slugs[0]!)).toBe(200);
  await limited.close();
});

const aCard = (more: Partial<ShareCard>): ShareCard => ({
  kind: 'Product',
  titles: ['Ledgerly'],
  text: 'Books that close themselves.',
  notes: ['Free'],
  site: 'Launchweek',
  ...more,
});

test('a share image has only SVG shapes, whatever the text', () => {
  fc.assert(
    fc.property(anyText, anyText, (title, text) => {
      const svg = renderShareCard(aCard({ kind: title, titles: [title, text], text, notes: [text, title], site: title }));
      expect(svg).not.toMatch(/<(?!\/?(svg|g|path)\b)|NaN|undefined|href|url\(/);
    }),
    { numRuns: 60 },
  );
});

test('uploaded SVG is rejected, even while our own SVG is being rasterized', async () => {
  const uploaded = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>');
  const [own, upload] = await Promise.allSettled([rasterizeSvg(renderShareCard(aCard({}))), processPicture(uploaded)]);
  expect([own.status, upload.status]).toEqual(['fulfilled', 'rejected']);
  await expect(sharp(uploaded).metadata()).rejects.toThrow();
});

test('text is laid out within the width and number of lines, and ends with an ellipsis if cut', () => {
  const font = { face: 'bold', size: 54 } as const;
  for (const text of ['W'.repeat(400), 'word '.repeat(100).trim(), `${'long'.repeat(40)} short`, 'a b', 'ﷺ '.repeat(80).trim()]) {
    const { lines, cut } = layoutLines(removeUndrawable(text), font, 1032, 3);
    expect(lines.length).toBeLessThanOrEqual(3);
    for (const { width } of lines) expect(width).toBeLessThanOrEqual(1032);
    expect(lines.at(-1)?.words.at(-1)?.text.endsWith('…') ?? false).toBe(cut);
  }
});

test('characters without glyphs are left out; a name without drawable characters is replaced by the next title', () => {
  expect(removeUndrawable('皆川 陽翔 (Haruto Minagawa)')).toBe('Haruto Minagawa');
  expect(removeUndrawable('Rocket 🚀👩‍🚀 day\u0000\u202e')).toBe('Rocket day');
  expect(removeUndrawable('مواعيدي')).toBe('مواعيدي');
  expect([isLegible('東京'), isLegible('東京 Tokyo'), isLegible('')]).toEqual([false, true, false]);
  const [other, kanji] = [
    renderShareCard(aCard({ titles: ['tokyo.example'] })),
    renderShareCard(aCard({ titles: ['東京', 'tokyo.example'] })),
  ];
  expect(kanji).toBe(other);
  expect(shareCardHash(aCard({}))).not.toBe(shareCardHash(aCard({ site: 'Another' })));
});
