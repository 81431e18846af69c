import type { Sql } from 'postgres';
import {
  ForgedNotice,
  type PaymentEvent,
  type PaymentNotice,
  type PaymentProvider,
  type PaymentSession,
  type PaymentSessionStatus,
  UnreadableNotice,
} from '../../../integrations/payments.ts';
import type { Db } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import type { Clock } from '../../../kernel/time/clock.ts';
import { databaseClock, databaseTime } from '../../../kernel/time/database-clock.ts';
import { notifyAboutOrder } from '../notifications/notifications.ts';
import { refundMoves } from '../states.ts';
import {
  findOrderIdByNumber,
  findPaymentBy,
  findRefundByReference,
  insertNotice,
  isKnownNotice,
  lockBilledOrder,
  type Payment,
  subtractReturnedCents,
  writePaymentFacts,
  writeProviderReply,
} from './queries.ts';
import { settleOrder } from './settlement.ts';

/** Dependencies of payment checks: the provider, and a connection that is not in a transaction. */
export interface PaymentCtx {
  sql: Sql;
  clock: Clock;
  integrations: { payments: PaymentProvider | null };
}

export const savePaymentFacts = (
  { sql, clock }: Pick<PaymentCtx, 'sql' | 'clock'>,
  { order_id, provider }: Pick<Payment, 'order_id' | 'provider'>,
  facts: PaymentSession,
): Promise<void> =>
  sql.begin(async (sql) => {
    const at = await databaseTime(sql, clock);
    const order = await lockBilledOrder(sql, order_id);
    await writePaymentFacts(sql, order, provider, facts, at);
    await settleOrder(sql, { order_id, at });
  });

/** What we know about a payment without asking the provider. */
export const storedFacts = ({ id, site_id, order_id, provider, use, ...facts }: Payment): PaymentSession => ({
  ...facts,
  number: null,
  url: facts.open ? facts.url : null,
});

/** Whether the payment can no longer be made. A submitted payment may still arrive. */
export const isPaymentOver = ({ ends_at, submitted }: Pick<PaymentSession, 'ends_at' | 'submitted'>, now: Date): boolean =>
  !submitted && ends_at !== null && ends_at <= now;

const mergeFacts = (payment: Payment, reply: PaymentSessionStatus, fallback: PaymentSession): PaymentSession =>
  reply === 'gone' ? { ...storedFacts(payment), open: false, url: null } : (reply ?? fallback);

/** Fetches the state of a payment from its provider. A provider that is no longer configured accepts no payments. */
export const fetchPaymentFacts = async ({ integrations }: Pick<PaymentCtx, 'integrations'>, payment: Payment): Promise<PaymentSession> => {
  const provider = integrations.payments;
  if (provider?.name !== payment.provider) return { ...storedFacts(payment), url: null };
  return mergeFacts(payment, await provider.look(payment.session), storedFacts(payment));
};

/** Closes a payment at its provider and saves its final state. Test payments have no provider to ask. */
export const closePayment = async (ctx: PaymentCtx, payment: Payment): Promise<PaymentSession> => {
  const provider = ctx.integrations.payments;
  const reply = provider?.name === payment.provider ? await provider.close(payment.session) : null;
  const facts = mergeFacts(payment, reply, { ...storedFacts(payment), open: payment.provider === 'stripe', url: null });
  await savePaymentFacts(ctx, payment, facts);
  return facts;
};

/** A refund that did not reach the buyer is owed again, once. */
const recordFailedRefund = async (
  sql: Db,
  { reference, trouble }: Extract<PaymentEvent, { about: 'failed_refund' }>,
  at: Date,
): Promise<void> => {
  const refund = await findRefundByReference(sql, reference);
  if (!refund || !(await refundMoves.try({ sql, at }, refund.id, 'fail', { reason: trouble }))) return;
  await writeProviderReply(sql, refund.id, { trouble });
  await subtractReturnedCents(sql, refund.payment_id, refund.amount_cents, at);
  await notifyAboutOrder(sql, { kind: 'refund_failed', id: refund.id });
};

/** Finds the payment a notice is about, here or at the provider. Null if it is not one of ours. */
const findNoticeSubject = async (
  { sql }: PaymentCtx,
  provider: PaymentProvider,
  message: PaymentEvent,
): Promise<{ order_id: number; facts: PaymentSession } | null> => {
  const reference_key = message.about === 'session' ? { session: message.facts.session } : { intent: message.intent };
  const payment = await findPaymentBy(sql, provider.name, reference_key);
  if (payment) {
    const stored = storedFacts(payment);
    if (message.about === 'session') return { order_id: payment.order_id, facts: message.facts };
    if (message.about !== 'money') return { order_id: payment.order_id, facts: stored };
    const { received_cents, returned_cents } = message;
    return { order_id: payment.order_id, facts: { ...stored, received_cents, returned_cents, open: false } };
  }
  // The notice came before the one that announces the payment; ask the provider.
  const facts = message.about === 'session' ? message.facts : await provider.find(message.intent);
  const order_id = facts?.number ? await findOrderIdByNumber(sql, facts.number) : null;
  return facts && order_id !== null ? { order_id, facts } : null;
};

/** Processes a notice in one transaction with its consequences; a repeated notice has no effect. */
const processNotice = async (ctx: PaymentCtx, provider: PaymentProvider, notice: PaymentNotice): Promise<void> => {
  const { told: message } = notice;
  if (!message || (await isKnownNotice(ctx.sql, provider.name, notice.id))) return;
  const subject = await findNoticeSubject(ctx, provider, message);
  if (!subject) return;
  await ctx.sql.begin(async (sql) => {
    const at = await databaseTime(sql, ctx.clock);
    const order = await lockBilledOrder(sql, subject.order_id);
    if (!(await insertNotice(sql, provider.name, notice, order.id, at))) return;
    const payment_id = await writePaymentFacts(sql, order, provider.name, subject.facts, at);
    if (message.about === 'failed_refund') await recordFailedRefund(sql, message, at);
    if (message.about === 'dispute') await notifyAboutOrder(sql, { kind: 'disputed', id: payment_id });
    await settleOrder(sql, { order_id: order.id, at });
  });
};

/** As received: the signature covers the raw bytes. */
interface RawNotice {
  body: Buffer;
  signature: string;
}

const verifyNotice = async (provider: PaymentProvider, { body, signature }: RawNotice, now: Date): Promise<PaymentNotice> => {
  try {
    return await provider.read(body, signature, now);
  } catch (error) {
    if (error instanceof ForgedNotice) throw new Refusal('notice_not_signed');
    if (error instanceof UnreadableNotice) throw new Refusal('notice_not_readable');
    throw error;
  }
};

/** Handles a notice sent to the webhook: processes it, refuses it, or ignores it if it is not about one of our orders. */
export const receiveNotice = async (ctx: PaymentCtx, raw: RawNotice): Promise<void> => {
  const provider = ctx.integrations.payments;
  if (!provider) return;
  // The signature's age is checked against the database clock.
  const clock = await databaseClock(ctx.sql, ctx.clock);
  await processNotice({ ...ctx, clock }, provider, await verifyNotice(provider, raw, clock.now()));
};

/** Processes notices since a given time that did not reach us; the provider stops redelivering after some days. */
export const fetchMissedNotices = async (ctx: PaymentCtx, since: Date, signal: AbortSignal): Promise<void> => {
  const provider = ctx.integrations.payments;
  if (!provider) return;
  for await (const notice of provider.missed(since)) {
    signal.throwIfAborted();
    await processNotice(ctx, provider, notice);
  }
};
