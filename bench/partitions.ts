import type { Sql } from '../src/db/open.ts';
import { openTemporary } from './support/database.ts';
import { median } from './support/search-queries.ts';

/**
 * What partitions of ballots cost and save: 260 weeks of ballots in one table, by quarter and by week, without anything else. Makes its
 * database and removes it: node bench/partitions.ts [BALLOTS=10000000]
 */
const [ballots = 10_000_000] = process.argv.slice(2).map(Number);
const WEEKS = 260;
const VOTERS = ballots / 20;
const PER_WEEK = Math.round(ballots / WEEKS);
const FIRST = '2021-11-29';
const LAST = 50 * (WEEKS - 1);
const TIMES = 30;
const CROWD = 500;

const KINDS: Record<string, number | null> = { 'one table': null, quarters: 13, weeks: 1 };

const makeBallots = async (sql: Sql, weeks: number | null): Promise<void> => {
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx.unsafe(`create table bench_ballots (site_id integer not null, listing_id bigint not null, launch_week_on date not null, voter_id bigint not null,
      state text not null, reason text, decided boolean not null, cast_at timestamptz(3) not null, cast_seq bigint not null, in_week boolean not null)
      ${weeks ? 'partition by range (launch_week_on)' : ''}`);
    for (let week = 0; weeks && week < WEEKS; week += weeks)
      await tx.unsafe(
        `create table bench_ballots_${week} partition of bench_ballots for values from (date '${FIRST}' + ${7 * week}) to (date '${FIRST}' + ${7 * (week + weeks)})`,
      );
    await tx.unsafe(`insert into bench_ballots select 1, w * 50 + n % 50, date '${FIRST}' + 7 * w, (n::bigint * 7919 + w * 104729) % ${VOTERS}, 'counted',
      null, false, date '${FIRST}' + 7 * w + interval '9 hours', w * ${PER_WEEK}::bigint + n, true
      from generate_series(0, ${WEEKS - 1}) w, generate_series(1, ${PER_WEEK}) n`);
    await tx`alter table bench_ballots add primary key (listing_id, launch_week_on, voter_id)`;
    await tx`create index on bench_ballots (listing_id, launch_week_on, cast_seq) where state = 'counted' and in_week`;
    await tx`create index on bench_ballots (voter_id, cast_seq desc)`;
    await tx`analyze bench_ballots`;
  });
};

const timesOf = async (work: () => Promise<unknown>): Promise<string> => {
  const times: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return median(times).toFixed(2);
};

const anyVoter = () => Math.floor(Math.random() * VOTERS);

const measure = async (sql: Sql): Promise<object> => {
  const reads = async () => {
    await sql`select pg_stat_force_next_flush()`;
    const [row] = await sql<{ read: number; written: number }[]>`
      select (select sum(heap_blks_read + idx_blks_read)::float8 from pg_statio_user_tables where relname like 'bench_ballots%') as read,
        (select sum(n_tup_ins)::float8 from pg_stat_user_tables where relname like 'bench_ballots%') as written`;
    return row!;
  };
  const before = await reads();
  const crowd = await timesOf(
    () => sql`
    insert into bench_ballots select 1, ${LAST}::bigint + n % 50, ${FIRST}::date + 7 * ${WEEKS - 1}::int, (random() * ${VOTERS - 1}::int)::bigint, 'counted', null, false, now(),
      (extract(epoch from clock_timestamp()) * 100000)::bigint, true from generate_series(1, ${CROWD}::int) n on conflict do nothing`,
  );
  const after = await reads();
  const one = await timesOf(
    () => sql`
    select b.state from (select ${FIRST}::date + 7 * ${WEEKS - 1}::int as week) w join bench_ballots b on b.launch_week_on = w.week
    where b.listing_id = ${LAST} and b.voter_id = ${anyVoter()}`,
  );
  const own = await timesOf(() => sql`select * from bench_ballots where voter_id = ${anyVoter()} order by cast_seq desc limit 20`);
  return {
    [`${CROWD} votes, ms`]: crowd,
    'blocks read/vote': ((after.read - before.read) / (after.written - before.written)).toFixed(3),
    'one vote of one launch, ms': one,
    'a voter’s votes, ms': own,
  };
};

const rows: Record<string, object> = {};
for (const [name, weeks] of Object.entries(KINDS)) {
  const { sql, close } = await openTemporary(1, false);
  try {
    await makeBallots(sql, weeks);
    rows[name] = await measure(sql);
  } finally {
    await close();
  }
}
console.table(rows);
