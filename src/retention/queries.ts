import type { Db } from '../kernel/context.ts';
import type { RetentionRule } from './rule.ts';

/** Selects a batch of expired rows, locked so that another process takes others. */
const selectExpired = ({ table, since, only = 'true' }: RetentionRule): string =>
  `select t.ctid from ${table} t where ${since} < $1 and (${only}) order by ${since} limit $2 for update skip locked`;

const buildStatement = (rule: RetentionRule): string => {
  const { table, clear } = rule;
  const action = clear ? `update ${table} set ${clear}` : `delete from ${table}`;
  return `${action} where ctid = any(array(${selectExpired(rule)}))`;
};

/** Applies a rule to a batch of rows in one short statement and returns their number. The SQL comes from the rule, never from input. */
export const applyToBatch = async (sql: Db, rule: RetentionRule, before: Date, batch: number): Promise<number> =>
  (await sql.unsafe(buildStatement(rule), [before, batch])).count;

/** The query plan of a rule, for a test that checks its index. */
export const explainRule = async (sql: Db, rule: RetentionRule, before: Date, batch: number): Promise<string> => {
  const rows = await sql.unsafe<{ 'QUERY PLAN': string }[]>(`explain ${selectExpired(rule)}`, [before, batch]);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
};

export const selectNow = async (sql: Db): Promise<Date> => (await sql<{ now: Date }[]>`select now() as now`)[0]!.now;
