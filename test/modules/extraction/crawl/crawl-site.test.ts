import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guardedFetch } from '../../../../src/integrations/fetch/guarded-fetch.ts';
import { crawlSite } from '../../../../src/modules/extraction/crawl/crawl-site.ts';
import type { CrawlResult, CrawlStep } from '../../../../src/modules/extraction/crawl/types.ts';
import { unpackPage } from '../../../../src/modules/extraction/parse/page.ts';
import { anyText } from '../../../support/any-text.ts';
import { crawl, listPaths, NOW, openHost, page, redirectTo, respondWith } from '../../../support/extraction/crawled-host.ts';

describe('a site', () => {
  test('is crawled as its homepage and one page of each informative kind, and no others', async () => {
    const wanted = [
      '/about',
      '/pricing',
      '/contact',
      '/imprint',
      '/team',
      '/faq',
      '/features',
      '/press',
      '/how-it-works',
      '/our-story',
      '/support',
    ];
    const passed_by = [
      '/blog',
      '/blog/a',
      '/docs',
      '/login',
      '/cart',
      '/terms',
      '/privacy',
      '/tag/x',
      '/a.pdf',
      '/pricing-for-schools',
      '/de/',
    ];
    const pages = Object.fromEntries([...wanted, ...passed_by].map((path) => [path, page(path)]));
    const host = await openHost({ ...pages, '/': page('Home', [...passed_by, ...wanted.toReversed(), '#top', 'mailto:a@b.c']) });
    const reading = await crawl(host.root);
    expect(reading.failure).toBe(null);
    expect(listPaths(reading)).toEqual(['/', ...wanted]);
    expect(host.seen.toSorted()).toEqual(['/', '/robots.txt', ...wanted].toSorted());
    expect(unpackPage(reading.pages[0]!)).toEqual({
      url: `${host.root}/`,
      status: 200,
      read_at: NOW,
      html: expect.stringContaining('<h1>Home</h1>'),
    });
  });

  test('includes what its pages and its sitemap link to', async () => {
    const urls = ['/pricing', '/about', '/blog/one', 'https://elsewhere.example/contact'];
    const host = await openHost({
      '/': page('Home', ['/about']),
      '/about': page('About', ['/imprint', '/team', 'https://elsewhere.example/faq']),
      '/imprint': page('Imprint'),
      '/team': page('Team'),
      '/pricing': page('Pricing'),
      '/sitemap.xml': (_request, response) => {
        const locs = urls.map((path) => `<url><loc>${new URL(path, host.root)}</loc></url>`);
        response.setHeader('content-type', 'application/xml').end(`<urlset>${locs.join('')}</urlset>`);
      },
    });
    expect(listPaths(await crawl(host.root)).toSorted()).toEqual(['/', '/about', '/imprint', '/pricing', '/team']);
    expect(host.seen).not.toContain('/blog/one');
  });

  test('has its sitemaps where robots.txt says, compressed and in an index', async () => {
    const host = await openHost({
      '/robots.txt': (_request, response) => void response.end(`Sitemap: ${host.root}/maps.xml\nUser-agent: *\nDisallow: /secret`),
      '/maps.xml': (_request, response) =>
        void response.end(
          `<sitemapindex><sitemap><loc>${host.root}/posts.xml</loc></sitemap><sitemap><loc>${host.root}/pages.xml.gz</loc></sitemap></sitemapindex>`,
        ),
      '/pages.xml.gz': (_request, response) =>
        void response.end(
          gzipSync(`<urlset><url><loc>${host.root}/pricing</loc></url><url><loc>${host.root}/secret/about</loc></url></urlset>`),
        ),
      '/': page('Home'),
      '/pricing': page('Pricing'),
      '/secret/about': page('Secret'),
    });
    expect(listPaths(await crawl(host.root))).toEqual(['/', '/pricing']);
    expect(host.seen).toEqual(['/robots.txt', '/', '/maps.xml', '/pages.xml.gz', '/posts.xml', '/pricing']);
  });

  test('includes its documentation if there is room: what it says about installing, exporting and languages', async () => {
    const topics = ['/docs/install', '/docs/export', '/docs/languages'];
    const rest = Array.from({ length: 20 }, (_, at) => `/docs/topic-${at}`);
    const host = await openHost({
      '/': page('Home', ['/docs', '/start']),
      '/start': page('Start', ['/pricing']),
      '/pricing': page('Pricing'),
      '/docs': page('Docs', [...rest, ...topics]),
      ...Object.fromEntries([...rest, ...topics].map((path) => [path, page(path)])),
    });
    expect(listPaths(await crawl(host.root)).toSorted()).toEqual(['/', '/docs', '/pricing', '/start', ...topics].toSorted());
  });

  test('gives its legal pages only if no other page has contact details', async () => {
    const pages = { '/privacy': page('Privacy'), '/terms': page('Terms'), '/contact': page('Contact') };
    const without = await openHost({ ...pages, '/': page('Home', ['/privacy', '/terms']) });
    expect(listPaths(await crawl(without.root))).toEqual(['/', '/privacy', '/terms']);
    const with_contact = await openHost({ ...pages, '/': page('Home', ['/privacy', '/terms', '/contact']) });
    expect(listPaths(await crawl(with_contact.root))).toEqual(['/', '/contact']);
  });

  test('is crawled on a copy’s host, though its links name the original host', async () => {
    const head = '<link rel="canonical" href="https://www.acme.example/">';
    const host = await openHost({
      '/': page('Home', ['https://www.acme.example/pricing', 'https://other.example/about'], head),
      '/pricing': page('Pricing'),
    });
    expect(listPaths(await crawl(host.root))).toEqual(['/', '/pricing']);
  });

  test('that is only an app shell is crawled once, if it answers everything alike', async () => {
    const shell = '<!doctype html><title>App</title><div id="root"></div><script src="/app.js"></script>';
    const routes = Object.fromEntries(['/', '/about', '/pricing', '/team', '/faq', '/contact', '/press'].map((path) => [path, shell]));
    const host = await openHost({
      ...routes,
      '/sitemap.xml': (_request, response) =>
        void response.end(`<urlset>${Object.keys(routes).map((path) => `<url><loc>${host.root}${path}</loc></url>`)}</urlset>`),
    });
    const reading = await crawl(host.root);
    expect(listPaths(reading)).toEqual(['/']);
    expect(reading.failure).toBe(null);
    expect(host.seen).not.toContain('/app.js');
    expect(host.seen.length).toBeLessThan(7);
  });
});

