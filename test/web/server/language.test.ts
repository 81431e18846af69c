import { load } from 'cheerio';
import { beforeAll, expect, test } from 'vitest';
import { useServer } from '../../support/server.ts';

const server = useServer();
beforeAll(async () => {
  await server.sql`update sites set settings = settings || '{"languages": ["de", "es", "en-xa", "ar-xb"]}'`;
});

const open = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(server.address + path, { headers, redirect: 'manual' });
  return { response, page: load(await response.text()) };
};

const PAGES = [
  '/',
  '/launches',
  '/launches/calendar',
  '/launches/weeks/this',
  '/awards',
  '/listings',
  '/listings/ledgerly',
  '/listings/ledgerly/reviews',
  '/listings/ledgerly/comments',
  '/listings/ledgerly/alternatives',
  '/listings/ledgerly/badges',
  '/compare',
  '/categories',
  '/leaderboards',
  '/leaderboards/community-weekly',
  '/how-ranking-works',
  '/founders',
  '/blog',
  '/updates',
  '/products',
  '/submit',
  '/digest',
  '/sign-in',
  '/sign-up',
];

/** What has no language: files, feeds, assets and the API. */
const WITHOUT_LANGUAGE = /^\/(api|assets|feeds|media|drawings|badges|mcp|docs|llms|server\.json|openapi)|\.(ics|jsonl|xml|txt)$|^\/admin/;

test('pages are served in each language, and their links and forms stay in it', async () => {
  for (const path of PAGES) {
    const { response, page } = await open(`/de${path === '/' ? '' : path}`);
    expect([path, response.status, page('html').attr('lang')]).toEqual([path, 200, 'de']);
    expect(page('body').text()).toContain('Zum Inhalt springen');
    const left = [...page('a[href^="/"], form[action^="/"]')]
      .map((element) => page(element).attr('href') ?? page(element).attr('action')!)
      .filter((address) => !WITHOUT_LANGUAGE.test(address) && !/^\/de(\/|\?|#|$)/.test(address));
    expect([path, left]).toEqual([path, []]);
  }
});

test('search engines find each language at one address', async () => {
  const alternatesOf = async (path: string) => {
    const { page } = await open(path);
    const links = [...page('link[hreflang]')].map((link) => [
      page(link).attr('hreflang'),
      page(link).attr('href')!.replace(server.root, ''),
    ]);
    return { canonical: page('link[rel=canonical]').attr('href')!.replace(server.root, ''), links: Object.fromEntries(links) };
  };
  const links = { en: '/launches', de: '/de/launches', es: '/es/launches', 'x-default': '/launches' };
  expect(await alternatesOf('/launches')).toMatchObject({ canonical: '/launches', links });
  expect(await alternatesOf('/es/launches')).toMatchObject({ canonical: '/es/launches', links });
  expect(await alternatesOf('/de')).toMatchObject({ canonical: '/de', links: { en: '/', de: '/de', 'x-default': '/' } });
});

test('the sitemap names each page in every language, except the docs, which are English', async () => {
  const sitemap = load(await (await fetch(`${server.address}/sitemaps/listings-1.xml`)).text(), { xml: true });
  const entry = sitemap('url').filter((_, url) => sitemap('loc', url).text() === `${server.root}/listings/ledgerly`);
  const links = [...entry.find('xhtml\\:link')].map((link) => [
    sitemap(link).attr('hreflang'),
    sitemap(link).attr('href')!.replace(server.root, ''),
  ]);
  expect(Object.fromEntries(links)).toMatchObject({
    en: '/listings/ledgerly',
    de: '/de/listings/ledgerly',
    'x-default': '/listings/ledgerly',
  });
  const pages = await (await fetch(`${server.address}/sitemaps/pages-1.xml`)).text();
  expect(pages).toContain(`<loc>${server.root}/docs/rest</loc></url>`);
});

test('what a script shows, shared pictures and lists of countries are in the language of the page', async () => {
  const { page } = await open('/de/listings/ledgerly');
  expect(JSON.parse(page('body').attr('data-texts')!)).toMatchObject({ copy: 'Kopieren', products: 'Produkte' });
  expect(page('meta[property="og:image"]').attr('content')).toMatch(/\/de\/pictures\/listings\/ledgerly\.png\?v=/);
  const picture = await fetch(page('meta[property="og:image"]').attr('content')!.replace(server.root, server.address));
  expect([picture.status, picture.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable, s-maxage=3600']);
  expect((await open('/de/listings')).page('option[value=DE]').text()).toBe('Deutschland');
  expect((await open('/de/products')).page('main').text()).toContain('Warteschlange überspringen');
  const countdown = (await open('/de')).page('.countdown');
  expect([countdown.text(), countdown.attr('data-countdown')]).toEqual([
    'Die Abstimmung endet am 16. November 2026 um 00:00 UTC',
    'Die Abstimmung endet in',
  ]);
});

test('refusals are in the language of the page; the API’s stay English', async () => {
  const sent = await fetch(`${server.address}/de/sign-in/password`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'ada@example.com', password: 'wrong password' }),
    headers: { origin: server.address },
  });
  expect(load(await sent.text())('.form-trouble').text()).toContain('E-Mail-Adresse oder Passwort ist falsch.');
  const contact = await fetch(`${server.address}/de/digest`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'nobody' }),
    headers: { origin: server.address },
  });
  expect(load(await contact.text())('.field-error').text()).toMatch(/muss eine E-Mail-Adresse sein, zum Beispiel ada@example\.com/);
  const api = await fetch(`${server.address}/api/v1/listings?per_page=1000`, { headers: { 'accept-language': 'de' } });
  expect(((await api.json()) as { errors: { message: string }[] }).errors[0]!.message).toBe('may be at most 100');
});

