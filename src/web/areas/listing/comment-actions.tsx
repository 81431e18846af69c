import { rich, t } from '../../../kernel/language/messages.ts';
import type { Comment, Discussion } from '../../../modules/comments/discussion.ts';
import { accountPaths, listingPaths } from '../../paths.ts';
import { currentPage } from '../../server/page.ts';
import { HiddenName, Icon } from '../../ui/elements.tsx';
import { Form } from '../../ui/form.tsx';
import { formatCount } from '../../ui/format.tsx';
import { OneFieldForm } from '../../ui/review-list.tsx';

export const ANONYMOUS = 'A member';
export const MAX_LENGTH = 2000;

/** What every comment on a page needs. */
export interface CommentContext {
  slug: string;
  may: Discussion['may'];
  /** Whether the reader's comments show a name. */
  has_name: boolean;
  /** The page it is on: `listing`, or undefined for the page of all comments. */
  from?: 'listing';
}

/** Whether the reader sees the forms. A visitor's form waits for the sign-in. */
export const canSend = (may: Discussion['may']): boolean => may === 'write' || may === 'sign_in';

/** Hidden fields that say where the form was. */
const placeOf = ({ from }: CommentContext, { id }: Comment): Record<string, string> => ({ comment: String(id), ...(from && { from }) });

const VoteOnComment = ({ comment, ...of }: CommentContext & { comment: Comment }) => {
  const { id, author, votes, has_voted, is_own } = comment;
  const label = (
    <>
      <Icon name={has_voted ? 'check' : 'up'} size={12} /> {formatCount(votes)}
      <span class="unseen"> {votes === 1 ? t('vote') : t('votes')}</span>
    </>
  );
  if (is_own || !canSend(of.may)) return votes > 0 ? <span class="comment-votes">{label}</span> : null;
  const action = (
    <>
      {label}
      <span class="unseen">
        . {has_voted ? t('Remove your vote for the comment by') : t('Vote for the comment by')} <bdi>{author ?? ANONYMOUS}</bdi>
      </span>
    </>
  );
  return (
    <Form
      action={listingPaths.voteForComment({ slug: of.slug, comment_id: id })}
      hidden={{ ...placeOf(of, comment), vote: has_voted ? 'off' : 'on' }}
      class="comment-vote-form"
    >
      <button class={has_voted ? 'comment-votes comment-voted' : 'comment-votes'} type="submit">
        {action}
      </button>
    </Form>
  );
};

/** Tells people without a name how they appear. */
export const NameHint = ({ may, has_name }: Pick<CommentContext, 'may' | 'has_name'>) =>
  may === 'write' && !has_name ? (
    <p class="quiet">
      {rich('Without a name, you appear as “Member” and a number. <link>Add your name</link>', {
        link: (text) => <a href={`${accountPaths.home()}#name`}>{text}</a>,
      })}
    </p>
  ) : null;

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
          summary={t('Edit')}
          submit={t('Save')}
          action={listingPaths.editComment(ids)}
          hidden={placeOf(of, comment)}
          name="body"
          label={t('Your comment')}
          value={comment.body}
          rows={3}
          required
          maxlength={MAX_LENGTH}
        />
      )}
      {comment.status !== 'removed' && (
        <details class="review-more">
          <summary>{t('Delete')}</summary>
          <Form action={listingPaths.deleteComment(ids)} hidden={placeOf(of, comment)}>
            <p>{t('Its text is deleted for good. Replies to it stay.')}</p>
            <button class="button button-grave" type="submit">
              {t('Delete comment')}
            </button>
          </Form>
        </details>
      )}
    </>
  );
};

const OthersActions = ({ comment, ...of }: CommentContext & { comment: Comment }) => {
  const ids = { slug: of.slug, comment_id: comment.id };
  return currentPage().caller ? (
    <OneFieldForm
      summary={summaryFor(t('Report'), comment)}
      submit={t('Send report')}
      action={listingPaths.reportComment(ids)}
      hidden={placeOf(of, comment)}
      name="reason"
      label={t('What is wrong with this comment?')}
      required
      maxlength={500}
    />
  ) : null;
};

/** What the reader can do with a comment. */
export const CommentActions = ({ comment, ...of }: CommentContext & { comment: Comment }) => (
  <div class="comment-actions">
    {comment.status === 'shown' && <VoteOnComment comment={comment} {...of} />}
    {comment.status === 'shown' && canSend(of.may) && (
      <OneFieldForm
        summary={summaryFor(t('Reply'), comment)}
        submit={t('Post reply')}
        action={listingPaths.replyToComment({ slug: of.slug, comment_id: comment.id })}
        hidden={placeOf(of, comment)}
        name="body"
        label={t('Your reply')}
        rows={3}
        required
        maxlength={MAX_LENGTH}
        note={<NameHint {...of} />}
      />
    )}
    {comment.is_own ? <OwnActions comment={comment} {...of} /> : <OthersActions comment={comment} {...of} />}
  </div>
);
