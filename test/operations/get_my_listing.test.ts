import { expect, test } from 'vitest';
import { validatorOf } from '../../src/kernel/validate.ts';
import { get_my_listing } from '../../src/modules/listings/owner/operations.ts';
import { listingMoves } from '../../src/modules/listings/states.ts';
import { getProblem } from '../support/drafts/drafts.ts';
import { createOwnListing } from '../support/listings/own-listings.ts';
import { NOON, useServer } from '../support/server.ts';

const server = useServer();

test('200 status, plan, week, unlocked sections, and the public content', async () => {
  const member = await server.member();
  const { listing_id, slug } = await createOwnListing(server, member, { unlocked: ['milestones'] });
  const own = await member.client.get_my_listing({ listing_id });
  expect(validatorOf(get_my_listing.output).Errors(own)).toEqual([]);
  expect(own).toMatchObject({
    id: listing_id,
    slug,
    status: 'live',
    plan: null,
    removal_reason: null,
    verified: false,
    unlocked_sections: ['milestones'],
    badge: null,
    primary_category: { slug: 'accounting', name: 'Accounting' },
    draft_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    warnings: [],
  });
  expect(own.content).toEqual(await server.client.get_listing({ slug }));
});

test('200 locked content is shown to the owner only', async () => {
  const member = await server.member();
  const { listing_id, slug } = await createOwnListing(server, member);
  await member.client.set_founder_story({ listing_id, why_started: 'We lost our notes.' });
  await member.client.add_milestone({ listing_id, date: '2026-03-02', title: 'First user' });
  const own = await member.client.get_my_listing({ listing_id });
  expect(own.story?.why_started).toBe('We lost our notes.');
  expect(own.milestones).toMatchObject([{ date: '2026-03-02', title: 'First user', description: null, url: null }]);
  expect(own.content).toMatchObject({ story: null, milestones: null, media: null });
  expect(await server.client.get_listing({ slug })).toMatchObject({ story: null, milestones: null, media: null });
});

test('200 why it was removed', async () => {
  const member = await server.member();
  const { listing_id } = await createOwnListing(server, member);
  await listingMoves.make({ sql: server.sql, at: NOON }, listing_id, 'remove', { reason: 'Not a product.' });
  expect(await member.client.get_my_listing({ listing_id })).toMatchObject({ status: 'removed', removal_reason: 'Not a product.' });
});

test('404 listing_not_found for a listing of another owner, of nobody, and for an unknown one', async () => {
  const [member, other] = [await server.member(), await server.member()];
  const { listing_id } = await createOwnListing(server, other);
  const [demo] = await server.sql<{ id: number }[]>`select id from listings where owner_id is null limit 1`;
  for (const id of [listing_id, demo!.id, 2 ** 40])
    expect(await getProblem(member.client.get_my_listing({ listing_id: id }))).toMatchObject({
      status: 404,
      code: 'listing_not_found',
      detail: 'You have no listing with this id. list_my_listings shows them all.',
    });
});
