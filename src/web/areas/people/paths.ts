import { path } from '../../server/path.ts';

export const peoplePaths = {
  founders: path('/founders', { q: '', country: '', page: 1, per_page: '' }),
  founder: path('/founders/:slug'),
};
