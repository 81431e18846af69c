import { statfs } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { listMissingMigrations } from '../db/migrate/migrate.ts';
import { openDatabase, type Sql } from '../db/open.ts';
import { openIntegrations } from '../integrations/integrations.ts';
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
