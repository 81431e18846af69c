import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import { isDay, mondayOf } from '../kernel/time/weeks.ts';
import { loadDatasetSettings } from '../modules/datasets/settings.ts';
import { writeDataset } from '../modules/datasets/write.ts';
import { exportSite } from '../modules/imports/archive/export-site.ts';
import { importSite } from '../modules/imports/archive/import-site.ts';
import { storeFile } from '../modules/imports/imports.ts';
import { finishImport } from '../modules/imports/jobs.ts';
import { importListings } from '../modules/listings/import/import.ts';
import { importMetrics } from '../modules/listings/metrics/import.ts';
import { METRIC_SOURCES, parseMetricSources } from '../modules/listings/metrics/sources.ts';
import { writeSiteSetting } from '../modules/sites/queries.ts';
import { rotateKey } from '../modules/votes/checkpoints/keys.ts';
import { registerWitness } from '../modules/votes/checkpoints/witnesses.ts';
import { exportLedger } from '../modules/votes/ledger/export.ts';
import { importVotes } from '../modules/votes/ledger/import.ts';
import { type Recount, readLedger, readStoredLedger, recountWeek } from '../modules/votes/ledger/recount.ts';
import { type Command, readChunks, readLines, type SiteCommand, siteCommand, UsageError } from './command.ts';

const hasFile: SiteCommand['accepts'] = (args) => args.length > 0;

const reportImport = (counts: string, refused: { line: number; reason: string }[]): void => {
  for (const { line, reason } of refused) console.error(`line ${line}: ${reason}`);
  console.log(`${counts}, ${refused.length} refused`);
  if (refused.length) process.exitCode = 1;
};

const importListingsFile: SiteCommand['run'] = async ({ sql, site, clock }, [file]) => {
  const options = { clock, time_zone: site.time_zone };
  const { imported, already_there, refused } = await importListings(sql, site.id, readLines(file!), options);
  reportImport(`${imported} imported, ${already_there} already there`, refused);
};

/** Imports a file in any format that the back office takes, with the mapping that it would guess. */
const importFile: SiteCommand['run'] = async ({ sql, site, clock, integrations }, [file]) => {
  const pieces = readChunks(file!) as AsyncGenerator<Buffer>;
  if (/\.t(ar\.)?gz$/.test(file!)) {
    const { imported, already_there } = await importSite({ sql, clock, integrations, site_id: site.id }, pieces);
    return reportImport(`${imported} imported, ${already_there} already there`, []);
  }
  const stored = await storeFile({ sql, clock, site }, { account_id: null, file_name: basename(file!), pieces });
  const { result, refused } = await finishImport({ sql, clock }, stored, site.time_zone);
  if (result.failure) throw new UsageError(result.failure);
  for (const [column, field] of Object.entries(result.mapping ?? {})) console.error(`${column} → ${field}`);
  reportImport(`${result.imported} imported, ${result.skipped} already there`, refused);
};

const importMetricsFile: SiteCommand['run'] = async ({ sql, site, clock }, [file]) => {
  const { imported, corrected, already_there, refused } = await importMetrics(sql, site, readChunks(file!), { clock });
  reportImport(`${imported} imported, ${corrected} corrected, ${already_there} already there`, refused);
};

const importVotesFile: SiteCommand['run'] = async ({ sql, site, clock }, [file]) => {
  const { imported, already_there, refused } = await importVotes(sql, site, readLines(file!), { clock });
  reportImport(`${imported} imported, ${already_there} already there`, refused);
};

