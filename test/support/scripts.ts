import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { bundle } from '../../bundle.ts';

/**
 * A script of test/faults as real processes, killed after each test. It is built first: letters are TSX, which node does not read
 * by itself. What is built lies beside the service's own bundle, where its packages are found.
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