describe('a duplicate page', () => {
  test('by address, canonical address, content or language is fetched or kept once', async () => {
    const canonical = (path: string) => `<link rel="canonical" href="${path}">`;
    const alternate = '<link rel="alternate" hreflang="de" href="/de/preise"><link rel="alternate" hreflang="en" href="/pricing">';
    const host = await openHost({
      '/': page(
        'Home',
        ['/pricing?utm_source=menu', '/pricing/', '/pricing#plans', '/prices', '/de/preise', '/about', '/company', '/'],
        canonical('/'),
      ),
      '/pricing': page('Pricing', [], alternate + canonical('/pricing')),
      '/pricing/': page('Pricing', [], alternate + canonical('/pricing')),
      '/prices': page('Prices', [], canonical('/pricing')),
      '/about': page('About'),
      '/company': page('About'),
      '/de/preise': page('Preise'),
    });
    const reading = await crawl(host.root);
    expect(listPaths(reading)).toEqual(['/', '/about', '/pricing']);
    expect(host.seen).not.toContain('/de/preise');
    expect(host.seen.filter((path) => path.startsWith('/pricing'))).toHaveLength(1);
  });

  test('is not every page of a site that declares the homepage as canonical everywhere', async () => {
    const head = '<link rel="canonical" href="/">';
    const host = await openHost({
      '/': page('Home', ['/about', '/pricing'], head),
      '/about': page('About', [], head),
      '/pricing': page('Pricing', [], head),
    });
    expect(listPaths(await crawl(host.root))).toEqual(['/', '/about', '/pricing']);
  });

  test('that redirects to the homepage is not kept', async () => {
    const host = await openHost({ '/': page('Home', ['/about', '/pricing']), '/about': redirectTo('/'), '/pricing': page('Pricing') });
    expect(listPaths(await crawl(host.root))).toEqual(['/', '/pricing']);
  });
});

