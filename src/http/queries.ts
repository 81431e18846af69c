import type { Db } from '../kernel/context.ts';

interface StoredAnswer {
  input_hash: Buffer;
  status: number;
  answer: string;
}

/** Identifies an idempotent call: the same key for the same operation, account and site. */
export interface IdempotencyKey {
  account_id: number;
  site_id: number;
  operation: string;
  key: string;
}

/** Serializes calls with the same key until the transaction ends. */
export const lockIdempotencyKey = (sql: Db, name: string) => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 7))`;

export const findStoredAnswer = async (
  sql: Db,
  { account_id, site_id, operation, key }: IdempotencyKey,
  since: Date,
): Promise<StoredAnswer | undefined> => {
  const [row] = await sql<StoredAnswer[]>`
    select input_hash, status, answer from idempotency_keys
    where account_id = ${account_id} and site_id = ${site_id} and operation = ${operation} and key = ${key} and created_at > ${since}`;
  return row;
};

export const storeAnswer = (
  sql: Db,
  { account_id, site_id, operation, key }: IdempotencyKey,
  { input_hash, status, answer }: StoredAnswer,
  now: Date,
) => sql`
  insert into idempotency_keys (account_id, site_id, operation, key, input_hash, status, answer, created_at)
  values (${account_id}, ${site_id}, ${operation}, ${key}, ${input_hash}, ${status}, ${answer}, ${now})
  on conflict (account_id, site_id, operation, key) do update
  set input_hash = excluded.input_hash, status = excluded.status, answer = excluded.answer, created_at = excluded.created_at`;
