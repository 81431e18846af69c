import { describe, expect, test } from 'vitest';
import { type Answer, crawl, listPaths, openHost, page, redirectTo, respondWith } from '../../../support/extraction/crawled-host.ts';

const SITE = { '/': page('Home', ['/about', '/pricing']), '/about': page('About'), '/pricing': page('Pricing') };

describe('robots.txt is fetched first and obeyed', () => {
  test('a site that forbids crawling is not crawled any further', async () => {
    const host = await openHost({ ...SITE, '/robots.txt': 'User-agent: *\nDisallow: /' });
    expect(await crawl(host.root)).toEqual({
      robots: { found: true, allowed: false, rules: ['User-agent: *', 'Disallow: /'] },
      pages: [],
      failure: { code: 'robots_disallowed', detail: expect.stringContaining('does not allow /') },
    });
    expect(host.seen).toEqual(['/robots.txt']);
  });

  test('for each page, and for each redirect', async () => {
    const host = await openHost({
      '/robots.txt': 'User-agent: launchweek\nDisallow: /pricing\nDisallow: /*.php$\nUser-agent: *\nDisallow: /',
      '/': page('Home', ['/about', '/pricing', '/team', '/faq', '/contact.php']),
      '/about': page('About'),
      '/team': redirectTo('/pricing/team'),
      '/faq': '<meta http-equiv="refresh" content="0; url=/pricing/faq">',
    });
    expect(listPaths(await crawl(host.root))).toEqual(['/', '/about']);
    expect(host.seen.toSorted()).toEqual(['/', '/about', '/faq', '/robots.txt', '/sitemap.xml', '/team']);
  });

  test('that of another host applies there', async () => {
    const other = await openHost({ '/robots.txt': 'User-agent: *\nDisallow: /home', '/home': page('Home') });
    const host = await openHost({ '/': redirectTo(`${other.root}/home`) });
    const reading = await crawl(host.root);
    expect(reading.failure).toMatchObject({ code: 'robots_disallowed', detail: expect.stringContaining(new URL(other.root).host) });
    expect(reading.robots).toMatchObject({ found: true, allowed: false });
    expect(other.seen).toEqual(['/robots.txt']);
  });

  const cases: [string, Record<string, Answer>, string | null, boolean][] = [
    ['none: all is allowed', {}, null, false],
    ['forbidden: there are no rules', { '/robots.txt': respondWith(403) }, null, false],
    ['a page in its place: there are no rules', { '/robots.txt': respondWith(200, {}, page('Home')) }, null, false],
    ['a fault: nothing is allowed', { '/robots.txt': respondWith(500) }, 'robots_disallowed', false],
    ['unavailable: nothing is allowed', { '/robots.txt': respondWith(503) }, 'robots_disallowed', false],
    ['broken off: nothing is allowed', { '/robots.txt': (request) => void request.socket.destroy() }, 'unreachable', false],
    ['empty: all is allowed', { '/robots.txt': '' }, null, true],
    [
      'at the end of redirects',
      {
        '/robots.txt': redirectTo('/r1'),
        '/r1': redirectTo('/r2'),
        '/r2': redirectTo('/r3'),
        '/r3': redirectTo('/r4'),
        '/r4': redirectTo('/r.txt'),
        '/r.txt': 'User-agent: *\nDisallow: /',
      },
      'robots_disallowed',
      true,
    ],
    ['redirected for ever: there are no rules', { '/robots.txt': redirectTo('/robots.txt') }, null, false],
    ['redirected inward: nothing is allowed', { '/robots.txt': redirectTo('http://169.254.169.254/') }, 'address_not_allowed', false],
    ['longer than is read', { '/robots.txt': `User-agent: *\n${'#'.repeat(520_000)}\nDisallow: /` }, null, true],
    ['as long as is read', { '/robots.txt': `User-agent: *\n${'#'.repeat(500_000)}\nDisallow: /` }, 'robots_disallowed', true],
  ];
  test.each(cases)('%s', async (_name, pages, code, found) => {
    const host = await openHost({ ...SITE, ...pages });
    const reading = await crawl(host.root);
    expect(reading.failure?.code ?? null).toBe(code);
    expect(reading.robots).toMatchObject({ found, allowed: code === null });
    expect(host.seen.includes('/')).toBe(code === null);
  });

  test('on another host, if it redirects there', async () => {
    const other = await openHost({ '/rules.txt': 'User-agent: *\nDisallow: /about' });
    const host = await openHost({ ...SITE, '/robots.txt': redirectTo(`${other.root}/rules.txt`) });
    expect(listPaths(await crawl(host.root))).toEqual(['/', '/pricing']);
    expect(other.seen).toEqual(['/rules.txt']);
  });

  test('one that never arrives ends the crawl in time', async () => {
    const host = await openHost({ ...SITE, '/robots.txt': () => undefined });
    const started = performance.now();
    expect((await crawl(host.root, { total_ms: 300 })).failure).toMatchObject({
      code: 'timed_out',
      detail: expect.stringContaining('robots.txt'),
    });
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(host.seen).toEqual(['/robots.txt']);
  });

  test('the rules shown are limited', async () => {
    const rules = Array.from({ length: 500 }, (_, at) => `Disallow: /${at}/${'x'.repeat(500)}`);
    const host = await openHost({ ...SITE, '/robots.txt': ['User-agent: *', ...rules].join('\n') });
    const shown = (await crawl(host.root)).robots!.rules;
    expect(shown).toHaveLength(50);
    expect(Math.max(...shown.map((line) => line.length))).toBe(200);
  });
});

