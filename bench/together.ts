import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from '../bundle.ts';
import { FAULTS } from './together/faults.ts';
import { runTogether } from './together/run.ts';
import type * as source from './together/source.ts';

/**
 * All parts of deploy/compose.large.yaml but the proxy as processes of this machine, used by strangers and members through Varnish while
 * parts are stopped and killed. First one process alone and the whole deployment are measured with the same requests. Needs Debian's
 * varnish and a Valkey or Redis: npm run -s build && node bench/together.ts [REQUESTS=100000] [SECONDS=20] [SEED=1]
 */
const [requests = 100_000, seconds = 20, seed = 1] = process.argv.slice(2).map(Number);

// So that everything that was started is ended, too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const begun = performance.now();
const say = (what: string): void => console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${what}`);

const BUILT = join('dist', `together-bench-${process.pid}`);
await bundle({ entryPoints: ['bench/together/source.ts'], outdir: BUILT });
const { copyOfFirstSite } = (await import(pathToFileURL(join(BUILT, 'source.js')).href)) as typeof source;
try {
  const people = { pause_ms: 0, patience_ms: 0, at_once: 16, members: 60, seed };
  const times = { away_ms: 5000, calm_ms: 3000, measure_ms: seconds * 1000 };
  const { faults, record } = await runTogether({
    requests,
    breakdowns: FAULTS,
    ...people,
    ...times,
    say,
    copyOfSite: copyOfFirstSite,
  });
  console.table(Object.fromEntries([...record.counts].sort()));
  say(
    `${record.requests} requests: ${record.anonymous} of strangers, of which ${record.anonymous_failures} failed; ` +
      `${record.personal} of members, of which ${record.refused} were refused while a part was away; ` +
      `the oldest public answer was ${(record.oldest_ms / 1000).toFixed(1)} s old`,
  );
  console.log(
    faults.length
      ? `FAULTS\n${faults.join('\n')}`
      : 'Nobody saw what is somebody else’s, nothing acknowledged is lost, and the mirror is right.',
  );
  if (faults.length || record.anonymous_failures) process.exitCode = 1;
} finally {
  await rm(BUILT, { recursive: true, force: true });
}
process.exit();
