import { Day, ListOf, Nullable, PAGING, RequiredText, type Static, Strict, T, Text } from '../../../kernel/schema.ts';
import { ListingSummary, Metric } from '../../listings/schema.ts';

export const BOARD_NAMES = ['community-weekly', 'community-all-time', 'billboard', 'domain-rating', 'revenue'] as const;
export type BoardName = (typeof BOARD_NAMES)[number];

export const GetLeaderboard = Strict({
  // Not an enum: an unknown board is a 404, not invalid input.
  board: RequiredText(40, `Which board: ${BOARD_NAMES.join(', ')}.`),
  week: T.Optional(Text(10, 'community-weekly only: this (unless told), last or a date, snapped to its Monday.')),
  ...PAGING,
});
export type GetLeaderboard = Static<typeof GetLeaderboard>;

const Place = Strict({
  rank: T.Integer({ minimum: 1 }),
  listing: ListingSummary,
  metric: Metric,
  paid: T.Boolean({ description: 'Whether the place is bought.' }),
});

export const Leaderboard = Strict({
  board: T.String(),
  paid: T.Boolean({ description: 'Whether places on it are bought: present it as paid.' }),
  week: Nullable(Day('Monday of the week, for community-weekly.')),
  is_final: Nullable(T.Boolean({ description: 'Whether the week is closed and its result frozen, for community-weekly.' })),
  ...ListOf(Place).properties,
});
export type Leaderboard = Static<typeof Leaderboard>;

/** The votes for a listing, as shown to its owner. */
export interface OwnerVotes {
  counted: number;
  uncounted: number;
  /** Why votes did not count, as totals only: the owner learns nothing about single voters. */
  reasons: { reason: string; explanation: string; votes: number }[];
}
