import type { TransactionSql } from 'postgres';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { renewChangeFeeds } from '../../../src/db/backup/queries.ts';
import type { Sql } from '../../../src/db/open.ts';
import type { Db, Site } from '../../../src/kernel/context.ts';
import { type ChangePage, readChanges } from '../../../src/modules/changes/changes.ts';
import { fold_changes, REMOVAL_RETENTION_DAYS } from '../../../src/modules/changes/jobs.ts';
import { CHANGE_KINDS } from '../../../src/modules/changes/rules.ts';
import { count_vote_days } from '../../../src/modules/votes/days/jobs.ts';
import { castVote, withdrawVote } from '../../../src/modules/votes/votes.ts';
import { createMirror } from '../../support/changes/mirror.ts';
import { writeAtOnce } from '../../support/db/write-at-once.ts';
import { runJob } from '../../support/run-job.ts';
import { NOON, useServer } from '../../support/server.ts';
import { as, makeVoters, siteOf } from '../../support/voters.ts';

const server = useServer({ pool: 4 });
let site: Site;
beforeAll(async () => {
  site = await siteOf(server.sql, server.site_id);
});

const read = (cursor?: string, limit = 1000): Promise<ChangePage> => readChanges({ sql: server.sql, site }, { cursor, limit });
const latest = async () => (await read('latest')).cursor;
const keysOf = ({ changes }: Pick<ChangePage, 'changes'>) =>
  changes.map(({ kind, key, json }) => `${json === null ? '-' : '+'}${kind} ${key}`);

/** Opens a transaction that waits until it is told to commit. */
const openTransaction = async (write: (sql: Sql) => Promise<unknown>) => {
  const { promise: committing, resolve: commit } = Promise.withResolvers<void>();
  const { promise: written, resolve: onWritten } = Promise.withResolvers<void>();
  const done = server.sql.begin(async (sql) => {
    await write(sql as unknown as Sql);
    onWritten();
    await committing;
  });
  // A connection that a test ends may fail before the test asks for the outcome.
  done.catch(() => undefined);
  await written;
  return async () => {
    commit();
    await done;
  };
};

const rename = (slug: string, tagline: string) => (sql: Sql) => sql`update listings set tagline = ${tagline} where slug = ${slug}`;

describe('reading', () => {
  test('from zero it is a copy of everything that is public, in pages of any size', async () => {
    const mirror = createMirror({ sql: server.sql, site });
    const changes = await mirror.update(7);
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(CHANGE_KINDS.filter((kind) => kind !== 'votes')));
    expect(changes.length).toBe(mirror.copy.size);
    expect(await mirror.missed()).toEqual([]);
  });

  test('records are what everybody reads with the operations, without counts and with slugs instead of records', async () => {
    const { client } = server;
    const { changes } = await read();
    const data = (name: string) => JSON.parse(changes.find(({ kind, key }) => `${kind} ${key}` === name)!.json!);
    const { votes: _, views: __, followers: ___, comments_count: ____, ...listing } = await client.get_listing({ slug: 'ledgerly' });
    const { listings: _____, ...category } = await client.get_category({ slug: listing.categories[0]!.slug });
    const [award] = (await client.list_awards({})).items;
    const { weeks: ______, ...product } = (await client.list_products({})).items.find(({ code }) => code === 'launch')!;
    const at = (root: unknown) => JSON.parse(JSON.stringify(root).replaceAll(server.root, site.root));
    expect(data('listing ledgerly')).toEqual(at(listing));
    expect(data(`category ${category.slug}`)).toEqual(at(category));
    const founder = listing.founders[0]!.slug;
    expect(data(`founder ${founder}`)).toEqual(at(await client.get_founder({ slug: founder })));
    expect(data(`award ${award!.launch_week_on}/${award!.rank}`)).toEqual(at({ ...award, listing: award!.listing.slug }));
    expect(data('product launch')).toEqual(product);
    const week = await client.get_launch_week({ week: award!.launch_week_on });
    expect(data(`week ${award!.launch_week_on}`)).toEqual({
      launch_week_on: week.launch_week_on,
      ends_on: week.ends_on,
      is_final: true,
      launches_total: week.launches_total,
      counted_votes: week.counted_votes,
      uncounted_votes: week.uncounted_votes,
      ranking: week.launches.flatMap(({ rank, votes, listing: { slug } }) => (rank === null ? [] : [{ rank, listing: slug, votes }])),
    });
  });

  test('only the kinds one asks for, and a cursor past all others', async () => {
    const { changes, cursor, has_more } = await readChanges({ sql: server.sql, site }, { kinds: ['product'], limit: 1000 });
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(['product']));
    expect([cursor, has_more]).toEqual([await latest(), false]);
  });
});

