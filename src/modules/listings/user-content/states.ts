export type ContentStatus = 'shown' | 'held' | 'removed' | 'withdrawn';

/** The status changes of what people write about a listing. */
export const CONTENT_MOVES = {
  // By the rules, or by enough reports.
  hold: { from: ['shown'], to: 'held' },
  show: { from: ['held'], to: 'shown' },
  // It was reported, and the team keeps it. `reopen` undoes that.
  keep: { from: ['shown'], to: 'shown' },
  reopen: { from: ['shown'], to: 'shown' },
  remove: { from: ['shown', 'held'], to: 'removed' },
  // What was removed returns to its previous status.
  bring_back_shown: { from: ['removed'], to: 'shown' },
  bring_back_held: { from: ['removed'], to: 'held' },
  withdraw: { from: ['shown', 'held'], to: 'withdrawn' },
} as const satisfies Record<string, { from: readonly ContentStatus[]; to: ContentStatus }>;
export type ContentMove = keyof typeof CONTENT_MOVES;
