import { beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../../src/kernel/context.ts';
import { sharedLimits } from '../../../src/kernel/limits.ts';
import { acceptInvite } from '../../../src/modules/drafts/invites.ts';
import { isDisposable } from '../../../src/modules/votes/mail-domains.ts';
import { decideVote, getOwnerVotes, listDecidedVotes, listHeldVotes } from '../../../src/modules/votes/team/decisions.ts';
import { castVote, getOwnVote, getOwnVotes, withdrawVote } from '../../../src/modules/votes/votes.ts';
import { REFUSALS } from '../../../src/refusals.ts';
import { applyRetention } from '../../../src/retention/jobs.ts';
import { findTokenFor } from '../../support/accounts/person.ts';
import { createOwnListing } from '../../support/listings/own-listings.ts';
import { NOON, useServer } from '../../support/server.ts';
import { as, makeVoters, siteOf } from '../../support/voters.ts';

const server = useServer({ pool: 5 });
let now = NOON;
const clock = { now: () => now };
let site: Site;
beforeAll(async () => {
  site = await siteOf(server.sql, server.site_id);
});

const { HOUR, DAY } = { HOUR: 3_600_000, DAY: 86_400_000 };
const advance = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};

type Voters = Parameters<typeof makeVoters>[1];
const voters = async (...people: Voters) => (await makeVoters(server.sql, people)).map((id) => as(id, { ...server, site, clock }));
const voter = async (person: Voters[number] = {}) => (await voters(person))[0]!;
const many = (n: number, person: (i: number) => Voters[number] = () => ({})) => voters(...Array.from({ length: n }, (_, i) => person(i)));

let networks = 0;
const newNetwork = () => {
  networks += 1;
  return { address: `203.0.${networks >> 8}.${networks & 255}` };
};

const rowsFor = (slug: string) => server.sql`
  select v.* from votes v join listings l on l.id = v.listing_id where l.slug = ${slug} and v.at >= ${NOON} order by v.seq`;
const countOf = async (slug: string): Promise<number> =>
  (await server.sql`select votes from listing_counts n join listings l on l.id = n.listing_id where slug = ${slug}`)[0]!.votes;

