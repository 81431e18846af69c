import type { Caller, Ctx, Scope } from './context.ts';
import type { RefusalCode } from './refusals.ts';
import type { ValueOrJson } from './responses.ts';
import type { SentInput, Static, TObject, TSchema } from './schema.ts';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** `public`, or the scope that callers need. */
export type Access = 'public' | Scope;

/** An operation with a scope has a caller. */
type CtxFor<A extends Access> = Ctx<A extends 'public' ? Caller | null : Caller>;

/** An operation of the API. REST, MCP, OpenAPI and the client are derived from these. */
export interface Operation<
  Id extends string = string,
  I extends TObject = TObject,
  O extends TSchema = TSchema,
  B = unknown,
  A extends Access = Access,
> {
  id: Id;
  method: HttpMethod;
  path: string;
  /** Codes it refuses with, beyond those of every operation with its method and access. */
  refusals?: readonly RefusalCode[];
  access: A;
  status: 200 | 201;
  idempotent?: boolean;
  tag: string;
  summary: string;
  /** For people and agents: what it does beyond the summary, what it does not do, what to call next. */
  description: string;
  input: I;
  output: O;
  example: SentInput<I>;
  /** The path, below the API's root, at which what was created can be read; sent as the Location header. */
  location?(answer: Static<O>): string;
  /** Network calls, outside any transaction. The handler, which gets the result, may run in one. */
  before?(ctx: CtxFor<A>, input: Static<I>): Promise<B>;
  handler(ctx: CtxFor<A>, input: Static<I>, before: B): Promise<ValueOrJson<Static<O>>>;
}

/** The methods of an operation accept any context, so that one table can hold all rows; here a row's functions must accept its own. */
interface AcceptsCtx<A extends Access> {
  before?: (ctx: CtxFor<A>, input: never) => unknown;
  handler: (ctx: CtxFor<A>, input: never, before: never) => unknown;
}

export const operation = <const Id extends string, I extends TObject, O extends TSchema, A extends Access, B = undefined>(
  row: Operation<Id, I, O, B, A> & AcceptsCtx<A>,
): Operation<Id, I, O, B, A> => row;

type ReadRow<Id extends string, I extends TObject, O extends TSchema, A extends Access> = Omit<
  Operation<Id, I, O, undefined, A>,
  'method' | 'access' | 'status' | 'idempotent' | 'before'
> &
  Pick<AcceptsCtx<A>, 'handler'>;

const readWith =
  <A extends Access>(access: A) =>
  <const Id extends string, I extends TObject, O extends TSchema>(row: ReadRow<Id, I, O, A>): Operation<Id, I, O, undefined, A> => ({
    method: 'GET',
    access,
    status: 200,
    ...row,
  });

/** A GET that needs no credentials. */
export const publicRead = readWith('public');

/** A GET of what belongs to the caller. */
export const memberRead = readWith('account:read');

/** A change by the caller, which takes an idempotency key. */
export const memberWrite = <const Id extends string, I extends TObject, O extends TSchema, A extends Scope, B = undefined>(
  row: Omit<Operation<Id, I, O, B, A>, 'status' | 'idempotent'> & { status?: 201 } & AcceptsCtx<A>,
): Operation<Id, I, O, B, A> => ({ status: 200, idempotent: true, ...row });

export type ParameterLocation = 'path' | 'query' | 'body';

/** Where a property is sent in REST. Names are unique within an operation, so one flat object works for every protocol. */
export const locationOf = (row: Pick<Operation, 'method' | 'path'>, property: string): ParameterLocation =>
  row.path.includes(`{${property}}`) ? 'path' : row.method === 'GET' || row.method === 'DELETE' ? 'query' : 'body';

export const propertiesIn = (row: Operation, location: ParameterLocation): string[] =>
  Object.keys(row.input.properties).filter((name) => locationOf(row, name) === location);
