import type { Comment, CommentThread, Discussion } from '../../../modules/comments/discussion.ts';
import { parseCommentText } from '../../../modules/comments/rules.ts';
import type { Listing } from '../../../modules/listings/schema.ts';
import { accountPaths, listingPaths } from '../../paths.ts';
import type { PageContext } from '../../server/page.ts';
import { Block, ExternalLink, HiddenName, Icon, Logo } from '../../ui/elements.tsx';
import { Field, Form } from '../../ui/form.tsx';
import { formatCount, pluralize, RelativeTime } from '../../ui/format.tsx';
import { OneFieldForm } from '../../ui/review-list.tsx';

const ANONYMOUS = 'A member';
const MAX_LENGTH = 2000;

/** What every comment on a page needs. */
interface CommentContext {
  slug: string;
  may: Discussion['may'];
  /** The page it is on: `listing`, or undefined for the page of all comments. */
  from?: 'listing';
  context: PageContext;
}

const signInUrl = ({ slug, from }: CommentContext, anchor: string): string =>
  accountPaths.signIn({ go_to: `${from ? listingPaths.listing({ slug }) : listingPaths.comments({ slug })}#${anchor}` });

/** Hidden fields that say where the form was. */
const placeOf = ({ from }: CommentContext, { id }: Comment): Record<string, string> => ({ comment: String(id), ...(from && { from }) });

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

const VoteOnComment = ({ comment, ...of }: CommentContext & { comment: Comment }) => {
  const { id, author, votes, has_voted, is_own } = comment;
  const label = (
    <>
      <Icon name={has_voted ? 'check' : 'up'} size={12} /> {formatCount(votes)}
      <span class="unseen"> {votes === 1 ? 'vote' : 'votes'}</span>
    </>
  );
  if (is_own || of.may === 'nothing' || of.may === 'verify') return votes > 0 ? <span class="comment-votes">{label}</span> : null;
  const action = (
    <>
      {label}
      <span class="unseen">
        . {has_voted ? 'Remove your vote for the comment by' : 'Vote for the comment by'} <bdi>{author ?? ANONYMOUS}</bdi>
      </span>
    </>
  );
  if (of.may === 'sign_in')
    return (
      <a class="comment-votes" href={signInUrl(of, `comment-${id}`)} rel="nofollow">
        {action}
      </a>
    );
  return (
    <Form
      action={listingPaths.voteForComment({ slug: of.slug, comment_id: id })}
      context={of.context}
      hidden={{ ...placeOf(of, comment), vote: has_voted ? 'off' : 'on' }}
      class="comment-vote-form"
    >
      <button class={has_voted ? 'comment-votes comment-voted' : 'comment-votes'} type="submit">
        {action}
      </button>
    </Form>
  );
};

const summaryFor = (text: string, { author }: Comment) => (
  <>
    {text}
    <HiddenName name={`(${author ?? ANONYMOUS})`} />
  </>
);

const OwnActions = ({ comment, ...of }: CommentContext & { comment: Comment }) => {
  const ids = { slug: of.slug, comment_id: comment.id };
  return (
    <>
      {comment.can_edit && of.may === 'write' && (
        <OneFieldForm
          summary="Edit"
          submit="Save"
          action={listingPaths.editComment(ids)}
          context={of.context}
          hidden={placeOf(of, comment)}
          name="body"
          label="Your comment"
          value={comment.body}
          rows={3}
          required
          maxlength={MAX_LENGTH}
        />
      )}
      {comment.status !== 'removed' && (
        <details class="review-more">
          <summary>Delete</summary>
          <Form action={listingPaths.deleteComment(ids)} context={of.context} hidden={placeOf(of, comment)}>
            <p>Its text is deleted for good. Replies to it stay.</p>
            <button class="button button-grave" type="submit">
              Delete comment
            </button>
          </Form>
        </details>
      )}
    </>
  );
};

const OthersActions = ({ comment, ...of }: CommentContext & { comment: Comment }) => {
  const ids = { slug: of.slug, comment_id: comment.id };
  return of.context.caller ? (
    <OneFieldForm
      summary={summaryFor('Report', comment)}
      submit="Send report"
      action={listingPaths.reportComment(ids)}
      context={of.context}
      hidden={placeOf(of, comment)}
      name="reason"
      label="What is wrong with this comment?"
      required
      maxlength={500}
    />
  ) : null;
};

