import { path } from '../../server/path.ts';

export const blogPaths = {
  posts: path('/blog', { q: '', page: 1, per_page: '' }),
  post: path('/blog/:slug'),
};
