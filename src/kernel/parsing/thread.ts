import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { type Parser, transferablesIn } from './task.ts';

export interface ThreadRequest {
  name: string;
  input: unknown;
}

export type ThreadResponse = ({ output: unknown } | { error: string }) & {
  /** Size of the thread's heap. A thread that has grown large is replaced. */
  heap_bytes: number;
};

/** Sent once, when all parsers are loaded. */
export const READY = 'ready';

/** Runs parsers in a worker thread, one request at a time. */
export const serveParsers = (parsers: Parser[]): void => {
  const by_name = new Map(parsers.map((parser) => [parser.name, parser]));
  const runRequest = async ({ name, input }: ThreadRequest): Promise<{ output: unknown } | { error: string }> => {
    try {
      return { output: await by_name.get(name)!.run(input as never) };
    } catch (error) {
      return { error: (error instanceof Error && error.stack) || String(error) };
    }
  };
  parentPort!.on('message', async (request: ThreadRequest) => {
    const outcome = await runRequest(request);
    const response: ThreadResponse = { ...outcome, heap_bytes: getHeapStatistics().total_heap_size };
    parentPort!.postMessage(response, 'output' in outcome ? transferablesIn(outcome.output) : []);
  });
  parentPort!.postMessage(READY);
};
