import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { bytesIn, ParserFailed, type ParserLimits, type ParserTask, transferablesIn } from './task.ts';
import { READY, type ThreadRequest, type ThreadResponse } from './thread.ts';

/** More threads would only compete with the main thread, and each takes about 40 MB. */
const THREADS = Math.max(2, Math.min(4, availableParallelism() - 1));
/** Heap limits per thread. Node terminates a thread that exceeds them. */
const MEMORY = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };
/** A thread takes a third of a second to start, so idle ones are kept for a while. */
const IDLE_MS = 60_000;
/** Threads are replaced when their heap is this large or after this many tasks: V8 returns memory only under pressure. */
const LARGE_HEAP_BYTES = 72 * 1024 * 1024;
const MAX_TASKS = 5000;
/** An input of this size may need most of a thread's memory, so such inputs are parsed one at a time. */
const LARGE_INPUT_BYTES = 512 * 1024;
const MAX_WAITING = 2000;
const WATCH_MS = 100;

/** Next to the bundle, or in the source tree. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? '../../parser-worker.ts' : './parser-worker.js', import.meta.url);

interface PoolJob {
  request: ThreadRequest;
  bounds: ParserLimits;
  is_large: boolean;
  resolve(output: never): void;
  reject(error: ParserFailed): void;
}

interface Thread {
  worker: Worker;
  ready: boolean;
  tasks: number;
  idle_timer?: NodeJS.Timeout;
  job: PoolJob | null;
  started_at: number;
  /** CPU time of the thread when its job started; null until measured. */
  cpu_before: number | null;
}

/** One queue per task, served in turn: many jobs of one kind do not delay another kind. */
const queues = new Map<string, PoolJob[]>();
const threads = new Set<Thread>();
/** Threads that are terminating: native code cannot be interrupted. */
let ending = 0;
let watch_timer: NodeJS.Timeout | null = null;

const cpuOf = async ({ worker }: Thread): Promise<number | null> => {
  const usage = await worker.cpuUsage().catch(() => null);
  return usage && (usage.user + usage.system) / 1000;
};

const runningJobs = (): PoolJob[] => [...threads].flatMap(({ job }) => job ?? []);

const canStart = ({ bounds, is_large }: PoolJob): boolean => {
  const now = runningJobs();
  if (bounds.long && now.filter((job) => job.bounds.long).length >= THREADS - 1) return false;
  return !(is_large && now.some((job) => job.is_large));
};

/** Takes the next job that may start and moves its queue to the end. */
const takeNext = (): PoolJob | null => {
  for (const [name, jobs] of queues) {
    if (!canStart(jobs[0]!)) continue;
    const job = jobs.shift()!;
    queues.delete(name);
    if (jobs.length > 0) queues.set(name, jobs);
    return job;
  }
  return null;
};

const countWaiting = (): number => [...queues.values()].reduce((sum, jobs) => sum + jobs.length, 0);

const startWatching = (): void => {
  watch_timer ??= setInterval(watchBounds, WATCH_MS).unref();
};

/** Removes a thread from the pool. Its current job fails with this error. */
const endThread = (thread: Thread, error: ParserFailed | null): void => {
  if (!threads.delete(thread)) return;
  clearTimeout(thread.idle_timer);
  ending++;
  void thread.worker.terminate().finally(() => {
    ending--;
    dispatch();
  });
  if (error) thread.job?.reject(error);
  dispatch();
};

const startJob = (thread: Thread, job: PoolJob): void => {
  clearTimeout(thread.idle_timer);
  Object.assign(thread, { job, started_at: performance.now(), cpu_before: null });
  void cpuOf(thread).then((cpu) => {
    if (thread.job === job) thread.cpu_before = cpu;
  });
  thread.worker.postMessage(job.request, transferablesIn(job.request.input));
  startWatching();
};

