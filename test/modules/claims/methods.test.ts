import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolveWithServers } from '../../../src/integrations/fetch/addresses.ts';
import { guardedFetch } from '../../../src/integrations/fetch/guarded-fetch.ts';
import { openIntegrations } from '../../../src/integrations/integrations.ts';
import type { Integrations } from '../../../src/kernel/context.ts';
import { checkDnsRecords, checkFile, checkMetaTag } from '../../../src/modules/claims/methods.ts';
import { dnsObstacle, emailObstacle, isOwnDomain, mailboxFault, recordName, rootObstacle } from '../../../src/modules/claims/rules.ts';
import { identifyWebsite } from '../../../src/modules/listings/addresses.ts';
import { type ProductSite, serveProduct } from '../../support/extraction/product-site.ts';
import { useNameServer } from '../../support/integrations/dns-server.ts';

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

/** Integrations as a server has them. */
const makeIntegrations = ({ allow_private = true, timeout_ms = 30_000 } = {}): Integrations => {
  const fetch = guardedFetch({ allow_private, resolve: resolveWithServers([names.address]) });
  const opened = openIntegrations({ smtp_url: null, mail_from: null, dns_servers: [names.address] });
  return { ...opened, fetch: (url, options) => fetch(url, { ...options, timeout_ms }) };
};
const acme = () => ({ domain: 'acme.example', website: `http://acme.example:${port}/app?x=1` });
const checkHomepage = (integrations = makeIntegrations()) => checkMetaTag(integrations, acme(), TOKEN);
const checkProofFile = (integrations = makeIntegrations()) => checkFile(integrations, acme(), TOKEN);
const FOUND = { found: true };
const notFoundBecause = (detail: string) => ({ found: false, detail: expect.stringContaining(detail) });

describe('the tag on the homepage', () => {
  test('is checked at the root of the website’s host, whatever the path of the website', async () => {
    site.pages = { '/': TAG, '/app': '<p>' };
    expect(await checkHomepage()).toMatchObject(FOUND);
    site.pages = { '/': '<p>', '/app': TAG };
    expect(await checkHomepage()).toMatchObject(notFoundBecause('didn’t find the tag'));
  });

  test('counts in the head only: a visitor may have written what is in the body', async () => {
    site.pages['/'] = `<html><head><title>x</title></head><body><p>Comment: ${TAG}</p></body></html>`;
    expect(await checkHomepage()).toMatchObject(notFoundBecause('in the body'));
    site.pages['/'] = `<html><head><title>${TAG}</title><noscript><p>${TAG}</p></noscript><!-- ${TAG} --></head></html>`;
    expect(await checkHomepage()).toMatchObject({ found: false });
    site.pages['/'] = `<html><head><script>"${TAG}"</script><template>${TAG}</template></head></html>`;
    expect(await checkHomepage()).toMatchObject({ found: false });
  });

  test('may be one of several; another value is quoted, shortened and as text', async () => {
    site.pages['/'] = `<meta name="launchweek-verification" content="old">${TAG}`;
    expect(await checkHomepage()).toMatchObject(FOUND);
    site.pages['/'] = `<meta name="launchweek-verification" content="${'o'.repeat(500)}\u0007">`;
    const { detail } = await checkHomepage();
    expect(detail).toContain('a different value');
    expect(detail.length).toBeLessThan(200);
  });

  test('is found after a redirect within the domain, never on another domain', async () => {
    site.pages['/'] = ({ headers }, response) =>
      headers.host!.startsWith('www.')
        ? void response.writeHead(200, { 'content-type': 'text/html' }).end(TAG)
        : void response.writeHead(301, { location: `http://www.acme.example:${port}/` }).end();
    expect(await checkHomepage()).toMatchObject(FOUND);
    for (const other_host of ['other.example', 'notacme.example', 'localhost']) {
      site.pages['/'] = ({ headers }, response) =>
        headers.host!.startsWith('acme.')
          ? void response.writeHead(302, { location: `http://${other_host}:${port}/` }).end()
          : void response.writeHead(200, { 'content-type': 'text/html' }).end(TAG);
      expect(await checkHomepage()).toMatchObject(notFoundBecause(`redirects to ${other_host}`));
    }
  });

  test('is found at the start of an endless page; a slow page times out', async () => {
    site.pages['/'] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write(`<head>${TAG}</head>`);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    expect(await checkHomepage()).toMatchObject(FOUND);
    site.pages['/'] = (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).write('<head>');
    expect(await checkHomepage(makeIntegrations({ timeout_ms: 700 }))).toMatchObject(notFoundBecause('took too long'));
    site.pages['/'] = () => {};
    expect(await checkHomepage(makeIntegrations({ timeout_ms: 700 }))).toMatchObject(notFoundBecause('took too long'));
  });

  test.each([
    [404, 'text/html', 'status 404'],
    [500, 'text/html', 'status 500'],
    [206, 'text/html', 'status 206'],
    [200, 'application/json', 'served as application/json'],
  ])('does not count with status %i as %s', async (status, type, detail) => {
    site.pages['/'] = (_request, response) => void response.writeHead(status, { 'content-type': type }).end(TAG);
    expect(await checkHomepage()).toMatchObject(notFoundBecause(detail));
  });
});

