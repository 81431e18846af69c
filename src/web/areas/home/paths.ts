import { filePath, path } from '../../server/path.ts';

export const homePaths = {
  home: path('/'),
  chooseLanguage: path('/language'),
  views: filePath('/views'),
};
