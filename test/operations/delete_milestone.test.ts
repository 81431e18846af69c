import { expect, test } from 'vitest';
import { problemOf } from '../support/drafts.ts';
import { anOwnListing } from '../support/own-listings.ts';
import { useServer } from '../support/server.ts';

const server = useServer();

test('200 it is gone, and the same key says so again', async () => {
  const member = await server.member();
  const { listing_id } = await anOwnListing(server, member);
  const { id: milestone_id } = await member.client.add_milestone({ listing_id, date: '2026-01-01', title: 'A' });
  const remove = () => member.client.delete_milestone({ listing_id, milestone_id }, { idempotency_key: 'once' });
  expect(await remove()).toEqual({ deleted: true, milestone_id });
  expect(await remove()).toEqual({ deleted: true, milestone_id });
  expect((await member.client.get_my_listing({ listing_id })).milestones).toEqual([]);
});

test('404 milestone_not_found for one that is gone, and for another listing’s', async () => {
  const member = await server.member();
  const [one, other] = [await anOwnListing(server, member), await anOwnListing(server, member)];
  const { id: milestone_id } = await member.client.add_milestone({ listing_id: one.listing_id, date: '2026-01-01', title: 'A' });
  expect(await problemOf(member.client.delete_milestone({ listing_id: other.listing_id, milestone_id }))).toMatchObject({
    status: 404,
    code: 'milestone_not_found',
  });
  await member.client.delete_milestone({ listing_id: one.listing_id, milestone_id });
  expect(await problemOf(member.client.delete_milestone({ listing_id: one.listing_id, milestone_id }))).toMatchObject({
    code: 'milestone_not_found',
  });
});
