import type { Db } from '../../../kernel/context.ts';
import { findRow, hasRows, selectColumn } from '../../../kernel/database.ts';
import { AWARDED_RANKS } from '../rules.ts';
import type { AwardedListing } from './open-badge.ts';

/** Credentials of awards that are gone, because the listing `l` is not live any more. */
const lostAwards = (sql: Db, site_id: number) => sql`
  c.site_id = ${site_id} and c.revoked_at is null and not exists (select from live_listings l where l.id = c.listing_id)`;

export const hasLostAwards = (sql: Db, site_id: number): Promise<boolean> =>
  hasRows(sql`select from award_credentials c where ${lostAwards(sql, site_id)} limit 1`);

export const revokeLostAwards = async (sql: Db, site_id: number, at: Date): Promise<void> => {
  await sql`update award_credentials c set revoked_at = ${at} where ${lostAwards(sql, site_id)}`;
};

export interface CredentialSource extends AwardedListing {
  /** Of its credential, if it has one that has to be signed again. */
  status_index: number | null;
}

/** Awards without a valid credential, or with one of another issuer or of a key that no longer counts. */
export const selectUnsignedAwards = (sql: Db, site_id: number, issuer: string, compromised: number[]): Promise<CredentialSource[]> => sql<
  CredentialSource[]
>`
  select r.week_on, r.listing_id, r.rank, r.votes, l.slug, l.name, l.website, w.finished_at, c.status_index
  from week_results r
  join launch_weeks w on w.site_id = r.site_id and w.week_on = r.week_on and w.finished_at is not null
  join live_listings l on l.id = r.listing_id
  left join award_credentials c on c.site_id = r.site_id and c.week_on = r.week_on and c.listing_id = r.listing_id and c.revoked_at is null
  where r.site_id = ${site_id} and r.rank <= ${AWARDED_RANKS}
    and (c.status_index is null or c.issuer <> ${issuer} or c.key_number = any(${compromised}::integer[]))
  order by r.week_on, r.rank`;

export const selectStatusIndexes = (sql: Db, site_id: number, which: 'all' | 'revoked'): Promise<number[]> =>
  selectColumn<number>(sql`
    select status_index from award_credentials where site_id = ${site_id} ${which === 'all' ? sql`` : sql`and revoked_at is not null`}
    order by status_index`);

export interface NewCredential {
  week_on: string;
  listing_id: number;
  status_index: number;
  credential: string;
  issuer: string;
  key_number: number;
  issued_at: Date;
}

export const writeCredential = async (sql: Db, site_id: number, row: NewCredential): Promise<void> => {
  await sql`
    insert into award_credentials (site_id, status_index, week_on, listing_id, credential, issuer, key_number, issued_at)
    values (${site_id}, ${row.status_index}, ${row.week_on}, ${row.listing_id}, ${row.credential}, ${row.issuer}, ${row.key_number}, ${row.issued_at})
    on conflict (site_id, status_index) do update
      set credential = excluded.credential, issuer = excluded.issuer, key_number = excluded.key_number, issued_at = excluded.issued_at`;
};

/** The valid credential of a listing's award. */
export const findCredential = (sql: Db, site_id: number, week_on: string, slug: string) =>
  findRow(sql<{ credential: string; rank: number }[]>`
    select c.credential, r.rank from award_credentials c
    join live_listings l on l.id = c.listing_id
    join week_results r on r.site_id = c.site_id and r.week_on = c.week_on and r.listing_id = c.listing_id
    where c.site_id = ${site_id} and c.week_on = ${week_on}::date and l.slug = ${slug} and c.revoked_at is null`);

/** The weeks for which a listing has a credential, the newest first. */
export const selectCredentialWeeks = (sql: Db, site_id: number, slug: string) => sql<{ week_on: string; rank: number }[]>`
  select c.week_on, r.rank from award_credentials c
  join live_listings l on l.id = c.listing_id
  join week_results r on r.site_id = c.site_id and r.week_on = c.week_on and r.listing_id = c.listing_id
  where c.site_id = ${site_id} and l.slug = ${slug} and c.revoked_at is null order by c.week_on desc`;

export interface StoredStatusList {
  credential: string;
  issuer: string;
  key_number: number;
}

export const findStatusList = (sql: Db, site_id: number): Promise<StoredStatusList | undefined> =>
  findRow(sql<StoredStatusList[]>`select credential, issuer, key_number from award_status_lists where site_id = ${site_id}`);

export const writeStatusList = async (sql: Db, site_id: number, row: StoredStatusList & { signed_at: Date }): Promise<void> => {
  await sql`
    insert into award_status_lists (site_id, credential, issuer, key_number, signed_at)
    values (${site_id}, ${row.credential}, ${row.issuer}, ${row.key_number}, ${row.signed_at})
    on conflict (site_id) do update set credential = excluded.credential, issuer = excluded.issuer, key_number = excluded.key_number,
      signed_at = excluded.signed_at`;
};
