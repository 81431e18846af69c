import { Id, Instant, ListOf, Named, Nullable, PAGING, Slug, type Static, Strict, T, Text } from '../../kernel/schema.ts';
import { Faq } from '../listings/schema.ts';

export const BlogPostSummary = Named('BlogPostSummary', {
  slug: Slug('Slug, used in its URL.'),
  title: T.String({ description: 'Its title.' }),
  excerpt: T.String({ description: 'What it is about, in a sentence or two.' }),
  author_name: T.String({ description: 'Who wrote it.' }),
  published_at: Instant('When it was published.'),
  url: T.String({ format: 'uri', description: 'Its page on the site.' }),
});
export type BlogPostSummary = Static<typeof BlogPostSummary>;

export const BlogPost = Named('BlogPost', {
  ...BlogPostSummary.properties,
  body_markdown: T.String({ description: 'Full text in Markdown.' }),
  faqs: T.Array(Faq, { description: 'Questions and answers below it; empty if it has none.' }),
  updated_at: Instant('When it was last changed.'),
});
export type BlogPost = Static<typeof BlogPost>;

export const ListBlogPosts = Strict({
  q: T.Optional(Text(200, 'Words to find; the best match first. Without it, newest first.')),
  ...PAGING,
});
export type ListBlogPosts = Static<typeof ListBlogPosts>;
export const BlogPostPage = ListOf(BlogPostSummary);
export const GetBlogPost = Strict({ slug: Slug('Slug of the post, from list_blog_posts.') });

export const InterviewQuestion = Named('InterviewQuestion', {
  id: Id('The question_id for answer_interview.'),
  question: T.String({ description: 'The question.' }),
  hint: Nullable(T.String(), { description: 'Hint for a good answer; null if there is none.' }),
  answer: Nullable(T.String(), { description: 'Your own answer; null if you gave none or are not signed in.' }),
  answered_at: Nullable(Instant(), { description: 'When you last changed your answer; null without one.' }),
});
export type InterviewQuestion = Static<typeof InterviewQuestion>;
export const InterviewQuestions = ListOf(InterviewQuestion);

export const AnswerInterview = Strict({
  answers: T.Array(
    Named('InterviewAnswerInput', {
      question_id: Id('The id of a question, from list_interview_questions.'),
      answer: Text(4000, 'Your answer in your own words. An empty one removes yours.'),
    }),
    { maxItems: 30, description: 'Questions that are left out keep their answers.' },
  ),
});
export const InterviewAnswer = Named('InterviewAnswer', {
  question_id: Id('The question.'),
  question: T.String({ description: 'What was asked.' }),
  answer: T.String({ description: 'Your answer.' }),
  updated_at: Instant('When you last changed it.'),
});
export type InterviewAnswer = Static<typeof InterviewAnswer>;
export const InterviewAnswers = ListOf(InterviewAnswer);
