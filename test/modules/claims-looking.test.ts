import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookAtFile, lookAtHomepage, lookAtRecords } from '../../src/modules/claims/looking.ts';
import { mailboxFault, withoutMail, withoutName } from '../../src/modules/claims/rules.ts';
import { guardedFetch } from '../../src/outside/guarded-fetch.ts';
import { type Outside, openOutside } from '../../src/outside/outside.ts';
import { askNameServers } from '../../src/outside/resolve.ts';
import { useNameServer } from '../support/dns-server.ts';
import { type ProductSite, serveProduct } from '../support/site.ts';

const names = useNameServer();
const TOKEN = 'launchweek-the-token';
const TAG = `<meta name="launchweek-verification" content="${TOKEN}">`;
const FILE = '/.well-known/launchweek-verification.txt';

let site: ProductSite;
let port: string;
beforeAll(async () => {
  site = await serveProduct({});
  port = new URL(site.url).port;
  for (const name of ['acme.example', 'www.acme.example', 'other.example', 'notacme.example']) names.zones[name] = { a: ['127.0.0.1'] };
  names.zones['cloud.example'] = { a: ['169.254.169.254'] };
});
afterAll(() => site.close());

/** As a server reaches the world. */
const reaching = ({ allow_private = true, timeout_ms = 30_000 } = {}): Outside => {
  const fetch = guardedFetch({ allow_private, resolve: askNameServers([names.address]) });
  const opened = openOutside({ smtp_url: null, mail_from: null, dns_servers: [names.address] });
  return { ...opened, fetch: (url, asking) => fetch(url, { ...asking, timeout_ms }) };
};
const acme = () => ({ domain: 'acme.example', website: `http://acme.example:${port}/app?x=1` });
const homepage = (outside = reaching()) => lookAtHomepage(outside, acme(), TOKEN);
const file = (outside = reaching()) => lookAtFile(outside, acme(), TOKEN);
const FOUND = { found: true };
const unseen = (detail: string) => ({ found: false, detail: expect.stringContaining(detail) });

describe('the tag on the homepage', () => {
  test('is looked for at the root of the website’s host, whatever the path in its address', async () => {
    site.pages = { '/': TAG, '/app': '<p>' };
    expect(await homepage()).toMatchObject(FOUND);
    site.pages = { '/': '<p>', '/app': TAG };
    expect(await homepage()).toMatchObject(unseen('no such tag'));
  });

  test('counts in the head only: what is in the body may be a visitor’s', async () => {
    site.pages['/'] = `<html><head><title>x</title></head><body><p>Comment: ${TAG}</p></body></html>`;
    expect(await homepage()).toMatchObject(unseen('in the body'));
    site.pages['/'] = `<html><head><title>${TAG}</title><noscript><p>${TAG}</p></noscript><!-- ${TAG} --></head></html>`;
    expect(await homepage()).toMatchObject({ found: false });
    site.pages['/'] = `<html><head><script>"${TAG}"</script><template>${TAG}</template></head></html>`;
    expect(await homepage()).toMatchObject({ found: false });
  });

  test('may be one of several, and another value is shown, briefly and as text', async () => {
    site.pages['/'] = `<meta name="launchweek-verification" content="old">${TAG}`;
    expect(await homepage()).toMatchObject(FOUND);
    site.pages['/'] = `<meta name="launchweek-verification" content="${'o'.repeat(500)}\u0007">`;
    const { detail } = await homepage();
    expect(detail).toContain('something else');
    expect(detail.length).toBeLessThan(200);
  });

  test('is found after a redirect within the domain, never at another one', async () => {
    site.pages['/'] = ({ headers }, response) =>
      headers.host!.startsWith('www.')
        ? void response.writeHead(200, { 'content-type': 'text/html' }).end(TAG)
        : void response.writeHead(301, { location: `http://www.acme.example:${port}/` }).end();
    expect(await homepage()).toMatchObject(FOUND);
    for (const elsewhere of ['other.example', 'notacme.example', 'localhost']) {
      site.pages['/'] = ({ headers }, response) =>
        headers.host!.startsWith('acme.')
          ? void response.writeHead(302, { location: `http://${elsewhere}:${port}/` }).end()
          : void response.writeHead(200, { 'content-type': 'text/html' }).end(TAG);
      expect(await homepage()).toMatchObject(unseen(`leads to ${elsewhere}`));
    }
  });

  test('is found at the beginning of an endless page, and not waited for in a slow one', async () => {
    site.pages['/'] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write(`<head>${TAG}</head>`);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    expect(await homepage()).toMatchObject(FOUND);
    site.pages['/'] = (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).write('<head>');
    expect(await homepage(reaching({ timeout_ms: 700 }))).toMatchObject(unseen('did not come in time'));
    site.pages['/'] = () => {};
    expect(await homepage(reaching({ timeout_ms: 700 }))).toMatchObject(unseen('did not come in time'));
  });

  test.each([
    [404, 'text/html', 'status 404'],
    [500, 'text/html', 'status 500'],
    [206, 'text/html', 'status 206'],
    [200, 'application/json', 'sent as application/json'],
  ])('does not count with status %i as %s', async (status, type, detail) => {
    site.pages['/'] = (_request, response) => void response.writeHead(status, { 'content-type': type }).end(TAG);
    expect(await homepage()).toMatchObject(unseen(detail));
  });
});

