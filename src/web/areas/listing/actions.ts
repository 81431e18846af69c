import type { Caller, Ctx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { OneOf, RequiredText, T, Text } from '../../../kernel/schema.ts';
import { parseLocalPath } from '../../../modules/accounts/rules.ts';
import { deleteComment, editComment, reportComment, voteForComment, writeComment } from '../../../modules/comments/comments.ts';
import { locateComment } from '../../../modules/comments/discussion.ts';
import { CommentText } from '../../../modules/comments/rules.ts';
import { checkBadge } from '../../../modules/launches/free-queue/free-plan.ts';
import { followListing, setFollowMail, unfollowListing } from '../../../modules/listings/follows/follows.ts';
import { getListingName } from '../../../modules/listings/profile/profile.ts';
import { answerReview, changeReview, reportReview, withdrawReview, writeReview } from '../../../modules/listings/reviews/reviews.ts';
import { REVIEW_TEXT_FIELDS } from '../../../modules/listings/reviews/rules.ts';
import { castVote, withdrawVote } from '../../../modules/votes/votes.ts';
import { listingPaths } from '../../paths.ts';
import { AnyText, BackField, memberAction, NumberField, openAction, ReferrerField } from '../../server/form-action.ts';
import { mastodonUrl } from './share-mastodon.tsx';

export const BADGE_ACTIONS = [
  memberAction({
    path: listingPaths.checkBadge,
    page: listingPaths.badges,
    async run(ctx, input) {
      const { found, seen } = await checkBadge(ctx, input);
      return { result: { seen, found: found ? 'yes' : 'no' } };
    },
  }),
];

/** Returns to the button: in the list it was in, or on the product's page. */
const afterVote = ({ slug, back }: { slug: string; back?: string }): string => {
  const path = parseLocalPath(back);
  if (!path || path === listingPaths.listing({ slug })) return `${listingPaths.listing({ slug })}#vote`;
  return `${path.replace(/#.*$/s, '')}#launch-${slug}`;
};

export const VOTE_ACTIONS = [
  memberAction({
    path: listingPaths.vote,
    page: listingPaths.listing,
    fields: { ...BackField, ...ReferrerField },
    resume: async (ctx, input) => t('to vote for {name}', { name: await getListingName(ctx, input) }),
    async run(ctx, input, sender) {
      await castVote(ctx, input, { address: sender.address, referrer: input.referrer });
      return { go_to: afterVote(input) };
    },
  }),
  memberAction({
    path: listingPaths.withdrawVote,
    page: listingPaths.listing,
    fields: BackField,
    async run(ctx, input) {
      await withdrawVote(ctx, input);
      return { go_to: afterVote(input) };
    },
  }),
];

/** Returns to the list the button was in, or to the product. */
const afterFollow = ({ slug, back }: { slug: string; back?: string }): string =>
  parseLocalPath(back) ?? `${listingPaths.listing({ slug })}#follow`;

export const FOLLOW_ACTIONS = [
  memberAction({
    path: listingPaths.follow,
    page: listingPaths.listing,
    fields: BackField,
    resume: async (ctx, input) => t('to follow {name}', { name: await getListingName(ctx, input) }),
    async run(ctx, input) {
      await followListing(ctx, input);
      return { go_to: afterFollow(input) };
    },
  }),
  memberAction({
    path: listingPaths.unfollow,
    page: listingPaths.listing,
    fields: BackField,
    async run(ctx, input) {
      await unfollowListing(ctx, input);
      return { go_to: afterFollow(input) };
    },
  }),
  memberAction({
    path: listingPaths.setFollowMail,
    page: listingPaths.listing,
    fields: { ...BackField, mail: OneOf(['on', 'off']) },
    async run(ctx, input) {
      await setFollowMail(ctx, { slug: input.slug, wants_mail: input.mail === 'on' });
      return { go_to: afterFollow(input) };
    },
  }),
];

export const SHARE_ACTIONS = [
  openAction({
    path: listingPaths.shareOnMastodon,
    page: listingPaths.shareOnMastodon,
    fields: { server: RequiredText(200), title: AnyText, url: AnyText },
    async run(_ctx, { server }) {
      if (!mastodonUrl(server, { title: '', url: '' }))
        throw new Refusal('invalid_input', {
          errors: [{ path: 'server', code: 'wrong_form', message: t('must be the name of a server, such as mastodon.social') }],
        });
      return { result: { server }, keeps_values: true };
    },
  }),
];

const REVIEW = { ...REVIEW_TEXT_FIELDS, rating: NumberField({ enum: ['1', '2', '3', '4', '5'] }) };

export const REVIEW_ACTIONS = [
  memberAction({
    path: listingPaths.reviews,
    page: listingPaths.reviews,
    fields: REVIEW,
    resume: async (ctx, input) => t('to review {name}', { name: await getListingName(ctx, input) }),
    async run(ctx, input) {
      const { held } = await writeReview(ctx, input);
      return { go_to: listingPaths.reviews({ slug: input.slug, done: held ? 'held' : 'written' }) };
    },
  }),
  memberAction({
    path: listingPaths.changeReview,
    page: listingPaths.reviews,
    fields: REVIEW,
    async run(ctx, input) {
      const { held } = await changeReview(ctx, input);
      return { go_to: listingPaths.reviews({ slug: input.slug, done: held ? 'held' : 'changed' }) };
    },
  }),
  memberAction({
    path: listingPaths.withdrawReview,
    page: listingPaths.reviews,
    async run(ctx, input) {
      await withdrawReview(ctx, input);
      return { go_to: listingPaths.reviews({ slug: input.slug, done: 'withdrawn' }) };
    },
  }),
  memberAction({
    path: listingPaths.answerReview,
    page: listingPaths.reviews,
    fields: { answer: Text(2000) },
    async run(ctx, { slug, review_id, answer }) {
      await answerReview(ctx, { slug, review_id, answer });
      return { go_to: `${listingPaths.reviews({ slug, done: 'answered' })}#review-${review_id}` };
    },
  }),
  memberAction({
    path: listingPaths.reportReview,
    page: listingPaths.reviews,
    fields: { reason: RequiredText(500) },
    async run(ctx, { slug, review_id, reason }) {
      await reportReview(ctx, { slug, review_id, reason });
      return { go_to: listingPaths.reviews({ slug, done: 'reported' }) };
    },
  }),
];

/** The comment whose form it was: the page that shows a rejected form opens where it is. And whether the form was on the listing's page. */
const COMMENT_PLACE = { comment: T.Optional(T.String({ maxLength: 16 })), from: T.Optional(OneOf(['listing'])) };

/** Goes to a comment, on the listing's page if the form was there and that page shows it. */
const goToComment = async (ctx: Ctx<Caller>, slug: string, comment_id: number, from: string | undefined): Promise<{ go_to: string }> => {
  const { page, is_listed } = await locateComment(ctx, { slug, comment_id });
  const path = from && is_listed ? listingPaths.listing({ slug }) : listingPaths.comments({ slug, page });
  return { go_to: `${path}#comment-${comment_id}` };
};

export const COMMENT_ACTIONS = [
  memberAction({
    path: listingPaths.comments,
    page: listingPaths.comments,
    fields: { ...COMMENT_PLACE, body: CommentText },
    resume: async (ctx, input) => t('to comment on {name}', { name: await getListingName(ctx, input) }),
    async run(ctx, { slug, body, from }) {
      const { id } = await writeComment(ctx, { slug, body });
      return goToComment(ctx, slug, id, from);
    },
  }),
  memberAction({
    path: listingPaths.replyToComment,
    page: listingPaths.comments,
    fields: { ...COMMENT_PLACE, body: CommentText },
    resume: async (ctx, input) => t('to reply to a comment on {name}', { name: await getListingName(ctx, input) }),
    async run(ctx, { slug, comment_id, body, from }) {
      const { id } = await writeComment(ctx, { slug, body, reply_to: comment_id });
      return goToComment(ctx, slug, id, from);
    },
  }),
  memberAction({
    path: listingPaths.editComment,
    page: listingPaths.comments,
    fields: { ...COMMENT_PLACE, body: CommentText },
    async run(ctx, { slug, comment_id, body, from }) {
      await editComment(ctx, { slug, comment_id, body });
      return goToComment(ctx, slug, comment_id, from);
    },
  }),
  memberAction({
    path: listingPaths.deleteComment,
    page: listingPaths.comments,
    fields: COMMENT_PLACE,
    async run(ctx, { slug, comment_id }) {
      await deleteComment(ctx, { slug, comment_id });
      return { go_to: listingPaths.comments({ slug, done: 'deleted' }) };
    },
  }),
  memberAction({
    path: listingPaths.voteForComment,
    page: listingPaths.comments,
    fields: { ...COMMENT_PLACE, vote: OneOf(['on', 'off']) },
    resume: async (ctx, input) => t('to vote for a comment on {name}', { name: await getListingName(ctx, input) }),
    async run(ctx, { slug, comment_id, vote, from }) {
      await voteForComment(ctx, { slug, comment_id, wanted: vote === 'on' });
      return goToComment(ctx, slug, comment_id, from);
    },
  }),
  memberAction({
    path: listingPaths.reportComment,
    page: listingPaths.comments,
    fields: { ...COMMENT_PLACE, reason: RequiredText(500) },
    async run(ctx, { slug, comment_id, reason }) {
      await reportComment(ctx, { slug, comment_id, reason });
      return { go_to: listingPaths.comments({ slug, done: 'reported' }) };
    },
  }),
];
