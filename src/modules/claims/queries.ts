import type { Ctx, Db } from '../../kernel/context.ts';
import { firstRow, type SqlFragment } from '../../kernel/database.ts';
import { offsetOf, type Paging } from '../../kernel/responses.ts';
import { isVerified } from '../listings/owner/queries.ts';
import type { ClaimMethodName, LastClaimCheck } from './schema.ts';
import type { ClaimStatus } from './states.ts';

export interface ClaimRow {
  id: number;
  site_id: number;
  listing_id: number;
  account_id: number;
  method: ClaimMethodName;
  status: ClaimStatus;
  token: string | null;
  email: string | null;
  link_hash: Buffer | null;
  link_sent_at: Date | null;
  last_check: LastClaimCheck | null;
  checks: number;
  next_check_at: Date | null;
  expires_at: Date;
  verified_at: Date | null;
  created_at: Date;
  listing_slug: string;
  listing_name: string;
  domain: string;
  website: string;
  owner_id: number | null;
}

export interface ClaimableListing {
  id: number;
  slug: string;
  name: string;
  domain: string;
  website: string;
  contact_email: string | null;
  owner_id: number | null;
  /** Whether its owner has proved ownership. */
  proved: boolean;
}

const claimableColumns = (sql: Db) => sql`
  l.id, l.slug, l.name, l.domain, l.website, l.contact_email, l.owner_id, ${isVerified(sql)} as proved`;

/**
 * A public listing, or one whose owner has proved the website: those for which submitting the website answers listing_exists. Locked for
 * share, its owner cannot change until the transaction ends.
 */
export const findClaimableListing = async (
  sql: Db,
  site_id: number,
  slug: string,
  lock?: 'for share',
): Promise<ClaimableListing | undefined> => {
  const [row] = await sql<ClaimableListing[]>`
    select ${claimableColumns(sql)} from listing_heads l where l.site_id = ${site_id} and l.slug = ${slug} and (l.is_public or ${isVerified(sql)})
    ${lock ? sql`for share of l` : sql``}`;
  return row;
};

/** Lock the listing before any of its claims, so that two concurrent claimants lock in the same order. */
export const lockClaimableListing = async (sql: Db, id: number): Promise<ClaimableListing | undefined> => {
  const [row] = await sql<ClaimableListing[]>`select ${claimableColumns(sql)} from listing_heads l where l.id = ${id} for update of l`;
  return row;
};

const claimRows = (sql: Db, where: SqlFragment) => sql<ClaimRow[]>`
  select c.*, l.slug as listing_slug, l.name as listing_name, l.domain, l.website, l.owner_id
  from claims c join listing_heads l on l.id = c.listing_id where ${where}`;

const findClaimWhere = async (sql: Db, where: SqlFragment): Promise<ClaimRow | undefined> => {
  const [row] = await claimRows(sql, where);
  return row;
};

export interface ClaimOwner {
  site_id: number;
  account_id: number;
}

export const findOwnClaim = (sql: Db, { site_id, account_id }: ClaimOwner, id: number) =>
  findClaimWhere(sql, sql`c.id = ${id} and c.site_id = ${site_id} and c.account_id = ${account_id}`);

export const findClaim = (sql: Db, id: number) => findClaimWhere(sql, sql`c.id = ${id}`);

export const lockClaim = (sql: Db, id: number) => findClaimWhere(sql, sql`c.id = ${id} for update of c`);

/** An account's own pending claim on a listing by one method, locked. */
export const lockPendingClaim = (sql: Db, account_id: number, listing_id: number, method: ClaimMethodName) =>
  findClaimWhere(
    sql,
    sql`c.account_id = ${account_id} and c.listing_id = ${listing_id} and c.method = ${method} and c.status = 'pending' for update of c`,
  );

export const selectClaimsOnListing = (sql: Db, account_id: number, listing_id: number): Promise<ClaimRow[]> =>
  claimRows(sql, sql`c.account_id = ${account_id} and c.listing_id = ${listing_id} order by c.id desc`);

