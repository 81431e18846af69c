import { path } from '../../server/path.ts';

export const reportPaths = {
  listing: path('/listings/:slug/report', { done: '' }),
  founder: path('/founders/:slug/report', { done: '' }),
};
