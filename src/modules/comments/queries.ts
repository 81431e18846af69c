import type { Ctx, Db } from '../../kernel/context.ts';
import { findRow, findValue, firstValue, hasRows, selectColumn } from '../../kernel/database.ts';
import { offsetOf, type Paging } from '../../kernel/responses.ts';
import {
  type Decided,
  decisionColumns,
  fromDecisions,
  holdReason,
  joinListingAndAuthor,
  type ModeratedContent,
  moderationColumns,
  openReportsJson,
  type Pending,
  pendingIds,
} from '../listings/user-content/queries.ts';
import type { ContentStatus } from '../listings/user-content/states.ts';

export interface DiscussedListing {
  listing_id: number;
  slug: string;
  name: string;
  domain: string;
}

export const findDiscussedListing = ({ sql, site }: Ctx, slug: string): Promise<DiscussedListing | undefined> =>
  findRow(sql<DiscussedListing[]>`
    select id as listing_id, slug, name, domain from public_listings where site_id = ${site.id} and slug = ${slug}`);

/** A comment as a reader sees it. Text and author of a comment that they may not see are null. */
export interface CommentRow {
  id: number;
  thread_id: number | null;
  status: ContentStatus;
  body: string | null;
  /** Null if the author gave no name. */
  author: string | null;
  author_id: number | null;
  is_maker: boolean;
  /** Whether the reader wrote it. */
  is_own: boolean;
  votes: number;
  has_voted: boolean;
  /** The names of the people it mentions. */
  mentions: string[];
  /** The reply it answers, if that is shown and not the top comment. */
  reply_to: { id: number; author: string | null; author_id: number | null } | null;
  /** Code or text of the reason why the reader's own comment is held or was removed. */
  reason: string | null;
  edited_at: Date | null;
  created_at: Date;
}

/**
 * SQL: whether a maker wrote the comment `c`: the listing's present owner, or somebody who was a co-founder when writing. Readers don't
 * look up co-founders: that would read drafts, and the page of a listing has to work while drafts are locked.
 */
const isMaker = (sql: Db) => sql`
  (c.author_is_maker or exists (select from listing_heads h where h.id = c.listing_id and h.owner_id = c.account_id))`;

const commentRows = (sql: Db, reader_id: number | null) => sql`
  select c.id, c.thread_id, c.status, o.is_own, c.votes, c.edited_at, c.created_at,
    case when o.is_visible then c.body end as body, case when o.is_visible then coalesce(a.name, c.author_name) end as author,
    case when o.is_visible then c.account_id end as author_id,
    o.is_visible and ${isMaker(sql)} as is_maker,
    exists (select from comment_votes v where v.comment_id = c.id and v.account_id = ${reader_id}) as has_voted,
    array(select p.name from comment_mentions n join account_contacts p on p.id = n.account_id
      where n.comment_id = c.id and p.name is not null order by p.id) as mentions,
    (select json_build_object('id', r.id, 'author', coalesce(p.name, r.author_name), 'author_id', r.account_id) from comments r
      left join account_contacts p on p.id = r.account_id where r.id = c.reply_to_id and r.status = 'shown') as reply_to,
    case when o.is_own and c.status in ('held', 'removed') then (select m.reason from moves m
      where m.record = 'comment' and m.record_id = c.id::text order by m.id desc limit 1) end as reason
  from comments c left join account_contacts a on a.id = c.account_id
  cross join lateral (select coalesce(c.account_id = ${reader_id}, false) as is_own,
    c.status = 'shown' or (coalesce(c.account_id = ${reader_id}, false) and c.status <> 'withdrawn') as is_visible) o`;

/** SQL: a comment `c` that the reader may see. */
const isVisible = (sql: Db, reader_id: number | null) => sql`
  (c.status = 'shown' or (c.account_id = ${reader_id} and c.status in ('held', 'removed')))`;

/** SQL: a top comment `c` that the reader may see, or that stands above a reply they may see. */
const isThread = (sql: Db, listing_id: number, reader_id: number | null) => sql`
  c.listing_id = ${listing_id} and c.thread_id is null and (${isVisible(sql, reader_id)}
    or exists (select from comments r where r.thread_id = c.id and (r.status = 'shown' or (r.account_id = ${reader_id} and r.status in ('held', 'removed')))))`;

/** Top comments, those with most votes first, then the newest. */
export const selectThreads = (sql: Db, listing_id: number, reader_id: number | null, paging: Paging): Promise<CommentRow[]> =>
  sql<CommentRow[]>`
    ${commentRows(sql, reader_id)} where ${isThread(sql, listing_id, reader_id)}
    order by c.votes desc, c.created_at desc, c.id desc limit ${paging.per_page} offset ${offsetOf(paging)}`;

