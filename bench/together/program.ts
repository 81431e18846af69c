import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { until } from '../../test/support/until.ts';

/** A part of the deployment that can be stopped, killed and started again. */
export interface Part {
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Null while it does not run. */
  pid(): number | null;
}

interface Options {
  command: string;
  args: string[];
  env?: Record<string, string>;
  /** File of everything it writes. */
  log: string;
  /** Gets what it has written since it was started. */
  isReady(said: () => string): Promise<boolean>;
}

export const answers = (url: string, isGood = (status: number) => status === 200): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(3000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return isGood(response.status);
    },
    () => false,
  );

/** A program with its arguments and environment. */
export class Program implements Part {
  readonly #options: Options;
  #child: ChildProcess | null = null;
  #ended: Promise<unknown> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { command, args, env, log, isReady } = this.#options;
    const output = openSync(log, 'a');
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', output, output] });
    closeSync(output);
    this.#child = child;
    const begin = readFileSync(log).length;
    const said = () => readFileSync(log).subarray(begin).toString();
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    this.#ended = new Promise<void>((resolve) => child.once('exit', () => resolve())).then(() => process.off('exit', kill));
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`${command} ${args.join(' ')} ended with ${child.exitCode}: ${said().slice(-4000)}`);
      return isReady(said);
    }, 120_000);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#child?.kill(signal);
    await this.#ended;
    this.#child = null;
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  pid(): number | null {
    return this.#child?.pid ?? null;
  }
}
