import type { Db } from '../kernel/context.ts';

export interface Remembered {
  input_hash: Buffer;
  status: number;
  answer: string;
}

/** What a key is of: whoever uses it again for the same, on the same site, means the same call. */
export interface KeyOf {
  account_id: number;
  site_id: number;
  operation: string;
  key: string;
}

/** Makes those who come with the same key wait for each other until the transaction ends. */
export const lockKey = (sql: Db, name: string) => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 7))`;

export const findRemembered = async (
  sql: Db,
  { account_id, site_id, operation, key }: KeyOf,
  since: Date,
): Promise<Remembered | undefined> => {
  const [row] = await sql<Remembered[]>`
    select input_hash, status, answer from idempotency_keys
    where account_id = ${account_id} and site_id = ${site_id} and operation = ${operation} and key = ${key} and created_at > ${since}`;
  return row;
};

export const remember = (
  sql: Db,
  { account_id, site_id, operation, key }: KeyOf,
  { input_hash, status, answer }: Remembered,
  now: Date,
) => sql`
  insert into idempotency_keys (account_id, site_id, operation, key, input_hash, status, answer, created_at)
  values (${account_id}, ${site_id}, ${operation}, ${key}, ${input_hash}, ${status}, ${answer}, ${now})
  on conflict (account_id, site_id, operation, key) do update
  set input_hash = excluded.input_hash, status = excluded.status, answer = excluded.answer, created_at = excluded.created_at`;

/** Forgets keys past their day. */
export const forgetOldKeys = (sql: Db, now: Date) =>
  sql`delete from idempotency_keys where created_at < ${new Date(now.getTime() - 24 * 3_600_000)}`;
