import { expect, test } from 'vitest';
import { listingMoves } from '../../src/modules/listings/states.ts';
import { createOwnListing } from '../support/listings/own-listings.ts';
import { NOON, useServer } from '../support/server.ts';

const server = useServer({ clock: { now: () => NOON } });

test('a move from another status throws or returns false, and changes and logs nothing', async () => {
  const { listing_id } = await createOwnListing(server, await server.member(), { status: 'draft' });
  const ctx = { sql: server.sql, clock: { now: () => NOON } };
  await expect(listingMoves.make(ctx, listing_id, 'week_begins')).rejects.toThrow(`listing ${listing_id} is not scheduled`);
  expect(await listingMoves.try(ctx, listing_id, 'week_begins')).toBe(false);
  expect(await listingMoves.make(ctx, listing_id, 'remove')).toBe('removed');
  expect(await listingMoves.try({ sql: server.sql, at: NOON }, listing_id, 'bring_back_draft', { reason: 'A mistake.' })).toBe(true);
  expect(
    await server.sql`select move, reason from moves where record = 'listing' and record_id = ${String(listing_id)} order by id`,
  ).toEqual([
    { move: 'remove', reason: null },
    { move: 'bring_back_draft', reason: 'A mistake.' },
  ]);
});
