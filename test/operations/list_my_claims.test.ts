import { expect, test } from 'vitest';
import type { Caller, Ctx } from '../../src/kernel/context.ts';
import { exportAccount } from '../../src/modules/accounts/account.ts';
import { unownedListing } from '../support/claims/claims.ts';
import { NOON, useServer } from '../support/server.ts';

const server = useServer({ demo: false });

test('200 the caller’s own claims only, newest first, paged', async () => {
  const [one, other] = await Promise.all([server.member(), server.member()]);
  const ids: number[] = [];
  for (let n = 0; n < 3; n++) {
    const { slug } = await unownedListing(server);
    ids.unshift((await one.client.claim_listing({ slug, method: 'dns' })).id);
    await other.client.claim_listing({ slug, method: 'file' });
  }
  const first = await one.client.list_my_claims({ per_page: 2 });
  expect(first).toMatchObject({ page: 1, per_page: 2, total: 3, total_is_exact: true, has_more: true });
  const second = await one.client.list_my_claims({ per_page: 2, page: 2 });
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
  expect(second.has_more).toBe(false);
  expect(first.items[0]!.instructions.value).toMatch(/^launchweek-/);
});

test('200 only claims with a status; one that ran out counts as expired before the sweep', async () => {
  const { client } = await server.member();
  const claims = [];
  for (let n = 0; n < 3; n++) claims.push(await client.claim_listing({ slug: (await unownedListing(server)).slug, method: 'dns' }));
  const [old, verified, pending] = claims.map(({ id }) => id);
  await server.sql`update claims set expires_at = ${new Date(NOON.getTime() - 1)} where id = ${old!}`;
  await server.sql`update claims set status = 'verified', verified_at = ${NOON} where id = ${verified!}`;
  const idsWith = async (status: 'pending' | 'expired' | 'verified' | 'superseded') => {
    const { items, total } = await client.list_my_claims({ status });
    expect(total).toBe(items.length);
    return items.map(({ id }) => id);
  };
  expect(await idsWith('pending')).toEqual([pending]);
  expect(await idsWith('expired')).toEqual([old]);
  expect(await idsWith('verified')).toEqual([verified]);
  expect(await idsWith('superseded')).toEqual([]);
  const { items } = await client.list_my_claims({ status: 'verified' });
  expect(items[0]!.next_steps[0]).toContain(`get_my_listing with listing_id ${items[0]!.listing_id}`);
});

test('200 an empty list without claims', async () => {
  const { client } = await server.member();
  expect(await client.list_my_claims({})).toMatchObject({ items: [], total: 0, has_more: false });
});

test('a claim is in its account’s export, without the hash of its link, and is deleted with the account', async () => {
  const { account_id, client } = await server.member();
  const { slug, domain } = await unownedListing(server);
  const { id } = await client.claim_listing({ slug, method: 'email', email: `a@${domain}` });
  const ctx = { sql: server.sql, clock: { now: () => NOON }, caller: { account_id } } as Ctx<Caller>;
  const [claim] = (await exportAccount(ctx)).claims as Record<string, unknown>[];
  expect(claim).toMatchObject({ id, email: `a@${domain}` });
  expect(claim).not.toHaveProperty('link_hash');
  await server.sql`delete from accounts where id = ${account_id}`;
  expect(await server.sql`select from claims where id = ${id}`).toHaveLength(0);
});
