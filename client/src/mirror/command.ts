import { parseArgs } from 'node:util';
import { type Comparison, type MirrorOptions, type MirrorProgress, mirror, verifyMirror } from '../mirror.ts';
import { UsageError } from '../usage-error.ts';
import { downloadDataset } from './dataset.ts';
import { fileIn } from './file.ts';

export const MIRROR_USAGE = `usage: launchweek-client mirror ADDRESS DIR [--once] [--kinds KIND,KIND] [--key KEY] [--no-dump]
       launchweek-client mirror ADDRESS DIR --verify

Keeps a copy of everything public on the site at ADDRESS in the SQLite file DIR/mirror.sqlite, until it is stopped.
A new copy begins with the site's latest dump, whose signature and checksums are checked, if there is one.
Each run continues where the last one stopped, however it ended. Needs Node 22.13 or newer.

  --once        stops when the copy is as the site is, for cron
  --kinds KINDS only these: category, listing, founder, week, award, product, votes; or all
  --verify      compares the copy with the site and prints what differs
  --moved       the site has a new address, and this is it
  --key KEY     API key, for higher limits
  --no-dump     reads the change feed from its beginning instead of a dump
  --ledger-key  key of the site's ledger (at /ledger); only dumps signed with it count`;

const DATASET_USAGE = `usage: launchweek-client dataset ADDRESS DIR [--ledger-key KEY]

Downloads the latest dump of the public data of the site at ADDRESS into DIR, or what is missing of it, and checks the signature and
every file. Files that are there already are only checked. Needs Node 22.13 or newer.

  --ledger-key KEY  key of the site's ledger (at /ledger), if you noted it before; only its signature counts`;

const SHOWN_DIFFERENCES = 50;

const parse = (words: string[]) => {
  const flag = { type: 'boolean' } as const;
  const value = { type: 'string' } as const;
  const options = { once: flag, verify: flag, moved: flag, help: flag, 'no-dump': flag, kinds: value, key: value, 'ledger-key': value };
  try {
    return parseArgs({ args: words, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
};

const count = (n: number, unit: string): string => `${n.toLocaleString('en')} ${unit}${n === 1 ? '' : 's'}`;

/** What happens, on standard error: one line that changes on a terminal, otherwise only what matters in a log. */
const progressLine = () => {
  const is_terminal = process.stderr.isTTY === true;
  let is_open = false;
  const say = (text: string) => {
    process.stderr.write(`${is_open ? '\r\x1b[K' : ''}${text}\n`);
    is_open = false;
  };
  const show = (text: string) => {
    if (!is_terminal) return;
    process.stderr.write(`\r\x1b[K${text}`);
    is_open = true;
  };
  const onProgress = (progress: MirrorProgress): void => {
    if (progress.type === 'copying') show(`Copying: ${count(progress.changes, 'record')}`);
    else if (progress.type === 'copied') say(`The copy is complete: ${count(progress.records, 'record')}.`);
    else if (progress.type === 'current')
      show(`${count(progress.changes, 'change')} read; last at ${new Date().toLocaleTimeString('en-GB')}`);
    else if (progress.type === 'expired') say('The feed can’t be continued: a new copy replaces this one when it is complete.');
    else say(`${progress.message}; trying again in ${Math.ceil(progress.wait_ms / 1000)} s.`);
  };
  return { onProgress, end: () => is_open && process.stderr.write('\n') };
};

const printComparison = ({ kinds, differences }: Comparison): void => {
  const rows = kinds.map(({ kind, copy, source, not_yet_copied }) => [
    kind,
    String(copy.records),
    String(source.records),
    String(not_yet_copied),
    copy.digest.slice(0, 16),
    copy.digest === source.digest ? 'the same' : source.digest.slice(0, 16),
  ]);
  const table = [['kind', 'copy', 'source', 'not yet copied', 'digest of copy', 'of source'], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  for (const row of table)
    console.log(
      row
        .map((text, column) => text.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
  for (const { kind, key, fault } of differences.slice(0, SHOWN_DIFFERENCES)) console.log(`${fault}: ${kind} ${key}`);
  if (differences.length > SHOWN_DIFFERENCES) console.log(`… and ${differences.length - SHOWN_DIFFERENCES} more`);
  console.log(differences.length ? `${count(differences.length, 'record')} of the copy differ.` : 'The copy is right.');
};

/** `launchweek-client mirror …` */
export const runMirror = async (words: string[]): Promise<void> => {
  const { values, positionals } = parse(words);
  if (values.help) return console.log(MIRROR_USAGE);
  const [address, folder, ...rest] = positionals;
  if (!address || !folder || rest.length) throw new UsageError(MIRROR_USAGE);
  const { once, moved, key, kinds, 'no-dump': no_dump, 'ledger-key': ledger_key } = values;
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const line = progressLine();
  const options: MirrorOptions = { address, folder, key, signal: stop.signal, onProgress: line.onProgress };
  try {
    if (values.verify) {
      const comparison = await verifyMirror(options);
      line.end();
      printComparison(comparison);
      if (comparison.differences.length) process.exitCode = 1;
      return;
    }
    const { records, changes, is_complete } = await mirror({
      ...options,
      once,
      moved,
      dump: !no_dump,
      ledger_key,
      kinds: kinds?.split(','),
    });
    line.end();
    console.log(
      `${count(changes, 'change')} read; ${count(records, 'record')} in ${fileIn(folder)}${is_complete ? '' : ', copy not complete'}.`,
    );
  } catch (error) {
    line.end();
    if (!stop.signal.aborted) throw error;
    process.exitCode = 130;
  }
};

/** `launchweek-client dataset …` */
export const runDataset = async (words: string[]): Promise<void> => {
  const { values, positionals } = parse(words);
  if (values.help) return console.log(DATASET_USAGE);
  const [address, folder, ...rest] = positionals;
  if (!address || !folder || rest.length) throw new UsageError(DATASET_USAGE);
  const onProgress = (file: string, bytes: number, size: number) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${file}: ${Math.floor((bytes / size) * 100)}%${bytes === size ? '\n' : ''}`);
  };
  const { name, files, licence } = await downloadDataset({ address, folder, ledger_key: values['ledger-key'], onProgress });
  console.log(`The dump ${name} is in ${folder}: ${count(files.length, 'file')}, signature and checksums are right.`);
  console.log(`Licence: ${licence.name}${licence.url ? ` (${licence.url})` : ''}. Source to name: ${licence.attribution}.`);
};
