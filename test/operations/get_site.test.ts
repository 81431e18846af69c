import { expect, test } from 'vitest';
import { OPERATIONS } from '../../src/registry.ts';
import { useServer } from '../support/server.ts';

const server = useServer();

test('200 describes the site, counts what is live, and names the addresses', async () => {
  const site = await server.client.get_site({});
  const [counted] =
    await server.sql`select (select count(*)::int from listings where status = 'live') as live_listings, (select count(*)::int from categories) as categories`;
  expect(site.counts).toEqual(counted);
  expect(site).toMatchObject({
    name: 'Launchweek',
    time_zone: 'UTC',
    urls: { site: server.root, api: server.api, mcp: `${server.root}/mcp`, openapi: `${server.api}/openapi.json` },
  });
});

test('every address it names works', async () => {
  const { urls } = await server.client.get_site({});
  for (const [name, url] of Object.entries(urls)) {
    if (name === 'mcp') continue;
    expect((await fetch(url)).status, name).toBe(200);
  }
});

test('SPEC 4.1: urls.api answers with an index of all operations and links that work', async () => {
  const { urls } = await server.client.get_site({});
  const answer = await fetch(urls.api);
  expect(answer.headers.get('etag')).toBeTruthy();
  const index = (await answer.json()) as { links: Record<string, string>; operations: { id: string; url: string; docs: string }[] };
  expect(index.operations.map(({ id }) => id).toSorted()).toEqual(OPERATIONS.map(({ id }) => id).toSorted());
  expect(index.operations.find(({ id }) => id === 'get_listing')).toMatchObject({ url: `${server.api}/listings/{slug}`, access: 'public' });
  const links = [...Object.values(index.links).filter((url) => url !== urls.mcp), index.operations[0]!.docs];
  for (const url of links) expect((await fetch(url)).status, url).toBe(200);
  expect((await fetch(urls.api, { method: 'POST' })).status).toBe(405);
});
