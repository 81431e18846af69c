import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { openCdn } from '../../src/integrations/cdn.ts';
import { guardedFetch } from '../../src/integrations/fetch/guarded-fetch.ts';
import { readChangedKeys } from '../../src/modules/changes/changed-keys.ts';
import { startPurges } from '../../src/process/purges.ts';
import { copyListingToSite, createOtherSite } from '../support/listings/own-listings.ts';
import { useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const server = useServer();
/** The keys that were purged, as a CDN gets them that speaks Fastly's protocol. */
const purged: string[] = [];
let cdn_url = '';
beforeAll(async () => {
  const receiver = createServer((request, response) => {
    purged.push(...String(request.headers['surrogate-key']).split(' '));
    response.end();
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  cdn_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  return () => {
    receiver.closeAllConnections();
    receiver.close();
  };
});

const start = () => {
  purged.length = 0;
  const cdn = openCdn({ kind: 'fastly', seconds: 600, purge_urls: [cdn_url], token: 'a-token' }, guardedFetch({ allow_private: true }));
  const purges = startPurges(server.sql, cdn, pino({ level: 'silent' }));
  onTestFinished(() => purges.stop());
};
const findListing = async (slug: string) => (await server.sql<{ id: number }[]>`select id from listings where slug = ${slug}`)[0]!.id;
const changeListing = (slug: string) => server.sql`update listings set tagline = tagline || '.' where slug = ${slug}`;
const foldChanges = async () => {
  while ((await readChangedKeys(server.sql, server.site_id, 'latest', 1))?.has_more);
};
/** Gives all changes their places, as of a time ago. */
const ageChanges = async (minutes: number) => {
  await foldChanges();
  await server.sql`update changes set at = now() - make_interval(mins => ${minutes}), folded_at = now() - make_interval(mins => ${minutes})`;
};

test('what changed while no process ran is purged if the CDN may still have the answers from before', async () => {
  await changeListing('kontorbuch');
  await ageChanges(20);
  await changeListing('ledgerly');
  start();
  const keys = [`lists:${server.site_id}`, `listing:${server.site_id}/ledgerly`];
  await until(async () => purged.length > 0);
  expect(purged).toEqual(keys);
  await changeListing('kontorbuch');
  await until(async () => purged.includes(`listing:${server.site_id}/kontorbuch`));
  expect(purged.filter((key) => key.endsWith('ledgerly'))).toHaveLength(1);
});

test('what a long transaction changed is purged, and what others changed meanwhile', async () => {
  await ageChanges(20);
  await changeListing('ledgerly');
  await foldChanges();
  await changeListing('kontorbuch');
  await foldChanges();
  // A change has the time at which its transaction began.
  await server.sql`update changes set at = now() - interval '20 minutes' where kind = 'listing' and key = 'kontorbuch'`;
  start();
  await until(async () => ['ledgerly', 'kontorbuch'].every((slug) => purged.includes(`listing:${server.site_id}/${slug}`)), 20_000);
  expect(purged).toHaveLength(3);
});

test('everything is purged after a restore, and then what changes', async () => {
  await ageChanges(20);
  start();
  await changeListing('ledgerly');
  await until(async () => purged.includes(`listing:${server.site_id}/ledgerly`));
  await server.sql`select renew_change_feeds()`;
  await changeListing('ledgerly');
  await until(async () => purged.includes(`site:${server.site_id}`));
  await changeListing('kontorbuch');
  await until(async () => purged.includes(`listing:${server.site_id}/kontorbuch`));
});

test('of many sites each is purged', async () => {
  const listing_id = await findListing('ledgerly');
  const sites: number[] = [];
  for (let n = 0; n < 30; n++) sites.push(await createOtherSite(server, `site-${n}`));
  start();
  for (const site_id of sites) await copyListingToSite(server, listing_id, site_id, null);
  await until(async () => sites.every((site_id) => purged.includes(`listing:${site_id}/ledgerly`)));
});
