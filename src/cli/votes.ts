import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { isDay, mondayOf } from '../kernel/time/weeks.ts';
import { exportLedger } from '../modules/votes/ledger/export.ts';
import { importVotes } from '../modules/votes/ledger/import.ts';
import { type Recount, readLedger, readStoredLedger, recountWeek } from '../modules/votes/ledger/recount.ts';
import { type Command, readLines, requireSite, SITE_OPTION, UsageError, withDatabase } from './command.ts';

const importVotesFile = async (config: Config, args: string[]): Promise<void> => {
  const { values, positionals } = parseArgs({ args, options: SITE_OPTION, allowPositionals: true });
  const [file] = positionals;
  if (!file) throw new UsageError(VOTE_COMMANDS['votes import']!.usage);
  await withDatabase(config, async (sql) => {
    const site = await requireSite(sql, values.site);
    const { imported, already_there, refused } = await importVotes(sql, site, readLines(file), { clock: config.clock });
    for (const { line, reason } of refused) console.error(`line ${line}: ${reason}`);
    console.log(`${imported} imported, ${already_there} already there, ${refused.length} refused`);
    if (refused.length) process.exitCode = 1;
  });
};

const exportLedgerFile = async (config: Config, args: string[]): Promise<void> => {
  const { values, positionals } = parseArgs({ args, options: SITE_OPTION, allowPositionals: true });
  const [file] = positionals;
  await withDatabase(config, async (sql) => {
    const out = file ? createWriteStream(file) : process.stdout;
    for await (const piece of await exportLedger(sql, await requireSite(sql, values.site))) if (!out.write(piece)) await once(out, 'drain');
    if (file) await finished(out.end());
  });
};

const formatRecount = ({ week, is_final, rows, ranking: standings, counted, uncounted, faults, differences }: Recount): string =>
  [
    ...standings.map(({ votes, listing }, i) => `${String(i + 1).padStart(4)}  ${String(votes).padStart(6)}  ${listing}`),
    `${counted} counted and ${uncounted} not, from ${rows} rows of the ledger`,
    ...faults.map((fault) => `broken: ${fault}`),
    ...differences.map((difference) => `not equal: ${difference}`),
    ...(faults.length + differences.length === 0
      ? [`equal to ${is_final ? 'the frozen result' : 'the result as it stands'} of the week of ${week}`]
      : []),
  ].join('\n');

const runRecount = async (config: Config, args: string[]): Promise<void> => {
  const { values, positionals } = parseArgs({ args, options: SITE_OPTION, allowPositionals: true });
  const [day, file] = positionals;
  if (!day || !isDay(day)) throw new UsageError(VOTE_COMMANDS.recount!.usage);
  await withDatabase(config, async (sql) => {
    const site = await requireSite(sql, values.site);
    const result = await recountWeek(sql, site.id, mondayOf(day), file ? readLedger(readLines(file)) : readStoredLedger(sql, site));
    console.log(formatRecount(result));
    if (result.faults.length + result.differences.length > 0) process.exitCode = 1;
  });
};

export const VOTE_COMMANDS: Record<string, Command> = {
  'votes import': {
    usage: 'votes import FILE.jsonl [--site KEY]',
    about: 'adds votes from elsewhere, one JSON object a line',
    run: importVotesFile,
  },
  export: { usage: 'export [LEDGER.jsonl] [--site KEY]', about: 'writes the whole ledger of votes of a site', run: exportLedgerFile },
  recount: {
    usage: 'recount WEEK [LEDGER.jsonl] [--site KEY]',
    about: 'counts a week again, from the file or the database, and says equal or where not',
    run: runRecount,
  },
};
