import { setTimeout as sleep } from 'node:timers/promises';
import { type Chance, chanceFrom } from '../../../bench/support/random.ts';
import type { Sql } from '../../../src/db/open.ts';
import { openIntegrations } from '../../../src/integrations/integrations.ts';
import type { Caller, Ctx, Site } from '../../../src/kernel/context.ts';
import { Refusal } from '../../../src/kernel/errors.ts';
import { enqueue } from '../../../src/kernel/jobs.ts';
import { systemClock } from '../../../src/kernel/time/clock.ts';
import { cancelOrder } from '../../../src/modules/orders/details/order-details.ts';
import { fetch_notices, sweep_orders } from '../../../src/modules/orders/payment/jobs.ts';
import { refundOrder } from '../../../src/modules/orders/payment/refunds.ts';
import { confirmPayment, startPayment } from '../../../src/modules/orders/payment/start-payment.ts';
import { until } from '../until.ts';
import { as } from '../voters.ts';
import { makeStormOrders, type StormOrder } from './order-storm-orders.ts';
import type { StripeEvent, StripeServer, StripeSession } from './stripe-server.ts';

/** One process of the service. */
interface Service {
  root: string;
  kill(): Promise<void>;
}

export interface Storm {
  sql: Sql;
  site: Site;
  stripe: StripeServer;
  start(): Promise<Service>;
  orders: number;
  seed: number;
  /** How many people buy at the same time. */
  at_once: number;
  /** How often a process is killed, spread over all orders. */
  kills: number;
  tell?(what: string): void;
}

export interface StormResult {
  counts: Record<string, number>;
  kills: number;
  api_faults: number;
}

const PROCESSES = 2;

/** Everything that happens concurrently: buyers, Stripe's notices, and killed processes. */
class Weather {
  readonly storm: Storm;
  readonly chance: Chance;
  readonly counts: Record<string, number> = {};
  readonly services: (Service | null)[] = [];
  readonly #post = new Set<Promise<void>>();
  /** Orders none of whose notices arrive. */
  readonly #lost = new Set<string>();
  readonly #faults: unknown[] = [];
  #old: StripeEvent | null = null;
  kills = 0;
  /** How many people have started. */
  begun = 0;
  api_faults = 0;
  over = false;

  constructor(storm: Storm) {
    this.storm = storm;
    this.chance = chanceFrom(storm.seed);
    storm.stripe.told = (event) => this.#take(event);
    storm.stripe.fault = () => {
      if (this.over || this.chance.next() > 0.02) return null;
      this.api_faults++;
      return this.chance.of(['error', 'cut_before', 'cut_after']);
    };
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  lose(number: string): void {
    this.#lost.add(number);
  }

  /** Every event is sent once or more, sooner or later, to either process; some never are. */
  #take(event: StripeEvent): void {
    const { metadata } = event.data.object as { metadata?: { order?: string } };
    if (this.#lost.has(metadata?.order ?? '') || this.chance.next() < 0.03) {
      this.count('notices lost');
      return;
    }
    for (let copies = 1 + Number(this.chance.next() < 0.25) + Number(this.chance.next() < 0.1); copies > 0; copies--) {
      const sent = this.#send(event, this.chance.next() < 0.5 ? 0 : this.chance.below(3000))
        .catch((error) => this.#faults.push(error))
        .then(() => void this.#post.delete(sent));
      this.#post.add(sent);
    }
  }

  #root(): string | null {
    return this.services[this.chance.below(PROCESSES)]?.root ?? null;
  }

  /** Redelivers what was not answered with 200, as Stripe does. */
  async #send(event: StripeEvent, in_ms: number): Promise<void> {
    await sleep(in_ms);
    for (;;) {
      const root = this.#root();
      const status = root && (await this.storm.stripe.deliver(event, root).catch(() => null));
      this.count(status === 200 ? 'notices taken' : status ? `notices answered ${status}` : 'notices to be told again');
      if (status === 200) break;
      if (status === 400) throw new Error(`A true notice was refused: ${event.type}`);
      await sleep(100 + this.chance.below(400));
    }
    if (this.chance.next() < 0.01) this.#old = event;
  }

