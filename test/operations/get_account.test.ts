import { expect, test } from 'vitest';
import { useServer } from '../support/server.ts';

const server = useServer({ demo: false, rate_limit: true });

test('200 the account, its scopes, the remaining limits, and what only the website can do', async () => {
  const { client, account_id } = await server.member({ scopes: ['account:read', 'orders:write'], email: 'Mara@Example.com' });
  const account = await client.get_account({});
  expect(account).toMatchObject({
    id: account_id,
    email: 'Mara@Example.com',
    roles: ['member'],
    access: { kind: 'api_key', client: 'test', scopes: ['account:read', 'orders:write'], expires_at: null },
  });
  expect(account.limits.map(({ name, limit }) => [name, limit])).toEqual([
    ['reads', 600],
    ['writes', 120],
    ['drafts', 20],
  ]);
  expect(account.only_on_the_site.join()).toMatch(/vote.*pay/);
});

test('200 the remaining limits go down with use', async () => {
  const { client } = await server.member();
  const readsLeft = async () => (await client.get_account({})).limits[0]!.remaining;
  const first = await readsLeft();
  expect(await readsLeft()).toBe(first - 1);
});

test('200 says whether the caller is an admin of this site', async () => {
  const { client, account_id } = await server.member();
  await server.sql`insert into account_roles (account_id, site_id, role) values (${account_id}, ${server.site_id}, 'site_admin')`;
  await server.sql`update accounts set is_network_admin = true where id = ${account_id}`;
  expect((await client.get_account({})).roles).toEqual(['member', 'site_admin', 'network_admin']);
});
