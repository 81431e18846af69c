import { hash } from 'node:crypto';
import Stripe from 'stripe';
import {
  AmountRefused,
  ForgedNotice,
  type PaymentNotice,
  type PaymentProvider,
  type PaymentRequest,
  type PaymentSession,
  type PaymentSessionStatus,
  ProviderUnavailable,
  UnreadableNotice,
} from '../payments.ts';
import { EVENT_TYPES, isEvent, paymentEventOf, paymentSessionOf } from './events.ts';

export interface StripeSettings {
  secret_key: string;
  webhook_secret: string;
  /** Another API URL, for development. */
  api_url: string | null;
}

/** API version, independent of the account's setting. */
const API_VERSION = '2026-10-28.endive';
const TIMEOUT_MS = 20_000;
const RETRIES = 2;
/** Maximum age of a signature, against replay. */
const TOLERANCE_SECONDS = 300;

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

/** Parameters of a hosted Checkout session: card data never reaches us. */
const sessionFor = (request: PaymentRequest): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  line_items: request.lines.map(({ name, amount_cents }) => ({
    quantity: 1,
    price_data: { currency: 'usd', unit_amount: amount_cents, product_data: { name } },
  })),
  // Charge exactly the order's amount.
  adaptive_pricing: { enabled: false },
  client_reference_id: request.number,
  metadata: { order: request.number },
  payment_intent_data: { metadata: { order: request.number }, description: `${request.site_name} ${request.number}` },
  ...(request.email && { customer_email: request.email }),
  // Stripe requires an expiry 30 minutes to 24 hours ahead.
  expires_at: secondsOf(request.ends_at),
  success_url: request.paid_url,
  cancel_url: request.back_url,
});

/** The same parts give the same key, so that a retry is not a second request. */
const idempotencyKeyOf = (...parts: unknown[]): string => `launchweek-${hash('sha256', JSON.stringify(parts))}`;

const { StripeError, StripeInvalidRequestError, StripeSignatureVerificationError } = Stripe.errors;
const isRefused = (error: unknown): error is InstanceType<typeof StripeInvalidRequestError> => error instanceof StripeInvalidRequestError;

/** Converts errors that callers can handle and rethrows the others. */
const rethrowKnown = (error: unknown): never => {
  if (isRefused(error) && /^amount_too_/.test(error.code ?? '')) throw new AmountRefused(error.message);
  const status = error instanceof StripeError ? error.statusCode : undefined;
  if (error instanceof StripeError && (status === undefined || status === 409 || status === 429 || status >= 500))
    throw new ProviderUnavailable(error.message, { cause: error });
  throw error;
};

const EXPAND_CHARGE = { expand: ['payment_intent.latest_charge'] };

const findRefund = async (stripe: Stripe, intent: string, name: string): Promise<Stripe.Refund | undefined> => {
  for await (const refund of stripe.refunds.list({ payment_intent: intent, limit: 100 }))
    if (refund.metadata?.refund === name && refund.status !== 'failed' && refund.status !== 'canceled') return refund;
  return undefined;
};

const clientOf = ({ secret_key, api_url }: StripeSettings): Stripe => {
  const { hostname, port, protocol } = new URL(api_url ?? 'https://api.stripe.com');
  return new Stripe(secret_key, {
    apiVersion: API_VERSION,
    maxNetworkRetries: RETRIES,
    timeout: TIMEOUT_MS,
    telemetry: false,
    host: hostname,
    ...(port && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
  });
};

const noticeOf = (event: Stripe.Event): PaymentNotice => ({
  id: event.id,
  type: event.type,
  occurred_at: new Date(event.created * 1000),
  body: event,
  told: paymentEventOf(event),
});

/** The library checks the signature first; later errors concern the signed text. */
const readEvent = (construct: () => unknown): unknown => {
  try {
    return construct();
  } catch (error) {
    const { message } = error as Error;
    throw error instanceof StripeSignatureVerificationError ? new ForgedNotice(message) : new UnreadableNotice(message);
  }
};

/** With the library. `openStripe` loads it when it is needed. */
export const stripePayments = (settings: StripeSettings): PaymentProvider => {
  const stripe = clientOf(settings);
  const look = async (session: string): Promise<PaymentSessionStatus> => {
    try {
      return paymentSessionOf(await stripe.checkout.sessions.retrieve(session, EXPAND_CHARGE));
    } catch (error) {
      return isRefused(error) && error.code === 'resource_missing' ? 'gone' : rethrowKnown(error);
    }
  };
  const open = async (request: PaymentRequest): Promise<PaymentSession> => {
    const params = sessionFor(request);
    const idempotencyKey = idempotencyKeyOf('open', request.number, request.attempt, params);
    try {
      return paymentSessionOf(await stripe.checkout.sessions.create(params, { idempotencyKey }));
    } catch (error) {
      // Stripe may reject an email address that we accept; the customer then types it there.
      return isRefused(error) && error.param === 'customer_email' ? open({ ...request, email: null }) : rethrowKnown(error);
    }
  };
  return {
    name: 'stripe',
    verify: async () => ({ live: (await stripe.balance.retrieve()).livemode }),
    open,
    look,
    async close(session) {
      await stripe.checkout.sessions.expire(session).catch((error) => {
        // It was already closed or paid.
        if (!isRefused(error)) rethrowKnown(error);
      });
      return look(session);
    },
    async find(intent) {
      const { data } = await stripe.checkout.sessions
        .list({ payment_intent: intent, limit: 1, expand: ['data.payment_intent.latest_charge'] })
        .catch(rethrowKnown);
      return data[0] ? paymentSessionOf(data[0]) : null;
    },
    async refund({ intent, amount_cents, name, again }) {
      try {
        // Idempotency keys expire after a day, so look for an existing refund with our name first.
        const existing = await findRefund(stripe, intent, name);
        if (existing) return { reference: existing.id };
        const params = { payment_intent: intent, amount: amount_cents, metadata: { refund: name } };
        const idempotencyKey = idempotencyKeyOf('refund', params, again);
        const { id, status, failure_reason } = await stripe.refunds.create(params, { idempotencyKey });
        return status === 'failed' || status === 'canceled' ? { trouble: failure_reason ?? status } : { reference: id };
      } catch (error) {
        if (isRefused(error)) return { trouble: error.message };
        return rethrowKnown(error);
      }
    },
    async read(body, signature, now): Promise<PaymentNotice> {
      const event = readEvent(() =>
        stripe.webhooks.constructEvent(body, signature, settings.webhook_secret, TOLERANCE_SECONDS, undefined, now.getTime()),
      );
      if (!isEvent(event)) throw new UnreadableNotice('the notice is no event');
      return noticeOf(event);
    },
    async *missed(since) {
      const filter = { created: { gte: secondsOf(since) }, delivery_success: false, types: [...EVENT_TYPES], limit: 100 };
      for await (const event of stripe.events.list(filter)) yield noticeOf(event);
    },
  };
};
