import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Workers and the processes that tests start mostly load code: they share what Node compiled, also with the next run. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** Files with the longest waits first, so that no worker is left alone with one at the end. */
const LONGEST = [/browser\/gallery/, /faults\/orders/, /faults\/(backup|lifecycle|people|serve|drafts|embedded)/, /faults\//, /browser\//];
const rank = ({ moduleId }: TestSpecification): number => {
  const at = LONGEST.findIndex((pattern) => pattern.test(moduleId));
  return at < 0 ? LONGEST.length : at;
};

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    globalSetup: ['test/support/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    // Processes, not threads: tests send signals and count connections.
    pool: 'forks',
    // A worker loads the sources once for all its files; they keep no state of their own between servers.
    isolate: false,
    // One more than processors, because tests wait: for processes to start, pages to come, jobs to be found.
    maxWorkers: 3,
    // Long enough that only what hangs is ended: how fast things are is for the benchmarks, and what waits says itself for what.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Sources are transformed again only when they change.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest-modules' },
  },
});
