import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger, runOnce } from 'graphile-worker';
import { openDatabase } from '../src/db/open.ts';
import { prepareDatabase } from '../src/db/prepare.ts';
import { median } from './questions.ts';

/**
 * What it costs a lane with nothing to do to find that out while thousands of jobs wait in another. Makes its database and removes it:
 * node bench/jobs.ts [WAITING=20000]
 */
const [waiting = 20_000] = process.argv.slice(2).map(Number);
const LOOKS = 40;
const silent = new Logger(() => () => {});

const data_dir = await mkdtemp(join(tmpdir(), 'launchweek-bench-'));
// As root the server is another user, who has to get in.
await chmod(data_dir, 0o755);
const database = await openDatabase({ database_url: null, data_dir, role: 'command' });
const { sql, connection } = database;

/** One look of a lane of its own, as the service's lanes look. */
const look = async (): Promise<number> => {
  const from = performance.now();
  await runOnce({ ...connection, taskList: { read_draft: () => {} }, concurrency: 1, noPreparedStatements: true, logger: silent });
  return performance.now() - from;
};
const looks = async (): Promise<number> => {
  const times: number[] = [];
  for (let n = 0; n < LOOKS; n++) times.push(await look());
  return median(times);
};

try {
  await prepareDatabase(database);
  const alone = await looks();
  await sql`select from generate_series(1, ${waiting}), lateral graphile_worker.add_job('send_mail', '{}'::json)`;
  await sql`vacuum analyze graphile_worker._private_jobs`;
  const indexed = await looks();
  await sql`drop index graphile_worker.jobs_by_task`;
  const without = await looks();
  console.log(`a look of an idle lane, with connecting: ${alone.toFixed(1)} ms where nothing waits`);
  console.log(`with ${waiting} waiting in another: ${indexed.toFixed(1)} ms (${(indexed / alone).toFixed(2)})`);
  console.log(`the same without the index: ${without.toFixed(1)} ms (${(without / alone).toFixed(2)})`);
} finally {
  await database.close();
  await rm(data_dir, { recursive: true, force: true });
}
