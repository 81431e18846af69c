import { ProblemError as AnyProblemError, type ClientOptions, connect } from './client.ts';
import { type Client, OPERATIONS, type Problem, type ProblemCode } from './operations.ts';

export { type CallOptions, type ClientOptions, TimeoutError } from './client.ts';
export type * from './operations.ts';

/** The server refused a request. Switch on `code`; `problem` has the rest. */
export type ProblemError = AnyProblemError<ProblemCode>;
export const ProblemError = AnyProblemError as new (problem: Problem) => ProblemError;

/** A client of the API at `base_url`, with a method for each operation. */
export const createClient = (options: ClientOptions): Client => connect<Client>(OPERATIONS, options);
