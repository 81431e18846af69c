import { OneOf, RequiredText, Strict, T, Text } from '../../kernel/schema.ts';
import type { PostFacts } from '../../modules/content/post-queries.ts';
import { editPost, publishPost, withdrawPost, writePost } from '../../modules/content/posts.ts';
import { addQuestion, askAgain, editQuestion, moveQuestion, retireQuestion } from '../../modules/content/questions.ts';
import { slugOf } from '../../modules/listings/address.ts';
import { restorePost } from '../../modules/team/restore.ts';
import { team } from '../admin-addresses.ts';
import { ID } from './account.ts';
import { teamAction } from './action.ts';
import { FAQS, faqsIn, TypedSlug } from './admin-categories.ts';

/** A long text in a script of three bytes a letter, sent as forms are, fits well. */
const POST_BYTES = 1024 * 1024;

const POST = {
  title: RequiredText(200),
  slug: TypedSlug,
  author_name: RequiredText(120),
  excerpt: RequiredText(500),
  body_markdown: RequiredText(60_000),
  preview: T.Optional(OneOf(['on'])),
  ...FAQS,
};

type TypedPost = Omit<PostFacts, 'slug' | 'faqs'> & { slug?: string };

const postIn = ({ title, slug, author_name, excerpt, body_markdown, ...lists }: TypedPost): PostFacts => ({
  title,
  slug: slug ?? (slugOf(title) || 'post'),
  author_name,
  excerpt,
  body_markdown,
  faqs: faqsIn(lists),
});

const PREVIEW = { told: { preview: 'on' }, keeps: true };

const QUESTION = { question: RequiredText(300), hint: T.Optional(Text(300)) };
const page = 'admin_questions';
const asked = (act: number | null, done: string) => ({ go_to: team.questions({ done: act === null ? 'same' : done }) });

export const ADMIN_POST_ACTIONS = [
  teamAction({
    path: '/admin/blog/new',
    page: 'admin_post_new',
    bytes: POST_BYTES,
    input: Strict(POST),
    async run(ctx, { preview, ...typed }) {
      if (preview) return PREVIEW;
      await writePost(ctx, postIn(typed as TypedPost));
      return { go_to: team.posts({ done: 'written' }) };
    },
  }),
  teamAction({
    path: '/admin/blog/:id/edit',
    page: 'admin_post',
    bytes: POST_BYTES,
    input: Strict({ id: ID, ...POST }),
    async run(ctx, { id, preview, ...typed }) {
      if (preview) return PREVIEW;
      const act = await editPost(ctx, { id: Number(id), ...postIn(typed as TypedPost) });
      return { go_to: team.post(Number(id), { done: act === null ? 'same' : 'edit' }) };
    },
  }),
  teamAction({
    path: '/admin/blog/:id/publish',
    page: 'admin_post',
    input: Strict({ id: ID }),
    async run(ctx, { id }) {
      await publishPost(ctx, { id: Number(id) });
      return { go_to: team.post(Number(id), { done: 'publish' }) };
    },
  }),
  teamAction({
    path: '/admin/blog/:id/withdraw',
    page: 'admin_post',
    input: Strict({ id: ID }),
    async run(ctx, { id }) {
      await withdrawPost(ctx, { id: Number(id) });
      return { go_to: team.post(Number(id), { done: 'withdraw' }) };
    },
  }),
  teamAction({
    path: '/admin/blog/:id/restore',
    page: 'admin_post',
    input: Strict({ id: ID, act_id: ID }),
    async run(ctx, { id, act_id }) {
      const act = await restorePost(ctx, { id: Number(id), act_id: Number(act_id) });
      return { go_to: team.post(Number(id), { done: act === null ? 'same' : 'restore' }) };
    },
  }),
  teamAction({
    path: '/admin/questions/new',
    page,
    input: Strict(QUESTION),
    run: async (ctx, input) => asked(await addQuestion(ctx, input), 'new'),
  }),
  teamAction({
    path: '/admin/questions/:id/edit',
    page,
    input: Strict({ id: ID, ...QUESTION }),
    run: async (ctx, { id, ...input }) => asked(await editQuestion(ctx, { id: Number(id), ...input }), 'edit'),
  }),
  teamAction({
    path: '/admin/questions/:id/move',
    page,
    input: Strict({ id: ID, way: OneOf(['up', 'down']) }),
    run: async (ctx, { id, way }) => asked(await moveQuestion(ctx, { id: Number(id), way }), 'move'),
  }),
  teamAction({
    path: '/admin/questions/:id/retire',
    page,
    input: Strict({ id: ID }),
    run: async (ctx, { id }) => asked(await retireQuestion(ctx, { id: Number(id) }), 'retire'),
  }),
  teamAction({
    path: '/admin/questions/:id/ask-again',
    page,
    input: Strict({ id: ID }),
    run: async (ctx, { id }) => asked(await askAgain(ctx, { id: Number(id) }), 'ask-again'),
  }),
];
