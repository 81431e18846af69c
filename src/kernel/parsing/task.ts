/** Resource limits of a parser. A parser that exceeds them is terminated. */
export interface ParserLimits {
  cpu_ms: number;
  /** Wall time, for waiting that CPU time does not show. Generous, so that a busy machine causes no failures. */
  wall_ms: number;
  input_bytes: number;
  /** `long` parsers never occupy all threads: one stays free for quick ones. */
  long?: boolean;
}

/** A parser as its callers see it. `implementTask` is separate, so that processes which only call parsers never load them. */
export interface ParserTask<I, O> {
  name: string;
  bounds: ParserLimits;
  /** Never set; carries the types. */
  types?: (input: I) => O;
}

export const parserTask = <I, O>(name: string, bounds: ParserLimits): ParserTask<I, O> => ({ name, bounds });

/** The implementation of a task, as worker threads serve it. */
export interface Parser {
  name: string;
  run(input: never): unknown;
}

export const implementTask = <I, O>({ name }: ParserTask<I, O>, run: (input: I) => O | Promise<O>): Parser => ({ name, run });

/** `timed_out` and `too_large` are caused by the input, so there is no retry. `busy` is temporary, `broken` is a bug. */
export class ParserFailed extends Error {
  readonly code: 'timed_out' | 'too_large' | 'busy' | 'broken';
  constructor(code: ParserFailed['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Whether the input was too expensive to parse. */
export const isTooCostly = (error: unknown): error is ParserFailed & { code: 'timed_out' | 'too_large' } =>
  error instanceof ParserFailed && (error.code === 'timed_out' || error.code === 'too_large');

const partsOf = (value: unknown): unknown[] => (value !== null && typeof value === 'object' ? Object.values(value) : []);

/** Approximate size of a value: its strings and byte arrays, at any depth. */
export const bytesIn = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  return partsOf(value).reduce<number>((sum, part) => sum + bytesIn(part), 0);
};

/** The buffers of a value that can be transferred without a copy. Views that share their buffer are copied. */
export const transferablesIn = (value: unknown): ArrayBuffer[] => {
  if (!ArrayBuffer.isView(value)) return partsOf(value).flatMap(transferablesIn);
  const { buffer, byteLength } = value;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0 ? [buffer] : [];
};
