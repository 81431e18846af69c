import { hash } from 'node:crypto';

/** A request for a payment session of an order. Amounts are USD cents. */
export interface PaymentRequest {
  number: string;
  /** Number of earlier sessions of this order. The same attempt gives the same session. */
  attempt: number;
  site_name: string;
  /** Items including VAT; they add up to the order's total. */
  lines: { name: string; amount_cents: number }[];
  email: string | null;
  /** Return URLs after payment and after cancelling. */
  paid_url: string;
  back_url: string;
  /** URL of test payments; the session id is appended. */
  test_url: string;
  now: Date;
  ends_at: Date;
}

/** State of a payment session at the provider. */
export interface PaymentSession {
  /** The provider's ids of the session and, once it exists, of the payment intent. */
  session: string;
  intent: string | null;
  /** Our order number. */
  number: string | null;
  asked_cents: number;
  received_cents: number;
  /** Refunded part of the received amount. */
  returned_cents: number;
  /** Whether money can still arrive: it can be paid, or a payment is pending. */
  open: boolean;
  /** Payment page; null once it is closed. */
  url: string | null;
  /** Expiry; null if unknown. */
  ends_at: Date | null;
  /** Whether the customer has completed the checkout, whatever became of the payment. */
  submitted: boolean;
}

/** Null if the provider knows no more than we do; `gone` if the session belongs to another account or mode and can never be paid. */
export type PaymentSessionStatus = PaymentSession | 'gone' | null;

export type PaymentEvent =
  | { about: 'session'; facts: PaymentSession }
  | { about: 'money'; intent: string; received_cents: number; returned_cents: number }
  | { about: 'failed_refund'; intent: string; reference: string; trouble: string }
  | { about: 'dispute'; intent: string; amount_cents: number; reason: string };

/** A webhook event. It may arrive twice, late and in any order. */
export interface PaymentNotice {
  id: string;
  type: string;
  occurred_at: Date;
  body: unknown;
  /** Null for events we do not use. */
  told: PaymentEvent | null;
}

export interface RefundRequest {
  intent: string;
  amount_cents: number;
  /** Identifies the refund, for idempotency. */
  name: string;
  /** Changes each time the team retries it. */
  again: string | null;
}

/** A payment provider. Temporary failures throw; permanent refusals are returned. */
export interface PaymentProvider {
  name: 'stripe' | 'test';
  /** Whether its key moves real money. Throws if the provider does not accept the key. */
  verify(): Promise<{ live: boolean }>;
  open(request: PaymentRequest): Promise<PaymentSession>;
  look(session: string): Promise<PaymentSessionStatus>;
  close(session: string): Promise<PaymentSessionStatus>;
  find(intent: string): Promise<PaymentSession | null>;
  refund(request: RefundRequest): Promise<{ reference: string } | { trouble: string }>;
  /** Verifies and parses a webhook. Throws `ForgedNotice` if the signature is wrong or old, `UnreadableNotice` if it is no event. */
  read(body: Buffer, signature: string, now: Date): Promise<PaymentNotice>;
  /** Events since a time that we did not receive. */
  missed(since: Date): AsyncIterable<PaymentNotice>;
}

/** Wrong or expired signature. */
export class ForgedNotice extends Error {}

/** Signed by the provider, but not JSON or not an event. */
export class UnreadableNotice extends Error {}

/** The provider is unreachable or busy: retry later. */
export class ProviderUnavailable extends Error {}

export class AmountRefused extends Error {}

const testId = (kind: string, ...parts: unknown[]): string => `test_${kind}_${hash('sha256', JSON.stringify(parts)).slice(0, 32)}`;

/** Simulated payments for development; never in production. They are made on a page of our own. */
export const testPayments: PaymentProvider = {
  name: 'test',
  verify: async () => ({ live: false }),
  async open({ number, attempt, lines, test_url, ends_at }) {
    const asked_cents = lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    const session = testId('session', number, attempt, asked_cents);
    return {
      session,
      intent: session,
      number,
      asked_cents,
      received_cents: 0,
      returned_cents: 0,
      open: true,
      url: `${test_url}/${session}`,
      ends_at,
      submitted: false,
    };
  },
  look: async () => null,
  close: async () => null,
  find: async () => null,
  refund: async ({ name, again }) => ({ reference: testId('refund', name, again) }),
  async read() {
    throw new ForgedNotice('Nobody sends notices of test payments.');
  },
  async *missed() {},
};