describe('robots directives of a page', () => {
  const noindex = '<meta name="robots" content="noindex">';

  test('noindex: it is not used', async () => {
    const host = await openHost({
      '/': page('Home', ['/about', '/pricing', '/team', '/faq', '/press']),
      '/about': page('About', [], noindex),
      '/pricing': respondWith(200, { 'x-robots-tag': 'none' }, page('Pricing')),
      '/team': respondWith(200, { 'x-robots-tag': 'otherbot: noindex, nofollow' }, page('Team')),
      '/faq': respondWith(200, { 'x-robots-tag': 'otherbot: none, launchweek: noindex' }, page('FAQ')),
      '/press': page('Press', [], '<meta name="googlebot" content="noindex">'),
    });
    expect(listPaths(await crawl(host.root))).toEqual(['/', '/team', '/press']);
  });

  test('except for the homepage, which its maker asked us to read', async () => {
    const host = await openHost({ '/': page('Home', ['/about'], noindex), '/about': page('About') });
    expect(listPaths(await crawl(host.root))).toEqual(['/', '/about']);
  });

  test('nofollow: its links are not followed', async () => {
    const host = await openHost({ '/': page('Home', ['/about'], '<meta name="robots" content="nofollow">'), '/about': page('About') });
    expect(listPaths(await crawl(host.root))).toEqual(['/']);
  });
});

describe('on the way to a page', () => {
  test('redirects are followed, also to another host', async () => {
    const other = await openHost({ '/home': page('Home', ['/about']), '/about': page('About') });
    const host = await openHost({ '/': redirectTo('/start', 301), '/start': redirectTo(`${other.root}/home`, 308) });
    const reading = await crawl(host.root);
    expect(reading.pages.map(({ url }) => url)).toEqual([`${other.root}/home`, `${other.root}/about`]);
    expect(other.seen[0]).toBe('/robots.txt');
  });

  test('a page that refreshes to where nobody answers is read itself, unless it is only a note', async () => {
    const refresh = '<meta http-equiv="refresh" content="0; url=https://moved.invalid/">';
    const host = await openHost({ '/': page('Home'.padEnd(5000, ' home'), [], refresh), '/note': page('Moved', [], refresh) });
    expect(listPaths(await crawl(host.root))).toEqual(['/']);
    expect((await crawl(`${host.root}/note`)).failure?.code).toBe('unreachable');
  });

  test('refreshes count as redirects', async () => {
    const host = await openHost({
      '/': '<meta http-equiv="refresh" content="0; url=/en/">',
      '/en/': page('Home', ['/en/about']),
      '/en/about': page('About', [], '<meta http-equiv="refresh" content="0">'),
    });
    expect(listPaths(await crawl(host.root))).toEqual(['/en/', '/en/about']);
  });

  test('a redirect loop is given up', async () => {
    const round = await openHost({ '/': redirectTo('/a'), '/a': redirectTo('/') });
    expect((await crawl(round.root)).failure).toEqual({ code: 'unreachable', detail: 'more than 5 redirects' });
    expect(round.seen.length).toBeLessThan(9);
    const refreshing = await openHost({ '/': '<meta http-equiv=refresh content="0;/a">', '/a': '<meta http-equiv=refresh content="0;/">' });
    expect((await crawl(refreshing.root)).failure).toBe(null);
    expect(refreshing.seen.length).toBeLessThan(8);
  });

  test('only the first page may lead off the site', async () => {
    const other = await openHost({ '/': page('Other') });
    const host = await openHost({
      '/': page('Home', ['/about', '/pricing']),
      '/about': redirectTo(other.root),
      '/pricing': page('Pricing'),
    });
    expect(listPaths(await crawl(host.root))).toEqual(['/', '/pricing']);
    expect(other.seen).toEqual([]);
  });

  test('charset and compression are decoded, and a base is respected', async () => {
    const japanese = Buffer.concat([
      Buffer.from('<base href="/ja/"><h1>'),
      Buffer.from([0x97, 0xbf, 0x8b, 0xe0]),
      Buffer.from('</h1><a href="about">x</a>'),
    ]);
    const host = await openHost({
      '/': respondWith(200, { 'content-type': 'text/html; charset=Shift_JIS', 'content-encoding': 'gzip' }, gzipSync(japanese)),
      '/ja/about': page('About'),
    });
    const reading = await crawl(host.root);
    expect(unpackPage(reading.pages[0]!).html).toContain('料金');
    expect(listPaths(reading)).toEqual(['/', '/ja/about']);
  });
});

