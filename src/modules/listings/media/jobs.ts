import { type Job, job } from '../../../kernel/jobs.ts';
import { sweepMedia } from './sweep.ts';

export const sweep_media: Job<object> = job<object>({
  name: 'sweep_media',
  cron: '40 3 * * *',
  lane: 'reading',
  attempts: 3,
  run: sweepMedia,
});
