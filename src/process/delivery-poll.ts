import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { JobCtx } from '../kernel/jobs.ts';
import { startDueDeliveries } from '../modules/webhooks/jobs.ts';

/** How soon after a change webhooks get it, at the latest. */
const POLL_EVERY_MS = 2000;

/** Starts deliveries to webhooks soon after a change. What it misses, the job `deliver_webhooks` starts within a minute. */
export const startDeliveryPoll = ({ sql, clock, log }: Pick<JobCtx, 'sql' | 'clock'> & { log: Logger }) => {
  const stopped = new AbortController();
  const keepRunning = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await startDueDeliveries({ sql, clock }).catch((err) => log.debug({ err }, 'no deliveries started'));
      await sleep(POLL_EVERY_MS, null, { signal: stopped.signal }).catch(() => {});
    }
  };
  const finished = keepRunning();
  return {
    async stop() {
      stopped.abort();
      await finished;
    },
  };
};
