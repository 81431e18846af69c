import { Clean } from 'typebox/value';
import { type Caller, type Ctx, inSavepoint, inTransaction, withoutEffect } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { HttpMethod, Operation } from '../../kernel/operation.ts';
import {
  Count,
  Default,
  Named,
  Nullable,
  PAGING,
  type SentInput,
  type Static,
  Strict,
  T,
  type TObject,
  type TProperties,
  type TSchema,
} from '../../kernel/schema.ts';
import { isNetworkAdminCaller, isOnTeam } from '../accounts/account.ts';
import { ADMIN_SCOPE } from '../accounts/schema.ts';
import { listActs } from '../moderation/audit-log.ts';
import { LogEntry, toLogEntry } from './log-entry.ts';

/** What module functions return for a schema: times may still be dates. */
type Readable<V> = V extends (infer I)[]
  ? readonly Readable<I>[]
  : V extends object
    ? { [K in keyof V]: Readable<V[K]> }
    : string extends V
      ? V | Date
      : V;

/** Input without properties that are null: they count as left out. */
type Given<V> = { [K in keyof V]: undefined extends V[K] ? Exclude<V[K], null> : V[K] };

const withoutNulls = <V extends object>(input: V): Given<V> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined)) as Given<V>;

/** An operation as a file of a subject declares it. Its id is the name of its export; it has the tag of its file unless it has its own. */
export type TeamOperation = Omit<Operation, 'id' | 'tag' | 'example'> & Partial<Pick<Operation, 'tag' | 'example'>>;

interface TeamRow<I extends TProperties> extends Pick<TeamOperation, 'path' | 'tag' | 'summary' | 'description' | 'refusals'> {
  /** None unless it says so. */
  input?: I;
  example?: SentInput<TObject<I>>;
  /** Only for admins of the whole deployment. */
  network?: true;
}

/** Credentials with the scope do not help somebody who is no longer on the team. */
const requireRole = async (ctx: Ctx<Caller>, network = false): Promise<void> => {
  if (!(await isOnTeam(ctx))) throw new Refusal('insufficient_scope', { detail: 'Your account isn’t an admin of this site.' });
  if (network && !(await isNetworkAdminCaller(ctx)))
    throw new Refusal('insufficient_scope', { detail: 'Only admins of the whole deployment can do this.' });
};

/** An operation by which the team reads. What the schema does not name is not sent. */
export const teamRead = <I extends TProperties, O extends TSchema>({
  network,
  read,
  input = {} as I,
  ...row
}: TeamRow<I> & {
  output: O;
  read(ctx: Ctx<Caller>, input: Given<Static<TObject<I>>>): Promise<Readable<Static<O>>>;
}): TeamOperation => ({
  ...row,
  input: Strict(input),
  method: 'GET',
  status: 200,
  access: ADMIN_SCOPE,
  async handler(ctx: Ctx<Caller>, sent) {
    await requireRole(ctx, network);
    const found = await read(ctx, withoutNulls(sent as Static<TObject<I>>));
    return Clean(row.output, JSON.parse(JSON.stringify(found)));
  },
});

/** A page of a list of the team. */
export const PageOf = <S extends TSchema>(title: string, item: S) =>
  Named(title, {
    items: T.Array(item, { description: 'In order.' }),
    page: T.Integer({ description: 'This page, from 1.' }),
    per_page: T.Integer({ description: 'Most items per page.' }),
    has_more: T.Boolean({ description: 'Whether there is a next page.' }),
  });

/** All records of a short list. */
export const AllOf = <S extends TSchema>(title: string, item: S) => Named(title, { items: T.Array(item, { description: 'In order.' }) });

export const toPage = <V>({ page, per_page }: { page: number; per_page: number }, items: V[], has_more: boolean) => ({
  items,
  page,
  per_page,
  has_more,
});

export { PAGING };

const Skipped = Named('SkippedRecord', {
  id: T.Integer({ description: 'The record.' }),
  code: T.String({ description: 'The error code, as in /docs/errors.' }),
  detail: Nullable(T.String(), { description: 'More about it; null if the code says it all.' }),
});
type Skipped = Static<typeof Skipped>;

