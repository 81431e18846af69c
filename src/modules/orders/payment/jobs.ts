import { enqueue, job } from '../../../kernel/jobs.ts';
import { databaseClock, databaseTime } from '../../../kernel/time/database-clock.ts';
import { releaseHolds } from '../../launches/queries.ts';
import { notifyAboutOrder } from '../notifications/notifications.ts';
import { PAYMENT_GRACE_MS } from '../rules.ts';
import { orderMoves, refundMoves } from '../states.ts';
import { closePayment, fetchMissedNotices, fetchPaymentFacts, isPaymentOver, type PaymentCtx, savePaymentFacts } from './provider-sync.ts';
import {
  addReturnedCents,
  findBilledOrder,
  findPayment,
  findRefund,
  lockBilledOrder,
  type RefundToMake,
  selectExpiredOrders,
  selectPaymentsByOrder,
  selectPaymentsDueForCheck,
  selectRefunds,
  writeProviderReply,
} from './queries.ts';
import { MAKE_REFUND } from './refunds.ts';
import { CHECK_PAYMENT, schedulePaymentCheck, settleOrder } from './settlement.ts';

/** Checks a payment at the provider, and closes it if its order no longer needs it. Makes up for lost notices. */
export const check_payment = job<{ payment_id: number }>({
  ...CHECK_PAYMENT,
  lane: 'reading',
  async run({ sql, clock, integrations }, { payment_id }) {
    const payment = await findPayment(sql, payment_id);
    const order = payment?.open ? await findBilledOrder(sql, payment.order_id) : undefined;
    if (!payment || !order) return;
    const ctx = { sql, clock, integrations };
    if (order.status === 'pending' && !isPaymentOver(payment, clock.now()))
      await savePaymentFacts(ctx, payment, await fetchPaymentFacts(ctx, payment));
    else await closePayment(ctx, payment);
  },
});

const recordRefundReply = ({ sql, clock }: PaymentCtx, refund: RefundToMake, reply: { reference: string } | { trouble: string }) =>
  sql.begin(async (sql) => {
    const at = await databaseTime(sql, clock);
    const { id, order_id, payment_id } = refund;
    await lockBilledOrder(sql, order_id);
    const name = 'reference' in reply ? 'make' : 'fail';
    const reason = 'trouble' in reply ? reply.trouble : null;
    if (!(await refundMoves.try({ sql, at }, id, name, { reason }))) return;
    await writeProviderReply(sql, id, { trouble: null, ...reply });
    await addReturnedCents(sql, payment_id, at);
    const pays_order = (await findPayment(sql, payment_id))!.use === 'pays';
    if (name === 'fail') await notifyAboutOrder(sql, { kind: 'refund_failed', id });
    else if (pays_order) await notifyAboutOrder(sql, { kind: 'refunded', id });
    await settleOrder(sql, { order_id, at });
  });

/** Whether the provider has already returned enough to cover this refund, because someone made it there by hand. */
const wasRefundedManually = async (ctx: PaymentCtx, { id, payment_id, amount_cents }: RefundToMake): Promise<boolean> => {
  const payment = (await findPayment(ctx.sql, payment_id))!;
  const facts = await fetchPaymentFacts(ctx, payment);
  const made = (await selectRefunds(ctx.sql, payment_id)).filter((refund) => refund.status === 'made' && refund.id !== id);
  return facts.returned_cents >= made.reduce((sum, refund) => sum + refund.amount_cents, amount_cents);
};

/** Makes a refund at the provider, once, however often this runs. If the provider refuses it for good, the team is notified. */
export const make_refund = job<{ refund_id: number; again?: string | null }>({
  ...MAKE_REFUND,
  lane: 'reading',
  async run({ sql, clock, integrations, last_attempt }, { refund_id, again = null }) {
    const refund = await findRefund(sql, refund_id);
    if (refund?.status !== 'asked') return;
    // Get the database time before calling the provider: whatever it does must be recorded.
    const ctx = { sql, clock: await databaseClock(sql, clock), integrations };
    const { number, provider: name, session, intent, amount_cents } = refund;
    const provider = integrations.payments;
    try {
      const reply =
        provider?.name === name
          ? await provider.refund({ intent: intent ?? session, amount_cents, name: `${number} ${refund_id}`, again })
          : { trouble: `Payments by ${name} are no longer set up here.` };
      if ('trouble' in reply && provider?.name === name && (await wasRefundedManually(ctx, refund)))
        await recordRefundReply(ctx, refund, { reference: `${number} ${refund_id}, by hand` });
      else await recordRefundReply(ctx, refund, reply);
    } catch (error) {
      if (last_attempt) await recordRefundReply(ctx, refund, { trouble: String((error as Error).message).slice(0, 500) });
      throw error;
    }
  },
});

/** Expires an unpaid order. Its payments are closed first, and money received until then still pays it. */
export const expire_order = job<{ order_id: number }>({
  name: 'expire_order',
  lane: 'reading',
  attempts: 5,
  async run({ sql, clock, integrations }, { order_id }) {
    const order = await findBilledOrder(sql, order_id);
    const now = await databaseTime(sql, clock);
    if (order?.status !== 'pending' || order.expires_at > now) return;
    const is_grace_over = now.getTime() - order.expires_at.getTime() > PAYMENT_GRACE_MS;
    for (const payment of await selectPaymentsByOrder(sql, order_id))
      if (payment.open)
        await closePayment({ sql, clock, integrations }, payment).catch((error) => {
          if (!is_grace_over) throw error;
        });
    await sql.begin(async (sql) => {
      const { status } = await lockBilledOrder(sql, order_id);
      const is_waiting = (await selectPaymentsByOrder(sql, order_id)).some(({ open }) => open);
      if (status !== 'pending' || (is_waiting && !is_grace_over)) return;
      await orderMoves.make({ sql, at: now }, order_id, 'expire');
      await releaseHolds(sql, order_id);
      await notifyAboutOrder(sql, { kind: 'expired', id: order_id });
    });
  },
});

/** The next sweep is a minute away. */
const BATCH_SIZE = 500;

export const sweep_orders = job<unknown>({
  name: 'sweep_orders',
  attempts: 3,
  cron: '* * * * *',
  at_start: true,
  async run({ sql, clock }) {
    const now = await databaseTime(sql, clock);
    for (const payment_id of await selectPaymentsDueForCheck(sql, now, BATCH_SIZE)) await schedulePaymentCheck(sql, payment_id);
    for (const order_id of await selectExpiredOrders(sql, now, BATCH_SIZE))
      await enqueue(sql, expire_order, { order_id }, { key: `expire ${order_id}` });
  },
});

/** Stripe stops redelivering notices after about three days but keeps them longer. */
const NOTICE_LOOKBACK_MS = 7 * 86_400_000;

/** Fetches notices that did not reach us, for example after an outage. */
export const fetch_notices = job<unknown>({
  name: 'fetch_notices',
  lane: 'reading',
  attempts: 3,
  cron: '*/15 * * * *',
  async run({ sql, clock, integrations, signal }) {
    const now = await databaseTime(sql, clock);
    await fetchMissedNotices({ sql, clock, integrations }, new Date(now.getTime() - NOTICE_LOOKBACK_MS), signal);
  },
});
