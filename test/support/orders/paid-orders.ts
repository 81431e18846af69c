import type { Sql, TransactionSql } from 'postgres';
import type { Billing } from '../../../src/modules/orders/queries.ts';
import { computeLineVat, type NumberStatus, type VatTreatment } from '../../../src/modules/orders/vat/rules.ts';
import { NOON } from '../server.ts';

type Db = Sql | TransactionSql;

export const SELLER = {
  name: 'Example Seller GmbH',
  lines: ['Beispielweg 1', '10115 Berlin'],
  country: 'DE',
  vat_number: 'DE136695976',
  email: 'books@seller.example',
};

export const BUYER: Billing = {
  name: 'Ada Buyer',
  company: 'Buyer SARL',
  address: '12 rue du Test\nBâtiment C',
  postal_code: '75002',
  city: 'Paris',
  country: 'FR',
  vat_number: 'FR40303265045',
  email: 'ada@buyer.example',
};

export interface PaidOrder {
  site_id: number;
  account_id?: number | null;
  amounts?: number[];
  rate?: number;
  treatment?: VatTreatment;
  country?: string | null;
  billing?: Billing | null;
  number_status?: NumberStatus;
  provider?: 'stripe' | 'test';
  paid_at?: Date;
  week_on?: string | null;
  listing_id?: number | null;
  bundle?: string | null;
}

let made = 0;
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const makeNumber = (n: number): string =>
  `LW-${Array.from({ length: 8 }, (_, i) => SIGNS[Math.floor(n / SIGNS.length ** (7 - i)) % SIGNS.length]).join('')}`;

/** Sets the seller of a site. */
export const configureSeller = (sql: Sql, site_id: number, seller: typeof SELLER | null = SELLER) =>
  sql`update sites set settings = settings - 'seller' || ${sql.json(seller ? { seller } : {})} where id = ${site_id}`;

/** A paid order without an invoice, as in the middle of the transaction that marks it as paid. */
export const payOrder = async (
  sql: Db,
  {
    site_id,
    account_id = null,
    amounts = [10_000],
    rate = 0,
    treatment = 'reverse_charge',
    country = 'FR',
    billing = BUYER,
    number_status = 'valid',
    provider = 'stripe',
    paid_at = NOON,
    week_on = null,
    listing_id = null,
    bundle = null,
  }: PaidOrder,
): Promise<{ id: number; number: string; payment_id: number; line_ids: number[] }> => {
  made += 1;
  const number = makeNumber(process.pid * 1_000_000 + made);
  const vats = computeLineVat(amounts, rate);
  const [net_cents, vat_cents] = [amounts, vats].map((cents) => cents.reduce((a, b) => a + b, 0)) as [number, number];
  const [order] = await sql<{ id: number }[]>`
    insert into orders ${sql({
      site_id,
      number,
      account_id,
      status: 'paid',
      net_cents,
      vat_cents,
      total_cents: net_cents + vat_cents,
      vat_rate: rate,
      vat_treatment: treatment,
      vat_number_status: number_status,
      vat_number: billing?.vat_number ?? null,
      billing_country: country,
      billing: billing ? sql.json(billing as never) : null,
      expires_at: new Date(paid_at.getTime() + 86_400_000),
      paid_at,
      created_at: paid_at,
      updated_at: paid_at,
    } as never)} returning id`;
  const id = order!.id;
  const lines = await sql<{ id: number }[]>`
    insert into order_lines (site_id, order_id, position, product, name, bundle, listing_id, week_on, amount_cents, vat_cents, updated_at)
    select ${site_id}, ${id}, t.position, 'launch', 'Part ' || t.position, ${bundle}, ${listing_id}::bigint, ${week_on}::date, t.amount, t.vat, ${paid_at}
    from unnest(${amounts}::bigint[], ${vats}::bigint[]) with ordinality t (amount, vat, position) order by t.position returning id`;
  const total_cents = net_cents + vat_cents;
  const [payment] = await sql<{ id: number }[]>`
    insert into payments (site_id, order_id, provider, session, intent, asked_cents, received_cents, open, use, received_at, created_at, updated_at)
    values (${site_id}, ${id}, ${provider}, ${`session ${number}`}, ${`intent ${number}`}, ${total_cents}, ${total_cents}, false, 'pays',
      ${paid_at}, ${paid_at}, ${paid_at}) returning id`;
  return { id, number, payment_id: payment!.id, line_ids: lines.map((line) => line.id) };
};

/** Decides on a partial refund of an order's payment. */
export const decideRefund = async (
  sql: Db,
  {
    site_id,
    order,
    amount_cents,
    line_id = null,
    reason = 'It could not be delivered.',
  }: { site_id: number; order: { id: number; payment_id: number }; amount_cents: number; line_id?: number | null; reason?: string },
): Promise<number> => {
  const [refund] = await sql<{ id: number }[]>`
    insert into refunds (site_id, order_id, payment_id, line_id, amount_cents, reason, created_at, updated_at)
    values (${site_id}, ${order.id}, ${order.payment_id}, ${line_id}, ${amount_cents}, ${reason}, ${NOON}, ${NOON}) returning id`;
  return refund!.id;
};
