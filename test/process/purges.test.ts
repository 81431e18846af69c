import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Sql } from '../../src/db/open.ts';
import { type CdnKind, openCdn } from '../../src/integrations/cdn.ts';
import { guardedFetch } from '../../src/integrations/fetch/guarded-fetch.ts';
import { readChangedKeys } from '../../src/modules/changes/changed-keys.ts';
import { purgeKeys } from '../../src/modules/purges/purge-keys.ts';
import { type PurgeKind, type PurgeTouches, selectPurgeTouches } from '../../src/modules/purges/queries.ts';
import { purgeDelays, startPurges } from '../../src/process/purges.ts';
import { copyListingToSite, createOtherSite } from '../support/listings/own-listings.ts';
import { NOON, useServer } from '../support/server.ts';
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
const foldChanges = async () => {
  while ((await readChangedKeys(server.sql, server.site_id, 'latest', 1))?.has_more);
};
/** Gives all changes their places, as of a time ago. */
const ageChanges = async (minutes: number) => {
  await foldChanges();
  await server.sql`update changes set at = now() - make_interval(mins => ${minutes}), folded_at = now() - make_interval(mins => ${minutes})`;
  await server.sql`update purge_touches set created_at = now() - make_interval(mins => ${minutes})`;
};

test('a file that was deleted while no process ran is purged for as long as the CDN may have it', async () => {
  await server.sql`truncate purge_touches`;
  const touch = (key: string, minutes: number) => server.sql`
    insert into purge_touches (site_id, kind, key, created_at)
    values (${server.site_id}, 'picture', ${key}, now() - make_interval(mins => ${minutes}))`;
  await ageChanges(90);
  await touch('expired', 90);
  await touch('stored', 55);
  start();
  await until(async () => purged.length > 0);
  expect(purged).toEqual([`picture:${server.site_id}/stored`]);
});

test('what changed while no process ran is purged if the CDN may still have the answers from before', async () => {
  await changeListing('kontorbuch');
  await ageChanges(90);
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
  await ageChanges(90);
  await changeListing('ledgerly');
  await foldChanges();
  await changeListing('kontorbuch');
  await foldChanges();
  // A change has the time at which its transaction began.
  await server.sql`update changes set at = now() - interval '90 minutes' where kind = 'listing' and key = 'kontorbuch'`;
  start();
  await until(async () => ['ledgerly', 'kontorbuch'].every((slug) => purged.includes(`listing:${server.site_id}/${slug}`)), 20_000);
  expect(purged).toHaveLength(3);
});

test('everything is purged after a restore, and then what changes', async () => {
  await ageChanges(90);
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
  await ageChanges(90);
  start([receiver], [100, 2500]);
  const began_at = performance.now();
  await changeListing('ledgerly');
  const key = `listing:${server.site_id}/ledgerly`;
  await until(async () => purged.filter((one) => one === key).length === 2);
  const [soon, later] = receiver.times.filter((one) => one.key === key).map(({ at }) => at - began_at);
  expect(soon).toBeLessThan(later! - 1000);
  expect(later).toBeGreaterThanOrEqual(2500);
});

