import type { Db } from '../../kernel/context.ts';

const idsOf = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);

/** Claims whose time is over. */
export const selectOverdue = (sql: Db, now: Date, most: number): Promise<{ id: number; site_id: number }[]> =>
  sql<{ id: number; site_id: number }[]>`
    select id, site_id from claims where status = 'pending' and expires_at <= ${now} order by expires_at limit ${most}`;

/** Claims on listings that have come to have another owner some other way. */
export const selectOvertaken = async (sql: Db, most: number): Promise<number[]> =>
  idsOf(
    await sql<{ id: number }[]>`
      select c.id from claims c join listings l on l.id = c.listing_id
      where c.status = 'pending' and l.owner_id <> c.account_id order by c.id limit ${most}`,
  );

/** Claims that are to be looked at again. */
export const selectDue = async (sql: Db, now: Date, most: number): Promise<number[]> =>
  idsOf(
    await sql<{ id: number }[]>`
      select id from claims where status = 'pending' and next_check_at <= ${now} and expires_at > ${now} order by next_check_at limit ${most}`,
  );
