import { publicRead } from '../../../kernel/operation.ts';
import { getLeaderboard } from './boards.ts';
import { GetLeaderboard, Leaderboard } from './schema.ts';

export const get_leaderboard = publicRead({
  id: 'get_leaderboard',
  path: '/leaderboards/{board}',
  refusals: ['board_not_found'],
  tag: 'Launches',
  summary: 'One of the five boards',
  description:
    'community-weekly and community-all-time rank by counted votes; billboard by money contributed, so present it as paid; domain-rating and revenue by imported figures with their source. The boards are never mixed.',
  input: GetLeaderboard,
  output: Leaderboard,
  example: { board: 'community-weekly', week: 'last' },
  handler: getLeaderboard,
});
