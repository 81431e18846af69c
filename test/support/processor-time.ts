import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Prints how many seconds of processor time each test file takes, with everything it starts, on Linux:
 * `npx vitest run --reporter=./test/support/processor-time.ts --maxWorkers=1 FILE…`. The first file also loads the sources.
 */
type Kind = 'vitest' | 'worker' | 'postgres' | 'chromium' | 'other';

/** Clock ticks of Linux. */
const TICKS_PER_SECOND = 100;

const readProcesses = () =>
  new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
          const end = stat.lastIndexOf(')');
          const [, parent, ...fields] = stat.slice(end + 2).split(' ');
          const [user, system, ended_user, ended_system] = fields.slice(9, 13).map(Number) as [number, number, number, number];
          const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
          return [[Number(name), { parent: Number(parent), command, own: user + system, ended: ended_user + ended_system }] as const];
        } catch {
          // It has just ended.
          return [];
        }
      }),
  );

/** Seconds so far of Vitest and its descendants; what has ended counts as its parent's. */
const measure = (): Record<Kind, number> => {
  const processes = readProcesses();
  const kindOf = (pid: number): Kind | null => {
    if (pid === process.pid) return 'vitest';
    const found = processes.get(pid);
    const parent = found ? kindOf(found.parent) : null;
    if (!found || parent === null || parent === 'postgres' || parent === 'chromium') return parent;
    if (/postgres|keep-server/.test(found.command)) return 'postgres';
    if (/chrom/.test(found.command)) return 'chromium';
    return parent === 'vitest' && /vitest/.test(found.command) ? 'worker' : 'other';
  };
  const seconds: Record<Kind, number> = { vitest: 0, worker: 0, postgres: 0, chromium: 0, other: 0 };
  for (const [pid, { own, ended }] of processes) {
    const kind = kindOf(pid);
    if (!kind) continue;
    seconds[kind] += own / TICKS_PER_SECOND;
    seconds[kind === 'worker' ? 'other' : kind] += ended / TICKS_PER_SECOND;
  }
  return seconds;
};

export default class ProcessorTime implements Reporter {
  #before = measure();
  #total = 0;

  onTestModuleEnd(module: TestModule): void {
    const now = measure();
    const by_kind = Object.entries(now).map(([kind, seconds]) => [kind, seconds - this.#before[kind as Kind]] as const);
    this.#before = now;
    const total = by_kind.reduce((sum, [, seconds]) => sum + seconds, 0);
    this.#total += total;
    const parts = by_kind.filter(([, seconds]) => seconds >= 0.05).map(([kind, seconds]) => `${kind} ${seconds.toFixed(1)}`);
    console.log(`${total.toFixed(1).padStart(6)} s  ${relative(process.cwd(), module.moduleId)}  ${module.state()}  ${parts.join(', ')}`);
  }

  onTestRunEnd(): void {
    console.log(`${this.#total.toFixed(1).padStart(6)} s  in all`);
  }
}
