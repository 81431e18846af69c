import { type ClientOptions, connect, ProblemError } from '../../client/src/client.ts';
import { refusalsOf } from '../../src/http/openapi.ts';
import type { RefusalCode } from '../../src/kernel/refusals.ts';
import { type Client, OPERATIONS } from '../../src/registry.ts';

export { ProblemError };

type Call = (...input: unknown[]) => Promise<unknown>;

/** A call whose refusals must be among those that the OpenAPI document gives for the operation. */
const withDocumentedRefusals = (id: string, call: Call): Call => {
  const documented = refusalsOf(OPERATIONS.find((row) => row.id === id)!);
  return async (...input) => {
    try {
      return await call(...input);
    } catch (error) {
      if (error instanceof ProblemError && !documented.includes(error.code as RefusalCode))
        throw new Error(`${id} was refused with ${error.code}, which its row does not name among its refusals.`);
      throw error;
    }
  };
};

/** The client that others get as a package, typed by the table itself. It shows every answer as it comes: nothing is sent twice. */
export const createClient = (options: Pick<ClientOptions, 'base_url' | 'key'>): Client => {
  const methods = connect<Record<string, Call>>(OPERATIONS, { ...options, retries: 0 });
  // One method for each row: the type of the table says the same.
  return Object.fromEntries(Object.entries(methods).map(([id, call]) => [id, withDocumentedRefusals(id, call)])) as unknown as Client;
};
