import { machine } from '../../kernel/states.ts';

export type ReviewStatus = 'shown' | 'held' | 'removed' | 'withdrawn';

/** Everything that can happen to a review. Only these write its status. */
export const REVIEW_MOVES = machine<ReviewStatus>()({
  // By the rules, or by enough people who report it.
  hold: { from: ['shown'], to: 'held' },
  show: { from: ['held'], to: 'shown' },
  // It was reported, and stays.
  keep: { from: ['shown'], to: 'shown' },
  reopen: { from: ['shown'], to: 'shown' },
  remove: { from: ['shown', 'held'], to: 'removed' },
  // What was removed comes back to where it was.
  bring_back_shown: { from: ['removed'], to: 'shown' },
  bring_back_held: { from: ['removed'], to: 'held' },
  withdraw: { from: ['shown', 'held'], to: 'withdrawn' },
  write_again_shown: { from: ['withdrawn'], to: 'shown' },
  // Taking back what is held and writing it again is no way around the team.
  write_again_held: { from: ['withdrawn'], to: 'held' },
});
export type ReviewMove = keyof typeof REVIEW_MOVES;
