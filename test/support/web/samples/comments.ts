import type { Comment, CommentThread, Discussion } from '../../../../src/modules/comments/discussion.ts';
import type { CommentToModerate } from '../../../../src/modules/comments/moderation.ts';
import { context, listOf } from './listings.ts';

const aComment = (more: Partial<Comment> = {}): Comment => ({
  id: 1,
  thread_id: null,
  status: 'shown',
  body: 'Does it know the tide at Peniche, @Mara Lindqvist?\n\nSee https://tidewater.example/ports.',
  author: 'Rui Sousa',
  author_id: 9,
  is_maker: false,
  is_own: false,
  votes: 3,
  has_voted: false,
  mentions: ['Mara Lindqvist'],
  reply_to: null,
  reason: null,
  edited_at: null,
  created_at: context.now,
  can_edit: false,
  explanation: null,
  ...more,
});

const aThread = (more: Partial<CommentThread> = {}): CommentThread => ({ ...aComment(), replies: [], more_replies: 0, ...more });

export const aDiscussion = (more: Partial<Discussion> = {}): Discussion => ({
  ...listOf([
    aThread({
      more_replies: 2,
      replies: [
        aComment({ id: 2, thread_id: 1, author: 'Mara Lindqvist', is_maker: true, body: 'It does.', mentions: [], has_voted: true }),
        aComment({
          id: 3,
          thread_id: 1,
          author: 'Member 3',
          body: 'Since when?',
          mentions: [],
          reply_to: { id: 2, author: 'Mara Lindqvist', author_id: 3 },
          votes: 0,
        }),
        aComment({
          id: 4,
          thread_id: 1,
          author: 'Ada',
          body: 'I asked first.',
          mentions: [],
          is_own: true,
          can_edit: true,
          edited_at: context.now,
        }),
      ],
    }),
    aThread({
      id: 5,
      status: 'withdrawn',
      body: null,
      author: null,
      replies: [aComment({ id: 6, thread_id: 5, body: 'Why?', mentions: [] })],
    }),
    aThread({
      id: 7,
      status: 'held',
      is_own: true,
      body: 'See other.com',
      mentions: [],
      explanation: 'Waiting for review by the team.',
      votes: 0,
    }),
  ]),
  comments_count: 6,
  may: 'write',
  has_name: true,
  ...more,
});

export const noDiscussion = (may: Discussion['may']): Discussion => ({ ...listOf([]), comments_count: 0, may, has_name: false });

export const aCommentToModerate = (more: Partial<CommentToModerate> = {}): CommentToModerate => ({
  id: 1,
  status: 'shown',
  body: 'Buy this instead.',
  author: 'Rui Sousa',
  created_at: context.now,
  is_reply: false,
  slug: 'tidewater',
  name: 'Tidewater',
  mail_host: 'mail.example',
  account_created_at: context.now,
  reason: null,
  reports: [{ reason: 'An advertisement', by: 'Ada' }],
  explanation: null,
  ...more,
});
