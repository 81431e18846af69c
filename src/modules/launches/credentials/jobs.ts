import { job } from '../../../kernel/jobs.ts';
import { selectSites } from '../../sites/queries.ts';
import { updateCredentials } from './credentials.ts';

/** Issues and revokes the credentials of awards: of all sites every hour, and of one site when its week is frozen. */
export const update_credentials = job<{ site_id?: number }>({
  name: 'update_credentials',
  attempts: 5,
  cron: '10 * * * *',
  at_start: true,
  async run({ sql, clock, site_root, signal }, { site_id }) {
    const errors: unknown[] = [];
    for (const row of await selectSites(sql)) {
      if (site_id !== undefined && row.id !== site_id) continue;
      signal.throwIfAborted();
      const site = { ...row, root: row.root ?? site_root };
      await updateCredentials({ sql, site, clock }).catch((error) => errors.push(error));
    }
    if (errors.length) throw new AggregateError(errors, 'Not every site’s credentials are up to date.');
  },
});
