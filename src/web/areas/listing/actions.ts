import { OneOf, RequiredText, Slug, Strict, T, Text } from '../../../kernel/schema.ts';
import { markNotificationsRead } from '../../../modules/accounts/notifications.ts';
import { parseLocalPath } from '../../../modules/accounts/rules.ts';
import { answer_interview } from '../../../modules/content/operations.ts';
import { checkBadge } from '../../../modules/launches/free-queue/free-plan.ts';
import { followListing, setFollowMail, unfollowListing } from '../../../modules/listings/follows/follows.ts';
import { moderateReview, undoModeration } from '../../../modules/listings/reviews/moderation.ts';
import { answerReview, changeReview, reportReview, withdrawReview, writeReview } from '../../../modules/listings/reviews/reviews.ts';
import { REVIEW_TEXT_FIELDS, ReviewDecision } from '../../../modules/listings/reviews/rules.ts';
import { decideVote } from '../../../modules/votes/team/decisions.ts';
import { castVote, type Vote, withdrawVote } from '../../../modules/votes/votes.ts';
import { to } from '../../server/addresses.ts';
import { memberAction, submitOperation, teamAction } from '../../server/form-action.ts';
import { IdField } from '../account/actions.ts';

export const BADGE_ACTIONS = [
  memberAction({
    path: '/listings/:slug/badges/check',
    page: 'badges',
    input: Strict({ slug: Slug('The listing.') }),
    async run(ctx, input) {
      const { found, seen } = await checkBadge(ctx as Parameters<typeof checkBadge>[0], input);
      return { result: { seen, found: found ? 'yes' : 'no' } };
    },
  }),
];

const VoteForm = Strict({ slug: Slug('The listing.'), back: T.Optional(T.String({ maxLength: 2000 })) });

/** Returns to the list the button was in; if the vote does not count, to the product, which explains why. */
const afterVote = ({ slug, back }: { slug: string; back?: string }, vote: Vote): string => {
  const path = parseLocalPath(back);
  if (vote.state === 'uncounted' || !path || path === to.listing(slug)) return `${to.listing(slug)}#vote`;
  return `${path.replace(/#.*$/s, '')}#launch-${slug}`;
};

export const VOTE_ACTIONS = [
  memberAction({
    path: '/listings/:slug/vote',
    page: 'listing',
    input: VoteForm,
    async run(ctx, input, sender) {
      return { go_to: afterVote(input, await castVote(ctx, input, sender)) };
    },
  }),
  memberAction({
    path: '/listings/:slug/vote/take-back',
    page: 'listing',
    input: VoteForm,
    async run(ctx, input) {
      return { go_to: afterVote(input, await withdrawVote(ctx, input)) };
    },
  }),
  teamAction({
    path: '/admin/votes/decide',
    page: 'admin_votes',
    input: Strict({ seq: IdField, counts: OneOf(['yes', 'no']), note: RequiredText(500), alike: T.Optional(OneOf(['on'])) }),
    async run(ctx, { seq, counts, note, alike }) {
      const { changed } = await decideVote(ctx, { seq: Number(seq), counts: counts === 'yes', note, alike: alike === 'on' });
      return { go_to: to.adminVotes({ done: counts === 'yes' ? 'counted' : 'uncounted', changed }) };
    },
  }),
];

const FOLLOW_FIELDS = { slug: Slug('The listing.'), back: T.Optional(T.String({ maxLength: 2000 })) };
const FollowForm = Strict(FOLLOW_FIELDS);

/** Returns to the list the button was in, or to the product. */
const afterFollow = ({ slug, back }: { slug: string; back?: string }): string => parseLocalPath(back) ?? `${to.listing(slug)}#follow`;
const ANSWERS_BYTES = 1024 * 1024;

/** The name of an answer's field: it contains the question's id. */
const ANSWER = /^answer\.(\d+)$/;

