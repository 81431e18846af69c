import { path } from '../server/path.ts';

/** The addresses of feeds stand without the extension of their format. */
export const feedPaths = {
  oembed: path('/oembed', { url: '', format: '' }),
  launches: path('/feeds/launches'),
  weeks: path('/feeds/weeks'),
  updates: path('/feeds/updates'),
  blog: path('/feeds/blog'),
  category: path('/feeds/categories/:slug'),
  prices: path('/feeds/categories/:slug/prices'),
  listing: path('/feeds/listings/:slug'),
  comments: path('/feeds/listings/:slug/comments'),
};
