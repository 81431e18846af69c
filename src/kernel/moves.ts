import type { Db } from './database.ts';
import { counter } from './metrics.ts';

/** A status transition: from which statuses, to which. */
export interface Move<S extends string = string> {
  from: readonly S[];
  to: S;
}

/** A transition table: `moveTable<Status>()({ publish: { from: ['draft'], to: 'live' } })`. Anything else is impossible. */
export const moveTable =
  <S extends string>() =>
  <const M extends Record<string, Move<S>>>(moves: M): M =>
    moves;

/** Records that have a status. The table's name is the plural. */
export type StatefulRecord = 'draft' | 'listing' | 'claim' | 'objection' | 'review' | 'order' | 'order_line' | 'refund';

interface MoveRequest {
  record: StatefulRecord;
  id: number | string;
  /** The transition's name in its table. */
  name: string;
  move: Move;
  account_id: number | null;
  at: Date;
  reason?: string | null;
}

const changes = counter('status_changes_total', 'Changes of status, by what changed and to which status.', ['record', 'to']);

/**
 * Changes the status of a record if it is in one of the `from` statuses, and logs the change. Of two concurrent calls one wins and the
 * other returns false. Call it in the same transaction as the consequences.
 */
export const makeMove = async (sql: Db, { record, id, name, move, account_id, at, reason = null }: MoveRequest): Promise<boolean> => {
  const rows = await sql`
    with before as (
      select id, site_id, status from ${sql(`${record}s`)} where id = ${id} and status = any(${[...move.from]}) for update
    ), moved as (
      update ${sql(`${record}s`)} r set status = ${move.to}, updated_at = ${at} from before b where r.id = b.id
    )
    insert into moves (site_id, record, record_id, move, from_status, to_status, account_id, reason, moved_at)
    select site_id, ${record}, id::text, ${name}, status, ${move.to}, ${account_id}, ${reason}, ${at} from before returning id`;
  if (rows.length > 0) changes.inc({ record, to: move.to });
  return rows.length > 0;
};
