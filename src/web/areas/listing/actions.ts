import { OneOf, RequiredText, T, Text } from '../../../kernel/schema.ts';
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
import { adminPaths, dashboardPaths, listingPaths } from '../../paths.ts';
import { IdField, memberAction, NumberField, submitOperation, teamAction } from '../../server/form-action.ts';

export const BADGE_ACTIONS = [
  memberAction({
    path: listingPaths.checkBadge,
    page: listingPaths.badges,
    async run(ctx, input) {
      const { found, seen } = await checkBadge(ctx as Parameters<typeof checkBadge>[0], input);
      return { result: { seen, found: found ? 'yes' : 'no' } };
    },
  }),
];

/** The page the button was on. */
const BACK = { back: T.Optional(T.String({ maxLength: 2000 })) };

/** Returns to the list the button was in; if the vote does not count, to the product, which explains why. */
const afterVote = ({ slug, back }: { slug: string; back?: string }, vote: Vote): string => {
  const path = parseLocalPath(back);
  if (vote.state === 'uncounted' || !path || path === listingPaths.listing({ slug })) return `${listingPaths.listing({ slug })}#vote`;
  return `${path.replace(/#.*$/s, '')}#launch-${slug}`;
};

export const VOTE_ACTIONS = [
  memberAction({
    path: listingPaths.vote,
    page: listingPaths.listing,
    fields: BACK,
    async run(ctx, input, sender) {
      return { go_to: afterVote(input, await castVote(ctx, input, sender)) };
    },
  }),
  memberAction({
    path: listingPaths.withdrawVote,
    page: listingPaths.listing,
    fields: BACK,
    async run(ctx, input) {
      return { go_to: afterVote(input, await withdrawVote(ctx, input)) };
    },
  }),
  teamAction({
    path: adminPaths.decideVote,
    page: adminPaths.votes,
    fields: { seq: IdField, counts: OneOf(['yes', 'no']), note: RequiredText(500), alike: T.Optional(OneOf(['on'])) },
    async run(ctx, { seq, counts, note, alike }) {
      const { changed } = await decideVote(ctx, { seq, counts: counts === 'yes', note, include_similar: alike === 'on' });
      return { go_to: adminPaths.votes({ done: counts === 'yes' ? 'counted' : 'uncounted', changed }) };
    },
  }),
];

/** Returns to the list the button was in, or to the product. */
const afterFollow = ({ slug, back }: { slug: string; back?: string }): string =>
  parseLocalPath(back) ?? `${listingPaths.listing({ slug })}#follow`;
const ANSWERS_BYTES = 1024 * 1024;

/** The name of an answer's field: it contains the question's id. */
const ANSWER = /^answer\.(\d+)$/;

export const FOLLOW_ACTIONS = [
  memberAction({
    path: listingPaths.follow,
    page: listingPaths.listing,
    fields: BACK,
    async run(ctx, input) {
      await followListing(ctx, input);
      return { go_to: afterFollow(input) };
    },
  }),
  memberAction({
    path: listingPaths.unfollow,
    page: listingPaths.listing,
    fields: BACK,
    async run(ctx, input) {
      await unfollowListing(ctx, input);
      return { go_to: afterFollow(input) };
    },
  }),
  memberAction({
    path: listingPaths.setFollowMail,
    page: listingPaths.listing,
    fields: { ...BACK, mail: OneOf(['on', 'off']) },
    async run(ctx, input) {
      await setFollowMail(ctx, { slug: input.slug, wants_mail: input.mail === 'on' });
      return { go_to: afterFollow(input) };
    },
  }),
  memberAction({
    path: dashboardPaths.markNotificationsRead,
    page: dashboardPaths.notifications,
    fields: { newest_id: IdField },
    async run(ctx, { newest_id }) {
      await markNotificationsRead(ctx, { newest_id });
      return { go_to: dashboardPaths.notifications() };
    },
  }),
  memberAction({
    path: dashboardPaths.interview,
    page: dashboardPaths.interview,
    bytes: ANSWERS_BYTES,
    fields: { shown: T.String({ pattern: '^\\d{1,9}( \\d{1,9}){0,29}$' }) },
    named_fields: { [ANSWER.source]: T.String({ maxLength: 4000 }) },
    async run(ctx, input, sender) {
      const { shown, ...submitted } = input as Record<string, string>;
      // A question that was shown and came back empty is an empty answer.
      const shown_names = shown!.split(' ').map((id) => `answer.${id}`);
      const answers = [...new Set([...shown_names, ...Object.keys(submitted)])].map((name) => ({
        question_id: Number(ANSWER.exec(name)![1]),
        answer: submitted[name] ?? '',
      }));
      await submitOperation(answer_interview, { ctx, sender }, { answers });
      return { go_to: dashboardPaths.interview({ done: 'saved' }) };
    },
  }),
];

const REVIEW = { ...REVIEW_TEXT_FIELDS, rating: NumberField({ enum: ['1', '2', '3', '4', '5'] }) };

export const REVIEW_ACTIONS = [
  memberAction({
    path: listingPaths.reviews,
    page: listingPaths.reviews,
    fields: REVIEW,
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
  teamAction({
    path: adminPaths.decideReview,
    page: adminPaths.reviews,
    fields: { review_id: IdField, decision: ReviewDecision, reason: RequiredText(500) },
    async run(ctx, { review_id, decision, reason }) {
      await moderateReview(ctx, { review_id, decision, reason });
      return { go_to: adminPaths.reviews({ done: decision }) };
    },
  }),
  teamAction({
    path: adminPaths.undoReviewDecision,
    page: adminPaths.reviews,
    fields: { review_id: IdField },
    async run(ctx, { review_id }) {
      await undoModeration(ctx, { review_id });
      return { go_to: adminPaths.reviews({ done: 'undone' }) };
    },
  }),
];
