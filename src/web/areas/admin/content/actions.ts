import { Refusal } from '../../../../kernel/errors.ts';
import { Country, OneOf, RequiredText, SLUG, T, Text } from '../../../../kernel/schema.ts';
import { createCategory, deleteCategory, editCategory } from '../../../../modules/catalog/categories.ts';
import { editPost, publishPost, saveAndPublish, withdrawPost, writePost } from '../../../../modules/content/blog.ts';
import { setCover } from '../../../../modules/content/covers.ts';
import { addQuestion, editQuestion, moveQuestion, reinstateQuestion, retireQuestion } from '../../../../modules/content/interview.ts';
import type { PostDetails } from '../../../../modules/content/queries.ts';
import { slugify } from '../../../../modules/listings/addresses.ts';
import { MAX_PICTURE_BYTES } from '../../../../modules/listings/media/image-processing.ts';
import { restorePost } from '../../../../modules/moderation/undo.ts';
import { editFounder, hideFounder, mergeFounder, showFounder } from '../../../../modules/people/founders.ts';
import { adminPaths } from '../../../paths.ts';
import { teamForm } from '../../../server/confirmed-form.ts';
import { Checkbox, IdField, NumberField, teamAction } from '../../../server/form-action.ts';
import { webUrl } from '../../../ui/urls.ts';
import { FAQ_ROWS, parseRows, rowSchema } from './row-fields.ts';

/** Fits all rows of FAQs, even URL-encoded in a script with three bytes per character. */
const LISTS_BYTES = 512 * 1024;

const FAQ_FIELDS = rowSchema(FAQ_ROWS);
const parseFaqs = (values: object): { question: string; answer: string }[] =>
  parseRows(FAQ_ROWS, values as Record<string, string>, ['question', 'answer']).map(({ question, answer }) => ({
    question: question!,
    answer: answer!,
  }));

/** Optional: without it, the slug is derived from the name or title. */
const SlugField = T.Optional(T.String({ pattern: SLUG, maxLength: 220 }));

export const ADMIN_CATEGORY_ACTIONS = [
  teamForm({
    path: adminPaths.createCategory,
    page: adminPaths.categories,
    fields: { name: RequiredText(80), slug: SlugField, parent: T.Optional(Text(220)) },
    run: (ctx, { name, slug = slugify(name), parent = null }) =>
      createCategory(ctx, { name, slug, parent, description: null, position: 0, faqs: [] }),
    done: 'made',
  }),
  teamForm({
    path: adminPaths.editCategory,
    page: adminPaths.category,
    bytes: LISTS_BYTES,
    fields: {
      name: RequiredText(80),
      parent: T.Optional(Text(220)),
      description: T.Optional(Text(2000)),
      position: T.Optional(NumberField({ pattern: '^-?\\d{1,6}$' })),
      ...FAQ_FIELDS,
    },
    run: (ctx, { id, name, parent = null, description = null, position = 0, ...lists }) =>
      editCategory(ctx, { id, name, parent, description, position, faqs: parseFaqs(lists) }),
    done: 'edit',
    unchanged: 'same',
  }),
  teamAction({
    path: adminPaths.deleteCategory,
    page: adminPaths.category,
    async run(ctx, { id }) {
      await deleteCategory(ctx, { id });
      return { go_to: adminPaths.categories({ done: 'deleted' }) };
    },
  }),
];

const requireWebUrl = (path: string, address: string): string => {
  const url = webUrl(address);
  if (!url)
    throw new Refusal('invalid_input', { errors: [{ path, code: 'not_allowed', message: 'must contain web addresses', actual: address }] });
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
            errors: [{ path: 'socials', code: 'not_understood', message: 'need one platform and address per line', actual: line }],
          });
        return [platform, requireWebUrl('socials', address!)];
      }),
  );

