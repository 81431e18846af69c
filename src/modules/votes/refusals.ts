import type { RefusalText } from '../../kernel/refusals.ts';

export const VOTE_REFUSALS = {
  vote_not_found: { status: 404, title: 'Vote not found', detail: 'The ledger of this site has no such vote.' },
  board_not_found: {
    status: 404,
    title: 'Board not found',
    detail: 'The boards are community-weekly, community-all-time, billboard, domain-rating and revenue.',
  },
  week_not_finished: { status: 404, title: 'Week not finished', detail: 'The ledger of a week is published when the week is over.' },
} as const satisfies Record<string, RefusalText>;

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof VOTE_REFUSALS, RefusalText> {}
}