export const countThreads = (sql: Db, listing_id: number, reader_id: number | null): Promise<number> =>
  firstValue<number>(sql`select count(*)::int as count from comments c where ${isThread(sql, listing_id, reader_id)}`);

/** How many threads come before the one of a comment; null if the listing has no such comment. */
export const findThreadPosition = (sql: Db, listing_id: number, comment_id: number, reader_id: number | null): Promise<number | null> =>
  findValue<number>(sql`
    select (select count(*)::int from comments c where ${isThread(sql, listing_id, reader_id)}
      and (c.votes, c.created_at, c.id) > (t.votes, t.created_at, t.id)) as position
    from comments x join comments t on t.id = coalesce(x.thread_id, x.id) where x.id = ${comment_id} and x.listing_id = ${listing_id}`);

export interface ReplyRow extends CommentRow {
  thread_id: number;
  /** How many replies of its thread the reader may see. */
  replies: number;
}

/** The latest replies of threads, at most `limit` each, oldest first. */
export const selectReplies = (sql: Db, thread_ids: number[], reader_id: number | null, limit: number): Promise<ReplyRow[]> =>
  sql<ReplyRow[]>`
    with chosen as (
      select c.id, count(*) over (partition by c.thread_id)::int as replies,
        row_number() over (partition by c.thread_id order by c.created_at desc, c.id desc) as place
      from comments c where c.thread_id = any(${thread_ids}::bigint[]) and ${isVisible(sql, reader_id)}
    )
    select r.*, h.replies from chosen h join lateral (${commentRows(sql, reader_id)} where c.id = h.id) r on true
    where h.place <= ${limit} order by r.created_at, r.id`;

/** The comments that everybody may see, newest first. */
export const selectNewestComments = (sql: Db, listing_id: number, limit: number): Promise<CommentRow[]> =>
  sql<CommentRow[]>`
    ${commentRows(sql, null)} where c.listing_id = ${listing_id} and c.status = 'shown' order by c.created_at desc, c.id desc limit ${limit}`;

/** The people who commented on a listing, numbered in the order of their first comments. */
export const selectAuthorNumbers = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, listing_id: number) => sql<
  { account_id: number; number: number }[]
>`
  select account_id, row_number() over (order by min(id))::int as number from comments
  where site_id = ${site.id} and listing_id = ${listing_id} and account_id is not null group by account_id`;

interface NewComment {
  site_id: number;
  listing_id: number;
  thread_id: number | null;
  reply_to_id: number | null;
  account_id: number;
  body: string;
  body_hash: Buffer;
  at: Date;
}

const isCofounder = (sql: Db, { listing_id, account_id }: NewComment): Promise<boolean> =>
  hasRows(sql`
    select from listing_members where listing_id = ${listing_id} and account_id = ${account_id} and role = 'cofounder' limit 1`);

export const insertComment = async (sql: Db, { at, ...comment }: NewComment): Promise<number> => {
  const author_is_maker = await isCofounder(sql, { at, ...comment });
  return firstValue<number>(sql`insert into comments ${sql({ ...comment, author_is_maker, created_at: at, updated_at: at })} returning id`);
};

/** The comment that an account sent before with the same text in the same place. */
export const findSentBefore = (sql: Db, comment: Omit<NewComment, 'at' | 'reply_to_id' | 'body'>, since: Date) =>
  findRow(sql<{ id: number; status: ContentStatus }[]>`
    select id, status from comments where site_id = ${comment.site_id} and body_hash = ${comment.body_hash} and created_at > ${since}
      and account_id = ${comment.account_id} and listing_id = ${comment.listing_id}
      and thread_id is not distinct from ${comment.thread_id}::bigint and status in ('shown', 'held') order by id desc limit 1`);

interface RepeatedText {
  /** The comment itself, when it is edited. */
  except: number;
  account_id: number;
  body_hash: Buffer;
  since: Date;
  /** Whether the same text by others counts. */
  by_anybody: boolean;
}

export const isRepeatedText = ({ sql, site }: Ctx, { except, account_id, body_hash, since, by_anybody }: RepeatedText): Promise<boolean> =>
  hasRows(sql`
    select from comments where site_id = ${site.id} and body_hash = ${body_hash} and created_at > ${since} and id <> ${except}
      ${by_anybody ? sql`` : sql`and account_id = ${account_id}`} limit 1`);

export const countCommentsSince = (sql: Db, account_id: number, since: Date): Promise<number> =>
  firstValue<number>(sql`select count(*)::int as count from comments where account_id = ${account_id} and created_at >= ${since}`);

export const countReplies = (sql: Db, thread_id: number): Promise<number> =>
  firstValue<number>(sql`select count(*)::int as count from comments where thread_id = ${thread_id}`);

export interface LockedComment {
  listing_id: number;
  slug: string;
  name: string;
  body: string;
  thread_id: number | null;
  reply_to_id: number | null;
  account_id: number | null;
  status: ContentStatus;
  created_at: Date;
}

