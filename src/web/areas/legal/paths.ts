import { path } from '../../server/path.ts';

export const legalPaths = {
  page: path('/legal/:kind'),
  version: path('/legal/:kind/versions/:version_id'),
};