export const selectClaims = async (
  sql: Db,
  { site_id, account_id }: ClaimOwner,
  paging: Paging,
  { status, now }: { status?: ClaimStatus; now: Date },
): Promise<{ rows: ClaimRow[]; count: number }> => {
  // A claim counts as expired before the sweep has moved it.
  const shown_status = sql`case when c.status = 'pending' and c.expires_at <= ${now} then 'expired' else c.status end`;
  const own = sql`c.account_id = ${account_id} and c.site_id = ${site_id} ${status ? sql`and ${shown_status} = ${status}` : sql``}`;
  const rows = await claimRows(sql, sql`${own} order by c.id desc limit ${paging.per_page} offset ${offsetOf(paging)}`);
  const [total] = await sql<{ count: number }[]>`select count(*)::int as count from claims c where ${own}`;
  return { rows, count: total!.count };
};

export const countPendingClaims = async (sql: Db, account_id: number, now: Date): Promise<number> => {
  const rows = await sql<{ count: number }[]>`
    select count(*)::int as count from claims where account_id = ${account_id} and status = 'pending' and expires_at > ${now}`;
  return firstRow(rows).count;
};

type NewClaimColumns = 'listing_id' | 'method' | 'token' | 'email' | 'next_check_at' | 'expires_at' | 'created_at';
export type NewClaim = ClaimOwner & Pick<ClaimRow, NewClaimColumns> & { updated_at: Date };

/** Null if a concurrent request of the account made the same claim first. */
export const insertClaim = async (sql: Db, claim: NewClaim): Promise<number | null> => {
  const [row] = await sql<{ id: number }[]>`insert into claims ${sql(claim)} on conflict do nothing returning id`;
  return row?.id ?? null;
};

export const writeClaimLink = (sql: Db, id: number, link_hash: Buffer, now: Date) =>
  sql`update claims set link_hash = ${link_hash}, link_sent_at = ${now}, updated_at = ${now} where id = ${id}`;

export const writeClaimCheck = (sql: Db, id: number, last_check: LastClaimCheck, next_check_at: Date | null) => sql`
  update claims set last_check = ${JSON.stringify(last_check)}::text::json, checks = checks + 1, next_check_at = ${next_check_at}
  where id = ${id}`;

export const writeVerified = (sql: Db, id: number, now: Date) =>
  sql`update claims set verified_at = ${now}, next_check_at = null, link_hash = null where id = ${id}`;

