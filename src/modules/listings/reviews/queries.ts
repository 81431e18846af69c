import type { Ctx, Db } from '../../../kernel/context.ts';
import { findRow, findValue, firstValue, hasRows } from '../../../kernel/database.ts';
import { offsetOf, type Paging } from '../../../kernel/responses.ts';
import type { ReviewText } from './rules.ts';
import type { ReviewMove, ReviewStatus } from './states.ts';

export interface ReviewableListing {
  listing_id: number;
  slug: string;
  name: string;
  domain: string;
  status: string;
  owner_id: number | null;
}

/** Whether the account is the listing's owner, or a co-founder who accepted an invite. */
export const isReviewersOwn = (sql: Db, listing_id: number, account_id: number): Promise<boolean> =>
  hasRows(sql`select from listing_members where listing_id = ${listing_id} and account_id = ${account_id} limit 1`);

export const findReviewableListing = ({ sql, site }: Ctx, slug: string): Promise<ReviewableListing | undefined> =>
  findRow(sql<ReviewableListing[]>`
    select id as listing_id, slug, name, domain, status, owner_id from public_listings where site_id = ${site.id} and slug = ${slug}`);

export interface ReviewRow {
  id: number;
  rating: number;
  title: string | null;
  body: string;
  status: ReviewStatus;
  /** Null if the author gave no name. */
  author: string | null;
  answer: string | null;
  answered_at: Date | null;
  edited_at: Date | null;
  created_at: Date;
}

export const reviewColumns = (sql: Db) => sql`
  v.id, v.rating, v.title, v.body, v.status, coalesce(a.name, v.author_name) as author, v.answer, v.answered_at, v.edited_at, v.created_at`;

export const selectShownReviews = (sql: Db, listing_id: number, paging: Paging): Promise<ReviewRow[]> => sql<ReviewRow[]>`
  select ${reviewColumns(sql)} from reviews v join listings l on l.id = v.listing_id left join account_contacts a on a.id = v.account_id
  where v.listing_id = ${listing_id} and v.status = 'shown' and (v.account_id is null or v.account_id is distinct from l.owner_id)
  order by v.created_at desc, v.id desc limit ${paging.per_page} offset ${offsetOf(paging)}`;

export interface RatingRow {
  reviews: number;
  stars: number;
  /** Number of reviews with 1, 2, 3, 4 and 5 stars. */
  by_rating: number[];
}

export const findRating = (sql: Db, listing_id: number): Promise<RatingRow | undefined> =>
  findRow(sql<RatingRow[]>`select reviews, stars, by_rating from listing_ratings where listing_id = ${listing_id}`);

/** An account's review of a listing in any status. */
export const findOwnReview = (sql: Db, listing_id: number, account_id: number): Promise<ReviewRow | undefined> =>
  findRow(sql<ReviewRow[]>`
    select ${reviewColumns(sql)} from reviews v left join account_contacts a on a.id = v.account_id
    where v.listing_id = ${listing_id} and v.account_id = ${account_id}`);

export const countReviewsSince = (sql: Db, account_id: number, since: Date): Promise<number> =>
  firstValue<number>(sql`select count(*)::int as count from reviews where account_id = ${account_id} and created_at > ${since}`);

interface NewReview extends ReviewText {
  site_id: number;
  listing_id: number;
  account_id: number;
  at: Date;
}

/** Null if the account has already reviewed the listing. */
export const insertListingReview = (sql: Db, { site_id, listing_id, account_id, rating, title, body, at }: NewReview) =>
  findValue<number>(sql`
    insert into reviews (site_id, listing_id, account_id, rating, title, body, created_at, updated_at)
    values (${site_id}, ${listing_id}, ${account_id}, ${rating}, ${title || null}, ${body}, ${at}, ${at})
    on conflict (listing_id, account_id) do nothing returning id`);

export interface LockedReview {
  listing_id: number;
  slug: string;
  name: string;
  account_id: number | null;
  status: ReviewStatus;
}

/** Locks a review of the site until the transaction ends. */
export const lockReview = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, id: number): Promise<LockedReview | undefined> =>
  findRow(sql<LockedReview[]>`
    select v.listing_id, l.slug, l.name, v.account_id, v.status from reviews v join listings l on l.id = v.listing_id
    where v.id = ${id} and v.site_id = ${site.id} for update of v`);

export const updateReviewText = (sql: Db, id: number, { rating, title, body }: ReviewText, at: Date) => sql`
  update reviews set rating = ${rating}, title = ${title || null}, body = ${body}, edited_at = ${at}, updated_at = ${at} where id = ${id}`;

/** New text for a withdrawn review, dated as if it were new. */
export const replaceReviewText = (sql: Db, id: number, { rating, title, body }: ReviewText, at: Date) => sql`
  update reviews set rating = ${rating}, title = ${title || null}, body = ${body}, edited_at = null, created_at = ${at}, updated_at = ${at}
  where id = ${id}`;

/** Deletes the text and the answer of a withdrawn review. */
export const clearReviewText = (sql: Db, id: number) => sql`
  update reviews set rating = null, title = null, body = '', answer = null, answered_at = null, edited_at = null where id = ${id}`;

export const updateReviewAnswer = (sql: Db, id: number, answer: string | null, at: Date) => sql`
  update reviews set answer = ${answer}, answered_at = ${answer === null ? null : at}, updated_at = ${at} where id = ${id}`;

