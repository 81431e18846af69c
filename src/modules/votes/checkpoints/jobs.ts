import { job } from '../../../kernel/jobs.ts';
import { selectSites } from '../../sites/queries.ts';
import { signLedger } from './checkpoints.ts';

/** Signs checkpoints of the ledgers of all sites every hour, and of one site when its week is frozen. */
export const sign_ledgers = job<{ site_id?: number }>({
  name: 'sign_ledgers',
  attempts: 5,
  cron: '0 * * * *',
  at_start: true,
  async run({ sql, clock, site_root, signal }, { site_id }) {
    const errors: unknown[] = [];
    for (const row of await selectSites(sql)) {
      if (site_id !== undefined && row.id !== site_id) continue;
      const site = { ...row, root: row.root ?? site_root };
      await signLedger({ sql, site, clock }, signal).catch((error) => errors.push(error));
    }
    if (errors.length) throw new AggregateError(errors, 'Not every site’s ledger was signed.');
  },
});
