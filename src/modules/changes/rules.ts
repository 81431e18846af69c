/** What the feed has records of, in the order in which a copy refers to them. */
export const CHANGE_KINDS = ['category', 'listing', 'founder', 'week', 'award', 'product', 'votes'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export const isChangeKind = (kind: string): kind is ChangeKind => (CHANGE_KINDS as readonly string[]).includes(kind);

/** How far somebody has read a site's feed. */
export interface FeedPosition {
  /** The feed's epoch when it was read. */
  epoch: string;
  /** The position of the last change that was read. */
  seq: number;
  /** Where the feed ended when the reading began from zero: removals before it are of records that the reader never had. */
  began_at_seq: number;
}

/** The state of a site's feed. */
export interface ChangeFeed {
  epoch: string;
  last_seq: number;
  /** The newest removal that is no longer in the feed. */
  deleted_seq: number;
}

export const CURSOR_PATTERN = '^(latest|[0-9a-f]{10}-[0-9]{1,15}(-[0-9]{1,15})?(\\.[0-9A-F]{1,8}-[0-9A-F]{1,8})?)$';

/**
 * Adds the position of the write-ahead log at which a reader has read. A replica that does not have it could show records as they were
 * before.
 */
export const addPosition = (cursor: string, position: string | null): string =>
  position === null ? cursor : `${cursor}.${position.replace('/', '-')}`;

/** The cursor of the feed, and the position that was added. */
export const splitPosition = (cursor: string | undefined): { cursor: string | undefined; position: string | null } => {
  const [own, position] = cursor?.split('.') ?? [];
  return { cursor: own, position: position?.replace('-', '/') ?? null };
};

export const formatCursor = ({ epoch, seq, began_at_seq }: FeedPosition): string =>
  seq >= began_at_seq ? `${epoch}-${seq}` : `${epoch}-${seq}-${began_at_seq}`;

/** Reads a cursor that matches CURSOR_PATTERN, without a position. Without one the reading begins from zero; `latest` skips everything until now. */
export const parseCursor = (cursor: string | undefined, { epoch, last_seq }: ChangeFeed): FeedPosition => {
  if (cursor === undefined) return { epoch, seq: 0, began_at_seq: last_seq };
  if (cursor === 'latest') return { epoch, seq: last_seq, began_at_seq: last_seq };
  const [named = '', seq = '0', began_at_seq = seq] = cursor.split('-');
  return { epoch: named, seq: Number(seq), began_at_seq: Number(began_at_seq) };
};

/**
 * Whether the feed can be continued from a position without a gap. It can't after a restore or a failover, which may give the same
 * places to other changes, and if removals after it are no longer in the feed.
 */
export const canContinue = ({ epoch, seq, began_at_seq }: FeedPosition, feed: ChangeFeed): boolean =>
  epoch === feed.epoch && seq <= feed.last_seq && Math.max(seq, began_at_seq) >= feed.deleted_seq;
