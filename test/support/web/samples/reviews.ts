import type { ReviewToModerate } from '../../../../src/modules/listings/reviews/moderation.ts';
import type { ReviewRow } from '../../../../src/modules/listings/reviews/queries.ts';
import type { ReviewPage } from '../../../../src/modules/listings/reviews/reviews.ts';
import { context, listOf } from './listings.ts';

export const aReview = (more: Partial<ReviewRow> = {}): ReviewRow => ({
  id: 1,
  rating: 4,
  title: 'It kept us afloat',
  body: 'We have used it for two summers.\n\nThe tide tables are right.',
  status: 'shown',
  author: 'Rui Sousa',
  answer: 'Thank you, Rui.',
  answered_at: context.now,
  edited_at: context.now,
  created_at: context.now,
  ...more,
});

export const someReviews = (more: Partial<ReviewPage> = {}): ReviewPage => ({
  ...listOf([aReview(), aReview({ id: 2, author: null, title: null, answer: null, answered_at: null, edited_at: null })]),
  by_rating: [0, 0, 0, 2, 0],
  mine: null,
  may: 'write',
  ...more,
});

export const aReviewToModerate = (more: Partial<ReviewToModerate> = {}): ReviewToModerate => ({
  ...aReview(),
  slug: 'tidewater',
  name: 'Tidewater',
  mail_host: 'mail.example',
  account_created_at: context.now,
  reason: null,
  reports: [
    { reason: 'An advertisement', by: 'Ada' },
    { reason: 'The same', by: null },
  ],
  explanation: null,
  ...more,
});
