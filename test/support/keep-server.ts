/**
 * Provides a folder and, unless DATABASE_URL is set, a PostgreSQL for a test run, in a separate process. Prints where they are, and
 * cleans up when its input ends: that also happens when the run is killed and Vitest has no time for teardown.
 */
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/db/open.ts';

/** Creating a database takes a tenth of the time in memory: it is hundreds of files. */
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 1024 ** 3;
const hasMemory = async (): Promise<boolean> => {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return !process.env.TMPDIR && bavail * bsize > ENOUGH_BYTES;
};

const folder = await mkdtemp(join((await hasMemory()) ? MEMORY : tmpdir(), 'launchweek-run-'));
const forget = () => rm(folder, { recursive: true, force: true, maxRetries: 10 });
// As root the server runs as another user, who needs access.
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
