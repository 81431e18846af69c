import { createHash } from 'node:crypto';
import { type Caller, type Ctx, type Db, inTransaction } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
import { type Answer, JsonText, textOf } from '../kernel/json.ts';
import type { Operation } from '../kernel/operation.ts';
import { findRemembered, type KeyOf, lockKey, remember } from './once-queries.ts';

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

/** A call with a key: whose it is, and what for. */
export interface Keyed {
  of: KeyOf;
  /** What the operation answers with. */
  status: number;
  input_hash: Buffer;
  /** Before that, keys are forgotten. */
  since: Date;
}

export const keyed = ({ caller, site, clock }: Ctx<Caller>, operation: Operation, key: string, input: Record<string, unknown>): Keyed => {
  if (!VISIBLE_ASCII.test(key)) throw new Refusal('invalid_idempotency_key');
  const input_hash = createHash('sha256')
    .update(JSON.stringify(canonical(input)))
    .digest();
  const of = { account_id: caller.account_id, site_id: site.id, operation: operation.id, key };
  return { of, status: operation.status, input_hash, since: new Date(clock.now().getTime() - KEPT_MS) };
};

/** The answer a key was given before, or null. */
export const answered = async (sql: Db, { of, input_hash, since }: Keyed): Promise<Outcome | null> => {
  const known = await findRemembered(sql, of, since);
  if (known && !known.input_hash.equals(input_hash)) throw new Refusal('idempotency_key_reused');
  return known ? { answer: new JsonText(known.answer), replayed: true } : null;
};

/**
 * Does a thing once per key. The key is stored in the transaction of the effect, so there is never an effect without its key;
 * who comes second waits for the first and gets its answer; what was refused took no effect and is not kept.
 */
export const once = (ctx: Ctx, asked: Keyed, act: (ctx: Ctx) => Promise<Answer<unknown>>): Promise<Outcome> =>
  inTransaction(ctx, async (ctx) => {
    const { of, status, input_hash } = asked;
    await lockKey(ctx.sql, `${of.account_id} ${of.site_id} ${of.operation} ${of.key}`);
    const known = await answered(ctx.sql, asked);
    if (known) return known;
    const answer = textOf(await act(ctx));
    await remember(ctx.sql, of, { input_hash, status, answer }, ctx.clock.now());
    return { answer: new JsonText(answer), replayed: false };
  });
