import type { LimitLeft } from './limits.ts';
import type { RefusalCode } from './refusals.ts';

/** An error that the operator can act on: its message is shown as one sentence, without a stack. */
export class PlainError extends Error {
  override readonly name = this.constructor.name;
  readonly plain = true;
}

/** An input error: where, what, and if applicable the limit and the value sent. */
export interface InputError {
  path: string;
  code: string;
  message: string;
  limit?: number | string | readonly string[];
  actual?: unknown;
}

/** An expected error with a code. Thrown by rules and operations; REST, MCP and the website turn it into a response. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly errors: InputError[];
  /** Null: the detail of the code. */
  readonly detail: string | null;
  /** For `rate_limited`: the limit that was reached. */
  readonly limit: LimitLeft | undefined;
  constructor(code: RefusalCode, options: { detail?: string; errors?: InputError[]; limit?: LimitLeft; cause?: unknown } = {}) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.errors = options.errors ?? [];
    this.detail = options.detail ?? null;
    this.limit = options.limit;
  }
}

/** The refusal of values that were sent. */
export const invalidInput = (...errors: InputError[]): Refusal => new Refusal('invalid_input', { errors });

/** The value, or a refusal if there is none. */
export const requireFound = <T>(code: RefusalCode, value: T | null | undefined, detail?: string): T => {
  if (value === null || value === undefined) throw new Refusal(code, { ...(detail && { detail }) });
  return value;
};

/** Problem details (RFC 9457) with our code and the list of errors. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: RefusalCode;
  detail: string | null;
  errors: InputError[];
  request_id: string;
}
