import type { Ctx, Db } from '../../kernel/context.ts';
import { findRow, firstValue } from '../../kernel/database.ts';
import type { DigestListing } from './rules.ts';

type SiteDb = Pick<Ctx, 'sql' | 'site'>;

export interface Subscriber {
  id: number;
  email: string;
  category_ids: number[];
}

/** Subscribes an address, or changes its categories. */
export const upsertSubscriber = async (
  { sql, site }: SiteDb,
  { email, email_key, category_ids, at }: { email: string; email_key: string; category_ids: number[]; at: Date },
): Promise<void> => {
  await sql`
    insert into digest_subscribers (site_id, email, email_key, category_ids, confirmed_at)
    values (${site.id}, ${email}, ${email_key}, ${category_ids}, ${at})
    on conflict (site_id, email_key) do update set category_ids = excluded.category_ids`;
};

export const deleteSubscriber = async (sql: Db, site_id: number, email_key: string): Promise<void> => {
  await sql`delete from digest_subscribers where site_id = ${site_id} and email_key = ${email_key}`;
};

export const findSubscriber = ({ sql, site }: SiteDb, email_key: string): Promise<Subscriber | undefined> =>
  findRow(sql<Subscriber[]>`
    select id, email, category_ids from digest_subscribers where site_id = ${site.id} and email_key = ${email_key}`);

/** The next subscribers in the order of their ids. */
export const selectSubscribers = ({ sql, site }: SiteDb, after: number, limit: number) => sql<Subscriber[]>`
  select id, email, category_ids from digest_subscribers where site_id = ${site.id} and id > ${after} order by id limit ${limit}`;

export const countSubscribers = ({ sql, site }: SiteDb): Promise<number> =>
  firstValue<number>(sql`select count(*)::int as count from digest_subscribers where site_id = ${site.id}`);

/** The subscriptions of an address on all sites. */
export const selectSubscriptionsOf = (sql: Db, email_key: string) => sql`
  select s.key as site, d.email, d.category_ids, d.confirmed_at
  from digest_subscribers d join site_heads s on s.id = d.site_id where d.email_key = ${email_key} order by s.id`;

export const deleteSubscriptionsOf = async (sql: Db, email_key: string): Promise<void> => {
  await sql`delete from digest_subscribers where email_key = ${email_key}`;
};

/** A digest names fewer; the rest is for those who chose categories. */
const MAX_LISTINGS = 500;

/** The categories of listing `l` and those above them. */
const categoriesOf = (sql: Db) => sql`
  array(select p.category_id from shelf_places p where p.listing_id = l.id and p.category_id <> 0 order by p.category_id)`;

/** The live launches of a week, most voted first. */
export const selectWeekLaunches = ({ sql, site }: SiteDb, week_on: string) => sql<DigestListing[]>`
  select l.slug, l.name, l.tagline, coalesce(c.votes, 0) as votes, ${categoriesOf(sql)} as category_ids
  from live_listings l left join week_counts c on c.site_id = l.site_id and c.week_on = ${week_on} and c.listing_id = l.id
  where l.site_id = ${site.id} and l.launch_week_on = ${week_on}
  order by coalesce(c.votes, 0) desc, c.reached_seq, l.launched_at, l.id limit ${MAX_LISTINGS}`;

/** The live launches of a week that have votes, by rank. */
export const selectWeekRanking = ({ sql, site }: SiteDb, week_on: string) => sql<DigestListing[]>`
  select l.slug, l.name, l.tagline, s.votes, ${categoriesOf(sql)} as category_ids
  from week_standings s join live_listings l on l.id = s.listing_id
  where s.site_id = ${site.id} and s.week_on = ${week_on}
  order by s.votes desc, s.reached_seq, l.id limit ${MAX_LISTINGS}`;
