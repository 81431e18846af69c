import type { Db } from '../../../kernel/context.ts';
import type { Review } from './review.ts';

/** A review as it was drafted, and when. */
export interface KeptReview extends Review {
  created_at: Date;
  /** The order it came with. */
  number: string;
}

export const selectReviews = async (sql: Db, listing_id: number): Promise<KeptReview[]> => {
  const rows = await sql<{ content: Review; created_at: Date; number: string }[]>`
    select r.content, r.created_at, o.number from ai_reviews r join order_lines l on l.id = r.line_id join orders o on o.id = l.order_id
    where r.listing_id = ${listing_id} order by r.created_at desc, r.line_id desc`;
  return rows.map(({ content, ...kept }) => ({ ...content, ...kept }));
};
