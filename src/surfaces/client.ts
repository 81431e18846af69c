import type { Problem } from '../kernel/errors.ts';
import { type Operation, placeOf } from '../kernel/operation.ts';
import { type Client, OPERATIONS } from '../registry.ts';

/** An answer that is not a success, with the problem it carried. */
export class ProblemAnswer extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(`${problem.status} ${problem.code}: ${problem.detail ?? problem.title}`);
    this.problem = problem;
  }
}

const request = (row: Operation, base_url: string, token: string | undefined, input: Record<string, unknown>, idempotency_key?: string) => {
  const at = Object.groupBy(Object.entries(input), ([name]) => placeOf(row, name));
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const query = new URLSearchParams(at.query?.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]));
  const headers: Record<string, string> = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(at.body && { 'content-type': 'application/json' }),
    ...(idempotency_key && { 'idempotency-key': idempotency_key }),
  };
  const body = at.body && JSON.stringify(Object.fromEntries(at.body));
  return fetch(`${base_url}${path}${query.size ? `?${query}` : ''}`, { method: row.method, headers, body });
};

/** A client whose methods, inputs and answers are the table's. */
export const createClient = ({ base_url, token }: { base_url: string; token?: string }): Client =>
  Object.fromEntries(
    (OPERATIONS as unknown as readonly Operation[]).map((row) => [
      row.id,
      async (input: Record<string, unknown>, options?: { idempotency_key?: string }) => {
        const answer = await request(row, base_url, token, input, options?.idempotency_key);
        const body = await answer.json();
        if (!answer.ok) throw new ProblemAnswer(body as Problem);
        return body;
      },
    ]),
  ) as unknown as Client;
