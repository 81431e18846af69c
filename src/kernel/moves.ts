import type { Db } from './database.ts';
import { counter } from './metrics.ts';
import type { Clock } from './time/clock.ts';

/** A status transition: from which statuses, to which. */
interface Move<S extends string> {
  from: readonly S[];
  to: S;
}

/** Who makes a move, if not the service itself, and why. */
interface MoveDetails {
  account_id?: number | null;
  reason?: string | null;
}

/** A move takes place in the current transaction, at `at` or at the clock's time. */
type MoveCtx = { sql: Db } & ({ clock: Clock } | { at: Date });

const changes = counter('status_changes_total', 'Changes of status, by what changed and to which status.', ['record', 'to']);

/**
 * The transitions of one kind of record, whose table has the plural name: `defineMoves<Status>('page')({ publish: { from: ['hidden'],
 * to: 'public' } })`. Nothing else writes the status.
 */
export const defineMoves =
  <S extends string>(record: string) =>
  <const M extends Record<string, Move<S>>>(table: M) => {
    type Name = keyof M & string;
    /** Changes the status and logs it. Of two concurrent calls one returns false. Call it in the transaction of the consequences. */
    const tryMove = async (ctx: MoveCtx, id: number | string, name: Name, details: MoveDetails = {}): Promise<boolean> => {
      const { sql } = ctx;
      const at = 'at' in ctx ? ctx.at : ctx.clock.now();
      const { account_id = null, reason = null } = details;
      const { from, to } = table[name]!;
      const rows = await sql`
        with before as (
          select id, site_id, status from ${sql(`${record}s`)} where id = ${id} and status = any(${[...from]}) for update
        ), moved as (
          update ${sql(`${record}s`)} r set status = ${to}, updated_at = ${at} from before b where r.id = b.id
        )
        insert into moves (site_id, record, record_id, move, from_status, to_status, account_id, reason, moved_at)
        select site_id, ${record}, id::text, ${name}, status, ${to}, ${account_id}, ${reason}, ${at} from before returning id`;
      if (rows.length > 0) changes.inc({ record, to });
      return rows.length > 0;
    };
    return {
      table,
      try: tryMove,
      /** For a record that is locked in one of the `from` statuses. Throws if it is not, and returns the new status. */
      async make<N extends Name>(ctx: MoveCtx, id: number | string, name: N, details?: MoveDetails): Promise<M[N]['to']> {
        if (!(await tryMove(ctx, id, name, details)))
          throw new Error(`The move ${name} is not possible: ${record} ${id} is not ${table[name]!.from.join(' or ')}.`);
        return table[name]!.to;
      },
    };
  };
