import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/support/free-port.ts';
import { writeClock } from './cluster.ts';

/** libfaketime changes the clock of one process; null if it is not installed. */
const FAKETIME =
  readdirSync('/usr/lib', { withFileTypes: true })
    .map(({ name }) => join('/usr/lib', name, 'faketime', 'libfaketime.so.1'))
    .find((path) => existsSync(path)) ?? null;

export const canMoveClocks = FAKETIME !== null;

/** Time limit to become ready after a fault is repaired. */
const READY_WITHIN_MS = 45_000;

interface Options {
  name: string;
  folder: string;
  env: Record<string, string>;
  main: string;
}

/** One process of the service, monitored all the time. */
export class Service {
  readonly name: string;
  readonly port: number;
  readonly root: string;
  readonly clock_file: string;
  readonly #options: Options;
  #child: ChildProcess | null = null;
  #stderr = '';
  /** Set while the run stops the process. */
  #expected = false;
  /** Unexpected exits. */
  readonly deaths: string[] = [];
  /** Response times of /healthz while it was not suspended, in milliseconds. */
  readonly health: number[] = [];
  is_stopped = false;
  #watching = true;

  static async create(options: Options): Promise<Service> {
    const service = new Service(options, await freePort());
    await writeClock(service.clock_file, 0);
    void service.#watch();
    return service;
  }

  private constructor(options: Options, port: number) {
    this.#options = options;
    this.name = options.name;
    this.port = port;
    this.root = `http://localhost:${port}`;
    this.clock_file = join(options.folder, `${options.name}.clock`);
  }

  start(): void {
    const clock = FAKETIME
      ? { LD_PRELOAD: FAKETIME, FAKETIME_TIMESTAMP_FILE: this.clock_file, FAKETIME_CACHE_DURATION: '1', DONT_FAKE_MONOTONIC: '1' }
      : {};
    const child = spawn(process.execPath, [this.#options.main, 'serve'], {
      env: { ...process.env, ...clock, ...this.#options.env, PORT: String(this.port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#expected = false;
    this.#child = child;
    child.stderr.on('data', (chunk) => {
      this.#stderr = (this.#stderr + chunk).slice(-4000);
    });
    child.once('exit', (code, signal) => {
      if (this.#child !== child) return;
      this.#child = null;
      if (this.#expected) return;
      this.deaths.push(`${this.name} ended with ${signal ?? code}: ${this.#stderr.trim().split('\n').slice(-12).join('\n')}`);
      // A supervisor would restart it; the run has failed nevertheless.
      setTimeout(() => this.#watching && this.#child === null && this.start(), 1000);
    });
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Stops the process within a time limit and returns how long it took. */
  async end(signal: 'SIGTERM' | 'SIGKILL', within_ms: number): Promise<number> {
    const child = this.#child;
    if (!child) return 0;
    this.#expected = true;
    const from = performance.now();
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill(signal);
    const late = sleep(within_ms, 'late' as const, { ref: false });
    if ((await Promise.race([ended, late])) === 'late') {
      this.deaths.push(`${this.name} was still there ${within_ms} ms after ${signal}`);
      child.kill('SIGKILL');
      await ended;
    }
    return performance.now() - from;
  }

  async pause(ms: number): Promise<void> {
    this.is_stopped = true;
    this.#child?.kill('SIGSTOP');
    await sleep(ms);
    this.#child?.kill('SIGCONT');
    this.is_stopped = false;
  }

  async isReady(): Promise<boolean> {
    const reply = await fetch(`${this.root}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
    await reply?.body?.cancel();
    return reply?.status === 200;
  }

  /** Waits until the process is ready again and returns how long it took. */
  async becomeReady(): Promise<number> {
    const from = performance.now();
    while (performance.now() - from < READY_WITHIN_MS) {
      if (await this.isReady()) return performance.now() - from;
      await sleep(100);
    }
    this.deaths.push(`${this.name} was not ready ${READY_WITHIN_MS} ms after the fault was over`);
    return READY_WITHIN_MS;
  }

  async #watch(): Promise<void> {
    while (this.#watching) {
      const pid = this.pid;
      const from = performance.now();
      const reply = await fetch(`${this.root}/healthz`, { signal: AbortSignal.timeout(20_000) }).catch(() => null);
      await reply?.body?.cancel();
      if (reply && pid === this.pid && !this.is_stopped) this.health.push(performance.now() - from);
      await sleep(100);
    }
  }

  async close(): Promise<void> {
    this.#watching = false;
    await this.end('SIGTERM', 30_000);
  }
}
