import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { importMetrics } from '../modules/listings/metrics/import.ts';
import { METRIC_SOURCES, parseMetricSources } from '../modules/listings/metrics/sources.ts';
import { writeSiteSetting } from '../modules/sites/queries.ts';
import { type Command, readChunks, requireSite, SITE_OPTION, UsageError, withDatabase } from './command.ts';

const parseFileArgs = (args: string[], usage: string) => {
  const { values, positionals } = parseArgs({ args, options: SITE_OPTION, allowPositionals: true });
  const [file] = positionals;
  if (!file) throw new UsageError(usage);
  return { file, site_key: values.site };
};

const importMetricsFile = async (config: Config, args: string[]): Promise<void> => {
  const { file, site_key } = parseFileArgs(args, METRIC_COMMANDS['metrics import']!.usage);
  await withDatabase(config, async (sql) => {
    const site = await requireSite(sql, site_key);
    const { imported, corrected, already_there, refused } = await importMetrics(sql, site, readChunks(file), { clock: config.clock });
    for (const { line, reason } of refused) console.error(`line ${line}: ${reason}`);
    console.log(`${imported} imported, ${corrected} corrected, ${already_there} already there, ${refused.length} refused`);
    if (refused.length) process.exitCode = 1;
  });
};

const parseJson = (text: string, file: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file} is not JSON.`);
  }
};

const setSources = async (config: Config, args: string[]): Promise<void> => {
  const { file, site_key } = parseFileArgs(args, METRIC_COMMANDS['metrics sources']!.usage);
  const { sources, faults } = parseMetricSources(parseJson(await readFile(file, 'utf8'), file));
  if (faults.length) throw new UsageError(faults.join('; '));
  await withDatabase(config, async (sql) => {
    const { id, name } = await requireSite(sql, site_key);
    await writeSiteSetting(sql, id, METRIC_SOURCES, sources);
    console.log(`${name} reads ${sources.map((source) => source.name).join(', ') || 'nothing'} from outside.`);
  });
};

export const METRIC_COMMANDS: Record<string, Command> = {
  'metrics import': {
    usage: 'metrics import FILE.csv [--site KEY]',
    about: 'loads Domain Ratings and revenues from elsewhere',
    run: importMetricsFile,
  },
  'metrics sources': {
    usage: 'metrics sources FILE.json [--site KEY]',
    about: 'sets where figures are read from once a day',
    run: setSources,
  },
};