describe('casting and withdrawing', () => {
  test('a vote counts once, however often it is cast; withdrawing adds a row; it can be cast again', async () => {
    const ada = await voter();
    const before = await countOf('packmoth');
    expect(await castVote(ada, { slug: 'packmoth' })).toEqual({ state: 'counted', reason: null, explanation: null, in_week: true });
    expect(await castVote(ada, { slug: 'packmoth' })).toMatchObject({ state: 'counted' });
    expect(await countOf('packmoth')).toBe(before + 1);
    expect(await withdrawVote(ada, { slug: 'packmoth' })).toMatchObject({ state: 'none' });
    expect(await withdrawVote(ada, { slug: 'packmoth' })).toMatchObject({ state: 'none' });
    expect(await countOf('packmoth')).toBe(before);
    expect(await castVote(ada, { slug: 'packmoth' })).toMatchObject({ state: 'counted' });
    expect((await rowsFor('packmoth')).map(({ act }) => act)).toEqual(['cast', 'withdrawn', 'cast']);
    expect(await getOwnVote(ada, { slug: 'packmoth' })).toMatchObject({ state: 'counted' });
    expect([...(await getOwnVotes(ada)).keys()]).toEqual(['packmoth']);
  });

  test('double clicks and concurrent tabs write one row', async () => {
    const ada = await voter();
    const answers = await Promise.all(Array.from({ length: 20 }, () => castVote(ada, { slug: 'larderlight' })));
    expect(answers.every(({ state }) => state === 'counted')).toBe(true);
    expect(await rowsFor('larderlight')).toHaveLength(1);
  });

  test('concurrent requests of one person are handled in their order', async () => {
    const ada = await voter();
    const slug = 'noonslot';
    const answers = await Promise.all([
      castVote(ada, { slug }),
      withdrawVote(ada, { slug }),
      castVote(ada, { slug }),
      withdrawVote(ada, { slug }),
    ]);
    expect(answers.map(({ state }) => state)).toEqual(['counted', 'none', 'counted', 'none']);
    expect((await rowsFor(slug)).map(({ act }) => act)).toEqual(['cast', 'withdrawn', 'cast', 'withdrawn']);
  });

  test('a vote for a launch whose week is over counts for the all-time board only', async () => {
    expect(await castVote(await voter(), { slug: 'ledgerly' })).toMatchObject({ state: 'counted', in_week: false });
  });

  test('a relaunch is another launch: voters of the first may vote again', async () => {
    const ada = await voter();
    await castVote(ada, { slug: 'mockjar' });
    await server.sql`update listings set launch_week_on = '2026-11-09' where slug = 'mockjar'`;
    expect(await getOwnVote(ada, { slug: 'mockjar' })).toMatchObject({ state: 'none' });
    expect(await castVote(ada, { slug: 'mockjar' })).toMatchObject({ state: 'counted', in_week: true });
    expect(await rowsFor('mockjar')).toHaveLength(2);
  });

  test('anonymous visitors have no vote', async () => {
    expect(await getOwnVote({ ...(await voter()), caller: null }, { slug: 'packmoth' })).toMatchObject({ state: 'none' });
  });

  test.each([
    ['listing_not_live', 'grepling'],
    ['listing_not_found', 'plainhire'],
    ['listing_not_found', 'nobody-has-this'],
  ])('%s: %s cannot be voted for', async (code, slug) => {
    await expect(castVote(await voter(), { slug })).rejects.toMatchObject({ code });
  });

  test.each(['api_key', 'oauth'] as const)('only_on_the_site: an %s cannot vote', async (kind) => {
    const [id] = await makeVoters(server.sql, [{}]);
    const ctx = as(id!, { ...server, site, clock }, kind);
    await expect(castVote(ctx, { slug: 'packmoth' })).rejects.toMatchObject({ code: 'only_on_the_site' });
    await expect(withdrawVote(ctx, { slug: 'packmoth' })).rejects.toMatchObject({ code: 'only_on_the_site' });
    expect(REFUSALS.only_on_the_site.status).toBe(403);
  });

  test('an account that was deleted in the meantime does not affect the rest of its batch', async () => {
    const people = await many(10);
    await server.sql`delete from accounts where id = ${people[4]!.caller.account_id}`;
    const answers = await Promise.allSettled(people.map((ctx) => castVote(ctx, { slug: 'heatlog' })));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
    expect(answers[4]).toMatchObject({ status: 'rejected', reason: { code: 'sign_in_needed' } });
    expect(await rowsFor('heatlog')).toHaveLength(9);
  });

  test('a row that the database rejects fails alone', async () => {
    const people = await many(6);
    const odd = people[3]!.caller.account_id;
    await server.sql`select setval('voters_id_seq', greatest((select max(id) from voters), 1000000))`;
    const [{ id }] =
      (await server.sql`insert into voters (site_id, account_id) values (${server.site_id}, ${odd}) returning id`) as unknown as [
        { id: number },
      ];
    await server.sql.unsafe(`alter table votes add constraint refuse_one check (voter_id <> ${id})`);
    const answers = await Promise.allSettled(people.map((ctx) => castVote(ctx, { slug: 'stagelet' })));
    await server.sql`alter table votes drop constraint refuse_one`;
    expect(answers.map(({ status }) => status)).toEqual(people.map((_, i) => (i === 3 ? 'rejected' : 'fulfilled')));
    expect(await rowsFor('stagelet')).toHaveLength(5);
  });

  test('the votes of a deleted account stay, but no longer say whose they were', async () => {
    const ada = await voter();
    await castVote(ada, { slug: 'handrailer' });
    const before = await countOf('handrailer');
    await server.sql`delete from accounts where id = ${ada.caller.account_id}`;
    expect(await countOf('handrailer')).toBe(before);
    const [row] = await rowsFor('handrailer');
    expect((await server.sql`select account_id from voters where id = ${row!.voter_id}`)[0]).toEqual({ account_id: null });
  });
});

