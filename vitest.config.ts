import { defineConfig } from 'vitest/config';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    globalSetup: ['test/support/global-setup.ts'],
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
  },
});
