import { beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../../../src/kernel/context.ts';
import { decideVote } from '../../../../src/modules/votes/team/decisions.ts';
import { listOwnVotes } from '../../../../src/modules/votes/votes.ts';
import { Person } from '../../../support/accounts/person.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { as, siteOf } from '../../../support/voters.ts';

const server = useServer();
let site: Site;
beforeAll(async () => {
  site = await siteOf(server.sql, server.site_id);
});

const textOf = async (who: Person, path: string): Promise<string> => {
  const reply = await who.get(path);
  expect(reply.status).toBe(200);
  return reply.text();
};
const redirectOf = (reply: Response): string => {
  expect(reply.status).toBe(303);
  return reply.headers.get('location')!;
};
const accountOf = async (email: string): Promise<number> =>
  (await server.sql<{ id: number }[]>`select id from accounts where email = ${email}`)[0]!.id;
const callerOf = async (email: string) => as(await accountOf(email), { ...server, site, clock: { now: () => NOON } });

/** Text of each row by slug, in page order. */
const rowTexts = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<li[^>]*><span class="logo.*?<\/li>/gs)].map(([line]) => [
      /href="\/listings\/([\w-]+)"/.exec(line)?.[1] ?? 'no page',
      line.replaceAll(/<svg.*?<\/svg>|<[^>]+>/gs, ' ').replaceAll(/\s+/g, ' '),
    ]),
  );

describe('your votes', () => {
  test('are listed newest first with their state; a vote removed in the list stays there as removed', async () => {
    const ada = await new Person(server).signIn('ada@example.com');
    expect(await textOf(ada, '/account/votes')).toContain('No votes yet');
    for (const slug of ['packmoth', 'flakewren', 'stagelet']) await ada.send(`/listings/${slug}/vote`);
    const page = await textOf(ada, '/account/votes');
    expect(Object.keys(rowTexts(page))).toEqual(['stagelet', 'flakewren', 'packmoth']);
    expect(rowTexts(page).packmoth).toMatch(/This week · voted just now · Receipt \w+ Counted Remove vote/);
    expect(page).toContain('href="/launches/weeks/2026-11-09"');
    const back = /action="\/listings\/packmoth\/vote\/take-back"[^>]*><input type="hidden" name="back" value="([^"]+)"/.exec(page)![1]!;
    expect(redirectOf(await ada.send('/listings/packmoth/vote/take-back', { back }))).toBe('/account/votes#launch-packmoth');
    const after = await textOf(ada, '/account/votes');
    expect(after).toContain('id="launch-packmoth"');
    expect(rowTexts(after).packmoth).toMatch(/Removed $/);
    expect(rowTexts(after).stagelet).toMatch(/Counted Remove vote/);
  });

  test('show why they are held, and what the team decided', async () => {
    const email = 'eve@mailinator.com';
    const eve = await new Person(server).signIn(email);
    await eve.send('/listings/packmoth/vote');
    expect(rowTexts(await textOf(eve, '/account/votes')).packmoth).toMatch(
      /On hold .*disposable email provider\. The team can review .* Remove vote/,
    );
    const team = await server.member();
    await server.sql`update accounts set is_network_admin = true where id = ${team.account_id}`;
    const decide = async (counts: boolean) => {
      const [ballot] = await server.sql<{ seq: number }[]>`
        select b.cast_seq as seq from ballots b join voters v on v.site_id = b.site_id and v.id = b.voter_id where v.account_id = ${await accountOf(email)}`;
      await decideVote(as(team.account_id, { ...server, site, clock: { now: () => NOON } }), {
        seq: ballot!.seq,
        counts,
        note: 'n',
        include_similar: false,
      });
    };
    await decide(false);
    expect(rowTexts(await textOf(eve, '/account/votes')).packmoth).toMatch(/Not counted .*reviewed this vote and agreed\. Remove vote/);
    await decide(true);
    expect(rowTexts(await textOf(eve, '/account/votes')).packmoth).toMatch(/just now · Receipt \w+ Counted Remove vote/);
  });

  test('for an earlier launch cannot be removed; for a removed product they can, and have no link', async () => {
    const ben = await new Person(server).signIn('ben@example.com');
    for (const slug of ['stagelet', 'flakewren']) await ben.send(`/listings/${slug}/vote`);
    await server.sql`update listings set launch_week_on = '2026-12-07' where slug = 'stagelet'`;
    await server.sql`update listings set status = 'removed' where slug = 'flakewren'`;
    const page = rowTexts(await textOf(ben, '/account/votes'));
    expect(page.stagelet).toMatch(/This week .* Counted $/);
    expect(page['no page']).toMatch(/Counts .*wasn’t cast during the launch week.* Remove vote/);
    const back = '/account/votes';
    expect(redirectOf(await ben.send('/listings/flakewren/vote/take-back', { back }))).toBe(`${back}#launch-flakewren`);
    expect(rowTexts(await textOf(ben, '/account/votes'))['no page']).toMatch(/Removed $/);
    await server.sql`update listings set launch_week_on = '2026-11-09' where slug = 'stagelet'`;
    await server.sql`update listings set status = 'live' where slug = 'flakewren'`;
  });

  test('are paginated and private', async () => {
    const cleo = await new Person(server).signIn('cleo@example.com');
    const { items } = await server.client.search_listings({ per_page: 25, sort: 'newest' });
    for (const { slug } of items) await cleo.send(`/listings/${slug}/vote`);
    const caller = await callerOf('cleo@example.com');
    const [first, second] = await Promise.all([1, 2].map((page) => listOwnVotes(caller, { page, per_page: 20 })));
    expect([first!.total, first!.has_more, second!.items.length, second!.has_more]).toEqual([25, true, 5, false]);
    expect([...first!.items, ...second!.items].map(({ slug }) => slug)).toEqual(items.map(({ slug }) => slug).reverse());
    expect(await textOf(cleo, '/account/votes?page=2')).toContain('name="back" value="/account/votes?page=2"');
    const dora = await new Person(server).signIn('dora@example.com');
    expect(await textOf(dora, '/account/votes')).toContain('No votes yet');
    expect((await server.get('/account/votes')).headers.get('location')).toBe('/sign-in?go_to=%2Faccount%2Fvotes');
  });
});