test('an address that does not answer holds up no other, and gets what it missed when it is back', async () => {
  const other = await openReceiver();
  await ageChanges(90);
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
  await ageChanges(90);
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

test('a category is purged with what lists it, votes with their listing, and a picture alone', () => {
  const keys = (kind: PurgeKind, key: string) => purgeKeys({ site_id: 1, kind, key });
  expect(keys('category', 'finance')).toEqual(['lists:1', 'category:1/finance']);
  expect(keys('award', '2026-11-09/1')).toEqual(['lists:1']);
  expect(keys('votes', 'ledgerly/2026-11-09')).toEqual(['lists:1', 'listing:1/ledgerly']);
  expect(keys('site', '')).toEqual(['site:1']);
  expect(keys('picture', 'ab12')).toEqual(['picture:1/ab12']);
  expect(keys('dataset', '2026-11-16-032011')).toEqual(['lists:1', 'dataset:1/2026-11-16-032011']);
});

describe('what is not in the change feed', () => {
  const listing = () => [`listing:${server.site_id}/ledgerly`, `lists:${server.site_id}`];
  const ids = { site: () => server.site_id, listing: () => findListing('ledgerly') };
  /** Makes changes and returns the keys that are purged by them, with what a second reading finds. */
  const purgedBy = async (change: (sql: Sql) => Promise<unknown>) => {
    const { snapshot } = await selectPurgeTouches(server.sql, { seconds: 0 });
    await change(server.sql);
    const read = await selectPurgeTouches(server.sql, { snapshot });
    expect((await selectPurgeTouches(server.sql, read)).touches).toEqual([]);
    return [...new Set(read.touches.flatMap(purgeKeys))].toSorted();
  };

  test('is purged with the pages that show it', async () => {
    const { site_id } = server;
    const listing_id = await ids.listing();
    const of_listing = listing();
    const comment = { site_id, listing_id, author_name: 'A', body: 'Hello', created_at: NOON, updated_at: NOON };
    expect(await purgedBy((sql) => sql`insert into comments ${sql(comment)}`)).toEqual(of_listing);
    expect(await purgedBy((sql) => sql`update comments set status = 'removed' where listing_id = ${listing_id}`)).toEqual(of_listing);
    expect(await purgedBy((sql) => sql`update reviews set rating = 6 - rating where listing_id = ${listing_id}`)).toEqual(of_listing);
    expect(await purgedBy((sql) => sql`delete from listing_alternatives where listing_id = ${listing_id}`)).toEqual(of_listing);
    const [post] = await server.sql<{ id: number; slug: string }[]>`select id, slug from blog_posts where published_at is not null limit 1`;
    const of_post = [`lists:${site_id}`, `post:${site_id}/${post!.slug}`];
    expect(await purgedBy((sql) => sql`update blog_posts set title = 'New' where id = ${post!.id}`)).toEqual(of_post);
    expect(await purgedBy((sql) => sql`update blog_posts set slug = 'new' where id = ${post!.id}`)).toEqual([
      `lists:${site_id}`,
      ...[post!.slug, 'new'].map((slug) => `post:${site_id}/${slug}`).toSorted(),
    ]);
    const of_site = [`site:${site_id}`];
    expect(await purgedBy((sql) => sql`update sites set settings = settings || '{"brand": {}}' where id = ${site_id}`)).toEqual(of_site);
    expect(await purgedBy((sql) => sql`update sites set settings = settings || '{"brand_draft": {}}' where id = ${site_id}`)).toEqual([]);
    const legal = { site_id, kind: 'terms', number: 9, title: 'Terms', body_markdown: '', published_at: NOON };
    expect(await purgedBy((sql) => sql`insert into legal_versions ${sql(legal)}`)).toEqual(of_site);
    const dump = {
      site_id,
      name: '2026-11-16-032011',
      week_on: '2026-11-09',
      started_at: NOON,
      manifest: '{}',
      note: '',
      published_at: NOON,
    };
    await server.sql`insert into datasets ${server.sql(dump)}`;
    expect(await purgedBy((sql) => sql`delete from datasets where name = ${dump.name}`)).toEqual([
      `dataset:${site_id}/${dump.name}`,
      `lists:${site_id}`,
    ]);
  });

  test('what only its own pages show is purged without the lists', async () => {
    const { site_id, sql } = server;
    const listing_id = await ids.listing();
    const price = { plan: 'Sample', amount: 9, currency: 'EUR', period: 'month', quote: '', url: '', from_at: NOON, confirmed_at: NOON };
    await sql`insert into plan_prices ${sql({ site_id, listing_id, ...price })}`;
    const own = [`listing:${site_id}/ledgerly`];
    expect(await purgedBy((sql) => sql`update comments set votes = votes + 1 where listing_id = ${listing_id}`)).toEqual(own);
    expect(await purgedBy((sql) => sql`update comments set body = body || '.' where listing_id = ${listing_id}`)).toEqual(own);
    expect(await purgedBy((sql) => sql`update reviews set body = body || '.' where listing_id = ${listing_id}`)).toEqual(own);
    expect(await purgedBy((sql) => sql`update plan_prices set confirmed_at = now() where listing_id = ${listing_id}`)).toEqual(own);
    expect(await purgedBy((sql) => sql`update plan_prices set ended_at = now() where listing_id = ${listing_id}`)).toEqual(listing());
  });

  test('pictures of a listing are purged when it is removed, and when they are deleted', async () => {
    const { site_id } = server;
    const [listing_id, hash] = [await ids.listing(), 'a'.repeat(64)];
    const picture = { site_id, listing_id, hash, alt: '', width: 1, height: 1, position: 1, bytes: Buffer.from('x'), created_at: NOON };
    await server.sql`insert into listing_media ${server.sql(picture)}`;
    const of_picture = [`picture:${site_id}/${hash}`];
    expect(await purgedBy((sql) => sql`update listings set status = 'removed' where id = ${listing_id}`)).toContain(of_picture[0]);
    expect(await purgedBy((sql) => sql`update listings set status = 'live' where id = ${listing_id}`)).toContain(of_picture[0]);
    expect(await purgedBy((sql) => sql`delete from listing_media where hash = ${hash}`)).toEqual(of_picture);
  });

  test('is read again after a failover, as the other database may give the same ids to its transactions', async () => {
    const { sql } = server;
    await ageChanges(90);
    start();
    await sql`insert into purge_touches (site_id, kind, key) values (${server.site_id}, 'post', 'before')`;
    await until(async () => purged.includes(`post:${server.site_id}/before`));
    // An id that the reader has seen.
    await sql`insert into purge_touches (site_id, kind, key, xid) values (${server.site_id}, 'post', 'after', '3')`;
    const [{ source }] = (await sql`select pg_get_functiondef('identify_database'::regproc) as source`) as unknown as [{ source: string }];
    onTestFinished(async () => void (await sql.unsafe(source)));
    await sql`create or replace function identify_database() returns text language sql stable as $$ select 'another' $$`;
    await until(async () => purged.includes(`post:${server.site_id}/after`));
  });

  test('is read once, also from transactions that were begun earlier and commit later', async () => {
    const first = await selectPurgeTouches(server.sql, { seconds: 0 });
    const touch = (sql: Sql, key: string) => sql`insert into purge_touches (site_id, kind, key) values (${ids.site()}, 'post', ${key})`;
    const keysIn = ({ touches }: PurgeTouches) => touches.map(({ key }) => key);
    let second!: PurgeTouches;
    await server.sql.begin(async (slow) => {
      await touch(slow as unknown as Sql, 'slow');
      await touch(server.sql, 'quick');
      second = await selectPurgeTouches(server.sql, first);
      expect(keysIn(second)).toEqual(['quick']);
    });
    expect(keysIn(await selectPurgeTouches(server.sql, second))).toEqual(['slow']);
  });

  test('reaches the CDN, also what was touched while no process ran', async () => {
    await server.sql`update comments set status = 'shown' where listing_id = ${await ids.listing()} and status = 'removed'`;
    start();
    await until(async () => listing().every((key) => purged.includes(key)));
    await server.sql`update blog_posts set title = title || '.' where slug = 'new'`;
    await until(async () => purged.includes(`post:${server.site_id}/new`));
  });
});
