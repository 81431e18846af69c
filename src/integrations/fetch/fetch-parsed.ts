import { runParser } from '../../kernel/parsing/pool.ts';
import { ParserFailed, type ParserTask } from '../../kernel/parsing/task.ts';
import type { FetchError, FetchOptions, FetchResponse, GuardedFetch } from './guarded-fetch.ts';

/** Limits the bytes that are held at the same time. */
export interface ByteBudget {
  /** Waits until this many bytes are free, first come first served. Returns a function that releases them. */
  hold(bytes: number): Promise<() => void>;
  held(): number;
}

export const createByteBudget = (total: number): ByteBudget => {
  let held = 0;
  const waiting: { bytes: number; grant(release: () => void): void }[] = [];
  const release = (bytes: number): (() => void) => {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      held -= bytes;
      grantNext();
    };
  };
  /** Large requests are not overtaken by small ones. */
  const grantNext = (): void => {
    while (waiting.length > 0 && held + waiting[0]!.bytes <= total) {
      const { bytes, grant } = waiting.shift()!;
      held += bytes;
      grant(release(bytes));
    }
  };
  return {
    hold: (bytes) =>
      new Promise((grant) => {
        waiting.push({ bytes: Math.min(bytes, total), grant });
        grantNext();
      }),
    held: () => held,
  };
};

/** Budget of all responses being read or parsed in this process. */
export const IN_FLIGHT_BYTES = createByteBudget(24 * 1024 * 1024);

/** Large bodies are written into reusable shared buffers, so that threads need no copy and no garbage remains. */
const SLOT_BYTES = 2 * 1024 * 1024;
const SMALL_BYTES = 64 * 1024;
const free_slots: SharedArrayBuffer[] = [];

const takeSlot = (bytes: number): SharedArrayBuffer | null =>
  bytes > SMALL_BYTES && bytes <= SLOT_BYTES ? (free_slots.pop() ?? new SharedArrayBuffer(SLOT_BYTES)) : null;

export type ResponseHead = Omit<FetchResponse, 'body'>;

/** What a parser needs besides the body. */
export class ParserInput<I> {
  readonly input: I;
  constructor(input: I) {
    this.input = input;
  }
}

export const parseWith = <I>(input: I): ParserInput<I> => new ParserInput(input);

interface PauseOption {
  /** Wraps waits that are our own (for memory and for the parser), to exclude them from a deadline. */
  pause?<W>(work: Promise<W>): Promise<W>;
}

/**
 * Fetches a URL and parses its body in a worker thread. The body counts against the budget until it is parsed. `decide` sees only the
 * head, and returns either the result or the parser's input (`parseWith`).
 */
export const fetchParsed = async <I extends { body: Uint8Array }, O, T>(
  fetch: GuardedFetch,
  url: string,
  { pause = (work) => work, ...options }: FetchOptions & PauseOption,
  task: ParserTask<I, O>,
  decide: (response: ResponseHead | FetchError) => T | ParserInput<Omit<NoInfer<I>, 'body'>>,
): Promise<O | T> => {
  let done = false;
  let release = () => {};
  const hold = async (bytes: number): Promise<Uint8Array | null> => {
    const free = await pause(IN_FLIGHT_BYTES.hold(Math.max(bytes, bytes > SMALL_BYTES ? SLOT_BYTES : 0)));
    if (done) {
      // Aborted meanwhile.
      free();
      return null;
    }
    const slot = takeSlot(bytes);
    release = () => {
      if (slot) free_slots.push(slot);
      free();
    };
    return slot && new Uint8Array(slot);
  };
  try {
    const response = await fetch(url, { ...options, hold });
    const next = decide(response);
    if (!(next instanceof ParserInput)) return next;
    return await pause(runParser(task, { ...next.input, body: (response as FetchResponse).body } as unknown as I));
  } finally {
    done = true;
    release();
  }
};

const PARSER_ERROR_TEXTS: Record<ParserFailed['code'], string> = {
  timed_out: 'the response takes too long to read',
  too_large: 'the response takes too much memory to read',
  busy: 'too many pages are being read at the moment',
  broken: 'the response couldn’t be read',
};

/** The text of a parser failure, for callers that never throw. */
export const parserErrorText = (error: unknown): string => {
  if (error instanceof ParserFailed) return PARSER_ERROR_TEXTS[error.code];
  throw error;
};