describe('a vote that does not count is stored with its reason, which the voter sees', () => {
  const expectUncounted = async (reason: string, ctx: Awaited<ReturnType<typeof voter>>, slug: string, from = newNetwork()) => {
    const before = await countOf(slug);
    const vote = await castVote(ctx, { slug }, from);
    expect(vote).toMatchObject({ state: 'uncounted', reason });
    expect(vote.explanation!.length).toBeGreaterThan(40);
    expect(await countOf(slug)).toBe(before);
    expect((await rowsFor(slug)).at(-1)).toMatchObject({ act: 'cast', reason });
    expect(await getOwnVote(ctx, { slug })).toEqual(vote);
  };

  test('an unverified address, until it is verified', async () => {
    const ada = await voter({ verified: false });
    await expectUncounted('unverified_address', ada, 'marginalis');
    await server.sql`update accounts set email_verified_at = ${NOON} where id = ${ada.caller.account_id}`;
    await withdrawVote(ada, { slug: 'marginalis' });
    expect(await castVote(ada, { slug: 'marginalis' })).toMatchObject({ state: 'counted' });
  });

  test('the owner’s own vote', async () => {
    const ada = await voter();
    await server.sql`update listings set owner_id = ${ada.caller.account_id} where slug = 'marginalis'`;
    await expectUncounted('own_listing', ada, 'marginalis');
  });

  test('a vote of a co-founder who accepted an invite', async () => {
    const [owner, founder] = await voters({}, {});
    const draft = { fields: {}, socials: {}, story: {} };
    await server.sql`
      with d as (insert into drafts (site_id, account_id, url, domain, fields, socials, story, listing_id)
        select site_id, ${owner!.caller.account_id}, website, domain, ${server.sql.json(draft.fields)}, '{}', '{}', id from listings where slug = 'fogbound-supper' returning id, site_id)
      insert into draft_invites (site_id, draft_id, email, email_key, token_hash, status, account_id, expires_at)
      select site_id, id, 'x@y.example', 'x@y.example', 'x', 'accepted', ${founder!.caller.account_id}, now() from d`;
    await expectUncounted('own_listing', founder!, 'fogbound-supper');
  });

  test('a vote of a co-founder who accepted an invite without signing in', async () => {
    const founder = await voter({ email: 'Quiet.Founder@elsewhere.example' });
    await server.sql`
      insert into draft_invites (site_id, draft_id, email, email_key, token_hash, status, account_id, expires_at)
      select site_id, id, 'x', 'quiet.founder@elsewhere.example', 'quiet', 'accepted', null, now() from drafts
      where listing_id = (select id from listings where slug = 'fogbound-supper')`;
    await expectUncounted('own_listing', founder, 'fogbound-supper');
  });

  test('a vote of a co-founder who voted before accepting the invite', async () => {
    const owner = await server.member();
    const { slug, draft_id } = await createOwnListing(server, owner);
    const founder = await voter({ email: 'late.founder@elsewhere.example' });
    expect(await castVote(founder, { slug }, newNetwork())).toMatchObject({ state: 'counted' });
    await owner.client.invite_cofounder({ id: draft_id, email: 'late.founder@elsewhere.example' });
    const token = await findTokenFor(server, 'late.founder@elsewhere.example');
    await acceptInvite({ ...founder, caller: null }, { token, name: 'Late Founder' });
    expect(await getOwnVote(founder, { slug })).toMatchObject({ state: 'uncounted', reason: 'own_listing' });
    expect(await countOf(slug)).toBe(0);
  });

  test('another spelling of the same mailbox, also after its account was deleted; but not for another launch', async () => {
    const slug = 'lanternlog';
    expect(await castVote(await voter({ email: 'rita.may@gmail.com' }), { slug }, newNetwork())).toMatchObject({ state: 'counted' });
    await expectUncounted('same_mailbox', await voter({ email: 'RitaMay+launch@googlemail.com' }), slug);
    const ana = await voter({ email: 'ana+one@left.example' });
    await castVote(ana, { slug }, newNetwork());
    await server.sql`delete from accounts where id = ${ana.caller.account_id}`;
    const again = await voter({ email: 'ana+one@left.example' });
    await expectUncounted('same_mailbox', again, slug);
    await withdrawVote(again, { slug });
    await expectUncounted('same_mailbox', again, slug);
    expect(await castVote(again, { slug: 'heatlog' }, newNetwork())).toMatchObject({ state: 'counted' });
    // Other providers do not ignore dots.
    expect(await castVote(await voter({ email: 'r.may@left.example' }), { slug }, newNetwork())).toMatchObject({ state: 'counted' });
    expect(await castVote(await voter({ email: 'rmay@left.example' }), { slug }, newNetwork())).toMatchObject({ state: 'counted' });
    const crowd = await many(4, (i) => ({ email: `crowd+${i}@once.example` }));
    const states = await Promise.all(crowd.map((ctx) => castVote(ctx, { slug }, newNetwork())));
    expect(states.filter(({ state }) => state === 'counted')).toHaveLength(1);
  });

  test('disposable and free mail providers are told apart, by host', () => {
    for (const host of ['trash-mail.com', 'fake-mail.net']) expect(isDisposable(host)).toBe(true);
    for (const host of ['mail.com', 'mail.net', 'trash-', 'gmail.com']) expect(isDisposable(host)).toBe(false);
  });

  test('an address at the product’s own domain or a subdomain', async () => {
    await expectUncounted('own_company', await voter({ email: 'ana@fogboundsupper.example' }), 'fogbound-supper');
    await expectUncounted('own_company', await voter({ email: 'ana@mail.fogboundsupper.example' }), 'fogbound-supper');
  });

  test.each(['mailinator.com', 'any.mailinator.com', 'yopmail.fr', 'guerrillamail.com'])('a disposable mailbox at %s', async (host) => {
    await expectUncounted('disposable_address', await voter({ email: `someone${networks}@${host}` }), 'heatlog');
  });

  test('a ring of new accounts from one network: the first few count, the rest does not; old accounts do', async () => {
    const slug = 'quittance-lite';
    const from = newNetwork();
    const ring = await many(9, (i) => ({ email: `r${i}@ring${i}.example`, created_at: new Date(now.getTime() - HOUR) }));
    const states: string[] = [];
    for (const ctx of ring) states.push((await castVote(ctx, { slug }, from)).reason ?? 'counted');
    expect(states).toEqual([...Array(5).fill('counted'), ...Array(4).fill('ring_network')]);
    expect(await castVote(await voter(), { slug }, from)).toMatchObject({ state: 'counted' });
    // Other launches are not affected, nor is the next hour.
    expect(await castVote(ring[8]!, { slug: 'heatlog' }, from)).toMatchObject({ state: 'counted' });
    advance(2 * HOUR);
    const young = await voter({ created_at: now });
    expect(await castVote(young, { slug }, from)).toMatchObject({ state: 'counted' });
  });

  test('a ring that votes concurrently', async () => {
    const from = newNetwork();
    const ring = await many(12, (i) => ({ email: `s${i}@ring${i}.example`, created_at: now }));
    const answers = await Promise.all(ring.map((ctx) => castVote(ctx, { slug: 'sprigg' }, from)));
    expect(answers.filter(({ state }) => state === 'counted')).toHaveLength(5);
  });

  test('a ring of new accounts with addresses at one domain, unless it is a free mail provider', async () => {
    const votes = async (host: string, slug: string) => {
      const ring = await many(8, (i) => ({ email: `t${i}-${networks}@${i % 2 ? `h${i}.` : ''}${host}`, created_at: now }));
      const reasons: (string | null)[] = [];
      for (const ctx of ring) reasons.push((await castVote(ctx, { slug }, newNetwork())).reason);
      return reasons;
    };
    expect(await votes('ring.example', 'chalkfern')).toEqual([null, null, null, null, null, ...Array(3).fill('ring_mail_domain')]);
    expect(await votes('gmail.com', 'chalkfern')).toEqual(Array(8).fill(null));
  });

  test('voting too fast, by account and by network', async () => {
    const limits = sharedLimits(server.sql, clock);
    const slow = { ...site, limits: { votes: 3, votes_network: 5 } };
    const from = newNetwork();
    const slugs = ['rowfinch', 'duecourier', 'longhandle', 'tiny-tramway'];
    const ada = { ...(await voter()), limits, site: slow };
    const all = await Promise.all(slugs.map((slug) => castVote(ada, { slug }, from)));
    expect(all.map(({ reason }) => reason)).toEqual([null, null, null, 'too_fast']);
    const others = (await many(2)).map((ctx) => ({ ...ctx, limits, site: slow }));
    expect(await castVote(others[0]!, { slug: slugs[0]! }, from)).toMatchObject({ reason: null });
    expect(await castVote(others[1]!, { slug: slugs[0]! }, from)).toMatchObject({ reason: 'too_fast_network' });
    advance(11 * 60_000);
    expect(await castVote(ada, { slug: 'wattbarn' }, from)).toMatchObject({ reason: null });
    // Withdrawing and voting again does not make it count.
    await withdrawVote(ada, { slug: 'tiny-tramway' });
    expect(await castVote(ada, { slug: 'tiny-tramway' }, from)).toMatchObject({ reason: 'too_fast' });
  });

  test('voting back and forth is rate-limited and does not fill the ledger', async () => {
    const ada = { ...(await voter()), limits: sharedLimits(server.sql, clock) };
    const before = (await rowsFor('barrio-bici')).length;
    const tries = Array.from({ length: 100 }, (_, i) => (i % 2 ? withdrawVote : castVote)(ada, { slug: 'barrio-bici' }));
    const answers = await Promise.allSettled(tries);
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(40);
    expect((await rowsFor('barrio-bici')).length - before).toBeLessThanOrEqual(60);
  });

  test('networks and mail domains are stored as keyed hashes only, and deleted after 90 days', async () => {
    const [stored] = await server.sql<
      { text: string; n: number }[]
    >`select string_agg(t::text, ' ') as text, count(*)::int as n from vote_origins t`;
    expect(stored!.n).toBeGreaterThan(50);
    expect(stored!.text).not.toMatch(/203\.0\.|example|mailinator/);
    const forget = () => applyRetention({ sql: server.sql, now: clock.now(), signal: AbortSignal.any([]) });
    const countOrigins = async () => (await server.sql`select count(*)::int as n from vote_origins`)[0]!.n;
    await forget();
    expect(await countOrigins()).toBe(stored!.n);
    const back = now;
    advance(91 * DAY);
    await forget();
    expect(await countOrigins()).toBe(0);
    now = back;
  });
});

