import type { Db } from './database.ts';
import type { Move } from './states.ts';

/** What has a status. A record's table is its plural. */
export type Moving = 'draft' | 'listing' | 'claim' | 'objection' | 'review' | 'order' | 'order_line' | 'refund';

interface Moved {
  record: Moving;
  id: number | string;
  /** The move's name in its table of moves. */
  name: string;
  move: Move;
  account_id: number | null;
  at: Date;
  reason?: string | null;
}

/**
 * Makes a move if the record is where the move begins, and writes it down. The database decides: of two at once one wins,
 * and false says the other did not. To be called in the transaction of what follows from it.
 */
export const makeMove = async (sql: Db, { record, id, name, move, account_id, at, reason = null }: Moved): Promise<boolean> => {
  const rows = await sql`
    with before as (
      select id, site_id, status from ${sql(`${record}s`)} where id = ${id} and status = any(${[...move.from]}) for update
    ), moved as (
      update ${sql(`${record}s`)} r set status = ${move.to}, updated_at = ${at} from before b where r.id = b.id
    )
    insert into moves (site_id, record, record_id, move, from_status, to_status, account_id, reason, moved_at)
    select site_id, ${record}, id::text, ${name}, status, ${move.to}, ${account_id}, ${reason}, ${at} from before returning id`;
  return rows.length > 0;
};
