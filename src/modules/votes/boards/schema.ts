import { Day, ListOf, Named, Nullable, OneOf, PAGING, type Static, Strict, T, Text } from '../../../kernel/schema.ts';
import { ListingSummary, Metric } from '../../listings/schema.ts';

export const BOARD_NAMES = ['community-weekly', 'community-all-time', 'billboard', 'domain-rating', 'revenue'] as const;
export type BoardName = (typeof BOARD_NAMES)[number];

export const GetLeaderboard = Strict({
  board: T.String({ minLength: 1, maxLength: 40, examples: [...BOARD_NAMES], description: `Which board: ${BOARD_NAMES.join(', ')}.` }),
  week: T.Optional(Text(10, 'For community-weekly only: this (the default), last, or a date such as 2026-01-05, snapped to its Monday.')),
  ...PAGING,
});
export type GetLeaderboard = Static<typeof GetLeaderboard>;

const LeaderboardItem = Named('LeaderboardItem', {
  rank: T.Integer({ minimum: 1, description: 'Its rank on the board, from 1.' }),
  listing: ListingSummary,
  metric: Metric,
  paid: T.Boolean({ description: 'Whether the rank is paid.' }),
});

export const Leaderboard = Named('Leaderboard', {
  board: OneOf([...BOARD_NAMES], { description: 'Which board it is.' }),
  paid: T.Boolean({ description: 'Whether ranks on it are paid: present it as paid.' }),
  launch_week_on: Nullable(Day(), { description: 'Monday of the week, for community-weekly; null for the other boards.' }),
  is_final: Nullable(T.Boolean(), {
    description: 'community-weekly: whether the result is final; null for the other boards.',
  }),
  ...ListOf(LeaderboardItem).properties,
});
export type Leaderboard = Static<typeof Leaderboard>;

/** The votes for a listing, as shown to its owner. */
export interface OwnerVotes {
  counted: number;
  uncounted: number;
  /** Why votes did not count, as totals only: the owner learns nothing about single voters. */
  reasons: { reason: string; explanation: string; votes: number }[];
}