const CommentActions = ({ comment, ...of }: CommentContext & { comment: Comment }) => (
  <div class="comment-actions">
    {comment.status === 'shown' && <VoteOnComment comment={comment} {...of} />}
    {comment.status === 'shown' && of.may === 'write' && (
      <OneFieldForm
        summary={summaryFor('Reply', comment)}
        submit="Post reply"
        action={listingPaths.replyToComment({ slug: of.slug, comment_id: comment.id })}
        context={of.context}
        hidden={placeOf(of, comment)}
        name="body"
        label="Your reply"
        rows={3}
        required
        maxlength={MAX_LENGTH}
      />
    )}
    {comment.is_own ? <OwnActions comment={comment} {...of} /> : <OthersActions comment={comment} {...of} />}
  </div>
);

/** Stands in for a comment that the reader may not see, above the replies to it. */
const PLACEHOLDERS: Record<Comment['status'], string> = {
  shown: '',
  withdrawn: 'Comment removed by its author',
  removed: 'Comment removed by the team',
  held: 'This comment is waiting for the team',
};

const CommentBody = ({ comment, ...of }: CommentContext & { comment: Comment }) => {
  const { id, author, is_maker, is_own, body, created_at, edited_at, explanation } = comment;
  if (body === null) return <p class="quiet comment-gone">{PLACEHOLDERS[comment.status]}</p>;
  return (
    <>
      <div class="comment-head">
        <Logo name={author ?? ANONYMOUS} src={null} size={40} round />
        <p>
          <bdi class="comment-author">{author ?? ANONYMOUS}</bdi>
          {is_own && ' (you)'} {is_maker && <span class="pill comment-maker">Maker</span>}{' '}
          <span class="quiet">
            <a href={`${listingPaths.comments({ slug: of.slug, comment: id })}#comment-${id}`} rel="nofollow">
              <RelativeTime at={created_at} now={of.context.now} />
            </a>
            {edited_at && ' · edited'}
          </span>
        </p>
      </div>
      {explanation && (
        <p class="vote-note vote-note-held">
          <strong>Only you see this comment.</strong> <span dir="auto">{explanation}</span>
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
              Show {pluralize(thread.more_replies, 'earlier reply', 'earlier replies')}
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

const HINT = 'Plain text. To mention a maker or somebody in the same thread, write @ and their name.';

/** The form for a new comment, or why there is none. */
export const NewComment = ({ name, has_name, ...of }: CommentContext & { name: string; has_name: boolean }) => {
  const { slug, may, context, from } = of;
  const action = listingPaths.comments({ slug });
  if (may === 'nothing') return <p class="quiet">Comments are closed.</p>;
  if (may === 'sign_in')
    return (
      <p>
        <a class="button" href={signInUrl(of, 'comments')} rel="nofollow">
          Sign in to comment
        </a>
      </p>
    );
  if (may === 'verify') return <p>To comment, confirm your email address first: sign in once with the link we email you.</p>;
  return (
    <Form action={action} context={context} hidden={{ from }} class="form comment-form">
      <Field
        action={action}
        context={context}
        name="body"
        label="Add a comment"
        about={
          <span class="unseen">
            {' '}
            on <bdi>{name}</bdi>
          </span>
        }
        rows={3}
        required
        maxlength={MAX_LENGTH}
        hint={HINT}
      />
      {!has_name && (
        <p class="quiet">
          Your comments appear as “{ANONYMOUS}”. <a href={accountPaths.home()}>Add your name</a>
        </p>
      )}
      <button class="button button-main" type="submit">
        Post comment
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

export const NoComments = () => <p class="quiet">No comments yet. Ask the makers something.</p>;

/** The discussion on a product's page: the first threads, with a link to all of them. */
export const ListingComments = ({ listing, discussion, context }: { listing: Listing; discussion: Discussion; context: PageContext }) => {
  const { slug, name } = listing;
  const { may, total, items, comments_count } = discussion;
  if (may === 'nothing' && total === 0) return null;
  const of = { slug, may, from: 'listing' as const, context };
  return (
    <Block id="comments" heading={comments_count > 0 ? `Comments (${formatCount(comments_count)})` : 'Comments'}>
      <NewComment name={name} has_name={discussion.has_name} {...of} />
      {total > 0 ? <CommentList discussion={discussion} {...of} /> : <NoComments />}
      {total > items.length && (
        <p class="more">
          <a href={listingPaths.comments({ slug })}>All {pluralize(comments_count, 'comment')}</a>
        </p>
      )}
    </Block>
  );
};
