import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MAX_DIFF_LINES = 12;
const MAX_LINE_LENGTH = 200;

const filesIn = (folder: string): Set<string> =>
  new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.txt')));

const shorten = (line: string): string => (line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line);

const diffOf = (a: string, b: string): string => {
  const { stdout } = spawnSync('diff', ['-U1', a, b], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const lines = stdout.split('\n').slice(2, -1);
  const more = lines.length - MAX_DIFF_LINES;
  return [...lines.slice(0, MAX_DIFF_LINES).map(shorten), ...(more > 0 ? [`… ${more} more lines`] : [])]
    .map((line) => `    ${line}`)
    .join('\n');
};

/** Prints which requests differ between two recordings; returns how many do. Leaves out files whose path begins with a name in `without`. */
export const compareRecordings = (a: string, b: string, without: string[]): number => {
  const [in_a, in_b] = [filesIn(a), filesIn(b)];
  const files = [...new Set([...in_a, ...in_b])].filter((file) => !without.some((name) => file.startsWith(`${name}/`))).sort();
  let differing = 0;
  for (const file of files) {
    const only_in = !in_b.has(file) ? a : !in_a.has(file) ? b : null;
    if (!only_in && readFileSync(join(a, file)).equals(readFileSync(join(b, file)))) continue;
    differing += 1;
    console.log(`${file}${only_in ? `: only in ${only_in}` : ''}`);
    if (!only_in) console.log(diffOf(join(a, file), join(b, file)));
  }
  console.log(`${files.length} requests compared, ${differing} differ`);
  return differing;
};