/** Pending claims on a listing, without one if given, in locking order. */
export const selectPendingClaimIds = async (sql: Db, listing_id: number, except_id: number | null = null): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select id from claims where listing_id = ${listing_id} and id is distinct from ${except_id} and status = 'pending' order by id`;
  return rows.map(({ id }) => id);
};

export interface ClaimLink {
  claim_id: number;
  listing_id: number;
  listing_name: string;
  listing_slug: string;
  website: string;
  /** The mailbox that the link proves. */
  email: string;
  account_email: string;
}

/** A link that is still valid. Does not use it up. */
export const findClaimLink = async (
  sql: Db,
  { site_id, link_hash, now, since }: { site_id: number; link_hash: Buffer; now: Date; since: Date },
): Promise<ClaimLink | undefined> => {
  const [row] = await sql<ClaimLink[]>`
    select c.id as claim_id, c.listing_id, l.name as listing_name, l.slug as listing_slug, l.website, c.email, a.email as account_email
    from claims c join listing_heads l on l.id = c.listing_id join account_contacts a on a.id = c.account_id
    where c.site_id = ${site_id} and c.link_hash = ${link_hash} and c.status = 'pending' and c.link_sent_at > ${since} and c.expires_at > ${now}`;
  return row;
};

export const selectExpiredClaims = (sql: Db, now: Date, limit: number) => sql<{ id: number; site_id: number }[]>`
  select id, site_id from claims where status = 'pending' and expires_at <= ${now} order by expires_at limit ${limit}`;

/** Pending claims on listings that got another owner in the meantime. */
export const selectOvertakenClaims = (sql: Db, limit: number) => sql<{ id: number }[]>`
  select c.id from claims c join listing_heads l on l.id = c.listing_id
  where c.status = 'pending' and l.owner_id <> c.account_id and ${isVerified(sql)} order by c.id limit ${limit}`;

export const selectClaimsDueForCheck = (sql: Db, now: Date, limit: number) => sql<{ id: number }[]>`
  select id from claims where status = 'pending' and next_check_at <= ${now} and expires_at > ${now} order by next_check_at limit ${limit}`;

/** A listing of the site in any status, locked. Lock it before any of its claims. */
export const lockListingForTransfer = async ({ sql, site }: Ctx, listing_id: number) => {
  const [row] = await sql<Pick<ClaimableListing, 'slug' | 'name' | 'owner_id'>[]>`
    select slug, name, owner_id from listing_heads where id = ${listing_id} and site_id = ${site.id} for update`;
  return row;
};

/** What the lists of objections and of pending claims have in common. */
interface DisputeRow {
  id: number;
  listing_id: number;
  listing: string;
  account_id: number;
  by: string;
  owner: string | null;
  created_at: Date;
}

export interface OpenObjection extends DisputeRow {
  slug: string;
  owner_id: number | null;
  message: string;
}

const openObjections = ({ sql, site }: Ctx) => sql`
  select o.id, o.listing_id, l.name as listing, l.slug, o.account_id, a.email as by, l.owner_id, w.email as owner, o.message, o.created_at
  from objections o join listing_heads l on l.id = o.listing_id join account_contacts a on a.id = o.account_id left join account_contacts w on w.id = l.owner_id
  where o.site_id = ${site.id}`;

export const selectObjections = (ctx: Ctx, limit: number): Promise<OpenObjection[]> => ctx.sql<OpenObjection[]>`
  ${openObjections(ctx)} and o.status = 'open' order by o.id limit ${limit}`;

export const findObjection = async (ctx: Ctx, id: number): Promise<OpenObjection | undefined> => {
  const [row] = await ctx.sql<OpenObjection[]>`${openObjections(ctx)} and o.id = ${id}`;
  return row;
};

export const insertObjection = (
  { sql, site }: Ctx,
  { listing_id, account_id, message, at }: { listing_id: number; account_id: number; message: string; at: Date },
) => sql`
  insert into objections (site_id, listing_id, account_id, message, created_at, updated_at)
  values (${site.id}, ${listing_id}, ${account_id}, ${message}, ${at}, ${at})`;

export interface PendingClaimRow extends DisputeRow, Pick<ClaimRow, 'method' | 'last_check' | 'expires_at'> {}

const pendingClaims = ({ sql, site }: Ctx) => sql`
  select c.id, c.listing_id, l.name as listing, c.account_id, a.email as by, w.email as owner, c.method, c.last_check, c.created_at, c.expires_at
  from claims c join listing_heads l on l.id = c.listing_id join account_contacts a on a.id = c.account_id left join account_contacts w on w.id = l.owner_id
  where c.site_id = ${site.id} and c.status = 'pending'`;

/** Pending claims, the newest first. Selects one more than the page holds, so that the caller knows whether there are more. */
export const selectPendingClaims = (ctx: Ctx, paging: Paging): Promise<PendingClaimRow[]> => ctx.sql<PendingClaimRow[]>`
  ${pendingClaims(ctx)} order by c.id desc limit ${paging.per_page + 1} offset ${offsetOf(paging)}`;

export const findPendingClaim = async (ctx: Ctx, id: number): Promise<PendingClaimRow | undefined> => {
  const [row] = await ctx.sql<PendingClaimRow[]>`${pendingClaims(ctx)} and c.id = ${id}`;
  return row;
};
