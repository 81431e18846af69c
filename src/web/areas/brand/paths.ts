import { path } from '../../server/path.ts';

export const brandPaths = {
  /** Pictures, stylesheets and drawn icons. */
  file: path('/brand/:file'),
  manifest: path('/manifest.webmanifest'),
  favicon: path('/favicon.ico'),
  icon: path('/icon.svg'),
};
