import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type CdnKind, openCdn } from '../../src/integrations/cdn.ts';
import { guardedFetch } from '../../src/integrations/fetch/guarded-fetch.ts';
import { readChangedKeys } from '../../src/modules/changes/changed-keys.ts';
import { keysOfChange, purgeDelays, startPurges } from '../../src/process/purges.ts';
import { copyListingToSite, createOtherSite } from '../support/listings/own-listings.ts';
import { useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const server = useServer({ pool: 8 });

/** A CDN that speaks Fastly's protocol or Varnish's, and keeps what it was told. */
interface Receiver {
  url: string;
  /** The keys that were purged. */
  purged: string[];
  /** When the first purge with a key came. */
  times: { key: string; at: number }[];
  is_away: boolean;
}
const openReceiver = async (): Promise<Receiver> => {
  const receiver: Receiver = { url: '', purged: [], times: [], is_away: false };
  const http = createServer((request, response) => {
    const keys = String(request.headers['surrogate-key'] ?? request.headers['x-purge-keys']).split(/[ |]/);
    if (!receiver.is_away) {
      receiver.purged.push(...keys);
      receiver.times.push(...keys.map((key) => ({ key, at: performance.now() })));
    }
    response.writeHead(receiver.is_away ? 503 : 200).end();
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  receiver.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`;
  closeReceivers.push(() => {
    http.closeAllConnections();
    http.close();
  });
  return receiver;
};
const closeReceivers: (() => void)[] = [];
let receiver: Receiver;
let purged: string[];
beforeAll(async () => {
  receiver = await openReceiver();
  ({ purged } = receiver);
  return () => {
    for (const close of closeReceivers) close();
  };
});

const start = (receivers = [receiver], delays = purgeDelays(null), kind: CdnKind = 'fastly') => {
  for (const one of receivers) one.purged.length = one.times.length = 0;
  const purge_urls = receivers.map(({ url }) => url);
  const cdn = openCdn({ kind, seconds: 600, purge_urls, token: 'a-token' }, guardedFetch({ allow_private: true }));
  const purges = startPurges({ sql: server.sql, cdn, log: pino({ level: 'silent' }), delays });
  onTestFinished(() => purges.stop());
};
const findListing = async (slug: string) => (await server.sql<{ id: number }[]>`select id from listings where slug = ${slug}`)[0]!.id;
const changeListing = (slug: string) => server.sql`update listings set tagline = tagline || '.' where slug = ${slug}`;
/** Gives all changes their places, as of a time ago. */
const ageChanges = async (minutes: number) => {
  while ((await readChangedKeys(server.sql, server.site_id, 'latest', 1))?.has_more);
  await server.sql`update changes set at = now() - make_interval(mins => ${minutes})`;
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

test('with replicas everything is purged again when none of them can lack it any more', async () => {
  expect(purgeDelays(null)).toEqual([1000]);
  // One check until the change is seen, the lag that is allowed or an old check, and the process's own cache.
  expect(purgeDelays(2000)).toEqual([1000, 5500]);
  expect(purgeDelays(60_000)).toEqual([1000, 62_000]);
  await ageChanges(20);
  start([receiver], [100, 2500]);
  const began_at = performance.now();
  await changeListing('ledgerly');
  const key = `listing:${server.site_id}/ledgerly`;
  await until(async () => purged.filter((one) => one === key).length === 2);
  const [soon, later] = receiver.times.filter((one) => one.key === key).map(({ at }) => at - began_at);
  expect(soon).toBeLessThan(2400);
  expect(later).toBeGreaterThanOrEqual(2500);
});

test('an address that does not answer holds up no other, and gets what it missed when it is back', async () => {
  const other = await openReceiver();
  await ageChanges(20);
  other.is_away = true;
  start([other, receiver], purgeDelays(null), 'varnish');
  const slugs = (await server.sql<{ slug: string }[]>`select slug from live_listings where site_id = ${server.site_id}`).map(
    ({ slug }) => slug,
  );
  const keys = slugs.map((slug) => `listing:${server.site_id}/${slug}`);
  // One request names 20.
  expect(keys.length).toBeGreaterThan(40);
  await server.sql`update listings set tagline = tagline || '.' where slug = any(${slugs})`;
  const hasAll = ({ purged }: Receiver) => keys.every((key) => purged.includes(key));
  await until(async () => hasAll(receiver));
  expect(other.purged).toEqual([]);
  other.is_away = false;
  await until(async () => hasAll(other));
});

test('more changes at once than can be named are purged with everything of the site', async () => {
  await ageChanges(20);
  const { site_id, sql } = server;
  await sql`
    insert into changes (site_id, kind, key, seq, removed, at)
    select ${site_id}, 'votes', 'ledgerly/' || n, last_seq + n, true, now() from change_feeds, generate_series(1, 600) n where site_id = ${site_id}`;
  await sql`update change_feeds set last_seq = last_seq + 600 where site_id = ${site_id}`;
  start();
  await until(async () => purged.includes(`site:${site_id}`));
  expect(purged).toEqual([`site:${site_id}`]);
  await changeListing('kontorbuch');
  await until(async () => purged.includes(`listing:${site_id}/kontorbuch`));
});

test('a category is purged with what lists it, and votes with their listing', () => {
  expect(keysOfChange(1, 'category', 'finance')).toEqual(['lists:1', 'category:1/finance']);
  expect(keysOfChange(1, 'votes', 'ledgerly/2026-11-09')).toEqual(['lists:1', 'listing:1/ledgerly']);
});
