import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSite, ensureDefaultSite } from '../../../../src/modules/sites/sites.ts';
import { createChainChecker, createWeekCounter, hashRow, type LedgerRow } from '../../../../src/modules/votes/ledger/ledger.ts';
import { selectLedgerLines, selectWeekRanks } from '../../../../src/modules/votes/ledger/queries.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';

const WEEK = '2026-11-09';
const VOTERS = 6;
const LISTINGS = 3;

let database: TestDatabase;
let site_id: number;
let listings: number[];
let voters: number[];

const makeListings = async (site: number, name: string): Promise<number[]> => {
  const { sql } = database;
  await sql`insert into companies (domain) select ${name} || n || '.example' from generate_series(1, ${LISTINGS}) n`;
  const rows = await sql<{ id: number }[]>`
    insert into listings (site_id, company_id, slug, status, launched_at, launch_week_on, name, website, domain)
    select ${site}, id, replace(domain, '.', '-'), 'live', '2026-11-09', ${WEEK}, domain, 'https://' || domain, domain
    from companies where domain like ${`${name}%`} order by id returning id`;
  return rows.map(({ id }) => id);
};

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

let sites = 0;
/** Each test has a site of its own, because a ledger cannot be emptied. */
beforeEach(async () => {
  sites += 1;
  const { sql } = database;
  await ensureDefaultSite(sql);
  site_id = await createSite(sql, {
    key: `site${sites}`,
    name: '',
    tagline: '',
    purpose: '',
    root: `https://s${sites}.example`,
    time_zone: 'America/New_York',
  });
  listings = await makeListings(site_id, `site${sites}-`);
  voters = (
    await sql<{ id: number }[]>`insert into voters (site_id) select ${site_id} from generate_series(1, ${VOTERS}) returning id`
  ).map(({ id }) => id);
});

interface Entry {
  listing: number;
  voter: number;
  act: LedgerRow['act'];
  reason: string | null;
  at: string;
  week: string;
}

const write = (entries: Entry[]) => database.sql`
  insert into votes (site_id, listing_id, launch_week_on, voter_id, act, reason, at)
  select ${site_id}, listing, week, voter, act, reason, at
  from json_to_recordset(${JSON.stringify(entries)}::text::json) as t (listing bigint, voter bigint, act text, reason text, at timestamptz, week date)
  returning seq`;

const cast = (listing: number, voter: number, more: Partial<Entry> = {}): Entry => ({
  listing: listings[listing]!,
  voter: voters[voter]!,
  act: 'cast',
  reason: null,
  at: '2026-11-11T12:00:00.000Z',
  week: WEEK,
  ...more,
});

const ledger = async (): Promise<LedgerRow[]> => {
  const { last } = (await database.sql`select coalesce(max(seq), 0) as last from votes where site_id = ${site_id}`)[0]!;
  const lines = await selectLedgerLines(database.sql, site_id, 0, last, 10_000);
  return lines.map(({ line }) => JSON.parse(line) as LedgerRow);
};

const readCounts = async () => ({
  ballots: [...(await database.sql`select * from ballots where site_id = ${site_id} order by listing_id, launch_week_on, voter_id`)],
  weeks: [...(await database.sql`select * from week_counts where site_id = ${site_id} order by week_on, listing_id`)],
  counts: [...(await database.sql`select listing_id, votes, trending from listing_counts where site_id = ${site_id} order by listing_id`)],
});

/** The state of every vote, by replaying the ledger in the simplest way. */
const replay = (rows: LedgerRow[]) => {
  const ballots = new Map<
    string,
    { state: string; reason: string | null; decided: boolean; cast_seq: number; cast_at: string; in_week: boolean }
  >();
  for (const row of rows) {
    const key = `${row.listing_id} ${row.launch_week_on} ${row.voter_id}`;
    const was = ballots.get(key);
    if (row.act === 'cast')
      ballots.set(key, {
        state: row.reason ? 'uncounted' : 'counted',
        reason: row.reason,
        decided: was?.decided ?? false,
        cast_seq: row.seq,
        cast_at: row.at,
        in_week: row.in_week!,
      });
    else if (row.act === 'withdrawn') was!.state = 'withdrawn';
    else {
      // Rules decide, too; what the team decided is in vote_decisions, of which this ledger has none.
      const decided = was!.decided || row.reason === 'own_listing';
      Object.assign(was!, { state: row.act, reason: row.reason, decided });
    }
  }
  return ballots;
};

