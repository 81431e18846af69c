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
    'Describes this site: name, purpose, numbers of live listings and categories, and the addresses of the docs, the OpenAPI document and the MCP server. To find products use search_listings.',
  input: Strict({}),
  output: SiteDescription,
  example: {},
  handler: describeSite,
});
