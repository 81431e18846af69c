import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, vi } from 'vitest';
import { killFixtures, serverProcesses, startFixture } from './run-fixture.ts';

export const run = promisify(execFile);

/** Paths of the running test. */
export const paths = { folder: '', data_dir: '' };
let temporary: string;

/**
 * Gives every test of a file a folder of its own, and checks that nothing is left running in it. Each test file has to call it, because a
 * worker loads this module only once.
 */
export const useDataDir = () => {
  beforeEach(async () => {
    paths.folder = await makeOpenFolder('faults-');
    paths.data_dir = join(paths.folder, 'data');
    // A temporary folder of their own shows what they leave there, whatever else runs on this machine.
    temporary = join(paths.folder, 'tmp');
    await mkdir(temporary);
    await chmod(temporary, 0o1777);
    vi.stubEnv('TMPDIR', temporary);
  });

  /** Every test has to end with nothing running; processes of a failed one are killed, so that the next starts clean. */
  afterEach(async () => {
    killFixtures();
    const left = serverProcesses(paths.data_dir);
    for (const pid of left) kill(pid);
    const data_folder = await realpath(join(paths.data_dir, 'postgres')).catch(() => null);
    if (data_folder?.startsWith('/var/lib/launchweek/data-')) await rm(data_folder, { recursive: true });
    const sockets = await readdir(temporary);
    vi.unstubAllEnvs();
    await rm(paths.folder, { recursive: true, force: true, maxRetries: 10 });
    expect({ left, sockets }).toEqual({ left: [], sockets: [] });
  });
};

/** Gives every test of a file a copy of a database that is created once. */
export const useCopiedDatabase = () => {
  useDataDir();
  let template_dir: string;
  beforeAll(async () => {
    template_dir = await makeOpenFolder('made-');
    await (await startFixture(template_dir, 'command')).end();
  });
  afterAll(() => rm(template_dir, { recursive: true }));
  beforeEach(async () => {
    await run('cp', ['-a', template_dir, paths.data_dir]);
  });
};

/** When the tests run as root, PostgreSQL runs as another user, who needs access. */
const makeOpenFolder = async (prefix: string) => {
  const folder = await mkdtemp(join(inject('folder'), prefix));
  await chmod(folder, 0o755);
  return folder;
};

export const kill = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
};

export const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
};

export const socketFolder = (output: { connectionString?: string }) => new URL(output.connectionString!).searchParams.get('host')!;
