import type { Db } from '../../../kernel/context.ts';

export const selectSeller = async (sql: Db, site_id: number): Promise<unknown> => {
  const [row] = await sql<{ seller: unknown }[]>`select settings->'seller' as seller from sites where id = ${site_id}`;
  return row?.seller ?? null;
};

export interface VatCheck {
  number: string;
  valid: boolean;
  /** Whose number it is, where the service says. */
  name: string | null;
  checked_at: Date;
}

export const findCheck = async (sql: Db, number: string): Promise<VatCheck | undefined> => {
  const [row] = await sql<VatCheck[]>`select number, valid, name, checked_at from vat_checks where number = ${number}`;
  return row;
};

/** Of two that were asked at once the later answer stays. */
export const writeCheck = (sql: Db, check: VatCheck) => sql`
  insert into vat_checks ${sql({ ...check })}
  on conflict (number) do update set valid = excluded.valid, name = excluded.name, checked_at = excluded.checked_at
  where vat_checks.checked_at <= excluded.checked_at`;
