import { Count, Day, Id, Instant, Named, Nullable, OneOf, RequiredText, Slug, T, Text } from '../../kernel/schema.ts';
import { editPost, getPostForTeam, listPostsForTeam, publishPost, withdrawPost, writePost } from '../content/blog.ts';
import { addQuestion, editQuestion, listQuestionsForTeam, moveQuestion, reinstateQuestion, retireQuestion } from '../content/interview.ts';
import { getTeamDigest, setDigestSettings } from '../digest/digest.ts';
import { slugify } from '../listings/addresses.ts';
import { Faq } from '../listings/schema.ts';
import { AllOf, May, PAGING, PageOf, teamRead, teamWrite, toPage } from './team-operation.ts';

const POST = {
  id: Id('The post_id for other operations.'),
  slug: T.String({ description: 'Its address.' }),
  title: T.String({ description: 'Its title.' }),
  author_name: T.String({ description: 'Who signs it.' }),
  excerpt: T.String({ description: 'Its summary in lists.' }),
  published_at: Nullable(Instant(), { description: 'When it was published; null for a draft.' }),
  updated_at: Instant('When it was last changed.'),
};

const POST_ID = { post_id: Id('From list_posts.') };

export const list_posts = teamRead({
  path: '/posts',
  summary: 'Blog posts and drafts',
  description: 'All posts without their text, drafts first.',
  input: { ...PAGING },
  output: PageOf('TeamPostPage', Named('TeamPostSummary', POST)),
  async read(ctx, paging) {
    const { posts, has_more } = await listPostsForTeam(ctx, paging);
    return toPage(paging, posts, has_more);
  },
});

export const get_post = teamRead({
  path: '/posts/{post_id}',
  summary: 'A blog post with its text',
  description: 'One post, published or not, with its Markdown.',
  refusals: ['blog_post_not_found'],
  input: POST_ID,
  output: Named('TeamPost', {
    ...POST,
    body_markdown: T.String({ description: 'Its text in Markdown.' }),
    faqs: T.Array(Faq, { description: 'Questions and answers below it.' }),
  }),
  example: { post_id: 2 },
  read: (ctx, { post_id: id }) => getPostForTeam(ctx, { id }),
});

const slug = May(Slug(''), 'Its address. A published post keeps its own.');
const faqs = May(T.Array(Faq, { maxItems: 10 }), 'Replaces all.');

export const write_post = teamWrite({
  path: '/posts',
  idempotent: true,
  summary: 'Write a blog post',
  description: 'Saves a post as a draft. Publish it with set_post_published.',
  input: {
    title: RequiredText(200, 'Its title.'),
    author_name: RequiredText(120, 'Who signs it.'),
    excerpt: RequiredText(500, 'Its summary in lists.'),
    body_markdown: RequiredText(60_000, 'Its text in Markdown.'),
    slug,
    faqs,
  },
  example: {
    title: 'Ten launches to watch',
    author_name: 'The team',
    excerpt: 'What launched this week.',
    body_markdown: 'This week…',
  },
  change: (ctx, { slug, faqs = [], ...post }) => writePost(ctx, { ...post, slug: slug ?? (slugify(post.title) || 'post'), faqs }),
});

export const update_post = teamWrite({
  method: 'PATCH',
  path: '/posts/{post_id}',
  summary: 'Edit a blog post',
  description: 'Edits a post. A published one changes at once.',
  refusals: ['blog_post_not_found'],
  input: {
    ...POST_ID,
    title: May(RequiredText(200), 'Its title.'),
    author_name: May(RequiredText(120), 'Who signs it.'),
    excerpt: May(RequiredText(500), 'Its summary in lists.'),
    body_markdown: May(RequiredText(60_000), 'Its text in Markdown.'),
    slug,
    faqs,
  },
  example: { post_id: 2, title: 'Eleven launches to watch' },
  async change(ctx, { post_id: id, ...changes }) {
    return editPost(ctx, { ...(await getPostForTeam(ctx, { id })), ...changes, id });
  },
});

