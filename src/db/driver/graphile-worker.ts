import { importPatched, type PackagePatches } from './patch-package.ts';

const why = 'a job whose end could not be written down, because the database was away, was an unhandled rejection that ended the process';

/** Patches for graphile-worker 0.18.0: await promises it does not await, so that its error handling works. */
const WORKER_PATCHES: PackagePatches = {
  '/graphile-worker/dist/worker.js': [
    { why, find: `                failJob({`, replace: `                await failJob({` },
    { why, find: `                completeJob(job);`, replace: `                await completeJob(job);` },
  ],
  '/graphile-worker/dist/main.js': [
    { why: 'it writes to the log by itself, and to standard error as well', find: `            console.trace(error);\n`, replace: '' },
  ],
};

/** graphile-worker, patched so that a lost connection is an error of the runner and not of the process (decision 22). */
export const { run, runMigrations, parseCronItems, Logger } = await importPatched(() => import('graphile-worker'), WORKER_PATCHES);
