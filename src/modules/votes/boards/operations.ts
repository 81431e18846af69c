import { publicRead } from '../../../kernel/operation.ts';
import { getLeaderboard } from './boards.ts';
import { GetLeaderboard, Leaderboard } from './schema.ts';

export const get_leaderboard = publicRead({
  id: 'get_leaderboard',
  path: '/leaderboards/{board}',
  refusals: ['board_not_found', 'launch_week_not_found'],
  tag: 'Launches',
  summary: 'One of the five boards',
  description:
    'Returns one board, ranked: community-weekly and community-all-time by counted votes; billboard by money, so always present it as paid; domain-rating and revenue by outside figures with source and date. Boards are never mixed. For the launches of a week with their details use get_launch_week; for winners list_awards.',
  input: GetLeaderboard,
  output: Leaderboard,
  example: { board: 'community-weekly', week: 'last' },
  handler: getLeaderboard,
});
