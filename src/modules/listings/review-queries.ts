import type { Ctx, Db } from '../../kernel/context.ts';
import { offsetOf, type Paging } from '../../kernel/paging.ts';
import type { ReviewText } from './review-rules.ts';
import type { ReviewMove, ReviewStatus } from './review-states.ts';

export interface Reviewable {
  listing_id: number;
  slug: string;
  name: string;
  domain: string;
  status: string;
  owner_id: number | null;
}

/** Whether a listing is an account's own: its owner's, or a co-founder's who accepted an invite. */
export const isOwn = async (
  sql: Db,
  { listing_id, owner_id }: Reviewable,
  account: { id: number; email_key: string },
): Promise<boolean> => {
  if (owner_id === account.id) return true;
  const rows = await sql`
    select from drafts d join draft_invites c on c.draft_id = d.id and c.status = 'accepted'
    where d.listing_id = ${listing_id} and (c.account_id = ${account.id} or c.email_key = ${account.email_key}) limit 1`;
  return rows.length > 0;
};

/** A listing that strangers may see, as far as reviewing it goes. */
export const findReviewable = async ({ sql, site }: Ctx, slug: string): Promise<Reviewable | undefined> => {
  const [row] = await sql<Reviewable[]>`
    select id as listing_id, slug, name, domain, status, owner_id from listings
    where site_id = ${site.id} and slug = ${slug} and status in ('live', 'scheduled', 'awaiting_badge')`;
  return row;
};

export interface ReviewRow {
  id: number;
  rating: number;
  title: string | null;
  body: string;
  status: ReviewStatus;
  /** What its author is called; null for who gave no name. */
  author: string | null;
  answer: string | null;
  answered_at: Date | null;
  edited_at: Date | null;
  created_at: Date;
}

export const reviewColumns = (sql: Db) => sql`
  v.id, v.rating, v.title, v.body, v.status, coalesce(a.name, v.author_name) as author, v.answer, v.answered_at, v.edited_at, v.created_at`;

/** Reviews of a listing that everybody sees, newest first. */
export const selectReviews = (sql: Db, listing_id: number, paging: Paging): Promise<ReviewRow[]> => sql<ReviewRow[]>`
  select ${reviewColumns(sql)} from reviews v join listings l on l.id = v.listing_id left join accounts a on a.id = v.account_id
  where v.listing_id = ${listing_id} and v.status = 'shown' and (v.account_id is null or v.account_id is distinct from l.owner_id)
  order by v.created_at desc, v.id desc limit ${paging.per_page} offset ${offsetOf(paging)}`;

export interface RatingRow {
  reviews: number;
  stars: number;
  /** How many gave 1, 2, 3, 4 and 5. */
  by_rating: number[];
}

export const findRating = async (sql: Db, listing_id: number): Promise<RatingRow | undefined> => {
  const [row] = await sql<RatingRow[]>`select reviews, stars, by_rating from listing_ratings where listing_id = ${listing_id}`;
  return row;
};

/** What an account wrote about a listing, also what nobody else sees. */
export const findOwnReview = async (sql: Db, listing_id: number, account_id: number): Promise<ReviewRow | undefined> => {
  const [row] = await sql<ReviewRow[]>`
    select ${reviewColumns(sql)} from reviews v left join accounts a on a.id = v.account_id
    where v.listing_id = ${listing_id} and v.account_id = ${account_id}`;
  return row;
};

export const countReviewsSince = async (sql: Db, account_id: number, since: Date): Promise<number> => {
  const [row] = await sql<
    { count: number }[]
  >`select count(*)::int as count from reviews where account_id = ${account_id} and created_at > ${since}`;
  return row!.count;
};

interface NewReview extends ReviewText {
  site_id: number;
  listing_id: number;
  account_id: number;
  at: Date;
}