describe('a failed crawl says why', () => {
  const codeOf = async (url: string) => (await crawl(url)).failure?.code;

  test.each<[string, Parameters<typeof respondWith>, string, RegExp]>([
    ['not found', [404], 'unreachable', /404/],
    ['forbidden', [403], 'unreachable', /403/],
    ['a fault', [503], 'unreachable', /503/],
    ['a file', [200, { 'content-type': 'application/pdf' }, '%PDF'], 'not_a_website', /application\/pdf/],
    ['data', [200, { 'content-type': 'application/json' }, '{}'], 'not_a_website', /application\/json/],
    ['nothing', [200, {}, '  \n'], 'not_a_website', /empty/],
    ['too much', [200, {}, 'x'.repeat(2 * 1024 * 1024 + 1)], 'too_large', /2097152/],
    ['too much once unpacked', [200, { 'content-encoding': 'gzip' }, gzipSync('x'.repeat(3_000_000))], 'too_large', /2097152/],
    ['a hundred thousand open tags', [200, {}, '<div>'.repeat(100_000)], 'not_a_website', /nested too deeply/],
    ['a redirect inward', [302, { location: 'http://169.254.169.254/' }], 'address_not_allowed', /169\.254/],
    ['a redirect to ftp:', [302, { location: 'ftp://93.184.216.34/' }], 'address_not_allowed', /redirects to ftp:/],
    ['a redirect to file:', [302, { location: 'file:///etc/passwd' }], 'address_not_allowed', /redirects to file:/],
    ['a redirect to javascript:', [302, { location: 'javascript:alert(1)' }], 'address_not_allowed', /redirects to javascript:/],
    ['a redirect to data:', [302, { location: 'data:text/html,hello' }], 'address_not_allowed', /redirects to data:/],
    ['a redirect to mailto:', [301, { location: 'mailto:ada@example.com' }], 'address_not_allowed', /redirects to mailto:/],
    ['a choice of pages', [300, { location: 'http://[' }], 'unreachable', /300/],
    ['a redirect nowhere', [302, { location: 'http://[' }], 'unreachable', /redirect/],
  ])('%s', async (_name, told, code, detail) => {
    const host = await openHost({ '/': respondWith(...told) });
    const reading = await crawl(host.root);
    expect(reading).toMatchObject({ pages: [], failure: { code, detail: expect.stringMatching(detail) } });
    expect(reading.robots).toEqual({ found: false, allowed: true, rules: [] });
  });

  test('invalid address, not a website, unreachable, and private addresses', async () => {
    expect(await codeOf('not an address')).toBe('not_a_website');
    expect(await codeOf('ftp://example.com/')).toBe('address_not_allowed');
    expect(await codeOf('http://127.0.0.1:1/')).toBe('unreachable');
    const far = guardedFetch({ allow_private: false });
    for (const url of ['http://127.0.0.1/', 'http://169.254.169.254/latest', 'http://[::1]/', 'http://2130706433/', 'http://1.1.1.1:8080/'])
      expect((await crawlSite(far, url, { now: () => NOW, user_agent: 'Launchweek/1.0' })).failure?.code, url).toBe('address_not_allowed');
  });

  test('a page without a content type is parsed if it looks like HTML', async () => {
    const host = await openHost({ '/': (_request, response) => void response.end('<!DOCTYPE html><title>x</title>') });
    expect(await codeOf(host.root)).toBe(undefined);
    const other = await openHost({ '/': (_request, response) => void response.end('hello') });
    expect(await codeOf(other.root)).toBe('not_a_website');
  });
});

