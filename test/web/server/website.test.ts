import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { assetUrl } from '../../../src/web/server/assets.ts';
import { WEB_PAGES } from '../../../src/web/server/routes.ts';
import { startServer, useServer } from '../../support/server.ts';

const server = useServer();

const SLUGS: Record<string, string> = {
  listing: 'ledgerly',
  alternatives: 'ledgerly',
  category: 'developer-tools',
  founder: 'mara-lindqvist',
  post: 'this-is-a-demo',
  docs_operation: 'get_listing',
  leaderboard: 'billboard',
  reviews: 'ledgerly',
  comments: 'ledgerly',
  badges: 'ledgerly',
  week: 'this',
  legal: 'terms',
  legal_version: 'terms',
  ledger_receipt: '1',
};
const addressOf = ({ name, path }: { name: string; path: string }) => path.replace(/:\w+/, SLUGS[name] ?? '').replace(':version_id', '1');

beforeAll(async () => {
  await server.sql`
    insert into legal_versions (site_id, kind, number, title, body_markdown, published_at)
    values (${server.site_id}, 'terms', 1, 'Terms', 'Be kind.', now())`;
});

test.each(WEB_PAGES.filter(({ personal }) => !personal))('$name is served with a CSP that blocks external scripts', async (page) => {
  const reply = await server.get(addressOf(page));
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  const policy = reply.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect((await server.get(addressOf(page), { 'if-none-match': reply.headers.get('etag')! })).status).toBe(304);
});

test('an unknown address is a 404 page with a search box', async () => {
  const reply = await server.get('/no/such/page');
  const body = await reply.text();
  expect(reply.status).toBe(404);
  expect(body).toContain('Page not found');
  expect(body).toContain('action="/listings"');
  expect(body).toContain('noindex');
});

test('an unknown slug is a 404 page that is not cached', async () => {
  const reply = await server.get('/listings/nobody-has-this');
  expect(reply.status).toBe(404);
  expect(await reply.text()).toContain('Launchweek');
});

test('a fault is a 500 that shows the request id and no details', async () => {
  const broken = await startServer({ demo: false });
  await broken.sql`alter view public_listings rename column tagline to hunter2`;
  const reply = await broken.get('/listings/anything');
  const body = await reply.text();
  const api = await broken.get('/api/v1/listings/anything');
  const problem = await api.text();
  await broken.close();
  expect([reply.status, api.status]).toEqual([500, 500]);
  expect(body).toContain(reply.headers.get('x-request-id'));
  expect(JSON.parse(problem)).toMatchObject({ code: 'fault', detail: null, errors: [] });
  expect(body + problem).not.toMatch(/hunter2|tagline does not|column/);
});

test('an asset is immutable, and its address contains a hash', async () => {
  const reply = await server.get(assetUrl('theme.js'));
  expect(reply.status).toBe(200);
  expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(await reply.text()).toBe(readFileSync('src/web/islands/theme.js', 'utf8'));
  expect((await server.get('/assets/theme-000000000000.js')).status).toBe(404);
});
