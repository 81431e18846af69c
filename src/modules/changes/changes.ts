import type { Sql } from 'postgres';
import type { Site } from '../../kernel/context.ts';
import { isReadOnly } from '../../kernel/database.ts';
import { Refusal } from '../../kernel/errors.ts';
import { type ChangeRow, findFeed, foldTouches, selectChanges } from './queries.ts';
import { LOAD_RECORDS } from './records.ts';
import { CHANGE_KINDS, type ChangeFeed, type ChangeKind, canContinue, type FeedPosition, formatCursor, parseCursor } from './rules.ts';

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

interface ReadCtx {
  sql: Sql;
  site: Site;
}

const loadRecords = async (ctx: ReadCtx, rows: ChangeRow[]): Promise<Map<ChangeKind, Map<string, string>>> => {
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

/** The places after a cursor, as far as a feed goes. */
const findPlaces = async (
  { sql, site }: ReadCtx,
  feed: ChangeFeed,
  from: FeedPosition,
  { kinds = CHANGE_KINDS, limit }: ReadChanges,
): Promise<{ rows: ChangeRow[]; cursorAt(seq: number): string; end: string; is_full: boolean }> => {
  const found = await selectChanges(sql, { site_id: site.id, after: from.seq, until: feed.last_seq, kinds, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const is_full = found.length > limit;
  const cursorAt = (seq: number) => formatCursor({ ...from, seq });
  return { rows, cursorAt, end: cursorAt(is_full ? rows.at(-1)!.seq : feed.last_seq), is_full };
};

type Places = Awaited<ReturnType<typeof findPlaces>>;

const loadPage = async (ctx: ReadCtx, { rows, cursorAt, end }: Places, has_more: boolean): Promise<ChangePage> => {
  const records = await loadRecords(ctx, rows);
  return {
    changes: rows.map((row) => ({ ...row, cursor: cursorAt(row.seq), json: records.get(row.kind)?.get(row.key) ?? null })),
    cursor: end,
    has_more,
  };
};

/**
 * Reads what changed after a cursor, each record once and as it is now. Records are read after their places, so a record that changes
 * meanwhile comes again later, and no change is missed.
 */
export const readChanges = async (ctx: ReadCtx, input: ReadChanges): Promise<ChangePage> => {
  const feed = await foldFeed(ctx.sql, ctx.site.id);
  const from = parseCursor(input.cursor, feed);
  if (!canContinue(from, feed)) throw new Refusal('cursor_expired');
  const places = await findPlaces(ctx, feed, from, input);
  return loadPage(ctx, places, places.is_full || feed.has_touches);
};

/**
 * The same on a replica, with the places that it has. Null if the primary has to be asked: at the end of the feed changes may wait for
 * their places, unless the primary is away and has none to give; and a cursor that can't be continued may be ahead of the replica.
 */
export const readPlacedChanges = async (ctx: ReadCtx, input: ReadChanges, is_end_enough: boolean): Promise<ChangePage | null> => {
  const feed = await findFeed(ctx.sql, ctx.site.id);
  if (!feed) return null;
  const from = parseCursor(input.cursor, feed);
  if (!canContinue(from, feed)) return null;
  const places = await findPlaces(ctx, feed, from, input);
  return places.is_full || is_end_enough ? loadPage(ctx, places, places.is_full) : null;
};
