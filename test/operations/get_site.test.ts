import { expect, test } from 'vitest';
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
    if (name === 'api' || name === 'mcp') continue;
    expect((await fetch(url)).status, name).toBe(200);
  }
});
