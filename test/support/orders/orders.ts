import { randomBytes } from 'node:crypto';
import type { Sql } from '../../../src/db/open.ts';
import { hasSlot, takeSlot } from '../../../src/modules/launches/queries.ts';
import { NOON } from '../server.ts';

const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const anOrderNumber = (): string => `LW-${[...randomBytes(8)].map((byte) => SIGNS[byte % SIGNS.length]).join('')}`;

export interface NewLine {
  product: string;
  listing_id: number;
  week_on?: string | null;
  categories?: string[];
  options?: Record<string, unknown>;
  amount_cents?: number;
  bundle?: string | null;
}

export interface MadeOrder {
  order_id: number;
  number: string;
  line_ids: number[];
}

interface NewOrder {
  site_id: number;
  account_id: number | null;
  lines: NewLine[];
  status?: 'pending' | 'paid';
  at?: Date;
  /** Whether chosen weeks are held, as checkout does. */
  holds?: boolean;
}

/** An order as checkout and payment leave it, without VAT: its weeks are held, nothing is fulfilled. A paid one has its payment. */
export const makeOrder = async (
  sql: Sql,
  { site_id, account_id, lines, status = 'paid', at = NOON, holds = true }: NewOrder,
): Promise<MadeOrder> => {
  const number = anOrderNumber();
  const amounts = lines.map(({ amount_cents = 5000 }) => amount_cents);
  const total_cents = amounts.reduce((sum, cents) => sum + cents, 0);
  const expires_at = new Date(at.getTime() + 7 * 86_400_000);
  const paid_at = status === 'paid' ? at : null;
  const [order] = await sql<{ id: number }[]>`
    insert into orders (site_id, number, account_id, status, net_cents, total_cents, vat_treatment, billing_country, expires_at, paid_at, created_at, updated_at)
    values (${site_id}, ${number}, ${account_id}, ${status}, ${total_cents}, ${total_cents}, 'outside_eu', 'US', ${expires_at}, ${paid_at}, ${at}, ${at})
    returning id`;
  const order_id = order!.id;
  if (paid_at)
    await sql`
      insert into payments (site_id, order_id, provider, session, intent, asked_cents, received_cents, open, use, received_at, created_at, updated_at)
      values (${site_id}, ${order_id}, 'test', ${`session ${number}`}, ${`intent ${number}`}, ${total_cents}, ${total_cents}, false, 'pays', ${at}, ${at}, ${at})`;
  const line_ids: number[] = [];
  for (const [i, { product, listing_id, week_on = null, categories = [], options = {}, bundle = null }] of lines.entries()) {
    const [line] = await sql<{ id: number }[]>`
      insert into order_lines (site_id, order_id, position, product, name, bundle, listing_id, week_on, categories, options, amount_cents, updated_at)
      values (${site_id}, ${order_id}, ${i + 1}, ${product}, ${product}, ${bundle}, ${listing_id}, ${week_on}, ${categories},
        ${sql.json(options as never)}, ${amounts[i]!}, ${at}) returning id`;
    line_ids.push(line!.id);
    const until = paid_at ? null : new Date(at.getTime() + 3_600_000);
    const place = { site_id, listing_id, kind: 'held', order_id, until } as const;
    if (week_on && holds && !(await hasSlot(sql, { ...place, week_on }))) await takeSlot(sql, { ...place, week_on }, 1_000_000, at);
  }
  return { order_id, number, line_ids };
};
