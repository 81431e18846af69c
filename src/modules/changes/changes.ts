import type { Sql } from 'postgres';
import type { Site } from '../../kernel/context.ts';
import { isReadOnly } from '../../kernel/database.ts';
import { Refusal } from '../../kernel/errors.ts';
import { type ChangeRow, findFeed, foldTouches, selectChanges } from './queries.ts';
import { LOAD_RECORDS } from './records.ts';
import { CHANGE_KINDS, type ChangeFeed, type ChangeKind, canContinue, formatCursor, parseCursor } from './rules.ts';

/** How many touches get their position in one transaction, and for how many changed rows records are found. */
export const FOLD_LIMIT = 5000;

const EMPTY_FEED: ChangeFeed = { epoch: '0'.repeat(10), last_seq: 0, deleted_seq: 0 };

/** Gives waiting touches their places, and returns the feed; `has_touches` if others may still wait. On a read-only database they wait on. */
export const foldFeed = async (sql: Sql, site_id: number): Promise<ChangeFeed & { has_touches: boolean }> => {
  const before = await findFeed(sql, site_id);
  if (before && !before.has_touches) return before;
  try {
    const has_touches = await foldTouches(sql, site_id, FOLD_LIMIT);
    return { ...(await findFeed(sql, site_id))!, has_touches };
  } catch (error) {
    if (isReadOnly(error)) return { ...(before ?? EMPTY_FEED), has_touches: false };
    throw error;
  }
};

export interface ReadChanges {
  cursor?: string;
  kinds?: readonly ChangeKind[];
  limit: number;
}

export interface Change extends ChangeRow {
  /** The cursor after this change. */
  cursor: string;
  /** The record as the public reads it now, as JSON text; null if it was removed. */
  json: string | null;
}

/** A change as the API and webhooks write it. */
export const toChangeJson = ({ kind, key, at, json }: Change): string =>
  `{"kind":"${kind}","key":${JSON.stringify(key)},"removed":${json === null},"changed_at":"${at.toISOString()}","data":${json}}`;

export interface ChangePage {
  changes: Change[];
  /** Where to go on. */
  cursor: string;
  has_more: boolean;
}

const loadRecords = async (ctx: { sql: Sql; site: Site }, rows: ChangeRow[]): Promise<Map<ChangeKind, Map<string, string>>> => {
  const kinds = [...Map.groupBy(rows, ({ kind }) => kind)];
  return new Map(
    await Promise.all(
      kinds.map(
        async ([kind, of_kind]) =>
          [
            kind,
            await LOAD_RECORDS[kind](
              ctx,
              of_kind.map(({ key }) => key),
            ),
          ] as const,
      ),
    ),
  );
};

/**
 * Reads what changed after a cursor, each record once and as it is now. Records are read after their places, so a record that changes
 * meanwhile comes again later, and no change is missed.
 */
export const readChanges = async (
  { sql, site }: { sql: Sql; site: Site },
  { cursor, kinds = CHANGE_KINDS, limit }: ReadChanges,
): Promise<ChangePage> => {
  const feed = await foldFeed(sql, site.id);
  const from = parseCursor(cursor, feed);
  if (!canContinue(from, feed)) throw new Refusal('cursor_expired');
  const found = await selectChanges(sql, { site_id: site.id, after: from.seq, until: feed.last_seq, kinds, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const records = await loadRecords({ sql, site }, rows);
  const cursorAt = (seq: number) => formatCursor({ ...from, seq });
  const has_more = found.length > limit;
  return {
    changes: rows.map((row) => ({ ...row, cursor: cursorAt(row.seq), json: records.get(row.kind)?.get(row.key) ?? null })),
    cursor: cursorAt(has_more ? rows.at(-1)!.seq : feed.last_seq),
    has_more: has_more || feed.has_touches,
  };
};
