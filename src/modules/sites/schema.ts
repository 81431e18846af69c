import { Count, Named, type Static, T } from '../../kernel/schema.ts';

const Url = (description: string) => T.String({ format: 'uri', description });

export const SiteDescription = Named('Site', {
  key: T.String({ description: 'Site key, for apply_to.' }),
  name: T.String({ description: 'The site’s name.' }),
  tagline: T.String({ description: 'What it is, in a line; may be empty.' }),
  purpose: T.String({ description: 'What it is for; may be empty.' }),
  time_zone: T.String({ description: 'IANA name. Launch weeks begin on Monday 00:00 in it.' }),
  counts: Named(
    'SiteCounts',
    { live_listings: Count('Listings that have launched.'), categories: Count('Categories, with subcategories.') },
    { description: 'Totals of the site.' },
  ),
  urls: Named(
    'SiteUrls',
    {
      site: Url('The home page.'),
      api: Url('The REST API; it returns an index.'),
      docs: Url('The documentation.'),
      openapi: Url('The OpenAPI 3.1 document.'),
      mcp: Url('The MCP server, over Streamable HTTP.'),
      listings: Url('The page of all listings.'),
      categories: Url('The page of all categories.'),
      founders: Url('The page of all founders.'),
      blog: Url('The blog.'),
    },
    { description: 'Where everything is.' },
  ),
  api_version: T.String({ description: 'The version of the API, such as 1.0.0.' }),
});
export type SiteDescription = Static<typeof SiteDescription>;
