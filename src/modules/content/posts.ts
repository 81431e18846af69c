import { isDeepStrictEqual } from 'node:util';
import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Paging } from '../../kernel/paging.ts';
import { vectorOf } from '../../kernel/words.ts';
import { actAsTeam, refuseStrangers } from '../accounts/team.ts';
import { insertPost, lockPost, type PostFacts, type StandingPost, selectPosts, updatePost, writePublished } from './post-queries.ts';

const standing = async (ctx: Ctx, id: number): Promise<StandingPost> => {
  const post = await lockPost(ctx, id);
  if (!post) throw new Refusal('blog_post_not_found');
  return post;
};

/** Posts, those that are not published first. For the site's team. */
export const postsToEdit = async (ctx: Ctx<Caller>, paging: Paging): Promise<{ posts: StandingPost[]; has_more: boolean }> => {
  await refuseStrangers(ctx);
  const rows = await selectPosts(ctx, paging);
  return { posts: rows.slice(0, paging.per_page), has_more: rows.length > paging.per_page };
};

export const postToEdit = async (ctx: Ctx<Caller>, { id }: { id: number }): Promise<StandingPost> => {
  await refuseStrangers(ctx);
  return standing(ctx, id);
};

const factsOf = ({ slug, title, excerpt, body_markdown, author_name, faqs }: PostFacts): PostFacts => ({
  slug,
  title,
  excerpt,
  body_markdown,
  author_name,
  faqs,
});

const wordsOf = ({ title, excerpt, body_markdown }: PostFacts): string => vectorOf({ A: title, B: excerpt, C: body_markdown });

const taken = (slug: string): Refusal =>
  new Refusal('invalid_input', { errors: [{ path: 'slug', code: 'taken', message: 'is that of another post', actual: slug }] });

/** Writes a post; nobody else sees it until it is published. For the site's team. */
export const writePost = (ctx: Ctx<Caller>, typed: PostFacts): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const post = factsOf(typed);
    const id = await insertPost(ctx, post, wordsOf(post));
    if (id === null) throw taken(post.slug);
    return { act: 'write_post', record: 'post', record_id: id, title: post.title, after: { ...post } };
  });

/** Edits a post; what is published changes at once. The address of a published one stays. For the site's team. */
export const editPost = (ctx: Ctx<Caller>, { id, ...typed }: PostFacts & { id: number }): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const post = await standing(ctx, id);
    const before = factsOf(post);
    const after = { ...factsOf(typed), ...(post.published_at && { slug: post.slug }) };
    if (isDeepStrictEqual(before, after)) return null;
    if (!(await updatePost(ctx, id, after, wordsOf(after)))) throw taken(after.slug);
    return { act: 'edit_post', record: 'post', record_id: id, title: after.title, before: { ...before }, after: { ...after } };
  });

const publishing = (ctx: Ctx<Caller>, id: number, act: 'publish_post' | 'withdraw_post', published_at: Date | null) =>
  actAsTeam(ctx, async (ctx) => {
    const post = await standing(ctx, id);
    if ((post.published_at === null) === (published_at === null)) return null;
    await writePublished(ctx.sql, id, published_at);
    return { act, record: 'post', record_id: id, title: post.title, before: { published_at: post.published_at }, after: { published_at } };
  });

/** Publishes a post, now or as of when it was published before. For the site's team. */
export const publishPost = (ctx: Ctx<Caller>, { id, at = ctx.clock.now() }: { id: number; at?: Date }): Promise<number | null> =>
  publishing(ctx, id, 'publish_post', at);

/** Takes a post off the blog; it stays here. For the site's team. */
export const withdrawPost = (ctx: Ctx<Caller>, { id }: { id: number }): Promise<number | null> =>
  publishing(ctx, id, 'withdraw_post', null);
