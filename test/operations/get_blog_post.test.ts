import { expect, test } from 'vitest';
import { useServer } from '../support/server.ts';

const server = useServer();

test('200 the full text in Markdown, with FAQs', async () => {
  const post = await server.client.get_blog_post({ slug: 'how-a-launch-week-works' });
  const [row] = await server.sql`select body_markdown from blog_posts where slug = 'how-a-launch-week-works'`;
  expect(post.body_markdown).toBe(row!.body_markdown);
  expect(post.faqs.length).toBeGreaterThan(0);
});

test('404 blog_post_not_found for an unpublished post', async () => {
  const [row] = await server.sql`select slug from blog_posts where published_at is null`;
  expect(await server.refusal('get_blog_post', { slug: row!.slug })).toBe('blog_post_not_found');
});
