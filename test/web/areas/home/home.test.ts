import { expect, test } from 'vitest';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import type { Ctx } from '../../../../src/kernel/context.ts';
import { noLimits } from '../../../../src/kernel/limits.ts';
import { getSiteById } from '../../../../src/modules/sites/sites.ts';
import { findFeaturedFact } from '../../../../src/web/areas/home/home.tsx';
import { NOON, useServer } from '../../../support/server.ts';
import { until } from '../../../support/until.ts';

const server = useServer();

test('the free launch’s badge and wait are mentioned before somebody starts, from the real queue', async () => {
  const pages = () => Promise.all(['/', '/submit', '/products'].map(async (path) => (await server.get(path)).text()));
  for (const html of await pages()) expect(html).toContain('It needs our badge on your homepage. The next free week is in about 6 weeks.');
  await server.sql`insert into launch_weeks (site_id, week_on, room) values (${server.site_id}, '2026-12-21', 0)
    on conflict (site_id, week_on) do update set room = 0`;
  await until(async () => (await pages()).every((html) => html.includes('The next free week is in about 7 weeks.')));
  expect((await pages())[1]).toContain('Nobody sees it until you choose a launch. Then its page is public');
});

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
