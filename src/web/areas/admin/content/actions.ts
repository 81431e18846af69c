import { Refusal } from '../../../../kernel/errors.ts';
import { Country, OneOf, RequiredText, SLUG, Strict, T, Text } from '../../../../kernel/schema.ts';
import { createCategory, deleteCategory, editCategory } from '../../../../modules/catalog/categories.ts';
import { editPost, publishPost, withdrawPost, writePost } from '../../../../modules/content/blog.ts';
import { addQuestion, editQuestion, moveQuestion, reinstateQuestion, retireQuestion } from '../../../../modules/content/interview.ts';
import type { PostDetails } from '../../../../modules/content/queries.ts';
import { slugify } from '../../../../modules/listings/addresses.ts';
import { restorePost } from '../../../../modules/moderation/undo.ts';
import { editFounder, hideFounder, mergeFounder, showFounder } from '../../../../modules/people/founders.ts';
import { webUrl } from '../../../server/addresses.ts';
import { team } from '../../../server/admin-addresses.ts';
import { teamAction } from '../../../server/form-action.ts';
import { IdField } from '../../account/actions.ts';
import { ATTRIBUTE_ROWS, FAQ_ROWS, parseRows, rowSchema } from '../components.tsx';

/** Fits all rows of FAQs and attributes, even URL-encoded in a script with three bytes per character. */
const LISTS_BYTES = 512 * 1024;

const FAQ_FIELDS = rowSchema(FAQ_ROWS);
const parseFaqs = (values: object): { question: string; answer: string }[] =>
  parseRows(FAQ_ROWS, values as Record<string, string>, ['question', 'answer']).map(({ question, answer }) => ({
    question: question!,
    answer: answer!,
  }));

const parseAttributes = (values: object) =>
  parseRows(ATTRIBUTE_ROWS, values as Record<string, string>, ['name']).map(({ key, name, unit }) => ({
    key,
    name: name!,
    unit: unit ?? null,
  }));

/** Optional: without it, the slug is derived from the name or title. */
const SlugField = T.Optional(T.String({ pattern: SLUG, maxLength: 220 }));

export const ADMIN_CATEGORY_ACTIONS = [
  teamAction({
    path: '/admin/categories/new',
    page: 'admin_categories',
    input: Strict({ name: RequiredText(80), slug: SlugField, parent: T.Optional(Text(220)) }),
    async run(ctx, { name, slug, parent }) {
      const category = {
        name,
        slug: slug ?? slugify(name),
        parent: parent ?? null,
        description: null,
        position: 0,
        faqs: [],
        attributes: [],
      };
      await createCategory(ctx, category);
      return { go_to: team.categories({ done: 'made' }) };
    },
  }),
  teamAction({
    path: '/admin/categories/:id/edit',
    page: 'admin_category',
    bytes: LISTS_BYTES,
    input: Strict({
      id: IdField,
      name: RequiredText(80),
      parent: T.Optional(Text(220)),
      description: T.Optional(Text(2000)),
      position: T.Optional(T.String({ pattern: '^-?\\d{1,6}$' })),
      ...FAQ_FIELDS,
      ...rowSchema(ATTRIBUTE_ROWS, ['key']),
    }),
    async run(ctx, input) {
      const { id, name, parent, description, position, ...lists } = input as { id: string; name: string } & Partial<Record<string, string>>;
      const category = { id: Number(id), name, parent: parent ?? null, description: description ?? null, position: Number(position ?? 0) };
      const act = await editCategory(ctx, { ...category, faqs: parseFaqs(lists), attributes: parseAttributes(lists) });
      return { go_to: team.category(Number(id), { done: act === null ? 'same' : 'edit' }) };
    },
  }),
  teamAction({
    path: '/admin/categories/:id/delete',
    page: 'admin_category',
    input: Strict({ id: IdField }),
    async run(ctx, { id }) {
      await deleteCategory(ctx, { id: Number(id) });
      return { go_to: team.categories({ done: 'deleted' }) };
    },
  }),
];

const FOUNDER_PAGE = 'admin_founder';

const requireWebUrl = (path: string, address: string): string => {
  const url = webUrl(address);
  if (!url)
    throw new Refusal('invalid_input', { errors: [{ path, code: 'not_allowed', message: 'needs addresses on the web', actual: address }] });
  return url;
};

/** Reads one link per line: the platform, then the address. */
const parseSocials = (lines: string | undefined): Record<string, string> =>
  Object.fromEntries(
    (lines ?? '')
      .split('\n')
      .filter((line) => line.trim())
      .map((line) => {
        const [, platform, address] = /^\s*([a-z_]{1,40})\s+(\S+)\s*$/.exec(line) ?? [];
        if (!platform)
          throw new Refusal('invalid_input', {
            errors: [{ path: 'socials', code: 'not_understood', message: 'need a platform and an address a line', actual: line }],
          });
        return [platform, requireWebUrl('socials', address!)];
      }),
  );