describe('a site gets at most', () => {
  const KINDS = ['about', 'pricing', 'contact', 'imprint', 'team', 'faq', 'features', 'press', 'product', 'story', 'help'];
  const MANY = KINDS.flatMap((kind) => [`/${kind}`, `/our-${kind}`, `/${kind}/more`, `/${kind}/most`]);
  const LARGE = Object.fromEntries(MANY.map((path) => [path, page(path, MANY)]));

  test('twelve requests for pages', async () => {
    const host = await openHost({ ...LARGE, '/': page('Home', MANY) });
    const reading = await crawl(host.root);
    expect(reading.pages).toHaveLength(12);
    expect(new Set(listPaths(reading).slice(1))).toEqual(new Set(KINDS.map((kind) => `/${kind}`)));
    expect(host.seen.filter((path) => path !== '/robots.txt')).toHaveLength(12);
  });

  test('twelve requests, also when most pages are missing', async () => {
    const host = await openHost({ '/': page('Home', MANY) });
    expect(listPaths(await crawl(host.root))).toEqual(['/']);
    expect(host.seen.filter((path) => !/robots|sitemap/.test(path)).length).toBeLessThanOrEqual(12);
  });

  test('two concurrent requests, a tenth of a second apart', async () => {
    const host = await openHost({ ...LARGE, '/': page('Home', MANY) }, 250);
    await crawl(host.root, { delay_ms: 100, pages: 12 });
    expect(host.most_at_once()).toBe(2);
    const gaps = host.times.slice(2).map((time, at) => time - host.times[at + 1]!);
    // A busy machine may delay a request, and the next then follows soon; without a pause every other one would.
    expect(gaps.length).toBeGreaterThan(10);
    expect(gaps.filter((gap) => gap < 60).length).toBeLessThan(4);
  });

  test('one request at a time, with the delay it asks for', async () => {
    const host = await openHost({ ...SITE, '/robots.txt': 'User-agent: *\nCrawl-delay: 1' }, 20);
    expect(listPaths(await crawl(host.root))).toEqual(['/', '/about', '/pricing']);
    const gaps = host.times.slice(2).map((time, at) => time - host.times[at + 1]!);
    expect(Math.min(...gaps)).toBeGreaterThan(500);
    expect(host.most_at_once()).toBe(1);
  });

  test('a delay up to our maximum, and no unimportant page once it takes long', async () => {
    const links = ['/about', '/one', '/two', '/three'];
    const pages = Object.fromEntries(links.map((path) => [path, page(path)]));
    const host = await openHost({ ...pages, '/': page('Home', links), '/robots.txt': 'User-agent: *\nCrawl-delay: 600' });
    const started = performance.now();
    expect(listPaths(await crawl(host.root, { longest_delay_ms: 200, fill_up_ms: 300 }))).toEqual(['/', '/about']);
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  test('two megabytes per page; larger pages are left out', async () => {
    const host = await openHost({ ...SITE, '/about': 'x'.repeat(2 * 1024 * 1024 + 1), '/pricing': 'y'.repeat(2 * 1024 * 1024) });
    expect(listPaths(await crawl(host.root))).toEqual(['/', '/pricing']);
  });

  test('its time budget, after which the pages so far are returned', async () => {
    const drip: Answer = (_request, response) => {
      response.setHeader('content-type', 'text/html');
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    };
    const host = await openHost({ ...SITE, '/about': () => undefined, '/pricing': drip });
    const started = performance.now();
    const reading = await crawl(host.root, { total_ms: 2000 });
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(reading.failure).toBe(null);
    expect(listPaths(reading)).toEqual(['/']);
    for (const hanging of [() => undefined, drip] as Answer[]) {
      const silent = await openHost({ '/': hanging });
      expect(await crawl(silent.root, { total_ms: 300 })).toMatchObject({ pages: [], failure: { code: 'timed_out' } });
    }
  });

  test('one slow page’s time: the others are fetched meanwhile', async () => {
    const host = await openHost({ ...SITE, '/about': () => undefined });
    expect(listPaths(await crawl(host.root, { page_ms: 3000 }))).toEqual(['/', '/pricing']);
  });
});
