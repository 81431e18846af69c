import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import { counter } from '../../kernel/metrics.ts';
import { accountLimit } from '../accounts/limits.ts';
import { type AccountRow, lockAccount } from '../accounts/queries.ts';
import { requireAuthor } from '../listings/user-content/moderation.ts';
import { deleteSettledReports, isListingMember } from '../listings/user-content/queries.ts';
import { findHoldReason } from '../listings/user-content/rules.ts';
import { requireDiscussedListing } from './discussion.ts';
import { commentModeration } from './moderation.ts';
import { notifyOfComment } from './notifications.ts';
import {
  clearCommentText,
  countCommentsSince,
  countReplies,
  type DiscussedListing,
  deleteCommentVote,
  findSentBefore,
  insertComment,
  insertCommentVote,
  isRepeatedText,
  type LockedComment,
  lockComment,
  selectParticipants,
  updateCommentText,
  writeMentions,
} from './queries.ts';
import {
  canEdit,
  findMentions,
  hashText,
  isNewAccount,
  MAX_REPLIES,
  MIN_COINCIDENCE_LENGTH,
  NEW_ACCOUNT_COMMENTS,
  REPEAT_MS,
  SENT_TWICE_MS,
} from './rules.ts';

const written = counter('comments_total', 'Comments written, by outcome: shown or held.', ['outcome']);

const requireCommenter = (ctx: Ctx<Caller>): Promise<AccountRow> =>
  requireAuthor(ctx, t('Only people signed in on the site can comment. API keys and applications can’t.'));

const requireOpen = ({ site }: Ctx): void => {
  if (site.comments_closed) throw new Refusal('comments_closed');
};

const takeFromLimit = async ({ site, limits }: Ctx, account_id: number): Promise<void> => {
  const { who, limit } = accountLimit(site, 'comments', account_id);
  const taken = await limits.take(who, limit);
  if (!taken.granted)
    throw new Refusal('rate_limited', {
      limit: taken,
      detail: t('You’ve written many comments in the last hour. Wait a while, then try again.'),
    });
};

const before = (at: Date, ms: number): Date => new Date(at.getTime() - ms);

interface CommentText {
  id: number;
  body: string;
  body_hash: Buffer;
}

/** Holds a comment if the rules say so. Makers may link anywhere in the discussion of their own product. */
const holdIfNeeded = async (ctx: Ctx, comment: CommentText, listing: DiscussedListing, author: AccountRow): Promise<boolean> => {
  const { sql, clock } = ctx;
  if (await isListingMember(sql, listing.listing_id, author.id)) return false;
  const { id, body, body_hash } = comment;
  const at = clock.now();
  const reason = findHoldReason(comment, {
    domain: listing.domain,
    author_email: author.email,
    is_repeated: await isRepeatedText(ctx, {
      except: id,
      account_id: author.id,
      body_hash,
      since: before(at, REPEAT_MS),
      by_anybody: body.length >= MIN_COINCIDENCE_LENGTH,
    }),
    is_busy_new_account:
      isNewAccount(author.created_at, at) && (await countCommentsSince(sql, author.id, author.created_at)) > NEW_ACCOUNT_COMMENTS,
  });
  if (reason) await commentModeration.move(ctx, id, 'hold', null, reason);
  return reason !== null;
};

const saveMentions = async (
  ctx: Ctx,
  { id, body }: CommentText,
  author: AccountRow,
  { listing_id, thread_id }: Omit<LockedComment, 'slug'>,
) => {
  const people = body.includes('@') ? await selectParticipants(ctx.sql, listing_id, thread_id) : [];
  await writeMentions(
    ctx.sql,
    id,
    findMentions(body, people).filter((account_id) => account_id !== author.id),
  );
};

/** A comment of a listing, locked until the transaction ends. */
const requireComment = async (ctx: Ctx<Caller>, { listing_id }: DiscussedListing, comment_id: number): Promise<LockedComment> => {
  const comment = await lockComment(ctx, comment_id);
  if (comment?.listing_id !== listing_id) throw new Refusal('comment_not_found');
  return comment;
};

const requireShown = async (ctx: Ctx<Caller>, listing: DiscussedListing, comment_id: number): Promise<LockedComment> => {
  const comment = await requireComment(ctx, listing, comment_id);
  if (comment.status !== 'shown') throw new Refusal('comment_not_found');
  return comment;
};

/** Where a comment goes: a reply to a reply stands under the same top comment. */
const findPlace = async (ctx: Ctx<Caller>, listing: DiscussedListing, reply_to: number | undefined) => {
  if (reply_to === undefined) return { thread_id: null, reply_to_id: null };
  const answered = await requireShown(ctx, listing, reply_to);
  const thread_id = answered.thread_id ?? reply_to;
  if ((await countReplies(ctx.sql, thread_id)) >= MAX_REPLIES) throw new Refusal('too_many_replies');
  return { thread_id, reply_to_id: answered.thread_id === null ? null : reply_to };
};

