import { type Caller, type Ctx, inTransaction, isSignedIn } from '../../../kernel/context.ts';
import { Refusal, requireFound } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { exactPage, type ListResponse, type Paging } from '../../../kernel/responses.ts';
import { getOwnAccount } from '../../accounts/account.ts';
import { sendMail } from '../../accounts/mail/outbox.ts';
import { inLanguageOf, notify } from '../../accounts/notifications.ts';
import { type AccountRow, selectAccount } from '../../accounts/queries.ts';
import { newReviewNotification, type ReviewNotification, reviewAnswerNotification } from '../mails.tsx';
import { dayBefore, requireAuthor } from '../user-content/moderation.ts';
import { deleteSettledReports, findLastMove, isListingMember } from '../user-content/queries.ts';
import { explainHold, explainRemoval, findHoldReason } from '../user-content/rules.ts';
import { reviewModeration } from './moderation.ts';
import {
  clearReviewText,
  countReviewsSince,
  findOwnReview,
  findRating,
  findReviewableListing,
  insertListingReview,
  lockReview,
  type ReviewableListing,
  type ReviewRow,
  replaceReviewText,
  selectShownReviews,
  updateReviewAnswer,
  updateReviewText,
} from './queries.ts';
import { MAX_REVIEWS_PER_DAY, type ReviewText } from './rules.ts';
import { type ReviewMove, reviewMoves } from './states.ts';

/** Notifies an account about a review once, on the site and by mail, in its language. Call it in the transaction of the event. */
export const notifyOfReview = (
  ctx: Pick<Ctx, 'sql' | 'site' | 'clock'>,
  account_id: number,
  write: () => ReviewNotification,
): Promise<void> =>
  inLanguageOf(ctx, account_id, async () => {
    const { sql, site, clock } = ctx;
    const { mail, ...notification } = write();
    const notified = await notify(sql, [account_id], { ...notification, kind: 'review', site_id: site.id, created_at: clock.now() });
    const account = notified.length ? await selectAccount(sql, account_id) : undefined;
    if (account?.email_verified_at) await sendMail(ctx, account.email, mail);
  });

/** Refuses if the review is no longer in a status that allows the move. */
const moveReview = async (ctx: Pick<Ctx, 'sql' | 'clock'>, id: number, name: ReviewMove, account_id: number): Promise<void> => {
  if (!(await reviewMoves.try(ctx, id, name, { account_id }))) throw new Refusal('review_settled');
};

const requireReviewer = (ctx: Ctx<Caller>): Promise<AccountRow> =>
  requireAuthor(ctx, t('Only people signed in on the site can write reviews. API keys and applications can’t.'));

export const requireReviewableListing = async (ctx: Ctx, slug: string): Promise<ReviewableListing> =>
  requireFound('listing_not_found', await findReviewableListing(ctx, slug));

const holdIfNeeded = async (
  ctx: Ctx,
  id: number,
  text: ReviewText,
  listing: ReviewableListing,
  author: AccountRow,
): Promise<string | null> => {
  const reason = findHoldReason(text, { domain: listing.domain, author_email: author.email });
  if (reason) await reviewModeration.move(ctx, id, 'hold', null, reason);
  return reason;
};

/** Rewrites a withdrawn review. If it was held when it was withdrawn, it is held again. */
const rewriteWithdrawn = async (ctx: Ctx<Caller>, listing: ReviewableListing, text: ReviewText): Promise<{ id: number; held: boolean }> => {
  const existing = await findOwnReview(ctx.sql, listing.listing_id, ctx.caller.account_id);
  const locked = existing && (await lockReview(ctx, existing.id));
  if (!existing || !locked || locked.status === 'shown' || locked.status === 'held') throw new Refusal('already_reviewed');
  if (locked.status === 'removed') throw new Refusal('review_removed');
  const before = await findLastMove(ctx.sql, 'review', existing.id);
  const held = before?.from_status === 'held';
  await replaceReviewText(ctx.sql, existing.id, text, ctx.clock.now());
  await moveReview(ctx, existing.id, held ? 'write_again_held' : 'write_again_shown', ctx.caller.account_id);
  return { id: existing.id, held };
};

