import { expect, test } from 'vitest';
import { validatorOf } from '../../src/kernel/validate.ts';
import { OwnListingPage } from '../../src/modules/listings/owner/schema.ts';
import { createOtherSite, createOwnListing } from '../support/listings/own-listings.ts';
import { useServer } from '../support/server.ts';

const server = useServer();

test('200 your own listings in any status, newest first, paged', async () => {
  const [member, other] = [await server.member(), await server.member()];
  expect(await member.client.list_my_listings({})).toEqual({
    items: [],
    page: 1,
    per_page: 20,
    total: 0,
    total_is_exact: true,
    has_more: false,
  });
  const listings = [];
  for (const status of ['draft', 'awaiting_badge', 'scheduled', 'live', 'removed'])
    listings.push(await createOwnListing(server, member, { status }));
  await createOwnListing(server, other);
  const all = await member.client.list_my_listings({});
  // Cards, not whole listings.
  expect(validatorOf(OwnListingPage).Errors(all)).toEqual([]);
  expect(all.items.map(({ id }) => id)).toEqual(listings.map(({ listing_id }) => listing_id).toReversed());
  expect(all.items.map(({ status }) => status)).toEqual(['removed', 'live', 'scheduled', 'awaiting_badge', 'draft']);
  expect(all.items[1]).toMatchObject({
    slug: listings[3]!.slug,
    name: 'Acme Notes',
    plan: null,
    url: `${server.root}/listings/${listings[3]!.slug}`,
  });
  const second = await member.client.list_my_listings({ page: 2, per_page: 2 });
  expect(second.items.map(({ id }) => id)).toEqual([listings[2]!.listing_id, listings[1]!.listing_id]);
  expect(second).toMatchObject({ total: 5, has_more: true });
  const live = await member.client.list_my_listings({ status: 'live' });
  expect([live.total, live.items[0]!.id, live.items[0]!.draft_id]).toEqual([1, listings[3]!.listing_id, listings[3]!.draft_id]);
});

test('200 without those on other sites', async () => {
  const member = await server.member();
  const { listing_id } = await createOwnListing(server, member);
  const site_id = await createOtherSite(server, 'elsewhere');
  await server.sql`delete from listing_categories where listing_id = ${listing_id}`;
  await server.sql`delete from listing_founders where listing_id = ${listing_id}`;
  await server.sql`update drafts set listing_id = null where listing_id = ${listing_id}`;
  await server.sql`delete from listings where id = ${listing_id}`;
  await server.sql`insert into companies (domain) values ('elsewhere.example')`;
  await server.sql`
    insert into listings (site_id, company_id, owner_id, slug, name, website, domain)
    select ${site_id}, id, ${member.account_id}, 'elsewhere', 'Elsewhere', 'https://elsewhere.example', domain from companies where domain = 'elsewhere.example'`;
  expect((await member.client.list_my_listings({})).total).toBe(0);
});

test('400 for an invalid page', async () => {
  const { client } = await server.member();
  await expect(client.list_my_listings({ page: 1001 })).rejects.toMatchObject({ problem: { status: 400, errors: [{ path: 'page' }] } });
});
