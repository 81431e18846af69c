import type { Job } from './kernel/job.ts';
import { send_mail, sweep_accounts } from './modules/accounts/jobs.ts';
import type { Outside } from './outside/outside.ts';
import { sweep_surfaces } from './surfaces/jobs.ts';

/** Everything that is done later or by the clock. */
export const JOBS: Job<never, Outside>[] = [send_mail, sweep_accounts, sweep_surfaces];
