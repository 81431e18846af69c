import { publicRead } from '../../kernel/operation.ts';
import { Strict } from '../../kernel/schema.ts';
import { SiteDescription } from './schema.ts';
import { describeSite } from './sites.ts';

export const get_site = publicRead({
  id: 'get_site',
  path: '/site',
  tag: 'Site',
  summary: 'What this site is and where everything is',
  description:
    'The site’s name and purpose, how many live listings and categories it has, and the addresses of the docs, the OpenAPI document and the MCP server. A good first call.',
  input: Strict({}),
  output: SiteDescription,
  example: {},
  handler: describeSite,
});
