import { OneOf, RequiredText, Slug, Strict, Text } from '../../kernel/schema.ts';
import { answerReview, reportReview } from '../../modules/listings/review-answers.ts';
import { moderateReview, undoModeration } from '../../modules/listings/review-moderation.ts';
import { Decision, REVIEW } from '../../modules/listings/review-rules.ts';
import { changeReview, withdrawReview, writeReview } from '../../modules/listings/reviews.ts';
import { to } from '../addresses.ts';
import { ID } from './account.ts';
import { memberAction, teamAction } from './action.ts';

const SLUG = Slug('The listing.');
const WRITTEN = Strict({ slug: SLUG, ...REVIEW, rating: OneOf(['1', '2', '3', '4', '5']) });

export const REVIEW_ACTIONS = [
  memberAction({
    path: '/listings/:slug/reviews',
    page: 'reviews',
    input: WRITTEN,
    async run(ctx, input) {
      const { held } = await writeReview(ctx, { ...input, rating: Number(input.rating) });
      return { go_to: to.reviews(input.slug, { done: held ? 'held' : 'written' }) };
    },
  }),
  memberAction({
    path: '/listings/:slug/reviews/change',
    page: 'reviews',
    input: WRITTEN,
    async run(ctx, input) {
      const { held } = await changeReview(ctx, { ...input, rating: Number(input.rating) });
      return { go_to: to.reviews(input.slug, { done: held ? 'held' : 'changed' }) };
    },
  }),
  memberAction({
    path: '/listings/:slug/reviews/withdraw',
    page: 'reviews',
    input: Strict({ slug: SLUG }),
    async run(ctx, input) {
      await withdrawReview(ctx, input);
      return { go_to: to.reviews(input.slug, { done: 'withdrawn' }) };
    },
  }),
  memberAction({
    path: '/listings/:slug/reviews/:review_id/answer',
    page: 'reviews',
    input: Strict({ slug: SLUG, review_id: ID, answer: Text(2000) }),
    async run(ctx, { slug, review_id, answer }) {
      await answerReview(ctx, { slug, review_id: Number(review_id), answer });
      return { go_to: `${to.reviews(slug, { done: 'answered' })}#review-${review_id}` };
    },
  }),
  memberAction({
    path: '/listings/:slug/reviews/:review_id/report',
    page: 'reviews',
    input: Strict({ slug: SLUG, review_id: ID, reason: RequiredText(500) }),
    async run(ctx, { slug, review_id, reason }) {
      await reportReview(ctx, { slug, review_id: Number(review_id), reason });
      return { go_to: to.reviews(slug, { done: 'reported' }) };
    },
  }),
  teamAction({
    path: '/admin/reviews/decide',
    page: 'admin_reviews',
    input: Strict({ review_id: ID, decision: Decision, reason: RequiredText(500) }),
    async run(ctx, { review_id, decision, reason }) {
      await moderateReview(ctx, { review_id: Number(review_id), decision, reason });
      return { go_to: to.adminReviews({ done: decision }) };
    },
  }),
  teamAction({
    path: '/admin/reviews/undo',
    page: 'admin_reviews',
    input: Strict({ review_id: ID }),
    async run(ctx, { review_id }) {
      await undoModeration(ctx, { review_id: Number(review_id) });
      return { go_to: to.adminReviews({ done: 'undone' }) };
    },
  }),
];