interface NewComment {
  slug: string;
  body: string;
  /** The comment it answers. */
  reply_to?: number;
}

/** Comments on a public listing. The rules may hold the comment for the team. The same comment sent twice is written once. */
export const writeComment = async (ctx: Ctx<Caller>, { slug, body, reply_to }: NewComment): Promise<{ id: number; held: boolean }> => {
  requireOpen(ctx);
  const [author, listing] = await Promise.all([requireCommenter(ctx), requireDiscussedListing(ctx, slug)]);
  await takeFromLimit(ctx, author.id);
  return inTransaction(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    const at = clock.now();
    const body_hash = hashText(body);
    await lockAccount(sql, author.id);
    const place = await findPlace(ctx, listing, reply_to);
    const row = { site_id: site.id, listing_id: listing.listing_id, account_id: author.id, body_hash, ...place };
    const sent = await findSentBefore(sql, row, before(at, SENT_TWICE_MS));
    if (sent) return { id: sent.id, held: sent.status === 'held' };
    const id = await insertComment(sql, { ...row, body, at });
    const comment = { id, body, body_hash };
    const locked = { ...row, ...listing, body, status: 'shown' as const, created_at: at };
    await saveMentions(ctx, comment, author, locked);
    const held = await holdIfNeeded(ctx, comment, listing, author);
    if (!held) await notifyOfComment(ctx, id, locked);
    written.inc({ outcome: held ? 'held' : 'shown' });
    return { id, held };
  });
};

interface CommentRef {
  slug: string;
  comment_id: number;
}

const requireOwn = async (ctx: Ctx<Caller>, listing: DiscussedListing, comment_id: number): Promise<LockedComment> => {
  const comment = await requireComment(ctx, listing, comment_id);
  const is_there = comment.status === 'shown' || comment.status === 'held';
  if (comment.account_id !== ctx.caller.account_id || !is_there) throw new Refusal('comment_not_found');
  return comment;
};

/** Edits the caller's comment for a while after it was written. A held comment stays held until the team decides. */
export const editComment = async (
  ctx: Ctx<Caller>,
  { slug, comment_id: id, body }: CommentRef & { body: string },
): Promise<{ held: boolean }> => {
  requireOpen(ctx);
  const [author, listing] = await Promise.all([requireCommenter(ctx), requireDiscussedListing(ctx, slug)]);
  return inTransaction(ctx, async (ctx) => {
    const locked = await requireOwn(ctx, listing, id);
    const at = ctx.clock.now();
    if (!canEdit(locked.created_at, at)) throw new Refusal('edit_window_over');
    const comment = { id, body, body_hash: hashText(body) };
    await updateCommentText(ctx.sql, id, body, comment.body_hash, at);
    await deleteSettledReports(ctx.sql, 'comment', id);
    await saveMentions(ctx, comment, author, locked);
    if (locked.status === 'held') return { held: true };
    const held = await holdIfNeeded(ctx, comment, listing, author);
    if (!held) await notifyOfComment(ctx, id, { ...locked, body });
    return { held };
  });
};

/** Withdraws the caller's comment and deletes its text. Replies to it stay. */
export const deleteComment = async (ctx: Ctx<Caller>, { slug, comment_id }: CommentRef): Promise<void> => {
  const [author, listing] = await Promise.all([requireCommenter(ctx), requireDiscussedListing(ctx, slug)]);
  await inTransaction(ctx, async (ctx) => {
    await requireOwn(ctx, listing, comment_id);
    await commentModeration.move(ctx, comment_id, 'withdraw', author.id);
    await clearCommentText(ctx.sql, comment_id);
  });
};

/** Votes for a comment of somebody else, or removes the vote. Idempotent. */
export const voteForComment = async (ctx: Ctx<Caller>, { slug, comment_id, wanted }: CommentRef & { wanted: boolean }): Promise<void> => {
  requireOpen(ctx);
  const [account, listing] = await Promise.all([requireCommenter(ctx), requireDiscussedListing(ctx, slug)]);
  await inTransaction(ctx, async (ctx) => {
    const comment = await requireShown(ctx, listing, comment_id);
    if (comment.account_id === account.id) throw new Refusal('own_comment');
    if (wanted) await insertCommentVote(ctx.sql, comment_id, account.id, ctx.clock.now());
    else await deleteCommentVote(ctx.sql, comment_id, account.id);
  });
};

/** Reports a comment to the team. Enough reports hold it until the team decides. Idempotent per account. */
export const reportComment = async (ctx: Ctx<Caller>, { slug, comment_id, reason }: CommentRef & { reason: string }): Promise<void> => {
  const [account, listing] = await Promise.all([requireCommenter(ctx), requireDiscussedListing(ctx, slug)]);
  await inTransaction(ctx, async (ctx) => {
    const comment = await requireShown(ctx, listing, comment_id);
    if (comment.account_id === account.id) throw new Refusal('comment_not_found');
    await commentModeration.report(ctx, comment_id, account.id, reason);
  });
};
