import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

const run = promisify(execFile);
const BUILT = 'dist/main.js';

const envFor = (more: Record<string, string>) => ({ ...process.env, NODE_ENV: '', LOG_LEVEL: 'silent', ...more });

export interface Running {
  pid: number;
  /** URL; empty for a worker. */
  root: string;
  /** Output so far. */
  said(): string;
  /** Kills it with SIGKILL, like the kernel when memory is short. */
  kill(): Promise<void>;
  /** Stops it and returns its exit code. */
  stop(signal?: 'SIGTERM' | 'SIGINT'): Promise<number | null>;
}

/** Starts processes of the built service, each on a given database or, without one, on its own; stopped after the file's last test. */
export const useProcesses = () => {
  const running = new Set<ChildProcess>();
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
  });
  return async (database_url: string, words: string[], more: Record<string, string> = {}): Promise<Running> => {
    const env = envFor({ DATABASE_URL: database_url, PORT: String(await freePort()), RATE_LIMIT: 'off', ...more });
    const child = spawn(process.execPath, [BUILT, ...words], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    running.add(child);
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode} instead of starting.`);
      return /reference .*\n|Working/.test(said);
    });
    return {
      pid: child.pid!,
      root: /website +(http:\/\/localhost:\d+)\//.exec(said)?.[1] ?? '',
      said: () => said,
      async kill() {
        child.kill('SIGKILL');
        await ended;
      },
      stop(signal = 'SIGTERM') {
        child.kill(signal);
        return ended;
      },
    };
  };
};

export interface Spawned {
  child: ChildProcess;
  /** Exit code. */
  ended: Promise<number | null>;
}

/** Starts the built service without waiting. The caller stops it. */
export const spawnService = async (env: Record<string, string>, ...words: string[]): Promise<Spawned> => {
  const child = spawn(process.execPath, [BUILT, ...words], { env: envFor(env), stdio: 'ignore' });
  return { child, ended: new Promise((resolve) => child.once('exit', resolve)) };
};

/** Runs the built service to its end and returns its output; on failure the error has `stderr`. */
export const command = async (env: Record<string, string>, ...words: string[]): Promise<string> =>
  (await run(process.execPath, [BUILT, ...words], { env: envFor(env) })).stdout;
