import { Id, Instant, ListOf, Nullable, PAGING, Slug, type Static, Strict, T, Text } from '../../kernel/schema.ts';
import { Faq } from '../listings/schema.ts';

export const BlogPostSummary = Strict({
  slug: T.String(),
  title: T.String(),
  excerpt: T.String(),
  author_name: T.String(),
  published_at: Instant(),
  url: T.String(),
});
export type BlogPostSummary = Static<typeof BlogPostSummary>;

export const BlogPost = Strict({ ...BlogPostSummary.properties, body_markdown: T.String(), faqs: T.Array(Faq), updated_at: Instant() });
export type BlogPost = Static<typeof BlogPost>;

export const ListBlogPosts = Strict({
  q: T.Optional(Text(200, 'Words to find; the best match first. Without it, newest first.')),
  ...PAGING,
});
export type ListBlogPosts = Static<typeof ListBlogPosts>;
export const BlogPostPage = ListOf(BlogPostSummary);
export const GetBlogPost = Strict({ slug: Slug('Blog post slug.') });

export const InterviewQuestion = Strict({ id: T.Integer(), question: T.String(), hint: Nullable(T.String()) });
export type InterviewQuestion = Static<typeof InterviewQuestion>;
export const InterviewQuestions = ListOf(InterviewQuestion);

export const AnswerInterview = Strict({
  answers: T.Array(Strict({ question_id: Id('From list_interview_questions.'), answer: Text(4000, 'An empty one takes yours back.') }), {
    maxItems: 30,
  }),
});
export const InterviewAnswer = Strict({ question_id: T.Integer(), question: T.String(), answer: T.String(), updated_at: Instant() });
export type InterviewAnswer = Static<typeof InterviewAnswer>;
export const InterviewAnswers = ListOf(InterviewAnswer);
