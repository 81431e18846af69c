import type { Ctx } from '../../kernel/context.ts';
import type { SiteColumns } from './settings-rules.ts';

/** The site as it is stored, locked so that two who change it take turns. */
export const lockSite = async ({ sql, site }: Ctx): Promise<SiteColumns> => {
  const [row] = await sql<SiteColumns[]>`select name, tagline, purpose, time_zone, settings from sites where id = ${site.id} for update`;
  return row!;
};

export const findSite = async ({ sql, site }: Ctx): Promise<SiteColumns> => {
  const [row] = await sql<SiteColumns[]>`select name, tagline, purpose, time_zone, settings from sites where id = ${site.id}`;
  return row!;
};

export const writeSite = ({ sql, site }: Ctx, { name, tagline, purpose, time_zone, settings }: SiteColumns) => sql`
  update sites set name = ${name}, tagline = ${tagline}, purpose = ${purpose}, time_zone = ${time_zone},
    settings = ${JSON.stringify(settings)}::text::jsonb where id = ${site.id}`;
