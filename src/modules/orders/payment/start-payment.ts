import type { Sql } from 'postgres';
import {
  AmountRefused,
  type PaymentProvider,
  type PaymentRequest,
  type PaymentSession,
  ProviderUnavailable,
} from '../../../integrations/payments.ts';
import type { Caller, Ctx, Site } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import type { Limit } from '../../../kernel/limits.ts';
import { databaseClock, databaseTime, withDatabaseClock } from '../../../kernel/time/database-clock.ts';
import { formatLongWeek, weekAt } from '../../../kernel/time/weeks.ts';
import { enforceHoldLimit, holdWeeks } from '../checkout/holds.ts';
import { lockAccountHolds, type OrderWeekLine, selectWeekLines } from '../checkout/queries.ts';
import { checkoutUrl } from '../details/order-details.ts';
import { findObstacle, findProduct, productName } from '../products.ts';
import { type LineRow, orderOwner, selectLines, selectOrderedListings } from '../queries.ts';
import { LATE_PAYMENT_MS, paymentDeadline } from '../rules.ts';
import { closePayment, fetchPaymentFacts, isPaymentOver, type PaymentCtx, savePaymentFacts, storedFacts } from './provider-sync.ts';
import {
  type BilledOrder,
  findBilledOrder,
  findPayableOrder,
  findPaymentBy,
  isOwnOrder,
  lockBilledOrder,
  type PayableOrder,
  type Payment,
  selectPaymentsByOrder,
  writePaymentFacts,
} from './queries.ts';
import { schedulePaymentCheck, settleFreeOrder, settleOrder } from './settlement.ts';

/** Refuses payment for lines that can no longer be delivered, for example because another order did or the listing was removed. */
const requireDeliverable = async (ctx: Ctx<Caller>, lines: LineRow[]): Promise<void> => {
  const ids = lines.flatMap(({ listing_id }) => listing_id ?? []);
  const listings = await selectOrderedListings(ctx.sql, orderOwner(ctx), ids, ctx.clock.now());
  const launching_ids = new Set(lines.filter(({ product }) => findProduct(product)?.launches).map(({ listing_id }) => listing_id));
  for (const { product, name, listing_id } of lines) {
    if (listing_id === null) continue;
    const listing = listings.get(listing_id);
    const obstacle = listing ? findObstacle(product, listing, launching_ids.has(listing_id)) : t('is no longer yours');
    if (obstacle)
      throw new Refusal('order_not_possible', {
        detail: t('{product} can no longer be delivered: {listing} {obstacle}. Cancel this order.', {
          product: productName({ name }),
          listing: listing?.name ?? t('its listing'),
          obstacle,
        }),
      });
  }
};

/** A launch whose week has begun goes live at once and needs no slot. Other products need a future week. */
const upcomingLines = (lines: OrderWeekLine[], this_week: string): OrderWeekLine[] => {
  const past = lines.find(({ product, week_on }) => week_on <= this_week && !findProduct(product)?.launches);
  if (past)
    throw new Refusal('week_full', {
      detail: t('The week of {week} has begun. Choose another week for {product} below, then pay.', {
        week: formatLongWeek(past.week_on),
        product: productName(past),
      }),
    });
  return lines.filter(({ week_on }) => week_on > this_week);
};

/**
 * Holds the weeks of an order until the payment that is about to start has ended, or refuses if one is full. Runs before any money is
 * requested, so that everyone who pays has a slot. Call it in a transaction; it locks and returns the order.
 */
export const reserveWeeks = async (ctx: Ctx<Caller>, { id: order_id, number }: Pick<BilledOrder, 'id' | 'number'>, ends_at: Date) => {
  const { sql, site, clock, caller } = ctx;
  const now = clock.now();
  const order = await lockBilledOrder(sql, order_id);
  if (order.status !== 'pending') throw new Refusal('order_not_pending');
  await requireDeliverable(ctx, await selectLines(sql, order_id));
  const lines = upcomingLines(await selectWeekLines(sql, order_id), weekAt(now, site.time_zone));
  if (lines.length === 0) return order;
  await lockAccountHolds(sql, caller.account_id);
  const until = new Date(ends_at.getTime() + LATE_PAYMENT_MS);
  const [full_line] = await holdWeeks(sql, lines, { site_id: site.id, order_id, until, now });
  if (full_line)
    throw new Refusal('week_full', {
      detail: t('The week of {week} is full, and your reservation has ended. Choose another week for {product} below, then pay.', {
        week: formatLongWeek(full_line.week_on),
        product: productName(full_line),
      }),
    });
  await enforceHoldLimit(ctx, caller.account_id, number);
  return order;
};

