import type { Sql } from 'postgres';
import type { Caller } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import type { Reaching } from '../../../outside/outside.ts';
import { factsKept, keepFacts } from './keeping.ts';
import { findOrder, findWayBy, isOwnOrder, type OwedOrder, type Payment } from './payment-queries.ts';

/** A payment that is being tried out, as its page shows it. */
export interface TestPayment {
  number: string;
  asked_cents: number;
  /** Whether it can still be paid. */
  open: boolean;
}

const ownTest = async (ctx: Reaching<Caller>, session: string): Promise<{ way: Payment; order: OwedOrder }> => {
  const { sql, site, caller, outside } = ctx;
  // There are none where money is real.
  const way = outside.payments?.name === 'test' ? await findWayBy(sql, 'test', { session }) : undefined;
  if (!way || way.site_id !== site.id || !(await isOwnOrder(sql, way.order_id, caller.account_id))) throw new Refusal('not_found');
  return { way, order: (await findOrder(sql, way.order_id))! };
};

/** What the page of a test payment shows to the one who pays. */
export const readTestPayment = async (ctx: Reaching<Caller>, { session }: { session: string }): Promise<TestPayment> => {
  const { way, order } = await ownTest(ctx, session);
  return { number: order.number, asked_cents: way.asked_cents, open: way.open };
};

/** Pays by a test payment, or has it declined as a card would be. No money moves. */
export const makeTestPayment = async (
  ctx: Reaching<Caller>,
  { session, outcome }: { session: string; outcome: 'paid' | 'declined' },
): Promise<{ number: string }> => {
  if (ctx.caller.kind !== 'session') throw new Refusal('only_on_the_site', { detail: 'A person pays: no key and no application can.' });
  const { way, order } = await ownTest(ctx, session);
  if (outcome === 'declined') throw new Refusal('payment_declined');
  if (!way.open && way.received_cents === 0)
    throw new Refusal('order_not_pending', { detail: 'This payment was closed. Look at the order again.' });
  const facts = { ...factsKept(way), received_cents: way.asked_cents, open: false };
  await keepFacts({ sql: ctx.sql as Sql, clock: ctx.clock }, way, facts);
  return { number: order.number };
};
