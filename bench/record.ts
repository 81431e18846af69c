import { mkdir, readdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { compareRecordings } from './record/compare.ts';
import { recordAll } from './record/record-all.ts';

/**
 * Records what the built service answers to a fixed set of requests, to show that a refactoring changed no answer. Run
 * `npm run -s build` first:
 *
 *   node bench/record.ts OUT_FOLDER
 *   node bench/record.ts --compare A B [--without css,js]
 */
const USAGE = 'usage: node bench/record.ts OUT_FOLDER | --compare A B [--without css,js]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { compare: { type: 'boolean' }, without: { type: 'string', default: '' } },
});
const [first, second] = positionals;

if (values.compare && first && second) {
  process.exitCode = compareRecordings(first, second, values.without.split(',').filter(Boolean)) > 0 ? 1 : 0;
} else if (!values.compare && first && !second) {
  await mkdir(first, { recursive: true });
  if ((await readdir(first)).length > 0) throw new Error(`${first} is not empty.`);
  const from = performance.now();
  const requests = await recordAll(first);
  console.log(`${requests} requests recorded in ${Math.round((performance.now() - from) / 1000)} s`);
} else {
  console.error(USAGE);
  process.exitCode = 2;
}
