import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { bundle } from '../../bundle.ts';

/**
 * Runs a script of test/faults in real processes, killed after each test. It is bundled first, since mails are TSX, which Node cannot
 * load. The bundle is next to the service's own, where packages are found.
 */
export const useScript = (name: string) => {
  const built = `dist/${name}-${process.pid}.js`;
  const started = new Set<ChildProcess>();
  beforeAll(() => bundle({ entryPoints: [join(import.meta.dirname, '..', 'faults', `${name}.ts`)], outfile: built }));
  afterEach(() => {
    for (const child of started) child.kill('SIGKILL');
    started.clear();
  });
  afterAll(() => rm(built, { force: true }));
  return (...args: string[]) => {
    const child = spawn(process.execPath, [built, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    started.add(child);
    return child;
  };
};
