import { memberWrite, publicRead } from '../../kernel/operation.ts';
import { Strict } from '../../kernel/schema.ts';
import { getBlogPost, listBlogPosts } from './blog.ts';
import { answerInterview, listInterviewQuestions } from './interview.ts';
import { AnswerInterview, BlogPost, BlogPostPage, GetBlogPost, InterviewAnswers, InterviewQuestions, ListBlogPosts } from './schema.ts';

export const list_blog_posts = publicRead({
  id: 'list_blog_posts',
  path: '/blog',
  tag: 'Blog',
  summary: 'The site’s blog posts',
  description:
    'Lists the site’s published blog posts, newest first, or the best match first when q is given. Returns titles and summaries, a page at a time; get_blog_post has the full text.',
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
  summary: 'One full blog post',
  description: 'Returns one blog post with its full text in Markdown and its FAQs. Needs the slug, which list_blog_posts finds.',
  input: GetBlogPost,
  output: BlogPost,
  example: { slug: 'how-a-launch-week-works' },
  handler: getBlogPost,
});

export const list_interview_questions = publicRead({
  id: 'list_interview_questions',
  path: '/interview-questions',
  tag: 'My listings',
  summary: 'The founder interview questions',
  description:
    'Returns the questions of the founder interview, in order, with their ids and, if you are signed in, your answers. Use it before answer_interview.',
  input: Strict({}),
  output: InterviewQuestions,
  example: {},
  handler: listInterviewQuestions,
});

export const answer_interview = memberWrite({
  id: 'answer_interview',
  method: 'PUT',
  path: '/me/interview',
  access: 'listings:write',
  tag: 'My listings',
  summary: 'Answer founder interview questions',
  description:
    'Saves answers to the founder interview by question_id, for all your listings; shown on their public pages. Overwritten ones are lost; questions you leave out keep theirs. Founder’s own words only. list_interview_questions has ids and your answers. For a story in sections: set_founder_story.',
  input: AnswerInterview,
  output: InterviewAnswers,
  example: { answers: [{ question_id: 1, answer: 'Because closing the books took us nine days.' }] },
  handler: answerInterview,
});
