import { readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { bundle } from '../bundle.ts';
import { median } from './support/search-queries.ts';

/**
 * What languages cost: the processor time of rendering all public pages, as a share of the time with texts that are not looked up,
 * only joined with their values, and a language that is a constant (wanted: at most 1.05). Both are rendered in turn in one process.
 * usage: node bench/languages.ts [rounds=30]
 */
const rounds = Number(process.argv[2] ?? 30);
const OUT = resolve('dist/languages');

type Pages = typeof import('./languages/pages.ts');

const open = async (name: string, has_languages: boolean): Promise<Pages> => {
  const outfile = `${OUT}/${name}.js`;
  await bundle({
    entryPoints: ['bench/languages/pages.ts'],
    outfile,
    plugins: has_languages
      ? []
      : [
          {
            name: 'without languages',
            setup(build) {
              build.onLoad({ filter: /kernel\/language\/messages\.ts$/ }, async () => ({
                contents: await readFile('bench/languages/without-languages.ts', 'utf8'),
                loader: 'ts',
              }));
              build.onLoad({ filter: /kernel\/language\/locale\.ts$/ }, async ({ path }) => ({
                contents: (await readFile(path, 'utf8')).replace('storage.getStore() ?? ENGLISH', 'ENGLISH'),
                loader: 'ts',
              }));
            },
          },
        ],
  });
  return (await import(outfile)) as Pages;
};

const measure = async (render: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await render();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

try {
  const [plain, full] = [await open('plain', false), await open('full', true)];
  const CASES = { plain: () => plain.renderAll('en'), english: () => full.renderAll('en'), german: () => full.renderAll('de') };
  const costs = { plain: [] as number[], english: [] as number[], german: [] as number[] };
  for (let round = -10; round < rounds; round++)
    for (const name of ['plain', 'english', 'german'] as const) {
      const cost = await measure(CASES[name]);
      // The first rounds warm up the JIT compiler.
      if (round >= 0) costs[name].push(cost);
    }
  const middle = (name: keyof typeof costs) => median(costs[name].toSorted((a, b) => a - b));
  for (const name of ['english', 'german'] as const) {
    const ratios = costs[name].map((cost, at) => cost / costs.plain[at]!).toSorted((a, b) => a - b);
    console.log(
      `${name}: ${median(ratios).toFixed(3)} times (${middle(name).toFixed(1)} and ${middle('plain').toFixed(1)} ms for all pages)`,
    );
  }
} finally {
  await rm(OUT, { recursive: true, force: true });
}
