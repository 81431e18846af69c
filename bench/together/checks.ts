import type { Sql } from '../../src/db/open.ts';
import { createChainChecker, type LedgerRow } from '../../src/modules/votes/ledger/ledger.ts';
import { selectLedgerLines } from '../../src/modules/votes/ledger/queries.ts';
import { until } from '../../test/support/until.ts';
import type { Deployment } from './deployment.ts';
import type { World } from './world.ts';

/** Waits until nothing is left that should have run by now. */
const waitForJobs = (sql: Sql): Promise<unknown> =>
  until(async () => {
    const rows = await sql<{ task: string }[]>`
      select task_identifier as task from graphile_worker.jobs where run_at < now() and attempts < max_attempts limit 1`;
    return rows.length === 0;
  }, 120_000);

/** What was acknowledged must be in the database. */
const findLost = async ({ sql, members, owners }: World): Promise<string[]> => {
  const votes = await sql<{ pair: string }[]>`
    select v.account_id || ' ' || l.slug as pair from ballots b join voters v on v.id = b.voter_id join listings l on l.id = b.listing_id
    where b.state <> 'withdrawn'`;
  const follows = await sql<{ pair: string }[]>`
    select f.account_id || ' ' || l.slug as pair from follows f join listings l on l.id = f.listing_id`;
  const names = new Map((await sql<{ id: number; name: string }[]>`select id, name from accounts`).map(({ id, name }) => [id, name]));
  const taglines = new Map(
    (await sql<{ id: number; tagline: string }[]>`select id, tagline from listings`).map((row) => [row.id, row.tagline]),
  );
  const compare = (kind: 'votes' | 'follows', found: Set<string>) =>
    members.flatMap((member) =>
      [...member[kind]].flatMap(([slug, state]) =>
        state === undefined || found.has(`${member.id} ${slug}`) === state ? [] : `${kind} of ${member.marker} for ${slug}: not ${state}`,
      ),
    );
  return [
    ...compare('votes', new Set(votes.map(({ pair }) => pair))),
    ...compare('follows', new Set(follows.map(({ pair }) => pair))),
    ...members.flatMap(({ id, name, marker }) => (name === undefined || names.get(id) === name ? [] : `the name of ${marker}`)),
    ...owners.flatMap(({ listing_id, slug, acknowledged }) => {
      const version = Number(/^Edit (\d+)/.exec(taglines.get(listing_id) ?? '')?.[1]);
      return version >= Math.max(...acknowledged.keys()) ? [] : `an edit of ${slug}`;
    }),
  ];
};

const checkLedger = async ({ sql }: World, deployment: Deployment): Promise<string[]> => {
  const lines = await selectLedgerLines(sql, 1, 0, Number.MAX_SAFE_INTEGER, 10_000_000);
  const check = createChainChecker();
  const broken = lines.map(({ line }) => check(JSON.parse(line) as LedgerRow)).filter(Boolean);
  const counts = await sql<{ slug: string }[]>`
    select l.slug from listing_counts n join listings l on l.id = n.listing_id
    left join ballots b on b.listing_id = n.listing_id and b.state = 'counted' group by l.slug, n.votes having n.votes <> count(b.*)`;
  const [week] = await sql<{ on: string }[]>`select date_trunc('week', now() at time zone 'UTC')::date::text as on`;
  const recount = await deployment.run('recount', week!.on).catch((error) => `${error.stdout} ${error.stderr}`);
  return [
    ...broken.map((fault) => `the ledger: ${fault}`),
    ...counts.map(({ slug }) => `the votes of ${slug} are counted wrongly`),
    ...(recount.includes('\nequal to the current result') ? [] : [`the recount: ${recount}`]),
  ];
};

/** Everything that must hold when nobody acts any more. */
export const checkEnd = async (world: World, deployment: Deployment): Promise<string[]> => {
  const left = await waitForJobs(world.sql).then(
    () => [],
    () => ['jobs are left'],
  );
  return [...left, ...(await findLost(world)), ...(await checkLedger(world, deployment))];
};
