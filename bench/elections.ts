import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { bundle } from '../bundle.ts';
import type { WeekResult } from './elections/measure.ts';
import { BLOCK_WEEKS, type BlockOptions } from './elections/plan.ts';
import { makeReport, printReport } from './elections/report.ts';

/**
 * Simulates weeks with honest voters and attackers and reports which votes counted:
 * node bench/elections.ts [WEEKS=20] [SEED=1] [ONLY=parts of attacks' names with | between them, or none] [WORKERS=2] [--json FILE]
 */
const args = process.argv.slice(2);
const settings = new Map(args.filter((arg) => arg.includes('=')).map((arg) => arg.split('=', 2) as [string, string]));
const numberOf = (name: string, otherwise: number): number => Number(settings.get(name) ?? otherwise);
const [weeks, first_seed, workers] = [numberOf('WEEKS', 20), numberOf('SEED', 1), numberOf('WORKERS', 2)];
const only = settings.get('ONLY') === 'none' ? null : (settings.get('ONLY') ?? '');
const json_file = args.includes('--json') ? args[args.indexOf('--json') + 1] : undefined;

/** Each block is a site of its own, and the same however many follow it. */
const blocks: BlockOptions[] = Array.from({ length: Math.ceil(weeks / BLOCK_WEEKS) }, (_, at) => ({
  first_seed: first_seed + at * BLOCK_WEEKS,
  weeks: Math.min(BLOCK_WEEKS, weeks - at * BLOCK_WEEKS),
  only,
}));

const runBlocks = async (): Promise<WeekResult[]> => {
  const waiting = [...blocks];
  const results: WeekResult[] = [];
  /** A process for each block: an interrupted one loses nothing else, and memory is given back. */
  const work = async (): Promise<void> => {
    for (let block = waiting.shift(); block; block = waiting.shift()) {
      const child = fork('dist/elections-block.js', [JSON.stringify(block)]);
      child.on('message', (message) => results.push(...(message as WeekResult[])));
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error(`The weeks from seed ${block.first_seed} were not simulated.`);
      console.error(`${results.length} of ${weeks} weeks, ${((performance.now() - begun) / 1000).toFixed(0)} s`);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: workers }, work));
  return results.toSorted((a, b) => a.seed - b.seed);
};

await bundle({ entryPoints: ['bench/elections-block.ts'], outdir: 'dist' });
const results = await runBlocks();
const report = makeReport(results);
printReport(report);
if (json_file) writeFileSync(json_file, `${JSON.stringify({ first_seed, ...report, results }, null, 1)}\n`);
