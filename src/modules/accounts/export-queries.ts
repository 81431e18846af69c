import type { Db } from '../../kernel/context.ts';

interface Reference {
  table: string;
  column: string;
}

/** Every table that says whose its rows are: asked of the database itself, so that a new one cannot be forgotten. */
export const tablesOfAccounts = (sql: Db): Promise<Reference[]> => sql<Reference[]>`
  select c.relname as table, a.attname as column
  from pg_constraint f join pg_class c on c.oid = f.conrelid
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
  where f.contype = 'f' and f.confrelid = 'accounts'::regclass and array_length(f.conkey, 1) = 1
  order by c.relname, a.attname`;

export const rowsOfAccount = async (sql: Db, { table, column }: Reference, account_id: number, hidden: string[]): Promise<object[]> => {
  const rows = await sql<{ row: object }[]>`
    select to_jsonb(t) - ${hidden}::text[] as row from ${sql(table)} t where ${sql(`t.${column}`)} = ${account_id} order by 1`;
  return rows.map(({ row }) => row);
};

export const mailsTo = (sql: Db, email_key: string): Promise<object[]> => sql<object[]>`
  select subject, status, created_at, sent_at from mails where lower(to_email) = ${email_key} order by created_at`;
