import { afterAll, beforeAll } from 'vitest';
import { openIntegrations } from '../../../src/integrations/integrations.ts';
import type { StripeSettings } from '../../../src/integrations/stripe/stripe.ts';
import type { Caller, Ctx, Site } from '../../../src/kernel/context.ts';
import { saveBilling } from '../../../src/modules/orders/checkout/billing.ts';
import { createCheckout } from '../../../src/modules/orders/checkout/checkout.ts';
import type { OrderRequest } from '../../../src/modules/orders/schema.ts';
import { saveListing } from '../launches/saved-listings.ts';
import type { TestServer } from '../server.ts';
import { as, makeVoters, siteOf } from '../voters.ts';
import { StripeServer } from './stripe-server.ts';

type Place = Pick<TestServer, 'sql' | 'site_id' | 'root'>;

export interface Buyer {
  ctx: Ctx<Caller>;
  account_id: number;
  listing_id: number;
}

const BILLING = { name: 'Ada Buyer', address: '1 Test Street', city: 'Springfield', email: 'ada@buyer.example' };

/** Someone with a live listing who can order for it. */
export const makeBuyer = async (
  { sql, site_id, root }: Place,
  { clock, stripe }: { clock: { now(): Date }; stripe?: { settings: StripeSettings } },
): Promise<Buyer> => {
  const [account_id] = (await makeVoters(sql, [{}])) as [number];
  const { id: listing_id } = await saveListing(sql, site_id, { owner_id: account_id });
  await sql`update listings set status = 'live', plan = 'free', launch_week_on = '2026-10-05', launched_at = '2026-10-05' where id = ${listing_id}`;
  const site: Site = { ...(await siteOf(sql, site_id)), root };
  const integrations = openIntegrations({ smtp_url: null, mail_from: null, stripe: stripe?.settings });
  return { ctx: { ...as(account_id, { sql, site, clock }), integrations }, account_id, listing_id };
};

export type Items = OrderRequest['items'];

/** An order with billing details, ready to be paid. Orders from France include VAT. */
export const placeOrder = async (
  { ctx, listing_id }: Buyer,
  items: Items,
  { country = 'US' } = {},
): Promise<{ number: string; total_cents: number }> => {
  const buyer = { country: null, number: null, status: 'not_given', faults: [] } as const;
  const { number } = await createCheckout(ctx, { items: items.map((item) => ({ listing_id, ...item })) }, buyer);
  const { total_cents } = await saveBilling(ctx, { number, ...BILLING, country });
  return { number, total_cents };
};

export const BILLBOARD: Items = [{ product: 'billboard_min', amount_cents: 5000 }];

/** The state of an order, with everything about its money. */
export const getOrderState = async ({ sql }: Pick<Place, 'sql'>, number: string) => {
  const [row] = await sql`
    select o.status, o.total_cents, o.refunded_cents,
      (select json_agg(json_build_object('status', l.status, 'refunded_cents', l.refunded_cents) order by l.position)
        from order_lines l where l.order_id = o.id) as lines,
      (select coalesce(json_agg(json_build_object('use', p.use, 'received', p.received_cents, 'returned', p.returned_cents, 'open', p.open) order by p.id), '[]')
        from payments p where p.order_id = o.id) as payments,
      (select coalesce(json_agg(json_build_object('amount', r.amount_cents, 'status', r.status) order by r.id), '[]')
        from refunds r where r.order_id = o.id) as refunds,
      (select coalesce(json_agg(json_build_object('kind', i.kind, 'total', i.net_cents + i.vat_cents) order by i.issued_at, i.number), '[]')
        from invoices i where i.order_id = o.id) as papers
    from orders o where o.number = ${number}`;
  return row as {
    status: string;
    total_cents: number;
    refunded_cents: number;
    lines: { status: string; refunded_cents: number }[];
    payments: { use: string | null; received: number; returned: number; open: boolean }[];
    refunds: { amount: number; status: string }[];
    papers: { kind: string; total: number }[];
  };
};

/** Whether no job is due. Jobs scheduled for later do not count. */
export const isQuiet = async ({ sql }: Pick<Place, 'sql'>): Promise<boolean> => {
  const [row] = await sql<{ waiting: number }[]>`
    select count(*)::int as waiting from graphile_worker.jobs
    where run_at <= now() and attempts < max_attempts and task_identifier in ('fulfil_line', 'make_refund', 'check_payment', 'expire_order', 'sweep_orders')`;
  return row!.waiting === 0;
};

/** One Stripe stand-in per test file. */
export const useStripe = (now?: () => Date): StripeServer => {
  const stripe = new StripeServer(now);
  beforeAll(() => stripe.listen());
  afterAll(() => stripe.close());
  return stripe;
};