/** Reviews a live listing: one review per account, never of one's own listing. The rules may hold it for the team. */
export const writeReview = async (
  ctx: Ctx<Caller>,
  { slug, ...text }: ReviewText & { slug: string },
): Promise<{ id: number; held: boolean }> => {
  const [author, listing] = await Promise.all([requireReviewer(ctx), requireReviewableListing(ctx, slug)]);
  if (listing.status !== 'live') throw new Refusal('listing_not_live', { detail: t('You can only review products that are live.') });
  if (await isListingMember(ctx.sql, listing.listing_id, author.id)) throw new Refusal('own_listing');
  return inTransaction(ctx, async (ctx) => {
    const at = ctx.clock.now();
    if ((await countReviewsSince(ctx.sql, author.id, dayBefore(at))) >= MAX_REVIEWS_PER_DAY) throw new Refusal('too_many_reviews');
    const { listing_id } = listing;
    const id = await insertListingReview(ctx.sql, { site_id: ctx.site.id, listing_id, account_id: author.id, at, ...text });
    const review = id === null ? await rewriteWithdrawn(ctx, listing, text) : { id, held: false };
    const held = review.held || (await holdIfNeeded(ctx, review.id, text, listing, author)) !== null;
    if (!held && listing.owner_id !== null)
      await notifyOfReview(ctx, listing.owner_id, () => newReviewNotification(ctx.site, { ...listing, review_id: review.id }));
    return { id: review.id, held };
  });
};

/** The caller's review, locked for editing. A removed review cannot be edited. */
const requireEditableReview = async (ctx: Ctx<Caller>, listing: ReviewableListing): Promise<{ id: number; status: 'shown' | 'held' }> => {
  const existing = await findOwnReview(ctx.sql, listing.listing_id, ctx.caller.account_id);
  const locked = existing && (await lockReview(ctx, existing.id));
  if (!existing || !locked || locked.status === 'withdrawn') throw new Refusal('review_not_found');
  if (locked.status === 'removed') throw new Refusal('review_removed');
  return { id: existing.id, status: locked.status };
};

/** Edits the caller's review. A held review stays held until the team decides. */
export const changeReview = async (ctx: Ctx<Caller>, { slug, ...text }: ReviewText & { slug: string }): Promise<{ held: boolean }> => {
  const [author, listing] = await Promise.all([requireReviewer(ctx), requireReviewableListing(ctx, slug)]);
  return inTransaction(ctx, async (ctx) => {
    const { id, status } = await requireEditableReview(ctx, listing);
    await updateReviewText(ctx.sql, id, text, ctx.clock.now());
    await deleteSettledReports(ctx.sql, 'review', id);
    return { held: status === 'held' || (await holdIfNeeded(ctx, id, text, listing, author)) !== null };
  });
};

/** Withdraws the caller's review and deletes its text. */
export const withdrawReview = async (ctx: Ctx<Caller>, { slug }: { slug: string }): Promise<void> => {
  const [author, listing] = await Promise.all([requireReviewer(ctx), requireReviewableListing(ctx, slug)]);
  await inTransaction(ctx, async (ctx) => {
    const { id } = await requireEditableReview(ctx, listing);
    await moveReview(ctx, id, 'withdraw', author.id);
    await clearReviewText(ctx.sql, id);
  });
};

export interface CallerReview extends ReviewRow {
  /** Why the review is not public, or null. */
  explanation: string | null;
}

export interface ReviewPage extends ListResponse<ReviewRow> {
  by_rating: number[];
  /** The caller's review in any status. */
  mine: CallerReview | null;
  may: 'sign_in' | 'verify' | 'write' | 'change' | 'answer' | 'nothing';
}

