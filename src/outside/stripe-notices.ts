import type Stripe from 'stripe';
import type { Told } from './payments.ts';
import { factsOf } from './stripe-sessions.ts';

const idIn = (named: string | { id: string } | null | undefined): string | null =>
  typeof named === 'object' ? (named?.id ?? null) : (named ?? null);

const ofSession = (session: Stripe.Checkout.Session, failed = false): Told | null =>
  session.mode === 'payment' && session.metadata?.order ? { about: 'session', facts: factsOf(session, { failed }) } : null;

const ofCharge = ({ payment_intent, amount_captured, amount_refunded }: Stripe.Charge): Told | null => {
  const intent = idIn(payment_intent);
  return intent ? { about: 'money', intent, received_cents: amount_captured, returned_cents: amount_refunded } : null;
};

const ofRefund = ({ id, payment_intent, status, failure_reason }: Stripe.Refund): Told | null => {
  const intent = idIn(payment_intent);
  if (!intent || (status !== 'failed' && status !== 'canceled')) return null;
  return { about: 'failed_refund', intent, reference: id, trouble: failure_reason ?? status };
};

const ofDispute = ({ payment_intent, amount, reason }: Stripe.Dispute): Told | null => {
  const intent = idIn(payment_intent);
  return intent ? { about: 'dispute', intent, amount_cents: amount, reason } : null;
};

/** What the webhook is to be subscribed to. */
export const TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
] as const;

/** What an event tells us; null where it is of no use here. */
export const toldBy = (event: Stripe.Event): Told | null => {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return ofSession(event.data.object);
    case 'checkout.session.async_payment_failed':
      return ofSession(event.data.object, true);
    case 'charge.refunded':
      return ofCharge(event.data.object);
    case 'refund.updated':
    case 'refund.failed':
      return ofRefund(event.data.object);
    case 'charge.dispute.created':
      return ofDispute(event.data.object);
    default:
      return null;
  }
};
