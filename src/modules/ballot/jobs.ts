import { job } from '../../kernel/job.ts';
import type { Outside } from '../../outside/outside.ts';
import { forgetOrigins } from './queries.ts';

const ORIGINS_LIVE_MS = 90 * 24 * 3_600_000;

/** Forgets, once a day, from where votes came that are older than the rules ask. */
export const forget_vote_origins = job<unknown, Outside>({
  name: 'forget_vote_origins',
  attempts: 3,
  cron: '41 3 * * *',
  async run({ sql, clock }) {
    await forgetOrigins(sql, new Date(clock.now().getTime() - ORIGINS_LIVE_MS));
  },
});
