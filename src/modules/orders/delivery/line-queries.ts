import type { Db } from '../../../kernel/context.ts';
import type { LineStatus, OrderStatus } from '../states.ts';

/** A line with what its delivery has to know of the order. */
export interface BoughtLine {
  id: number;
  site_id: number;
  order_id: number;
  product: string;
  name: string;
  listing_id: number | null;
  week_on: string | null;
  categories: string[];
  options: Record<string, unknown>;
  amount_cents: number;
  vat_cents: number;
  refunded_cents: number;
  status: LineStatus;
  note: string | null;
  number: string;
  order_status: OrderStatus;
  /** Who bought it; null for an account that is gone. */
  account_id: number | null;
}

const lines = (sql: Db) => sql`
  select l.id, l.site_id, l.order_id, l.product, l.name, l.listing_id, l.week_on, l.categories, l.options, l.amount_cents, l.vat_cents,
    l.refunded_cents, l.status, l.note, o.number, o.status as order_status, o.account_id
  from order_lines l join orders o on o.id = l.order_id`;

export const findLine = async (sql: Db, id: number): Promise<BoughtLine | undefined> => {
  const [row] = await sql<BoughtLine[]>`${lines(sql)} where l.id = ${id}`;
  return row;
};

/** Keeps an order and one of its lines as they are until the transaction's end; the order first, as everybody does. */
export const lockLine = async (sql: Db, id: number): Promise<BoughtLine | undefined> => {
  await sql`select from orders where id = (select order_id from order_lines where id = ${id}) for update`;
  const [row] = await sql<BoughtLine[]>`${lines(sql)} where l.id = ${id} for update of l`;
  return row;
};

/** The launch of the same listing that the same order still waits for. */
export const findLaunchBefore = async (sql: Db, { id, order_id, listing_id }: BoughtLine): Promise<number | null> => {
  const [row] = await sql<{ id: number }[]>`
    select id from order_lines
    where order_id = ${order_id} and listing_id = ${listing_id} and product = 'launch' and status = 'waiting' and id <> ${id}`;
  return row?.id ?? null;
};

/** What its buyer reads of a line. */
export const writeNote = async (sql: Db, id: number, note: string): Promise<void> => {
  await sql`update order_lines set note = ${note} where id = ${id}`;
};

/** Writes when a line was delivered; the move follows in the same transaction. */
export const writeFulfilled = async (sql: Db, id: number, { note, at }: { note: string; at: Date }): Promise<void> => {
  await sql`update order_lines set note = ${note}, fulfilled_at = ${at} where id = ${id}`;
};

/** Lines of paid orders that nothing was heard of since a moment: whoever was at them died with the last try. They are touched, so that the next look passes them by. */
export const touchStuck = async (sql: Db, { before, now }: { before: Date; now: Date }, most: number): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    update order_lines set updated_at = ${now} where id in (
      select l.id from order_lines l join orders o on o.id = l.order_id and o.status in ('paid', 'partially_refunded')
      where l.status = 'waiting' and l.updated_at < ${before} and o.paid_at < ${before} order by l.id limit ${most} for update of l skip locked)
    returning id`;
  return rows.map(({ id }) => id);
};

/** Lets go of places that paid orders hold for lines which were given up or delivered otherwise. */
export const releaseSettled = async (sql: Db): Promise<void> => {
  await sql`
    delete from week_places p using orders o
    where p.kind = 'held' and o.id = p.order_id and o.paid_at is not null and not exists (
      select from order_lines l where l.order_id = o.id and l.listing_id = p.listing_id and l.week_on = p.week_on
        and l.status in ('waiting', 'with_the_team'))`;
};
