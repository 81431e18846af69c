import type { Db } from '../../kernel/context.ts';
import { offsetOf, type Paging } from '../../kernel/paging.ts';
import type { LastCheck, Method } from './schema.ts';
import type { ClaimStatus } from './states.ts';

export interface ClaimRow {
  id: number;
  site_id: number;
  listing_id: number;
  account_id: number;
  method: Method;
  status: ClaimStatus;
  token: string | null;
  email: string | null;
  link_hash: Buffer | null;
  link_sent_at: Date | null;
  last_check: LastCheck | null;
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

/** Statuses in which a listing is seen by people who could claim it. */
const PUBLIC = ['live', 'scheduled', 'awaiting_badge'];

export interface ClaimableListing {
  id: number;
  slug: string;
  name: string;
  domain: string;
  website: string;
  contact_email: string | null;
  owner_id: number | null;
  /** Whether its owner has proved it. */
  proved: boolean;
}

const listing = (sql: Db) => sql`
  l.id, l.slug, l.name, l.domain, l.website, l.contact_email, l.owner_id,
  exists (select from claims c where c.listing_id = l.id and c.account_id = l.owner_id and c.status = 'verified') as proved`;

export const findListing = async (sql: Db, site_id: number, slug: string): Promise<ClaimableListing | undefined> => {
  const [row] = await sql<ClaimableListing[]>`
    select ${listing(sql)} from listings l where l.site_id = ${site_id} and l.slug = ${slug} and l.status = any(${PUBLIC})`;
  return row;
};

/** The same; it gets no owner until the transaction ends. */
export const holdListing = async (sql: Db, site_id: number, slug: string): Promise<ClaimableListing | undefined> => {
  const [row] = await sql<ClaimableListing[]>`
    select ${listing(sql)} from listings l where l.site_id = ${site_id} and l.slug = ${slug} and l.status = any(${PUBLIC}) for share of l`;
  return row;
};

/** To be locked before any of its claims, so that two who prove it at once wait for each other in one order. */
export const lockListing = async (sql: Db, id: number): Promise<ClaimableListing | undefined> => {
  const [row] = await sql<ClaimableListing[]>`select ${listing(sql)} from listings l where l.id = ${id} for update of l`;
  return row;
};

export const writeOwner = (sql: Db, id: number, owner_id: number, now: Date) =>
  sql`update listings set owner_id = ${owner_id}, updated_at = ${now} where id = ${id}`;

const claims = (sql: Db) => sql`
  select c.*, l.slug as listing_slug, l.name as listing_name, l.domain, l.website, l.owner_id
  from claims c join listings l on l.id = c.listing_id`;

interface Owner {
  site_id: number;
  account_id: number;
}

export const findOwnClaim = async (sql: Db, { site_id, account_id }: Owner, id: number): Promise<ClaimRow | undefined> => {
  const [row] = await sql<ClaimRow[]>`${claims(sql)} where c.id = ${id} and c.site_id = ${site_id} and c.account_id = ${account_id}`;
  return row;
};

export const findClaim = async (sql: Db, id: number): Promise<ClaimRow | undefined> => {
  const [row] = await sql<ClaimRow[]>`${claims(sql)} where c.id = ${id}`;
  return row;
};

export const lockClaim = async (sql: Db, id: number): Promise<ClaimRow | undefined> => {
  const [row] = await sql<ClaimRow[]>`${claims(sql)} where c.id = ${id} for update of c`;
  return row;
};

/** An account's claims on one listing, newest first. */
export const selectClaimsOn = (sql: Db, account_id: number, listing_id: number): Promise<ClaimRow[]> =>
  sql<ClaimRow[]>`${claims(sql)} where c.account_id = ${account_id} and c.listing_id = ${listing_id} order by c.id desc`;

export const selectClaims = async (
  sql: Db,
  { site_id, account_id }: Owner,
  paging: Paging,
): Promise<{ rows: ClaimRow[]; count: number }> => {
  const rows = await sql<ClaimRow[]>`
    ${claims(sql)} where c.account_id = ${account_id} and c.site_id = ${site_id}
    order by c.id desc limit ${paging.per_page} offset ${offsetOf(paging)}`;
  const [counted] = await sql<{ count: number }[]>`
    select count(*)::int as count from claims where account_id = ${account_id} and site_id = ${site_id}`;
  return { rows, count: counted!.count };
};

/** An account's own pending claim on a listing by one method, locked. */
export const lockPending = async (sql: Db, account_id: number, listing_id: number, method: Method): Promise<ClaimRow | undefined> => {
  const [row] = await sql<ClaimRow[]>`
    ${claims(sql)} where c.account_id = ${account_id} and c.listing_id = ${listing_id} and c.method = ${method} and c.status = 'pending'
    for update of c`;
  return row;
};

export const countPending = async (sql: Db, account_id: number, now: Date): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from claims where account_id = ${account_id} and status = 'pending' and expires_at > ${now}`;
  return row!.count;
};

export type NewClaim = Pick<
  ClaimRow,
  'site_id' | 'listing_id' | 'account_id' | 'method' | 'token' | 'email' | 'next_check_at' | 'expires_at' | 'created_at'
> & { updated_at: Date };

/** Null where the account has just made the same claim elsewhere. */
export const insertClaim = async (sql: Db, claim: NewClaim): Promise<number | null> => {
  const [row] = await sql<{ id: number }[]>`insert into claims ${sql(claim)} on conflict do nothing returning id`;
  return row?.id ?? null;
};

export const writeLink = (sql: Db, id: number, link_hash: Buffer, now: Date) =>
  sql`update claims set link_hash = ${link_hash}, link_sent_at = ${now}, updated_at = ${now} where id = ${id}`;

export const writeCheck = (sql: Db, id: number, last_check: LastCheck, next_check_at: Date | null) => sql`
  update claims set last_check = ${JSON.stringify(last_check)}::text::json, checks = checks + 1, next_check_at = ${next_check_at}
  where id = ${id}`;

export const writeVerified = (sql: Db, id: number, now: Date) =>
  sql`update claims set verified_at = ${now}, next_check_at = null, link_hash = null where id = ${id}`;

/** Claims on a listing that are still to be proved, but one, in the order they are locked in. */
export const selectOthersPending = async (sql: Db, listing_id: number, but: number): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select id from claims where listing_id = ${listing_id} and id <> ${but} and status = 'pending' order by id`;
  return rows.map(({ id }) => id);
};