const HALF_LIFE = 3 * 86_400_000;
const trendingOf = (moments: number[]): number => {
  if (moments.length === 0) return 0;
  const weights = moments.map((at) => (at - Date.UTC(2000, 0, 1)) / HALF_LIFE);
  const top = Math.max(...weights);
  return top + Math.log2(weights.reduce((sum, weight) => sum + 2 ** (weight - top), 0));
};

/** The stored ballots and counts, a recount by the database, and a replay of the ledger agree. */
const expectConsistent = async () => {
  const now = await readCounts();
  const rows = await ledger();
  const check = createChainChecker();
  expect(rows.map(check).filter(Boolean)).toEqual([]);
  const ballots = replay(rows);
  expect(
    now.ballots.map(({ listing_id, launch_week_on, voter_id, state, reason, decided, cast_seq, cast_at, in_week }) => [
      `${listing_id} ${launch_week_on} ${voter_id}`,
      { state, reason, decided, cast_seq, cast_at: cast_at.toISOString(), in_week },
    ]),
  ).toEqual(
    [...ballots].sort(([a], [b]) => {
      const [x, y] = [a.split(' '), b.split(' ')];
      return Number(x[0]) - Number(y[0]) || x[1]!.localeCompare(y[1]!) || Number(x[2]) - Number(y[2]);
    }),
  );
  for (const { listing_id, votes, trending } of now.counts) {
    const counted = [...ballots].filter(([key, { state }]) => key.startsWith(`${listing_id} `) && state === 'counted');
    expect(votes).toBe(counted.length);
    expect(trending).toBeCloseTo(trendingOf(counted.map(([, { cast_at }]) => Date.parse(cast_at))), 6);
  }
  for (const week of new Set(rows.map(({ launch_week_on }) => launch_week_on))) {
    const counter = createWeekCounter(week);
    for (const row of rows) counter.add(row);
    const { ranking, counted, uncounted } = counter.result();
    expect((await selectWeekRanks(database.sql, site_id, week)).map(({ slug: _, ...row }) => row)).toEqual(ranking);
    const launches = now.weeks.filter(({ week_on }) => week_on === week);
    expect(launches.reduce((sum, { votes }) => sum + votes, 0)).toBe(counted);
    expect(launches.reduce((sum, launch) => sum + launch.uncounted, 0)).toBe(uncounted);
  }
  await database.sql`select recount_ballots(${site_id})`;
  const recounted = await readCounts();
  expect(recounted.ballots).toEqual(now.ballots);
  expect(recounted.weeks).toEqual(now.weeks);
  expect(recounted.counts.map(({ listing_id, votes }) => [listing_id, votes])).toEqual(
    now.counts.map(({ listing_id, votes }) => [listing_id, votes]),
  );
  for (const [i, { trending }] of recounted.counts.entries()) expect(trending).toBeCloseTo(now.counts[i]!.trending, 6);
};

test('after any history of votes and decisions, in statements of any size, ballots and counts match the ledger', async () => {
  const acts = fc.constantFrom(
    ['cast', null] as const,
    ['cast', null] as const,
    ['cast', 'too_fast'] as const,
    ['withdrawn', null] as const,
    ['counted', null] as const,
    ['uncounted', 'by_the_team'] as const,
  );
  const entry = fc
    .record({
      listing: fc.nat(LISTINGS - 1),
      voter: fc.nat(VOTERS - 1),
      act: acts,
      // From years before the week until just after it: only some are inside.
      minutes: fc.oneof(fc.integer({ min: -3 * 1440, max: 6 * 1440 }), fc.integer({ min: -4_000_000, max: 0 })),
      relaunch: fc.boolean(),
    })
    .map(({ listing, voter, act: [act, reason], minutes, relaunch }) => ({ listing, voter, act, reason, minutes, relaunch }));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(entry, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6 }), async (statements) => {
      for (const statement of statements)
        await write(
          statement.map(({ listing, voter, act, reason, minutes, relaunch }) =>
            cast(listing, voter, {
              act,
              reason,
              at: new Date(Date.UTC(2026, 10, 11, 12) + minutes * 60_000).toISOString(),
              week: relaunch ? '2026-11-16' : WEEK,
            }),
          ),
        );
      await expectConsistent();
    }),
    { numRuns: 40 },
  );
});

