import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Shared by the stand-in and the service under test. */
export const SECRET_KEY = 'sk_test_stand_in';
export const WEBHOOK_SECRET = 'whsec_stand_in';

type Metadata = Record<string, string>;

export interface StripeSession {
  id: string;
  object: 'checkout.session';
  mode: 'payment';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  payment_intent: string | null;
  amount_total: number;
  currency: 'usd';
  client_reference_id: string | null;
  customer_email: string | null;
  metadata: Metadata;
  success_url: string;
  cancel_url: string;
  expires_at: number;
  created: number;
  url: string | null;
  lines: { name: string; amount: number }[];
  intent_metadata: Metadata;
}

interface Charge {
  id: string;
  object: 'charge';
  payment_intent: string;
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  metadata: Metadata;
}

interface Intent {
  id: string;
  object: 'payment_intent';
  status: 'processing' | 'succeeded' | 'requires_payment_method';
  amount: number;
  latest_charge: string | null;
  metadata: Metadata;
}

interface Refund {
  id: string;
  object: 'refund';
  payment_intent: string;
  amount: number;
  status: 'succeeded' | 'failed';
  failure_reason?: string;
  metadata: Metadata;
}

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  livemode: false;
  type: string;
  data: { object: unknown };
}

/** A fault of a request: an error response, or a connection cut before or after the work is done. */
export type Fault = 'error' | 'cut_before' | 'cut_after' | null;

class Declined extends Error {
  readonly body: object;
  readonly status: number;
  constructor(message: string, code?: string, status = 400, type = 'invalid_request_error') {
    super(message);
    this.status = status;
    this.body = { error: { type, message, ...(code && { code }) } };
  }
}

type Form = Record<string, unknown>;

/** `line_items[0][price_data][unit_amount]=500` is an object in an object in a list. */
const parseForm = (text: string): Form => {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/\]\[|\[|\]/).filter((part) => part !== '');
    let at: Form = form;
    for (const part of path.slice(0, -1)) {
      at[part] ??= {};
      at = at[part] as Form;
    }
    at[path.at(-1)!] = value;
  }
  return form;
};

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

const makeId = (kind: string): string => `${kind}_${randomBytes(12).toString('hex')}`;

/** Stripe's API as far as the service uses it, with what buyers and the team do on Stripe's own pages. */
export class StripeServer {
  readonly sessions = new Map<string, StripeSession>();
  readonly intents = new Map<string, Intent>();
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, Refund>();
  /** All events, in the order they happened. */
  readonly events: StripeEvent[] = [];
  readonly requests: { method: string; path: string; key: string | null }[] = [];
  /** Events that were answered with 200. */
  readonly #taken = new Set<string>();
  readonly #kept = new Map<string, { body: string; answer: Promise<{ status: number; body: object }> }>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  now: () => Date;
  /** Called for every event as it happens. */
  told: (event: StripeEvent) => void = () => {};
  /** The fault of the next request; called for each. */
  fault: (method: string, path: string) => Fault = () => null;
  address = '';

