/** One way to pay one order, as it is asked of a provider. Amounts are USD cents. */
export interface Asking {
  number: string;
  /** How many ways to pay this order there were before. The same attempt asked again is the same way to pay. */
  attempt: number;
  site_name: string;
  /** What is paid for, VAT in it; adds up to what the order costs. */
  lines: { name: string; amount_cents: number }[];
  email: string | null;
  /** Where the person is after paying, and where after turning back. */
  paid_url: string;
  back_url: string;
  /** Where a test payment is made; its name comes after it. */
  test_url: string;
  now: Date;
  /** When the order expires. */
  ends_at: Date;
}

/** What a provider knows of one way to pay. */
export interface Facts {
  /** The provider's names for the way to pay and, once there is any, for the money. */
  session: string;
  intent: string | null;
  /** Our number of the order. */
  number: string | null;
  asked_cents: number;
  received_cents: number;
  /** Of what was received, what went back. */
  returned_cents: number;
  /** Whether money can still come by it: it can be paid, or was and is on its way. */
  open: boolean;
  /** Where the person pays; null where nobody can any more. */
  url: string | null;
}

/** Null where the provider knows no more than we do; gone where it is of another account, or the other of its modes, and nobody pays by it. */
export type Seen = Facts | 'gone' | null;

/** What a notice is about, with all it says. */
export type Told =
  | { about: 'session'; facts: Facts }
  | { about: 'money'; intent: string; received_cents: number; returned_cents: number }
  | { about: 'failed_refund'; intent: string; reference: string; trouble: string }
  | { about: 'dispute'; intent: string; amount_cents: number; reason: string };

/** What a provider tells by itself. It may come twice, late and in any order. */
export interface Notice {
  id: string;
  type: string;
  occurred_at: Date;
  body: unknown;
  /** Null for what is not for us. */
  told: Told | null;
}

export interface Returning {
  intent: string;
  amount_cents: number;
  /** What makes the refund the same one, however often it is asked for. */
  name: string;
  /** Another for each time the team has it tried again. */
  again: string | null;
}

/** How money is taken and given back. What may succeed when asked again throws; what is refused for good is said. */
export interface PaymentProvider {
  name: 'stripe' | 'test';
  open(asking: Asking): Promise<Facts>;
  /** How it stands. */
  look(session: string): Promise<Seen>;
  /** Sees to it that nobody can pay by it any more, and says how it stands then. */
  close(session: string): Promise<Seen>;
  /** The way to pay that money came by. */
  find(intent: string): Promise<Facts | null>;
  refund(returning: Returning): Promise<{ reference: string } | { trouble: string }>;
  /** Reads what came to our door, and throws a `ForgedNotice` where the provider did not send it just now. */
  read(body: Buffer, signature: string, now: Date): Notice;
  /** What it told since a moment and nobody here took. */
  missed(since: Date): AsyncIterable<Notice>;
}

/** Not from the provider, or not from now. */
export class ForgedNotice extends Error {}

/** The provider cannot be reached or is busy: the same again later may do. */
export class ProviderAway extends Error {}

/** The provider will not take such an amount. */
export class AmountRefused extends Error {}