  /** Forged and replayed notices. */
  async forge(number: string, session: StripeSession): Promise<void> {
    const root = this.#root();
    if (!root) return;
    const paid = { ...session, status: 'complete', payment_status: 'paid', payment_intent: `pi_forged_${number}` };
    const forged = {
      id: `evt_forged_${number}`,
      object: 'event',
      api_version: '',
      created: 1,
      livemode: false,
      type: 'checkout.session.completed',
    } as const;
    const { stripe } = this.storm;
    const answers = [await stripe.deliver({ ...forged, data: { object: paid } }, root, { secret: 'whsec_guessed' }).catch(() => 400)];
    if (this.#old) answers.push(await stripe.deliver(this.#old, root, { signed_at: new Date(Date.now() - 600_000) }).catch(() => 400));
    if (answers.some((status) => status !== 400)) throw new Error(`A forged notice was answered ${answers}.`);
    this.count('forged or replayed notices refused');
  }

  /** Kills one of the processes at regular intervals, in the middle of its work. */
  async rage(): Promise<void> {
    const { orders, kills } = this.storm;
    while (this.kills < kills) {
      while (!this.over && this.begun < ((this.kills + 0.5) * orders) / kills) await sleep(20);
      const which = this.chance.below(PROCESSES);
      const service = this.services[which];
      this.services[which] = null;
      await service!.kill();
      this.kills++;
      this.services[which] = await this.storm.start();
    }
  }

  async calm(): Promise<void> {
    while (this.#post.size) await Promise.all(this.#post);
    if (this.#faults.length) throw this.#faults[0];
  }
}

/** What one person does. */
interface Person {
  ctx: Ctx<Caller>;
  team: Ctx<Caller>;
  weather: Weather;
  storm: Storm;
  order: StormOrder;
}

/** Starts a payment, again if the provider was unavailable, as a person does. */
const begin = async ({ ctx, storm, order }: Person): Promise<StripeSession | null> => {
  for (;;) {
    try {
      const { url } = await startPayment(ctx, order);
      return storm.stripe.sessions.get(url.split('/').at(-1)!) ?? null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code !== 'payment_unavailable') return null;
      await sleep(50);
    }
  }
};

/** Another session of the same order, as if opened in two windows at the same moment. */
const openSecondSession = ({ storm: { stripe } }: Person, session: StripeSession): StripeSession => {
  const other: StripeSession = { ...session, id: `${session.id}_twin`, status: 'open', payment_status: 'unpaid', payment_intent: null };
  stripe.sessions.set(other.id, other);
  return other;
};

const isPaid = async ({ storm: { sql }, order }: Person): Promise<boolean> =>
  (await sql`select from orders where id = ${order.id} and paid_at is not null`).length > 0;

/** Changes the order's total, as when the buyer turns out to be in France. */
const addVat = async ({ storm: { sql }, order }: Person): Promise<void> => {
  await sql.begin(async (sql) => {
    await sql`select from orders where id = ${order.id} for update`;
    await sql`update order_lines set vat_cents = amount_cents / 5 where order_id = ${order.id}`;
    await sql`
      update orders o set vat_cents = t.vat, total_cents = net_cents + t.vat, vat_rate = 0.2, vat_treatment = 'eu_consumer', billing_country = 'FR'
      from (select sum(vat_cents) as vat from order_lines where order_id = ${order.id}) t where id = ${order.id} and status = 'pending'`;
  });
};

/** Behaviours of people, and how many of a hundred choose each. */
export const BEHAVIOURS: Record<string, { of: number; go(person: Person): Promise<void> }> = {
  'pay once': {
    of: 44,
    async go(person) {
      const session = await begin(person);
      if (session) person.storm.stripe.pay(session.id);
    },
  },
  'pay in two windows at once': {
    of: 10,
    async go(person) {
      const sessions = await Promise.all([begin(person), begin(person)]);
      for (const session of sessions) if (session) person.storm.stripe.pay(session.id);
    },
  },
  'pay two sessions': {
    of: 8,
    async go(person) {
      const session = await begin(person);
      if (!session) return;
      const both = [session, openSecondSession(person, session)];
      for (const one of person.weather.chance.next() < 0.5 ? both : both.reverse()) person.storm.stripe.pay(one.id);
    },
  },
  'pay, and no notice comes': {
    of: 8,
    async go(person) {
      const { weather, storm, order, ctx } = person;
      weather.lose(order.number);
      const session = await begin(person);
      if (session) storm.stripe.pay(session.id);
      // The others are found by the sweep.
      if (weather.chance.next() < 0.5) await confirmPayment(ctx, order);
    },
  },
  'pay what it cost before': {
    of: 5,
    async go(person) {
      const session = await begin(person);
      await addVat(person);
      if (session) person.storm.stripe.pay(session.id);
      const again = person.weather.chance.next() < 0.7 ? await begin(person) : null;
      if (again) person.storm.stripe.pay(again.id);
    },
  },
  'leave without paying': {
    of: 6,
    async go(person) {
      if (person.weather.chance.next() < 0.8) await begin(person);
    },
  },
  'cancel while paying': {
    of: 4,
    async go(person) {
      const session = await begin(person);
      const { ctx, order, storm, weather } = person;
      const cancel = () => cancelOrder(ctx, order).catch(() => {});
      const early = weather.chance.next() < 0.5;
      if (early) await cancel();
      if (session) storm.stripe.pay(session.id);
      if (!early) await cancel();
    },
  },
  'pay after it expired': {
    of: 4,
    async go(person) {
      const { storm, order } = person;
      const session = await begin(person);
      await storm.sql`update orders set expires_at = now() - interval '1 minute' where id = ${order.id} and status = 'pending'`;
      await enqueue(storm.sql, sweep_orders, {} as never, { key: 'storm sweep' });
      await sleep(person.weather.chance.below(1000));
      if (session) storm.stripe.pay(openSecondSession(person, session).id);
    },
  },
  'be refunded by hand at once': {
    of: 5,
    async go(person) {
      const { storm, weather } = person;
      const session = await begin(person);
      if (!session || !storm.stripe.pay(session.id)) return;
      const part = Math.max(1, weather.chance.below(session.amount_total));
      storm.stripe.refundByHand(session.payment_intent!, weather.chance.next() < 0.5 ? session.amount_total : part);
    },
  },
  'be refunded by the team': {
    of: 4,
    async go(person) {
      const { storm, weather, team, order } = person;
      const session = await begin(person);
      if (!session) return;
      storm.stripe.pay(session.id);
      // If the notice was lost, there is nothing to refund yet.
      if (!(await until(() => isPaid(person), 4000).catch(() => false))) return;
      const { number, line_ids } = order;
      const what = weather.chance.of([{}, { line_id: weather.chance.of(line_ids) }, { amount_cents: 1 + weather.chance.below(300) }]);
      await refundOrder(team, { number, ...what, reason: 'Asked for.' }).catch((error) => {
        if (!(error instanceof Refusal)) throw error;
      });
    },
  },
  'be imitated': {
    of: 2,
    async go(person) {
      const session = await begin(person);
      if (session) await person.weather.forge(person.order.number, session);
    },
  },
};

const chooseBehaviour = (chance: Chance): string => {
  let at = chance.below(100);
  for (const [name, { of }] of Object.entries(BEHAVIOURS)) {
    if (at < of) return name;
    at -= of;
  }
  throw new Error('The ways are of a hundred.');
};

const LEFT = ['fulfil_line', 'make_refund', 'check_payment', 'expire_order', 'sweep_orders', 'fetch_notices'];

/** Advances the database's time until nothing is left to do. */
const advanceTime = async ({ sql }: Storm): Promise<void> => {
  await enqueue(sql, fetch_notices, {} as never, { key: 'storm fetch' });
  await until(async () => {
    await sql`update payments set created_at = created_at - interval '2 hours', updated_at = updated_at - interval '2 hours' where open`;
    await sql`update orders set expires_at = now() - interval '1 minute' where status = 'pending'`;
    // Do not postpone jobs by enqueuing them again.
    const [swept] = await sql`select from graphile_worker.jobs where task_identifier = 'sweep_orders'`;
    if (!swept) await enqueue(sql, sweep_orders, {} as never);
    // Jobs postponed until the provider is available again.
    await sql`
      update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = any(${LEFT}) and j.locked_at is null and j.run_at > now()`;
    await sleep(1000);
    const [left] = await sql<{ left: number }[]>`
      select ((select count(*) from payments where open) + (select count(*) from orders where status = 'pending')
        + (select count(*) from refunds where status = 'asked')
        + (select count(*) from graphile_worker.jobs where task_identifier = 'fetch_notices')
        + (select count(*) from order_lines l join orders o on o.id = l.order_id where o.paid_at is not null and l.status = 'waiting'))::int as left`;
    return left!.left === 0;
  }, 1_800_000);
};

/** Thousands of people buy while notices are lost, duplicated, late and forged, Stripe fails now and then, and processes are killed. */
export const weather = async (storm: Storm): Promise<StormResult> => {
  const { sql, site, orders } = storm;
  const { made, team_id } = await makeStormOrders(sql, site.id, orders, chanceFrom(storm.seed + 1));
  // Chosen before anything runs concurrently, so that a seed always has the same people.
  const choice = chanceFrom(storm.seed + 2);
  const ways = made.map(() => chooseBehaviour(choice));
  const weather = new Weather(storm);
  weather.services.push(...(await Promise.all(Array.from({ length: PROCESSES }, () => storm.start()))));
  const rage = weather.rage();
  const integrations = openIntegrations({ smtp_url: null, mail_from: null, stripe: storm.stripe.settings });
  const ctxOf = (account_id: number): Ctx<Caller> => ({ ...as(account_id, { sql, site, clock: systemClock }), integrations });
  const people = Array.from({ length: storm.at_once }, async () => {
    while (weather.begun < made.length) {
      const way = ways[weather.begun]!;
      const order = made[weather.begun++]!;
      if (weather.begun % 500 === 0) storm.tell?.(`${weather.begun} people have come`);
      weather.count(way);
      await BEHAVIOURS[way]!.go({ ctx: ctxOf(order.account_id), team: ctxOf(team_id), weather, storm, order });
    }
  });
  await Promise.all([rage, ...people]);
  storm.tell?.('everybody has been there');
  weather.over = true;
  await weather.calm();
  storm.tell?.('all notices are told');
  await advanceTime(storm);
  await weather.calm();
  await Promise.all(weather.services.map((service) => service!.kill()));
  return weather;
};
