import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Command, Misuse, onDatabase, SITE, siteNamed } from './command.ts';
import type { Config } from './config.ts';
import { importMetrics } from './modules/listings/metric-import.ts';
import { writeMetricSettings } from './modules/listings/metric-queries.ts';
import { readMetricSources } from './modules/listings/metric-sources.ts';
import { piecesOf } from './progress.ts';

const fileIn = (args: string[], usage: string) => {
  const { values, positionals } = parseArgs({ args, options: SITE, allowPositionals: true });
  const [file] = positionals;
  if (!file) throw new Misuse(usage);
  return { file, site_key: values.site };
};

const importFile = async (config: Config, args: string[]): Promise<void> => {
  const { file, site_key } = fileIn(args, METRIC_COMMANDS['metrics import']!.usage);
  await onDatabase(config, async (sql) => {
    const site = await siteNamed(sql, site_key);
    const { imported, corrected, already_there, refused } = await importMetrics(sql, site, piecesOf(file), { clock: config.clock });
    for (const { line, reason } of refused) console.error(`line ${line}: ${reason}`);
    console.log(`${imported} imported, ${corrected} corrected, ${already_there} already there, ${refused.length} refused`);
    if (refused.length) process.exitCode = 1;
  });
};

const parsed = (text: string, file: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Misuse(`${file} is not JSON.`);
  }
};

const setSources = async (config: Config, args: string[]): Promise<void> => {
  const { file, site_key } = fileIn(args, METRIC_COMMANDS['metrics sources']!.usage);
  const { sources, faults } = readMetricSources(parsed(await readFile(file, 'utf8'), file));
  if (faults.length) throw new Misuse(faults.join('; '));
  await onDatabase(config, async (sql) => {
    const { id, name } = await siteNamed(sql, site_key);
    await writeMetricSettings(sql, id, sources);
    console.log(`${name} reads ${sources.map((source) => source.name).join(', ') || 'nothing'} from outside.`);
  });
};

/** What the command line can do with figures from outside. */
export const METRIC_COMMANDS: Record<string, Command> = {
  'metrics import': { usage: 'metrics import FILE.csv [--site KEY]', run: importFile },
  'metrics sources': { usage: 'metrics sources FILE.json [--site KEY]', run: setSources },
};
