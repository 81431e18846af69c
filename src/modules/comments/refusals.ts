import { msg } from '../../kernel/language/messages.ts';
import { refusals } from '../../kernel/refusals.ts';

export const COMMENT_REFUSALS = {
  ...refusals(400, {
    comments_closed: msg('Comments are closed on this site.'),
    comment_settled: msg('Someone already decided about this comment. Reload the page.'),
    edit_window_over: msg('A comment can be edited for 15 minutes. You can delete it and write another one.'),
    own_comment: msg('You can’t vote for your own comment.'),
    too_many_replies: msg('This thread has 100 replies, which is the most it can have. Start a new comment.'),
  }),
  ...refusals(404, { comment_not_found: msg('There is no such comment, or you can’t change it.') }),
};
