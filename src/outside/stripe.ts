import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import {
  AmountRefused,
  type Asking,
  type Facts,
  ForgedNotice,
  type Notice,
  type PaymentProvider,
  ProviderAway,
  type Seen,
} from './payments.ts';
import { TYPES, toldBy } from './stripe-notices.ts';
import { factsOf } from './stripe-sessions.ts';

export interface StripeSettings {
  secret_key: string;
  webhook_secret: string;
  /** Another address than Stripe's own, in development. */
  api_url: string | null;
}

/** What we read and send is of this version, whatever the account is set to. */
const API_VERSION = '2026-10-28.endive';
const PATIENCE_MS = 20_000;
const RETRIES = 2;
/** How old a notice's signature may be: one that was caught is of no use later. */
const TOLERANCE_SECONDS = 300;

const HOUR = 3600;
const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

/**
 * Stripe takes an end from 30 minutes to 24 hours ahead. Counted from the full hour, so that two who ask together, or one who
 * asks again after a crash, ask for the same.
 */
const endOf = ({ now, ends_at }: Asking): number => {
  const hour = Math.floor(secondsOf(now) / HOUR) * HOUR;
  return Math.max(hour + 1.6 * HOUR, Math.min(hour + 24 * HOUR, secondsOf(ends_at)));
};

/** The card's page is Stripe's own: nothing of it runs here, and no card's number comes by. */
const sessionFor = (asking: Asking): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  line_items: asking.lines.map(({ name, amount_cents }) => ({
    quantity: 1,
    price_data: { currency: 'usd', unit_amount: amount_cents, product_data: { name } },
  })),
  // What is charged is what the order says, to the cent.
  adaptive_pricing: { enabled: false },
  client_reference_id: asking.number,
  metadata: { order: asking.number },
  payment_intent_data: { metadata: { order: asking.number }, description: `${asking.site_name} ${asking.number}` },
  ...(asking.email && { customer_email: asking.email }),
  expires_at: endOf(asking),
  success_url: asking.paid_url,
  cancel_url: asking.back_url,
});

/** The same asked again is one request, however often it reaches Stripe. */
const keyOf = (...parts: unknown[]): string => `launchweek-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;

const { StripeError, StripeInvalidRequestError, StripeSignatureVerificationError } = Stripe.errors;
const isRefused = (error: unknown): error is InstanceType<typeof StripeInvalidRequestError> => error instanceof StripeInvalidRequestError;

/** Says in our words what may be different next time; the rest is a fault. */
const inOurWords = (error: unknown): never => {
  if (isRefused(error) && /^amount_too_/.test(error.code ?? '')) throw new AmountRefused(error.message);
  const status = error instanceof StripeError ? error.statusCode : undefined;
  if (error instanceof StripeError && (status === undefined || status === 409 || status === 429 || status >= 500))
    throw new ProviderAway(error.message, { cause: error });
  throw error;
};

const WHOLE = { expand: ['payment_intent.latest_charge'] };

const refundNamed = async (stripe: Stripe, intent: string, name: string): Promise<Stripe.Refund | undefined> => {
  for await (const refund of stripe.refunds.list({ payment_intent: intent, limit: 100 }))
    if (refund.metadata?.refund === name && refund.status !== 'failed' && refund.status !== 'canceled') return refund;
  return undefined;
};

const clientOf = ({ secret_key, api_url }: StripeSettings): Stripe => {
  const { hostname, port, protocol } = new URL(api_url ?? 'https://api.stripe.com');
  return new Stripe(secret_key, {
    apiVersion: API_VERSION,
    maxNetworkRetries: RETRIES,
    timeout: PATIENCE_MS,
    telemetry: false,
    host: hostname,
    ...(port && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
  });
};

const noticeOf = (event: Stripe.Event): Notice => ({
  id: event.id,
  type: event.type,
  occurred_at: new Date(event.created * 1000),
  body: event,
  told: toldBy(event),
});

/** Payments by Stripe's hosted page. */
export const openStripe = (settings: StripeSettings): PaymentProvider => {
  const stripe = clientOf(settings);
  const look = async (session: string): Promise<Seen> => {
    try {
      return factsOf(await stripe.checkout.sessions.retrieve(session, WHOLE));
    } catch (error) {
      return isRefused(error) && error.code === 'resource_missing' ? 'gone' : inOurWords(error);
    }
  };
  const open = async (asking: Asking): Promise<Facts> => {
    const params = sessionFor(asking);
    const idempotencyKey = keyOf('open', asking.number, asking.attempt, params);
    try {
      return factsOf(await stripe.checkout.sessions.create(params, { idempotencyKey }));
    } catch (error) {
      // An address that is good enough for our mail and not for theirs is typed there once more.
      return isRefused(error) && error.param === 'customer_email' ? open({ ...asking, email: null }) : inOurWords(error);
    }
  };
  return {
    name: 'stripe',
    open,
    look,
    async close(session) {
      await stripe.checkout.sessions.expire(session).catch((error) => {
        // It was closed or paid before.
        if (!isRefused(error)) inOurWords(error);
      });
      return look(session);
    },
    async find(intent) {
      const { data } = await stripe.checkout.sessions
        .list({ payment_intent: intent, limit: 1, expand: ['data.payment_intent.latest_charge'] })
        .catch(inOurWords);
      return data[0] ? factsOf(data[0]) : null;
    },
    async refund({ intent, amount_cents, name, again }) {
      try {
        // A key is forgotten after a day; what stands at Stripe under our name is not.
        const known = await refundNamed(stripe, intent, name);
        if (known) return { reference: known.id };
        const asked = { payment_intent: intent, amount: amount_cents, metadata: { refund: name } };
        const { id, status, failure_reason } = await stripe.refunds.create(asked, { idempotencyKey: keyOf('refund', asked, again) });
        return status === 'failed' || status === 'canceled' ? { trouble: failure_reason ?? status } : { reference: id };
      } catch (error) {
        if (isRefused(error)) return { trouble: error.message };
        return inOurWords(error);
      }
    },
    read(body, signature, now): Notice {
      try {
        return noticeOf(
          stripe.webhooks.constructEvent(body, signature, settings.webhook_secret, TOLERANCE_SECONDS, undefined, now.getTime()),
        );
      } catch (error) {
        if (error instanceof StripeSignatureVerificationError) throw new ForgedNotice(error.message);
        throw error;
      }
    },
    async *missed(since) {
      const events = stripe.events.list({ created: { gte: secondsOf(since) }, delivery_success: false, types: [...TYPES], limit: 100 });
      for await (const event of events) yield noticeOf(event);
    },
  };
};
