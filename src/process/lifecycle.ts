import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { PlainError } from '../kernel/errors.ts';

/** Timeouts of each startup step and of the shutdown. */
interface TimeLimits {
  start_ms: number;
  stop_ms: number;
}

export class StartError extends PlainError {}

class StopSignal extends Error {
  readonly signal: NodeJS.Signals;
  constructor(signal: NodeJS.Signals) {
    super(signal);
    this.signal = signal;
  }
}

interface Closer {
  end(): Promise<unknown>;
  /** Closes it when there is no time left. */
  force?(): Promise<unknown>;
}

/** One Ctrl-C can arrive twice, from the terminal and from npm. After this time a second signal forces the exit. */
const SECOND_SIGNAL_MS = 1000;
const FORCE_MS = 5000;
/** After a failed or interrupted start there is nothing to finish, only resources to close. */
const RELEASE_MS = 5000;

/** Errors of system, network and database, and our own plain errors. Anything else is a bug and shows its stack. */
const isKnownError = (error: unknown): boolean =>
  /^(?!ERR_)[0-9A-Z_]{4,}$/.test(String((error as { code?: unknown }).code)) || Object.getPrototypeOf(error) === Error.prototype;

const messageOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(messageOf).join('; ') : (error as Error).message;

const asStartFailure = (step: string, error: unknown): unknown =>
  isKnownError(error) ? new StartError(`Launchweek did not start. It failed while ${step}: ${messageOf(error)}`, { cause: error }) : error;

/** Startup in steps, work, then shutdown with a timeout, which closes resources in reverse order, however far the startup came. */
export class Lifecycle {
  #limits: TimeLimits;
  #closers: Closer[] = [];
  #step = 'starting';
  #started = false;
  #interrupt: (error: Error) => void;
  #start_timer: NodeJS.Timeout;
  #stop_requested_at: number | null = null;
  #ending = false;
  /** Rejects on a stop signal, or when a startup step takes too long. */
  readonly interrupted: Promise<never>;

  constructor(limits: TimeLimits) {
    this.#limits = limits;
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => {});
    this.interrupted = promise;
    this.#interrupt = reject;
    this.#start_timer = setTimeout(() => this.#failStart(), limits.start_ms);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => this.#onSignal(signal));
    // Under `npm start` a signal may reach npm only, even SIGKILL: when npm is gone, stop too.
    const parent = process.ppid;
    const orphaned = () => process.ppid !== parent && this.#onSignal('SIGTERM');
    if (process.env.npm_lifecycle_event) setInterval(orphaned, 200).unref();
  }

  /** Runs a startup step. `name` completes the sentence "It failed while …". */
  async step<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.#step = name;
    this.extendStart();
    try {
      return await work();
    } catch (error) {
      throw this.#started ? error : asStartFailure(name, error);
    }
  }

  /** A startup step that opens a resource. It is closed at the end, also if startup was interrupted while it was opening. */
  acquire<T>(name: string, open: () => Promise<T>, closerOf: (opened: T) => Closer): Promise<T> {
    const opening = open();
    const whenOpened = (close: (closer: Closer) => Promise<unknown> | undefined) => async () => {
      const opened = await opening.catch(() => null);
      if (opened !== null) await close(closerOf(opened));
    };
    this.onEnd({ end: whenOpened((closer) => closer.end()), force: whenOpened((closer) => closer.force?.()) });
    return this.step(name, () => opening);
  }

  onEnd(closer: Closer): void {
    this.#closers.push(closer);
  }

  /** Startup makes progress: restart the timeout. */
  extendStart(): void {
    if (!this.#started) this.#start_timer.refresh();
  }

  started(): void {
    this.#started = true;
    clearTimeout(this.#start_timer);
  }

  #failStart(): void {
    const seconds = this.#limits.start_ms / 1000;
    this.#interrupt(
      new StartError(`Launchweek did not start. It was still ${this.#step} after ${seconds} seconds; START_SECONDS gives it more time.`),
    );
  }

  #onSignal(signal: NodeJS.Signals): void {
    const now = performance.now();
    if (this.#stop_requested_at !== null && now - this.#stop_requested_at > SECOND_SIGNAL_MS) void this.#exitByForce(130);
    if (this.#stop_requested_at !== null) return;
    this.#stop_requested_at = now;
    this.#limitEnd();
    this.#interrupt(new StopSignal(signal));
  }

  #limitEnd(): void {
    if (this.#started) setTimeout(() => this.#failStop(), this.#limits.stop_ms);
    else setTimeout(() => void this.#exitByForce(Number(process.exitCode ?? 1)), RELEASE_MS);
  }

  #failStop(): void {
    console.error(`Launchweek did not stop within ${this.#limits.stop_ms / 1000} seconds, so it was terminated.`);
    void this.#exitByForce(1);
  }

  async #exitByForce(code: number): Promise<never> {
    const force = async () => {
      for (const { force } of this.#closers.toReversed()) await force?.().catch(() => {});
    };
    await Promise.race([force(), sleep(FORCE_MS)]);
    return process.exit(code);
  }

  /** Closes all resources. A failure to close one does not stop the others. */
  async end(): Promise<void> {
    if (this.#ending) return;
    this.#ending = true;
    clearTimeout(this.#start_timer);
    // Running work loses its connections now; its errors no longer matter.
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', () => {});
    if (this.#stop_requested_at === null) this.#limitEnd();
    for (const { end } of this.#closers.toReversed()) await end().catch(() => {});
  }
}

/** Reports a failure before cleanup, which may take a while. `stopped_code` replaces the usual exit code of a stop signal. */
export const runProcess = async (
  limits: TimeLimits,
  body: (lifecycle: Lifecycle) => Promise<void>,
  { stopped_code }: { stopped_code?: number } = {},
): Promise<void> => {
  const lifecycle = new Lifecycle(limits);
  try {
    await Promise.race([body(lifecycle), lifecycle.interrupted]);
  } catch (error) {
    if (error instanceof StopSignal) process.exitCode = stopped_code ?? (error.signal === 'SIGINT' ? 130 : 143);
    else reportFailure(error);
  } finally {
    await lifecycle.end();
  }
};

const EXPECTED_CODES =
  /^(EADDR|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|CONNECT_TIMEOUT|EAI_AGAIN|ENOTFOUND|EACCES|ENOENT|ENOSPC|EPIPE|EISDIR|ERR_PARSE_ARGS|28|3D)/;

const isExpected = (error: unknown): boolean => {
  const { code = '', plain = false } = error as { code?: string; plain?: boolean };
  return plain || EXPECTED_CODES.test(code);
};

/** Reports an error and sets exit code 1. Expected errors show one sentence, others their stack. */
export const reportFailure = (error: unknown): void => {
  console.error(isExpected(error) ? (error as Error).message : error);
  process.exitCode = 1;
};

const FLUSH_MS = 2000;

/** Logs an uncaught error and exits: the state is unknown then, and the supervisor starts another process. */
export const exitOnUncaught = (log: Logger): void => {
  let ending = false;
  const end = (kind: string) => (error: unknown) => {
    if (log.isLevelEnabled('fatal')) log.fatal({ err: error instanceof Error ? error : new Error(String(error)) }, kind);
    else console.error(kind, error);
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), FLUSH_MS);
    log.flush(() => process.exit(1));
  };
  process.on('uncaughtException', end('uncaught exception')).on('unhandledRejection', end('unhandled rejection'));
};
