import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { listMissingMigrations } from '../db/migrate/migrate.ts';
import { type Database, openDatabase, type Sql } from '../db/open.ts';
import { openReplicas } from '../db/replicas/replicas.ts';
import { openIntegrations } from '../integrations/integrations.ts';
import { openValkey } from '../integrations/valkey.ts';
import { CHECKS, type Finding, runCheck } from '../modules/setup/checks.ts';

const MB = 1024 * 1024;
const MIN_FREE_MB = 1024;

const checkSettings = ({ production, rate_limit, site_root }: Config): Finding => {
  const unsafe = [...(production ? [] : ['NODE_ENV is not production']), ...(rate_limit ? [] : ['RATE_LIMIT is off'])];
  return unsafe.length > 0
    ? { status: 'warning', found: `${unsafe.join(', and ')}.`, advice: 'Fine for development. Set NODE_ENV=production to open.' }
    : { status: 'ok', found: `The settings are valid, for ${site_root}.` };
};

const checkDisk = async ({ data_dir }: Config): Promise<Finding> => {
  const { bavail, bsize } = await statfs(data_dir).catch(() => statfs('.'));
  const free_mb = Math.floor((bavail * bsize) / MB);
  return free_mb < MIN_FREE_MB
    ? { status: 'failed', found: `Only ${free_mb} MB are free.`, advice: 'Make room: without space the database stops.' }
    : { status: 'ok', found: `${free_mb} MB are free.` };
};

const checkVersion = async (sql: Sql): Promise<Finding> => {
  const missing = await listMissingMigrations(sql);
  return missing.length > 0
    ? { status: 'failed', found: `${missing.length} migrations are missing.`, advice: 'Run `launchweek migrate`, or start the service.' }
    : { status: 'ok', found: 'The database is up to date.' };
};

/** Opens the replicas as the service does, and says which of them get reads. */
const checkReplicas = async ({ database_read_urls: urls, database_read_lag_ms: max_lag_ms }: Config, { sql, open }: Database) => {
  const log = { info: () => {}, warn: () => {} };
  const { status, stop } = await openReplicas({ urls, primary: sql, health: open('health'), max_lag_ms, log });
  try {
    // Checks are repeated every second. What the primary wrote takes a moment to arrive on a replica that works.
    const until = performance.now() + max_lag_ms + 1000;
    const isCatchingUp = () => status().some(({ reason, lag_ms }) => reason !== null && lag_ms !== null);
    while (isCatchingUp() && performance.now() < until) await sleep(100);
    return status().map(
      ({ name, reason }): Finding =>
        reason === null
          ? { status: 'ok', found: `${name} has what the primary wrote.` }
          : { status: 'failed', found: `${name} gets no reads: ${reason}`, advice: 'Check DATABASE_READ_URL and the replication.' },
    );
  } finally {
    await stop();
  }
};

const checkValkey = async (url: string): Promise<Finding> => {
  const { ping, close } = await openValkey(url);
  try {
    await ping();
    return { status: 'ok', found: 'Rate limits are counted in Valkey.' };
  } catch (error) {
    const found = `Valkey does not answer: ${(error as Error).message}`;
    return { status: 'failed', found, advice: 'Check VALKEY_URL. Until then each process counts rate limits by itself.' };
  } finally {
    close();
  }
};

const MARKS: Record<Finding['status'], string> = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' };
const TITLE_WIDTH = 14;

/** Runs every check, prints what it found, and says whether nothing failed. It changes nothing but a test object in the store of pictures. */
export const runDoctor = async (config: Config, print: (line: string) => void): Promise<boolean> => {
  let all_well = true;
  const report = (title: string, { status, found, advice }: Finding): void => {
    if (status === 'failed') all_well = false;
    print(`${MARKS[status]} ${title.padEnd(TITLE_WIDTH)} ${found}`);
    if (advice) print(`${' '.repeat(MARKS.ok.length + TITLE_WIDTH + 2)}→ ${advice}`);
  };
  report('Settings', checkSettings(config));
  report('Disk', await checkDisk(config));
  const integrations = openIntegrations(config);
  try {
    const { database_url, data_dir, clock, site_root: root } = config;
    const database = await openDatabase({ database_url, data_dir, role: 'command', pool: 2 });
    try {
      report('Migrations', await checkVersion(database.sql));
      if (config.database_read_urls.length > 0) for (const finding of await checkReplicas(config, database)) report('Replica', finding);
      if (config.valkey_url) report('Valkey', await checkValkey(config.valkey_url));
      for (const check of CHECKS) report(check.title, await runCheck(check, { sql: database.sql, clock, integrations, root }));
    } finally {
      await database.close();
    }
  } catch (error) {
    report('Database', {
      status: 'failed',
      found: `It cannot be opened: ${(error as Error).message}`,
      advice: 'Check DATABASE_URL, and that the server runs and lets this machine in.',
    });
  } finally {
    integrations.mail.close();
  }
  return all_well;
};
