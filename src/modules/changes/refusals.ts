import { refusals } from '../../kernel/refusals.ts';

export const CHANGE_REFUSALS = {
  ...refusals(410, {
    cursor_expired: 'The change feed can’t be continued from this cursor. Delete your copy and read again without a cursor.',
  }),
};