export const set_post_published = teamWrite({
  method: 'PUT',
  path: '/posts/{post_id}/published',
  summary: 'Publish or unpublish a blog post',
  description: 'Publishes a draft, or makes a published post a draft again.',
  refusals: ['blog_post_not_found'],
  input: { ...POST_ID, published: T.Boolean({ description: 'Whether it is public.' }) },
  example: { post_id: 2, published: true },
  change: (ctx, { post_id: id, published }) => (published ? publishPost(ctx, { id }) : withdrawPost(ctx, { id })),
});

const QUESTION_ID = { question_id: Id('From list_questions.') };

export const list_questions = teamRead({
  path: '/questions',
  summary: 'Questions of the founder interview',
  description: 'All questions in order, deactivated ones included.',
  output: AllOf(
    'QuestionList',
    Named('Question', {
      id: Id('The question_id for other operations.'),
      question: T.String({ description: 'Its text.' }),
      hint: Nullable(T.String(), { description: 'Help below it; null without one.' }),
      retired_at: Nullable(Instant(), { description: 'Since when it is not asked; null if it is.' }),
      answers: Count('Founders who answered it.'),
    }),
  ),
  read: async (ctx) => ({ items: await listQuestionsForTeam(ctx) }),
});

export const add_question = teamWrite({
  path: '/questions',
  idempotent: true,
  summary: 'Add an interview question',
  description: 'Adds a question at the end of the founder interview.',
  input: { question: RequiredText(300, 'Its text.'), hint: May(Text(300), 'Help below it.') },
  example: { question: 'What did you learn last?' },
  change: addQuestion,
});

export const update_question = teamWrite({
  method: 'PATCH',
  path: '/questions/{question_id}',
  summary: 'Change an interview question',
  description: 'Rewords, moves or deactivates a question. Its answers stay. One change per call.',
  refusals: ['question_not_found'],
  input: {
    ...QUESTION_ID,
    question: May(RequiredText(300), 'A new text, with its hint.'),
    hint: May(Text(300), 'Help below it; none if you leave it out of a new text.'),
    move: May(OneOf(['up', 'down']), 'By one.'),
    active: May(T.Boolean(), 'Whether it is asked.'),
  },
  example: { question_id: 3, active: false },
  change(ctx, { question_id: id, question, hint, move: way, active }) {
    if (question !== undefined) return editQuestion(ctx, { id, question, hint: hint || null });
    if (way !== undefined) return moveQuestion(ctx, { id, way });
    return active === false ? retireQuestion(ctx, { id }) : reinstateQuestion(ctx, { id });
  },
});

export const preview_digest = teamRead({
  path: '/digest',
  summary: 'The weekly digest: preview and schedule',
  description: 'This week’s digest as it would be sent now, its schedule and the last ones sent.',
  input: { category_id: T.Optional(Id('As for a subscriber of this category only.')) },
  output: Named('TeamDigest', {
    settings: Named('DigestSettings', {
      on: T.Boolean({ description: 'Whether it is sent.' }),
      day: T.Integer({ description: 'Weekday, 1 for Monday.' }),
      hour: T.Integer({ description: 'Hour in the site’s time zone.' }),
    }),
    subscribers: Count('Subscribers.'),
    mailings: T.Array(
      Named('Mailing', {
        week_on: Day('The week.'),
        mails: Count('Emails of it.'),
        started_at: Instant('When it began.'),
        finished_at: Nullable(Instant(), { description: 'When it was done; null while it runs.' }),
      }),
      { description: 'The last ones, newest first.' },
    ),
    preview: Named('DigestPreview', { subject: T.String({ description: 'Subject.' }), text: T.String({ description: 'Plain text.' }) }),
  }),
  read: getTeamDigest,
});

export const set_digest = teamWrite({
  method: 'PUT',
  path: '/digest',
  summary: 'Schedule the weekly digest',
  description: 'Sets whether, on which weekday and at which hour the digest is sent.',
  input: {
    on: T.Boolean({ description: 'Whether it is sent.' }),
    day: T.Integer({ minimum: 1, maximum: 7, description: 'Weekday, 1 for Monday.' }),
    hour: T.Integer({ minimum: 0, maximum: 23, description: 'Hour in the site’s time zone.' }),
  },
  example: { on: true, day: 2, hour: 9 },
  change: setDigestSettings,
});
