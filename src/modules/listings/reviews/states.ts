import { defineMoves } from '../../../kernel/moves.ts';
import { CONTENT_MOVES, type ContentStatus } from '../user-content/states.ts';

/** The status changes of a review. Its status is written only by these moves. */
export const reviewMoves = defineMoves<ContentStatus>('review')({
  ...CONTENT_MOVES,
  write_again_shown: { from: ['withdrawn'], to: 'shown' },
  // Withdrawing and rewriting a held review must not bypass moderation.
  write_again_held: { from: ['withdrawn'], to: 'held' },
});
export type ReviewMove = keyof typeof reviewMoves.table;
