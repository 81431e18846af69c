import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { makeMove } from '../../kernel/moves.ts';
import type { ListAnswer, Paging } from '../../kernel/paging.ts';
import { ownAccount } from '../accounts/account.ts';
import type { AccountRow } from '../accounts/queries.ts';
import { reviewedNews } from './mails.tsx';
import {
  blankReview,
  countReviewsSince,
  deleteSettledReports,
  findLastMove,
  findOwnReview,
  findRating,
  findReviewable,
  insertReview,
  isOwn,
  lockReview,
  type Reviewable,
  type ReviewRow,
  rewriteText,
  selectReviews,
  updateText,
} from './review-queries.ts';
import { HELD, REVIEWS_A_DAY, type ReviewText, reasonToHold } from './review-rules.ts';
import { REVIEW_MOVES, type ReviewMove } from './review-states.ts';
import { tellOfReview } from './review-telling.ts';

const DAY_MS = 24 * 3_600_000;

/** Makes a move of a review, or says that somebody else was faster. In the transaction under way. */
export const moveReview = async (
  { sql, clock }: Pick<Ctx, 'sql' | 'clock'>,
  id: number,
  name: ReviewMove,
  account_id: number | null,
  reason: string | null = null,
): Promise<void> => {
  const made = await makeMove(sql, { record: 'review', id, name, move: REVIEW_MOVES[name], account_id, at: clock.now(), reason });
  if (!made) throw new Refusal('review_settled');
};

/** A person on the site with a proved mailbox: nobody else has anything to do with reviews. */
export const reviewer = async (ctx: Ctx<Caller>): Promise<AccountRow> => {
  if (ctx.caller.kind !== 'session')
    throw new Refusal('only_on_the_site', {
      detail: 'Reviews come only from people on the site: no key and no application can write one.',
    });
  const account = await ownAccount(ctx);
  if (!account.email_verified_at) throw new Refusal('address_not_verified');
  return account;
};

export const reviewable = async (ctx: Ctx, slug: string): Promise<Reviewable> => {
  const listing = await findReviewable(ctx, slug);
  if (!listing) throw new Refusal('listing_not_found');
  return listing;
};

const holdIfNeeded = async (ctx: Ctx, id: number, text: ReviewText, listing: Reviewable, author: AccountRow): Promise<string | null> => {
  const reason = reasonToHold(text, { domain: listing.domain, author_email: author.email });
  if (reason) await moveReview(ctx, id, 'hold', null, reason);
  return reason;
};

/** Writes again what was taken back. What was held then is held now. */
const writeAgain = async (ctx: Ctx<Caller>, listing: Reviewable, text: ReviewText): Promise<{ id: number; held: boolean }> => {
  const own = await findOwnReview(ctx.sql, listing.listing_id, ctx.caller.account_id);
  const stands = own && (await lockReview(ctx, own.id));
  if (!own || !stands || stands.status === 'shown' || stands.status === 'held') throw new Refusal('already_reviewed');
  if (stands.status === 'removed') throw new Refusal('review_removed');
  const before = await findLastMove(ctx.sql, own.id);
  const held = before?.from_status === 'held';
  await rewriteText(ctx.sql, own.id, text, ctx.clock.now());
  await moveReview(ctx, own.id, held ? 'write_again_held' : 'write_again_shown', ctx.caller.account_id);
  return { id: own.id, held };
};

/** Reviews a live listing: one for each person, never of one's own. What the rules hold back waits for the team. */
export const writeReview = async (
  ctx: Ctx<Caller>,
  { slug, ...text }: ReviewText & { slug: string },
): Promise<{ id: number; held: boolean }> => {
  const [author, listing] = await Promise.all([reviewer(ctx), reviewable(ctx, slug)]);
  if (listing.status !== 'live') throw new Refusal('listing_not_live', { detail: 'Only a product that is live can be reviewed.' });
  if (await isOwn(ctx.sql, listing, author)) throw new Refusal('own_listing');
  return inTransaction(ctx, async (ctx) => {
    const at = ctx.clock.now();
    if ((await countReviewsSince(ctx.sql, author.id, new Date(at.getTime() - DAY_MS))) >= REVIEWS_A_DAY)
      throw new Refusal('too_many_reviews');
    const { listing_id } = listing;
    const id = await insertReview(ctx.sql, { site_id: ctx.site.id, listing_id, account_id: author.id, at, ...text });
    const written = id === undefined ? await writeAgain(ctx, listing, text) : { id, held: false };
    const held = written.held || (await holdIfNeeded(ctx, written.id, text, listing, author)) !== null;
    if (!held && listing.owner_id !== null)
      await tellOfReview(ctx, listing.owner_id, reviewedNews(ctx.site, { ...listing, review_id: written.id }));
    return { id: written.id, held };
  });
};

