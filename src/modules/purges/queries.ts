import type { Db } from '../../kernel/context.ts';
import { firstRow } from '../../kernel/database.ts';
import type { ChangeKind } from '../changes/rules.ts';

export interface PurgeTouch {
  site_id: number;
  kind: PurgeKind;
  /** Empty for all of the kind. */
  key: string;
}

/** What changed in public, from the change feed or from `purge_touches`. Nothing but a listing's own pages shows what is a `listing_page`. */
export type PurgeKind = ChangeKind | 'site' | 'lists' | 'listing_page' | 'post' | 'picture' | 'dataset';

export interface PurgeTouches {
  touches: PurgeTouch[];
  /** Which transactions could be seen: the next reading continues after it. */
  snapshot: string;
  /** Which database gave the snapshot: another one may give the same ids to other transactions. */
  database_id: string | null;
}

/**
 * What was touched by transactions that an earlier reading could not see, or within the last seconds. Ids would not do: a transaction that
 * commits later may have taken an earlier one.
 */
export const selectPurgeTouches = async (sql: Db, after: { snapshot: string } | { seconds: number }): Promise<PurgeTouches> => {
  const is_new =
    'snapshot' in after
      ? sql`xid >= pg_snapshot_xmin(${after.snapshot}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${after.snapshot}::pg_snapshot)`
      : sql`created_at > now() - make_interval(secs => ${after.seconds})`;
  return firstRow(
    await sql<PurgeTouches[]>`
    select coalesce((
      select json_agg(t) from (select distinct site_id, kind, key from purge_touches where ${is_new}) t), '[]') as touches,
      pg_current_snapshot()::text as snapshot, identify_database() as database_id`,
  );
};
