import { sessionSql } from '../src/db/connection/connect.ts';
import { migrate } from '../src/db/migrate/migrate.ts';
import type { Sql } from '../src/db/open.ts';
import { openIntegrations } from '../src/integrations/integrations.ts';
import type { Caller, Ctx, Site } from '../src/kernel/context.ts';
import { noLimits } from '../src/kernel/limits.ts';
import { systemClock } from '../src/kernel/time/clock.ts';
import { addDays, weekAt } from '../src/kernel/time/weeks.ts';
import { ensureDefaultSite } from '../src/modules/sites/sites.ts';
import { getLeaderboard } from '../src/modules/votes/boards/boards.ts';
import { BOARD_NAMES } from '../src/modules/votes/boards/schema.ts';
import { castVote } from '../src/modules/votes/votes.ts';
import { openTemporary } from './support/database.ts';
import { median } from './support/search-queries.ts';
import { serverTime } from './support/server-time.ts';
import { printUpdates } from './support/updates.ts';

/**
 * How many votes a second are taken, on one launch and on many, and what a board costs with a hundred times the listings and
 * votes, with its plan. Makes its databases and removes them: node bench/votes.ts [LISTINGS=100000] [VOTES=5000000] [casting|boards]
 */
const [most_listings = 100_000, most_votes = 5_000_000] = process.argv.slice(2, 4).map(Number);
const only = process.argv[4];
const FEW = 1000;
const ROOM = 50;
/** Limits of the first part: number of votes and time. */
const CAST = 5000;
const SECONDS = 20;

const now = weekAt(new Date(), 'UTC');

/** Listings in weeks of fifty, the newest in the current week, with imported metrics and billboard entries. */
const makeListings = async (sql: Sql, site_id: number, listings: number): Promise<void> => {
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`insert into companies (domain) select 'p' || n || '.example' from generate_series(1, ${listings}) n`;
    await tx`
      insert into listings (site_id, company_id, slug, status, launched_at, launch_week_on, name, website, domain, tagline)
      select ${site_id}, c.id, 'p' || n, 'live', w.week_on + interval '9 hours', w.week_on, 'Product ' || n, 'https://p' || n || '.example',
        'p' || n || '.example', 'A product among many'
      from generate_series(1, ${listings}) n join companies c on c.domain = 'p' || n || '.example'
      cross join lateral (select ${now}::date - 7 * ((n - 1) / ${ROOM}::int) as week_on) w`;
    await tx`
      insert into listing_metrics (site_id, listing_id, name, as_of_on, value, unit, source)
      select site_id, id, m.name, ${now}::date - d * 30, (id * 7919 + d) % 1000, m.unit, 'bench'
      from listings, (values ('domain_rating', 'points'), ('revenue', 'USD cents per month')) m (name, unit), generate_series(0, 1) d`;
    await tx`
      insert into billboard_contributions (site_id, listing_id, amount_cents, at)
      select site_id, id, 100 + (id * 104729) % 100000, now() from listings where id % 3 = 0`;
  });
};

/** A ledger of this many votes, inserted in bulk and counted from the rows: this is about reading, not writing. */
const makeVotes = async (sql: Sql, site_id: number, listings: number, votes: number): Promise<void> => {
  const each = Math.ceil(votes / listings);
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`set local work_mem = '256MB'`;
    await tx`set local maintenance_work_mem = '512MB'`;
    await tx`insert into voters (site_id) select ${site_id} from generate_series(1, ${each * 4})`;
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into votes (site_id, seq, listing_id, launch_week_on, voter_id, act, in_week, at, previous_hash, hash)
      select ${site_id}, row_number() over (), l.id, l.launch_week_on, v.first + (n * 3 + l.id) % ${each * 4}::int, 'cast', n % 8 <> 0,
        l.launch_week_on + interval '9 hours' + (n * 89 + l.id) % 9000 * interval '1 minute', '', ''
      from (select min(id) as first from voters where account_id is null) v, listings l,
        generate_series(1, (${each} * (0.5 + (l.id * 31 % 100) / 100.0))::int) n`;
    await tx`set local session_replication_role = origin`;
    await tx`select recount_ballots(${site_id})`;
  });
  // As autovacuum does in a quiet minute.
  const session = await sql.reserve();
  await session`set statement_timeout = 0`;
  await session`vacuum analyze`;
  await session.unsafe(sessionSql());
  session.release();
};

interface Made {
  sql: Sql;
  site: Site;
}

const withDatabase = async <T>(work: (made: Made) => Promise<T>): Promise<T> => {
  const database = await openTemporary(10);
  try {
    await migrate(database.sql);
    const id = (await ensureDefaultSite(database.sql))!;
    const site: Site = { id, key: 'bench', name: 'Bench', tagline: '', purpose: '', root: 'http://localhost', time_zone: 'UTC' };
    return await work({ sql: database.sql, site });
  } finally {
    await database.close();
  }
};

const integrations = openIntegrations();

const ctxOf = ({ sql, site }: Made, account_id: number | null): Ctx => ({
  sql,
  site,
  clock: systemClock,
  limits: noLimits,
  request_id: '',
  integrations,
  caller:
    account_id === null
      ? null
      : ({ account_id, kind: 'session', scopes: [], client: null, expires_at: null, credential_id: null } as Caller),
});

const makeAccounts = async (sql: Sql, from: number, n: number): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    insert into accounts (email, email_key, email_verified_at, created_at)
    select 'v' || i || '@v' || i || '.example', 'v' || i || '@v' || i || '.example', now(), now() - interval '1 year'
    from generate_series(${from}::int, ${from + n - 1}::int) i returning id`;
  return rows.map(({ id }) => id);
};

