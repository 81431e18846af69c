import { expect, test } from 'vitest';
import { validatorOf } from '../../src/kernel/validate.ts';
import { list_categories } from '../../src/modules/catalog/operations.ts';
import { useServer } from '../support/server.ts';

const server = useServer();

interface Node {
  slug: string;
  live_listings: number;
  subcategories: Node[];
}
const flatten = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...flatten(node.subcategories)]);

test('200 the whole tree, with the number of live listings in each category and below', async () => {
  const { items } = await server.client.list_categories({});
  const counted = await server.sql<{ slug: string; live: number }[]>`
    with recursive below as (select id as top, id from categories union all select b.top, c.id from below b join categories c on c.parent_id = b.id)
    select c.slug, count(distinct l.id)::int as live from categories c join below b on b.top = c.id
    left join listing_categories lc on lc.category_id = b.id left join listings l on l.id = lc.listing_id and l.status = 'live' group by c.id`;
  expect(Object.fromEntries(flatten(items as Node[]).map(({ slug, live_listings }) => [slug, live_listings]))).toEqual(
    Object.fromEntries(counted.map(({ slug, live }) => [slug, live])),
  );
});

test('200 every node has its subcategories, also one that has none', async () => {
  const tree = await server.client.list_categories({});
  expect(validatorOf(list_categories.output).Errors(tree)).toEqual([]);
  expect(flatten(tree.items as Node[]).some(({ subcategories }) => subcategories.length === 0)).toBe(true);
});

test('200 include_empty=false leaves out categories without live listings', async () => {
  const all = flatten((await server.client.list_categories({})).items as Node[]);
  const non_empty = flatten((await server.client.list_categories({ include_empty: false })).items as Node[]);
  expect(all.length).toBeGreaterThan(non_empty.length);
  expect(non_empty.map(({ slug }) => slug).toSorted()).toEqual(
    all
      .filter(({ live_listings }) => live_listings > 0)
      .map(({ slug }) => slug)
      .toSorted(),
  );
});

test('400 invalid_input for an include_empty that is neither true nor false', async () => {
  const answer = await server.get('/api/v1/categories?include_empty=maybe');
  expect(await answer.json()).toMatchObject({
    code: 'invalid_input',
    errors: [{ path: 'include_empty', code: 'wrong_type', actual: 'maybe' }],
  });
});