describe('order', () => {
  test('a transaction that commits late is not missed', async () => {
    const cursor = await latest();
    const commit = await openTransaction(rename('ledgerly', 'Written first, committed last'));
    await rename('kontorbuch', 'Written last, committed first')(server.sql);
    const early = await read(cursor);
    expect(keysOf(early)).toEqual(['+listing kontorbuch']);
    await commit();
    expect(keysOf(await read(early.cursor))).toEqual(['+listing ledgerly']);
    expect(keysOf(await read(cursor))).toEqual(['+listing kontorbuch', '+listing ledgerly']);
  });

  test('many changes of a record are one, at the place of the newest', async () => {
    const cursor = await latest();
    await server.sql.begin(async (sql) => {
      for (const tagline of ['One', 'Two', 'Three']) await rename('ledgerly', tagline)(sql as unknown as Sql);
    });
    const { cursor: between } = await read(cursor);
    await rename('kontorbuch', 'Another')(server.sql);
    await rename('ledgerly', 'Four')(server.sql);
    const { changes } = await read(cursor);
    expect(keysOf({ changes })).toEqual(['+listing kontorbuch', '+listing ledgerly']);
    expect(JSON.parse(changes[1]!.json!).tagline).toBe('Four');
    expect(keysOf(await read(between))).toEqual(['+listing kontorbuch', '+listing ledgerly']);
  });

  test('a folding that is killed loses nothing, and others wait for the one that folds', async () => {
    const cursor = await latest();
    await rename('ledgerly', 'Committed, not folded')(server.sql);
    const killed = await openTransaction(async (sql) => {
      await sql`select from change_feeds where site_id = ${site.id} for update`;
      await sql`delete from change_touches where site_id = ${site.id}`;
      await sql`update change_feeds set last_seq = last_seq + 1 where site_id = ${site.id}`;
    });
    const reading = read(cursor);
    const [folding] = await server.sql<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and state = 'idle in transaction' order by xact_start limit 1`;
    await server.sql`select pg_terminate_backend(${folding!.pid})`;
    await expect(killed()).rejects.toThrow();
    expect(keysOf(await reading)).toEqual(['+listing ledgerly']);
  });

  test('readers that fold at the same time give no place twice', async () => {
    const { cursor } = await read('latest');
    const slugs = (
      await server.sql<{ slug: string }[]>`select slug from public_listings where site_id = ${site.id} order by id limit 12`
    ).map(({ slug }) => slug);
    const mirror = createMirror({ sql: server.sql, site });
    await Promise.all(
      slugs.map(async (slug) => {
        await rename(slug, `Renamed ${slug}`)(server.sql);
        await read(cursor);
      }),
    );
    const { changes } = await read(cursor);
    expect(keysOf({ changes }).sort()).toEqual(slugs.map((slug) => `+listing ${slug}`).sort());
    await mirror.update();
    expect(await mirror.missed()).toEqual([]);
  });
});

describe('two transactions, of which neither sees the other, change what one record shows', () => {
  type Write = (tx: TransactionSql) => Promise<unknown>;
  const founder = (sql: Db) => sql`(select max(id) from founders where site_id = ${site.id})`;
  const listing = (sql: Db) => sql`(select id from listings where site_id = ${site.id} and slug like 'ledgerly%')`;
  const category = (sql: Db) => sql`(select min(id) from categories where site_id = ${site.id} and parent_id is null)`;
  const other_category = (sql: Db) => sql`(select id from categories where site_id = ${site.id} and slug = 'of-its-own')`;
  beforeAll(() => server.sql`insert into categories (site_id, slug, name) values (${site.id}, 'of-its-own', 'Of its own')`);
  const removeListing: Write = (tx) => tx`update listings set status = 'removed' where id = ${listing(tx)}`;
  const restoreListing: Write = (tx) => tx`update listings set status = 'live' where id = ${listing(tx)}`;
  const renameListing: Write = (tx) => tx`update listings set slug = 'ledgerly-renamed', name = 'Renamed' where id = ${listing(tx)}`;
  const countDay: Write = (tx) => tx`
    insert into vote_days (site_id, listing_id, day, votes) values (${site.id}, ${listing(tx)}, '2026-10-01', 1)
    on conflict (site_id, listing_id, day) do update set votes = vote_days.votes + 1`;
  const addFounder: Write = (tx) => tx`
    insert into listing_founders (site_id, listing_id, founder_id, position) values (${site.id}, ${listing(tx)}, ${founder(tx)}, 9)`;
  const postUpdate: Write = (tx) => tx`
    insert into listing_updates (site_id, listing_id, title, body) values (${site.id}, ${listing(tx)}, 'New', 'Body')`;
  const moveCategory: Write = (tx) => tx`update categories set parent_id = ${category(tx)} where id = ${other_category(tx)}`;

  const PAIRS: [name: string, before: Write | null, one: Write, other: Write][] = [
    ['a listing comes back, and votes are counted', removeListing, restoreListing, countDay],
    ['a listing comes back, and posts an update', removeListing, restoreListing, postUpdate],
    ['a listing leaves, and votes are counted', null, removeListing, countDay],
    ['a listing is renamed, and votes are counted', null, renameListing, countDay],
    ['a listing is renamed, and more votes are counted', countDay, renameListing, countDay],
    [
      'a listing gets another name, and a founder',
      null,
      (tx) => tx`update listings set name = 'Other' where id = ${listing(tx)}`,
      addFounder,
    ],
    [
      'a founder is renamed, and gets a listing',
      null,
      (tx) => tx`update founders set name = 'Renamed' where id = ${founder(tx)}`,
      addFounder,
    ],
    [
      'a category is renamed, and gets a listing',
      null,
      (tx) => tx`update categories set name = 'Renamed' where id = ${other_category(tx)}`,
      (tx) => tx`
        insert into listing_categories (site_id, listing_id, category_id, position)
        values (${site.id}, ${listing(tx)}, ${other_category(tx)}, 9)`,
    ],
    [
      'a category moves, and its new parent gets an attribute',
      null,
      moveCategory,
      (tx) => tx`
        insert into category_attributes (site_id, category_id, key, name, kind) values (${site.id}, ${category(tx)}, 'new', 'New', 'boolean')`,
    ],
  ];

  afterEach(async () => {
    const { sql } = server;
    await sql`update listings set status = 'live', slug = 'ledgerly' where id = ${listing(sql)}`;
    await sql`delete from vote_days where day = '2026-10-01'`;
    await sql`delete from listing_founders where position = 9`;
    await sql`delete from listing_categories where position = 9`;
    await sql`delete from category_attributes where key = 'new'`;
    await sql`update categories set parent_id = null where id = ${other_category(sql)}`;
  });

  test.each(
    PAIRS.flatMap(([name, before, one, other]) => [
      [`${name}: first the one`, before, one, other] as const,
      [`${name}: first the other`, before, other, one] as const,
    ]),
  )('%s', async (_name, before, first, last) => {
    const { sql } = server;
    const mirror = createMirror({ sql, site });
    if (before) await sql.begin(before);
    await mirror.update(1000);
    await writeAtOnce(sql, first, last, async () => void (await mirror.update(1000)));
    await mirror.update(1000);
    expect(await mirror.missed()).toEqual([]);
  });
});

describe('removal', () => {
  test('a listing that leaves the public is a tombstone, also its votes, and comes back as it is', async () => {
    const { sql, site_id } = server;
    const [voter] = await makeVoters(sql, [{ email: 'voter@feed.example' }]);
    const ctx = as(voter!, { sql, site, clock: { now: () => NOON } });
    const [live] = await sql<{ slug: string }[]>`
      select l.slug from live_listings l where site_id = ${site_id} and launch_week_on = '2026-11-09' order by id limit 1`;
    const { slug } = live!;
    await castVote(ctx, { slug }, { address: '198.51.100.7' });
    const cursor = await latest();
    await runJob(server, count_vote_days, {}, NOON);
    const counted = await read(cursor);
    const own = counted.changes.find(({ key }) => key === `${slug}/2026-11-11`)!;
    const { votes } = JSON.parse(own.json!);
    expect(votes).toBeGreaterThan(0);

    await sql`update listings set status = 'removed' where slug = ${slug} and site_id = ${site_id}`;
    const removed = await read(counted.cursor);
    expect(keysOf(removed)).toEqual(expect.arrayContaining([`-listing ${slug}`, `-votes ${slug}/2026-11-11`, '+week 2026-11-09']));
    await sql`update listings set status = 'live' where slug = ${slug} and site_id = ${site_id}`;
    expect(keysOf(await read(removed.cursor))).toEqual(expect.arrayContaining([`+listing ${slug}`, `+votes ${slug}/2026-11-11`]));

    await withdrawVote(ctx, { slug });
    const { cursor: before } = await read('latest');
    await runJob(server, count_vote_days, {}, NOON);
    const [change] = (await read(before)).changes;
    expect(JSON.parse(change!.json!)).toEqual({ listing: slug, day: '2026-11-11', votes: votes - 1 });
  });

  test.each<[name: string, writes: ((sql: Sql, id: number) => Promise<unknown>)[]]>([
    [
      'leaves the public and gets another slug',
      [
        (sql, id) => sql`update listings set status = 'removed' where id = ${id}`,
        (sql, id) => sql`update listings set slug = 'gone-elsewhere' where id = ${id}`,
      ],
    ],
    [
      'loses the day and gets another slug',
      [
        (sql, id) => sql`delete from vote_days where listing_id = ${id}`,
        (sql, id) => sql`update listings set slug = 'gone-elsewhere' where id = ${id}`,
      ],
    ],
    [
      'leaves the public and is deleted',
      [(sql, id) => sql`update listings set status = 'removed' where id = ${id}`, (sql, id) => sql`delete from listings where id = ${id}`],
    ],
  ])('votes of a listing that %s before anybody reads the feed are tombstones', async (_name, writes) => {
    const { sql } = server;
    const [{ id }] = await sql<[{ id: number }]>`
      insert into listings (site_id, company_id, slug, name, website, domain, status, launched_at)
      select site_id, company_id, 'gone', 'Gone', 'https://gone.example', 'gone.example', 'live', now() from listings limit 1 returning id`;
    await sql`insert into vote_days (site_id, listing_id, day, votes) values (${site.id}, ${id}, '2026-10-01', 1)`;
    const mirror = createMirror({ sql, site });
    await mirror.update(1000);
    expect([...mirror.copy.keys()]).toContain('votes gone/2026-10-01');
    for (const write of writes) await write(sql, id);
    await mirror.update(1000);
    expect(await mirror.missed()).toEqual([]);
    await sql`delete from listings where id = ${id}`;
  });

  test('what never was public is not in the feed', async () => {
    const { sql } = server;
    const cursor = await latest();
    const [company] = await sql<{ id: number }[]>`insert into companies (domain) values ('secret.example') returning id`;
    const secret = {
      site_id: site.id,
      company_id: company!.id,
      slug: 'secret',
      name: 'Secret',
      website: 'https://secret.example',
      domain: 'secret.example',
    };
    const [{ id }] = await sql<[{ id: number }]>`insert into listings ${sql(secret)} returning id`;
    const [{ id: founder_id }] = await sql<[{ id: number }]>`
      insert into founders (site_id, slug, name, words) values (${site.id}, 'secret-founder', 'Secret', '') returning id`;
    await sql`insert into listing_founders (site_id, listing_id, founder_id) values (${site.id}, ${id}, ${founder_id})`;
    await sql`update listings set name = 'Still secret' where id = ${id}`;
    expect(keysOf(await read(cursor))).toEqual([]);
    await sql`update listings set status = 'awaiting_badge', launch_week_on = '2026-12-07' where id = ${id}`;
    expect(keysOf(await read(cursor))).toEqual(['+listing secret', '+founder secret-founder']);
  });

  test('old removals are deleted: who missed them starts again, who is starting goes on', async () => {
    const { sql } = server;
    const { cursor: before } = await read('latest');
    await sql`update listings set status = 'removed' where slug = 'secret'`;
    const { cursor: after } = await read(before);
    const starting = await read(undefined, 3);
    const later = new Date(Date.now() + (REMOVAL_RETENTION_DAYS + 1) * 86_400_000);
    await runJob(server, fold_changes, {}, later);
    await expect(read(before)).rejects.toMatchObject({ code: 'cursor_expired' });
    expect(keysOf(await read(after))).toEqual([]);
    expect((await read(starting.cursor)).changes.length).toBeGreaterThan(10);
  });
});

test('a feed of another epoch, or with less in it than was read, can’t be continued', async () => {
  const cursor = await latest();
  const [epoch, seq] = cursor.split('-');
  await expect(read(`${epoch}-${Number(seq) + 1}`)).rejects.toMatchObject({ code: 'cursor_expired' });
  await renewChangeFeeds(server.sql);
  await expect(read(cursor)).rejects.toMatchObject({ code: 'cursor_expired' });
});

test('a feed that another program restored, which makes tables of its own, can’t be continued, and one that is begun then can', async () => {
  const cursor = await latest();
  const { sql } = server;
  await sql.begin(async (sql) => {
    await sql`alter table change_feeds rename to dumped`;
    await sql`create table change_feeds (like dumped including all)`;
    await sql`insert into change_feeds select * from dumped`;
    await sql`drop table dumped`;
  });
  await expect(read(cursor)).rejects.toMatchObject({ code: 'cursor_expired' });
  expect((await read(await latest())).changes).toEqual([]);
});

test('records are published again when the site’s address changes', async () => {
  const { cursor } = await read('latest');
  await runJob({ sql: server.sql, root: 'https://elsewhere.example' }, fold_changes, {}, NOON);
  const { changes } = await readChanges({ sql: server.sql, site: { ...site, root: 'https://elsewhere.example' } }, { cursor, limit: 1000 });
  expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(CHANGE_KINDS));
});