export const ADMIN_FOUNDER_ACTIONS = [
  teamAction({
    path: '/admin/founders/:id/edit',
    page: FOUNDER_PAGE,
    input: Strict({
      id: IdField,
      name: RequiredText(120),
      bio: T.Optional(Text(2000)),
      country: T.Optional(Country('Two letters.')),
      photo_url: T.Optional(Text(500)),
      socials: T.Optional(Text(4000)),
    }),
    async run(ctx, { id, name, bio, country, photo_url, socials }) {
      const act = await editFounder(ctx, {
        id: Number(id),
        name,
        bio: bio ?? null,
        country: country?.toUpperCase() ?? null,
        photo_url: photo_url ? requireWebUrl('photo_url', photo_url) : null,
        socials: parseSocials(socials),
      });
      return { go_to: team.founder(Number(id), { done: act === null ? 'same' : 'edit' }) };
    },
  }),
  teamAction({
    path: '/admin/founders/:id/hide',
    page: FOUNDER_PAGE,
    input: Strict({ id: IdField, reason: T.Optional(Text(500)) }),
    async run(ctx, { id, reason }) {
      await hideFounder(ctx, { id: Number(id), reason });
      return { go_to: team.founder(Number(id), { done: 'hide' }) };
    },
  }),
  teamAction({
    path: '/admin/founders/:id/show',
    page: FOUNDER_PAGE,
    input: Strict({ id: IdField }),
    async run(ctx, { id }) {
      await showFounder(ctx, { id: Number(id) });
      return { go_to: team.founder(Number(id), { done: 'show' }) };
    },
  }),
  teamAction({
    path: '/admin/founders/:id/merge',
    page: FOUNDER_PAGE,
    input: Strict({ id: IdField, into: RequiredText(220) }),
    async run(ctx, { id, into }) {
      await mergeFounder(ctx, { id: Number(id), into });
      return { go_to: team.founder(Number(id), { done: 'merge' }) };
    },
  }),
];

/** Fits the longest post, even URL-encoded in a script with three bytes per character. */
const POST_BYTES = 1024 * 1024;

const POST = {
  title: RequiredText(200),
  slug: SlugField,
  author_name: RequiredText(120),
  excerpt: RequiredText(500),
  body_markdown: RequiredText(60_000),
  preview: T.Optional(OneOf(['on'])),
  ...FAQ_FIELDS,
};

type PostForm = Omit<PostDetails, 'slug' | 'faqs'> & { slug?: string };

const toPost = ({ title, slug, author_name, excerpt, body_markdown, ...lists }: PostForm): PostDetails => ({
  title,
  slug: slug ?? (slugify(title) || 'post'),
  author_name,
  excerpt,
  body_markdown,
  faqs: parseFaqs(lists),
});

const PREVIEW = { result: { preview: 'on' }, keeps_values: true };

const QUESTION = { question: RequiredText(300), hint: T.Optional(Text(300)) };
const QUESTIONS_PAGE = 'admin_questions';
const questionResult = (act: number | null, done: string) => ({ go_to: team.questions({ done: act === null ? 'same' : done }) });

export const ADMIN_POST_ACTIONS = [
  teamAction({
    path: '/admin/blog/new',
    page: 'admin_post_new',
    bytes: POST_BYTES,
    input: Strict(POST),
    async run(ctx, { preview, ...form }) {
      if (preview) return PREVIEW;
      await writePost(ctx, toPost(form as PostForm));
      return { go_to: team.posts({ done: 'written' }) };
    },
  }),
  teamAction({
    path: '/admin/blog/:id/edit',
    page: 'admin_post',
    bytes: POST_BYTES,
    input: Strict({ id: IdField, ...POST }),
    async run(ctx, { id, preview, ...form }) {
      if (preview) return PREVIEW;
      const act = await editPost(ctx, { id: Number(id), ...toPost(form as PostForm) });
      return { go_to: team.post(Number(id), { done: act === null ? 'same' : 'edit' }) };
    },
  }),
  teamAction({
    path: '/admin/blog/:id/publish',
    page: 'admin_post',
    input: Strict({ id: IdField }),
    async run(ctx, { id }) {
      await publishPost(ctx, { id: Number(id) });
      return { go_to: team.post(Number(id), { done: 'publish' }) };
    },
  }),
  teamAction({
    path: '/admin/blog/:id/withdraw',
    page: 'admin_post',
    input: Strict({ id: IdField }),
    async run(ctx, { id }) {
      await withdrawPost(ctx, { id: Number(id) });
      return { go_to: team.post(Number(id), { done: 'withdraw' }) };
    },
  }),
  teamAction({
    path: '/admin/blog/:id/restore',
    page: 'admin_post',
    input: Strict({ id: IdField, act_id: IdField }),
    async run(ctx, { id, act_id }) {
      const act = await restorePost(ctx, { id: Number(id), act_id: Number(act_id) });
      return { go_to: team.post(Number(id), { done: act === null ? 'same' : 'restore' }) };
    },
  }),
  teamAction({
    path: '/admin/questions/new',
    page: QUESTIONS_PAGE,
    input: Strict(QUESTION),
    run: async (ctx, input) => questionResult(await addQuestion(ctx, input), 'new'),
  }),
  teamAction({
    path: '/admin/questions/:id/edit',
    page: QUESTIONS_PAGE,
    input: Strict({ id: IdField, ...QUESTION }),
    run: async (ctx, { id, ...input }) => questionResult(await editQuestion(ctx, { id: Number(id), ...input }), 'edit'),
  }),
  teamAction({
    path: '/admin/questions/:id/move',
    page: QUESTIONS_PAGE,
    input: Strict({ id: IdField, way: OneOf(['up', 'down']) }),
    run: async (ctx, { id, way }) => questionResult(await moveQuestion(ctx, { id: Number(id), way }), 'move'),
  }),
  teamAction({
    path: '/admin/questions/:id/retire',
    page: QUESTIONS_PAGE,
    input: Strict({ id: IdField }),
    run: async (ctx, { id }) => questionResult(await retireQuestion(ctx, { id: Number(id) }), 'retire'),
  }),
  teamAction({
    path: '/admin/questions/:id/ask-again',
    page: QUESTIONS_PAGE,
    input: Strict({ id: IdField }),
    run: async (ctx, { id }) => questionResult(await reinstateQuestion(ctx, { id: Number(id) }), 'ask-again'),
  }),
];