const finishJob = (thread: Thread, response: ThreadResponse): void => {
  const { job } = thread;
  thread.job = null;
  thread.tasks++;
  if (job && 'output' in response) job.resolve(response.output as never);
  else if (job) job.reject(new ParserFailed('broken', `${job.request.name}: ${(response as { error: string }).error}`));
  if (response.heap_bytes > LARGE_HEAP_BYTES || thread.tasks >= MAX_TASKS) endThread(thread, null);
  else {
    thread.idle_timer = setTimeout(() => endThread(thread, null), IDLE_MS).unref();
    dispatch();
  }
};

const startThread = (): void => {
  const worker = new Worker(ENTRY, { resourceLimits: MEMORY, execArgv: [] });
  // Threads must not delay process exit.
  worker.unref();
  const thread: Thread = { worker, ready: false, tasks: 0, job: null, started_at: 0, cpu_before: null };
  threads.add(thread);
  const fail = (code: ParserFailed['code'], reason: string): void => {
    if (!threads.has(thread)) return;
    // If threads cannot start, fail a waiting job; otherwise they would be restarted forever.
    const next_job = thread.ready ? null : takeNext();
    next_job?.reject(new ParserFailed('broken', `the parser thread did not start: ${reason}`));
    endThread(thread, new ParserFailed(code, reason));
  };
  worker
    .on('message', (message: typeof READY | ThreadResponse) => {
      if (message !== READY) return finishJob(thread, message);
      thread.ready = true;
      dispatch();
    })
    .on('error', (error: Error & { code?: string }) =>
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_large' : 'broken', error.stack ?? error.message),
    )
    .on('exit', (code) => fail('broken', `the thread exited with ${code}`));
};

const dispatch = (): void => {
  for (const thread of threads) {
    if (!thread.ready || thread.job) continue;
    const job = takeNext();
    if (!job) break;
    startJob(thread, job);
  }
  const starting = [...threads].filter(({ ready }) => !ready).length;
  const idle = [...threads].filter(({ ready, job }) => ready && !job).length;
  let missing = countWaiting() - starting - idle;
  while (missing-- > 0 && threads.size < THREADS && threads.size + ending < 2 * THREADS) startThread();
};

const watchThread = async (thread: Thread, job: PoolJob): Promise<void> => {
  const { cpu_ms, wall_ms } = job.bounds;
  const endJob = (reason: string) => {
    if (thread.job === job) endThread(thread, new ParserFailed('timed_out', `${job.request.name} ${reason}`));
  };
  if (performance.now() - thread.started_at > wall_ms) return endJob(`took more than ${wall_ms} ms`);
  const { cpu_before } = thread;
  const cpu = cpu_before === null ? null : await cpuOf(thread);
  if (cpu !== null && cpu_before !== null && thread.cpu_before === cpu_before && cpu - cpu_before > cpu_ms)
    endJob(`used more than ${cpu_ms} ms of the processor`);
};

const watchBounds = (): void => {
  if (runningJobs().length === 0) {
    clearInterval(watch_timer!);
    watch_timer = null;
  }
  for (const thread of threads) if (thread.job) void watchThread(thread, thread.job);
};

/** Runs a parser in a worker thread, which is terminated if it exceeds its limits. Byte arrays are transferred and empty afterwards. */
export const runParser = async <I, O>(task: ParserTask<I, O>, input: I, other_bounds: Partial<ParserLimits> = {}): Promise<O> => {
  const bounds = { ...task.bounds, ...other_bounds };
  const bytes = bytesIn(input);
  if (bytes > bounds.input_bytes) throw new ParserFailed('too_large', `${task.name} takes ${bounds.input_bytes} bytes, not ${bytes}`);
  if (countWaiting() >= MAX_WAITING) throw new ParserFailed('busy', 'too much is waiting to be parsed');
  return new Promise<O>((resolve, reject) => {
    const job: PoolJob = { request: { name: task.name, input }, bounds, is_large: bytes > LARGE_INPUT_BYTES, resolve, reject };
    const queue = queues.get(task.name);
    if (queue) queue.push(job);
    else queues.set(task.name, [job]);
    dispatch();
  });
};
