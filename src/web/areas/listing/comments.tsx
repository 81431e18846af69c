import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import type { Comment, CommentThread, Discussion } from '../../../modules/comments/discussion.ts';
import { parseCommentText } from '../../../modules/comments/rules.ts';
import type { Listing } from '../../../modules/listings/schema.ts';
import { listingPaths } from '../../paths.ts';
import { Block, ExternalLink, Logo } from '../../ui/elements.tsx';
import { Field, Form } from '../../ui/form.tsx';
import { formatCount } from '../../ui/format.tsx';
import { TimeAgo } from '../../ui/times.tsx';
import { ANONYMOUS, CommentActions, type CommentContext, canSend, MAX_LENGTH, NameHint } from './comment-actions.tsx';

const CommentText = ({ comment: { body, mentions, reply_to } }: { comment: Comment }) => (
  <div class="prose">
    {parseCommentText(body ?? '', mentions).map((paragraph, i) => (
      <p dir="auto" class="keep-lines">
        {i === 0 && reply_to && (
          <>
            <a class="comment-mention" href={`#comment-${reply_to.id}`}>
              @<bdi>{reply_to.author ?? ANONYMOUS}</bdi>
            </a>{' '}
          </>
        )}
        {paragraph.map(({ kind, text }) =>
          kind === 'link' ? (
            <ExternalLink href={text}>{text}</ExternalLink>
          ) : kind === 'mention' ? (
            <b class="comment-mention">{text}</b>
          ) : (
            text
          ),
        )}
      </p>
    ))}
  </div>
);

/** Stands in for a comment that the reader may not see, above the replies to it. */
const PLACEHOLDERS: Record<Comment['status'], string> = texts({
  shown: '',
  withdrawn: msg('Comment removed by its author'),
  removed: msg('Comment removed by the team'),
  held: msg('This comment is waiting for the team'),
});

const CommentBody = ({ comment, ...of }: CommentContext & { comment: Comment }) => {
  const { id, author, is_maker, is_own, body, created_at, edited_at, explanation } = comment;
  if (body === null) return <p class="quiet comment-gone">{PLACEHOLDERS[comment.status]}</p>;
  return (
    <>
      <div class="comment-head">
        <Logo name={author ?? ANONYMOUS} src={null} size={40} round />
        <p>
          <bdi class="comment-author">{author ?? ANONYMOUS}</bdi>
          {is_own && t(' (you)')} {is_maker && <span class="pill comment-maker">{t('Maker')}</span>}{' '}
          <span class="quiet">
            <a href={`${listingPaths.comments({ slug: of.slug, comment: id })}#comment-${id}`} rel="nofollow">
              <TimeAgo at={created_at} />
            </a>
            {edited_at && t(' · edited')}
          </span>
        </p>
      </div>
      {explanation && (
        <p class="vote-note vote-note-held">
          <strong>{t('Only you can see this comment.')}</strong> <span dir="auto">{explanation}</span>
        </p>
      )}
      <CommentText comment={comment} />
      <CommentActions comment={comment} {...of} />
    </>
  );
};

const Thread = ({ thread, ...of }: CommentContext & { thread: CommentThread }) => (
  <li id={`comment-${thread.id}`} class="comment">
    <CommentBody comment={thread} {...of} />
    {thread.replies.length > 0 && (
      <ol class="comment-replies">
        {thread.more_replies > 0 && (
          <li class="comment-more">
            <a href={`${listingPaths.comments({ slug: of.slug, comment: thread.id })}#comment-${thread.id}`} rel="nofollow">
              {t('Show {n, plural, one {# earlier reply} other {# earlier replies}}', { n: thread.more_replies })}
            </a>
          </li>
        )}
        {thread.replies.map((reply) => (
          <li id={`comment-${reply.id}`} class="comment">
            <CommentBody comment={reply} {...of} />
          </li>
        ))}
      </ol>
    )}
  </li>
);

const describeHint = () => t('Plain text. To mention a maker or someone in the thread, type @ and their name.');

/** The form for a new comment, or why there is none. */
export const NewComment = ({ name, slug, may, has_name, from }: CommentContext & { name: string }) => {
  const action = listingPaths.comments({ slug });
  if (may === 'nothing') return <p class="quiet">{t('Comments are closed.')}</p>;
  if (!canSend(may)) return <p>{t('To comment, verify your email address first: sign in once with the link we email you.')}</p>;
  return (
    <Form action={action} hidden={{ from }} class="form comment-form">
      <Field
        action={action}
        name="body"
        label={t('Add a comment')}
        about={<span class="unseen"> {rich('on {name}', { name: <bdi>{name}</bdi> })}</span>}
        rows={3}
        required
        maxlength={MAX_LENGTH}
        hint={describeHint()}
      />
      {may === 'sign_in' && <p class="quiet">{t('You sign in next. Your comment is posted right after.')}</p>}
      <NameHint may={may} has_name={has_name} />
      <button class="button button-main" type="submit">
        {t('Post comment')}
      </button>
    </Form>
  );
};

/** Threads, those with most votes first. */
export const CommentList = ({ discussion, ...of }: CommentContext & { discussion: Discussion }) => (
  <ol class="comments">
    {discussion.items.map((thread) => (
      <Thread thread={thread} {...of} />
    ))}
  </ol>
);

export const NoComments = () => <p class="quiet">{t('No comments yet. Ask the makers something.')}</p>;

/** The discussion on a product's page: the first threads, with a link to all of them. */
export const ListingComments = ({ listing, discussion }: { listing: Listing; discussion: Discussion }) => {
  const { slug, name } = listing;
  const { may, has_name, total, items, comments_count } = discussion;
  if (may === 'nothing' && total === 0) return null;
  const of = { slug, may, has_name, from: 'listing' as const };
  return (
    <Block
      id="comments"
      heading={comments_count > 0 ? t('Comments ({comments_count})', { comments_count: formatCount(comments_count) }) : t('Comments')}
    >
      <NewComment name={name} {...of} />
      {total > 0 ? <CommentList discussion={discussion} {...of} /> : <NoComments />}
      {total > items.length && (
        <p class="more">
          <a href={listingPaths.comments({ slug })}>{t('All {n, plural, one {# comment} other {# comments}}', { n: comments_count })}</a>
        </p>
      )}
    </Block>
  );
};
