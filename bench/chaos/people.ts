import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../src/db/open.ts';
import { systemClock } from '../../src/kernel/time/clock.ts';
import { startSession } from '../../src/modules/accounts/credentials/sessions.ts';
import { createMember } from '../../test/support/accounts/member.ts';
import type { Chance } from '../support/random.ts';
import type { Service } from './services.ts';

export interface Account {
  id: number;
  token: string;
  key: string | null;
  /** A separate client address, as set by a proxy. */
  address: string;
}

export interface Buyer extends Account {
  listing_id: number;
}

const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

/** Old accounts with unrelated email addresses, each signed in. */
export const makeVoters = async (sql: Sql, many: number): Promise<Account[]> => {
  const rows = await sql<{ id: number }[]>`
    insert into accounts (email, email_key, created_at, email_verified_at)
    select 'v' || n || '@m' || n || '.example', 'v' || n || '@m' || n || '.example', '2020-01-01', '2020-01-01'
    from generate_series(1, ${many}) n returning id`;
  const visit = (address: string) => ({ address, user_agent: 'chaos', known: null });
  return Promise.all(
    rows.map(async ({ id }, n) => {
      const address = addressOf(n * 300);
      const { token } = await startSession({ sql, clock: systemClock, site: { id: 1 } }, id, visit(address), true);
      return { id, token, key: null, address };
    }),
  );
};

/** Owners of live listings, with a session and an API key. */
export const makeBuyers = async (sql: Sql, listing_ids: number[]): Promise<Buyer[]> =>
  Promise.all(
    listing_ids.map(async (listing_id, n) => {
      const { account_id, key } = await createMember({ sql, clock: systemClock }, { email: `b${n}@b${n}.example` });
      await sql`update listings set owner_id = ${account_id} where id = ${listing_id}`;
      const address = addressOf(10_000_000 + n * 300);
      const { token } = await startSession(
        { sql, clock: systemClock, site: { id: 1 } },
        account_id,
        { address, user_agent: 'chaos', known: null },
        true,
      );
      return { id: account_id, token, key, address, listing_id };
    }),
  );

/** Results of all actions. */
export class Record {
  readonly counts = new Map<string, number>();
  /** `account listing` of acknowledged votes. */
  readonly votes = new Set<string>();
  /** Order numbers by Idempotency-Key. */
  readonly orders = new Map<string, string>();
  readonly paid = new Set<string>();
  /** Addresses with an acknowledged sign-in link. */
  readonly mails = new Set<string>();
  /** Latencies of answered pages, in milliseconds. */
  readonly pages: number[] = [];

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
}

interface World {
  services: Service[];
  chance: Chance;
  record: Record;
  isOver(): boolean;
}

const TIMEOUT_MS = 20_000;

/** Sends one request to any process; null without a response. */
const ask = async (world: World, what: string, path: string, init: RequestInit & { headers: { [name: string]: string } }) => {
  const { root } = world.chance.of(world.services);
  const { origin, ...headers } = init.headers;
  try {
    const reply = await fetch(root + path, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // Forms need the site's own origin.
      headers: { ...headers, ...(origin && { origin: root }) },
    });
    const text = await reply.text();
    world.record.count(`${what} ${reply.status}`);
    return { status: reply.status, location: reply.headers.get('location') ?? '', text };
  } catch (error) {
    const { name } = error as Error;
    world.record.count(`${what} ${name === 'TimeoutError' ? 'no answer in time' : 'connection lost'}`);
    return null;
  }
};

const form = ({ token, address }: Account, fields: { [name: string]: string }) => ({
  method: 'POST',
  body: new URLSearchParams(fields),
  headers: { origin: 'same', cookie: `lw_session=${token}`, 'x-forwarded-for': address, 'user-agent': 'chaos' },
});

