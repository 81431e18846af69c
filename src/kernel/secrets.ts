import type { Db } from './database.ts';

/** A secret all processes share: the one that was stored first. */
export const keepSecret = async (sql: Db, name: string, made: string): Promise<string> => {
  await sql`insert into secrets (name, value) values (${name}, ${made}) on conflict do nothing`;
  const [row] = await sql<{ value: string }[]>`select value from secrets where name = ${name}`;
  return row!.value;
};
