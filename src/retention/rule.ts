/** How long rows of a table are kept. In SQL the row is `t`. */
export interface RetentionRule {
  table: string;
  /** SQL: when the retention period of a row begins. */
  since: string;
  keep_hours: number;
  /** SQL: condition for rows; all rows without it. */
  only?: string;
  /** SQL: columns to clear if the row itself stays. Cleared rows must no longer match `only`. */
  clear?: string;
  /** The index that finds expired rows. */
  index: string;
  /** Description for docs/operating.md. */
  what: string;
  reason: string;
}

export const DAY = 24;
export const YEAR = 365 * DAY;

export const deleteExpired = (table: string, what: string, reason: string): RetentionRule => ({
  table,
  since: 't.expires_at',
  keep_hours: 0,
  index: `${table}_expired`,
  what,
  reason,
});

export const deleteOld = (table: string, keep_hours: number, what: string, reason: string): RetentionRule => ({
  table,
  since: 't.created_at',
  keep_hours,
  index: `${table}_old`,
  what,
  reason,
});