  constructor(now: () => Date = () => new Date()) {
    this.now = now;
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.address = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  get settings() {
    return { secret_key: SECRET_KEY, webhook_secret: WEBHOOK_SECRET, api_url: this.address };
  }

  get #seconds(): number {
    return Math.floor(this.now().getTime() / 1000);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request;
    const { pathname: path, searchParams } = new URL(request.url!, this.address);
    const key = (headers['idempotency-key'] as string | undefined) ?? null;
    const text = await readBody(request);
    this.requests.push({ method, path, key });
    const fault = this.fault(method, path);
    if (fault === 'cut_before') return void response.destroy();
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (fault === 'error') return void send(500, { error: { type: 'api_error', message: 'Something is wrong on our side.' } });
    if (headers.authorization !== `Bearer ${SECRET_KEY}`)
      return void send(401, { error: { type: 'invalid_request_error', message: 'Wrong key.' } });
    const { status, body } = await this.#once(method === 'POST' ? key : null, path + text, async () =>
      this.#work(method, path, parseForm(method === 'POST' ? text : String(searchParams))),
    );
    if (fault === 'cut_after') return void response.destroy();
    send(status, body);
  }

  /** The same key with the same request is one request; the same key with another is refused. */
  async #once(key: string | null, body: string, work: () => Promise<object>): Promise<{ status: number; body: object }> {
    const run = async () => {
      try {
        return { status: 200, body: await work() };
      } catch (error) {
        if (error instanceof Declined) return { status: error.status, body: error.body };
        throw error;
      }
    };
    const kept = key && this.#kept.get(key);
    if (kept && kept.body !== body)
      return { status: 400, body: { error: { type: 'idempotency_error', message: 'This key was used with other parameters.' } } };
    if (kept) return kept.answer;
    const answer = run();
    if (key) this.#kept.set(key, { body, answer });
    return answer;
  }

  #work(method: string, path: string, form: Form): object {
    const [, , first, second, third, fourth] = path.split('/');
    const route = `${method} ${[first, second === 'sessions' ? second : '', third ? ':id' : '', fourth ?? ''].filter(Boolean).join('/')}`;
    switch (route) {
      case 'POST checkout/sessions':
        return this.#open(form);
      case 'GET checkout/sessions':
        return this.#list(
          [...this.sessions.values()].filter((one) => one.payment_intent === form.payment_intent).map((one) => this.#whole(one)),
        );
      case 'GET checkout/sessions/:id':
        return this.#whole(this.#session(third!));
      case 'POST checkout/sessions/:id/expire':
        return this.expire(third!);
      case 'GET balance':
        return { object: 'balance', livemode: false };
      case 'POST refunds':
        return this.#refund(form);
      case 'GET events':
        return this.#list(this.events.filter(({ id, type }) => !this.#taken.has(id) && Object.values(form.types as object).includes(type)));
      case 'GET refunds':
        return this.#list([...this.refunds.values()].filter((one) => one.payment_intent === form.payment_intent));
      default:
        throw new Declined(`Unrecognized request URL (${route}).`, undefined, 404);
    }
  }

  #list(data: object[]): object {
    return { object: 'list', has_more: false, url: '/v1', data };
  }

  #session(id: string): StripeSession {
    const session = this.sessions.get(id);
    if (!session) throw new Declined(`No such checkout session: ${id}`, 'resource_missing', 404);
    return session;
  }

  /** A session as Stripe returns it with its payment expanded. */
  #whole({ lines: _, intent_metadata: __, ...session }: StripeSession): object {
    const intent = session.payment_intent && this.intents.get(session.payment_intent)!;
    if (!intent) return session;
    return { ...session, payment_intent: { ...intent, latest_charge: intent.latest_charge && this.charges.get(intent.latest_charge) } };
  }

  #plain({ lines: _, intent_metadata: __, ...session }: StripeSession): object {
    return session;
  }

  #open(form: Form): object {
    const lines = Object.values(form.line_items as Record<string, { quantity: string; price_data: Form }>).map(
      ({ quantity, price_data }) => {
        const amount = Number(price_data.unit_amount);
        if (quantity !== '1' || price_data.currency !== 'usd' || !Number.isInteger(amount) || amount < 0)
          throw new Declined('Invalid line item.', 'parameter_invalid_integer');
        return { name: (price_data.product_data as { name: string }).name, amount };
      },
    );
    const amount_total = lines.reduce((sum, { amount }) => sum + amount, 0);
    if (amount_total < 50) throw new Declined('The amount is too small.', 'amount_too_small');
    if (amount_total > 99_999_999) throw new Declined('The amount is too large.', 'amount_too_large');
    const created = this.#seconds;
    const expires_at = Number(form.expires_at ?? created + 86_400);
    if (expires_at < created + 1800 || expires_at > created + 86_400)
      throw new Declined('The `expires_at` timestamp must be from 30 minutes to 24 hours from Checkout Session creation.');
    if (form.mode !== 'payment' || !form.success_url) throw new Declined('Missing required param.', 'parameter_missing');
    const id = makeId('cs_test');
    const session: StripeSession = {
      id,
      object: 'checkout.session',
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total,
      currency: 'usd',
      client_reference_id: (form.client_reference_id as string) ?? null,
      customer_email: (form.customer_email as string) ?? null,
      metadata: (form.metadata as Metadata) ?? {},
      success_url: form.success_url as string,
      cancel_url: form.cancel_url as string,
      expires_at,
      created,
      url: `${this.address}/pay/${id}`,
      lines,
      intent_metadata: ((form.payment_intent_data as Form)?.metadata as Metadata) ?? {},
    };
    this.sessions.set(id, session);
    return this.#plain(session);
  }

  #tell(type: string, object: object): StripeEvent {
    const data = { object: structuredClone(object) };
    const event: StripeEvent = {
      id: makeId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: this.#seconds,
      livemode: false,
      type,
      data,
    };
    this.events.push(event);
    this.told(event);
    return event;
  }

  /** Ends an open session, through the API or by time. */
  expire(id: string): object {
    const session = this.#session(id);
    if (session.status !== 'open') throw new Declined('Only Checkout Sessions with a status in ["open"] can be expired.');
    Object.assign(session, { status: 'expired', url: null });
    this.#tell('checkout.session.expired', this.#plain(session));
    return this.#plain(session);
  }

  /** Someone pays on Stripe's page. Null if the session is over. */
  pay(id: string): StripeEvent | null {
    const session = this.#session(id);
    if (session.status !== 'open') return null;
    const intent = this.#begin(session);
    this.#charge(intent);
    Object.assign(session, { payment_status: 'paid' });
    return this.#tell('checkout.session.completed', this.#plain(session));
  }

  /** Someone pays with a method that takes days: the session is complete, but not paid yet. */
  payLater(id: string): StripeEvent {
    const session = this.#session(id);
    this.#begin(session);
    return this.#tell('checkout.session.completed', this.#plain(session));
  }

  /** The outcome of such a payment. */
  conclude(id: string, succeeds: boolean): StripeEvent {
    const session = this.#session(id);
    const intent = this.intents.get(session.payment_intent!)!;
    if (!succeeds) {
      intent.status = 'requires_payment_method';
      return this.#tell('checkout.session.async_payment_failed', this.#plain(session));
    }
    this.#charge(intent);
    session.payment_status = 'paid';
    return this.#tell('checkout.session.async_payment_succeeded', this.#plain(session));
  }

  #begin(session: StripeSession): Intent {
    const intent: Intent = {
      id: makeId('pi'),
      object: 'payment_intent',
      status: 'processing',
      amount: session.amount_total,
      latest_charge: null,
      metadata: session.intent_metadata,
    };
    this.intents.set(intent.id, intent);
    Object.assign(session, { status: 'complete', url: null, payment_intent: intent.id });
    return intent;
  }

  #charge(intent: Intent): void {
    const { amount, metadata, id: payment_intent } = intent;
    const charge: Charge = {
      id: makeId('ch'),
      object: 'charge',
      payment_intent,
      amount,
      amount_captured: amount,
      amount_refunded: 0,
      metadata,
    };
    this.charges.set(charge.id, charge);
    Object.assign(intent, { status: 'succeeded', latest_charge: charge.id });
    this.#tell('charge.succeeded', charge);
  }

  #chargeOf(intent: string): Charge {
    const charge = this.charges.get(this.intents.get(intent)?.latest_charge ?? '');
    if (!charge) throw new Declined(`No such payment_intent: ${intent}`, 'resource_missing');
    return charge;
  }

  #refund(form: Form): object {
    const charge = this.#chargeOf(form.payment_intent as string);
    const left = charge.amount_captured - charge.amount_refunded;
    const amount = Number(form.amount ?? left);
    if (left === 0) throw new Declined('Charge has already been refunded.', 'charge_already_refunded');
    if (amount > left) throw new Declined(`Refund amount ($${amount}) is greater than unrefunded amount on charge ($${left})`);
    const refund: Refund = {
      id: makeId('re'),
      object: 'refund',
      payment_intent: charge.payment_intent,
      amount,
      status: 'succeeded',
      metadata: (form.metadata as Metadata) ?? {},
    };
    this.refunds.set(refund.id, refund);
    charge.amount_refunded += amount;
    this.#tell('refund.created', refund);
    this.#tell('charge.refunded', charge);
    return refund;
  }

  /** A team member refunds on Stripe's page. */
  refundByHand(intent: string, amount: number): StripeEvent {
    this.#refund({ payment_intent: intent, amount: String(amount) });
    return this.events.at(-1)!;
  }

  /** A refund that the buyer's bank rejects. */
  failRefund(id: string): StripeEvent {
    const refund = this.refunds.get(id)!;
    this.#chargeOf(refund.payment_intent).amount_refunded -= refund.amount;
    Object.assign(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
    return this.#tell('refund.failed', refund);
  }

  dispute(intent: string): StripeEvent {
    const { id: charge, amount } = this.#chargeOf(intent);
    const object = {
      id: makeId('dp'),
      object: 'dispute',
      charge,
      amount,
      reason: 'fraudulent',
      payment_intent: intent,
      status: 'needs_response',
    };
    return this.#tell('charge.dispute.created', object);
  }

  /** All money received and returned, in cents. */
  get books(): { received: number; returned: number } {
    const charges = [...this.charges.values()];
    return {
      received: charges.reduce((sum, { amount_captured }) => sum + amount_captured, 0),
      returned: charges.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0),
    };
  }

  /** Sends an event to a service's webhook, signed as of now by default, and returns the response status. */
  async deliver(
    event: StripeEvent,
    root: string,
    {
      secret = WEBHOOK_SECRET,
      signed_at = this.now(),
      body = JSON.stringify(event),
    }: { secret?: string; signed_at?: Date; body?: string } = {},
  ): Promise<number> {
    const t = Math.floor(signed_at.getTime() / 1000);
    const v1 = createHmac('sha256', secret)
      .update(`${t}.${JSON.stringify(event)}`)
      .digest('hex');
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${t},v1=${v1}` };
    const answer = await fetch(`${root}/payments/stripe`, { method: 'POST', body, headers });
    await answer.arrayBuffer();
    if (answer.status === 200) this.#taken.add(event.id);
    return answer.status;
  }
}
