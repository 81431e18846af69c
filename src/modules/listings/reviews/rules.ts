import { RequiredText, type Static, Strict, T, Text } from '../../../kernel/schema.ts';

export const REVIEW_TEXT_FIELDS = {
  rating: T.Integer({ minimum: 1, maximum: 5 }),
  title: T.Optional(Text(120)),
  body: RequiredText(4000),
};
const ReviewText = Strict(REVIEW_TEXT_FIELDS);
export type ReviewText = Static<typeof ReviewText>;

export const MAX_REVIEWS_PER_DAY = 20;
