import type { Ctx, Scope } from './context.ts';
import type { Answer } from './json.ts';
import type { Sent, Static, TObject, TSchema } from './schema.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** One row of the table everything is derived from. A row without a handler stands but is not served yet. */
export interface Operation<Id extends string = string, I extends TObject = TObject, O extends TSchema = TSchema, B = unknown> {
  id: Id;
  method: Method;
  path: string;
  /** `public`, or the scope it needs. */
  access: 'public' | Scope;
  status: 200 | 201;
  /** Takes an Idempotency-Key. */
  idempotent?: boolean;
  tag: string;
  summary: string;
  /** For people and agents: what it does beyond the summary, what it leaves alone, what to call next. */
  description: string;
  input: I;
  output: O;
  example: Sent<I>;
  /**
   * What needs the network. It runs outside of any transaction, and what it brings is handed to the handler; with an
   * Idempotency-Key the handler is inside one from its first line.
   */
  before?(ctx: Ctx, input: Static<I>): Promise<B>;
  handler?(ctx: Ctx, input: Static<I>, before: B): Promise<Answer<Static<O>>>;
}

export const operation = <const Id extends string, I extends TObject, O extends TSchema, B = undefined>(
  row: Operation<Id, I, O, B>,
): Operation<Id, I, O, B> => row;

export type Place = 'path' | 'query' | 'body';

/** Where a property travels over REST. No two names of an operation collide, so one flat object serves every surface. */
export const placeOf = (row: Pick<Operation, 'method' | 'path'>, property: string): Place =>
  row.path.includes(`{${property}}`) ? 'path' : row.method === 'GET' || row.method === 'DELETE' ? 'query' : 'body';

export const propertiesAt = (row: Operation, place: Place): string[] =>
  Object.keys(row.input.properties).filter((name) => placeOf(row, name) === place);

export const isServed = (row: Operation): boolean => row.handler !== undefined;
