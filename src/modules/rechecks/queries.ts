import type { Ctx, Db } from '../../kernel/context.ts';
import { findRow, firstValue } from '../../kernel/database.ts';
import { removalColumn } from '../listings/queries.ts';
import type { KnownPage } from './reading/read-website.ts';

/** One claims at a time, so that several workers together keep to the limit of requests. */
export const lockClaims = (sql: Db) => sql`select pg_advisory_xact_lock(hashtextextended('rechecks', 38))`;

/** Adds live listings to the schedule, at random times within `hours`. */
export const scheduleNewListings = (sql: Db, { now, hours, limit }: { now: Date; hours: number; limit: number }) => sql`
  insert into listing_rechecks (listing_id, site_id, domain, next_check_at, interval_hours)
  select l.id, l.site_id, split_part(l.domain, '/', 1), ${now}::timestamptz + random() * make_interval(hours => ${hours}), ${hours} from live_listings l
  where not exists (select from listing_rechecks r where r.listing_id = l.id) limit ${limit} on conflict do nothing`;

/** Requests of re-readings in the last hour, and those that the running ones are expected to make. */
export const countRequests = (sql: Db, { now, usual }: { now: Date; usual: number }): Promise<number> =>
  firstValue<number>(sql`
    select coalesce((select sum(requests) from listing_rechecks where checked_at > ${now}::timestamptz - interval '1 hour'), 0)::int
      + coalesce((select sum(greatest(requests, ${usual})) from listing_rechecks where claimed_until > ${now}), 0)::int as requests`);

export interface DueRecheck {
  listing_id: number;
  domain: string;
  requests: number;
}

/** Listings whose re-reading is due, the longest due first, without those whose domain must wait. */
export const selectDueRechecks = (sql: Db, now: Date, limit: number): Promise<DueRecheck[]> => sql<DueRecheck[]>`
  select r.listing_id, r.domain, r.requests from listing_rechecks r left join recheck_domains d on d.domain = r.domain
  where r.next_check_at <= ${now} and (r.claimed_until is null or r.claimed_until <= ${now}) and (d.opens_at is null or d.opens_at <= ${now})
  order by r.next_check_at limit ${limit}`;

/** Claims listings for a worker, and closes their domains until then. */
export const claimListings = async (sql: Db, ids: number[], { until, opens_at }: { until: Date; opens_at: Date }): Promise<void> => {
  await sql`update listing_rechecks set claimed_until = ${until} where listing_id = any(${ids}::bigint[])`;
  await sql`
    insert into recheck_domains (domain, opens_at)
    select distinct domain, ${opens_at}::timestamptz from listing_rechecks where listing_id = any(${ids}::bigint[]) order by domain
    on conflict (domain) do update set opens_at = greatest(recheck_domains.opens_at, excluded.opens_at)`;
};

/** When listing `l` was hidden because its website did not answer, if it still is. The team may have brought it back or removed it since. */
const hiddenAt = (sql: Db) => sql`case when ${removalColumn(sql, 'move')} = 'hide_unreachable' then r.hidden_at end`;

export interface RecheckRow {
  listing_id: number;
  site_id: number;
  domain: string;
  interval_hours: number;
  claimed_until: Date | null;
  checked_at: Date | null;
  views_seen: number;
  failures: number;
  failing_since: Date | null;
  is_doubtful: boolean;
  /** Since when it is hidden because its website does not answer. */
  hidden_at: Date | null;
  /** Whether it was hidden, and the team decided otherwise since. */
  was_hidden: boolean;
}

const recheckColumns = (sql: Db) => sql`
  r.listing_id, r.site_id, r.domain, r.interval_hours, r.claimed_until, r.checked_at, r.views_seen, r.failures, r.failing_since, r.is_doubtful,
  ${hiddenAt(sql)} as hidden_at, r.hidden_at is not null and ${hiddenAt(sql)} is null as was_hidden`;

