import { expect, test } from 'vitest';
import { useServer } from '../support/server.ts';

const server = useServer();

test('SPEC 4.1: compare_listings has one row for each attribute of their categories, with the source of each value', async () => {
  const { listings, rows } = await server.client.compare_listings({ a: 'ledgerly', b: 'kontorbuch' });
  expect(listings.map(({ slug }) => slug)).toEqual(['ledgerly', 'kontorbuch']);
  expect(rows.length).toBeGreaterThan(3);
  for (const { values } of rows) expect(Object.keys(values)).toEqual(['ledgerly', 'kontorbuch']);
  expect(rows.some(({ values }) => values.ledgerly?.evidence[0]?.quote)).toBe(true);
});

test('SPEC 4.1: an empty cell means that the listing does not state the fact; the other listing keeps its value', async () => {
  const before = await server.client.compare_listings({ a: 'ledgerly', b: 'kontorbuch' });
  const row = before.rows.find(({ values }) => values.ledgerly && values.kontorbuch)!;
  await server.sql`delete from listing_attributes where listing_id = (select id from listings where slug = 'kontorbuch') and attribute_id in (select id from category_attributes where key = ${row.key})`;
  const after = await server.client.compare_listings({ b: 'kontorbuch', a: 'ledgerly' });
  expect(after.rows.find(({ key }) => key === row.key)!.values).toEqual({ ledgerly: row.values.ledgerly, kontorbuch: null });
});

test('200 tells what a listing does not state from what its categories are not compared on', async () => {
  const { rows } = await server.client.compare_listings({ a: 'ledgerly', b: 'kontorbuch', c: 'flakewren' });
  const attributesOf = async (slug: string) => {
    const { categories } = await server.client.get_listing({ slug });
    const all = await Promise.all(categories.map(({ slug }) => server.client.get_category({ slug })));
    return all.flatMap(({ attributes }) => attributes.map(({ key }) => key));
  };
  const keys = {
    ledgerly: await attributesOf('ledgerly'),
    kontorbuch: await attributesOf('kontorbuch'),
    flakewren: await attributesOf('flakewren'),
  };
  for (const { key, not_applicable } of rows)
    expect({ key, not_applicable }).toEqual({
      key,
      not_applicable: Object.keys(keys)
        .filter((slug) => !keys[slug as 'ledgerly'].includes(key))
        .toSorted(),
    });
  expect(rows.some(({ not_applicable }) => not_applicable.includes('flakewren'))).toBe(true);
  expect(rows.every(({ not_applicable }) => not_applicable.length < 3)).toBe(true);
});

test('200 the same attributes in either order', async () => {
  const one = await server.client.compare_listings({ a: 'flakewren', b: 'ledgerly' });
  const other = await server.client.compare_listings({ a: 'ledgerly', b: 'flakewren' });
  expect(other.rows).toEqual(one.rows);
});

test('200 two to five listings, each once, in the order named', async () => {
  const { listings, rows } = await server.client.compare_listings({
    a: 'tide-atlas',
    b: 'ledgerly',
    c: 'kontorbuch',
    d: 'flakewren',
    e: 'ledgerly',
  });
  const slugs = ['tide-atlas', 'ledgerly', 'kontorbuch', 'flakewren'];
  expect(listings.map(({ slug }) => slug)).toEqual(slugs);
  for (const { values } of rows) expect(Object.keys(values)).toEqual(slugs);
});

test('200 an attribute that two categories have is one row; values carry their units', async () => {
  const idOf = async (slug: string) => (await server.sql<{ id: number }[]>`select id from listings where slug = ${slug}`)[0]!.id;
  for (const [slug, unit, value] of [
    ['ledgerly', 'days', '14'],
    ['flakewren', 'weeks', '2'],
  ] as const) {
    const id = await idOf(slug);
    const [attribute] = await server.sql<{ id: number }[]>`
      insert into category_attributes (site_id, category_id, key, name, unit, position)
      select ${server.site_id}, category_id, 'trial', 'Trial', ${unit}, 99 from listing_categories where listing_id = ${id} and position = 0 returning id`;
    await server.sql`
      insert into listing_attributes (site_id, listing_id, attribute_id, value) values (${server.site_id}, ${id}, ${attribute!.id}, to_jsonb(${value}::text))`;
  }
  const { rows } = await server.client.compare_listings({ a: 'ledgerly', b: 'flakewren', c: 'flakewren' });
  const keys = rows.map(({ key }) => key);
  expect(keys).toEqual([...new Set(keys)]);
  expect(rows.find(({ key }) => key === 'trial')).toEqual({
    key: 'trial',
    name: 'Trial',
    kind: 'text',
    unit: 'days',
    values: {
      ledgerly: { value: '14', unit: 'days', evidence: [], stated_by: 'owner' },
      flakewren: { value: '2', unit: 'weeks', evidence: [], stated_by: 'owner' },
    },
    not_applicable: [],
  });
});

test('the page compares up to five products', async () => {
  const html = await (await server.get('/compare?a=ledgerly&b=kontorbuch&c=flakewren')).text();
  expect(html).toContain('<title>Ledgerly, Kontorbuch or Flakewren');
  expect(html.match(/<th scope="col">/g)).toHaveLength(3);
  expect(html).toContain('name="d"');
  const same = await (await server.get('/compare?a=ledgerly&c=ledgerly')).text();
  expect(same).toContain('These are the same product');
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
