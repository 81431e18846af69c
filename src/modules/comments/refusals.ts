import { type RefusalText, refusals } from '../../kernel/refusals.ts';

export const COMMENT_REFUSALS = {
  ...refusals(400, {
    comments_closed: 'Comments are closed on this site.',
    comment_settled: 'Someone already decided about this comment. Reload the page.',
    edit_window_over: 'A comment can be edited for 15 minutes. You can delete it and write another one.',
    own_comment: 'You can’t vote for your own comment.',
    too_many_replies: 'This thread has 100 replies, which is the most it can have. Start a new comment.',
  }),
  ...refusals(404, { comment_not_found: 'There is no such comment, or you can’t change it.' }),
};

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof COMMENT_REFUSALS, RefusalText> {}
}
