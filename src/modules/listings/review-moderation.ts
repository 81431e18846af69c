import { markUndone, recordAct } from '../../kernel/acts.ts';
import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { COUNT_LIMIT, type ListAnswer, type Paging } from '../../kernel/paging.ts';
import { notify } from '../accounts/notifications.ts';
import { refuseStrangers } from '../accounts/team.ts';
import {
  countWaiting,
  type DecidedReview,
  reopenReports,
  selectDecided,
  selectWaiting,
  settleReports,
  type WaitingReview,
} from './review-moderation-queries.ts';
import { findLastMove, type LastMove, lockReview, type StandingReview } from './review-queries.ts';
import { type Decision, HELD } from './review-rules.ts';
import type { ReviewMove } from './review-states.ts';
import { moveReview } from './reviews.ts';

export interface ReviewToJudge extends WaitingReview {
  /** Why it is held; null for one that is shown and was reported. */
  says: string | null;
}

/** Reviews that are held or were reported, the oldest first. For the site's team. */
export const reviewsToJudge = async (ctx: Ctx<Caller>, paging: Paging): Promise<ListAnswer<ReviewToJudge>> => {
  await refuseStrangers(ctx);
  const [rows, count] = await Promise.all([selectWaiting(ctx, paging), countWaiting(ctx, COUNT_LIMIT)]);
  const items = rows.map((row) => ({ ...row, says: row.reason && (HELD[row.reason] ?? row.reason) }));
  const total = Math.min(count, COUNT_LIMIT);
  return { ...paging, items, total, total_is_exact: count <= COUNT_LIMIT, has_more: paging.page * paging.per_page < count };
};

const MOST_DECIDED = 50;

/** The newest decisions that still hold, so that they can be undone. For the site's team. */
export const judgedReviews = async (ctx: Ctx<Caller>): Promise<DecidedReview[]> => {
  await refuseStrangers(ctx);
  return selectDecided(ctx, MOST_DECIDED);
};

/** What a decision is called to the author of the review. */
const TOLD: Partial<Record<ReviewMove, string>> = { show: 'Your review is shown', remove: 'Your review was removed' };

const tellAuthor = async (
  { sql, site, clock }: Ctx,
  { account_id, slug }: StandingReview,
  { review_id, title, body }: { review_id: number; title: string | undefined; body: string },
): Promise<void> => {
  if (account_id === null || !title) return;
  const at = clock.now();
  const key = `review ${review_id} ${title} ${at.toISOString()}`;
  await notify(sql, [account_id], {
    site_id: site.id,
    kind: 'review',
    key,
    title,
    body,
    url: `/listings/${slug}/reviews#own-review`,
    created_at: at,
  });
};

interface Judge {
  review_id: number;
  decision: Decision;
  /** Why: the author of a removed review is told. */
  reason: string;
}

/** Shows, keeps or removes a review, with a reason. What was reported is settled with it. For the site's team. */
export const moderateReview = async (ctx: Ctx<Caller>, { review_id, decision, reason }: Judge): Promise<void> => {
  await refuseStrangers(ctx);
  await inTransaction(ctx, async (ctx) => {
    const review = await lockReview(ctx, review_id);
    if (!review) throw new Refusal('review_not_found');
    await moveReview(ctx, review_id, decision, ctx.caller.account_id, reason);
    await settleReports(ctx.sql, review_id, ctx.clock.now());
    await tellAuthor(ctx, review, { review_id, title: TOLD[decision], body: reason });
    await recordAct(ctx, { act: `${decision}_review`, record: 'review', record_id: review_id, title: review.name, reason });
  });
};

/** The move that takes a decision back. */
const UNDO: Partial<Record<ReviewMove, (last: LastMove) => ReviewMove>> = {
  show: () => 'hold',
  keep: () => 'reopen',
  remove: ({ from_status }) => (from_status === 'held' ? 'bring_back_held' : 'bring_back_shown'),
};

/** Takes the last decision about a review back: it is where it was, and its reports are open again. For the site's team. */
export const undoModeration = async (ctx: Ctx<Caller>, { review_id }: { review_id: number }): Promise<void> => {
  await refuseStrangers(ctx);
  await inTransaction(ctx, async (ctx) => {
    const review = await lockReview(ctx, review_id);
    const last = review && (await findLastMove(ctx.sql, review_id));
    if (!last) throw new Refusal('review_not_found');
    const undo = UNDO[last.move]?.(last);
    if (!undo) throw new Refusal('review_settled');
    await moveReview(ctx, review_id, undo, ctx.caller.account_id, 'undone');
    await reopenReports(ctx.sql, review_id, last.moved_at);
    const act = await recordAct(ctx, { act: 'reopen_review', record: 'review', record_id: review_id, title: review.name });
    await markUndone(ctx, 'review', review_id, act);
  });
};
