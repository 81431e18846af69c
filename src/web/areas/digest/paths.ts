import { path } from '../../server/path.ts';

export const digestPaths = {
  home: path('/digest', { category: '', done: '' }),
  sent: path('/digest/sent', { to: '' }),
  confirm: path('/digest/confirm', { token: '' }),
  confirmed: path('/digest/confirmed'),
  leave: path('/digest/leave'),
};
