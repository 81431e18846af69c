import type { Ctx, Db } from '../../../kernel/context.ts';
import { findRow, findValue, firstValue } from '../../../kernel/database.ts';
import { offsetOf, type Paging } from '../../../kernel/responses.ts';
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
} from '../user-content/queries.ts';
import type { ContentStatus } from '../user-content/states.ts';
import type { ReviewText } from './rules.ts';

export interface ReviewableListing {
  listing_id: number;
  slug: string;
  name: string;
  domain: string;
  status: string;
  owner_id: number | null;
}

export const findReviewableListing = ({ sql, site }: Ctx, slug: string): Promise<ReviewableListing | undefined> =>
  findRow(sql<ReviewableListing[]>`
    select id as listing_id, slug, name, domain, status, owner_id from public_listings where site_id = ${site.id} and slug = ${slug}`);

export interface ReviewRow {
  id: number;
  rating: number;
  title: string | null;
  body: string;
  status: ContentStatus;
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
  status: ContentStatus;
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

type ModeratedReview = ReviewRow & ModeratedContent;
export interface PendingReview extends ModeratedReview, Pending {}

/** Reviews that need a decision, oldest first. */
export const selectPendingReviews = (ctx: Ctx, paging: Paging): Promise<PendingReview[]> => {
  const { sql } = ctx;
  return sql<PendingReview[]>`
    select ${reviewColumns(sql)}, ${moderationColumns(sql)}, ${holdReason(sql, 'review')} as reason, ${openReportsJson(sql, 'review')} as reports
    from reviews v ${joinListingAndAuthor(sql)} where v.id in (${pendingIds(ctx, 'review')})
    order by v.id limit ${paging.per_page} offset ${offsetOf(paging)}`;
};

export interface DecidedReview extends ModeratedReview, Decided {}

/** The latest decisions of the team still in effect. */
export const selectDecidedReviews = (ctx: Ctx, limit: number): Promise<DecidedReview[]> => ctx.sql<DecidedReview[]>`
  select ${reviewColumns(ctx.sql)}, ${moderationColumns(ctx.sql)}, ${decisionColumns(ctx.sql)} ${fromDecisions(ctx, 'review', limit)}`;