describe('the file', () => {
  test.each([
    ['alone', TOKEN],
    ['with a line end', `${TOKEN}\n`],
    ['with a mark at its beginning and more lines', `\uFEFF\r\n  ${TOKEN}\t\r\nmore`],
  ])('counts %s', async (_what, text) => {
    site.pages[FILE] = text;
    expect(await file()).toMatchObject(FOUND);
  });

  test.each([
    ['nothing', '', 'is empty'],
    ['another token', 'launchweek-another', '“launchweek-another”'],
    ['it in the second line', `hello\n${TOKEN}`, '“hello”'],
    ['more than it in the first line', `${TOKEN} and more`, 'something else'],
    ['something huge', 'x'.repeat(5_000_000), 'something else'],
  ])('does not count with %s', async (_what, text, detail) => {
    site.pages[FILE] = text;
    expect(await file()).toMatchObject(unseen(detail));
  });

  test('is not a page that answers at every address', async () => {
    site.pages[FILE] = (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(TOKEN);
    expect(await file()).toMatchObject(unseen('sent as text/html'));
  });

  test('is not one of another domain', async () => {
    site.pages[FILE] = ({ headers }, response) =>
      headers.host!.startsWith('acme.')
        ? void response.writeHead(302, { location: `http://other.example:${port}${FILE}` }).end()
        : void response.writeHead(200, { 'content-type': 'text/plain' }).end(TOKEN);
    expect(await file()).toMatchObject(unseen('leads to other.example'));
  });
});

describe('a website that leads inward is not read', () => {
  test.each(['http://acme.example/', 'http://127.0.0.1/', 'http://cloud.example/', 'http://[::1]/'])('%s', async (website) => {
    const sighting = await lookAtHomepage(reaching({ allow_private: false }), { domain: 'acme.example', website }, TOKEN);
    expect(sighting).toMatchObject(unseen('not on the public internet'));
  });

  test('not even in development where clouds keep their secrets', async () => {
    const sighting = await lookAtHomepage(reaching(), { domain: 'cloud.example', website: 'http://cloud.example/' }, TOKEN);
    expect(sighting).toMatchObject(unseen('not on the public internet'));
  });

  test('a name nobody has could not be resolved', async () => {
    const sighting = await lookAtFile(reaching(), { domain: 'gone.example', website: 'http://gone.example/' }, TOKEN);
    expect(sighting.found).toBe(false);
  });
});

test('the record may hang on an alias; whose server refuses has none', async () => {
  names.zones['_launchweek.acme.example'] = { cname: 'proof.other.example' };
  names.zones['proof.other.example'] = { txt: [` ${TOKEN} `] };
  expect(await lookAtRecords(reaching(), acme(), TOKEN)).toMatchObject(FOUND);
  names.zones['_launchweek.acme.example'] = { trouble: 'refused' };
  expect(await lookAtRecords(reaching(), acme(), TOKEN)).toMatchObject(unseen('could not be looked up'));
});

describe('which mailbox proves a domain', () => {
  const at = (domain: string) => ({ domain, website: `https://${domain}/` });
  test.each([
    ['ada@acme.example', 'acme.example'],
    ['ada@mail.team.acme.example', 'acme.example'],
    ['ada@acme.co.uk', 'acme.co.uk'],
  ])('%s does for %s', (email, domain) => expect(mailboxFault(email, at(domain))).toBeNull());
  test.each([
    ['ada@co.uk', 'acme.co.uk'],
    ['ada@acme.example.evil.test', 'acme.example'],
    ['ada@gmail.com', 'acme.example'],
    ['ada@github.io', 'acme.github.io'],
    ['ada@other.github.io', 'acme.github.io'],
  ])('%s does not for %s', (email, domain) => expect(mailboxFault(email, at(domain))).toContain(domain));

  test('what is no name has no record and no mailbox', () => {
    for (const domain of ['localhost:3000', '127.0.0.1', '[::1]:80']) {
      expect(withoutName(at(domain))).toContain(domain);
      expect(withoutMail(at(domain))).toContain(domain);
    }
    expect(withoutName(at('xn--bcher-kva.example'))).toBeNull();
    expect(withoutMail(at('acme.example'))).toBeNull();
  });
});
