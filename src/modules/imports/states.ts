import { defineMoves } from '../../kernel/moves.ts';

export type ImportStatus = 'uploading' | 'reading' | 'mapping' | 'running' | 'done' | 'undoing' | 'undone' | 'failed';

/** The states of an import. */
export const importMoves = defineMoves<ImportStatus>('import')({
  upload_finished: { from: ['uploading'], to: 'reading' },
  upload_failed: { from: ['uploading'], to: 'failed' },
  read: { from: ['reading'], to: 'mapping' },
  reading_failed: { from: ['reading'], to: 'failed' },
  start: { from: ['mapping'], to: 'running' },
  finish: { from: ['running'], to: 'done' },
  // What was written so far stays, and can be undone.
  stop: { from: ['running'], to: 'done' },
  undo: { from: ['done'], to: 'undoing' },
  undo_finished: { from: ['undoing'], to: 'undone' },
});