const requirePendingOrder = async (ctx: Ctx<Caller>, number: string): Promise<PayableOrder> => {
  const order = await findPayableOrder(ctx.sql, orderOwner(ctx), number.toUpperCase());
  if (!order) throw new Refusal('order_not_found');
  if (order.status !== 'pending') throw new Refusal('order_not_pending');
  if (order.expires_at <= ctx.clock.now()) throw new Refusal('order_not_pending', { detail: t('This order has expired. Order again.') });
  return order;
};

const requirePayableOrder = async (ctx: Ctx<Caller>, number: string): Promise<PayableOrder> => {
  const order = await requirePendingOrder(ctx, number);
  if (!order.has_billing) throw new Refusal('billing_needed');
  if (order.total_cents === 0) throw new Refusal('order_not_pending', { detail: t('There is nothing to pay. Confirm the order instead.') });
  return order;
};

const paidUrl = (site: Site, number: string): string => `${site.root}/orders/${number}?done=paid`;

const buildPaymentRequest = (
  { site, clock }: Ctx,
  { number, lines, email }: PayableOrder,
  attempt: number,
  ends_at: Date,
): PaymentRequest => ({
  number,
  attempt,
  site_name: site.name,
  lines,
  email,
  paid_url: paidUrl(site, number),
  back_url: checkoutUrl(site, number),
  test_url: `${site.root}/payments/test`,
  now: clock.now(),
  ends_at,
});

/** Translates provider errors into refusals the payer understands. Other errors are bugs. */
const translateProviderError = (error: unknown): never => {
  if (error instanceof ProviderUnavailable) throw new Refusal('payment_unavailable');
  if (error instanceof AmountRefused)
    throw new Refusal('payment_unavailable', { detail: t('This amount is too large for one payment. Contact the site’s team.') });
  throw error;
};

/** The URL of an open payment that matches the order, if there is one. Closes payments that no longer match. */
const findOpenPaymentUrl = async (ctx: PaymentCtx, order: PayableOrder, payments: Payment[], paid_url: string): Promise<string | null> => {
  for (const payment of payments) {
    if (!payment.open) continue;
    const facts = await fetchPaymentFacts(ctx, payment);
    const is_current = facts.asked_cents === order.total_cents && !isPaymentOver(facts, ctx.clock.now());
    if (facts.open && facts.url && is_current) return facts.url;
    const facts_after = facts.open && facts.url ? await closePayment(ctx, payment) : facts;
    if (facts_after === facts) await savePaymentFacts(ctx, payment, facts);
    // Money was received or is in flight: the order's page shows the state.
    if (facts_after.received_cents > 0 || (facts_after.open && payment.provider === ctx.integrations.payments?.name)) return paid_url;
  }
  return null;
};

/** Saves a new payment; returns false if the order changed meanwhile. Such a payment is saved too, and closed. */
const savePayment = (sql: Sql, clock: Ctx['clock'], order_id: number, provider: PaymentProvider, facts: PaymentSession): Promise<boolean> =>
  sql.begin(async (sql) => {
    const at = await databaseTime(sql, clock);
    const order = await lockBilledOrder(sql, order_id);
    const is_current = order.status === 'pending' && order.total_cents === facts.asked_cents;
    const payment_id = await writePaymentFacts(sql, order, provider.name, facts, at);
    await schedulePaymentCheck(sql, payment_id, is_current ? FIRST_CHECK_SECONDS : 0);
    await settleOrder(sql, { order_id, at });
    return is_current;
  });

/** Each start costs a request to the provider. */
const START_LIMIT: Limit = { name: 'payments', limit: 60, window_seconds: 3600 };
/** The provider's notice usually arrives earlier. */
const FIRST_CHECK_SECONDS = 180;
/** How often an order may change concurrently before the person has to try again. */
const MAX_TRIES = 3;

/**
 * Returns the URL where the caller's own order is paid. Repeated calls and other windows get the same URL until the amount changes. The
 * weeks are held first, for as long as the payment is open. The provider is called before anything is saved: if we crash in between,
 * the retry uses the same idempotency key.
 */
