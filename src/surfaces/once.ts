import { createHash } from 'node:crypto';
import { type Caller, type Ctx, inTransaction } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
import { type Answer, JsonText, textOf } from '../kernel/json.ts';
import type { Operation } from '../kernel/operation.ts';
import { findRemembered, lockKey, remember } from './once-queries.ts';

const KEPT_MS = 24 * 3_600_000;
const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** The same input has the same hash whatever the order of its properties. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, canonical(inner)]),
  );
};

export interface Outcome {
  answer: Answer<unknown>;
  /** Whether this is the first answer given again. */
  replayed: boolean;
}

/**
 * Does a thing once per key. The key is stored in the transaction of the effect, so there is never an effect without its key;
 * who comes second waits for the first and gets its answer; what was refused took no effect and is not kept.
 */
export const once = (
  ctx: Ctx<Caller>,
  row: Operation,
  key: string,
  input: Record<string, unknown>,
  act: (ctx: Ctx) => Promise<Answer<unknown>>,
): Promise<Outcome> => {
  if (!VISIBLE_ASCII.test(key)) throw new Refusal('invalid_idempotency_key');
  const { account_id } = ctx.caller;
  const input_hash = createHash('sha256')
    .update(JSON.stringify(canonical(input)))
    .digest();
  return inTransaction(ctx, async (ctx) => {
    await lockKey(ctx.sql, `${account_id} ${row.id} ${key}`);
    const now = ctx.clock.now();
    const known = await findRemembered(ctx.sql, account_id, row.id, key, new Date(now.getTime() - KEPT_MS));
    if (known && !known.input_hash.equals(input_hash)) throw new Refusal('idempotency_key_reused');
    if (known) return { answer: new JsonText(known.answer), replayed: true };
    const answer = textOf(await act(ctx));
    await remember(ctx.sql, account_id, row.id, key, { input_hash, status: row.status, answer }, now);
    return { answer: new JsonText(answer), replayed: false };
  });
};
