import type { Sql } from 'postgres';
import type { Db } from '../kernel/context.ts';
import type { RetentionRule } from './rule.ts';

/** The table whose rows are deleted one by one. A row of a partitioned table is not known by its ctid alone. */
const rowsOf = ({ table, partitioned }: Pick<RetentionRule, 'table' | 'partitioned'>): string => (partitioned ? `${table}_default` : table);

/** Selects a batch of expired rows, locked so that another process takes others. */
const selectExpired = ({ since, only = 'true', ...rule }: RetentionRule): string =>
  `select t.ctid from ${rowsOf(rule)} t where ${since} < $1 and (${only}) order by ${since} limit $2 for update skip locked`;

const buildStatement = (rule: RetentionRule): string => {
  const action = rule.clear ? `update ${rowsOf(rule)} set ${rule.clear}` : `delete from ${rowsOf(rule)}`;
  return `${action} where ctid = any(array(${selectExpired(rule)}))`;
};

/** Applies a rule to a batch of rows in one short statement and returns their number. The SQL comes from the rule, never from input. */
export const applyToBatch = async (sql: Db, rule: RetentionRule, before: Date, batch: number): Promise<number> =>
  (await sql.unsafe(buildStatement(rule), [before, batch])).count;

/**
 * Drops the partitions of a table whose first row is older than a moment. Waits for a lock only briefly, since everybody else waits behind it:
 * the next run tries again.
 */
export const dropExpiredPartitions = async (sql: Sql, table: string, before: Date): Promise<void> => {
  const partitions = await sql<{ name: string }[]>`
    select name from vote_partitions where table_name = ${table} and lower_bound < ${before} order by lower_bound`;
  for (const { name } of partitions)
    await sql.begin(async (tx) => {
      await tx`set local lock_timeout = '500ms'`;
      await tx`drop table ${tx(name)}`;
    });
};

/** The query plan of a rule, for a test that checks its index. */
export const explainRule = async (sql: Db, rule: RetentionRule, before: Date, batch: number): Promise<string> => {
  const rows = await sql.unsafe<{ 'QUERY PLAN': string }[]>(`explain ${selectExpired(rule)}`, [before, batch]);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
};

export const selectNow = async (sql: Db): Promise<Date> => (await sql<{ now: Date }[]>`select now() as now`)[0]!.now;
