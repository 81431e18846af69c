import { type RefusalText, refusals } from '../../kernel/refusals.ts';

export const VOTE_REFUSALS = refusals(404, {
  vote_not_found: 'The ledger of this site has no such vote.',
  board_not_found: 'The boards are community-weekly, community-all-time, billboard, domain-rating and revenue.',
  launch_week_not_found: 'Ask for this, next or last, or for a date from the first launch on this site to a year ahead.',
  week_not_finished: 'The ledger of a week is published when the week is over.',
});

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof VOTE_REFUSALS, RefusalText> {}
}
