import { importPatched, type PackagePatch } from './patch-package.ts';

const WORKER = '/graphile-worker/dist/worker.js';
const MAIN = '/graphile-worker/dist/main.js';
const why = 'a job whose end could not be written down, because the database was away, was an unhandled rejection that ended the process';

/** Patches for graphile-worker 0.18.0: await promises it does not await, so that its error handling works. */
const WORKER_PATCHES: readonly PackagePatch[] = [
  { file: WORKER, why, find: `                failJob({`, replace: `                await failJob({` },
  { file: WORKER, why, find: `                completeJob(job);`, replace: `                await completeJob(job);` },
  {
    file: MAIN,
    why: 'it writes to the log by itself, and to standard error as well',
    find: `            console.trace(error);\n`,
    replace: '',
  },
];

/** graphile-worker, patched so that a lost connection is an error of the runner and not of the process (decision 22). */
export const { run, runMigrations, parseCronItems, Logger } = await importPatched(() => import('graphile-worker'), WORKER_PATCHES);
