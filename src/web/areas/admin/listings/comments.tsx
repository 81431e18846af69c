import { msg, rich, t } from '../../../../kernel/language/messages.ts';
import { PAGING } from '../../../../kernel/schema.ts';
import { listCommentsToModerate, listModeratedComments } from '../../../../modules/comments/moderation.ts';
import type { DecidedComment } from '../../../../modules/comments/queries.ts';
import { adminPaths, listingPaths } from '../../../paths.ts';
import { Prose } from '../../../ui/elements.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { adminPage } from '../page.tsx';
import { AboutAuthor, ModerationQueue } from './moderation-queue.tsx';

type ModeratedComment = Omit<DecidedComment, 'decision' | 'note' | 'by' | 'decided_at'>;

const commentParts = (comment: ModeratedComment) => ({
  listing: (
    <a class="strong-link" href={`${listingPaths.comments({ slug: comment.slug, comment: comment.id })}#comment-${comment.id}`} dir="auto">
      {comment.name}
    </a>
  ),
  author: <bdi>{comment.author ?? t('a member')}</bdi>,
  when: <RelativeTime at={comment.created_at} />,
});

const CommentSummary = ({ comment }: { comment: ModeratedComment }) => (
  <>
    <p>
      {comment.is_reply
        ? rich('Reply on {listing}, by {author} {when}', commentParts(comment))
        : rich('Comment on {listing}, by {author} {when}', commentParts(comment))}
    </p>
    <AboutAuthor content={comment} />
    <blockquote class="judged">
      <Prose text={comment.body} />
    </blockquote>
  </>
);

export const commentsPage = adminPage({
  name: 'admin_comments',
  path: adminPaths.comments,
  query: PAGING,
  async load(ctx, paging) {
    const [waiting, decided] = await Promise.all([listCommentsToModerate(ctx, paging), listModeratedComments(ctx)]);
    return { waiting, decided };
  },
  title: msg('Comments to moderate'),
  description: msg('Held and reported comments.'),
  has_own_heading: true,
  view: ({ waiting, decided, done }) => (
    <ModerationQueue
      noun="comment"
      waiting={waiting}
      decided={decided}
      done={done}
      href={(page) => adminPaths.comments({ page })}
      decide_action={adminPaths.decideComment()}
      undo_action={adminPaths.undoCommentDecision()}
      summary={(comment: ModeratedComment) => <CommentSummary comment={comment} />}
    />
  ),
});
