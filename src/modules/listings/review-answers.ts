import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { answeredNews } from './mails.tsx';
import { countReportsSince, countWeightyReports, insertReport, lockReview, writeAnswer } from './review-queries.ts';
import { REPORTS_A_DAY, REPORTS_TO_HOLD } from './review-rules.ts';
import { tellOfReview } from './review-telling.ts';
import { moveReview, reviewable, reviewer } from './reviews.ts';

const DAY_MS = 24 * 3_600_000;

interface OfReview {
  slug: string;
  review_id: number;
}

/** A shown review of a listing, kept as it is until the transaction's end. */
const shownReview = async (ctx: Ctx<Caller>, review_id: number, listing_id: number): Promise<{ account_id: number | null }> => {
  const review = await lockReview(ctx, review_id);
  if (!review || review.listing_id !== listing_id || review.status !== 'shown') throw new Refusal('review_not_found');
  return review;
};

/** Answers a review of one's own listing, in the place of an earlier answer. An empty one takes the answer away. */
export const answerReview = async (ctx: Ctx<Caller>, { slug, review_id, answer }: OfReview & { answer: string }): Promise<void> => {
  const [owner, listing] = await Promise.all([reviewer(ctx), reviewable(ctx, slug)]);
  if (listing.owner_id !== owner.id) throw new Refusal('review_not_found');
  await inTransaction(ctx, async (ctx) => {
    const { account_id } = await shownReview(ctx, review_id, listing.listing_id);
    await writeAnswer(ctx.sql, review_id, answer || null, ctx.clock.now());
    if (!answer || account_id === null) return;
    await tellOfReview(ctx, account_id, answeredNews(ctx.site, { ...listing, review_id }, answer));
  });
};

/** Reports a review to the team; by enough people it is held until the team has looked. Twice is once. */
export const reportReview = async (ctx: Ctx<Caller>, { slug, review_id, reason }: OfReview & { reason: string }): Promise<void> => {
  const [account, listing] = await Promise.all([reviewer(ctx), reviewable(ctx, slug)]);
  await inTransaction(ctx, async (ctx) => {
    const review = await shownReview(ctx, review_id, listing.listing_id);
    if (review.account_id === account.id) throw new Refusal('review_not_found');
    const at = ctx.clock.now();
    if ((await countReportsSince(ctx.sql, account.id, new Date(at.getTime() - DAY_MS))) >= REPORTS_A_DAY)
      throw new Refusal('too_many_reports');
    const written = await insertReport(ctx.sql, { review_id, account_id: account.id, reason, at });
    if (written && (await countWeightyReports(ctx.sql, review_id)) >= REPORTS_TO_HOLD)
      await moveReview(ctx, review_id, 'hold', null, 'reported');
  });
};
