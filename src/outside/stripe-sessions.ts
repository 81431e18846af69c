import type Stripe from 'stripe';
import type { Facts } from './payments.ts';

type Session = Stripe.Checkout.Session;

const intentIn = ({ payment_intent: intent }: Session): Stripe.PaymentIntent | null => (typeof intent === 'object' ? intent : null);

/** Where money on its way did not come after all, it does not come any more by this session. */
const FAILED = ['requires_payment_method', 'canceled'];

const isOpen = (session: Session, failed: boolean): boolean => {
  if (session.status !== 'complete') return session.status === 'open';
  return session.payment_status === 'unpaid' && !failed && !FAILED.includes(intentIn(session)?.status ?? '');
};

/** What a session says, whichever way it came to us. */
export const factsOf = (session: Session, { failed = false } = {}): Facts => {
  const charge = intentIn(session)?.latest_charge;
  const asked_cents = session.amount_total ?? 0;
  return {
    session: session.id,
    intent: typeof session.payment_intent === 'string' ? session.payment_intent : (session.payment_intent?.id ?? null),
    number: session.metadata?.order ?? null,
    asked_cents,
    received_cents: session.payment_status === 'paid' ? asked_cents : 0,
    returned_cents: charge && typeof charge === 'object' ? charge.amount_refunded : 0,
    open: isOpen(session, failed),
    url: session.url,
  };
};