test('rows that change nothing are not written: a second cast, or withdrawing a vote that was not cast', async () => {
  expect(await write([cast(0, 0), cast(0, 0), cast(0, 1)])).toHaveLength(2);
  expect(await write([cast(0, 0)])).toHaveLength(0);
  expect(await write([cast(0, 2, { act: 'withdrawn' }), cast(0, 2, { act: 'counted' })])).toHaveLength(0);
  expect(await write([cast(0, 0, { act: 'counted' })])).toHaveLength(0);
  expect(await write([cast(0, 0, { act: 'withdrawn' }), cast(0, 0), cast(0, 0, { act: 'withdrawn' }), cast(0, 0)])).toHaveLength(4);
  await expectConsistent();
});

test('a row names a voter of its site, and neither voters nor listings with votes are deleted', async () => {
  const { sql } = database;
  const other = await createSite(sql, {
    key: `other${sites}`,
    name: '',
    tagline: '',
    purpose: '',
    root: `https://o${sites}.example`,
    time_zone: 'UTC',
  });
  const [stranger] = await sql<{ id: number }[]>`insert into voters (site_id) values (${other}) returning id`;
  const cast = (voters_of: number[]) => sql`
    insert into votes (site_id, listing_id, launch_week_on, voter_id, act, at)
    select ${site_id}, ${listings[0]!}, ${WEEK}, unnest(${voters_of}::bigint[]), 'cast', '2026-11-10'`;
  await expect(cast([voters[0]!, stranger!.id])).rejects.toMatchObject({ code: '23503' });
  await cast(voters);
  await expect(sql`delete from voters where site_id = ${site_id}`).rejects.toMatchObject({ code: '23001' });
  await expect(sql`delete from listings where id = ${listings[0]!}`).rejects.toMatchObject({ code: '23503' });
});

test('whether a vote is inside its week depends on the site’s time zone', async () => {
  // New York is five hours behind in November.
  await write([
    cast(0, 0, { at: '2026-11-09T04:59:59.999Z' }),
    cast(0, 1, { at: '2026-11-09T05:00:00.000Z' }),
    cast(0, 2, { at: '2026-11-16T04:59:59.999Z' }),
    cast(0, 3, { at: '2026-11-16T05:00:00.000Z' }),
  ]);
  expect((await ledger()).map(({ in_week }) => in_week)).toEqual([false, true, true, false]);
  expect(await selectWeekRanks(database.sql, site_id, WEEK)).toMatchObject([{ votes: 2, reached_seq: 3 }]);
});

test('a tie is won by whoever reached the votes first, whatever happened in between', async () => {
  await write([cast(1, 0), cast(0, 0), cast(0, 1), cast(1, 1)]);
  const order = async () => (await selectWeekRanks(database.sql, site_id, WEEK)).map(({ listing_id }) => listings.indexOf(listing_id));
  expect(await order()).toEqual([0, 1]);
  // The first one's last vote is withdrawn and cast again, later than the other's.
  await write([cast(0, 1, { act: 'withdrawn' })]);
  expect(await order()).toEqual([1, 0]);
  await write([cast(0, 1)]);
  expect(await order()).toEqual([1, 0]);
});

test.each([20, 60, 120, 1000, 3000])('votes %d days old keep their weight when a newer one is withdrawn', async (days) => {
  const old = new Date(Date.UTC(2026, 10, 11, 12) - days * 86_400_000).toISOString();
  await write([cast(0, 0, { at: old }), cast(0, 1, { at: old })]);
  await write([cast(0, 2)]);
  await write([cast(0, 2, { act: 'withdrawn' })]);
  await expectConsistent();
});

