import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller, Ctx } from '../../../src/kernel/context.ts';
import { localeFor, withLocale } from '../../../src/kernel/language/locale.ts';
import { weekAt } from '../../../src/kernel/time/weeks.ts';
import { transferListing } from '../../../src/modules/claims/ownership.ts';
import { bringBackListing, mergeListing, removeListing } from '../../../src/modules/launches/team/removal.ts';
import { followListing } from '../../../src/modules/listings/follows/follows.ts';
import { moderateReview, undoModeration } from '../../../src/modules/listings/reviews/moderation.ts';
import { listActsAbout, readAuditLog, readModerationLog } from '../../../src/modules/moderation/audit-log.ts';
import { undoAct } from '../../../src/modules/moderation/undo.ts';
import { decideVote } from '../../../src/modules/votes/team/decisions.ts';
import { castVote } from '../../../src/modules/votes/votes.ts';
import { findNewestMail } from '../../support/accounts/person.ts';
import { NOON, useServer } from '../../support/server.ts';
import { as, makeVoters, siteOf } from '../../support/voters.ts';

const server = useServer();
const clock = { now: () => NOON };
let admin: Ctx<Caller>;
let member: Ctx<Caller>;
let owner_id: number;

beforeAll(async () => {
  const { sql, site_id } = server;
  const ids = await makeVoters(sql, [{ email: 'admin@team.example' }, { email: 'member@home.example' }, { email: 'maker@works.example' }]);
  owner_id = ids[2]!;
  await sql`insert into account_roles (account_id, site_id, role) values (${ids[0]!}, ${site_id}, 'site_admin')`;
  const site = await siteOf(sql, site_id);
  admin = as(ids[0]!, { sql, site, clock });
  member = as(ids[1]!, { sql, site, clock });
});

interface Row {
  id: number;
  slug: string;
  status: string;
  owner_id: number | null;
  launch_week_on: string | null;
}
const listing = async (slug: string): Promise<Row> =>
  (
    await server.sql<
      Row[]
    >`select id, slug, status, owner_id, launch_week_on from listings where site_id = ${server.site_id} and slug = ${slug}`
  )[0]!;
const withStatus = async (status: string, at = 0): Promise<Row> =>
  (
    await server.sql<Row[]>`select id, slug, status, owner_id, launch_week_on from listings
    where site_id = ${server.site_id} and status = ${status} order by id offset ${at} limit 1`
  )[0]!;
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error) => error.code ?? String(error),
  );