describe('the team decides', () => {
  const makeAdmin = async () => {
    const ctx = await voter();
    await server.sql`insert into account_roles (account_id, site_id, role) values (${ctx.caller.account_id}, ${server.site_id}, 'site_admin')`;
    return ctx;
  };
  const note = 'They wrote to us.';

  test('an uncounted vote counts once the team says so, and no longer after undo; the ledger keeps everything', async () => {
    const [team, ada] = [await makeAdmin(), await voter({ email: 'solo@mailinator.com' })];
    const slug = 'shortstand';
    const before = await countOf(slug);
    await castVote(ada, { slug });
    const { items, total } = await listHeldVotes(team, { page: 1, per_page: 100 });
    const mine = items.find((vote) => vote.slug === slug)!;
    expect(mine).toMatchObject({ reason: 'disposable_address', mail_host: 'mailinator.com', similar_votes: 1, in_week: false });
    expect(await decideVote(team, { seq: mine.seq, counts: true, note, include_similar: false })).toEqual({ changed: 1 });
    expect(await getOwnVote(ada, { slug })).toMatchObject({ state: 'counted', reason: null });
    expect(await countOf(slug)).toBe(before + 1);
    expect((await listHeldVotes(team, { page: 1, per_page: 100 })).total).toBe(total - 1);
    expect((await listDecidedVotes(team))[0]).toMatchObject({ slug, seq: mine.seq, decision: 'counted', note });
    expect(await decideVote(team, { seq: mine.seq, counts: true, note, include_similar: false })).toEqual({ changed: 0 });
    await decideVote(team, { seq: mine.seq, counts: false, note: 'Undone', include_similar: false });
    expect(await getOwnVote(ada, { slug })).toMatchObject({ state: 'uncounted', reason: 'by_the_team' });
    expect(await countOf(slug)).toBe(before);
    expect((await rowsFor(slug)).map(({ act }) => act)).toEqual(['cast', 'counted', 'uncounted']);
    // A decision stays when the vote is withdrawn and cast again.
    await withdrawVote(ada, { slug });
    expect(await castVote(ada, { slug })).toMatchObject({ state: 'uncounted', reason: 'by_the_team' });
    expect((await listHeldVotes(team, { page: 1, per_page: 100 })).total).toBe(total - 1);
  });

  test('a ring is decided as a whole, including the votes that counted at first', async () => {
    const team = await makeAdmin();
    const slug = 'swatchling';
    const before = await countOf(slug);
    const from = newNetwork();
    for (const ctx of await many(8, (i) => ({ email: `u${i}@ring-u${i}.example`, created_at: now }))) await castVote(ctx, { slug }, from);
    expect(await countOf(slug)).toBe(before + 5);
    const ring = (await listHeldVotes(team, { page: 1, per_page: 100 })).items.filter((vote) => vote.slug === slug);
    expect(ring.map(({ similar_votes }) => similar_votes)).toEqual([8, 8, 8]);
    expect(await decideVote(team, { seq: ring[0]!.seq, counts: false, note, include_similar: true })).toEqual({ changed: 8 });
    expect(await countOf(slug)).toBe(before);
    expect(await decideVote(team, { seq: ring[0]!.seq, counts: true, note, include_similar: true })).toEqual({ changed: 8 });
    expect(await countOf(slug)).toBe(before + 8);
  });

  test('others can neither list nor decide, and the vote must exist', async () => {
    const ada = await voter();
    await expect(listHeldVotes(ada, { page: 1, per_page: 1 })).rejects.toMatchObject({ code: 'not_found' });
    await expect(decideVote(ada, { seq: 1, counts: false, note, include_similar: false })).rejects.toMatchObject({ code: 'not_found' });
    await expect(decideVote(await makeAdmin(), { seq: 10 ** 9, counts: false, note, include_similar: false })).rejects.toMatchObject({
      code: 'vote_not_found',
    });
  });

  test('the owner sees the totals of uncounted votes by reason', async () => {
    const ada = await voter();
    const [{ id }] =
      (await server.sql`update listings set owner_id = ${ada.caller.account_id} where slug = 'benchquill' returning id`) as unknown as [
        { id: number },
      ];
    for (const ctx of await many(3, (i) => ({ email: `v${i}-${networks}@trashmail.com` }))) await castVote(ctx, { slug: 'benchquill' });
    await castVote(ada, { slug: 'benchquill' });
    expect(await getOwnerVotes(ada, { listing_id: id })).toEqual({
      counted: await countOf('benchquill'),
      uncounted: 4,
      reasons: [
        { reason: 'disposable_address', explanation: expect.stringContaining('disposable'), votes: 3 },
        { reason: 'own_listing', explanation: expect.stringContaining('owns'), votes: 1 },
      ],
    });
    await expect(getOwnerVotes(await voter(), { listing_id: id })).rejects.toMatchObject({ code: 'listing_not_found' });
  });
});

test('2,000 concurrent votes for one launch: none is lost or doubled', async () => {
  const people = await many(2000);
  const before = await countOf('puddlemeter');
  const answers = await Promise.all(people.map((ctx) => castVote(ctx, { slug: 'puddlemeter' }, newNetwork())));
  expect(answers.every(({ state }) => state === 'counted')).toBe(true);
  expect(await countOf('puddlemeter')).toBe(before + 2000);
  await server.sql`select recount_ballots(${server.site_id})`;
  expect(await countOf('puddlemeter')).toBe(before + 2000);
});