export interface LastReviewMove {
  move: ReviewMove;
  from_status: ReviewStatus;
  reason: string | null;
  moved_at: Date;
}

/** The last status change of a review; undefined if there was none. */
export const findLastReviewMove = (sql: Db, id: number): Promise<LastReviewMove | undefined> =>
  findRow(sql<LastReviewMove[]>`
    select move, from_status, reason, moved_at from moves where record = 'review' and record_id = ${String(id)} order by id desc limit 1`);

/** False if the account has already reported the review. */
export const insertReviewReport = (
  sql: Db,
  { review_id, account_id, reason, at }: { review_id: number; account_id: number; reason: string; at: Date },
): Promise<boolean> =>
  hasRows(sql`
    insert into review_reports (review_id, account_id, reason, created_at) values (${review_id}, ${account_id}, ${reason}, ${at})
    on conflict (review_id, account_id) do nothing returning review_id`);

/**
 * How many reports count towards holding a review. Reports by the listing's owner and by accounts less than a day old do not count,
 * and none do once the team has decided about this text.
 */
export const countEligibleReports = (sql: Db, review_id: number): Promise<number> =>
  firstValue<number>(sql`
    select count(*)::int as count from review_reports r join account_contacts a on a.id = r.account_id
    join reviews v on v.id = r.review_id join listings l on l.id = v.listing_id
    where r.review_id = ${review_id} and r.settled_at is null and a.created_at <= r.created_at - interval '1 day'
      and a.id is distinct from l.owner_id
      and not exists (select from review_reports s where s.review_id = ${review_id} and s.settled_at is not null)`);

export const countReportsSince = (sql: Db, account_id: number, since: Date): Promise<number> =>
  firstValue<number>(sql`
    select count(*)::int as count from review_reports where account_id = ${account_id} and created_at > ${since}`);

/** After an edit: the same accounts may report the new text. */
export const deleteSettledReports = (sql: Db, review_id: number) =>
  sql`delete from review_reports where review_id = ${review_id} and settled_at is not null`;

export interface ModeratedReview extends ReviewRow {
  slug: string;
  name: string;
  mail_host: string | null;
  account_created_at: Date | null;
}

export interface PendingReview extends ModeratedReview {
  /** Code of the reason, for a held review. */
  reason: string | null;
  reports: { reason: string; by: string | null }[];
}

const moderationColumns = (sql: Db) => sql`
  ${reviewColumns(sql)}, l.slug, l.name, split_part(a.email_key, '@', 2) as mail_host, a.created_at as account_created_at`;

const joinListingAndAuthor = (sql: Db) => sql`join listings l on l.id = v.listing_id left join account_contacts a on a.id = v.account_id`;

/** Held reviews, and shown ones with open reports. */
export const pendingReviewIds = ({ sql, site }: Ctx) => sql`
  select id from reviews where site_id = ${site.id} and status = 'held'
  union select r.review_id from review_reports r join reviews v on v.id = r.review_id
  where r.settled_at is null and v.site_id = ${site.id} and v.status = 'shown'`;

/** Reviews that need a decision, oldest first. */
export const selectPendingReviews = (ctx: Ctx, paging: Paging): Promise<PendingReview[]> => {
  const { sql } = ctx;
  return sql<PendingReview[]>`
    select ${moderationColumns(sql)},
      case when v.status = 'held' then (select m.reason from moves m where m.record = 'review' and m.record_id = v.id::text
        and m.move = 'hold' order by m.id desc limit 1) end as reason,
      coalesce((select json_agg(json_build_object('reason', r.reason, 'by', p.name) order by r.created_at) from review_reports r
        join account_contacts p on p.id = r.account_id where r.review_id = v.id and r.settled_at is null), '[]'::json) as reports
    from reviews v ${joinListingAndAuthor(sql)} where v.id in (${pendingReviewIds(ctx)})
    order by v.id limit ${paging.per_page} offset ${offsetOf(paging)}`;
};

export const countPendingReviews = (ctx: Ctx, limit: number): Promise<number> =>
  firstValue<number>(ctx.sql`select count(*)::int as count from (select from (${pendingReviewIds(ctx)}) w limit ${limit + 1}) t`);

export interface DecidedReview extends ModeratedReview {
  decision: 'show' | 'keep' | 'remove';
  note: string;
  by: string | null;
  decided_at: Date;
}

/** The latest decisions of the team still in effect. */
export const selectDecidedReviews = ({ sql, site }: Ctx, limit: number): Promise<DecidedReview[]> => sql<DecidedReview[]>`
  select ${moderationColumns(sql)}, m.move as decision, m.reason as note, coalesce(t.name, t.email) as by, m.moved_at as decided_at
  from moves m join reviews v on v.id = m.record_id::bigint ${joinListingAndAuthor(sql)} left join account_contacts t on t.id = m.account_id
  where m.record = 'review' and m.site_id = ${site.id} and m.move in ('show', 'keep', 'remove')
    and not exists (select from moves n where n.record = 'review' and n.record_id = m.record_id and n.id > m.id)
  order by m.id desc limit ${limit}`;

export const settleReports = (sql: Db, review_id: number, at: Date) =>
  sql`update review_reports set settled_at = ${at} where review_id = ${review_id} and settled_at is null`;

/** Reopens the reports that a decision at this time had settled. */
export const reopenReports = (sql: Db, review_id: number, settled_at: Date) =>
  sql`update review_reports set settled_at = null where review_id = ${review_id} and settled_at = ${settled_at}`;
