import { Count, Day, ListOf, Nullable, OneOf, PAGING, Strict, T, Text } from '../../kernel/schema.ts';
import { ListingSummary, Metric } from '../listings/schema.ts';

export const BOARD_NAMES = ['community-weekly', 'community-all-time', 'billboard', 'domain-rating', 'revenue'] as const;

export const GetLeaderboard = Strict({
  board: OneOf([...BOARD_NAMES], { description: 'Which board.' }),
  week: T.Optional(Text(10, 'community-weekly only: this, last or a date.')),
  ...PAGING,
});
export const Leaderboard = Strict({
  board: T.String(),
  paid: T.Boolean({ description: 'Whether places on it are bought: present it as paid.' }),
  week: Nullable(Day('Monday of the week, for community-weekly.')),
  ...ListOf(Strict({ rank: Count(), listing: ListingSummary, metric: Metric, paid: T.Boolean() })).properties,
});
