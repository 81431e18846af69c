import { type Job, job } from '../../kernel/jobs.ts';
import { selectSites } from '../sites/queries.ts';
import { isDatasetDue, loadDatasetSettings } from './settings.ts';
import { writeDataset } from './write.ts';

/** Writes the week's dump of each site that publishes one, or a dump of one site now. */
export const write_datasets: Job<{ site_id?: number }> = job<{ site_id?: number }>({
  name: 'write_datasets',
  lane: 'reading',
  attempts: 5,
  cron: '20 * * * *',
  async run({ sql, clock, integrations, site_root, signal }, { site_id }) {
    const errors: unknown[] = [];
    for (const row of await selectSites(sql)) {
      if (site_id !== undefined && row.id !== site_id) continue;
      const ctx = { sql, clock, integrations, signal, site: { ...row, root: row.root ?? site_root } };
      const settings = await loadDatasetSettings(sql, row.id);
      if (!settings.publish || (site_id === undefined && !(await isDatasetDue(ctx)))) continue;
      await writeDataset(ctx, settings).catch((error) => errors.push(error));
    }
    if (errors.length) throw new AggregateError(errors, 'Not every site’s dataset was written.');
  },
});
