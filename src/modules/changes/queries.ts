import type { Sql } from 'postgres';
import type { Db } from '../../kernel/context.ts';
import { findRow, firstRow, firstValue } from '../../kernel/database.ts';
import type { ChangeFeed, ChangeKind } from './rules.ts';

/**
 * The feed of a site; one that has none yet gets one. In another database than before it gets a new epoch: places after the last one may
 * have been given to changes that were lost.
 */
const lockFeed = async (sql: Db, site_id: number): Promise<ChangeFeed> => {
  await sql`insert into change_feeds (site_id) select id from site_heads where id = ${site_id} on conflict do nothing`;
  const feed = firstRow(
    await sql<(ChangeFeed & { database_id: string; continued_id: string | null })[]>`
      select epoch, last_seq, deleted_seq, database_id, continue_database(database_id, identify_database()) as continued_id
      from change_feeds where site_id = ${site_id} for update`,
  );
  const { database_id, continued_id } = feed;
  if (continued_id === null) await sql`update change_feeds set epoch = default, database_id = default where site_id = ${site_id}`;
  // A role with more rights than the ones before has found more of it.
  else if (continued_id !== database_id) await sql`update change_feeds set database_id = ${continued_id} where site_id = ${site_id}`;
  return feed;
};

/** The feed of a site, and whether it is to be folded: touches or changed rows wait for their position, or it is in another database. */
export const findFeed = (sql: Db, site_id: number): Promise<(ChangeFeed & { has_touches: boolean }) | undefined> =>
  findRow(sql<(ChangeFeed & { has_touches: boolean })[]>`
    select epoch, last_seq, deleted_seq, exists (select from change_touches where site_id = ${site_id})
      or exists (select from changed_rows where site_id = ${site_id})
      or continue_database(database_id, identify_database()) is null as has_touches
    from change_feeds where site_id = ${site_id}`);

/** The database as feeds remember it, with question marks for what the role may not read; null on a standby. */
export const identifyDatabase = (sql: Db): Promise<string | null> => firstValue<string | null>(sql`select identify_database()`);

/** Tells readers of all feeds to begin again. */
export const renewFeeds = async (sql: Db): Promise<void> => {
  await sql`select renew_change_feeds()`;
};

/**
 * Touches the records that show rows which committed transactions changed. What shows a row is found now and not when it is written: of two
 * transactions that do not see each other, one may change a row and the other a link to it. Returns how many rows there were, at most `limit`.
 */
const touchRecordsOfRows = (sql: Db, site_id: number, limit: number): Promise<number> =>
  firstValue<number>(sql`
    with taken as (
      delete from changed_rows where id in (select id from changed_rows where site_id = ${site_id} order by id limit ${limit})
      returning id, kind, row_id, day, at
    ), changed as (
      select kind, row_id, day, max(id) as id, max(at) as at from taken group by kind, row_id, day
    ), touched as (
      insert into change_touches (site_id, kind, key, at)
      select ${site_id}, r.kind, r.key, max(c.at) from changed c cross join lateral records_showing(${site_id}, c.kind, c.row_id, c.day) r
      group by r.kind, r.key order by max(c.id)
    )
    select count(*)::int as rows from taken`);

/**
 * Gives the records of committed touches their places at the end of the feed. One at a time per site, and readers see all or nothing of
 * it: a position is visible only together with every earlier one. Records that never were public get no row. Takes at most `limit` touches
 * and changed rows, and returns whether there were so many.
 */
export const foldTouches = (sql: Sql, site_id: number, limit: number): Promise<boolean> =>
  sql.begin(async (sql) => {
    const { last_seq } = await lockFeed(sql, site_id);
    const rows = await touchRecordsOfRows(sql, site_id, limit);
    const touches = await firstValue<number>(sql`
      with taken as (
        delete from change_touches where id in (select id from change_touches where site_id = ${site_id} order by id limit ${limit})
        returning id, kind, key, at
      ), records as materialized (
        select kind, key, max(at) as at, row_number() over (order by max(id)) as position, is_published(${site_id}, kind, key) as is_public
        from taken group by kind, key
      ), written as (
        insert into changes (site_id, kind, key, seq, removed, at, folded_at)
        select ${site_id}, r.kind, r.key, ${last_seq}::bigint + r.position, not r.is_public, r.at, clock_timestamp() from records r
        where r.is_public or exists (select from changes c where c.site_id = ${site_id} and c.kind = r.kind and c.key = r.key)
        order by r.position
        on conflict (site_id, kind, key)
        do update set seq = excluded.seq, removed = excluded.removed, at = excluded.at, folded_at = excluded.folded_at
      ), ended as (
        update change_feeds set last_seq = last_seq + (select count(*) from records) where site_id = ${site_id}
      )
      select count(*)::int as touches from taken`);
    return Math.max(rows, touches) === limit;
  });

export interface ChangeRow {
  seq: number;
  kind: ChangeKind;
  key: string;
  at: Date;
}

/** Changes after a position and up to another, in order. */
export const selectChanges = (
  sql: Db,
  { site_id, after, until, kinds, limit }: { site_id: number; after: number; until: number; kinds: readonly ChangeKind[]; limit: number },
): Promise<ChangeRow[]> => sql<ChangeRow[]>`
  select seq, kind, key, at from changes
  where site_id = ${site_id} and seq > ${after} and seq <= ${until} and kind = any(${kinds as ChangeKind[]}::text[])
  order by seq limit ${limit}`;

/** The last place that was given longer ago than this, where nothing that was deleted comes after it. */
export const findFeedSeqBefore = (sql: Db, site_id: number, seconds: number): Promise<number> =>
  firstValue<number>(sql`
    select greatest(f.deleted_seq, (
      select seq from changes where site_id = ${site_id} and greatest(at, folded_at) < now() - make_interval(secs => ${seconds})
      order by seq desc limit 1)) as seq
    from change_feeds f where f.site_id = ${site_id}`);

/** Touches every record of a site if its links were published with another origin. */
export const touchIfMoved = (sql: Sql, site_id: number, root: string): Promise<void> =>
  sql.begin(async (sql) => {
    await lockFeed(sql, site_id);
    const feed = await findRow(sql<{ root: string | null }[]>`select root from change_feeds where site_id = ${site_id}`);
    if (feed?.root === root) return;
    await sql`update change_feeds set root = ${root} where site_id = ${site_id}`;
    if (feed?.root)
      await sql`
        insert into change_touches (site_id, kind, key) select site_id, kind, key from changes where site_id = ${site_id} and not removed
        order by seq`;
  });

/** Deletes removals of before a moment. Who has not read them has to begin again. */
export const deleteOldRemovals = (sql: Sql, site_id: number, before: Date): Promise<void> =>
  sql.begin(async (sql) => {
    await lockFeed(sql, site_id);
    await sql`
      with deleted as (delete from changes where site_id = ${site_id} and removed and at < ${before} returning seq)
      update change_feeds set deleted_seq = greatest(deleted_seq, (select max(seq) from deleted)) where site_id = ${site_id}`;
  });
