import { job } from '../kernel/job.ts';
import type { Outside } from '../outside/outside.ts';
import { deleteExpired } from './oauth/records-queries.ts';
import { forgetOldKeys } from './once-queries.ts';

/** Forgets, once an hour, keys past their day and what the authorization server no longer needs. */
export const sweep_surfaces = job<unknown, Outside>({
  name: 'sweep_surfaces',
  attempts: 3,
  cron: '27 * * * *',
  async run({ sql, clock }) {
    await deleteExpired(sql, clock.now());
    await forgetOldKeys(sql, clock.now());
  },
});
