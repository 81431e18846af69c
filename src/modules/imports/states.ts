import { defineMoves } from '../../kernel/moves.ts';

export type ImportStatus =
  | 'uploading'
  | 'reading'
  | 'mapping'
  | 'running'
  | 'drafting'
  | 'reviewing'
  | 'done'
  | 'undoing'
  | 'undone'
  | 'failed';

/** The states of an import. */
export const importMoves = defineMoves<ImportStatus>('import')({
  upload_finished: { from: ['uploading'], to: 'reading' },
  upload_failed: { from: ['uploading'], to: 'failed' },
  read: { from: ['reading'], to: 'mapping' },
  reading_failed: { from: ['reading'], to: 'failed' },
  start: { from: ['mapping'], to: 'running' },
  finish: { from: ['running'], to: 'done' },
  // What was written so far stays, and can be undone.
  stop: { from: ['running', 'drafting', 'reviewing'], to: 'done' },
  // Websites alone are drafted, reviewed and then published.
  start_drafting: { from: ['mapping'], to: 'drafting' },
  drafts_started: { from: ['drafting'], to: 'reviewing' },
  review_finished: { from: ['reviewing'], to: 'done' },
  undo: { from: ['running', 'drafting', 'reviewing', 'done'], to: 'undoing' },
  undo_finished: { from: ['undoing'], to: 'undone' },
});
