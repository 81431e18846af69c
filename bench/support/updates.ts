import type { Sql } from '../../src/db/open.ts';

/** Prints how many rows of each table were updated, how many of them without a new entry in any index (HOT), and how many indexes it has. */
export const printUpdates = async (sql: Sql): Promise<void> => {
  await sql`select pg_stat_force_next_flush()`;
  const rows = await sql<{ table: string; updates: number; hot: number; indexes: number }[]>`
    select relname as table, n_tup_upd::int as updates, n_tup_hot_upd::int as hot,
      (select count(*)::int from pg_index i where i.indrelid = relid) as indexes
    from pg_stat_user_tables where n_tup_upd > 100 order by n_tup_upd desc`;
  console.table(Object.fromEntries(rows.map(({ table, ...row }) => [table, row])));
};
