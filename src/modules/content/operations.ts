import { operation, publicRead } from '../../kernel/operation.ts';
import { Strict } from '../../kernel/schema.ts';
import { getBlogPost, listBlogPosts } from './blog.ts';
import { answerInterview, listInterviewQuestions } from './interview.ts';
import { AnswerInterview, BlogPost, BlogPostPage, GetBlogPost, InterviewAnswers, InterviewQuestions, ListBlogPosts } from './schema.ts';

export const list_blog_posts = publicRead({
  id: 'list_blog_posts',
  path: '/blog',
  tag: 'Blog',
  summary: 'The site’s blog posts',
  description: 'Published posts, newest first, or the best match first when q is given. get_blog_post gives the whole text.',
  input: ListBlogPosts,
  output: BlogPostPage,
  example: { per_page: 5 },
  handler: listBlogPosts,
});

export const get_blog_post = publicRead({
  id: 'get_blog_post',
  path: '/blog/{slug}',
  refusals: ['blog_post_not_found'],
  tag: 'Blog',
  summary: 'One blog post, whole',
  description: 'The full text in Markdown with its FAQs.',
  input: GetBlogPost,
  output: BlogPost,
  example: { slug: 'how-a-launch-week-works' },
  handler: getBlogPost,
});

export const list_interview_questions = publicRead({
  id: 'list_interview_questions',
  path: '/interview-questions',
  tag: 'Own listings',
  summary: 'The founder interview questions',
  description:
    'The questions founders are asked, in order, each with your own answer if you call with access to your account. answer_interview takes answers by question_id.',
  input: Strict({}),
  output: InterviewQuestions,
  example: {},
  handler: listInterviewQuestions,
});

export const answer_interview = operation({
  id: 'answer_interview',
  method: 'PUT',
  path: '/me/interview',
  access: 'listings:write',
  status: 200,
  idempotent: true,
  tag: 'Own listings',
  summary: 'Answer founder interview questions',
  description: 'Saves your answers by question_id; questions you leave out keep their answers. An empty list changes nothing.',
  input: AnswerInterview,
  output: InterviewAnswers,
  example: { answers: [{ question_id: 1, answer: 'Because closing the books took us nine days.' }] },
  handler: answerInterview,
});
