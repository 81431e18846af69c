import { Count, type Static, Strict, T } from '../../kernel/schema.ts';

export const SiteDescription = Strict({
  key: T.String(),
  name: T.String(),
  tagline: T.String(),
  purpose: T.String(),
  time_zone: T.String({ description: 'Launch weeks begin on Monday 00:00 in it.' }),
  counts: Strict({ live_listings: Count(), categories: Count() }),
  urls: Strict(
    {
      site: T.String(),
      api: T.String(),
      docs: T.String(),
      openapi: T.String(),
      mcp: T.String(),
      listings: T.String(),
      categories: T.String(),
      founders: T.String(),
      blog: T.String(),
    },
    { description: 'Where everything is.' },
  ),
  api_version: T.String(),
});
export type SiteDescription = Static<typeof SiteDescription>;