/** Votes per second with this many concurrent voters, and the processor time of a vote. */
const castBy = async (made: Made, accounts: number[], slugOf: (i: number) => string, waiting: number) => {
  const server_time = await serverTime(made.sql);
  const [server_from, process_from] = [server_time(), process.cpuUsage()];
  const begun = performance.now();
  const times: number[] = [];
  let next = 0;
  const voter = async (): Promise<void> => {
    while (next < accounts.length && performance.now() - begun < SECONDS * 1000) {
      const i = next++;
      const from = performance.now();
      const address = `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`;
      const { state } = await castVote(ctxOf(made, accounts[i]!) as Ctx<Caller>, { slug: slugOf(i) }, { address });
      if (state !== 'counted') throw new Error(`A vote is ${state}.`);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: waiting }, voter));
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(process_from);
  return {
    votes: times.length,
    'votes/s': Math.round(times.length / seconds),
    'median ms': Number(median(times).toFixed(1)),
    'server ms/vote': ((server_time() - server_from) / times.length).toFixed(3),
    'process ms/vote': ((user + system) / 1000 / times.length).toFixed(3),
  };
};

const casting = () =>
  withDatabase(async (made) => {
    await makeListings(made.sql, made.site.id, FEW);
    const rows: Record<string, object> = {};
    let accounts = 0;
    const run = async (name: string, slugOf: (i: number) => string, waiting: number) => {
      rows[name] = await castBy(made, await makeAccounts(made.sql, accounts, CAST), slugOf, waiting);
      accounts += CAST;
    };
    await run('one launch, one at a time', () => 'p1', 1);
    await run('one launch, 50 at a time', () => 'p2', 50);
    await run('one launch, 500 at a time', () => 'p3', 500);
    await run('1,000 launches, 50 at a time', (i) => `p${(i % FEW) + 1}`, 50);
    await run('1,000 launches, 500 at a time', (i) => `p${(i % FEW) + 1}`, 500);
    const [kept] =
      await made.sql`select (select count(*)::int from votes) as rows, (select sum(votes)::int from listing_counts) as counted`;
    console.table(rows);
    console.log(`${kept!.rows} rows of the ledger, ${kept!.counted} counted`);
    await printUpdates(made.sql);
  });

/** Each page is loaded a few times and the minimum counts, which excludes other load on the machine. */
const TIMES = 40;
const PAGES = [
  ...BOARD_NAMES.map((board) => ({ board, page: 1, per_page: 20 })),
  { board: 'community-weekly', week: addDays(now, -70), page: 1, per_page: 20 },
  { board: 'community-all-time', page: 5, per_page: 100 },
];
const nameOf = ({ board, page, week }: (typeof PAGES)[number] & { week?: string }): string =>
  `${board}${week ? ', an old week' : ''}${page > 1 ? `, page ${page}` : ''}`;

interface Size {
  listings: number;
  votes: number;
}

const withVotes = <T>({ listings, votes }: Size, work: (made: Made) => Promise<T>): Promise<T> =>
  withDatabase(async (made) => {
    const begun = performance.now();
    await makeListings(made.sql, made.site.id, listings);
    await makeVotes(made.sql, made.site.id, listings, votes);
    const [kept] = await made.sql`select count(*)::int as votes from ballots`;
    console.log(`${listings} listings with ${kept!.votes} votes made in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
    return work(made);
  });

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

/** How the rows of a page are found: an index scan that ends with the page does not depend on how many votes there are. */
const showPlans = async ({ sql, site }: Made): Promise<void> => {
  for (const [name, query] of Object.entries({
    'community-all-time': sql`select listing_id from shelf_places where site_id = ${site.id} and category_id = 0 order by votes desc, listing_id limit 20`,
    'community-weekly': sql`select listing_id from week_standings where site_id = ${site.id} and week_on = ${now} and votes > 0
      order by votes desc, reached_seq, listing_id limit 20`,
  })) {
    const plan = await sql<{ 'QUERY PLAN': string }[]>`explain (analyze, buffers, costs off) ${query}`;
    console.log(`${name}\n${plan.map((row) => row['QUERY PLAN']).join('\n')}\n`);
  }
};

/** Both run alternately, so that other load affects both. */
const reading = async (few: Made, many: Made): Promise<void> => {
  const rows: Record<string, object> = {};
  for (const asked of PAGES) {
    const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let i = 0; i < TIMES; i++)
      for (const [at, made] of [few, many].entries())
        least[at] = Math.min(least[at]!, await timeOf(() => getLeaderboard(ctxOf(made, null), asked)));
    rows[nameOf(asked)] = {
      'least ms': least[0]!.toFixed(2),
      'with many': least[1]!.toFixed(2),
      ratio: (least[1]! / least[0]!).toFixed(2),
    };
  }
  console.table(rows);
  await showPlans(many);
  const cast = async (made: Made) => castBy(made, await makeAccounts(made.sql, 0, CAST / 2), () => 'p1', 50);
  console.table({ 'one launch, 50 at a time': await cast(few), 'the same with many': await cast(many) });
};

if (only !== 'boards') await casting();
if (only !== 'casting')
  await withVotes({ listings: FEW, votes: most_votes / 100 }, (few) =>
    withVotes({ listings: most_listings, votes: most_votes }, (many) => reading(few, many)),
  );
