import type { Ctx, Db } from '../../../kernel/context.ts';
import { findRow, firstValue } from '../../../kernel/database.ts';
import type { FactChangeStatus } from '../states.ts';

/** A quote as a listing's evidence has it. */
export interface StoredQuote {
  quote: string;
  url: string;
  read_at: string | null;
  prefix?: string;
  suffix?: string;
  /** The newest reading that found it, and the first since when it is missing. */
  confirmed_at?: string;
  missing_since?: string;
}

export interface FactChange {
  id: number;
  listing_id: number;
  path: string;
  status: FactChangeStatus;
  before: unknown;
  after: unknown;
  quotes_before: StoredQuote[];
  quotes_after: StoredQuote[];
  found_at: Date;
  updated_at: Date;
}

const changeColumns = (sql: Db) =>
  sql`c.id, c.listing_id, c.path, c.status, c.before, c.after, c.quotes_before, c.quotes_after, c.found_at, c.updated_at`;

interface NewChange extends Omit<FactChange, 'id' | 'updated_at' | 'status'> {
  site_id: number;
  status: 'open' | 'published';
}

const json = (sql: Db, value: unknown) => sql`${JSON.stringify(value)}::text::jsonb`;

export const insertChange = (sql: Db, change: NewChange): Promise<number> =>
  firstValue<number>(sql`
    insert into fact_changes (site_id, listing_id, path, status, before, after, quotes_before, quotes_after, found_at, updated_at)
    values (${change.site_id}, ${change.listing_id}, ${change.path}, ${change.status}, ${json(sql, change.before)}, ${json(sql, change.after)},
      ${json(sql, change.quotes_before)}, ${json(sql, change.quotes_after)}, ${change.found_at}, ${change.found_at}) returning id`);

/** The newest change of each fact of a listing, unless it was withdrawn. */
export const selectNewestChanges = (sql: Db, listing_id: number): Promise<FactChange[]> => sql<FactChange[]>`
  select distinct on (c.path) ${changeColumns(sql)} from fact_changes c
  where c.listing_id = ${listing_id} and c.status <> 'withdrawn' order by c.path, c.id desc`;

export const selectOpenChanges = (sql: Db, listing_id: number): Promise<FactChange[]> => sql<FactChange[]>`
  select ${changeColumns(sql)} from fact_changes c where c.listing_id = ${listing_id} and c.status = 'open' order by c.id`;

export const findOpenChange = (sql: Db, listing_id: number, change_id: number): Promise<FactChange | undefined> =>
  findRow(sql<FactChange[]>`
    select ${changeColumns(sql)} from fact_changes c where c.id = ${change_id} and c.listing_id = ${listing_id} and c.status = 'open' for update`);

/** What changed in the facts of a public listing, newest first. */
export const selectPublicChanges = ({ sql, site }: Ctx, slug: string, limit: number): Promise<FactChange[]> => sql<FactChange[]>`
  select ${changeColumns(sql)} from fact_changes c join listing_heads l on l.id = c.listing_id
  where l.site_id = ${site.id} and l.slug = ${slug} and l.is_public and c.status <> 'withdrawn' order by c.id desc limit ${limit}`;
