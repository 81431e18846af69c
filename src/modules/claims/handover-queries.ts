import type { Ctx, Db } from '../../kernel/context.ts';

/** A listing of the site, whatever its status, locked before any of its claims. */
export const lockHandover = async (
  { sql, site }: Ctx,
  listing_id: number,
): Promise<{ slug: string; name: string; owner_id: number | null } | undefined> => {
  const [row] = await sql<{ slug: string; name: string; owner_id: number | null }[]>`
    select slug, name, owner_id from listings where id = ${listing_id} and site_id = ${site.id} for update`;
  return row;
};

export const writeAnyOwner = (sql: Db, listing_id: number, owner_id: number | null, now: Date) =>
  sql`update listings set owner_id = ${owner_id}, updated_at = ${now} where id = ${listing_id}`;

/** Claims on a listing that are still to be proved, in the order they are locked in. */
export const selectPending = async (sql: Db, listing_id: number): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`select id from claims where listing_id = ${listing_id} and status = 'pending' order by id`;
  return rows.map(({ id }) => id);
};
