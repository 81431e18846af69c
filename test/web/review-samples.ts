import type { ReviewToJudge } from '../../src/modules/listings/review-moderation.ts';
import type { ReviewRow } from '../../src/modules/listings/review-queries.ts';
import type { Reviews } from '../../src/modules/listings/reviews.ts';
import { here, listOf } from './samples.ts';

export const aReview = (more: Partial<ReviewRow> = {}): ReviewRow => ({
  id: 1,
  rating: 4,
  title: 'It kept us afloat',
  body: 'We have used it for two summers.\n\nThe tide tables are right.',
  status: 'shown',
  author: 'Rui Sousa',
  answer: 'Thank you, Rui.',
  answered_at: here.now,
  edited_at: here.now,
  created_at: here.now,
  ...more,
});

export const someReviews = (more: Partial<Reviews> = {}): Reviews => ({
  ...listOf([aReview(), aReview({ id: 2, author: null, title: null, answer: null, answered_at: null, edited_at: null })]),
  by_rating: [0, 0, 0, 2, 0],
  mine: null,
  may: 'write',
  ...more,
});

export const aWaitingReview = (more: Partial<ReviewToJudge> = {}): ReviewToJudge => ({
  ...aReview(),
  slug: 'tidewater',
  name: 'Tidewater',
  mail_host: 'mail.example',
  account_created_at: here.now,
  reason: null,
  reports: [
    { reason: 'An advertisement', by: 'Ada' },
    { reason: 'The same', by: null },
  ],
  says: null,
  ...more,
});
