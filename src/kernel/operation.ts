import type { Ctx, Scope } from './context.ts';
import type { ValueOrJson } from './responses.ts';
import type { SentInput, Static, TObject, TSchema } from './schema.ts';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** An operation of the API. REST, MCP, OpenAPI and the client are derived from these. Without a handler it is declared but not served. */
export interface Operation<Id extends string = string, I extends TObject = TObject, O extends TSchema = TSchema, B = unknown> {
  id: Id;
  method: HttpMethod;
  path: string;
  /** `public`, or the required scope. */
  access: 'public' | Scope;
  status: 200 | 201;
  /** Accepts an Idempotency-Key. */
  idempotent?: boolean;
  tag: string;
  summary: string;
  /** For people and agents: what it does beyond the summary, what it does not do, what to call next. */
  description: string;
  input: I;
  output: O;
  example: SentInput<I>;
  /**
   * Network calls. Runs outside any transaction; the result is passed to the handler, which runs in a transaction if there is an
   * Idempotency-Key.
   */
  before?(ctx: Ctx, input: Static<I>): Promise<B>;
  handler?(ctx: Ctx, input: Static<I>, before: B): Promise<ValueOrJson<Static<O>>>;
}

export const operation = <const Id extends string, I extends TObject, O extends TSchema, B = undefined>(
  row: Operation<Id, I, O, B>,
): Operation<Id, I, O, B> => row;

export type ParameterLocation = 'path' | 'query' | 'body';

/** Where a property is sent in REST. Names are unique within an operation, so one flat object works for every protocol. */
export const locationOf = (row: Pick<Operation, 'method' | 'path'>, property: string): ParameterLocation =>
  row.path.includes(`{${property}}`) ? 'path' : row.method === 'GET' || row.method === 'DELETE' ? 'query' : 'body';

export const propertiesIn = (row: Operation, location: ParameterLocation): string[] =>
  Object.keys(row.input.properties).filter((name) => locationOf(row, name) === location);

export const isServed = (row: Operation): boolean => row.handler !== undefined;
