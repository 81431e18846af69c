import { expect, test } from 'vitest';
import { openIntegrations } from '../../../src/integrations/integrations.ts';
import type { Caller, Ctx, Site } from '../../../src/kernel/context.ts';
import { noLimits } from '../../../src/kernel/limits.ts';
import { exportAccount } from '../../../src/modules/accounts/account.ts';
import { readyDraft } from '../../support/drafts/drafts.ts';
import { type Member, NOON, useServer } from '../../support/server.ts';

const server = useServer();
const ctxOf = ({ account_id }: Member): Ctx<Caller> => ({
  site: {} as Site,
  caller: { account_id } as Caller,
  clock: { now: () => NOON },
  sql: server.sql,
  limits: noLimits,
  request_id: '',
  integrations: openIntegrations(),
});

test('an account export contains its drafts and listings, but no secrets', async () => {
  const [maker, cofounder] = [await server.member(), await server.member()];
  const { id } = await readyDraft(server, maker);
  await maker.client.invite_cofounder({ id, email: 'co@example.com' });
  await server.sql`update draft_invites set account_id = ${cofounder.account_id} where draft_id = ${id}`;
  await maker.client.submit_draft({ id });
  const held = await exportAccount(ctxOf(maker));
  expect(held.drafts).toMatchObject([{ id, status: 'submitted', fields: { name: { value: 'Acme Notes' } } }]);
  expect(held['listings.owner_id']).toMatchObject([{ name: 'Acme Notes' }]);
  const [invite] = (await exportAccount(ctxOf(cofounder))).draft_invites as Record<string, unknown>[];
  expect(invite).toMatchObject({ draft_id: id, email: 'co@example.com' });
  expect(invite).not.toHaveProperty('token_hash');
});

test('deleting an account deletes its drafts, their pages and invites; its listing stays without an owner', async () => {
  const maker = await server.member();
  const { id } = await readyDraft(server, maker);
  await maker.client.invite_cofounder({ id, email: 'co@example.com' });
  const { listing_id } = await maker.client.submit_draft({ id });
  await server.sql`delete from accounts where id = ${maker.account_id}`;
  const [left] = await server.sql`
    select (select count(*)::int from drafts where id = ${id}) as drafts, (select count(*)::int from draft_pages where draft_id = ${id}) as pages,
      (select count(*)::int from draft_invites where draft_id = ${id}) as invites`;
  expect(left).toEqual({ drafts: 0, pages: 0, invites: 0 });
  expect((await server.sql`select owner_id from listings where id = ${listing_id}`)[0]).toEqual({ owner_id: null });
});
