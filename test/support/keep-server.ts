/**
 * Keeps a folder and, unless DATABASE_URL names one, a PostgreSQL for a test run, in a process of its own: prints where
 * they are, and puts all away when its input ends. That ends with the run, by Ctrl-C or killed as well, when Vitest has
 * no time to tear down.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/db/open.ts';

const folder = await mkdtemp(join(tmpdir(), 'launchweek-run-'));
const forget = () => rm(folder, { recursive: true, force: true, maxRetries: 10 });
// As root the server is another user, who has to get in.
await chmod(folder, 0o755);

try {
  const database_url = process.env.DATABASE_URL || null;
  const { connection, close } = await openDatabase({
    database_url,
    data_dir: join(folder, 'data'),
    role: 'command',
    durable: false,
    pool: 1,
  });
  process.stdin.resume().once('end', () => void close().then(forget));
  console.log(JSON.stringify({ url: connection.connectionString, folder }));
} catch (error) {
  console.error(error);
  await forget();
  process.exitCode = 1;
}
