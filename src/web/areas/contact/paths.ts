import { path } from '../../server/path.ts';

export const contactPaths = {
  contact: path('/contact', { done: '' }),
};