export const FOLLOW_ACTIONS = [
  memberAction({
    path: '/listings/:slug/follow',
    page: 'listing',
    input: FollowForm,
    async run(ctx, input) {
      await followListing(ctx, input);
      return { go_to: afterFollow(input) };
    },
  }),
  memberAction({
    path: '/listings/:slug/unfollow',
    page: 'listing',
    input: FollowForm,
    async run(ctx, input) {
      await unfollowListing(ctx, input);
      return { go_to: afterFollow(input) };
    },
  }),
  memberAction({
    path: '/listings/:slug/follow/mail',
    page: 'listing',
    input: Strict({ ...FOLLOW_FIELDS, mail: OneOf(['on', 'off']) }),
    async run(ctx, input) {
      await setFollowMail(ctx, { slug: input.slug, wants_mail: input.mail === 'on' });
      return { go_to: afterFollow(input) };
    },
  }),
  memberAction({
    path: '/notifications/read',
    page: 'notifications',
    input: Strict({ newest_id: IdField }),
    async run(ctx, { newest_id }) {
      await markNotificationsRead(ctx, { newest_id: Number(newest_id) });
      return { go_to: to.notifications() };
    },
  }),
  memberAction({
    path: '/dashboard/interview',
    page: 'interview',
    bytes: ANSWERS_BYTES,
    input: T.Object(
      { shown: T.String({ pattern: '^\\d{1,9}( \\d{1,9}){0,29}$' }) },
      { additionalProperties: false, patternProperties: { [ANSWER.source]: T.String({ maxLength: 4000 }) } },
    ),
    async run(ctx, input, sender) {
      const { shown, ...submitted } = input as Record<string, string>;
      // A question that was shown and came back empty is an empty answer.
      const shown_names = shown!.split(' ').map((id) => `answer.${id}`);
      const answers = [...new Set([...shown_names, ...Object.keys(submitted)])].map((name) => ({
        question_id: Number(ANSWER.exec(name)![1]),
        answer: submitted[name] ?? '',
      }));
      await submitOperation(answer_interview, { ctx, sender }, { answers });
      return { go_to: to.interview('saved') };
    },
  }),
];

const ListingSlug = Slug('The listing.');
const ReviewForm = Strict({ slug: ListingSlug, ...REVIEW_TEXT_FIELDS, rating: OneOf(['1', '2', '3', '4', '5']) });

export const REVIEW_ACTIONS = [
  memberAction({
    path: '/listings/:slug/reviews',
    page: 'reviews',
    input: ReviewForm,
    async run(ctx, input) {
      const { held } = await writeReview(ctx, { ...input, rating: Number(input.rating) });
      return { go_to: to.reviews(input.slug, { done: held ? 'held' : 'written' }) };
    },
  }),
  memberAction({
    path: '/listings/:slug/reviews/change',
    page: 'reviews',
    input: ReviewForm,
    async run(ctx, input) {
      const { held } = await changeReview(ctx, { ...input, rating: Number(input.rating) });
      return { go_to: to.reviews(input.slug, { done: held ? 'held' : 'changed' }) };
    },
  }),
  memberAction({
    path: '/listings/:slug/reviews/withdraw',
    page: 'reviews',
    input: Strict({ slug: ListingSlug }),
    async run(ctx, input) {
      await withdrawReview(ctx, input);
      return { go_to: to.reviews(input.slug, { done: 'withdrawn' }) };
    },
  }),
  memberAction({
    path: '/listings/:slug/reviews/:review_id/answer',
    page: 'reviews',
    input: Strict({ slug: ListingSlug, review_id: IdField, answer: Text(2000) }),
    async run(ctx, { slug, review_id, answer }) {
      await answerReview(ctx, { slug, review_id: Number(review_id), answer });
      return { go_to: `${to.reviews(slug, { done: 'answered' })}#review-${review_id}` };
    },
  }),
  memberAction({
    path: '/listings/:slug/reviews/:review_id/report',
    page: 'reviews',
    input: Strict({ slug: ListingSlug, review_id: IdField, reason: RequiredText(500) }),
    async run(ctx, { slug, review_id, reason }) {
      await reportReview(ctx, { slug, review_id: Number(review_id), reason });
      return { go_to: to.reviews(slug, { done: 'reported' }) };
    },
  }),
  teamAction({
    path: '/admin/reviews/decide',
    page: 'admin_reviews',
    input: Strict({ review_id: IdField, decision: ReviewDecision, reason: RequiredText(500) }),
    async run(ctx, { review_id, decision, reason }) {
      await moderateReview(ctx, { review_id: Number(review_id), decision, reason });
      return { go_to: to.adminReviews({ done: decision }) };
    },
  }),
  teamAction({
    path: '/admin/reviews/undo',
    page: 'admin_reviews',
    input: Strict({ review_id: IdField }),
    async run(ctx, { review_id }) {
      await undoModeration(ctx, { review_id: Number(review_id) });
      return { go_to: to.adminReviews({ done: 'undone' }) };
    },
  }),
];
