import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { type Command, Misuse, onDatabase, SITE, siteNamed } from './command.ts';
import type { Config } from './config.ts';
import { isDay, mondayOf } from './kernel/week.ts';
import { exportLedger } from './modules/ballot/export.ts';
import { importVotes } from './modules/ballot/import.ts';
import { ledgerOf, type Recount, readLedger, recountWeek } from './modules/ballot/recount.ts';
import { linesIn } from './progress.ts';

const importFile = async (config: Config, args: string[]): Promise<void> => {
  const { values, positionals } = parseArgs({ args, options: SITE, allowPositionals: true });
  const [file] = positionals;
  if (!file) throw new Misuse(VOTE_COMMANDS['votes import']!.usage);
  await onDatabase(config, async (sql) => {
    const site = await siteNamed(sql, values.site);
    const { imported, already_there, refused } = await importVotes(sql, site, linesIn(file), { clock: config.clock });
    for (const { line, reason } of refused) console.error(`line ${line}: ${reason}`);
    console.log(`${imported} imported, ${already_there} already there, ${refused.length} refused`);
    if (refused.length) process.exitCode = 1;
  });
};

const exportFile = async (config: Config, args: string[]): Promise<void> => {
  const { values, positionals } = parseArgs({ args, options: SITE, allowPositionals: true });
  const [file] = positionals;
  await onDatabase(config, async (sql) => {
    const out = file ? createWriteStream(file) : process.stdout;
    for await (const piece of await exportLedger(sql, await siteNamed(sql, values.site))) if (!out.write(piece)) await once(out, 'drain');
    if (file) await finished(out.end());
  });
};

const draw = ({ week, is_final, rows, standings, counted, uncounted, faults, differences }: Recount): string =>
  [
    ...standings.map(({ votes, listing }, i) => `${String(i + 1).padStart(4)}  ${String(votes).padStart(6)}  ${listing}`),
    `${counted} counted and ${uncounted} not, from ${rows} rows of the ledger`,
    ...faults.map((fault) => `broken: ${fault}`),
    ...differences.map((difference) => `not equal: ${difference}`),
    ...(faults.length + differences.length === 0
      ? [`equal to ${is_final ? 'the frozen result' : 'the result as it stands'} of the week of ${week}`]
      : []),
  ].join('\n');

const recount = async (config: Config, args: string[]): Promise<void> => {
  const { values, positionals } = parseArgs({ args, options: SITE, allowPositionals: true });
  const [day, file] = positionals;
  if (!day || !isDay(day)) throw new Misuse(VOTE_COMMANDS.recount!.usage);
  await onDatabase(config, async (sql) => {
    const site = await siteNamed(sql, values.site);
    const result = await recountWeek(sql, site.id, mondayOf(day), file ? readLedger(linesIn(file)) : ledgerOf(sql, site));
    console.log(draw(result));
    if (result.faults.length + result.differences.length > 0) process.exitCode = 1;
  });
};

/** What the command line can do with the ledger of votes. */
export const VOTE_COMMANDS: Record<string, Command> = {
  'votes import': { usage: 'votes import FILE.jsonl [--site KEY]', run: importFile },
  export: { usage: 'export [LEDGER.jsonl] [--site KEY]', run: exportFile },
  recount: { usage: 'recount WEEK [LEDGER.jsonl] [--site KEY]', run: recount },
};
