import { expect, test } from 'vitest';
import { useServer } from '../support/server.ts';

const server = useServer();

test('200 newest first, published posts only', async () => {
  const { items, total } = await server.client.list_blog_posts({ per_page: 100 });
  const published = await server.sql`select slug from blog_posts where published_at is not null order by published_at desc, id desc`;
  expect(items.map(({ slug }) => slug)).toEqual(published.map(({ slug }) => slug));
  expect(total).toBe(published.length);
});

test('200 q searches the text, the best match first', async () => {
  const { items } = await server.client.list_blog_posts({ q: 'recount' });
  expect(items[0]!.slug).toBe('recount-the-votes-yourself');
});

test('200 a post of tomorrow is not listed yet', async () => {
  await server.sql`update blog_posts set published_at = '2027-01-01' where slug = 'this-is-a-demo'`;
  expect((await server.client.list_blog_posts({ per_page: 99 })).items.map(({ slug }) => slug)).not.toContain('this-is-a-demo');
  expect(await server.refusal('get_blog_post', { slug: 'this-is-a-demo' })).toBe('blog_post_not_found');
});
