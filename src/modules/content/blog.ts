import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { JsonText } from '../../kernel/json.ts';
import { COUNT_LIMIT, type ListAnswer, listAnswer } from '../../kernel/paging.ts';
import { prefixQueryOf } from '../../kernel/words.ts';
import { countBlogPosts, findBlogPost, selectBlogPosts } from './queries.ts';
import type { BlogPost, BlogPostSummary, ListBlogPosts } from './schema.ts';

/** Published posts, newest first unless matched by q. A q without any word finds nothing. */
export const listBlogPosts = async (ctx: Ctx, input: ListBlogPosts): Promise<JsonText<ListAnswer<BlogPostSummary>>> => {
  const words = input.q ? prefixQueryOf(input.q) : null;
  if (input.q && !words) return listAnswer(input, [], 0);
  const [items, counted] = await Promise.all([selectBlogPosts(ctx, input, words), countBlogPosts(ctx, words, COUNT_LIMIT)]);
  return listAnswer(input, items, counted);
};

/** One post with its full text in Markdown and its FAQs. */
export const getBlogPost = async (ctx: Ctx, { slug }: { slug: string }): Promise<JsonText<BlogPost>> => {
  const post = await findBlogPost(ctx, slug);
  if (!post) throw new Refusal('blog_post_not_found');
  return new JsonText(post);
};