export const startPayment = async (ctx: Ctx<Caller>, { number }: { number: string }): Promise<{ url: string }> => {
  if (ctx.caller.kind !== 'session')
    throw new Refusal('only_on_the_site', { detail: 'Only a person can pay, on the checkout page. API keys and applications can’t.' });
  const { integrations, site } = ctx;
  // Pages and forms run outside a transaction, so this is the pool.
  const sql = ctx.sql as Sql;
  const clock = await databaseClock(sql, ctx.clock);
  const provider = integrations.payments;
  if (!provider) throw new Refusal('checkout_unavailable');
  const limit = await ctx.limits.take(`account ${ctx.caller.account_id}`, START_LIMIT);
  if (!limit.granted) throw new Refusal('rate_limited', { limit });
  for (let attempts = 0; attempts < MAX_TRIES; attempts++) {
    const order = await requirePayableOrder({ ...ctx, clock }, number);
    const payments = await selectPaymentsByOrder(sql, order.id);
    const paid_url = paidUrl(site, order.number);
    const open_url = await findOpenPaymentUrl({ sql, clock, integrations }, order, payments, paid_url).catch(translateProviderError);
    if (open_url) return { url: open_url };
    const ends_at = paymentDeadline(clock.now());
    await sql.begin((sql) => reserveWeeks({ ...ctx, clock, sql }, order, ends_at));
    // Counted in the same read: another window may have saved its payment since, and must have used the same idempotency key.
    const request = buildPaymentRequest({ ...ctx, clock }, order, payments.length, ends_at);
    const facts = await provider.open(request).catch(translateProviderError);
    if (facts.asked_cents !== order.total_cents) throw new Error(`The lines of ${order.number} do not add up to what it costs.`);
    if ((await savePayment(sql, clock, order.id, provider, facts)) && facts.url) return { url: facts.url };
  }
  throw new Refusal('payment_unavailable', { detail: t('The order was changed in the meantime. Check it again, then pay.') });
};

/** Completes the caller's own order that costs nothing, which needs no payment and no billing details. */
export const confirmFreeOrder = async (ctx: Ctx<Caller>, { number }: { number: string }): Promise<void> => {
  if (ctx.caller.kind !== 'session')
    throw new Refusal('only_on_the_site', { detail: 'Only a person can confirm an order. API keys and applications can’t.' });
  await withDatabaseClock(ctx, async (ctx) => {
    const { sql, clock, caller } = ctx;
    const order = await reserveWeeks(ctx, await requirePendingOrder(ctx, number), clock.now());
    // Another window may have removed the promo code meanwhile.
    if (order.total_cents > 0)
      throw new Refusal('order_not_pending', { detail: t('This order now has something to pay. Check the total again.') });
    await settleFreeOrder(sql, order, clock.now(), caller.account_id);
  });
};

/** Schedules a check when the buyer returns from paying, in case the notice was lost. True while a payment is open. */
export const confirmPayment = async (ctx: Ctx<Caller>, { number }: { number: string }): Promise<boolean> => {
  const { sql } = ctx;
  const order = await findPayableOrder(sql, orderOwner(ctx), number.toUpperCase());
  if (order?.status !== 'pending') return false;
  const open = (await selectPaymentsByOrder(sql, order.id)).filter((payment) => payment.open);
  for (const { id } of open) await schedulePaymentCheck(sql, id);
  return open.length > 0;
};

const loadOwnTestPayment = async (ctx: Ctx<Caller>, session: string): Promise<{ payment: Payment; order: BilledOrder }> => {
  const { sql, site, caller, integrations } = ctx;
  // Test payments exist only with the test provider.
  const payment = integrations.payments?.name === 'test' ? await findPaymentBy(sql, 'test', { session }) : undefined;
  if (!payment || payment.site_id !== site.id || !(await isOwnOrder(sql, payment.order_id, caller.account_id)))
    throw new Refusal('not_found');
  return { payment, order: (await findBilledOrder(sql, payment.order_id))! };
};

/** A test payment for its page, and whether it can still be paid. */
export const readTestPayment = async (ctx: Ctx<Caller>, { session }: { session: string }) => {
  const { payment, order } = await loadOwnTestPayment(ctx, session);
  return { number: order.number, asked_cents: payment.asked_cents, open: payment.open && !isPaymentOver(payment, ctx.clock.now()) };
};

/** Completes a test payment, or declines it as a card would be. No money moves. */
export const makeTestPayment = async (
  ctx: Ctx<Caller>,
  { session, outcome }: { session: string; outcome: 'paid' | 'declined' },
): Promise<{ number: string }> => {
  if (ctx.caller.kind !== 'session')
    throw new Refusal('only_on_the_site', { detail: 'Only a person can pay. API keys and applications can’t.' });
  const { payment, order } = await loadOwnTestPayment(ctx, session);
  const clock = await databaseClock(ctx.sql, ctx.clock);
  if (outcome === 'declined') throw new Refusal('payment_declined');
  if ((!payment.open || isPaymentOver(payment, clock.now())) && payment.received_cents === 0)
    throw new Refusal('order_not_pending', { detail: t('This payment has ended. Go back to the order and pay again.') });
  const facts = { ...storedFacts(payment), received_cents: payment.asked_cents, open: false, submitted: true };
  await savePaymentFacts({ sql: ctx.sql as Sql, clock }, payment, facts);
  return { number: order.number };
};