test('nothing a site sends makes a crawl throw', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<a href="/about">',
      '<a href=',
      '<base href="//[">',
      '<meta http-equiv=refresh content="0;',
      '<link rel=canonical href=',
      '</a>',
      '>',
    ),
    anyText(),
  );
  const headers = fc.record({
    'content-type': fc.constantFrom('text/html', 'text/html; charset=', 'text/html; charset=utf-7', 'text', ';'),
    'content-encoding': fc.constantFrom('', 'gzip', 'br', 'identity', 'a,b,c,gzip'),
    'x-robots-tag': fc.constantFrom('', ':', 'a: b: c', ',,,'),
    location: fc.constantFrom('', '/', '//', 'http://[', 'javascript:1', '\u00ff'),
  });
  const status = fc.constantFrom(200, 200, 200, 204, 206, 300, 301, 304, 308, 404, 500, 999);
  let said: { status: number; headers: Record<string, string>; body: string };
  const say: RequestListener = (_request, response) => response.writeHead(said.status, said.headers).end(said.body);
  const paths = ['/', '/robots.txt', '/sitemap.xml', '/about'];
  const host = await openHost(Object.fromEntries(paths.map((path) => [path, say])));
  await fc.assert(
    fc.asyncProperty(status, headers, fc.array(piece), async (status, headers, pieces) => {
      said = { status, headers, body: pieces.join('') };
      const { pages, failure } = await crawl(host.root, { total_ms: 2000 });
      expect(pages.length === 0).toBe(failure !== null);
    }),
    { numRuns: 60 },
  );
});

test('progress is reported step by step, in order', async () => {
  const host = await openHost({
    '/robots.txt': 'User-agent: *\nDisallow: /admin',
    '/': page('Home', ['/about', '/pricing']),
    '/about': page('About'),
    '/pricing': page('Pricing'),
  });
  const steps: { step: CrawlStep; so_far: CrawlResult }[] = [];
  let telling = 0;
  const told = async (step: CrawlStep, so_far: CrawlResult) => {
    expect(++telling).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    telling--;
    steps.push({ step, so_far });
  };
  await crawlSite(guardedFetch({ allow_private: true }), host.root, {
    now: () => NOW,
    onStep: told,
    user_agent: 'Launchweek/1.0 (+https://x.example)',
  });
  const robots = { found: true, allowed: true, rules: ['User-agent: *', 'Disallow: /admin'] };
  expect(steps.map(({ step }) => step)).toEqual([
    { doing: 'robots' },
    ...['/', '/about', '/pricing'].map((path) => ({ doing: 'reading', url: host.root + path, robots })),
  ]);
  expect(steps[0]!.so_far).toEqual({ robots: null, pages: [], failure: null });
  expect(steps.at(-1)!.so_far).toMatchObject({ robots, pages: [{ url: `${host.root}/` }] });
  expect([...host.agents]).toEqual(['Launchweek/1.0 (+https://x.example)']);
});
