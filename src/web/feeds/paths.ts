import { filePath } from '../server/path.ts';

/** The addresses of feeds stand without the extension of their format. */
export const feedPaths = {
  oembed: filePath('/oembed', { url: '', format: '' }),
  launches: filePath('/feeds/launches'),
  weeks: filePath('/feeds/weeks'),
  updates: filePath('/feeds/updates'),
  blog: filePath('/feeds/blog'),
  category: filePath('/feeds/categories/:slug'),
  prices: filePath('/feeds/categories/:slug/prices'),
  listing: filePath('/feeds/listings/:slug'),
  comments: filePath('/feeds/listings/:slug/comments'),
};
