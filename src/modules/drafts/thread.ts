import { Worker } from 'node:worker_threads';
import type { Judgement } from './judge/judgement.ts';
import type { PageText, ReadPage } from './page/page.ts';
import type { CategoryName } from './proposal.ts';

/** Drafts from pages; with a proposal, judges that instead. */
export interface Asked {
  pages: ReadPage[];
  categories: CategoryName[];
  proposal?: unknown;
}

export interface Drafted {
  judgement: Judgement;
  texts: PageText[];
}

/** Why a thread gave no answer: the pages were too much for its time or its memory, or the fault is ours. */
export class ThreadFailed extends Error {
  readonly code: 'timed_out' | 'too_large' | 'broken';
  constructor(code: ThreadFailed['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const PATIENCE_MS = 15_000;
const MEMORY = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
/** More would only take turns on the processors the rest of the house needs too. */
const AT_ONCE = 2;
/** A thread takes a third of a second to begin, so it is kept for the next draft; for so long, and for so many. */
const KEPT_MS = 10_000;
const MOST_DRAFTS = 100;

/** From source and from the bundle alike: the entry is beside this file, under its own name. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './draft-thread.ts' : './draft-thread.js', import.meta.url);

interface Thread {
  worker: Worker;
  drafts: number;
  leaving?: NodeJS.Timeout;
}

const idle: Thread[] = [];
let running = 0;
const waiting: (() => void)[] = [];

const takeTurn = async (): Promise<void> => {
  if (running < AT_ONCE) running++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
};

/** A turn is handed to whoever waits longest: nobody can slip in between. */
const giveTurn = (): void => {
  const next = waiting.shift();
  if (next) next();
  else running--;
};

const begin = (): Thread => {
  const worker = new Worker(ENTRY, { resourceLimits: MEMORY, execArgv: [] });
  // A process that is told to stop does not wait for it.
  worker.unref();
  return { worker, drafts: 0 };
};

const take = (): Thread => {
  const thread = idle.findLast(({ drafts }) => drafts < MOST_DRAFTS) ?? begin();
  if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
  clearTimeout(thread.leaving);
  thread.worker.removeAllListeners();
  return thread;
};

const keep = (thread: Thread): void => {
  const leave = () => {
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
    void thread.worker.terminate();
  };
  thread.drafts++;
  idle.push(thread);
  thread.leaving = setTimeout(leave, thread.drafts < MOST_DRAFTS ? KEPT_MS : 0).unref();
  thread.worker.once('error', leave).once('exit', leave);
};

const answerOf = ({ worker }: Thread, asked: Asked, patience_ms: number): Promise<Drafted> =>
  new Promise<Drafted>((resolve, reject) => {
    const fail = (code: ThreadFailed['code'], why: string) => reject(new ThreadFailed(code, why));
    const late = setTimeout(() => fail('timed_out', `no draft within ${patience_ms} ms`), patience_ms);
    worker
      .once('message', resolve)
      .once('error', (error: Error & { code?: string }) =>
        fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_large' : 'broken', error.stack ?? error.message),
      )
      .once('exit', (code) => fail('broken', `the thread ended with ${code}`));
    worker.once('message', () => clearTimeout(late)).once('exit', () => clearTimeout(late));
    worker.postMessage(asked);
  });

/** Asks a thread of its own, which is ended when it takes too long or too much. */
export const askThread = async (asked: Asked, patience_ms = PATIENCE_MS): Promise<Drafted> => {
  await takeTurn();
  const thread = take();
  try {
    const drafted = await answerOf(thread, asked, patience_ms);
    thread.worker.removeAllListeners();
    keep(thread);
    return drafted;
  } catch (error) {
    void thread.worker.terminate();
    throw error;
  } finally {
    giveTurn();
  }
};
