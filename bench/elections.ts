import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { bundle } from '../bundle.ts';
import type { WeekResult } from './elections/measure.ts';
import { BLOCK_WEEKS, type BlockOptions } from './elections/plan.ts';
import { makeReport, printReport } from './elections/report.ts';

/**
 * Simulates weeks with honest voters and attackers and reports which votes counted:
 * node bench/elections.ts [WEEKS=20] [SEED=1] [ONLY=parts of attacks' names with | between them, or none] [WORKERS=2] [--json FILE]
 * The file is written after each block of weeks, and a run that was cut off continues with what it has.
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

const earlier: WeekResult[] = json_file && existsSync(json_file) ? JSON.parse(readFileSync(json_file, 'utf8')).results : [];
const isDone = (seed: number): boolean => earlier.some((week) => week.seed === seed);

const begun = performance.now();
const results = earlier.filter(({ seed }) => seed >= first_seed && seed < first_seed + weeks);

const reportResults = () => {
  const in_order = results.toSorted((a, b) => a.seed - b.seed);
  const report = makeReport(in_order);
  if (json_file) {
    writeFileSync(`${json_file}.new`, `${JSON.stringify({ first_seed, ...report, results: in_order }, null, 1)}\n`);
    renameSync(`${json_file}.new`, json_file);
  }
  return report;
};

const waiting = blocks.filter((block) => !isDone(block.first_seed + block.weeks - 1));

/** A process for each block: an interrupted one loses nothing else, and memory is given back. */
const work = async (): Promise<void> => {
  for (let block = waiting.shift(); block; block = waiting.shift()) {
    const child = fork('dist/elections-block.js', [JSON.stringify(block)]);
    let is_done = false;
    child.on('message', (message) => {
      is_done = true;
      results.push(...(message as WeekResult[]));
    });
    await once(child, 'exit');
    if (is_done) reportResults();
    else {
      console.error(`The weeks from seed ${block.first_seed} were not simulated; run it again.`);
      process.exitCode = 1;
    }
    console.error(`${results.length} of ${weeks} weeks, ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  }
};

await bundle({ entryPoints: ['bench/elections-block.ts'], outdir: 'dist' });
await Promise.all(Array.from({ length: workers }, work));
printReport(reportResults());
