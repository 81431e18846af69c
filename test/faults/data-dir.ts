import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, vi } from 'vitest';
import { killFixtures, serverProcesses, use } from './run-fixture.ts';

export const run = promisify(execFile);

/** Where the running test keeps its things. */
export const here = { folder: '', data_dir: '' };
let temporary: string;

/** Gives every test of a file a folder of its own, and sees that nothing is left running in it. Called by each file: a worker loads this one once. */
export const useDataDir = () => {
  beforeEach(async () => {
    here.folder = await makeOpenFolder('faults-');
    here.data_dir = join(here.folder, 'data');
    // Their own place for temporary files shows what they leave there, whatever else runs on this machine.
    temporary = join(here.folder, 'tmp');
    await mkdir(temporary);
    await chmod(temporary, 0o1777);
    vi.stubEnv('TMPDIR', temporary);
  });

  /** Every test has to end with nothing running; a failed one is put out by force, so that the next begins clean. */
  afterEach(async () => {
    killFixtures();
    const left = serverProcesses(here.data_dir);
    for (const pid of left) kill(pid);
    const elsewhere = await realpath(join(here.data_dir, 'postgres')).catch(() => null);
    if (elsewhere?.startsWith('/var/lib/launchweek/data-')) await rm(elsewhere, { recursive: true });
    const sockets = await readdir(temporary);
    vi.unstubAllEnvs();
    await rm(here.folder, { recursive: true, force: true, maxRetries: 10 });
    expect({ left, sockets }).toEqual({ left: [], sockets: [] });
  });
};

/** Gives every test of a file a database to begin with, made once. */
export const beginWithDatabase = () => {
  useDataDir();
  let made: string;
  beforeAll(async () => {
    made = await makeOpenFolder('made-');
    await (await use(made, 'command')).end();
  });
  afterAll(() => rm(made, { recursive: true }));
  beforeEach(async () => {
    await run('cp', ['-a', made, here.data_dir]);
  });
};

/** As root the server is another user, who has to get in. */
const makeOpenFolder = async (prefix: string) => {
  const folder = await mkdtemp(join(inject('folder'), prefix));
  await chmod(folder, 0o755);
  return folder;
};

export const kill = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It went by itself.
  }
};

export const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
};

export const socketFolder = (said: { connectionString?: string }) => new URL(said.connectionString!).searchParams.get('host')!;
