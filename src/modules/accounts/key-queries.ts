import type { Db, Scope } from '../../kernel/context.ts';

export interface KeyRow {
  id: number;
  account_id: number;
  name: string;
  prefix: string;
  scopes: Scope[];
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

const COLUMNS = ['id', 'account_id', 'name', 'prefix', 'scopes', 'created_at', 'expires_at', 'last_used_at', 'revoked_at'] as const;

export const insertKey = async (
  sql: Db,
  key: {
    account_id: number;
    name: string;
    prefix: string;
    key_hash: Buffer;
    scopes: readonly Scope[];
    created_at: Date;
    expires_at: Date | null;
  },
): Promise<KeyRow> => {
  const [row] = await sql<KeyRow[]>`
    insert into api_keys (account_id, name, prefix, key_hash, scopes, created_at, expires_at)
    values (${key.account_id}, ${key.name}, ${key.prefix}, ${key.key_hash}, ${key.scopes as Scope[]}, ${key.created_at}, ${key.expires_at})
    returning ${sql(COLUMNS)}`;
  return row!;
};

export const selectKeys = (sql: Db, account_id: number): Promise<KeyRow[]> => sql<KeyRow[]>`
  select ${sql(COLUMNS)} from api_keys where account_id = ${account_id} order by revoked_at is not null, created_at desc, id desc`;

export const countUsableKeys = async (sql: Db, account_id: number): Promise<number> => {
  const [row] = await sql<
    { count: number }[]
  >`select count(*)::int as count from api_keys where account_id = ${account_id} and revoked_at is null`;
  return row!.count;
};

export const markKeyRevoked = async (sql: Db, account_id: number, id: number, now: Date): Promise<boolean> => {
  const rows =
    await sql`update api_keys set revoked_at = ${now} where account_id = ${account_id} and id = ${id} and revoked_at is null returning id`;
  return rows.length > 0;
};

export const findUsableKey = async (sql: Db, key_hash: Buffer, now: Date): Promise<KeyRow | undefined> => {
  const [row] = await sql<KeyRow[]>`
    select ${sql(COLUMNS)} from api_keys where key_hash = ${key_hash} and revoked_at is null and (expires_at is null or expires_at > ${now})`;
  return row;
};

/** Written at most once a minute a key: the time of use is for people, not for counting. */
export const markKeyUsed = (sql: Db, id: number, now: Date) => sql`
  update api_keys set last_used_at = ${now} where id = ${id} and (last_used_at is null or last_used_at < ${new Date(now.getTime() - 60_000)})`;
