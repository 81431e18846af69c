import { expect, test } from 'vitest';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import type { Ctx } from '../../../../src/kernel/context.ts';
import { noLimits } from '../../../../src/kernel/limits.ts';
import { getSiteById } from '../../../../src/modules/sites/sites.ts';
import { findFeaturedFact } from '../../../../src/web/areas/home/home.tsx';
import { NOON, useServer } from '../../../support/server.ts';

const server = useServer();

test('a listing that was removed since it was listed is skipped', async () => {
  const [row] = await server.sql<{ id: number }[]>`select id from sites order by id limit 1`;
  const site = await getSiteById(server.sql, row!.id, server.root);
  const ctx: Ctx = {
    site,
    caller: null,
    clock: { now: () => NOON },
    sql: server.sql,
    limits: noLimits,
    request_id: '',
    integrations: openIntegrations(),
  };
  expect(await findFeaturedFact(ctx, [{ slug: 'removed-meanwhile' }, { slug: 'ledgerly' }])).toMatchObject({ slug: 'ledgerly' });
  expect(await findFeaturedFact(ctx, [{ slug: 'removed-meanwhile' }])).toBe(null);
});
