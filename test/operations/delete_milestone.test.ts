import { expect, test } from 'vitest';
import { getProblem } from '../support/drafts/drafts.ts';
import { createOwnListing } from '../support/listings/own-listings.ts';
import { useServer } from '../support/server.ts';

const server = useServer();

test('200 it is deleted, and the same key returns the same answer', async () => {
  const member = await server.member();
  const { listing_id } = await createOwnListing(server, member);
  const { id: milestone_id } = await member.client.add_milestone({ listing_id, date: '2026-01-01', title: 'A' });
  const remove = () => member.client.delete_milestone({ listing_id, milestone_id }, { idempotency_key: 'once' });
  expect(await remove()).toEqual({ deleted: true, milestone_id });
  expect(await remove()).toEqual({ deleted: true, milestone_id });
  expect((await member.client.get_my_listing({ listing_id })).milestones).toEqual([]);
});

test('404 milestone_not_found for a deleted one and for one of another listing', async () => {
  const member = await server.member();
  const [one, other] = [await createOwnListing(server, member), await createOwnListing(server, member)];
  const { id: milestone_id } = await member.client.add_milestone({ listing_id: one.listing_id, date: '2026-01-01', title: 'A' });
  expect(await getProblem(member.client.delete_milestone({ listing_id: other.listing_id, milestone_id }))).toMatchObject({
    status: 404,
    code: 'milestone_not_found',
  });
  await member.client.delete_milestone({ listing_id: one.listing_id, milestone_id });
  expect(await getProblem(member.client.delete_milestone({ listing_id: one.listing_id, milestone_id }))).toMatchObject({
    code: 'milestone_not_found',
  });
});