const findCallerReview = async (ctx: Ctx, listing_id: number): Promise<CallerReview | null> => {
  const row = ctx.caller && (await findOwnReview(ctx.sql, listing_id, ctx.caller.account_id));
  if (!row || row.status === 'withdrawn') return null;
  if (row.status === 'shown') return { ...row, explanation: null };
  const last = await findLastMove(ctx.sql, 'review', row.id);
  return { ...row, explanation: row.status === 'held' ? explainHold(last?.reason ?? null) : explainRemoval(last?.reason ?? null) };
};

const getCallerPermission = async (ctx: Ctx, listing: ReviewableListing, mine: CallerReview | null): Promise<ReviewPage['may']> => {
  if (!isSignedIn(ctx)) return listing.status === 'live' ? 'sign_in' : 'nothing';
  if (ctx.caller.account_id === listing.owner_id) return 'answer';
  if (mine) return mine.status === 'removed' ? 'nothing' : 'change';
  if (listing.status !== 'live') return 'nothing';
  return (await getOwnAccount(ctx)).email_verified_at ? 'write' : 'verify';
};

/** Public reviews of a listing, newest first, with the caller's own review and permission. */
export const listReviews = async (ctx: Ctx, { slug, ...paging }: Paging & { slug: string }): Promise<ReviewPage> => {
  const listing = await requireReviewableListing(ctx, slug);
  const [items, rating, mine] = await Promise.all([
    selectShownReviews(ctx.sql, listing.listing_id, paging),
    findRating(ctx.sql, listing.listing_id),
    findCallerReview(ctx, listing.listing_id),
  ]);
  return {
    ...exactPage(paging, items, rating?.reviews ?? 0),
    by_rating: rating?.by_rating ?? [0, 0, 0, 0, 0],
    mine,
    may: await getCallerPermission(ctx, listing, mine),
  };
};

interface ReviewRef {
  slug: string;
  review_id: number;
}

/** A shown review of a listing, locked until the transaction ends. */
const requireShownReview = async (ctx: Ctx<Caller>, review_id: number, listing_id: number): Promise<{ account_id: number | null }> => {
  const review = await lockReview(ctx, review_id);
  if (!review || review.listing_id !== listing_id || review.status !== 'shown') throw new Refusal('review_not_found');
  return review;
};

/** Answers a review of the caller's listing, replacing an earlier answer. An empty answer deletes it. */
export const answerReview = async (ctx: Ctx<Caller>, { slug, review_id, answer }: ReviewRef & { answer: string }): Promise<void> => {
  const [owner, listing] = await Promise.all([requireReviewer(ctx), requireReviewableListing(ctx, slug)]);
  if (listing.owner_id !== owner.id) throw new Refusal('review_not_found');
  await inTransaction(ctx, async (ctx) => {
    const { account_id } = await requireShownReview(ctx, review_id, listing.listing_id);
    await updateReviewAnswer(ctx.sql, review_id, answer || null, ctx.clock.now());
    if (!answer || account_id === null) return;
    await notifyOfReview(ctx, account_id, () => reviewAnswerNotification(ctx.site, { ...listing, review_id }, answer));
  });
};

/** Reports a review to the team. Enough reports hold it until the team decides. Idempotent per account. */
export const reportReview = async (ctx: Ctx<Caller>, { slug, review_id, reason }: ReviewRef & { reason: string }): Promise<void> => {
  const [account, listing] = await Promise.all([requireReviewer(ctx), requireReviewableListing(ctx, slug)]);
  await inTransaction(ctx, async (ctx) => {
    const review = await requireShownReview(ctx, review_id, listing.listing_id);
    if (review.account_id === account.id) throw new Refusal('review_not_found');
    await reviewModeration.report(ctx, review_id, account.id, reason);
  });
};
