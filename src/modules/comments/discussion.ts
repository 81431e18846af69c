import { type Ctx, isSignedIn } from '../../kernel/context.ts';
import { requireFound } from '../../kernel/errors.ts';
import { exactPage, type ListResponse } from '../../kernel/responses.ts';
import { getOwnAccount } from '../accounts/account.ts';
import { findCommentsCount } from '../listings/user-content/queries.ts';
import { explainHold, explainRemoval } from '../listings/user-content/rules.ts';
import {
  type CommentRow,
  countThreads,
  type DiscussedListing,
  findDiscussedListing,
  findThreadPosition,
  selectAuthorNumbers,
  selectNewestComments,
  selectReplies,
  selectThreads,
} from './queries.ts';
import { canEdit, LISTED_REPLIES, LISTED_THREADS, MAX_REPLIES, THREADS_PER_PAGE } from './rules.ts';

export const requireDiscussedListing = async (ctx: Ctx, slug: string): Promise<DiscussedListing> =>
  requireFound('listing_not_found', await findDiscussedListing(ctx, slug));

export interface Comment extends CommentRow {
  can_edit: boolean;
  /** Why only the reader sees it, or null. */
  explanation: string | null;
}

export interface CommentThread extends Comment {
  replies: Comment[];
  /** How many earlier replies are not in `replies`. */
  more_replies: number;
}

export interface Discussion extends ListResponse<CommentThread> {
  /** The shown comments of all threads. */
  comments_count: number;
  may: 'sign_in' | 'verify' | 'write' | 'nothing';
  /** Whether the reader's comments show a name. */
  has_name: boolean;
}

const explain = ({ status, reason }: CommentRow): string => (status === 'held' ? explainHold(reason) : explainRemoval(reason));

const toComment = (row: CommentRow, now: Date): Comment => ({
  ...row,
  can_edit: row.is_own && (row.status === 'shown' || row.status === 'held') && canEdit(row.created_at, now),
  explanation: row.is_own && (row.status === 'held' || row.status === 'removed') ? explain(row) : null,
});

/**
 * Names the people without a name: "Member 2" wrote here second. The number is of this discussion, so it does not tell what else
 * somebody wrote, and two people never share one.
 */
const nameAuthors = async <R extends CommentRow>(ctx: Ctx, listing_id: number, rows: R[]): Promise<R[]> => {
  const isUnnamed = (of: Pick<CommentRow, 'author' | 'author_id'> | null): boolean =>
    of !== null && of.author === null && of.author_id !== null;
  if (!rows.some((row) => isUnnamed(row) || isUnnamed(row.reply_to))) return rows;
  const number_of = new Map((await selectAuthorNumbers(ctx, listing_id)).map(({ account_id, number }) => [account_id, number]));
  const named = <A extends Pick<CommentRow, 'author' | 'author_id'>>(of: A): A =>
    isUnnamed(of) ? { ...of, author: `Member ${number_of.get(of.author_id!)}` } : of;
  return rows.map((row) => ({ ...named(row), reply_to: row.reply_to && named(row.reply_to) }));
};

const getPermission = async (ctx: Ctx): Promise<Pick<Discussion, 'may' | 'has_name'>> => {
  if (ctx.site.comments_closed || !isSignedIn(ctx)) return { may: ctx.site.comments_closed ? 'nothing' : 'sign_in', has_name: false };
  const { email_verified_at, name } = await getOwnAccount(ctx);
  return { may: email_verified_at ? 'write' : 'verify', has_name: name !== null };
};

interface DiscussionPage {
  slug: string;
  page?: number;
  /** Instead of the number of the page: a comment on it. */
  comment_id?: number;
}

const loadDiscussion = async (
  ctx: Ctx,
  listing: DiscussedListing,
  page: number,
  per_page: number,
  max_replies: number,
): Promise<Discussion> => {
  const { sql, clock } = ctx;
  const { listing_id } = listing;
  const reader_id = ctx.caller?.account_id ?? null;
  const paging = { page, per_page };
  const [threads, total, comments_count, permission] = await Promise.all([
    selectThreads(sql, listing_id, reader_id, paging),
    countThreads(sql, listing_id, reader_id),
    findCommentsCount(sql, listing_id),
    getPermission(ctx),
  ]);
  const ids = threads.map(({ id }) => id);
  const replies = await selectReplies(sql, ids, reader_id, max_replies);
  const now = clock.now();
  const named = await nameAuthors<CommentRow & { replies?: number }>(ctx, listing_id, [...threads, ...replies]);
  const by_thread = Map.groupBy(named.slice(threads.length), ({ thread_id }) => thread_id);
  const items = named.slice(0, threads.length).map((thread) => {
    const shown = by_thread.get(thread.id) ?? [];
    return {
      ...toComment(thread, now),
      replies: shown.map((reply) => toComment(reply, now)),
      more_replies: (shown[0]?.replies ?? 0) - shown.length,
    };
  });
  return { ...exactPage(paging, items, total), comments_count, ...permission };
};

/** A page of a listing's discussion: threads with all their replies. */
export const listComments = async (ctx: Ctx, { slug, page = 1, comment_id }: DiscussionPage): Promise<Discussion> => {
  const listing = await requireDiscussedListing(ctx, slug);
  const reader_id = ctx.caller?.account_id ?? null;
  const position = comment_id === undefined ? null : await findThreadPosition(ctx.sql, listing.listing_id, comment_id, reader_id);
  const number = position === null ? page : Math.floor(position / THREADS_PER_PAGE) + 1;
  return loadDiscussion(ctx, listing, number, THREADS_PER_PAGE, MAX_REPLIES);
};

/** What the listing's own page shows of its discussion. */
export const listTopComments = async (ctx: Ctx, { slug }: { slug: string }): Promise<Discussion> =>
  loadDiscussion(ctx, await requireDiscussedListing(ctx, slug), 1, LISTED_THREADS, LISTED_REPLIES);

/** Where a comment is: the page of the discussion, and whether the listing's own page shows its thread. */
export const locateComment = async (
  ctx: Ctx,
  { slug, comment_id }: { slug: string; comment_id: number },
): Promise<{ page: number; is_listed: boolean }> => {
  const { listing_id } = await requireDiscussedListing(ctx, slug);
  const position = (await findThreadPosition(ctx.sql, listing_id, comment_id, ctx.caller?.account_id ?? null)) ?? 0;
  return { page: Math.floor(position / THREADS_PER_PAGE) + 1, is_listed: position < LISTED_THREADS };
};

/** The newest comments of a listing, for its feed. */
export const listNewestComments = async (
  ctx: Ctx,
  { slug }: { slug: string },
  limit: number,
): Promise<{ name: string; comments: CommentRow[] }> => {
  const { listing_id, name } = await requireDiscussedListing(ctx, slug);
  return { name, comments: await nameAuthors(ctx, listing_id, await selectNewestComments(ctx.sql, listing_id, limit)) };
};
