import { path } from '../../server/path.ts';

export const searchPaths = {
  listings: path('/listings', {
    q: '',
    category: '',
    stage: '',
    country: '',
    pricing_model: '',
    domain: '',
    attributes: '',
    status: 'live',
    sort: 'relevance',
    page: 1,
    per_page: 20,
  }),
  suggestions: path('/suggestions'),
  categories: path('/categories'),
  category: path('/categories/:slug', { page: 1 }),
  followCategory: path('/categories/:slug/follow'),
  unfollowCategory: path('/categories/:slug/unfollow'),
};
