import { beforeAll, expect, test } from 'vitest';
import type { Caller, Ctx, Site } from '../../../src/kernel/context.ts';
import { freezeWeek } from '../../../src/modules/launches/rollover/week-rollover.ts';
import { listActsAbout } from '../../../src/modules/moderation/audit-log.ts';
import { undoAct } from '../../../src/modules/moderation/undo.ts';
import { review_votes } from '../../../src/modules/votes/review/jobs.ts';
import { reviewWeek } from '../../../src/modules/votes/review/review.ts';
import { decideCluster, getLaunchVotes } from '../../../src/modules/votes/team/launch-votes.ts';
import { castVote, getOwnVote, withdrawVote } from '../../../src/modules/votes/votes.ts';
import { NOON, useServer } from '../../support/server.ts';
import { as, makeVoters, siteOf } from '../../support/voters.ts';

const server = useServer({ pool: 5 });
let now = NOON;
const clock = { now: () => now };
let site: Site;
let team: Ctx<Caller>;
let ring: Ctx<Caller>[];
const WEEK = '2026-11-09';
const slug = 'packmoth';

const makePeople = async (people: Parameters<typeof makeVoters>[1]) =>
  (await makeVoters(server.sql, people)).map((id) => as(id, { sql: server.sql, site, clock }));
const review = () => reviewWeek({ sql: server.sql, site, clock }, WEEK);
const listingId = async (): Promise<number> => (await server.sql`select id from listings where slug = ${slug}`)[0]!.id;
const statesOf = async (people: Ctx<Caller>[]) =>
  new Set(await Promise.all(people.map(async (ctx) => (await getOwnVote(ctx, { slug })).state)));
const countRows = async (): Promise<number> => (await server.sql`select count(*)::int as n from votes where site_id = ${site.id}`)[0]!.n;
const findCluster = async () =>
  (await getLaunchVotes(team, { listing_id: await listingId() })).clusters.find(({ kind }) => kind === 'subnet')!;

beforeAll(async () => {
  site = await siteOf(server.sql, server.site_id);
  [team] = (await makePeople([{}])) as [Ctx<Caller>];
  await server.sql`insert into account_roles (account_id, site_id, role) values (${team.caller.account_id}, ${site.id}, 'site_admin')`;
  await server.sql`update listings set launch_week_on = ${WEEK}, launched_at = ${WEEK}, status = 'live' where slug = ${slug}`;
  // Two days old and from as many addresses of one /24, so that none of them is held from the start.
  const created_at = new Date(now.getTime() - 2 * 86_400_000);
  ring = await makePeople(Array.from({ length: 30 }, (_, i) => ({ email: `r${i}@ring${i}.example`, created_at })));
  for (const [i, ctx] of ring.entries())
    expect(await castVote(ctx, { slug }, { address: `203.0.113.${i + 1}`, referrer: null })).toMatchObject({ state: 'counted' });
});

test('a review holds the votes of a ring by rows of the ledger, once, and leaves others alone', async () => {
  const others = await makePeople(Array.from({ length: 6 }, () => ({})));
  for (const [i, ctx] of others.entries()) await castVote(ctx, { slug }, { address: `198.51.${i}.7` });
  const rows = await countRows();
  expect(await review()).toBe(30);
  expect(await countRows()).toBe(rows + 30);
  expect(await statesOf(ring)).toEqual(new Set(['uncounted']));
  expect(await statesOf(others)).toEqual(new Set(['counted']));
  expect(await getOwnVote(ring[0]!, { slug })).toMatchObject({ reason: 'ring_network', explanation: expect.stringContaining('network') });
  expect(await review()).toBe(0);
  // A held vote stays held when it is cast again.
  await withdrawVote(ring[0]!, { slug });
  expect(await castVote(ring[0]!, { slug }, { address: '192.0.2.1' })).toMatchObject({ state: 'uncounted', reason: 'ring_network' });
  const { recounted } = (await server.sql`select recount_ballots(${site.id}), 'yes' as recounted`)[0] as { recounted: string };
  expect(recounted).toBe('yes');
  expect(await review()).toBe(1);
  expect(await getOwnVote(ring[0]!, { slug })).toMatchObject({ state: 'counted' });
  await server.sql`select recount_ballots(${site.id})`;
});

