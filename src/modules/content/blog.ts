import { isDeepStrictEqual } from 'node:util';
import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { invalidInput, type Refusal, requireFound } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import { COUNT_LIMIT, JsonText, type ListResponse, listResponse, type Paging } from '../../kernel/responses.ts';
import { prefixQueryOf, vectorOf } from '../../kernel/words.ts';
import { asTeamMember, requireTeam } from '../accounts/team.ts';
import {
  countBlogPosts,
  type EditablePost,
  findBlogPost,
  findPostId,
  insertPost,
  lockPost,
  type PostDetails,
  selectBlogPosts,
  selectPosts,
  updatePost,
  updatePostPublished,
} from './queries.ts';
import type { BlogPost, BlogPostSummary, ListBlogPosts } from './schema.ts';

/** Published posts, newest first; with `q` the best match first. A `q` without any word finds nothing. */
export const listBlogPosts = async (ctx: Ctx, input: ListBlogPosts): Promise<JsonText<ListResponse<BlogPostSummary>>> => {
  const words = input.q ? prefixQueryOf(input.q) : null;
  if (input.q && !words) return listResponse(input, [], 0);
  const [items, counted] = await Promise.all([selectBlogPosts(ctx, input, words), countBlogPosts(ctx, words, COUNT_LIMIT)]);
  return listResponse(input, items, counted);
};

/** One post with its full text in Markdown and its FAQs. */
export const getBlogPost = async (ctx: Ctx, { slug }: { slug: string }): Promise<JsonText<BlogPost>> =>
  new JsonText(requireFound('blog_post_not_found', await findBlogPost(ctx, slug)));

const requirePost = async (ctx: Ctx, id: number): Promise<EditablePost> => requireFound('blog_post_not_found', await lockPost(ctx, id));

/** All posts, unpublished ones first. For the site's team. */
export const listPostsForTeam = async (ctx: Ctx<Caller>, paging: Paging): Promise<{ posts: EditablePost[]; has_more: boolean }> => {
  await requireTeam(ctx);
  const rows = await selectPosts(ctx, paging);
  return { posts: rows.slice(0, paging.per_page), has_more: rows.length > paging.per_page };
};

export const getPostForTeam = async (ctx: Ctx<Caller>, { id }: { id: number }): Promise<EditablePost> => {
  await requireTeam(ctx);
  return requirePost(ctx, id);
};

const pickDetails = ({ slug, title, excerpt, body_markdown, author_name, faqs }: PostDetails): PostDetails => ({
  slug,
  title,
  excerpt,
  body_markdown,
  author_name,
  faqs,
});

const makeSearchVector = ({ title, excerpt, body_markdown }: PostDetails): string => vectorOf({ A: title, B: excerpt, C: body_markdown });

const slugTaken = (slug: string): Refusal =>
  invalidInput({ path: 'slug', code: 'taken', message: t('is already used by another post'), actual: slug });

/** Creates an unpublished post. For the site's team. */
export const writePost = (ctx: Ctx<Caller>, input: PostDetails): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const post = pickDetails(input);
    const id = await insertPost(ctx, post, makeSearchVector(post));
    if (id === null) throw slugTaken(post.slug);
    return { act: 'write_post', record: 'post', record_id: id, title: post.title, after: { ...post } };
  });

/** Edits a post. A published post changes at once and keeps its slug. For the site's team. */
export const editPost = (ctx: Ctx<Caller>, { id, ...input }: PostDetails & { id: number }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const post = await requirePost(ctx, id);
    const before = pickDetails(post);
    const after = { ...pickDetails(input), ...(post.published_at && { slug: post.slug }) };
    if (isDeepStrictEqual(before, after)) return null;
    if (!(await updatePost(ctx, id, after, makeSearchVector(after)))) throw slugTaken(after.slug);
    return { act: 'edit_post', record: 'post', record_id: id, title: after.title, before: { ...before }, after: { ...after } };
  });

const setPublished = (ctx: Ctx<Caller>, id: number, act: 'publish_post' | 'withdraw_post', published_at: Date | null) =>
  asTeamMember(ctx, async (ctx) => {
    const post = await requirePost(ctx, id);
    if ((post.published_at === null) === (published_at === null)) return null;
    await updatePostPublished(ctx.sql, id, published_at);
    return { act, record: 'post', record_id: id, title: post.title, before: { published_at: post.published_at }, after: { published_at } };
  });

/** Publishes a post; `at` restores an earlier publication date. For the site's team. */
export const publishPost = (ctx: Ctx<Caller>, { id, at = ctx.clock.now() }: { id: number; at?: Date }): Promise<number | null> =>
  setPublished(ctx, id, 'publish_post', at);

/** Unpublishes a post. For the site's team. */
export const withdrawPost = (ctx: Ctx<Caller>, { id }: { id: number }): Promise<number | null> =>
  setPublished(ctx, id, 'withdraw_post', null);

/** Saves a post, a new one without an id, and publishes it. Returns its id. For the site's team. */
export const saveAndPublish = (ctx: Ctx<Caller>, post: PostDetails, id?: number): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    await (id === undefined ? writePost(ctx, post) : editPost(ctx, { id, ...post }));
    const saved_id = id ?? requireFound('blog_post_not_found', await findPostId(ctx, post.slug));
    await publishPost(ctx, { id: saved_id });
    return saved_id;
  });
