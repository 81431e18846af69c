import type { Sql } from 'postgres';
import type { Caller, Ctx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import type { Limit } from '../../../kernel/limits.ts';
import type { Reaching } from '../../../outside/outside.ts';
import { AmountRefused, type Asking, type Facts, type PaymentProvider, ProviderAway } from '../../../outside/payments.ts';
import { closeWay, keepFacts, type Looking, lookAt } from './keeping.ts';
import { findPayable, lockOrder, type Payable, selectWays, writeFacts } from './payment-queries.ts';
import { lookLater, settle } from './settle.ts';

/** Who pays is a person on the site: no key and no application can. */
const refuseMachines = ({ caller }: Ctx<Caller>): void => {
  if (caller.kind !== 'session')
    throw new Refusal('only_on_the_site', { detail: 'A person pays on the checkout page: no key and no application can.' });
};

const payable = async ({ sql, site, caller, clock }: Ctx<Caller>, number: string): Promise<Payable> => {
  const order = await findPayable(sql, { site_id: site.id, account_id: caller.account_id, number: number.toUpperCase() });
  if (!order) throw new Refusal('order_not_found');
  if (order.status !== 'pending') throw new Refusal('order_not_pending');
  if (order.expires_at <= clock.now()) throw new Refusal('order_not_pending', { detail: 'This order has expired. Order again.' });
  if (!order.has_billing) throw new Refusal('billing_needed');
  return order;
};

const askingFor = ({ site, clock }: Ctx, { number, lines, email, expires_at }: Payable, attempt: number): Asking => ({
  number,
  attempt,
  site_name: site.name,
  lines,
  email,
  paid_url: `${site.root}/orders/${number}?done=paid`,
  back_url: `${site.root}/checkout/${number}`,
  test_url: `${site.root}/payments/test`,
  now: clock.now(),
  ends_at: expires_at,
});

/** What goes wrong at the provider, as the person who pays is told. Anything else is a fault of ours. */
const sayTrouble = (error: unknown): never => {
  if (error instanceof ProviderAway) throw new Refusal('payment_unavailable');
  if (error instanceof AmountRefused)
    throw new Refusal('payment_unavailable', { detail: 'So much cannot be paid at once. Write to the team of the site.' });
  throw error;
};

/** Where an order can be paid as it stands, if there is such a place; ways that are of no use any more are closed on the way. */
const wayOpen = async (looking: Looking, order: Payable, order_url: string): Promise<string | null> => {
  for (const way of await selectWays(looking.sql, order.id)) {
    if (!way.open) continue;
    const facts = await lookAt(looking, way);
    const fits = facts.asked_cents === order.total_cents;
    if (facts.open && facts.url && fits) return facts.url;
    const after = facts.open && facts.url ? await closeWay(looking, way) : facts;
    if (after === facts) await keepFacts(looking, way, facts);
    // Money has come or is on its way: the order's page says how it stands.
    if (after.received_cents > 0 || (after.open && way.provider === looking.outside.payments?.name)) return order_url;
  }
  return null;
};

/** Keeps a new way to pay if the order is still what it was opened for. One that is not is kept too, and closed. */
const keepWay = (sql: Sql, clock: Ctx['clock'], order: Payable, provider: PaymentProvider, facts: Facts): Promise<boolean> =>
  sql.begin(async (sql) => {
    const at = clock.now();
    const now = await lockOrder(sql, order.id);
    const fits = now.status === 'pending' && now.total_cents === facts.asked_cents;
    const payment_id = await writeFacts(sql, now, provider.name, facts, at);
    await lookLater(sql, payment_id, fits ? FIRST_LOOK_SECONDS : 0);
    await settle(sql, { order_id: order.id, at });
    return fits;
  }) as Promise<boolean>;

/** Each start costs the provider something. */
const STARTS: Limit = { name: 'payments', limit: 60, window_seconds: 3600 };
/** The notice is usually quicker. */
const FIRST_LOOK_SECONDS = 180;
/** How often an order may change under our hands before we ask the person to try again. */
const TRIES = 3;

/**
 * Gives the address where an order of one's own is paid. Asked again, or in two windows, it is the same, until what is owed
 * changes. The world is asked before anything is kept: what is lost in between is asked for under the same key.
 */
export const startPayment = async (ctx: Reaching<Caller>, { number }: { number: string }): Promise<{ url: string }> => {
  refuseMachines(ctx);
  const { clock, outside, site } = ctx;
  const sql = ctx.sql as Sql;
  const provider = outside.payments;
  if (!provider) throw new Refusal('checkout_unavailable');
  const limit = await ctx.limits.take(`account ${ctx.caller.account_id}`, STARTS);
  if (!limit.granted) throw new Refusal('rate_limited', { limit });
  for (let tried = 0; tried < TRIES; tried++) {
    const order = await payable(ctx, number);
    const known = await wayOpen({ sql, clock, outside }, order, `${site.root}/orders/${order.number}?done=paid`).catch(sayTrouble);
    if (known) return { url: known };
    const attempt = (await selectWays(sql, order.id)).length;
    const facts = await provider.open(askingFor(ctx, order, attempt)).catch(sayTrouble);
    if (facts.asked_cents !== order.total_cents) throw new Error(`The lines of ${order.number} do not add up to what it costs.`);
    if ((await keepWay(sql, clock, order, provider, facts)) && facts.url) return { url: facts.url };
  }
  throw new Refusal('payment_unavailable', { detail: 'The order was being changed meanwhile. Look at it again, then pay.' });
};

/** Has an order looked at whose person is back from paying: the notice may be lost, the money is not. True while that is open. */
export const confirmPayment = async ({ sql, site, caller }: Ctx<Caller>, { number }: { number: string }): Promise<boolean> => {
  const order = await findPayable(sql, { site_id: site.id, account_id: caller.account_id, number: number.toUpperCase() });
  if (order?.status !== 'pending') return false;
  const open = (await selectWays(sql, order.id)).filter((way) => way.open);
  for (const { id } of open) await lookLater(sql, id);
  return open.length > 0;
};
