import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

const run = promisify(execFile);
const BUILT = 'dist/main.js';

/** Starting costs mostly reading the code: what one process has compiled the next need not. */
const envFor = (more: Record<string, string>) => ({
  ...process.env,
  NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
  NODE_ENV: '',
  LOG_LEVEL: 'silent',
  ...more,
});

export interface Running {
  /** Where it answers; empty for one that only works. */
  root: string;
  /** What it has printed so far. */
  said(): string;
  /** Kills it as the kernel does when memory is short: nothing of it runs any more. */
  kill(): Promise<void>;
  /** Asks it to stop, and gives what it ended with. */
  stop(signal?: 'SIGTERM' | 'SIGINT'): Promise<number | null>;
}

/** Real processes of the built service, each on a database or, where that is empty, on one of its own; put out after the file's last test. */
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

/** Runs the built service to its end and gives what it printed; what it says when it fails is the error's `stderr`. */
export const command = async (env: Record<string, string>, ...words: string[]): Promise<string> =>
  (await run(process.execPath, [BUILT, ...words], { env: envFor(env) })).stdout;
