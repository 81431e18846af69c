import { path } from '../../server/path.ts';

export const boardPaths = {
  leaderboards: path('/leaderboards'),
  leaderboard: path('/leaderboards/:board', { week: '', page: 1 }),
  howRankingWorks: path('/how-ranking-works'),
};
