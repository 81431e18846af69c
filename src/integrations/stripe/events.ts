import type Stripe from 'stripe';
import type { PaymentEvent, PaymentSession } from '../payments.ts';

type Session = Stripe.Checkout.Session;

const idIn = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'object' ? (reference?.id ?? null) : (reference ?? null);

const intentIn = ({ payment_intent: intent }: Session): Stripe.PaymentIntent | null => (typeof intent === 'object' ? intent : null);

/** A pending payment has failed: no more money comes through this session. */
const FAILED = ['requires_payment_method', 'canceled'];

const isOpen = (session: Session, failed: boolean): boolean => {
  if (session.status !== 'complete') return session.status === 'open';
  return session.payment_status === 'unpaid' && !failed && !FAILED.includes(intentIn(session)?.status ?? '');
};

export const paymentSessionOf = (session: Session, { failed = false } = {}): PaymentSession => {
  const charge = intentIn(session)?.latest_charge;
  const asked_cents = session.amount_total ?? 0;
  return {
    session: session.id,
    intent: idIn(session.payment_intent),
    number: session.metadata?.order ?? null,
    asked_cents,
    received_cents: session.payment_status === 'paid' ? asked_cents : 0,
    returned_cents: charge && typeof charge === 'object' ? charge.amount_refunded : 0,
    open: isOpen(session, failed),
    url: session.url,
    ends_at: session.expires_at ? new Date(session.expires_at * 1000) : null,
    submitted: session.status === 'complete',
  };
};

const sessionEvent = (session: Session, failed = false): PaymentEvent | null =>
  session.mode === 'payment' && session.metadata?.order ? { about: 'session', facts: paymentSessionOf(session, { failed }) } : null;

const chargeEvent = ({ payment_intent, amount_captured, amount_refunded }: Stripe.Charge): PaymentEvent | null => {
  const intent = idIn(payment_intent);
  return intent ? { about: 'money', intent, received_cents: amount_captured, returned_cents: amount_refunded } : null;
};

const refundEvent = ({ id, payment_intent, status, failure_reason }: Stripe.Refund): PaymentEvent | null => {
  const intent = idIn(payment_intent);
  if (!intent || (status !== 'failed' && status !== 'canceled')) return null;
  return { about: 'failed_refund', intent, reference: id, trouble: failure_reason ?? status };
};

const disputeEvent = ({ payment_intent, amount, reason }: Stripe.Dispute): PaymentEvent | null => {
  const intent = idIn(payment_intent);
  return intent ? { about: 'dispute', intent, amount_cents: amount, reason } : null;
};

/** Event types the webhook must subscribe to. */
export const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
] as const;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

export const isEvent = (value: unknown): value is Stripe.Event =>
  isObject(value) &&
  typeof value.id === 'string' &&
  typeof value.type === 'string' &&
  typeof value.created === 'number' &&
  isObject(value.data) &&
  isObject(value.data.object);

/** Converts a Stripe event; null if we do not use it. */
export const paymentEventOf = (event: Stripe.Event): PaymentEvent | null => {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return sessionEvent(event.data.object);
    case 'checkout.session.async_payment_failed':
      return sessionEvent(event.data.object, true);
    case 'charge.refunded':
      return chargeEvent(event.data.object);
    case 'refund.updated':
    case 'refund.failed':
      return refundEvent(event.data.object);
    case 'charge.dispute.created':
      return disputeEvent(event.data.object);
    default:
      return null;
  }
};
