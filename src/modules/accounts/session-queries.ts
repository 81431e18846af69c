import type { Db } from '../../kernel/context.ts';

export interface SessionRow {
  id: number;
  account_id: number;
  device: string | null;
  address: string | null;
  proved_at: Date | null;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
}

const SESSION = ['id', 'account_id', 'device', 'address', 'proved_at', 'created_at', 'last_used_at', 'expires_at'] as const;

export type NewSession = Omit<SessionRow, 'id' | 'last_used_at'> & { token_hash: Buffer };

export const insertSession = async (sql: Db, session: NewSession): Promise<SessionRow> => {
  const [row] = await sql<SessionRow[]>`
    insert into sessions ${sql({ ...session, last_used_at: session.created_at })} returning ${sql(SESSION)}`;
  return row!;
};

export const findSession = async (sql: Db, token_hash: Buffer, now: Date): Promise<SessionRow | undefined> => {
  const [row] = await sql<SessionRow[]>`select ${sql(SESSION)} from sessions where token_hash = ${token_hash} and expires_at > ${now}`;
  return row;
};

export const selectSession = async (sql: Db, account_id: number, id: number): Promise<SessionRow | undefined> => {
  const [row] = await sql<SessionRow[]>`select ${sql(SESSION)} from sessions where account_id = ${account_id} and id = ${id}`;
  return row;
};

export const selectSessions = (sql: Db, account_id: number, now: Date): Promise<SessionRow[]> => sql<SessionRow[]>`
  select ${sql(SESSION)} from sessions where account_id = ${account_id} and expires_at > ${now} order by last_used_at desc, id desc`;

export const markSessionUsed = (sql: Db, id: number, now: Date, expires_at: Date) => sql`
  update sessions set last_used_at = ${now}, expires_at = greatest(expires_at, ${expires_at}) where id = ${id}`;

export const deleteSession = async (sql: Db, account_id: number, id: number): Promise<boolean> =>
  (await sql`delete from sessions where account_id = ${account_id} and id = ${id} returning id`).length > 0;

export const deleteSessionsBut = (sql: Db, account_id: number, kept: number | null) =>
  sql`delete from sessions where account_id = ${account_id} and id is distinct from ${kept}`;

/** Writes down that an account was signed in with this browser. */
export const keepBrowser = (sql: Db, token_hash: Buffer, account_id: number, now: Date) => sql`
  insert into known_browsers (token_hash, account_id, last_used_at) values (${token_hash}, ${account_id}, ${now})
  on conflict (token_hash, account_id) do update set last_used_at = excluded.last_used_at`;

/** Whether the account of an address has been signed in with this browser. */
export const isKnownBrowser = async (sql: Db, token_hash: Buffer, email_key: string): Promise<boolean> => {
  const [row] = await sql<{ known: boolean }[]>`
    select exists (select from known_browsers b join accounts a on a.id = b.account_id
      where b.token_hash = ${token_hash} and a.email_key = ${email_key}) as known`;
  return row!.known;
};
