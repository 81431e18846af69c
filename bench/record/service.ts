import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../test/support/free-port.ts';
import { openTemporary } from '../support/database.ts';

/** The service's configured root. It is the same in every run, whatever port it listens on. */
export const ROOT = 'http://launchweek.test';
/** A Wednesday, in the middle of a launch week. */
export const CLOCK_START = '2026-03-18T10:00:00Z';

const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'main.js');
const FIXED_CLOCK = join(import.meta.dirname, 'fixed-clock.ts');
const run = promisify(execFile);

/** An account that exists before the service starts. */
export interface Account {
  name: string;
  is_admin?: boolean;
  /** Scopes of its key; all by default. */
  scopes?: string;
}

export interface Service {
  port: number;
  /** Sign-in link and API key of each account. */
  accounts: { link: string; key: string }[];
  /** The text of the newest mail to an address. */
  findMail(email: string): Promise<string>;
  /** Waits until no job is due or running. */
  waitForJobs(): Promise<void>;
  stop(): Promise<void>;
}

const stopProcess = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
};

const waitUntilReady = async (child: ChildProcess, port: number): Promise<void> => {
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`The service ended with code ${child.exitCode} instead of starting.`);
    await sleep(50);
  }
};

/** Starts the built service with demo content on a database of its own. This is the only place that knows the database. */
export const startService = async (dns_port: number, accounts: Account[]): Promise<Service> => {
  const database = await openTemporary(2);
  const { sql } = database;
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    MALLOC_ARENA_MAX: '2',
    DATABASE_URL: database.connection.connectionString,
    PORT: String(port),
    SITE_ROOT: ROOT,
    CLOCK_START,
    CRAWL_ALLOW_PRIVATE: 'on',
    DNS_SERVERS: `127.0.0.1:${dns_port}`,
    LOG_LEVEL: 'warn',
    // With limits the answers would depend on how fast the requests are sent. Headers still show the limits.
    RATE_LIMIT: 'off',
  };
  /** Runs a command at a separate time with a fixed clock: rows are ordered by creation time. */
  const command = async (seconds: number, ...words: string[]): Promise<string> => {
    const at = new Date(Date.parse(CLOCK_START) + seconds * 1000).toISOString();
    return (await run(process.execPath, ['--import', FIXED_CLOCK, MAIN, ...words], { env: { ...env, CLOCK_START: at } })).stdout.trim();
  };
  const createAccount = async ({ name, is_admin = false, scopes }: Account, at: number): Promise<{ link: string; key: string }> => {
    const email = `${name}@people.example`;
    const link = await command(at - 50, 'user', 'create', '--email', email, '--name', name, ...(is_admin ? ['--admin'] : []));
    const key = await command(at - 25, 'key', 'create', '--email', email, ...(scopes ? ['--scopes', scopes] : []));
    return { link, key };
  };
  try {
    await command(0, 'demo');
    const created: Service['accounts'] = [];
    for (const [at, account] of accounts.entries()) created.push(await createAccount(account, at));
    const child = spawn(process.execPath, ['--max-old-space-size=768', '--max-semi-space-size=16', MAIN, 'serve'], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await waitUntilReady(child, port);
    return {
      port,
      accounts: created,
      async findMail(email) {
        const [mail] = await sql<
          { text: string }[]
        >`select body_text as text from mails where to_email = ${email} order by id desc limit 1`;
        if (!mail) throw new Error(`There is no mail to ${email}.`);
        return mail.text;
      },
      async waitForJobs() {
        const due = () => sql`select from graphile_worker.jobs where run_at <= now() + interval '5 seconds' and attempts < max_attempts`;
        const deadline = performance.now() + 30_000;
        while ((await due()).length > 0) {
          if (performance.now() > deadline) throw new Error('Jobs are still running after 30 seconds.');
          await sleep(50);
        }
      },
      async stop() {
        await stopProcess(child);
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
};