describe('the file', () => {
  test.each([
    ['alone', TOKEN],
    ['with a line end', `${TOKEN}\n`],
    ['with a byte order mark and more lines', `\uFEFF\r\n  ${TOKEN}\t\r\nmore`],
  ])('counts %s', async (_what, text) => {
    site.pages[FILE] = text;
    expect(await checkProofFile()).toMatchObject(FOUND);
  });

  test.each([
    ['nothing', '', 'is empty'],
    ['another token', 'launchweek-another', '“launchweek-another”'],
    ['it in the second line', `hello\n${TOKEN}`, '“hello”'],
    ['more than it in the first line', `${TOKEN} and more`, 'a different first line'],
    ['something huge', 'x'.repeat(5_000_000), 'a different first line'],
  ])('does not count with %s', async (_what, text, detail) => {
    site.pages[FILE] = text;
    expect(await checkProofFile()).toMatchObject(notFoundBecause(detail));
  });

  test('is not an HTML page that answers at every path', async () => {
    site.pages[FILE] = (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(TOKEN);
    expect(await checkProofFile()).toMatchObject(notFoundBecause('served as text/html'));
  });

  test('does not count when it redirects to another domain', async () => {
    site.pages[FILE] = ({ headers }, response) =>
      headers.host!.startsWith('acme.')
        ? void response.writeHead(302, { location: `http://other.example:${port}${FILE}` }).end()
        : void response.writeHead(200, { 'content-type': 'text/plain' }).end(TOKEN);
    expect(await checkProofFile()).toMatchObject(notFoundBecause('redirects to other.example'));
  });
});

describe('a website at an internal address is not read', () => {
  test.each(['http://acme.example/', 'http://127.0.0.1/', 'http://cloud.example/', 'http://[::1]/'])('%s', async (website) => {
    const result = await checkMetaTag(makeIntegrations({ allow_private: false }), { domain: 'acme.example', website }, TOKEN);
    expect(result).toMatchObject(notFoundBecause('not on the public internet'));
  });

  test('not even in development at a cloud’s metadata address', async () => {
    const result = await checkMetaTag(makeIntegrations(), { domain: 'cloud.example', website: 'http://cloud.example/' }, TOKEN);
    expect(result).toMatchObject(notFoundBecause('not on the public internet'));
  });

  test('a domain that does not resolve is reported as not found', async () => {
    const result = await checkFile(makeIntegrations(), { domain: 'gone.example', website: 'http://gone.example/' }, TOKEN);
    expect(result.found).toBe(false);
  });
});

test('the record may be an alias; a refusing name server means not found', async () => {
  names.zones['_launchweek.acme.example'] = { cname: 'proof.other.example' };
  names.zones['proof.other.example'] = { txt: [` ${TOKEN} `] };
  expect(await checkDnsRecords(makeIntegrations(), acme(), TOKEN)).toMatchObject(FOUND);
  names.zones['_launchweek.acme.example'] = { trouble: 'refused' };
  expect(await checkDnsRecords(makeIntegrations(), acme(), TOKEN)).toMatchObject(notFoundBecause('couldn’t be looked up'));
});

describe('which mailboxes prove a domain', () => {
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

  test('nothing proves a product that has only a path on a shared host, and no mailbox one that has a host there', () => {
    const listed = (website: string) => ({ website, domain: identifyWebsite(website)! });
    for (const website of ['https://github.com/ada/engine', 'https://cs.uni.example/~ada/']) {
      for (const obstacle of [dnsObstacle, rootObstacle, emailObstacle])
        expect(obstacle(listed(website))).toContain('shared by many people');
      expect(isOwnDomain(new URL('/', website).href, listed(website))).toBe(false);
    }
    for (const website of ['http://ada.free.fr/', 'https://ada.github.io/engine', 'https://free.fr/']) {
      expect(rootObstacle(listed(website))).toBeNull();
      expect(emailObstacle(listed(website))).not.toBeNull();
      expect(isOwnDomain(new URL('/', website).href, listed(website))).toBe(true);
    }
    expect(mailboxFault('ada@free.fr', listed('http://ada.free.fr/'))).not.toBeNull();
    expect(mailboxFault('ada@github.com', listed('https://github.com/ada/engine'))).not.toBeNull();
    // One of several products of a company.
    const one = { domain: 'acme.example/loom', website: 'https://acme.example/loom' };
    for (const obstacle of [dnsObstacle, rootObstacle, emailObstacle]) expect(obstacle(one)).toBeNull();
    expect(recordName(one)).toBe('_launchweek.acme.example');
    expect(mailboxFault('ada@acme.example', one)).toBeNull();
  });

  test('a host that is no domain name has no record and no mailbox', () => {
    for (const domain of ['localhost:3000', '127.0.0.1', '[::1]:80']) {
      expect(dnsObstacle(at(domain))).toContain(domain);
      expect(emailObstacle(at(domain))).toContain(domain);
    }
    expect(dnsObstacle(at('xn--bcher-kva.example'))).toBeNull();
    expect(emailObstacle(at('acme.example'))).toBeNull();
  });
});
