import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Ctx } from '../../src/kernel/context.ts';
import { Refusal } from '../../src/kernel/errors.ts';
import { assetUrl } from '../../src/web/assets.ts';
import { PAGES } from '../../src/web/routes.ts';
import { missingPage, type WebDeps, webPages } from '../../src/web/serve.ts';
import { here, site } from './samples.ts';

const ctx = { site, clock: { now: () => here.now }, caller: null, request_id: 'request-7' } as unknown as Ctx;

const appWith = (deps: Partial<WebDeps>) => {
  const app = Fastify();
  const all = { contextOf: async () => ctx, render: async () => ({ status: 200, html: '<p>drawn' }), ...deps };
  webPages(app, all);
  app.setNotFoundHandler(missingPage(all));
  return app;
};

test('every page of the table is served, with a policy that lets nothing from elsewhere run', async () => {
  const app = appWith({});
  for (const { path } of PAGES) {
    const reply = await app.inject(path.replace(/:\w+/g, 'some-slug'));
    expect(reply.statusCode, path).toBe(200);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    expect(reply.headers['content-security-policy']).toContain("default-src 'self'");
    expect(reply.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(reply.headers['content-security-policy']).not.toContain('unsafe');
  }
});

test('an address without a page is a friendly 404 with a search box', async () => {
  const reply = await appWith({}).inject('/no/such/page');
  expect(reply.statusCode).toBe(404);
  expect(reply.body).toContain('Nothing is here');
  expect(reply.body).toContain('action="/listings"');
  expect(reply.body).toContain('noindex');
});

test('a fault is a 500 that names the request and tells nothing else', async () => {
  const app = appWith({
    render: async () => {
      throw new Error('password=hunter2');
    },
  });
  const reply = await app.inject('/');
  expect(reply.statusCode).toBe(500);
  expect(reply.body).toContain('request-7');
  expect(reply.body).not.toContain('hunter2');
});

test('a host that is no site of ours gets a page too', async () => {
  const app = appWith({
    contextOf: async () => {
      throw new Refusal('unknown_site');
    },
  });
  const reply = await app.inject('/');
  expect(reply.statusCode).toBe(404);
  expect(reply.body).toContain('<html lang="en">');
});

test('a slug that cannot be one is a 404 before anything is asked', async () => {
  const reply = await appWith({ render: undefined }).inject('/listings/NOT%20A%20SLUG');
  expect(reply.statusCode).toBe(404);
});

test.each(['site.css', 'theme.js', 'search-keys.js', 'pictures.js', 'mark.svg'])('%s is served under its hash, for good', async (file) => {
  const url = assetUrl(file);
  expect(url).toMatch(/^\/assets\/[\w-]+-[0-9a-f]{12}\.\w+$/);
  const reply = await appWith({}).inject(url);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test('what a page needs at first fits into a few kilobytes', async () => {
  const app = appWith({});
  const sizes = await Promise.all(
    ['site.css', 'theme.js', 'search-keys.js', 'pictures.js'].map(async (file) => (await app.inject(assetUrl(file))).body.length),
  );
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(40_000);
});