describe('followed listings', () => {
  test('have buttons for mail and unfollow that return to the list', async () => {
    const finn = await new Person(server).signIn('finn@example.com');
    expect(await textOf(finn, '/account/follows')).toContain('You don’t follow anything yet');
    for (const slug of ['packmoth', 'flakewren']) await finn.send(`/listings/${slug}/follow`);
    const back = '/account/follows';
    expect(rowTexts(await textOf(finn, back)).packmoth).toMatch(/updates here and by email Turn off email/);
    expect(redirectOf(await finn.send('/listings/packmoth/follow/mail', { mail: 'off', back }))).toBe(back);
    const page = rowTexts(await textOf(finn, back));
    expect(page.packmoth).toMatch(/without email Turn on email/);
    expect(page.flakewren).toMatch(/updates here and by email Turn off email/);
    await finn.send('/listings/packmoth/follow/mail', { mail: 'on', back });
    expect(rowTexts(await textOf(finn, back)).packmoth).toMatch(/updates here and by email/);
    expect(redirectOf(await finn.send('/listings/packmoth/unfollow', { back }))).toBe(back);
    expect(Object.keys(rowTexts(await textOf(finn, back)))).toEqual(['flakewren']);
    // Mail cannot be switched on for a listing that is not followed.
    await finn.send('/listings/packmoth/follow/mail', { mail: 'on', back });
    expect(Object.keys(rowTexts(await textOf(finn, back)))).toEqual(['flakewren']);
    expect((await finn.send('/listings/flakewren/follow/mail', { mail: 'perhaps' })).status).toBe(400);
  });

  test('say, in the list and on the product page, that all mail about followed listings is off', async () => {
    const gus = await new Person(server).signIn('gus@example.com');
    await gus.send('/listings/packmoth/follow');
    await gus.send('/account/mail', { shown: 'updates' });
    const list = await textOf(gus, '/account/follows');
    expect(list).toContain('You’ve turned off emails about products you follow');
    expect(rowTexts(list).packmoth).toMatch(/updates here Unfollow/);
    const product = await textOf(gus, '/listings/packmoth');
    expect(product).toContain('Emails about products you follow are off.');
    expect(product).not.toContain('Email me updates');
    await gus.send('/account/mail', { shown: 'updates', updates: 'on' });
    expect(await textOf(gus, '/listings/packmoth')).toContain('here and by email');
  });
});

test('the account page links to all pages of the account, and every link works', async () => {
  const hal = await new Person(server).signIn('hal@example.com');
  const html = await textOf(hal, '/account');
  const links = [.../<nav aria-label="Account".*?<\/nav>/s.exec(html)![0].matchAll(/href="([^"]+)"/g)].map(([, href]) => href!);
  expect(links).toEqual([
    '/dashboard',
    '/drafts',
    '/claims',
    '/orders',
    '/dashboard/interview',
    '/notifications',
    '/account/votes',
    '/account/follows',
    '/account',
    '/account/mail',
    '/account/keys',
    '/account/webhooks',
    '/account/applications',
  ]);
  for (const link of links) expect(await textOf(hal, link)).toContain(`<a href="${link}" aria-current="page">`);
});