/** Locks a comment of the site until the transaction ends. */
export const lockComment = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, id: number): Promise<LockedComment | undefined> =>
  findRow(sql<LockedComment[]>`
    select c.listing_id, l.slug, l.name, c.body, c.thread_id, c.reply_to_id, c.account_id, c.status, c.created_at
    from comments c join listing_heads l on l.id = c.listing_id where c.id = ${id} and c.site_id = ${site.id} for update of c`);

export const updateCommentText = (sql: Db, id: number, body: string, body_hash: Buffer, at: Date) =>
  sql`update comments set body = ${body}, body_hash = ${body_hash}, edited_at = ${at}, updated_at = ${at} where id = ${id}`;

/** Deletes the text of a withdrawn comment. */
export const clearCommentText = async (sql: Db, id: number): Promise<void> => {
  await sql`update comments set body = '', body_hash = null, edited_at = null where id = ${id}`;
  await sql`delete from comment_mentions where comment_id = ${id}`;
};

export const insertCommentVote = (sql: Db, comment_id: number, account_id: number, at: Date) => sql`
  insert into comment_votes (comment_id, account_id, created_at) values (${comment_id}, ${account_id}, ${at}) on conflict do nothing`;

export const deleteCommentVote = (sql: Db, comment_id: number, account_id: number) =>
  sql`delete from comment_votes where comment_id = ${comment_id} and account_id = ${account_id}`;

interface Participant {
  account_id: number;
  name: string | null;
}

/** Whom a comment can mention: the listing's makers and those who wrote in its thread. */
export const selectParticipants = (sql: Db, listing_id: number, thread_id: number | null): Promise<Participant[]> =>
  sql<Participant[]>`
    select id as account_id, name from account_contacts where id in (
      select account_id from listing_members where listing_id = ${listing_id}
      union select account_id from comments where (id = ${thread_id} or thread_id = ${thread_id}) and status = 'shown')`;

/** Replaces the mentions of a comment. */
export const writeMentions = async (sql: Db, comment_id: number, account_ids: number[]): Promise<void> => {
  await sql`delete from comment_mentions where comment_id = ${comment_id} and account_id <> all(${account_ids}::bigint[])`;
  await sql`
    insert into comment_mentions (comment_id, account_id) select ${comment_id}, unnest(${account_ids}::bigint[]) on conflict do nothing`;
};

export const selectMentioned = (sql: Db, comment_id: number): Promise<number[]> =>
  selectColumn<number>(sql`select account_id from comment_mentions where comment_id = ${comment_id}`);

/** The authors of the top comment and of the reply that a comment answers. */
export const selectAnswered = (sql: Db, { thread_id, reply_to_id }: Pick<LockedComment, 'thread_id' | 'reply_to_id'>): Promise<number[]> =>
  selectColumn<number>(sql`
    select distinct account_id from comments where id in (${thread_id}, ${reply_to_id}) and account_id is not null and status = 'shown'`);

/** The accounts of the people who act for a listing. */
export const selectListingMakers = (sql: Db, listing_id: number): Promise<number[]> =>
  selectColumn<number>(sql`select distinct account_id from listing_members where listing_id = ${listing_id}`);

/** The display name of an account, or null. */
export const findAuthorName = (sql: Db, account_id: number): Promise<string | null> =>
  findValue<string>(sql`select name from account_contacts where id = ${account_id}`);

interface ModeratedComment extends ModeratedContent {
  is_reply: boolean;
}
export interface PendingComment extends ModeratedComment, Pending {}
export interface DecidedComment extends ModeratedComment, Decided {}

const moderatedColumns = (sql: Db) => sql`
  v.id, v.status, v.body, coalesce(a.name, v.author_name) as author, v.created_at, v.thread_id is not null as is_reply, ${moderationColumns(sql)}`;

/** Comments that need a decision, oldest first. */
export const selectPendingComments = (ctx: Ctx, paging: Paging): Promise<PendingComment[]> => {
  const { sql } = ctx;
  return sql<PendingComment[]>`
    select ${moderatedColumns(sql)}, ${holdReason(sql, 'comment')} as reason, ${openReportsJson(sql, 'comment')} as reports
    from comments v ${joinListingAndAuthor(sql)} where v.id in (${pendingIds(ctx, 'comment')})
    order by v.id limit ${paging.per_page} offset ${offsetOf(paging)}`;
};

/** The latest decisions of the team still in effect. */
export const selectDecidedComments = (ctx: Ctx, limit: number): Promise<DecidedComment[]> => ctx.sql<DecidedComment[]>`
  select ${moderatedColumns(ctx.sql)}, ${decisionColumns(ctx.sql)} ${fromDecisions(ctx, 'comment', limit)}`;
