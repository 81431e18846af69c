import type { Sql } from 'postgres';
import { foldFeed } from './changes.ts';
import { type ChangeRow, findFeedSeqBefore, selectChanges } from './queries.ts';
import { CHANGE_KINDS, canContinue, formatCursor, parseCursor } from './rules.ts';

/** A cursor after which comes at least what was committed in the last seconds. */
export const findCursorBefore = async (sql: Sql, site_id: number, seconds: number): Promise<string> => {
  const { epoch } = await foldFeed(sql, site_id);
  const seq = await findFeedSeqBefore(sql, site_id, seconds);
  return formatCursor({ epoch, seq, began_at_seq: seq });
};

/** What changed after a cursor, without the records themselves; null if the feed cannot be continued from it. */
export const readChangedKeys = async (
  sql: Sql,
  site_id: number,
  cursor: string,
  limit: number,
): Promise<{ changes: Pick<ChangeRow, 'kind' | 'key'>[]; cursor: string; has_more: boolean } | null> => {
  const feed = await foldFeed(sql, site_id);
  const from = parseCursor(cursor, feed);
  if (!canContinue(from, feed)) return null;
  const changes = await selectChanges(sql, { site_id, after: from.seq, until: feed.last_seq, kinds: CHANGE_KINDS, limit });
  const is_full = changes.length === limit;
  return {
    changes,
    cursor: formatCursor({ ...from, seq: is_full ? changes.at(-1)!.seq : feed.last_seq }),
    has_more: is_full || feed.has_touches,
  };
};