export const ADMIN_FOUNDER_ACTIONS = [
  teamForm({
    path: adminPaths.editFounder,
    page: adminPaths.founder,
    fields: {
      name: RequiredText(120),
      bio: T.Optional(Text(2000)),
      country: T.Optional(Country('Two letters, such as PT')),
      photo_url: T.Optional(Text(500)),
      socials: T.Optional(Text(4000)),
    },
    run: async (ctx, { id, name, bio = null, country, photo_url, socials }) =>
      editFounder(ctx, {
        id,
        name,
        bio,
        country: country?.toUpperCase() ?? null,
        photo_url: photo_url ? requireWebUrl('photo_url', photo_url) : null,
        socials: parseSocials(socials),
      }),
    done: 'edit',
    unchanged: 'same',
  }),
  teamForm({
    path: adminPaths.hideFounder,
    page: adminPaths.founder,
    fields: { reason: T.Optional(Text(500)) },
    run: hideFounder,
    done: 'hide',
  }),
  teamForm({ path: adminPaths.showFounder, page: adminPaths.founder, run: showFounder, done: 'show' }),
  teamForm({
    path: adminPaths.mergeFounder,
    page: adminPaths.founder,
    fields: { into: RequiredText(220) },
    run: mergeFounder,
    done: 'merge',
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
  /** The button on the preview. */
  publish: T.Optional(OneOf(['on'])),
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

/** A picture and the other fields. */
const COVER_BYTES = MAX_PICTURE_BYTES + 16 * 1024;

const PREVIEW = { result: { preview: 'on' }, keeps_values: true };

export const ADMIN_POST_ACTIONS = [
  teamAction({
    path: adminPaths.newPost,
    page: adminPaths.newPost,
    bytes: POST_BYTES,
    fields: POST,
    async run(ctx, { preview, publish, ...form }) {
      if (preview) return PREVIEW;
      if (publish) return { go_to: adminPaths.post({ id: await saveAndPublish(ctx, toPost(form as PostForm)), done: 'publish' }) };
      await writePost(ctx, toPost(form as PostForm));
      return { go_to: adminPaths.posts({ done: 'written' }) };
    },
  }),
  teamAction({
    path: adminPaths.editPost,
    page: adminPaths.post,
    bytes: POST_BYTES,
    fields: POST,
    async run(ctx, { id, preview, publish, ...form }) {
      if (preview) return PREVIEW;
      if (publish) return { go_to: adminPaths.post({ id: await saveAndPublish(ctx, toPost(form as PostForm), id), done: 'publish' }) };
      const act = await editPost(ctx, { id, ...toPost(form as PostForm) });
      return { go_to: adminPaths.post({ id, done: act === null ? 'same' : 'edit' }) };
    },
  }),
  teamForm({
    path: adminPaths.setCover,
    page: adminPaths.post,
    bytes: COVER_BYTES,
    takes_files: true,
    fields: { alt: T.Optional(Text(300)), remove: Checkbox },
    run: (ctx, { id, alt, remove }, { files }) => {
      const upload = files?.picture?.[0]?.content;
      return setCover(ctx, { id, alt, removes: remove === 'on', upload: upload?.length ? upload : undefined });
    },
    done: 'cover',
    unchanged: 'same',
  }),
  teamForm({ path: adminPaths.publishPost, page: adminPaths.post, run: publishPost, done: 'publish' }),
  teamForm({ path: adminPaths.withdrawPost, page: adminPaths.post, run: withdrawPost, done: 'withdraw' }),
  teamForm({
    path: adminPaths.restorePost,
    page: adminPaths.post,
    fields: { act_id: IdField },
    run: restorePost,
    done: 'restore',
    unchanged: 'same',
  }),
];

const QUESTION = { question: RequiredText(300), hint: T.Optional(Text(300)) };

export const ADMIN_QUESTION_ACTIONS = [
  teamForm({
    path: adminPaths.addQuestion,
    page: adminPaths.questions,
    fields: QUESTION,
    run: addQuestion,
    done: 'new',
    unchanged: 'same',
  }),
  teamForm({
    path: adminPaths.editQuestion,
    page: adminPaths.questions,
    fields: QUESTION,
    run: editQuestion,
    done: 'edit',
    unchanged: 'same',
  }),
  teamForm({
    path: adminPaths.moveQuestion,
    page: adminPaths.questions,
    fields: { way: OneOf(['up', 'down']) },
    run: moveQuestion,
    done: 'move',
    unchanged: 'same',
  }),
  teamForm({ path: adminPaths.retireQuestion, page: adminPaths.questions, run: retireQuestion, done: 'retire', unchanged: 'same' }),
  teamForm({
    path: adminPaths.reinstateQuestion,
    page: adminPaths.questions,
    run: reinstateQuestion,
    done: 'ask-again',
    unchanged: 'same',
  }),
];
