// Are changes of real websites noticed? Replays labelled histories of websites from git under a moved clock: the first version is drafted
// and published, then every version is read again by the jobs of the service, and what they report is compared with the labels.
// usage: node bench/history.ts FOLDER [--details] [--only KEY,KEY]
//
// FOLDER/owner+name/repo is the git directory of each repository that bench/history/*.json names.
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bundle } from '../bundle.ts';
import { prepareDatabase } from '../src/db/migrate/migrate.ts';
import { ensureDefaultSite } from '../src/modules/sites/sites.ts';
import { siteOf } from '../test/support/voters.ts';
import type { LabelledHistory } from './history/labels.ts';
import type * as run from './history/run.ts';
import { openTemporary } from './support/database.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { details: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const labels = join(import.meta.dirname, 'history');
const histories = readdirSync(labels)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(labels, name), 'utf8')) as LabelledHistory)
  .filter(({ key }) => !values.only || values.only.split(',').includes(key));

/** The jobs are bundled, because they import mails (TSX). */
const BUILT = join('dist', `history-bench-${process.pid}`);
const database = await openTemporary(12);
try {
  await bundle({ entryPoints: ['bench/history/run.ts', 'src/parser-worker.ts'], outdir: BUILT });
  const { replayAll } = (await import(pathToFileURL(join(BUILT, 'run.js')).href)) as typeof run;
  await prepareDatabase(database);
  const { sql } = database;
  const site = await siteOf(sql, (await ensureDefaultSite(sql))!);
  await replayAll(histories, { sql, site, folder: resolve(positionals[0] ?? '.'), details: values.details });
} finally {
  await database.close();
  await rm(BUILT, { recursive: true, force: true });
}
process.exit();
