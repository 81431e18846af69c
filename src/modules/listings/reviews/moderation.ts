import { markEntryUndone, recordAuditEntry } from '../../../kernel/audit-log.ts';
import { type Caller, type Ctx, inTransaction } from '../../../kernel/context.ts';
import { Refusal, requireFound } from '../../../kernel/errors.ts';
import { COUNT_LIMIT, type ListResponse, type Paging } from '../../../kernel/responses.ts';
import { notify } from '../../accounts/notifications.ts';
import { requireTeam } from '../../accounts/team.ts';
import { listingPath } from '../../sites/addresses.ts';
import {
  countPendingReviews,
  type DecidedReview,
  findLastReviewMove,
  type LastReviewMove,
  type LockedReview,
  lockReview,
  type PendingReview,
  reopenReports,
  selectDecidedReviews,
  selectPendingReviews,
  settleReports,
} from './queries.ts';
import { moveReview } from './reviews.ts';
import { HOLD_REASONS, type ReviewDecision } from './rules.ts';
import type { ReviewMove } from './states.ts';

export interface ReviewToModerate extends PendingReview {
  /** Why it is held; null if it is shown and was reported. */
  explanation: string | null;
}

/** Reviews that are held or were reported, oldest first. For the site's team. */
export const listReviewsToModerate = async (ctx: Ctx<Caller>, paging: Paging): Promise<ListResponse<ReviewToModerate>> => {
  await requireTeam(ctx);
  const [rows, count] = await Promise.all([selectPendingReviews(ctx, paging), countPendingReviews(ctx, COUNT_LIMIT)]);
  const items = rows.map((row) => ({ ...row, explanation: row.reason && (HOLD_REASONS[row.reason] ?? row.reason) }));
  const total = Math.min(count, COUNT_LIMIT);
  return { ...paging, items, total, total_is_exact: count <= COUNT_LIMIT, has_more: paging.page * paging.per_page < count };
};

const MAX_DECIDED = 50;

/** The latest decisions still in effect, so that they can be undone. For the site's team. */
export const listModeratedReviews = async (ctx: Ctx<Caller>): Promise<DecidedReview[]> => {
  await requireTeam(ctx);
  return selectDecidedReviews(ctx, MAX_DECIDED);
};

/** Titles of the notifications to the author. */
const AUTHOR_TITLES: Partial<Record<ReviewMove, string>> = { show: 'Your review is shown', remove: 'Your review was removed' };

const notifyAuthor = async (
  { sql, site, clock }: Ctx,
  { account_id, slug }: LockedReview,
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
    url: `${listingPath(slug)}/reviews#own-review`,
    created_at: at,
  });
};

interface ModerateReview {
  review_id: number;
  decision: ReviewDecision;
  /** Shown to the author if the review is removed. */
  reason: string;
}

/** Shows, keeps or removes a review, with a reason. This settles its reports. For the site's team. */
export const moderateReview = async (ctx: Ctx<Caller>, { review_id, decision, reason }: ModerateReview): Promise<void> => {
  await requireTeam(ctx);
  await inTransaction(ctx, async (ctx) => {
    const review = requireFound('review_not_found', await lockReview(ctx, review_id));
    await moveReview(ctx, review_id, decision, ctx.caller.account_id, reason);
    await settleReports(ctx.sql, review_id, ctx.clock.now());
    await notifyAuthor(ctx, review, { review_id, title: AUTHOR_TITLES[decision], body: reason });
    await recordAuditEntry(ctx, { act: `${decision}_review`, record: 'review', record_id: review_id, title: review.name, reason });
  });
};

/** The move that undoes a decision. */
const UNDO_MOVES: Partial<Record<ReviewMove, (last: LastReviewMove) => ReviewMove>> = {
  show: () => 'hold',
  keep: () => 'reopen',
  remove: ({ from_status }) => (from_status === 'held' ? 'bring_back_held' : 'bring_back_shown'),
};

/** Undoes the last decision about a review and reopens its reports. For the site's team. */
export const undoModeration = async (ctx: Ctx<Caller>, { review_id }: { review_id: number }): Promise<void> => {
  await requireTeam(ctx);
  await inTransaction(ctx, async (ctx) => {
    const review = requireFound('review_not_found', await lockReview(ctx, review_id));
    const last = requireFound('review_not_found', await findLastReviewMove(ctx.sql, review_id));
    const undo = UNDO_MOVES[last.move]?.(last);
    if (!undo) throw new Refusal('review_settled');
    await moveReview(ctx, review_id, undo, ctx.caller.account_id, 'undone');
    await reopenReports(ctx.sql, review_id, last.moved_at);
    const act = await recordAuditEntry(ctx, { act: 'reopen_review', record: 'review', record_id: review_id, title: review.name });
    await markEntryUndone(ctx, 'review', review_id, act);
  });
};
