import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../test/support/until.ts';
import type { Deployment, Name } from './deployment.ts';
import type { World } from './world.ts';

export interface Fault {
  what: string;
  part: Name;
  how: 'stop' | 'kill';
  /** What it may cost meanwhile; strangers never notice, but for pictures. */
  allowed: World['allowed'];
}

export const FAULTS: readonly Fault[] = [
  { what: 'the primary is stopped', part: 'database', how: 'stop', allowed: 'members' },
  { what: 'a web process is killed', part: 'web-1', how: 'kill', allowed: 'forms' },
  { what: 'a worker is killed', part: 'worker-1', how: 'kill', allowed: 'nothing' },
  { what: 'the standby is stopped', part: 'standby', how: 'stop', allowed: 'nothing' },
  { what: 'the primary is killed', part: 'database', how: 'kill', allowed: 'members' },
  { what: 'Valkey is stopped', part: 'valkey', how: 'stop', allowed: 'nothing' },
  { what: 'the store of pictures is stopped', part: 'pictures', how: 'stop', allowed: 'pictures' },
  { what: 'a web process is restarted', part: 'web-2', how: 'stop', allowed: 'forms' },
];

/** A part is away for at least so many reads of strangers. */
const READS_MEANWHILE = 20;

/** Breaks one part for some time and waits until all is well again. Returns how long that took, and what it cost. */
export const breakDown = async (deployment: Deployment, world: World, { what, part, how, allowed }: Fault, away_ms: number) => {
  const { record } = world;
  const before = { refused: record.refused, anonymous: record.anonymous, failures: record.anonymous_failures };
  Object.assign(world, { allowed, breakdown: what });
  await deployment.parts[part][how]();
  await sleep(away_ms);
  await until(async () => record.anonymous - before.anonymous >= READS_MEANWHILE, 120_000);
  const meanwhile = record.anonymous - before.anonymous;
  const mended_at = performance.now();
  await deployment.parts[part].start();
  await until(() => deployment.isHealthy(), 120_000);
  const back_ms = performance.now() - mended_at;
  // Requests that were sent meanwhile have been answered by then.
  await sleep(500);
  world.allowed = 'nothing';
  return {
    what,
    /** Reads of strangers before it was back. */
    meanwhile,
    back_ms,
    refused: record.refused - before.refused,
    anonymous: record.anonymous - before.anonymous,
    failures: record.anonymous_failures - before.failures,
  };
};
