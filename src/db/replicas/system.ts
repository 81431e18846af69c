import { firstValue, isUnreachable } from '../../kernel/database.ts';
import type { Sql } from '../connection/connect.ts';

/** The identifier that a primary and its standbys have in common; null if the role may not ask, as at some providers. */
export const findSystem = async (sql: Sql): Promise<string | null> => {
  try {
    return await firstValue<string>(sql`select system_identifier::text as system from pg_control_system()`);
  } catch (error) {
    if (isUnreachable(error)) throw error;
    return null;
  }
};
