import type { Caller, Ctx } from '../../../kernel/context.ts';
import { msg, texts } from '../../../kernel/language/messages.ts';
import type { ListResponse, Paging } from '../../../kernel/responses.ts';
import { requireTeam } from '../../accounts/team.ts';
import { listingPath } from '../../sites/addresses.ts';
import { defineModeration, type ModerationInput } from '../user-content/moderation.ts';
import { type DecidedReview, lockReview, type PendingReview, selectDecidedReviews, selectPendingReviews } from './queries.ts';
import { reviewMoves } from './states.ts';

export const reviewModeration = defineModeration({
  record: 'review',
  moves: reviewMoves,
  not_found: 'review_not_found',
  settled: 'review_settled',
  lock: lockReview,
  url: ({ slug }) => `${listingPath(slug)}/reviews#own-review`,
  author_titles: texts({ show: msg('Your review is now public'), remove: msg('Your review was removed') }),
  reporter_titles: texts({
    show: msg('We kept the review you reported'),
    keep: msg('We kept the review you reported'),
    remove: msg('We removed the review you reported'),
  }),
});

export interface ReviewToModerate extends PendingReview {
  /** Why it is held; null if it is shown and was reported. */
  explanation: string | null;
}

/** Reviews that are held or were reported, oldest first. For the site's team. */
export const listReviewsToModerate = (ctx: Ctx<Caller>, paging: Paging): Promise<ListResponse<ReviewToModerate>> =>
  reviewModeration.listPending(ctx, paging, selectPendingReviews);

const MAX_DECIDED = 50;

/** The latest decisions still in effect, so that they can be undone. For the site's team. */
export const listModeratedReviews = async (ctx: Ctx<Caller>): Promise<DecidedReview[]> => {
  await requireTeam(ctx);
  return selectDecidedReviews(ctx, MAX_DECIDED);
};

export const moderateReview = (ctx: Ctx<Caller>, { review_id, ...input }: Omit<ModerationInput, 'id'> & { review_id: number }) =>
  reviewModeration.moderate(ctx, { id: review_id, ...input });

export const undoModeration = (ctx: Ctx<Caller>, { review_id }: { review_id: number }) => reviewModeration.undo(ctx, { id: review_id });
