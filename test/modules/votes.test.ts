import { beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../src/kernel/context.ts';
import { sharedLimits } from '../../src/kernel/limits.ts';
import { decidedVotes, decideVote, heldVotes, votesOfOwner } from '../../src/modules/ballot/decision.ts';
import { forget_vote_origins } from '../../src/modules/ballot/jobs.ts';
import { isDisposable } from '../../src/modules/ballot/mail-domains.ts';
import { castVote, myVote, myVotes, withdrawVote } from '../../src/modules/ballot/vote.ts';
import { acceptInvite } from '../../src/modules/drafts/invite.ts';
import { anOwnListing } from '../support/own-listings.ts';
import { tokenFor } from '../support/person.ts';
import { NOON, useServer } from '../support/server.ts';
import { as, makeVoters, siteOf } from '../support/voters.ts';

const server = useServer();
let now = NOON;
const clock = { now: () => now };
let site: Site;
beforeAll(async () => {
  site = await siteOf(server.sql, server.site_id);
});

const { HOUR, DAY } = { HOUR: 3_600_000, DAY: 86_400_000 };
const later = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};

type Voters = Parameters<typeof makeVoters>[1];
const voters = async (...people: Voters) => (await makeVoters(server.sql, people)).map((id) => as(id, { ...server, site, clock }));
const voter = async (person: Voters[number] = {}) => (await voters(person))[0]!;
const many = (n: number, person: (i: number) => Voters[number] = () => ({})) => voters(...Array.from({ length: n }, (_, i) => person(i)));

let networks = 0;
const elsewhere = () => {
  networks += 1;
  return { address: `203.0.${networks >> 8}.${networks & 255}` };
};

const rowsFor = (slug: string) => server.sql`
  select v.* from votes v join listings l on l.id = v.listing_id where l.slug = ${slug} and v.at >= ${NOON} order by v.seq`;
const countOf = async (slug: string): Promise<number> =>
  (await server.sql`select votes from listing_counts n join listings l on l.id = n.listing_id where slug = ${slug}`)[0]!.votes;

