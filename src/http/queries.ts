import type { Db } from '../kernel/context.ts';

/** A call with an idempotency key. The same key of another operation, account or site is another key. */
export interface IdempotentCall {
  account_id: number;
  site_id: number;
  operation: string;
  key: string;
  status: number;
  input_hash: Buffer;
  /** Older keys have expired. */
  since: Date;
}

/** Serializes calls with the same key until the transaction ends. */
export const lockIdempotencyKey = (sql: Db, { account_id, site_id, operation, key }: IdempotentCall) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${account_id} ${site_id} ${operation} ${key}`}, 7))`;

export const findStoredAnswer = async (sql: Db, { account_id, site_id, operation, key, since }: IdempotentCall) => {
  const [row] = await sql<{ input_hash: Buffer; answer: string }[]>`
    select input_hash, answer from idempotency_keys
    where account_id = ${account_id} and site_id = ${site_id} and operation = ${operation} and key = ${key} and created_at > ${since}`;
  return row;
};

export const storeAnswer = (sql: Db, call: IdempotentCall, answer: string, now: Date) => sql`
  insert into idempotency_keys (account_id, site_id, operation, key, input_hash, status, answer, created_at)
  values (${call.account_id}, ${call.site_id}, ${call.operation}, ${call.key}, ${call.input_hash}, ${call.status}, ${answer}, ${now})
  on conflict (account_id, site_id, operation, key) do update
  set input_hash = excluded.input_hash, status = excluded.status, answer = excluded.answer, created_at = excluded.created_at`;