test('the job finds the weeks with new votes and counts a vote again that shows signs of life', async () => {
  const { account_id } = ring[1]!.caller;
  await server.sql`
    insert into account_identities (issuer, subject, account_id, provider, created_at) values ('https://id.example', 'r1', ${account_id}, 'Google', '2026-01-01')`;
  const job = { sql: server.sql, clock, site_root: 'http://localhost', signal: AbortSignal.any([]) };
  await review_votes.run(job as unknown as Parameters<typeof review_votes.run>[0], {} as never);
  expect(await getOwnVote(ring[1]!, { slug })).toMatchObject({ state: 'counted', reason: null });
});

test('the team decides a cluster at once; reviews leave it as decided; undo restores what it changed', async () => {
  const cluster = await findCluster();
  // One of them counts: somebody signs in to it with a provider.
  expect(cluster).toMatchObject({ counted: 1, decided: 0 });
  const votes = cluster.votes - 1;
  const decision = { listing_id: await listingId(), cluster: cluster.key, note: 'We know this school.' };
  expect(await decideCluster(team, { ...decision, counts: true })).toMatchObject({ changed: votes });
  expect(await statesOf(ring)).toEqual(new Set(['counted']));
  expect(await review()).toBe(0);
  expect((await getLaunchVotes(team, { listing_id: decision.listing_id })).votes).toHaveLength(36);
  const { seq } = (await server.sql`select record_id::int as seq from team_acts where act = 'count_votes' order by id desc limit 1`)[0]!;
  const [act] = await listActsAbout(team, 'vote', seq);
  expect(act).toMatchObject({ act: 'count_votes', undoable: true, after: { votes } });
  await undoAct(team, { id: act!.id });
  expect(await statesOf(ring.slice(2))).toEqual(new Set(['uncounted']));
  expect(await review()).toBe(0);
  await expect(decideCluster(team, { ...decision, cluster: 'network 0 0', counts: true })).rejects.toMatchObject({
    code: 'vote_not_found',
  });
  await expect(decideCluster(ring[5]!, { ...decision, counts: true })).rejects.toMatchObject({ code: 'not_found' });
  await expect(getLaunchVotes(team, { listing_id: 10 ** 9 })).rejects.toMatchObject({ code: 'listing_not_found' });
});

test('a week is reviewed before it is frozen, and not after', async () => {
  const late = await makePeople(
    Array.from({ length: 30 }, (_, i) => ({ email: `l${i}@late.example`, created_at: new Date(now.getTime() - 2 * 86_400_000) })),
  );
  for (const [i, ctx] of late.entries()) await castVote(ctx, { slug }, { address: `192.0.${i + 3}.9` });
  expect(await statesOf(late)).toEqual(new Set(['counted']));
  now = new Date('2026-11-16T00:10:00Z');
  const ctx = { sql: server.sql, site, clock };
  await freezeWeek(ctx, WEEK);
  expect(await statesOf(late)).toEqual(new Set(['uncounted']));
  const [result] = await server.sql`
    select r.votes from week_results r join listings l on l.id = r.listing_id where r.week_on = ${WEEK} and l.slug = ${slug}`;
  const [counted] = await server.sql`
    select count(*)::int as n from ballots b join listings l on l.id = b.listing_id
    where l.slug = ${slug} and b.launch_week_on = ${WEEK} and b.state = 'counted' and b.in_week`;
  expect(result!.votes).toBe(counted!.n);
  for (const { caller } of late)
    await server.sql`
      insert into account_identities (issuer, subject, account_id, provider, created_at) values ('https://id.example', ${`l${caller.account_id}`}, ${caller.account_id}, 'Google', '2026-01-01')`;
  expect(await review()).toBe(0);
});
