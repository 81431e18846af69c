import { type RefusalText, refusals } from '../../kernel/refusals.ts';

export const VOTE_REFUSALS = refusals(404, {
  vote_not_found: 'The ledger of this site has no such vote.',
  board_not_found: 'The boards are community-weekly, community-all-time, billboard, domain-rating and revenue.',
  week_not_finished: 'The ledger of a week is published when the week is over.',
});

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof VOTE_REFUSALS, RefusalText> {}
}