/** The caller's review, to be changed: one that was removed cannot be. */
const ownToChange = async (ctx: Ctx<Caller>, listing: Reviewable): Promise<{ id: number; status: 'shown' | 'held' }> => {
  const own = await findOwnReview(ctx.sql, listing.listing_id, ctx.caller.account_id);
  const stands = own && (await lockReview(ctx, own.id));
  if (!own || !stands || stands.status === 'withdrawn') throw new Refusal('review_not_found');
  if (stands.status === 'removed') throw new Refusal('review_removed');
  return { id: own.id, status: stands.status };
};

/** Changes one's review. One that is held stays held until the team has decided. */
export const changeReview = async (ctx: Ctx<Caller>, { slug, ...text }: ReviewText & { slug: string }): Promise<{ held: boolean }> => {
  const [author, listing] = await Promise.all([reviewer(ctx), reviewable(ctx, slug)]);
  return inTransaction(ctx, async (ctx) => {
    const { id, status } = await ownToChange(ctx, listing);
    await updateText(ctx.sql, id, text, ctx.clock.now());
    await deleteSettledReports(ctx.sql, id);
    return { held: status === 'held' || (await holdIfNeeded(ctx, id, text, listing, author)) !== null };
  });
};

/** Takes one's review back. What it said is forgotten. */
export const withdrawReview = async (ctx: Ctx<Caller>, { slug }: { slug: string }): Promise<void> => {
  const [author, listing] = await Promise.all([reviewer(ctx), reviewable(ctx, slug)]);
  await inTransaction(ctx, async (ctx) => {
    const { id } = await ownToChange(ctx, listing);
    await moveReview(ctx, id, 'withdraw', author.id);
    await blankReview(ctx.sql, id);
  });
};

export interface OwnReview extends ReviewRow {
  /** Why nobody else sees it, where that is so. */
  says: string | null;
}

export interface Reviews extends ListAnswer<ReviewRow> {
  by_rating: number[];
  /** What the caller wrote, whether or not others see it. */
  mine: OwnReview | null;
  /** What the caller may do here. */
  may: 'sign_in' | 'verify' | 'write' | 'change' | 'answer' | 'nothing';
}

const sayHeld = (reason: string | null): string => `It waits for the team. ${HELD[reason ?? ''] ?? ''}`.trim();

const ownReview = async (ctx: Ctx, listing_id: number): Promise<OwnReview | null> => {
  const row = ctx.caller && (await findOwnReview(ctx.sql, listing_id, ctx.caller.account_id));
  if (!row || row.status === 'withdrawn') return null;
  if (row.status === 'shown') return { ...row, says: null };
  const last = await findLastMove(ctx.sql, row.id);
  return { ...row, says: row.status === 'held' ? sayHeld(last?.reason ?? null) : `The team removed it: ${last?.reason ?? ''}` };
};

const whatCallerMay = async (ctx: Ctx, listing: Reviewable, mine: OwnReview | null): Promise<Reviews['may']> => {
  if (!ctx.caller) return listing.status === 'live' ? 'sign_in' : 'nothing';
  if (ctx.caller.account_id === listing.owner_id) return 'answer';
  if (mine) return mine.status === 'removed' ? 'nothing' : 'change';
  if (listing.status !== 'live') return 'nothing';
  return (await ownAccount(ctx as Ctx<Caller>)).email_verified_at ? 'write' : 'verify';
};

/** What people say about a listing, newest first, and what the caller may say. */
export const listReviews = async (ctx: Ctx, { slug, ...paging }: Paging & { slug: string }): Promise<Reviews> => {
  const listing = await reviewable(ctx, slug);
  const [items, rating, mine] = await Promise.all([
    selectReviews(ctx.sql, listing.listing_id, paging),
    findRating(ctx.sql, listing.listing_id),
    ownReview(ctx, listing.listing_id),
  ]);
  const total = rating?.reviews ?? 0;
  return {
    items,
    ...paging,
    total,
    total_is_exact: true,
    has_more: paging.page * paging.per_page < total,
    by_rating: rating?.by_rating ?? [0, 0, 0, 0, 0],
    mine,
    may: await whatCallerMay(ctx, listing, mine),
  };
};
