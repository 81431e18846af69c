import type { TransactionSql } from 'postgres';
import { closeOnce } from '../modules/launches/freeze.ts';
import { findSeqBefore } from '../modules/launches/freeze-queries.ts';
import { PRODUCTS } from './products.ts';
import type { Calendar } from './when.ts';

/** Freezes the demo's weeks that are over, each as of its own end. */
export const freezeDemoWeeks = async (sql: TransactionSql, site_id: number, calendar: Calendar): Promise<void> => {
  const over = [...new Set(PRODUCTS.flatMap(({ week }) => (week !== null && week < 0 ? [week] : [])))].sort((a, b) => a - b);
  for (const week of over) {
    const finished_at = calendar.begins(week + 1);
    await closeOnce(sql, site_id, calendar.week(week), { finished_at, last_seq: await findSeqBefore(sql, site_id, finished_at) });
  }
};