export const findRecheck = (sql: Db, listing_id: number, lock?: 'lock'): Promise<RecheckRow | undefined> =>
  findRow(sql<RecheckRow[]>`
    select ${recheckColumns(sql)} from listing_rechecks r join listing_heads l on l.id = r.listing_id
    where r.listing_id = ${listing_id} ${lock ? sql`for update of r` : sql``}`);

type RecheckColumns = Partial<{
  next_check_at: Date;
  interval_hours: number;
  claimed_until: Date | null;
  checked_at: Date;
  answered_at: Date;
  requests: number;
  views_seen: number;
  failures: number;
  failing_since: Date | null;
  failure: string | null;
  is_doubtful: boolean;
  hidden_at: Date | null;
}>;

export const updateRecheck = (sql: Db, listing_id: number, columns: RecheckColumns) =>
  sql`update listing_rechecks set ${sql({ ...columns })} where listing_id = ${listing_id}`;

export const updateDomain = (sql: Db, domain: string, failures: number, opens_at: Date) => sql`
  insert into recheck_domains (domain, opens_at, failures) values (${domain}, ${opens_at}, ${failures})
  on conflict (domain) do update set opens_at = excluded.opens_at, failures = excluded.failures`;

export const findDomainFailures = async (sql: Db, domain: string): Promise<number> =>
  (await findRow(sql<{ failures: number }[]>`select failures from recheck_domains where domain = ${domain}`))?.failures ?? 0;

export const selectKnownPages = (sql: Db, listing_id: number): Promise<KnownPage[]> =>
  sql<KnownPage[]>`select url, etag, last_modified, hash from recheck_pages where listing_id = ${listing_id}`;

export const replaceKnownPages = async (sql: Db, { listing_id, site_id }: RecheckRow, pages: KnownPage[]): Promise<void> => {
  await sql`delete from recheck_pages where listing_id = ${listing_id}`;
  if (pages.length === 0) return;
  await sql`
    insert into recheck_pages (listing_id, site_id, url, etag, last_modified, hash)
    select ${listing_id}, ${site_id}, t.url, t.etag, t.last_modified, t.hash
    from json_to_recordset(${JSON.stringify(pages)}::text::json) as t (url text, etag text, last_modified text, hash text)
    on conflict do nothing`;
};

/** How the website of a listing answered at the last reading, for its owner. */
export interface WebsiteCheck {
  checked_at: Date | null;
  next_check_at: Date;
  failure: string | null;
  failing_since: Date | null;
  hidden_at: Date | null;
}

export const findWebsiteCheck = (sql: Db, listing_id: number): Promise<WebsiteCheck | undefined> =>
  findRow(sql<WebsiteCheck[]>`
    select r.checked_at, r.next_check_at, r.failure, r.failing_since, ${hiddenAt(sql)} as hidden_at
    from listing_rechecks r join listing_heads l on l.id = r.listing_id where r.listing_id = ${listing_id}`);

/** How the website of a public listing answers, for its page. */
export interface WebsiteStatus {
  /** Since when it has not answered; null while it does. */
  failing_since: Date | null;
  failures: number;
}

export const findWebsiteStatus = ({ sql, site }: Ctx, slug: string): Promise<WebsiteStatus | undefined> =>
  findRow(sql<WebsiteStatus[]>`
    select r.failing_since, r.failures from listing_rechecks r join listing_heads l on l.id = r.listing_id
    where l.site_id = ${site.id} and l.slug = ${slug} and r.failing_since is not null`);

/** A listing that is hidden because its website does not answer, for those who look for it. */
export interface HiddenListing {
  listing_id: number;
  slug: string;
  name: string;
  domain: string;
  failing_since: Date;
}

export const findHiddenListing = ({ sql, site }: Ctx, slug: string): Promise<HiddenListing | undefined> =>
  findRow(sql<HiddenListing[]>`
    select r.listing_id, l.slug, l.name, l.domain, r.failing_since from listing_rechecks r join listing_heads l on l.id = r.listing_id
    where l.site_id = ${site.id} and l.slug = ${slug} and r.failing_since is not null and ${hiddenAt(sql)} is not null`);
