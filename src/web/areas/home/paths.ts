import { path } from '../../server/path.ts';

export const homePaths = {
  home: path('/'),
  chooseLanguage: path('/language'),
};