test('the site’s own language has no prefix, and others are not found', async () => {
  const { response } = await open('/en/launches?page=2');
  expect([response.status, response.headers.get('location')]).toEqual([301, '/launches?page=2']);
  expect((await open('/fr/launches')).response.status).toBe(404);
  expect((await open('/drawings/logos/ledgerly.svg')).response.status).toBe(200);
  expect((await open('/de/api/v1/listings')).response.status).toBe(404);
  const { response: missing, page } = await open('/de/nothing-here');
  expect([missing.status, page('h1').text()]).toEqual([404, 'Seite nicht gefunden']);
});

test('a chosen language is kept: the home page leads there, every other page stays as it is', async () => {
  const choose = (language: string, back: string) =>
    fetch(`${server.address}/language`, {
      method: 'POST',
      body: new URLSearchParams({ language, back }),
      headers: { origin: server.address },
      redirect: 'manual',
    });
  const response = await choose('de', '/listings?q=mail');
  expect([response.status, response.headers.get('location')]).toEqual([303, '/de/listings?q=mail']);
  const [cookie] = response.headers.get('set-cookie')!.split(';') as [string];
  expect(cookie).toBe('lw_language=de');
  const { response: home } = await open('/', { cookie });
  expect([home.status, home.headers.get('location'), home.headers.get('cache-control')]).toEqual([302, '/de', 'no-store']);
  expect((await open('/launches', { cookie })).page('html').attr('lang')).toBe('en');
  expect((await open('/', { cookie: 'lw_language=en' })).response.status).toBe(200);
  expect((await choose('en', '/de/listings')).headers.get('location')).toBe('/listings');
  expect((await choose('de', 'https://evil.example')).headers.get('location')).toBe('/de');
  expect((await choose('fr', '/')).status).toBe(400);
});

test('an account keeps its language, and its mails are in it', async () => {
  const form = { method: 'POST', headers: { origin: server.address }, redirect: 'manual' } as const;
  await fetch(`${server.address}/de/sign-in/mail`, { ...form, body: new URLSearchParams({ email: 'anna@example.com' }) });
  const [mail] = await server.sql`select subject, body_text, body_html from mails where to_email = 'anna@example.com'`;
  expect(mail!.subject).toBe('Dein Anmeldelink für Launchweek');
  expect(mail!.body_text).toContain(`${server.root}/de/sign-in/link?token=`);
  expect(mail!.body_html).toContain('<html lang="de">');
});

test('pages run from right to left in a language that does', async () => {
  const { page } = await open('/ar-xb/listings/ledgerly');
  expect([page('html').attr('lang'), page('html').attr('dir')]).toEqual(['ar-xb', 'rtl']);
});