const Change = Named('Change', {
  dry_run: T.Boolean({ description: 'Whether nothing was changed, because only the answer was wanted.' }),
  changes: Count('How many entries the log got, or would get. 0: everything was like this already.'),
  entries: T.Array(LogEntry, { description: 'What changed, or would change, as in the log. undo takes their IDs.' }),
  skipped: T.Array(Skipped, { description: 'Records of a list that were left as they are, and why.' }),
});

const DRY_RUN = { dry_run: Default(T.Boolean({ description: 'Only say what would change.' }), false) };

/** Makes a change in one transaction and reads what it logged. */
const applyChange = (ctx: Ctx<Caller>, change: (ctx: Ctx<Caller>) => Promise<Skipped[]>) => {
  const audit_ids: number[] = [];
  return inTransaction({ ...ctx, audit_ids }, async (ctx) => {
    const skipped = await change(ctx);
    return { entries: (await listActs(ctx, audit_ids)).map(toLogEntry), skipped };
  });
};

interface TeamWrite<I extends TProperties> extends TeamRow<I> {
  /** POST unless it says so. */
  method?: Exclude<HttpMethod, 'GET'>;
  idempotent?: true;
  /** The change, as the back office makes it. Its entries in the log are the answer. */
  change(ctx: Ctx<Caller>, input: Given<Static<TObject<I>>>): Promise<unknown>;
}

const writeOperation = <I extends TProperties>({
  network,
  change,
  input,
  ...row
}: Omit<TeamWrite<I>, 'change'> & { change(ctx: Ctx<Caller>, input: Given<Static<TObject<I>>>): Promise<Skipped[]> }): TeamOperation => ({
  method: 'POST',
  ...row,
  input: Strict({ ...input, ...DRY_RUN }),
  status: 200,
  access: ADMIN_SCOPE,
  output: Change,
  async handler(ctx: Ctx<Caller>, sent) {
    await requireRole(ctx, network);
    const { dry_run, ...values } = sent as { dry_run: boolean };
    const run = (ctx: Ctx<Caller>) => applyChange(ctx, (ctx) => change(ctx, withoutNulls(values) as Given<Static<TObject<I>>>));
    const { entries, skipped } = dry_run ? await withoutEffect(ctx, run) : await run(ctx);
    const answer = {
      dry_run,
      changes: entries.length,
      entries: entries.map((entry) => (dry_run ? { ...entry, id: null, can_undo: false } : entry)),
      skipped,
    };
    return Clean(Change, JSON.parse(JSON.stringify(answer)));
  },
});

/** An operation by which the team changes something: with a dry run, in the log, and with undo where the back office has it. */
export const teamWrite = <I extends TProperties>({ change, ...row }: TeamWrite<I>) =>
  writeOperation<I>({
    ...row,
    async change(ctx, input) {
      await change(ctx, input);
      return [];
    },
  });

/** The most records that one call can change. */
export const MAX_IDS = 100;

export const Ids = (description: string) =>
  T.Array(T.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), { minItems: 1, maxItems: MAX_IDS, uniqueItems: true, description });

/**
 * The same for a list of records. One that is refused is left as it is and named in the answer; if all are refused, so is the call. The
 * newest come first: undo needs that, and two calls about the same records do not wait for each other in a circle.
 */
export const teamBulkWrite = <I extends TProperties>({
  ids,
  change,
  ...row
}: Omit<TeamWrite<I>, 'change'> & {
  /** The property with the ids. */
  ids: string & keyof I;
  change(ctx: Ctx<Caller>, id: number, input: Given<Static<TObject<I>>>): Promise<unknown>;
}) =>
  writeOperation<I>({
    ...row,
    async change(ctx, input) {
      const skipped: Skipped[] = [];
      const refused: Refusal[] = [];
      const sorted = ((input as Record<string, unknown>)[ids] as number[]).toSorted((a, b) => b - a);
      for (const id of sorted)
        try {
          await inSavepoint(ctx, (ctx) => change(ctx, id, input));
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          refused.push(error);
          skipped.push({ id, code: error.code, detail: error.detail });
        }
      if (refused.length === sorted.length) throw refused[0];
      return skipped;
    },
  });

/** An optional property of a write. Null counts as left out. */
export const May = <S extends TSchema>(schema: S, description?: string) =>
  T.Optional(Nullable(schema, description === undefined ? {} : { description }));
