import type { Caller, Ctx } from '../../kernel/context.ts';
import { msg, texts } from '../../kernel/language/messages.ts';
import type { ListResponse, Paging } from '../../kernel/responses.ts';
import { requireTeam } from '../accounts/team.ts';
import { defineModeration, type ModerationInput } from '../listings/user-content/moderation.ts';
import { commentPath } from './mails.tsx';
import { notifyOfComment } from './notifications.ts';
import { type DecidedComment, lockComment, type PendingComment, selectDecidedComments, selectPendingComments } from './queries.ts';
import { commentMoves } from './states.ts';

export const commentModeration = defineModeration({
  record: 'comment',
  moves: commentMoves,
  not_found: 'comment_not_found',
  settled: 'comment_settled',
  lock: lockComment,
  url: ({ slug }, id) => commentPath(slug, id),
  author_titles: texts({ show: msg('Your comment is now public'), remove: msg('Your comment was removed') }),
  reporter_titles: texts({
    show: msg('We kept the comment you reported'),
    keep: msg('We kept the comment you reported'),
    remove: msg('We removed the comment you reported'),
  }),
  onShown: (ctx, comment, id) => notifyOfComment(ctx, id, comment),
});

export interface CommentToModerate extends PendingComment {
  /** Why it is held; null if it is shown and was reported. */
  explanation: string | null;
}

/** Comments that are held or were reported, oldest first. For the site's team. */
export const listCommentsToModerate = (ctx: Ctx<Caller>, paging: Paging): Promise<ListResponse<CommentToModerate>> =>
  commentModeration.listPending(ctx, paging, selectPendingComments);

const MAX_DECIDED = 50;

/** The latest decisions still in effect, so that they can be undone. For the site's team. */
export const listModeratedComments = async (ctx: Ctx<Caller>): Promise<DecidedComment[]> => {
  await requireTeam(ctx);
  return selectDecidedComments(ctx, MAX_DECIDED);
};

export const moderateComment = (ctx: Ctx<Caller>, { comment_id, ...input }: Omit<ModerationInput, 'id'> & { comment_id: number }) =>
  commentModeration.moderate(ctx, { id: comment_id, ...input });

export const undoCommentModeration = (ctx: Ctx<Caller>, { comment_id }: { comment_id: number }) =>
  commentModeration.undo(ctx, { id: comment_id });
