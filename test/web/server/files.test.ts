import { beforeAll, expect, test } from 'vitest';
import { MAX_CDN_SECONDS } from '../../../src/integrations/cdn.ts';
import { siteKey } from '../../../src/integrations/surrogate-keys.ts';
import { updateCredentials } from '../../../src/modules/launches/credentials/credentials.ts';
import { signLedger } from '../../../src/modules/votes/checkpoints/checkpoints.ts';
import { rotateKey } from '../../../src/modules/votes/checkpoints/keys.ts';
import { castVote } from '../../../src/modules/votes/votes.ts';
import { NOON, useServer } from '../../support/server.ts';
import { as, makeVoters, siteOf } from '../../support/voters.ts';

const server = useServer({ cdn: { kind: 'fastly', seconds: 600, purge_urls: [], token: null } });
const HASH = 'ab'.repeat(32);

beforeAll(async () => {
  const { sql, site_id } = server;
  const picture = { site_id, hash: HASH, width: 1, height: 1, bytes: Buffer.from('not quite a picture'), created_at: NOON };
  const [listing] = await sql`select id as listing_id from listings where slug = 'ledgerly'`;
  await sql`insert into listing_media ${sql({ ...picture, ...listing, alt: '', position: 9 })}`;
  await sql`insert into brand_pictures ${sql(picture)}`;
});

test.each([
  '/ledger/export.jsonl',
  '/launches/weeks/last/ledger.jsonl',
  '/ledger/checkpoints',
  '/ledger/keys',
  `/media/${HASH}.webp`,
  `/brand/${HASH}.png`,
  '/sitemap.xml',
  '/pictures/home.png',
])('%s is sent again only if it changed', async (path) => {
  const { status, headers } = await server.get(path);
  const etag = headers.get('etag')!;
  expect([status, etag]).toEqual([200, expect.stringMatching(/^(W\/)?".+"$/)]);
  for (const tags of [etag, `W/${etag.replace('W/', '')}`, `"x", ${etag}`, '*']) {
    const unchanged = await server.get(path, { 'if-none-match': tags });
    expect([tags, unchanged.status, unchanged.headers.get('etag')]).toEqual([tags, 304, etag]);
    expect(unchanged.headers.get('cache-control')).toBe(headers.get('cache-control'));
  }
  expect((await server.get(path, { 'if-none-match': '"x"' })).status).toBe(200);
});

test('a ledger has another tag after a vote, that of a frozen week has not', async () => {
  const tagOf = async (path: string) => (await server.get(path)).headers.get('etag');
  const [whole, week] = ['/ledger/export.jsonl', '/launches/weeks/last/ledger.jsonl'];
  const before = { whole: await tagOf(whole), week: await tagOf(week) };
  const { items } = await server.client.get_leaderboard({ board: 'community-weekly' });
  const [voter] = await makeVoters(server.sql, [{ email: 'voter@ledger.example' }]);
  const ctx = { sql: server.sql, site: await siteOf(server.sql, server.site_id), clock: { now: () => NOON } };
  await castVote(as(voter!, ctx), { slug: items[0]!.listing.slug });
  expect(await tagOf(whole)).not.toBe(before.whole);
  expect(await tagOf(week)).toBe(before.week);
});

test('a ledger has another tag after each note about it', async () => {
  const { site_id, sql } = server;
  const ctx = { sql, site: await siteOf(sql, site_id), clock: { now: () => NOON } };
  const readTags = () =>
    Promise.all(
      ['/ledger/export.jsonl', '/launches/weeks/last/ledger.jsonl'].map(async (path) => (await server.get(path)).headers.get('etag')),
    );
  const [{ size }] = (await sql`
    select last_seq as size from frozen_weeks where site_id = ${site_id} order by week_on desc limit 1`) as unknown as [{ size: number }];
  const acts: (() => Promise<unknown>)[] = [
    () => signLedger(ctx),
    async () => {
      await sql`insert into ledger_witnesses (site_id, name, public_key, added_at) values (${site_id}, 'w', ${Buffer.alloc(32)}, ${NOON})`;
      await sql`insert into ledger_cosignatures (site_id, size, witness, line, signed_at) values (${site_id}, ${size}, 'w', 'a', ${NOON})`;
    },
    () => sql`update ledger_cosignatures set line = 'b', signed_at = signed_at + interval '1 second' where site_id = ${site_id}`,
    () => rotateKey(ctx, { compromised: [1] }),
  ];
  let before = await readTags();
  for (const [n, act] of acts.entries()) {
    await act();
    const after = await readTags();
    expect([n, after.map((tag, i) => tag !== before[i])]).toEqual([n, [true, true]]);
    expect(await readTags()).toEqual(after);
    before = after;
  }
});

test('what a CDN may keep for longer than a second can be purged, all of it with the site', async () => {
  const { site_id, sql } = server;
  await signLedger({ sql, site: await siteOf(sql, site_id), clock: { now: () => NOON } });
  await updateCredentials({ sql, site: await siteOf(sql, site_id), clock: { now: () => NOON } });
  const [award] = await sql<{ path: string; slug: string }[]>`
    select '/awards/' || c.week_on || '/' || l.slug || '.json' as path, l.slug from award_credentials c join listings l on l.id = c.listing_id
    limit 1`;
  const keysOf = async (path: string) => {
    const { status, headers } = await fetch(`${server.root}${path}`, { redirect: 'manual' });
    expect([path, status < 400, headers.get('cache-control')]).toEqual([path, true, expect.stringMatching(/max-age=[1-9]/)]);
    const caching = headers.get('cache-control')!;
    const [, seconds] = (/s-maxage=(\d+)/.exec(caching) ?? /max-age=(\d+)/.exec(caching))!;
    expect([path, Number(seconds) <= MAX_CDN_SECONDS]).toEqual([path, true]);
    return headers.get('surrogate-key')?.split(' ');
  };
  const listing = `listing:${site_id}/ledgerly`;
  const expected: Record<string, string[]> = {
    '/pictures/listings/ledgerly.png': [listing],
    '/pictures/categories/finance.png': [`category:${site_id}/finance`],
    '/pictures/home.png': [],
    '/badges/ledgerly/featured.svg': [listing],
    [`/media/${HASH}.webp`]: [`picture:${site_id}/${HASH}`],
    [`/brand/${HASH}.png`]: [`picture:${site_id}/${HASH}`],
    [award!.path]: [`listing:${site_id}/${award!.slug}`],
    '/awards/status.json': [`lists:${site_id}`],
    '/.well-known/did.json': [`lists:${site_id}`],
    '/sitemap.xml': [],
    '/favicon.ico': [],
    '/.well-known/oauth-authorization-server': [],
  };
  expect((await server.get('/data/a%0Ab/manifest.json')).status).toBe(404);
  for (const [path, keys] of Object.entries(expected)) expect([path, await keysOf(path)]).toEqual([path, [siteKey(site_id), ...keys]]);
});
