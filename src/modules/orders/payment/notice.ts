import type { Db } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { makeMove } from '../../../kernel/moves.ts';
import { type Facts, ForgedNotice, type Notice, type PaymentProvider, type Told } from '../../../outside/payments.ts';
import { REFUND_MOVES } from '../states.ts';
import { tellOfOrder } from '../telling/telling.ts';
import { factsKept, type Looking } from './keeping.ts';
import { findOrderNumbered, findWayBy, insertNotice, isKnownNotice, lockOrder, type OwedOrder, writeFacts } from './payment-queries.ts';
import { findRefund, findRefundReferred, takeReturned, writeSaid } from './refund-queries.ts';
import { settle } from './settle.ts';

/** A refund that did not reach its buyer is owed again, once. */
const noteFailedRefund = async (sql: Db, { reference, trouble }: Extract<Told, { about: 'failed_refund' }>, at: Date): Promise<void> => {
  const id = await findRefundReferred(sql, reference);
  const refund = id === null ? undefined : await findRefund(sql, id);
  if (!refund) return;
  const { payment_id, amount_cents } = refund;
  if (
    !(await makeMove(sql, {
      record: 'refund',
      id: refund.id,
      name: 'fail',
      move: REFUND_MOVES.fail,
      account_id: null,
      at,
      reason: trouble,
    }))
  )
    return;
  await writeSaid(sql, refund.id, { trouble });
  await takeReturned(sql, payment_id, amount_cents, at);
  await tellOfOrder(sql, { kind: 'refund_failed', id: refund.id });
};

/** Which way to pay a notice is about, as far as it is known here or to the provider. Null for somebody else's. */
const subjectOf = async ({ sql }: Looking, provider: PaymentProvider, told: Told): Promise<{ order_id: number; facts: Facts } | null> => {
  const about = told.about === 'session' ? { session: told.facts.session } : { intent: told.intent };
  const way = await findWayBy(sql, provider.name, about);
  if (way) {
    const kept = factsKept(way);
    if (told.about === 'session') return { order_id: way.order_id, facts: told.facts };
    if (told.about !== 'money') return { order_id: way.order_id, facts: kept };
    const { received_cents, returned_cents } = told;
    return { order_id: way.order_id, facts: { ...kept, received_cents, returned_cents, open: false } };
  }
  // It came before what it follows from: the provider knows the rest.
  const facts = told.about === 'session' ? told.facts : await provider.find(told.intent);
  const order_id = facts?.number ? await findOrderNumbered(sql, facts.number) : null;
  return facts && order_id !== null ? { order_id, facts } : null;
};

/** Learns what a provider tells: kept with its facts and all that follows in one transaction, so that twice is once. */
const learn = async (looking: Looking, provider: PaymentProvider, notice: Notice): Promise<void> => {
  const { told } = notice;
  if (!told || (await isKnownNotice(looking.sql, provider.name, notice.id))) return;
  const subject = await subjectOf(looking, provider, told);
  if (!subject) return;
  await looking.sql.begin(async (sql) => {
    const at = looking.clock.now();
    const order: OwedOrder = await lockOrder(sql, subject.order_id);
    if (!(await insertNotice(sql, provider.name, notice, order.id, at))) return;
    const payment_id = await writeFacts(sql, order, provider.name, subject.facts, at);
    if (told.about === 'failed_refund') await noteFailedRefund(sql, told, at);
    if (told.about === 'dispute') await tellOfOrder(sql, { kind: 'disputed', id: payment_id });
    await settle(sql, { order_id: order.id, at });
  });
};

/** What the provider sent; refused where it did not, or not just now. */
const read = (provider: PaymentProvider, { body, signature }: Sent, now: Date): Notice => {
  try {
    return provider.read(body, signature, now);
  } catch (error) {
    throw error instanceof ForgedNotice ? new Refusal('notice_not_signed') : error;
  }
};

interface Sent {
  /** As it came, byte by byte. */
  body: Buffer;
  signature: string;
}

/** Takes what came to the door of a provider's notices: kept with all that follows, or refused, or of no use here. */
export const takeNotice = async (looking: Looking, sent: Sent): Promise<void> => {
  const provider = looking.outside.payments;
  if (provider) await learn(looking, provider, read(provider, sent, looking.clock.now()));
};

/** Takes what a provider told since a moment and nobody took, for it gives up telling after some days. */
export const catchUp = async (looking: Looking, since: Date, signal: AbortSignal): Promise<void> => {
  const provider = looking.outside.payments;
  if (!provider) return;
  for await (const notice of provider.missed(since)) {
    signal.throwIfAborted();
    await learn(looking, provider, notice);
  }
};
