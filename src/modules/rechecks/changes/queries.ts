import type { Ctx, Db } from '../../../kernel/context.ts';
import { findRow, firstValue } from '../../../kernel/database.ts';
import { attributeChoices, type StoredQuote } from '../../listings/attributes/queries.ts';
import type { FactChangeStatus } from '../states.ts';

export interface FactChange {
  id: number;
  listing_id: number;
  path: string;
  /** Of an attribute: its name and unit. */
  name: string | null;
  unit: string | null;
  status: FactChangeStatus;
  before: unknown;
  after: unknown;
  quotes_before: StoredQuote[];
  quotes_after: StoredQuote[];
  found_at: Date;
  updated_at: Date;
}

const changeColumns = (sql: Db) =>
  sql`c.id, c.listing_id, c.path, a.name, a.unit, c.status, c.before, c.after, c.quotes_before, c.quotes_after, c.found_at, c.updated_at`;

/** Changes `c` of listings `l`. An attribute `a` that is archived has no name. */
const changeRows = (sql: Db) => sql`
  fact_changes c join listing_heads l on l.id = c.listing_id
  left join lateral (select t.name, t.unit from ${attributeChoices(sql)} t where c.path like 'attributes.%' and 'attributes.' || t.key = c.path) a on true`;

interface NewChange extends Omit<FactChange, 'id' | 'name' | 'unit' | 'updated_at' | 'status'> {
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
  select distinct on (c.path) ${changeColumns(sql)} from ${changeRows(sql)}
  where c.listing_id = ${listing_id} and c.status <> 'withdrawn' order by c.path, c.id desc`;

export const selectOpenChanges = (sql: Db, listing_id: number): Promise<FactChange[]> => sql<FactChange[]>`
  select ${changeColumns(sql)} from ${changeRows(sql)} where c.listing_id = ${listing_id} and c.status = 'open' order by c.id`;

export const findOpenChange = (sql: Db, listing_id: number, change_id: number): Promise<FactChange | undefined> =>
  findRow(sql<FactChange[]>`
    select ${changeColumns(sql)} from ${changeRows(sql)}
    where c.id = ${change_id} and c.listing_id = ${listing_id} and c.status = 'open' for update of c`);

/** What changed in the facts of a public listing, newest first. */
export const selectPublicChanges = ({ sql, site }: Ctx, slug: string, limit: number): Promise<FactChange[]> => sql<FactChange[]>`
  select ${changeColumns(sql)} from ${changeRows(sql)}
  where l.site_id = ${site.id} and l.slug = ${slug} and l.is_public and c.status <> 'withdrawn' and (a.name is not null or c.path not like 'attributes.%')
  order by c.id desc limit ${limit}`;