describe('a listing', () => {
  test('is removed with a reason for its owner, disappears from the site, and is restored to its former status', async () => {
    const { id } = await listing('ledgerly');
    await server.sql`update listings set owner_id = ${owner_id} where id = ${id}`;
    await removeListing(admin, { listing_id: id, cause: 'misleading', note: 'Your price page says otherwise.' });
    expect(await server.refusal('get_listing', { slug: 'ledgerly' })).toBe('listing_not_found');
    const mail = await findNewestMail(server, 'maker@works.example');
    expect(mail.text).toContain('It is misleading. Your price page says otherwise.');
    const [act] = await listActsAbout(admin, 'listing', id);
    expect(act).toMatchObject({
      act: 'remove_listing',
      before: { status: 'live' },
      after: { status: 'removed', cause: 'misleading' },
      undoable: true,
    });
    await undoAct(admin, { id: act!.id });
    expect((await listing('ledgerly')).status).toBe('live');
    expect((await server.client.get_listing({ slug: 'ledgerly' })).status).toBe('live');
    expect((await findNewestMail(server, 'maker@works.example')).subject).toContain('is back');
    const [back, before] = await listActsAbout(admin, 'listing', id);
    expect(back).toMatchObject({ act: 'bring_back_listing' });
    expect(before).toMatchObject({ undone_by: back!.id, undoable: false });
    expect(await codeOf(undoAct(admin, { id: act!.id }))).toBe('act_stands');
  });

  test('in the queue releases its slot when removed, and gets one again when restored', async () => {
    const { id, launch_week_on } = await withStatus('scheduled');
    const taken = async () =>
      (await server.sql`select taken from launch_weeks where site_id = ${server.site_id} and week_on = ${launch_week_on}`)[0]!
        .taken as number;
    const before = await taken();
    await removeListing(admin, { listing_id: id, cause: 'spam' });
    expect(await taken()).toBe(before - 1);
    await bringBackListing(admin, { listing_id: id });
    expect(await taken()).toBe(before);
    expect((await withStatus('scheduled')).launch_week_on).toBe(launch_week_on);
  });

  test('whose week began while it was removed gets the next week with room', async () => {
    const { id } = await withStatus('scheduled');
    await removeListing(admin, { listing_id: id, cause: 'spam' });
    const this_week = weekAt(NOON, 'UTC');
    await server.sql`update listings set launch_week_on = ${this_week} where id = ${id}`;
    await bringBackListing(admin, { listing_id: id });
    const [row] = await server.sql`select launch_week_on, status from listings where id = ${id}`;
    expect(row!.status).toBe('scheduled');
    expect(row!.launch_week_on > this_week).toBe(true);
  });

  test('merged into another redirects there with its followers, and can be restored', async () => {
    const [from, into] = [await listing('packmoth'), await listing('flakewren')];
    await followListing(member, { slug: 'packmoth' });
    expect(await codeOf(mergeListing(admin, { listing_id: from.id, into: 'packmoth' }))).toBe('invalid_input');
    await mergeListing(admin, { listing_id: from.id, into: 'flakewren' });
    const reply = await server.get('/listings/packmoth');
    expect([reply.status, reply.headers.get('location')]).toEqual([301, '/listings/flakewren']);
    expect(await server.sql`select from follows where listing_id = ${into.id} and account_id = ${member.caller.account_id}`).toHaveLength(
      1,
    );
    // A chain of merges redirects to the last listing.
    await mergeListing(admin, { listing_id: into.id, into: 'ledgerly' });
    expect((await server.get('/listings/packmoth')).headers.get('location')).toBe('/listings/ledgerly');
    await bringBackListing(admin, { listing_id: into.id });
    const act = (await listActsAbout(admin, 'listing', from.id))[0]!;
    await undoAct(admin, { id: act.id });
    expect((await server.client.get_listing({ slug: 'packmoth' })).slug).toBe('packmoth');
  });

  test('is transferred and transferred back; both owners are notified', async () => {
    const { id } = await listing('ledgerly');
    await transferListing(admin, { listing_id: id, owner_id: member.caller.account_id, reason: 'They have shown it.' });
    expect((await listing('ledgerly')).owner_id).toBe(member.caller.account_id);
    expect((await findNewestMail(server, 'maker@works.example')).text).toContain('They have shown it.');
    expect((await findNewestMail(server, 'member@home.example')).subject).toContain('You now manage');
    await undoAct(admin, { id: (await listActsAbout(admin, 'listing', id))[0]!.id });
    expect((await listing('ledgerly')).owner_id).toBe(owner_id);
  });

  test('is for its own team only: members and teams of other sites get not_found', async () => {
    const { id } = await listing('ledgerly');
    for (const act of [
      () => removeListing(member, { listing_id: id, cause: 'spam' }),
      () => bringBackListing(member, { listing_id: id }),
      () => mergeListing(member, { listing_id: id, into: 'packmoth' }),
      () => transferListing(member, { listing_id: id, owner_id: null }),
      () => readAuditLog(member, { page: 1, per_page: 20 }),
      () => undoAct(member, { id: 1 }),
    ])
      expect(await codeOf(act())).toBe('not_found');
  });
});

