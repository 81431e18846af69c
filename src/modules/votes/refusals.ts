import { refusals } from '../../kernel/refusals.ts';

export const VOTE_REFUSALS = {
  ...refusals(403, { witness_not_known: 'None of the signatures is a valid one by a witness that this site’s team registered.' }),
  ...refusals(404, {
    vote_not_found: 'This vote isn’t in the site’s ledger.',
    board_not_found: 'The boards are community-weekly, community-all-time, billboard, domain-rating and revenue.',
    launch_week_not_found: 'Ask for this, next or last, or for a date from the first launch on this site to a year ahead.',
    week_not_finished: 'A week’s ledger is published after the week ends.',
    checkpoint_not_found: 'There is no signed checkpoint with this size or these rows. The ledger is signed every hour.',
  }),
};
