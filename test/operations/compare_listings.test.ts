import { expect, test } from 'vitest';
import { useServer } from '../support/server.ts';

const server = useServer();

test('200 one row per attribute of their categories, with the source of each value', async () => {
  const { a, b, rows } = await server.client.compare_listings({ a: 'ledgerly', b: 'kontorbuch' });
  expect([a.slug, b.slug]).toEqual(['ledgerly', 'kontorbuch']);
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.some((row) => row.a?.evidence?.quote)).toBe(true);
});

test('200 a missing value is null, and the other listing keeps its value', async () => {
  const before = await server.client.compare_listings({ a: 'ledgerly', b: 'kontorbuch' });
  const row = before.rows.find(({ a, b }) => a && b)!;
  await server.sql`delete from listing_attributes where listing_id = (select id from listings where slug = 'kontorbuch') and attribute_id in (select id from category_attributes where key = ${row.key})`;
  const after = await server.client.compare_listings({ b: 'kontorbuch', a: 'ledgerly' });
  expect(after.rows.find(({ key }) => key === row.key)).toMatchObject({ a: row.a, b: null });
});

test('200 the same attributes in either order', async () => {
  const one = await server.client.compare_listings({ a: 'flakewren', b: 'ledgerly' });
  const other = await server.client.compare_listings({ a: 'ledgerly', b: 'flakewren' });
  expect(other.rows.map(({ key, a, b }) => ({ key, a: b, b: a }))).toEqual(one.rows.map(({ key, a, b }) => ({ key, a, b })));
});

test('400 invalid_input names the missing side', async () => {
  const answer = await server.get('/api/v1/compare?a=ledgerly');
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid_input', errors: [{ path: 'b', code: 'required' }] });
});

test('404 listing_not_found names the slug', async () => {
  const answer = await server.get('/api/v1/compare?a=ledgerly&b=nobody-there');
  expect(answer.status).toBe(404);
  expect(((await answer.json()) as { detail: string }).detail).toContain('nobody-there');
});