/** Retries until it works, as people and programs do; undefined if the run ends first. */
const persist = async <T>(world: World, tries: number, once: () => Promise<T | undefined>): Promise<T | undefined> => {
  for (let n = 0; n < tries && !world.isOver(); n++) {
    const done = await once();
    if (done !== undefined) return done;
    await sleep(200 + world.chance.below(800));
  }
};

/** Everybody votes for everything; each vote is retried until it is acknowledged. */
export const vote = async (world: World, pairs: { voter: Account; slug: string; listing_id: number }[]): Promise<void> => {
  for (let pair = pairs.pop(); pair && !world.isOver(); pair = pairs.pop()) {
    const { voter, slug, listing_id } = pair;
    await persist(world, 40, async () => {
      const reply = await ask(world, 'vote', `/listings/${slug}/vote`, form(voter, { slug }));
      if (reply?.status !== 303 || reply.location.includes('/sign-in')) return;
      world.record.votes.add(`${voter.id} ${listing_id}`);
      return true;
    });
    await sleep(world.chance.below(20));
  }
};

const BILLING = { act: 'pay', name: 'A buyer', address: '1 Street', city: 'Springfield', country: 'US', email: 'buyer@chaos.example' };

const order = async (world: World, buyer: Buyer): Promise<void> => {
  const { record, chance } = world;
  const key = randomUUID();
  const amount_cents = 10_000 + chance.below(10_000);
  const items = [{ product: 'billboard_min', listing_id: buyer.listing_id, amount_cents }];
  const number = await persist(world, 40, async () => {
    const reply = await ask(world, 'order', '/api/v1/orders/checkout', {
      method: 'POST',
      body: JSON.stringify({ items, billing_country: 'US' }),
      headers: {
        authorization: `Bearer ${buyer.key}`,
        'content-type': 'application/json',
        'idempotency-key': key,
        'x-forwarded-for': buyer.address,
      },
    });
    if (reply?.status === 400) throw new Error(`An order was refused: ${reply.text}`);
    return reply?.status === 201 ? (JSON.parse(reply.text) as { number: string }).number : undefined;
  });
  if (!number) return;
  record.orders.set(key, number);
  const session = await persist(world, 40, async () => {
    const reply = await ask(
      world,
      'billing',
      `/checkout/${number}/billing`,
      form(buyer, { ...BILLING, shown_cents: String(amount_cents) }),
    );
    return reply?.status === 303 ? reply.location : undefined;
  });
  if (!session) return;
  await persist(world, 40, async () => {
    const reply = await ask(world, 'payment', session, form(buyer, { outcome: 'paid' }));
    if (reply?.status !== 303) return;
    record.paid.add(number);
    return true;
  });
};

export const buy = async (world: World, buyer: Buyer): Promise<void> => {
  while (!world.isOver()) {
    await order(world, buyer);
    await sleep(world.chance.below(2000));
  }
};

/** New users who request a sign-in link. */
export const askForLinks = async (world: World, prefix: string): Promise<void> => {
  for (let n = 0; !world.isOver(); n++) {
    const email = `${prefix}${n}@${prefix}.example`;
    const stranger = { id: 0, token: '', key: null, address: addressOf(14_000_000 + world.chance.below(2_000_000)) };
    await persist(world, 20, async () => {
      const reply = await ask(world, 'link', '/sign-in/mail', form(stranger, { email }));
      if (reply?.status !== 303) return;
      world.record.mails.add(email);
      return true;
    });
    await sleep(300 + world.chance.below(700));
  }
};

/** A visitor who only reads. */
export const read = async (world: World, slugs: string[]): Promise<void> => {
  while (!world.isOver()) {
    const { chance } = world;
    const path = chance.of(['/', `/listings/${chance.of(slugs)}`, '/launches', '/api/v1/listings', '/leaderboards/community-weekly']);
    const from = performance.now();
    const reply = await ask(world, 'page', path, { headers: { 'x-forwarded-for': addressOf(15_000_000 + chance.below(1_000_000)) } });
    if (reply?.status === 200) world.record.pages.push(performance.now() - from);
    await sleep(chance.below(200));
  }
};
