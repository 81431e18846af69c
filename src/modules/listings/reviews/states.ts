import { defineMoves } from '../../../kernel/moves.ts';

export type ReviewStatus = 'shown' | 'held' | 'removed' | 'withdrawn';

/** The status changes of a review. Its status is written only by these moves. */
export const reviewMoves = defineMoves<ReviewStatus>('review')({
  // By the rules, or by enough reports.
  hold: { from: ['shown'], to: 'held' },
  show: { from: ['held'], to: 'shown' },
  // It was reported, and the team keeps it. `reopen` undoes that.
  keep: { from: ['shown'], to: 'shown' },
  reopen: { from: ['shown'], to: 'shown' },
  remove: { from: ['shown', 'held'], to: 'removed' },
  // A removed review returns to its previous status.
  bring_back_shown: { from: ['removed'], to: 'shown' },
  bring_back_held: { from: ['removed'], to: 'held' },
  withdraw: { from: ['shown', 'held'], to: 'withdrawn' },
  write_again_shown: { from: ['withdrawn'], to: 'shown' },
  // Withdrawing and rewriting a held review must not bypass moderation.
  write_again_held: { from: ['withdrawn'], to: 'held' },
});
export type ReviewMove = keyof typeof reviewMoves.table;
