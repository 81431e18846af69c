import type { Caller, Ctx, Db } from '../../../kernel/context.ts';
import { findRow, firstValue } from '../../../kernel/database.ts';
import { offsetOf, type Paging } from '../../../kernel/responses.ts';
import { hasDisabledMail } from '../../accounts/mail/queries.ts';

export const insertFollow = (
  sql: Db,
  { account_id, listing_id, site_id, at }: { account_id: number; listing_id: number; site_id: number; at: Date },
) => sql`
  insert into follows (account_id, listing_id, site_id, created_at) values (${account_id}, ${listing_id}, ${site_id}, ${at})
  on conflict (account_id, listing_id) do update set wants_mail = true where not follows.wants_mail`;

export const deleteFollow = (sql: Db, account_id: number, listing_id: number) =>
  sql`delete from follows where account_id = ${account_id} and listing_id = ${listing_id}`;

/** Makes the followers of one listing follow another. Returns how many are new. */
export const copyFollows = async (sql: Db, from: number, to: number): Promise<number> => {
  const rows = await sql`
    insert into follows (account_id, listing_id, site_id, wants_mail, created_at)
    select account_id, ${to}, site_id, wants_mail, created_at from follows where listing_id = ${from}
    on conflict (account_id, listing_id) do nothing returning account_id`;
  return rows.length;
};

export interface FollowRow {
  wants_mail: boolean;
  /** The account has turned off all mail about followed listings. */
  mail_is_off: boolean;
}

export const findFollow = ({ sql, site, caller }: Ctx<Caller>, slug: string): Promise<FollowRow | undefined> =>
  findRow(sql<FollowRow[]>`
    select f.wants_mail, ${hasDisabledMail(sql, sql`f.account_id`, 'updates')} as mail_is_off
    from follows f join listings l on l.id = f.listing_id
    where f.account_id = ${caller.account_id} and l.site_id = ${site.id} and l.slug = ${slug}`);

export const writeWantsMail = (sql: Db, account_id: number, listing_id: number, wants_mail: boolean) =>
  sql`update follows set wants_mail = ${wants_mail} where account_id = ${account_id} and listing_id = ${listing_id}`;

export interface FollowedListing {
  slug: string;
  name: string;
  logo_url: string | null;
  wants_mail: boolean;
  created_at: Date;
}

const fromFollowedListings = ({ sql, site, caller }: Ctx<Caller>) => sql`
  from follows f join public_listings l on l.id = f.listing_id where f.account_id = ${caller.account_id} and f.site_id = ${site.id}`;

/** The listings that the caller follows on the site, newest first. */
export const selectFollowedListings = (ctx: Ctx<Caller>, paging: Paging): Promise<FollowedListing[]> => ctx.sql<FollowedListing[]>`
  select l.slug, l.name, l.logo_url, f.wants_mail, f.created_at ${fromFollowedListings(ctx)}
  order by f.created_at desc, l.id desc limit ${paging.per_page} offset ${offsetOf(paging)}`;

export const countFollowedListings = (ctx: Ctx<Caller>): Promise<number> =>
  firstValue<number>(ctx.sql`select count(*)::int as count ${fromFollowedListings(ctx)}`);

export const countFollowers = (sql: Db, listing_id: number): Promise<number> =>
  firstValue<number>(sql`select count(*)::int as count from follows where listing_id = ${listing_id}`);

export interface Follower {
  account_id: number;
  email: string;
  wants_mail: boolean;
}

/** Followers of a listing at a given time, in batches by account id. */
export const selectFollowers = (sql: Db, listing_id: number, at: Date, after: number, limit: number) => sql<Follower[]>`
  select f.account_id, a.email, f.wants_mail and a.email_verified_at is not null as wants_mail
  from follows f join account_contacts a on a.id = f.account_id
  where f.listing_id = ${listing_id} and f.account_id > ${after} and f.created_at <= ${at} order by f.account_id limit ${limit}`;

/** The name of a listing of the site, whatever its status. */
export const findListingName = ({ sql, site }: Ctx, listing_id: number) =>
  findRow(sql<{ name: string; slug: string }[]>`select name, slug from listings where id = ${listing_id} and site_id = ${site.id}`);

export const insertUpdate = (sql: Db, update: { site_id: number; listing_id: number; title: string; body: string; created_at: Date }) =>
  firstValue<number>(sql`insert into listing_updates ${sql(update)} returning id`);

export interface UpdateRow {
  id: number;
  site_id: number;
  listing_id: number;
  title: string;
  body: string;
  created_at: Date;
  name: string;
  slug: string;
}

/** An update whose listing is public, with the listing's name and slug. */
export const findPublicUpdate = (sql: Db, id: number): Promise<UpdateRow | undefined> =>
  findRow(sql<UpdateRow[]>`
    select u.id, u.site_id, u.listing_id, u.title, u.body, u.created_at, l.name, l.slug
    from listing_updates u join public_listings l on l.id = u.listing_id where u.id = ${id}`);

export interface LaunchedListing {
  site_id: number;
  name: string;
  slug: string;
  launch_week_on: string;
}

/** A live listing with its launch week. */
export const findLaunchedListing = (sql: Db, id: number): Promise<LaunchedListing | undefined> =>
  findRow(sql<LaunchedListing[]>`
    select site_id, name, slug, launch_week_on from live_listings where id = ${id} and launch_week_on is not null`);

export interface LatestUpdate extends Omit<UpdateRow, 'site_id' | 'listing_id'> {
  logo_url: string | null;
}

/** Updates of all live listings, newest first. */
export const selectLatestUpdates = ({ sql, site }: Ctx, paging: Paging): Promise<LatestUpdate[]> => sql<LatestUpdate[]>`
  select u.id, u.title, u.body, u.created_at, l.name, l.slug, l.logo_url from listing_updates u join live_listings l on l.id = u.listing_id
  where u.site_id = ${site.id} order by u.created_at desc, u.id desc limit ${paging.per_page} offset ${offsetOf(paging)}`;

export const countLatestUpdates = ({ sql, site }: Ctx, limit: number): Promise<number> =>
  firstValue<number>(sql`
    select count(*)::int as count from (
      select from listing_updates u join live_listings l on l.id = u.listing_id where u.site_id = ${site.id} limit ${limit + 1}) t`);