describe('the log', () => {
  test('is append-only, except for marking an act as undone or its account as deleted', async () => {
    const { sql } = server;
    for (const change of [
      () => sql`update team_acts set reason = 'another'`,
      () => sql`update team_acts set before = '{}'`,
      () => sql`update team_acts set account_id = ${owner_id}`,
      () => sql`update team_acts set undone_by = null where undone_by is not null`,
      () => sql`delete from team_acts`,
      () => sql`truncate team_acts`,
    ])
      await expect(change()).rejects.toThrow(/written once/);
  });

  test('an act can only be undone while it is the latest on its record', async () => {
    const { id } = await listing('stagelet');
    await transferListing(admin, { listing_id: id, owner_id });
    await removeListing(admin, { listing_id: id, cause: 'gone' });
    const [removal, gift] = await listActsAbout(admin, 'listing', id);
    expect([removal!.undoable, gift!.undoable]).toEqual([true, false]);
    expect(await codeOf(undoAct(admin, { id: gift!.id }))).toBe('act_stands');
    await undoAct(admin, { id: removal!.id });
    await undoAct(admin, { id: gift!.id });
    expect(await listing('stagelet')).toMatchObject({ owner_id: null, status: 'live' });
  });

  test('its public part names products and causes, but no person, address, private note, or unpublished product', async () => {
    const [unseen] = await server.sql<{ id: number; name: string }[]>`
      select id, name from listings where site_id = ${server.site_id} and status = 'draft' limit 1`;
    await removeListing(admin, { listing_id: unseen!.id, cause: 'spam' });
    const { acts } = await readModerationLog({ ...member, caller: null }, { page: 1, per_page: 100 });
    const text = acts.map(({ says, why }) => `${says} ${why ?? ''}`).join('\n');
    expect(text).toContain('Ledgerly was removed. It is misleading.');
    expect(text).toContain('Packmoth was merged into Flakewren.');
    expect(text).not.toContain(unseen!.name);
    expect(text).not.toMatch(/price page|They have shown it|@|maker|owner/);
    const page = await (await server.get('/moderation-log')).text();
    expect(page).toContain('Ledgerly was removed.');
    expect(page).not.toMatch(/Your price page|team\.example|works\.example/);
  });

  test('keeps the acts of a deleted account, without its name', async () => {
    const { sql, site_id } = server;
    const [id] = await makeVoters(sql, [{ email: 'leaver@team.example' }]);
    await sql`insert into account_roles (account_id, site_id, role) values (${id!}, ${site_id}, 'site_admin')`;
    const leaver = as(id!, { sql, site: admin.site, clock });
    const { id: listing_id } = await listing('stagelet');
    await transferListing(leaver, { listing_id, owner_id });
    await sql`delete from accounts where id = ${id!}`;
    expect((await listActsAbout(admin, 'listing', listing_id))[0]).toMatchObject({ act: 'give_listing', by: null });
  });

  test('contains decisions about votes and reviews, and the public part says that they were made', async () => {
    const { sql, site_id } = server;
    const [id] = await makeVoters(sql, [{ email: 'held@mailinator.com' }]);
    await castVote(as(id!, { sql, site: admin.site, clock }), { slug: 'stagelet' }, { address: '198.51.100.9' });
    const [ballot] = await sql<
      { seq: number }[]
    >`select cast_seq as seq from ballots where site_id = ${site_id} and not decided and state = 'uncounted' limit 1`;
    await decideVote(admin, { seq: ballot!.seq, counts: true, note: 'Somebody we know', include_similar: false });
    const [review] = await sql<
      { id: number }[]
    >`select id from reviews where site_id = ${site_id} and status = 'shown' order by id limit 1`;
    await moderateReview(admin, { review_id: review!.id, decision: 'remove', reason: 'Rude words' });
    await undoModeration(admin, { review_id: review!.id });
    const { acts } = await readAuditLog(admin, { page: 1, per_page: 3 });
    expect(acts.map(({ act, reason }) => [act, reason])).toEqual([
      ['reopen_review', null],
      ['remove_review', 'Rude words'],
      ['count_votes', 'Somebody we know'],
    ]);
    expect(acts[1]!.undone_by).toBe(acts[0]!.id);
    const public_acts = (await readModerationLog({ ...member, caller: null }, { page: 1, per_page: 3 })).acts;
    expect(public_acts.map(({ says }) => says)).toEqual([
      expect.stringMatching(/^A decision on a review of .+ was undone\.$/),
      expect.stringMatching(/^A review of .+ was removed\.$/),
      '1 vote for Stagelet held by the rules now counts.',
    ]);
    expect(JSON.stringify(public_acts)).not.toMatch(/Rude|we know/);
    const in_german = await withLocale(localeFor({ language: 'de' }), () =>
      readModerationLog({ ...member, caller: null }, { page: 1, per_page: 3 }),
    );
    expect(in_german.acts[2]!.says).toBe('1 von den Regeln zurückgehaltene Stimme für Stagelet zählt jetzt.');
  });
});
