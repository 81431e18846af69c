import { path } from '../../server/path.ts';

export const docsPaths = {
  home: path('/docs', { q: '' }),
  rest: path('/docs/rest'),
  mcp: path('/docs/mcp'),
  authentication: path('/docs/authentication'),
  limits: path('/docs/limits'),
  operation: path('/docs/operations/:operation'),
  errors: path('/docs/errors'),
  admin: path('/docs/admin'),
  adminOpenapi: path('/admin/v1/openapi.json'),
  openapi: path('/api/v1/openapi.json'),
  serverJson: path('/server.json'),
  llmsFull: path('/llms-full.txt'),
};