/** Writes a review; nothing where the account has one of the listing already. */
export const insertReview = async (
  sql: Db,
  { site_id, listing_id, account_id, rating, title, body, at }: NewReview,
): Promise<number | undefined> => {
  const [row] = await sql<{ id: number }[]>`
    insert into reviews (site_id, listing_id, account_id, rating, title, body, created_at, updated_at)
    values (${site_id}, ${listing_id}, ${account_id}, ${rating}, ${title || null}, ${body}, ${at}, ${at})
    on conflict (listing_id, account_id) do nothing returning id`;
  return row?.id;
};

export interface StandingReview {
  listing_id: number;
  slug: string;
  name: string;
  account_id: number | null;
  status: ReviewStatus;
}

/** Keeps a review as it is until the transaction's end, and says where it stands. */
export const lockReview = async ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, id: number): Promise<StandingReview | undefined> => {
  const [row] = await sql<StandingReview[]>`
    select v.listing_id, l.slug, l.name, v.account_id, v.status from reviews v join listings l on l.id = v.listing_id
    where v.id = ${id} and v.site_id = ${site.id} for update of v`;
  return row;
};

export const updateText = (sql: Db, id: number, { rating, title, body }: ReviewText, at: Date) => sql`
  update reviews set rating = ${rating}, title = ${title || null}, body = ${body}, edited_at = ${at}, updated_at = ${at} where id = ${id}`;

/** Text that takes the place of what was taken back, as if it were the first. */
export const rewriteText = (sql: Db, id: number, { rating, title, body }: ReviewText, at: Date) => sql`
  update reviews set rating = ${rating}, title = ${title || null}, body = ${body}, edited_at = null, created_at = ${at}, updated_at = ${at}
  where id = ${id}`;

/** Forgets what a review that was taken back said, and what was answered. */
export const blankReview = (sql: Db, id: number) => sql`
  update reviews set rating = null, title = null, body = '', answer = null, answered_at = null, edited_at = null where id = ${id}`;

export const writeAnswer = (sql: Db, id: number, answer: string | null, at: Date) => sql`
  update reviews set answer = ${answer}, answered_at = ${answer === null ? null : at}, updated_at = ${at} where id = ${id}`;

export interface LastMove {
  move: ReviewMove;
  from_status: ReviewStatus;
  reason: string | null;
  moved_at: Date;
}

/** What happened to a review last; nothing where it was only written. */
export const findLastMove = async (sql: Db, id: number): Promise<LastMove | undefined> => {
  const [row] = await sql<LastMove[]>`
    select move, from_status, reason, moved_at from moves where record = 'review' and record_id = ${String(id)} order by id desc limit 1`;
  return row;
};

/** Writes a report; false where the account has reported it already. */
export const insertReport = async (
  sql: Db,
  { review_id, account_id, reason, at }: { review_id: number; account_id: number; reason: string; at: Date },
): Promise<boolean> => {
  const rows = await sql`
    insert into review_reports (review_id, account_id, reason, created_at) values (${review_id}, ${account_id}, ${reason}, ${at})
    on conflict (review_id, account_id) do nothing returning review_id`;
  return rows.length > 0;
};

/**
 * How many reports speak for holding a review: not those of the listing's owner and of accounts that were made for it, and none
 * once the team has decided about this text.
 */
export const countWeightyReports = async (sql: Db, review_id: number): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from review_reports r join accounts a on a.id = r.account_id
    join reviews v on v.id = r.review_id join listings l on l.id = v.listing_id
    where r.review_id = ${review_id} and r.settled_at is null and a.created_at <= r.created_at - interval '1 day'
      and a.id is distinct from l.owner_id
      and not exists (select from review_reports s where s.review_id = ${review_id} and s.settled_at is not null)`;
  return row!.count;
};

export const countReportsSince = async (sql: Db, account_id: number, since: Date): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from review_reports where account_id = ${account_id} and created_at > ${since}`;
  return row!.count;
};

/** What was decided about another text: who reported that may report this one too. */
export const deleteSettledReports = (sql: Db, review_id: number) =>
  sql`delete from review_reports where review_id = ${review_id} and settled_at is not null`;
