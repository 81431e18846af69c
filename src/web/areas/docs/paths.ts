import { filePath, path } from '../../server/path.ts';

export const docsPaths = {
  home: path('/docs', { q: '' }),
  rest: path('/docs/rest'),
  mcp: path('/docs/mcp'),
  authentication: path('/docs/authentication'),
  limits: path('/docs/limits'),
  operation: path('/docs/operations/:operation'),
  errors: path('/docs/errors'),
  webhooks: path('/docs/webhooks'),
  admin: path('/docs/admin'),
  adminOpenapi: filePath('/admin/v1/openapi.json'),
  openapi: filePath('/api/v1/openapi.json'),
  serverJson: filePath('/server.json'),
  llmsFull: filePath('/llms-full.txt'),
};
