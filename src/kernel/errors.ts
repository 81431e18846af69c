import type { LimitLeft } from './limits.ts';
import { REFUSALS, type RefusalCode } from './refusals.ts';

/** One thing wrong with the input: where, what, and where there is one, the limit and what was sent. */
export interface InputError {
  path: string;
  code: string;
  message: string;
  limit?: number | string | readonly string[];
  actual?: unknown;
}

/** A request we understand and refuse. Thrown by rules and verbs, turned into an answer by each surface. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly errors: InputError[];
  readonly detail: string | null;
  /** Of `rate_limited`: the limit that was reached. */
  readonly limit: LimitLeft | undefined;
  constructor(code: RefusalCode, more: { detail?: string; errors?: InputError[]; limit?: LimitLeft } = {}) {
    super(code);
    this.code = code;
    this.errors = more.errors ?? [];
    this.detail = more.detail ?? REFUSALS[code].detail;
    this.limit = more.limit;
  }
  get status(): number {
    return REFUSALS[this.code].status;
  }
}

/** RFC 9457, with our code and the list of errors. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: RefusalCode;
  detail: string | null;
  errors: InputError[];
  request_id: string;
}

export const problemOf = (refusal: Refusal, root: string, request_id: string): Problem => ({
  type: `${root}/docs/errors#${refusal.code}`,
  title: REFUSALS[refusal.code].title,
  status: refusal.status,
  code: refusal.code,
  detail: refusal.detail,
  errors: refusal.errors,
  request_id,
});
