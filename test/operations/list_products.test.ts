import { expect, test } from 'vitest';
import { useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const server = useServer();

test('200 every product on offer, with what each needs, without credentials', async () => {
  const { items, total } = await server.client.list_products({});
  expect(items.map(({ code }) => code)).toEqual([
    'launch',
    'skip_queue',
    'featured',
    'done_for_you',
    'launch_bundle',
    'extra_categories',
    'relaunch',
    'ai_review',
    'billboard_min',
    'trophy_cabinet',
  ]);
  expect(total).toBe(10);
  const by = Object.fromEntries(items.map((item) => [item.code, item]));
  expect(by.launch).toMatchObject({ price_cents: 4900, minimum_cents: null, currency: 'USD', needs_listing: true, week_required: false });
  expect(by.skip_queue).toMatchObject({ week_required: true });
  expect(by.featured).toMatchObject({ week_required: null, weeks: null, options: null, includes: [] });
  expect(by.billboard_min).toMatchObject({ price_cents: null, minimum_cents: 1000 });
  expect(by.launch_bundle!.includes).toEqual(['launch', 'featured', 'done_for_you']);
  expect(by.trophy_cabinet!.options).toMatchObject({ type: 'object', required: ['style'], additionalProperties: false });
});

test('200 the weeks on offer are the next twelve Mondays with room', async () => {
  await server.sql`insert into launch_weeks (site_id, week_on, room) values (${server.site_id}, '2026-11-30', 0)
    on conflict (site_id, week_on) do update set room = 0`;
  const weeks = await until(async () => {
    const { items } = await server.client.list_products({});
    const found = items.find(({ code }) => code === 'relaunch')!.weeks!;
    return found.some(({ launch_week_on }) => launch_week_on === '2026-11-30') ? null : found;
  });
  expect(weeks[0]!.launch_week_on).toBe('2026-11-16');
  expect(weeks.at(-1)!.launch_week_on).toBe('2027-02-01');
  expect(weeks.every(({ room }) => room > 0)).toBe(true);
});

test('200 products that are disabled or have no price are not for sale, and prices are today’s', async () => {
  await server.sql`update products set on_offer = false where code = 'featured'`;
  await server.sql`delete from product_prices where code = 'ai_review'`;
  await server.sql`delete from products where code = 'ai_review'`;
  await server.sql`update products set price_cents = 5100 where code = 'launch'`;
  const items = await until(async () => {
    const { items } = await server.client.list_products({});
    return items.some(({ code }) => code === 'featured') ? null : items;
  });
  expect(items.map(({ code }) => code)).not.toContain('ai_review');
  expect(items[0]).toMatchObject({ code: 'launch', price_cents: 5100 });
});
