import { job } from '../../../kernel/jobs.ts';
import { selectSites } from '../../sites/queries.ts';
import { writeSitemap } from './sitemaps.ts';

/** Writes the sitemaps of all sites: once for all processes. */
export const write_sitemaps = job<unknown>({
  name: 'write_sitemaps',
  attempts: 3,
  cron: '*/15 * * * *',
  at_start: true,
  async run({ sql, clock, site_root, signal }) {
    for (const row of await selectSites(sql)) await writeSitemap({ sql, clock, site: { ...row, root: row.root ?? site_root } }, { signal });
  },
});
