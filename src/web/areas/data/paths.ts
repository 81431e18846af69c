import { filePath, path } from '../../server/path.ts';

export const dataPaths = {
  home: path('/data'),
  latest: filePath('/data/latest.json'),
  latestNote: filePath('/data/latest.note'),
  file: filePath('/data/:dataset/:file'),
};