const parseJson = (text: string, file: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file} is not JSON.`);
  }
};

const setMetricSources: SiteCommand['run'] = async ({ sql, site }, [file]) => {
  const { sources, faults } = parseMetricSources(parseJson(await readFile(file!, 'utf8'), file!));
  if (faults.length) throw new UsageError(faults.join('; '));
  await writeSiteSetting(sql, site.id, METRIC_SOURCES, sources);
  console.log(`${site.name} reads ${sources.map((source) => source.name).join(', ') || 'nothing'} from external sources.`);
};

const exportSiteOrLedger: SiteCommand['run'] = async (access, [file]) => {
  if (!file || !/\.t(ar\.)?gz$/.test(file)) return exportLedgerFile(access, file ? [file] : []);
  const missing: string[] = [];
  await pipeline(exportSite({ ...access, onMissingPicture: (hash) => missing.push(hash) }), createWriteStream(file));
  if (missing.length === 0) return;
  console.error(
    `${missing.length} pictures are not in ${file}, because neither the database nor the store has them: ${missing.join(', ')}`,
  );
  process.exitCode = 1;
};

const exportLedgerFile: SiteCommand['run'] = async ({ sql, site }, [file]) => {
  const out = file ? createWriteStream(file) : process.stdout;
  for await (const piece of await exportLedger(sql, site)) if (!out.write(piece)) await once(out, 'drain');
  if (file) await finished(out.end());
};

const formatRecount = ({ week, is_final, rows, ranking, counted, uncounted, faults, differences }: Recount): string =>
  [
    ...ranking.map(({ votes, listing }, i) => `${String(i + 1).padStart(4)}  ${String(votes).padStart(6)}  ${listing}`),
    `${counted} counted and ${uncounted} not, from ${rows} rows of the ledger`,
    ...faults.map((fault) => `broken: ${fault}`),
    ...differences.map((difference) => `not equal: ${difference}`),
    ...(faults.length + differences.length === 0
      ? [`equal to ${is_final ? 'the final result' : 'the current result'} of the week of ${week}`]
      : []),
  ].join('\n');

const runRecount: SiteCommand['run'] = async ({ sql, site }, [day, file]) => {
  const result = await recountWeek(sql, site.id, mondayOf(day!), file ? readLedger(readLines(file)) : readStoredLedger(sql, site));
  console.log(formatRecount(result));
  if (result.faults.length + result.differences.length > 0) process.exitCode = 1;
};

const isKeyNumber = (text: string): boolean => /^[1-9]\d{0,5}$/.test(text);

const rotateLedgerKey: SiteCommand['run'] = async (access, compromised) => {
  const { number } = await rotateKey(access, { compromised: compromised.map(Number) });
  console.log(`${access.site.name} signs its ledger with key ${number} from now on.`);
};

const addLedgerWitness: SiteCommand['run'] = async (access, [key]) => {
  const added = await registerWitness(access, { key: key! }).catch(() => {
    throw new UsageError('This is not the key of a witness: name+id+key, with type 4.');
  });
  console.log(added ? `${added.name} may sign checkpoints of ${access.site.name}.` : 'This witness is registered already.');
};

const runWriteDataset: SiteCommand['run'] = async (access) => {
  const { sql, site } = access;
  const settings = await loadDatasetSettings(sql, site.id);
  if (!settings.publish) throw new UsageError(`${site.name} does not publish its data. Its team can do so at /admin/dataset.`);
  const name = await writeDataset(access, settings);
  if (!name) throw new UsageError('Another process is writing this dataset.');
  console.log(`${site.root}/data/${name}/manifest.json`);
};

/** Commands that import, export and check the data of a site. */
export const SITE_DATA_COMMANDS: Record<string, Command> = {
  import: siteCommand({
    usage: 'import FILE [--site KEY]',
    about: 'imports listings from CSV, JSON, Markdown or an export of a site; run it again to resume',
    accepts: hasFile,
    run: importFile,
  }),
  'listings import': siteCommand({
    usage: 'listings import FILE.jsonl [--site KEY]',
    about: 'imports listings, one JSON object per line; run it again to resume',
    accepts: hasFile,
    run: importListingsFile,
  }),
  'metrics import': siteCommand({
    usage: 'metrics import FILE.csv [--site KEY]',
    about: 'imports Domain Ratings and revenue figures',
    accepts: hasFile,
    run: importMetricsFile,
  }),
  'metrics sources': siteCommand({
    usage: 'metrics sources FILE.json [--site KEY]',
    about: 'sets the external sources that metrics are read from daily',
    accepts: hasFile,
    run: setMetricSources,
  }),
  'votes import': siteCommand({
    usage: 'votes import FILE.jsonl [--site KEY]',
    about: 'imports votes from another site, one JSON object per line',
    accepts: hasFile,
    run: importVotesFile,
  }),
  export: siteCommand({
    usage: 'export [SITE.tar.gz | LEDGER.jsonl] [--site KEY]',
    about: 'exports what a site owns, or its full vote ledger',
    accepts: () => true,
    run: exportSiteOrLedger,
  }),
  'dataset write': siteCommand({
    usage: 'dataset write [--site KEY]',
    about: 'writes a dump of the public data now, for /data',
    accepts: (args) => args.length === 0,
    run: runWriteDataset,
  }),
  'ledger rotate-key': siteCommand({
    usage: 'ledger rotate-key [COMPROMISED_KEY…] [--site KEY]',
    about: 'replaces the key that signs the ledger, and marks keys as compromised by their numbers',
    accepts: (args) => args.every(isKeyNumber),
    run: rotateLedgerKey,
  }),
  'ledger witness': siteCommand({
    usage: 'ledger witness WITNESS_KEY [--site KEY]',
    about: 'registers a witness, who may co-sign checkpoints of the ledger',
    accepts: hasFile,
    run: addLedgerWitness,
  }),
  recount: siteCommand({
    usage: 'recount WEEK [LEDGER.jsonl] [--site KEY]',
    about: 'recounts a week from the file or the database and reports any differences',
    accepts: ([day = '']) => isDay(day),
    run: runRecount,
  }),
};
