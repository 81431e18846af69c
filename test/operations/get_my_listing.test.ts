import { expect, test } from 'vitest';
import { makeMove } from '../../src/kernel/moves.ts';
import { validatorOf } from '../../src/kernel/validate.ts';
import { get_my_listing } from '../../src/modules/listings/own-operations.ts';
import { LISTING_MOVES } from '../../src/modules/listings/states.ts';
import { problemOf } from '../support/drafts.ts';
import { anOwnListing } from '../support/own-listings.ts';
import { NOON, useServer } from '../support/server.ts';

const server = useServer();

test('200 status, plan, week, what is unlocked, and the content as strangers see it', async () => {
  const member = await server.member();
  const { listing_id, slug } = await anOwnListing(server, member, { unlocked: ['milestones'] });
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
  });
  expect(own.content).toEqual(await server.client.get_listing({ slug }));
});

test('200 what is written but not unlocked is shown to the owner alone', async () => {
  const member = await server.member();
  const { listing_id, slug } = await anOwnListing(server, member);
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
  const { listing_id } = await anOwnListing(server, member);
  const move = { record: 'listing', id: listing_id, name: 'remove', move: LISTING_MOVES.remove, account_id: null, at: NOON } as const;
  await makeMove(server.sql, { ...move, reason: 'Not a product.' });
  expect(await member.client.get_my_listing({ listing_id })).toMatchObject({ status: 'removed', removal_reason: 'Not a product.' });
});

test('404 listing_not_found for another’s listing, one nobody owns and one that is not there', async () => {
  const [member, other] = [await server.member(), await server.member()];
  const { listing_id } = await anOwnListing(server, other);
  const [demo] = await server.sql<{ id: number }[]>`select id from listings where owner_id is null limit 1`;
  for (const id of [listing_id, demo!.id, 2 ** 40])
    expect(await problemOf(member.client.get_my_listing({ listing_id: id }))).toMatchObject({
      status: 404,
      code: 'listing_not_found',
      detail: 'You have no listing with this id. list_my_listings shows them all.',
    });
});