describe('casting and taking back', () => {
  test('a vote counts once, however often it is cast; taking it back is another row; it can be cast again', async () => {
    const ada = await voter();
    const before = await countOf('packmoth');
    expect(await castVote(ada, { slug: 'packmoth' })).toEqual({ state: 'counted', reason: null, says: null, in_week: true });
    expect(await castVote(ada, { slug: 'packmoth' })).toMatchObject({ state: 'counted' });
    expect(await countOf('packmoth')).toBe(before + 1);
    expect(await withdrawVote(ada, { slug: 'packmoth' })).toMatchObject({ state: 'none' });
    expect(await withdrawVote(ada, { slug: 'packmoth' })).toMatchObject({ state: 'none' });
    expect(await countOf('packmoth')).toBe(before);
    expect(await castVote(ada, { slug: 'packmoth' })).toMatchObject({ state: 'counted' });
    expect((await rowsFor('packmoth')).map(({ act }) => act)).toEqual(['cast', 'withdrawn', 'cast']);
    expect(await myVote(ada, { slug: 'packmoth' })).toMatchObject({ state: 'counted' });
    expect([...(await myVotes(ada)).keys()]).toEqual(['packmoth']);
  });

  test('double clicks and two tabs at once are one row', async () => {
    const ada = await voter();
    const answers = await Promise.all(Array.from({ length: 20 }, () => castVote(ada, { slug: 'larderlight' })));
    expect(answers.every(({ state }) => state === 'counted')).toBe(true);
    expect(await rowsFor('larderlight')).toHaveLength(1);
  });

  test('what one person asks in a row happens in that order', async () => {
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

  test('a vote for a launch whose week is over counts, for all time alone', async () => {
    expect(await castVote(await voter(), { slug: 'ledgerly' })).toMatchObject({ state: 'counted', in_week: false });
  });

  test('a relaunch is another launch: who voted for the first may vote for it', async () => {
    const ada = await voter();
    await castVote(ada, { slug: 'mockjar' });
    await server.sql`update listings set launch_week_on = '2026-11-09' where slug = 'mockjar'`;
    expect(await myVote(ada, { slug: 'mockjar' })).toMatchObject({ state: 'none' });
    expect(await castVote(ada, { slug: 'mockjar' })).toMatchObject({ state: 'counted', in_week: true });
    expect(await rowsFor('mockjar')).toHaveLength(2);
  });

  test('strangers have no vote', async () => {
    expect(await myVote({ ...(await voter()), caller: null }, { slug: 'packmoth' })).toMatchObject({ state: 'none' });
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
    await expect(castVote(ctx, { slug: 'packmoth' })).rejects.toMatchObject({ code: 'only_on_the_site', status: 403 });
    await expect(withdrawVote(ctx, { slug: 'packmoth' })).rejects.toMatchObject({ code: 'only_on_the_site' });
  });

  test('an account that was deleted meanwhile harms nobody it was gathered with', async () => {
    const people = await many(10);
    await server.sql`delete from accounts where id = ${people[4]!.caller.account_id}`;
    const answers = await Promise.allSettled(people.map((ctx) => castVote(ctx, { slug: 'heatlog' })));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
    expect(answers[4]).toMatchObject({ status: 'rejected', reason: { code: 'sign_in_needed' } });
    expect(await rowsFor('heatlog')).toHaveLength(9);
  });

  test('one whose row the database refuses gets the error alone', async () => {
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

  test('when an account is deleted its votes stay, and whose they were is forgotten', async () => {
    const ada = await voter();
    await castVote(ada, { slug: 'handrailer' });
    const before = await countOf('handrailer');
    await server.sql`delete from accounts where id = ${ada.caller.account_id}`;
    expect(await countOf('handrailer')).toBe(before);
    const [row] = await rowsFor('handrailer');
    expect((await server.sql`select account_id from voters where id = ${row!.voter_id}`)[0]).toEqual({ account_id: null });
  });
});

describe('what does not count is written with its reason, and said', () => {
  const held = async (reason: string, ctx: Awaited<ReturnType<typeof voter>>, slug: string, from = elsewhere()) => {
    const before = await countOf(slug);
    const vote = await castVote(ctx, { slug }, from);
    expect(vote).toMatchObject({ state: 'uncounted', reason });
    expect(vote.says!.length).toBeGreaterThan(40);
    expect(await countOf(slug)).toBe(before);
    expect((await rowsFor(slug)).at(-1)).toMatchObject({ act: 'cast', reason });
    expect(await myVote(ctx, { slug })).toEqual(vote);
  };

  test('an address that is not verified, until it is', async () => {
    const ada = await voter({ verified: false });
    await held('unverified_address', ada, 'marginalis');
    await server.sql`update accounts set email_verified_at = ${NOON} where id = ${ada.caller.account_id}`;
    await withdrawVote(ada, { slug: 'marginalis' });
    expect(await castVote(ada, { slug: 'marginalis' })).toMatchObject({ state: 'counted' });
  });

  test('the owner’s own', async () => {
    const ada = await voter();
    await server.sql`update listings set owner_id = ${ada.caller.account_id} where slug = 'marginalis'`;
    await held('own_listing', ada, 'marginalis');
  });

  test('a co-founder’s who accepted an invite', async () => {
    const [owner, founder] = await voters({}, {});
    const draft = { fields: {}, socials: {}, story: {} };
    await server.sql`
      with d as (insert into drafts (site_id, account_id, url, domain, fields, socials, story, listing_id)
        select site_id, ${owner!.caller.account_id}, website, domain, ${server.sql.json(draft.fields)}, '{}', '{}', id from listings where slug = 'fogbound-supper' returning id, site_id)
      insert into draft_invites (site_id, draft_id, email, email_key, token_hash, status, account_id, expires_at)
      select site_id, id, 'x@y.example', 'x@y.example', 'x', 'accepted', ${founder!.caller.account_id}, now() from d`;
    await held('own_listing', founder!, 'fogbound-supper');
  });

  test('a co-founder’s who accepted an invite without being signed in', async () => {
    const founder = await voter({ email: 'Quiet.Founder@elsewhere.example' });
    await server.sql`
      insert into draft_invites (site_id, draft_id, email, email_key, token_hash, status, account_id, expires_at)
      select site_id, id, 'x', 'quiet.founder@elsewhere.example', 'quiet', 'accepted', null, now() from drafts
      where listing_id = (select id from listings where slug = 'fogbound-supper')`;
    await held('own_listing', founder, 'fogbound-supper');
  });

  test('a co-founder’s who voted before accepting the invite', async () => {
    const owner = await server.member();
    const { slug, draft_id } = await anOwnListing(server, owner);
    const founder = await voter({ email: 'late.founder@elsewhere.example' });
    expect(await castVote(founder, { slug }, elsewhere())).toMatchObject({ state: 'counted' });
    await owner.client.invite_cofounder({ id: draft_id, email: 'late.founder@elsewhere.example' });
    const token = await tokenFor(server, 'late.founder@elsewhere.example');
    await acceptInvite({ ...founder, caller: null }, { token, name: 'Late Founder' });
    expect(await myVote(founder, { slug })).toMatchObject({ state: 'uncounted', reason: 'own_listing' });
    expect(await countOf(slug)).toBe(0);
  });

  test('of one mailbox by another spelling, also of somebody who left and came again; not for another launch', async () => {
    const slug = 'lanternlog';
    expect(await castVote(await voter({ email: 'rita.may@gmail.com' }), { slug }, elsewhere())).toMatchObject({ state: 'counted' });
    await held('same_mailbox', await voter({ email: 'RitaMay+launch@googlemail.com' }), slug);
    const ana = await voter({ email: 'ana+one@left.example' });
    await castVote(ana, { slug }, elsewhere());
    await server.sql`delete from accounts where id = ${ana.caller.account_id}`;
    const again = await voter({ email: 'ana+one@left.example' });
    await held('same_mailbox', again, slug);
    await withdrawVote(again, { slug });
    await held('same_mailbox', again, slug);
    expect(await castVote(again, { slug: 'heatlog' }, elsewhere())).toMatchObject({ state: 'counted' });
    // A dot is a letter like any other elsewhere.
    expect(await castVote(await voter({ email: 'r.may@left.example' }), { slug }, elsewhere())).toMatchObject({ state: 'counted' });
    expect(await castVote(await voter({ email: 'rmay@left.example' }), { slug }, elsewhere())).toMatchObject({ state: 'counted' });
    const crowd = await many(4, (i) => ({ email: `crowd+${i}@once.example` }));
    const states = await Promise.all(crowd.map((ctx) => castVote(ctx, { slug }, elsewhere())));
    expect(states.filter(({ state }) => state === 'counted')).toHaveLength(1);
  });

  test('mailboxes to be thrown away are no mailbox for everybody, and each list is of hosts', () => {
    for (const host of ['trash-mail.com', 'fake-mail.net']) expect(isDisposable(host)).toBe(true);
    for (const host of ['mail.com', 'mail.net', 'trash-', 'gmail.com']) expect(isDisposable(host)).toBe(false);
  });

  test('an address at the product’s own domain, or at a host below it', async () => {
    await held('own_company', await voter({ email: 'ana@fogboundsupper.example' }), 'fogbound-supper');
    await held('own_company', await voter({ email: 'ana@mail.fogboundsupper.example' }), 'fogbound-supper');
  });

  test.each(['mailinator.com', 'any.mailinator.com', 'yopmail.fr', 'guerrillamail.com'])('a throw-away mailbox at %s', async (host) => {
    await held('disposable_address', await voter({ email: `someone${networks}@${host}` }), 'heatlog');
  });

  test('a ring of new accounts from one network: the first few are taken as chance, the rest is held; old accounts are not', async () => {
    const slug = 'quittance-lite';
    const from = elsewhere();
    const ring = await many(9, (i) => ({ email: `r${i}@ring${i}.example`, created_at: new Date(now.getTime() - HOUR) }));
    const states: string[] = [];
    for (const ctx of ring) states.push((await castVote(ctx, { slug }, from)).reason ?? 'counted');
    expect(states).toEqual([...Array(5).fill('counted'), ...Array(4).fill('ring_network')]);
    expect(await castVote(await voter(), { slug }, from)).toMatchObject({ state: 'counted' });
    // Another launch is not concerned, nor is the next hour.
    expect(await castVote(ring[8]!, { slug: 'heatlog' }, from)).toMatchObject({ state: 'counted' });
    later(2 * HOUR);
    const young = await voter({ created_at: now });
    expect(await castVote(young, { slug }, from)).toMatchObject({ state: 'counted' });
  });

  test('a ring that votes all at once is held as well', async () => {
    const from = elsewhere();
    const ring = await many(12, (i) => ({ email: `s${i}@ring${i}.example`, created_at: now }));
    const answers = await Promise.all(ring.map((ctx) => castVote(ctx, { slug: 'sprigg' }, from)));
    expect(answers.filter(({ state }) => state === 'counted')).toHaveLength(5);
  });

  test('a ring of new accounts with addresses at one domain, but not at a mailbox provider for everybody', async () => {
    const votes = async (host: string, slug: string) => {
      const ring = await many(8, (i) => ({ email: `t${i}-${networks}@${i % 2 ? `h${i}.` : ''}${host}`, created_at: now }));
      const reasons: (string | null)[] = [];
      for (const ctx of ring) reasons.push((await castVote(ctx, { slug }, elsewhere())).reason);
      return reasons;
    };
    expect(await votes('ring.example', 'chalkfern')).toEqual([null, null, null, null, null, ...Array(3).fill('ring_mail_domain')]);
    expect(await votes('gmail.com', 'chalkfern')).toEqual(Array(8).fill(null));
  });

  test('too fast: an account, and a network', async () => {
    const limits = sharedLimits(server.sql, clock);
    const slow = { ...site, limits: { votes: 3, votes_network: 5 } };
    const from = elsewhere();
    const slugs = ['rowfinch', 'duecourier', 'longhandle', 'tiny-tramway'];
    const ada = { ...(await voter()), limits, site: slow };
    const all = await Promise.all(slugs.map((slug) => castVote(ada, { slug }, from)));
    expect(all.map(({ reason }) => reason)).toEqual([null, null, null, 'too_fast']);
    const others = (await many(2)).map((ctx) => ({ ...ctx, limits, site: slow }));
    expect(await castVote(others[0]!, { slug: slugs[0]! }, from)).toMatchObject({ reason: null });
    expect(await castVote(others[1]!, { slug: slugs[0]! }, from)).toMatchObject({ reason: 'too_fast_network' });
    later(11 * 60_000);
    expect(await castVote(ada, { slug: 'wattbarn' }, from)).toMatchObject({ reason: null });
    // What was held back is not let through by taking it back and voting again.
    await withdrawVote(ada, { slug: 'tiny-tramway' });
    expect(await castVote(ada, { slug: 'tiny-tramway' }, from)).toMatchObject({ reason: 'too_fast' });
  });

  test('voting to and fro does not fill the ledger', async () => {
    const ada = { ...(await voter()), limits: sharedLimits(server.sql, clock) };
    const before = (await rowsFor('barrio-bici')).length;
    const tries = Array.from({ length: 100 }, (_, i) => (i % 2 ? withdrawVote : castVote)(ada, { slug: 'barrio-bici' }));
    const answers = await Promise.allSettled(tries);
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(40);
    expect((await rowsFor('barrio-bici')).length - before).toBeLessThanOrEqual(60);
  });

  test('networks and mail domains are kept only as keyed hashes beside the ledger, and forgotten after 90 days', async () => {
    const [kept] = await server.sql<
      { text: string; n: number }[]
    >`select string_agg(t::text, ' ') as text, count(*)::int as n from vote_origins t`;
    expect(kept!.n).toBeGreaterThan(50);
    expect(kept!.text).not.toMatch(/203\.0\.|example|mailinator/);
    const forget = () =>
      forget_vote_origins.run({ sql: server.sql, clock, outside: {} as never, site_root: '', last_attempt: false } as never, {});
    const left = async () => (await server.sql`select count(*)::int as n from vote_origins`)[0]!.n;
    await forget();
    expect(await left()).toBe(kept!.n);
    const back = now;
    later(91 * DAY);
    await forget();
    expect(await left()).toBe(0);
    now = back;
  });
});

describe('the team decides', () => {
  const boss = async () => {
    const ctx = await voter();
    await server.sql`insert into account_roles (account_id, site_id, role) values (${ctx.caller.account_id}, ${server.site_id}, 'site_admin')`;
    return ctx;
  };
  const note = 'They wrote to us.';

  test('a held vote counts once somebody says so, and no more when that is undone; the ledger keeps all of it', async () => {
    const [team, ada] = [await boss(), await voter({ email: 'solo@mailinator.com' })];
    const slug = 'shortstand';
    const before = await countOf(slug);
    await castVote(ada, { slug });
    const { items, total } = await heldVotes(team, { page: 1, per_page: 100 });
    const mine = items.find((vote) => vote.slug === slug)!;
    expect(mine).toMatchObject({ reason: 'disposable_address', mail_host: 'mailinator.com', alike: 1, in_week: false });
    expect(await decideVote(team, { seq: mine.seq, counts: true, note, alike: false })).toEqual({ changed: 1 });
    expect(await myVote(ada, { slug })).toMatchObject({ state: 'counted', reason: null });
    expect(await countOf(slug)).toBe(before + 1);
    expect((await heldVotes(team, { page: 1, per_page: 100 })).total).toBe(total - 1);
    expect((await decidedVotes(team))[0]).toMatchObject({ slug, seq: mine.seq, decision: 'counted', note });
    expect(await decideVote(team, { seq: mine.seq, counts: true, note, alike: false })).toEqual({ changed: 0 });
    await decideVote(team, { seq: mine.seq, counts: false, note: 'Undone', alike: false });
    expect(await myVote(ada, { slug })).toMatchObject({ state: 'uncounted', reason: 'by_the_team' });
    expect(await countOf(slug)).toBe(before);
    expect((await rowsFor(slug)).map(({ act }) => act)).toEqual(['cast', 'counted', 'uncounted']);
    // What a person decided stays, also for who takes the vote back and casts it again.
    await withdrawVote(ada, { slug });
    expect(await castVote(ada, { slug })).toMatchObject({ state: 'uncounted', reason: 'by_the_team' });
    expect((await heldVotes(team, { page: 1, per_page: 100 })).total).toBe(total - 1);
  });

  test('a ring is decided about as a whole, with those that were taken as chance', async () => {
    const team = await boss();
    const slug = 'swatchling';
    const before = await countOf(slug);
    const from = elsewhere();
    for (const ctx of await many(8, (i) => ({ email: `u${i}@ring-u${i}.example`, created_at: now }))) await castVote(ctx, { slug }, from);
    expect(await countOf(slug)).toBe(before + 5);
    const ring = (await heldVotes(team, { page: 1, per_page: 100 })).items.filter((vote) => vote.slug === slug);
    expect(ring.map(({ alike }) => alike)).toEqual([8, 8, 8]);
    expect(await decideVote(team, { seq: ring[0]!.seq, counts: false, note, alike: true })).toEqual({ changed: 8 });
    expect(await countOf(slug)).toBe(before);
    expect(await decideVote(team, { seq: ring[0]!.seq, counts: true, note, alike: true })).toEqual({ changed: 8 });
    expect(await countOf(slug)).toBe(before + 8);
  });

  test('nobody else can look or decide, and there must be a vote', async () => {
    const ada = await voter();
    await expect(heldVotes(ada, { page: 1, per_page: 1 })).rejects.toMatchObject({ code: 'not_found' });
    await expect(decideVote(ada, { seq: 1, counts: false, note, alike: false })).rejects.toMatchObject({ code: 'not_found' });
    await expect(decideVote(await boss(), { seq: 10 ** 9, counts: false, note, alike: false })).rejects.toMatchObject({
      code: 'vote_not_found',
    });
  });

  test('the owner is told what did not count and why, in totals', async () => {
    const ada = await voter();
    const [{ id }] =
      (await server.sql`update listings set owner_id = ${ada.caller.account_id} where slug = 'benchquill' returning id`) as unknown as [
        { id: number },
      ];
    for (const ctx of await many(3, (i) => ({ email: `v${i}-${networks}@trashmail.com` }))) await castVote(ctx, { slug: 'benchquill' });
    await castVote(ada, { slug: 'benchquill' });
    expect(await votesOfOwner(ada, { listing_id: id })).toEqual({
      counted: await countOf('benchquill'),
      uncounted: 4,
      reasons: [
        { reason: 'disposable_address', says: expect.stringContaining('throw-away'), votes: 3 },
        { reason: 'own_listing', says: expect.stringContaining('owns'), votes: 1 },
      ],
    });
    await expect(votesOfOwner(await voter(), { listing_id: id })).rejects.toMatchObject({ code: 'listing_not_found' });
  });
});

test('a crowd of 2,000 at one launch: none is lost, none is doubled', async () => {
  const people = await many(2000);
  const before = await countOf('puddlemeter');
  const answers = await Promise.all(people.map((ctx) => castVote(ctx, { slug: 'puddlemeter' }, elsewhere())));
  expect(answers.every(({ state }) => state === 'counted')).toBe(true);
  expect(await countOf('puddlemeter')).toBe(before + 2000);
  await server.sql`select recount_ballots(${server.site_id})`;
  expect(await countOf('puddlemeter')).toBe(before + 2000);
});
