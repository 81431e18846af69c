import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const FIXTURE = join(import.meta.dirname, 'use-database.ts');

type FixtureOutput = { notes?: string[]; connectionString?: string; count?: number; error?: string; message?: string };
export type User = { uid: number; gid: number };
export type Fixture = {
  child: ChildProcess;
  output: FixtureOutput;
  ask(): Promise<FixtureOutput>;
  end(signal?: NodeJS.Signals): Promise<number | null>;
};

const started = new Set<Fixture['child']>();

/** Starts use-database.ts in a process group of its own, like a shell does, and waits for its first line of output. */
export const startFixture = async (
  data_dir: string,
  role: 'serve' | 'command',
  note = '',
  as?: { user: User; script: string; node: string },
): Promise<Fixture> => {
  const child = spawn(as?.node ?? process.execPath, [as?.script ?? FIXTURE, data_dir, role, note], {
    ...as?.user,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  started.add(child);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const next = async (): Promise<FixtureOutput> => {
    const { value, done } = await lines.next();
    if (done) throw new Error('The fixture ended without output.');
    return JSON.parse(value);
  };
  /** Asks until the pool works: queries fail while the database is down. */
  const ask = async (): Promise<FixtureOutput> => {
    child.stdin!.write('?\n');
    const output = await next();
    if (!output.error) return output;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return ask();
  };
  /** The signal goes to the whole process group, as from a terminal. */
  const end = (signal?: NodeJS.Signals) => {
    if (signal) process.kill(-child.pid!, signal);
    else child.stdin!.end();
    return exited;
  };
  return { child, output: await next(), ask, end };
};

/** Kills what a failed test left running. */
export const killFixtures = () => {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
};

/** Process ids of all PostgreSQL processes of the cluster, the server's own first. */
export const serverProcesses = (data_dir: string): number[] => {
  const cluster = readlinkOr(join(data_dir, 'postgres'));
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readlinkOr(`/proc/${name}/cwd`) === cluster)
    .map(Number)
    .sort((a, b) => Number(isServer(b)) - Number(isServer(a)));
};

const isServer = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('\0-D\0');
  } catch {
    return false;
  }
};

const readlinkOr = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch {
    return path;
  }
};