describe('the ledger is append-only', () => {
  test.each([
    ['update', () => database.sql`update votes set reason = null where site_id = ${site_id}`],
    ['update of nothing', () => database.sql`update votes set reason = null where false`],
    ['delete', () => database.sql`delete from votes where site_id = ${site_id}`],
    ['truncate', () => database.sql`truncate votes cascade`],
    ['truncate of listings', () => database.sql`truncate listings cascade`],
    ['delete of a listing with votes', () => database.sql`delete from listings where id = ${listings[0]!}`],
    [
      'delete without triggers',
      () =>
        database.sql.begin(async (tx) => {
          await tx`set local session_replication_role = replica`;
          await tx`delete from votes where site_id = ${site_id}`;
        }),
    ],
  ])('%s is rejected by the database', async (_what, change) => {
    await write([cast(0, 0), cast(0, 1, { reason: 'ring_network' })]);
    await expect(change()).rejects.toThrow(/written once|violates foreign key/);
    expect(await ledger()).toHaveLength(2);
  });

  test('the database sets sequence number and hash, whatever a writer supplies', async () => {
    await database.sql`
      insert into votes (site_id, seq, listing_id, launch_week_on, voter_id, act, in_week, at, previous_hash, hash)
      values (${site_id}, 77, ${listings[0]!}, ${WEEK}, ${voters[0]!}, 'cast', true, '2020-01-01', 'x', 'y')`;
    const [row] = await ledger();
    expect(row).toMatchObject({ seq: 1, in_week: false, previous_hash: '0'.repeat(64), hash: hashRow(row!) });
  });
});

test('the hash chain reveals a changed, removed, inserted or swapped row', async () => {
  await write([cast(0, 0), cast(0, 1, { reason: 'too_fast' }), cast(1, 0), cast(0, 0, { act: 'withdrawn' }), cast(2, 4)]);
  const rows = await ledger();
  const faults = (some: LedgerRow[]) => some.map(createChainChecker()).filter(Boolean);
  expect(faults(rows)).toEqual([]);
  // Any later part of it can be checked on its own.
  expect(faults(rows.slice(2))).toEqual([]);
  const changes: Partial<LedgerRow>[] = [
    { listing_id: rows[2]!.listing_id },
    { voter_id: 999 },
    { reason: null },
    { act: 'uncounted' },
    { at: '2026-11-11T12:00:00.001Z' },
    { in_week: false },
    { launch_week_on: '2026-11-16' },
  ];
  for (const change of changes) {
    const changed = { ...rows[1]!, ...change };
    expect(faults(rows.with(1, changed)), JSON.stringify(change)).toEqual(['row 2 doesn’t match its hash']);
    // Recomputing the row's own hash does not help: the next row's no longer matches.
    expect(faults(rows.with(1, { ...changed, hash: hashRow(changed) }))).toEqual(['row 3 doesn’t contain the hash of row 2']);
  }
  expect(faults(rows.toSpliced(2, 1))).toEqual(['row 4 doesn’t directly follow row 2']);
  const copy = { ...rows[2]!, seq: 4, previous_hash: rows[2]!.hash };
  expect(faults(rows.toSpliced(3, 0, { ...copy, hash: hashRow(copy) })).length).toBeGreaterThan(0);
  expect(faults([rows[0]!, rows[2]!, rows[1]!]).length).toBeGreaterThan(0);
});

test('sites have ledgers of their own', async () => {
  const other = await createSite(database.sql, {
    key: `other${sites}`,
    name: '',
    tagline: '',
    purpose: '',
    root: `https://o${sites}.example`,
    time_zone: 'UTC',
  });
  const [listing] = await makeListings(other, `other${sites}-`);
  await write([cast(0, 0)]);
  const voteThere = (voter: number) => database.sql`
    insert into votes (site_id, listing_id, launch_week_on, voter_id, act, at) values (${other}, ${listing!}, ${WEEK}, ${voter}, 'cast', now())`;
  await expect(voteThere(voters[0]!)).rejects.toThrow(/foreign key/);
  const [voter] = await database.sql<{ id: number }[]>`insert into voters (site_id) values (${other}) returning id`;
  await voteThere(voter!.id);
  expect(await ledger()).toHaveLength(1);
  await expect(write([{ ...cast(0, 1), listing: listing! }])).rejects.toThrow(/foreign key/);
});

test('concurrent writers make one chain without gaps, and no vote is lost', async () => {
  const writers = Array.from({ length: 40 }, (_, i) =>
    write([cast(i % LISTINGS, i % VOTERS, { act: 'cast' }), cast((i + 1) % LISTINGS, i % VOTERS)]),
  );
  await Promise.all(writers);
  const rows = await ledger();
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, i) => i + 1));
  const expected_pairs = new Set(
    Array.from({ length: 40 }, (_, i) => [`${i % LISTINGS} ${i % VOTERS}`, `${(i + 1) % LISTINGS} ${i % VOTERS}`]).flat(),
  );
  expect(rows).toHaveLength(expected_pairs.size);
  await expectConsistent();
});
