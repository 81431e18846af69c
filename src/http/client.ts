import type { Problem } from '../kernel/errors.ts';
import { locationOf, type Operation } from '../kernel/operation.ts';
import { type Client, OPERATIONS } from '../registry.ts';

/** Thrown for an error response, with its problem details. */
export class ProblemError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(`${problem.status} ${problem.code}: ${problem.detail ?? problem.title}`);
    this.problem = problem;
  }
}

const request = (row: Operation, base_url: string, token: string | undefined, input: Record<string, unknown>, idempotency_key?: string) => {
  const by_location = Object.groupBy(Object.entries(input), ([name]) => locationOf(row, name));
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const query = new URLSearchParams(
    by_location.query?.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]),
  );
  const headers: Record<string, string> = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(by_location.body && { 'content-type': 'application/json' }),
    ...(idempotency_key && { 'idempotency-key': idempotency_key }),
  };
  const body = by_location.body && JSON.stringify(Object.fromEntries(by_location.body));
  return fetch(`${base_url}${path}${query.size ? `?${query}` : ''}`, { method: row.method, headers, body });
};

export const createClient = ({ base_url, token }: { base_url: string; token?: string }): Client =>
  Object.fromEntries(
    OPERATIONS.map((row) => [
      row.id,
      async (input: Record<string, unknown>, options?: { idempotency_key?: string }) => {
        const response = await request(row, base_url, token, input, options?.idempotency_key);
        const body = await response.json();
        if (!response.ok) throw new ProblemError(body as Problem);
        return body;
      },
    ]),
  ) as unknown as Client;
