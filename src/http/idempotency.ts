import { hash } from 'node:crypto';
import { type Caller, type Ctx, type Db, inTransaction } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
import type { Operation } from '../kernel/operation.ts';
import { JsonText, toJsonText, type ValueOrJson } from '../kernel/responses.ts';
import { findStoredAnswer, type IdempotentCall, lockIdempotencyKey, storeAnswer } from './queries.ts';

const KEY_TTL_MS = 24 * 3_600_000;
const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** Sorts properties, so that their order does not change the hash. */
const sortProperties = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortProperties);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sortProperties(inner)]),
  );
};

export interface InvokeResult<T = unknown> {
  answer: ValueOrJson<T>;
  replayed: boolean;
}

export const idempotentCall = (
  { caller, site, clock }: Ctx<Caller>,
  { id: operation, status }: Pick<Operation, 'id' | 'status'>,
  key: string,
  input: Record<string, unknown>,
): IdempotentCall => {
  if (!VISIBLE_ASCII.test(key)) throw new Refusal('invalid_idempotency_key');
  const input_hash = hash('sha256', JSON.stringify(sortProperties(input)), 'buffer');
  const since = new Date(clock.now().getTime() - KEY_TTL_MS);
  return { account_id: caller.account_id, site_id: site.id, operation, key, status, input_hash, since };
};

export const findAnswer = async <T>(sql: Db, call: IdempotentCall): Promise<InvokeResult<T> | null> => {
  const stored = await findStoredAnswer(sql, call);
  if (stored && !stored.input_hash.equals(call.input_hash)) throw new Refusal('idempotency_key_reused');
  return stored ? { answer: new JsonText(stored.answer), replayed: true } : null;
};

/**
 * Runs an operation once per key. The key is stored in the same transaction as the effect, so there is never one without the other. A
 * concurrent second call waits for the first and gets its response. Refused calls have no effect and are not stored.
 */
export const runOnce = <T>(ctx: Ctx, call: IdempotentCall, run: (ctx: Ctx) => Promise<ValueOrJson<T>>): Promise<InvokeResult<T>> =>
  inTransaction(ctx, async (ctx) => {
    await lockIdempotencyKey(ctx.sql, call);
    const stored = await findAnswer<T>(ctx.sql, call);
    if (stored) return stored;
    const answer = toJsonText(await run(ctx));
    await storeAnswer(ctx.sql, call, answer, ctx.clock.now());
    return { answer: new JsonText(answer), replayed: false };
  });
